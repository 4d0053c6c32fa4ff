import type { Checked } from "./check";
import type { ImportEntry } from "./project";
import { listOf } from "../options";
import { groupBy } from "../review/values";
import { capitalized, count, escapeInvisible } from "../words";
import type { Omission, Reader } from "../../provider/adopt/reader";
import type { Adopted, AdoptedKind } from "./account";

export interface Run extends Pick<Reader, "leftOut" | "failures"> {
  readonly folder: string;
  readonly files: readonly string[];
  /** The version or the location of this package in the project's package.json. */
  readonly dependency: string;
  readonly imported: readonly ImportEntry[];
  readonly adopted: Adopted;
  readonly checked: Checked | undefined;
}

export function asJson({ folder, files, dependency, imported, adopted, leftOut, failures, checked }: Run): string {
  return JSON.stringify({
    folder,
    files,
    dependency,
    resources: imported.map(({ type, name, id }) => ({ type, name, id })),
    ...Object.fromEntries(adopted.kinds.flatMap(notImported)),
    notExported: leftOut,
    failed: failures,
    check: checked && (checked.clean ? "no change" : "changes"),
  });
}

/** Formats the result for people: the files, the omissions with their reasons, and the next steps. */
export function asText(run: Run): string {
  const { folder, files, dependency, adopted, checked } = run;
  const workspaces = adopted.workgroups.reduce((sum, { workspaces: { length } }) => sum + length, 0);
  const others = adopted.kinds.flatMap(({ facts: { objects, secret }, declared }) =>
    objects === undefined || secret !== undefined || declared.length === 0 ? [] : [count(declared.length, objects.one, objects.many)],
  );
  const counts = [`${count(workspaces, "workspace")} in ${count(adopted.workgroups.length, "workgroup")}`, ...others];
  return [
    `Wrote ${folder}: ${listOf(counts, "and")} (${files.join(", ")}).`,
    ...section("Could not be read:", run.failures),
    ...section("Left out:", run.leftOut),
    ...adopted.kinds.flatMap(describeNotImported),
    ...localDependency(dependency),
    ...(checked === undefined ? [] : [checkText(checked, run.imported.length)]),
    ...(checked?.clean === false ? [] : [nextSteps(folder)]),
  ].join("\n\n");
}

function section(title: string, omissions: readonly Omission[]): string[] {
  return omissions.length === 0 ? [] : [[title, ...linesOf(omissions)].join("\n  ")];
}

export function nothingToAdopt({ failures, leftOut }: Pick<Run, "failures" | "leftOut">): string {
  const [title, omissions] = failures.length > 0 ? ["Could not be read", failures] : ["Left out", leftOut];
  const empty = "The account contains no workspaces: check that the key belongs to the right organization.";
  return `Nothing to adopt, and nothing was written. ${omissions.length > 0 ? `${title}: ${linesOf(omissions).join(" ")}` : empty}`;
}

/** Returns one line for each distinct reason of omission, along with the affected objects. */
function linesOf(omissions: readonly Omission[]): string[] {
  return groupBy(omissions, ({ what, place = what, why }) => [place, why]).map((same) => {
    const [{ place, why }] = same;
    const what = same.map((one) => one.what).join(", ");
    return escapeInvisible(`${what}${place === undefined ? "" : `, ${place}`}: ${why}`);
  });
}

/** Returns the resources that are declared only once the configuration contains their secret, keyed by the option `--no-…` that skips them. */
function notImported({ facts: { objects, secret }, declared }: AdoptedKind): [string, object[]][] {
  if (objects === undefined || secret === undefined) return [];
  const isOwn = (name: string) => name !== "workgroupId" && name !== "workspaceId";
  const listed = declared.map(({ name, args }) => {
    const own = Object.fromEntries(Object.entries(args).filter(([argument]) => isOwn(argument)));
    return { name, ...own, [`${secret}Key`]: `${name}-${secret}` };
  });
  return [[objects.option.replace("no-", ""), listed]];
}

function describeNotImported({ facts: { objects, secret }, declared }: AdoptedKind): string[] {
  if (objects === undefined || secret === undefined || declared.length === 0) return [];
  const lines = declared.map(({ name }) => `  pulumi config set --secret ${name}-${secret}`);
  return [
    `${capitalized(objects.many)} are not imported, because the service returns no ${secret}s. To adopt one, set its ${secret}:\n${lines.join("\n")}`,
  ];
}

/** Returns a note if other machines cannot install the package. A tarball is copied into the project, but a directory cannot be. */
function localDependency(dependency: string): string[] {
  const [, origin] = /^file:(.*)/.exec(dependency) ?? [];
  if (origin === undefined) return [];
  const advice = origin.endsWith(".tgz")
    ? "which was copied into the project. Commit it too."
    : 'which other machines do not have. For CI, run "npm pack" there, move the tarball into the project, and run "npm install ./<file>".';
  return [`package.json installs pulumi-graphplane from ${origin}, ${advice}`];
}

function checkText(checked: Checked, resources: number): string {
  const result = checked.clean ? `no change (${count(resources, "resource")}).` : `changes or errors:\n\n${checked.preview}`;
  return `Checked with the Pulumi CLI: after the import, the preview contains ${result}`;
}

const nextSteps = (folder: string): string => `Next:
  cd ${/^[\w./-]+$/.test(folder) ? folder : JSON.stringify(folder)} && npm install
  pulumi login
  pulumi stack init dev
  pulumi config set graphplane:baseUrl "$GRAPHPLANE_BASE_URL"
  pulumi config set --secret graphplane:apiKey
  pulumi import --file import.json --generate-code=false --protect=false --yes
  pulumi preview
  pulumi up

If the preview contains no change, "pulumi up" sends no request. It only records the dependencies and source lines, which "pulumi destroy" and reviews use.`;
