import type { Checked } from "./check";
import { type ImportEntry } from "./import-file";
import { listOf } from "../options";
import { capitalized, count, escapeInvisible } from "../words";
import type { Omission } from "../../provider/adopt/reader";
import type { Adopted, AdoptedKind } from "./model";

/** What a run did. */
export interface Run {
  readonly folder: string;
  readonly files: readonly string[];
  /** What the project's package.json says of this package. */
  readonly dependency: string;
  readonly imported: readonly ImportEntry[];
  readonly adopted: Adopted;
  readonly omissions: readonly Omission[];
  /** Undefined where it was not asked for. */
  readonly checked: Checked | undefined;
}

/** The run for a machine. */
export function asJson({ folder, files, dependency, imported, adopted, omissions, checked }: Run): string {
  const list = (failed: boolean) =>
    omissions
      .filter((one) => one.failed === failed)
      .map(({ what, place, why }) => ({ what, ...(place === undefined ? {} : { place }), why }));
  return JSON.stringify({
    folder,
    files,
    dependency,
    resources: imported.map(({ type, name, id }) => ({ type, name, id })),
    ...Object.fromEntries(adopted.kinds.flatMap(notImported)),
    notExported: list(false),
    failed: list(true),
    ...(checked === undefined ? {} : { check: checked.clean ? "no change" : "changes" }),
  });
}

/** The run for a person: what was written, what was not and why, and what to do next. */
export function asText(run: Run): string {
  const { folder, files, dependency, imported, adopted, checked } = run;
  const workspaces = adopted.workgroups.reduce((sum, { workspaces: { length } }) => sum + length, 0);
  const others = adopted.kinds.flatMap(({ facts: { objects, secret }, declared }) =>
    objects === undefined || secret !== undefined || declared.length === 0 ? [] : [count(declared.length, objects.one, objects.many)],
  );
  const counts = [`${count(workspaces, "workspace")} in ${count(adopted.workgroups.length, "workgroup")}`, ...others];
  return [
    `Wrote ${folder}: ${listOf(counts, "and")} (${files.join(", ")}).`,
    ...section("Could not be read:", run.omissions, true),
    ...section("Left out:", run.omissions, false),
    ...adopted.kinds.flatMap(describeNotImported),
    ...localDependency(dependency),
    ...(checked === undefined ? [] : [checkText(checked)]),
    ...(checked?.clean === false ? [] : [next(folder, imported.length)]),
  ].join("\n\n");
}

function section(title: string, omissions: readonly Omission[], failed: boolean): string[] {
  const lines = linesOf(omissions.filter((one) => one.failed === failed)).map((line) => `  ${line}`);
  return lines.length === 0 ? [] : [`${title}\n${lines.join("\n")}`];
}

/** The omissions on one line. */
export function summaryOf(omissions: readonly Omission[]): string {
  const title = omissions.some(({ failed }) => failed) ? "Could not be read" : "Left out";
  return omissions.length === 0 ? "" : `${title}: ${linesOf(omissions).join(" ")}`;
}

function linesOf(omissions: readonly Omission[]): string[] {
  // One line for the same omission of many objects.
  const groups = new Map<string, Omission[]>();
  for (const one of omissions) {
    const key = JSON.stringify([one.place ?? one.what, one.why]);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].map(
    (alike) => `${escapeInvisible(alike.map(({ what }) => what).join(", "))}${placeOf(alike)}: ${escapeInvisible(alike[0]?.why ?? "")}`,
  );
}

function placeOf([first]: readonly Omission[]): string {
  return first?.place === undefined ? "" : `, ${escapeInvisible(first.place)}`;
}

/** The same resources for a machine, under the word of the option that leaves them out. */
function notImported({ facts: { objects, secret }, declared }: AdoptedKind): [string, object[]][] {
  if (objects === undefined || secret === undefined) return [];
  const isOwn = (name: string) => name !== "workgroupId" && name !== "workspaceId";
  const listed = declared.map(({ name, args }) => {
    const own = Object.fromEntries(Object.entries(args).filter(([argument]) => isOwn(argument)));
    return { name, ...own, [`${secret}Key`]: `${name}-${secret}` };
  });
  return [[objects.option.replace("no-", ""), listed]];
}

/** The resources that are declared once the stack's configuration contains their secret. */
function describeNotImported({ facts: { objects, secret }, declared }: AdoptedKind): string[] {
  if (objects === undefined || secret === undefined || declared.length === 0) return [];
  const lines = declared.map(({ name }) => `  pulumi config set --secret ${name}-${secret}`);
  return [
    `${capitalized(objects.many)} are not imported: the service shows no ${secret}s. To adopt one, set its ${secret}:\n${lines.join("\n")}`,
  ];
}

/** A package that other machines do not have: its tarball was copied into the project, its folder cannot be. */
function localDependency(dependency: string): string[] {
  const origin = /^file:(.*)/.exec(dependency)?.[1];
  if (origin === undefined) return [];
  if (origin.endsWith(".tgz"))
    return [`package.json installs pulumi-graphplane from ${origin}, which was copied into the project: commit it too.`];
  return [
    `package.json installs pulumi-graphplane from ${origin}, where this command comes from. Other machines do not have that path: for CI, run "npm pack" there, move the file that it makes into the project, and run "npm install ./<file>".`,
  ];
}

function checkText(checked: Checked): string {
  if (checked.clean)
    return `Checked on the embedded engine: after the import, the preview shows no change (${count(checked.resources, "resource")}).`;
  return `Checked on the embedded engine: after the import, the preview still shows changes or errors:\n\n${checked.preview}`;
}

function next(folder: string, imported: number): string {
  const lines = [
    `cd ${/^[\w./-]+$/.test(folder) ? folder : JSON.stringify(folder)} && npm install`,
    "pulumi login",
    "pulumi stack init dev",
    'pulumi config set graphplane:baseUrl "$GRAPHPLANE_BASE_URL"',
    "pulumi config set --secret graphplane:apiKey",
    ...(imported === 0 ? [] : ["pulumi import --file import.json --generate-code=false --protect=false --yes"]),
    "pulumi preview",
  ];
  return `Next:\n${lines.map((line) => `  ${line}`).join("\n")}`;
}
