import type { Declared, NamedWorkgroup, ProgramNames } from "../../adopt/facts";
import { constant, construct, type Entry, type Expression, expressionOf, member, print, quoteText, text } from "../../adopt/source";
import { canonicalJson, equals, isObject } from "../../values/json";

/** The declarations of settings in an adopted program: what several have in common is stated once. Pure. */

type Settings = Readonly<Record<string, unknown>>;

/** Workspaces of one workgroup whose settings are the same, as one declaration. */
interface Declaration {
  readonly names: readonly string[];
  readonly settings: Settings;
}

interface Group {
  readonly workgroup: NamedWorkgroup;
  readonly declarations: readonly Declaration[];
}

/** What the program's constants hold: the settings that every declaration has, and names for objects that several have, by {@link repetitionKey}. */
interface Shared {
  readonly common: Settings;
  readonly repeated: ReadonlyMap<string, string>;
}

/** What is shared, then the declarations of each workgroup. */
export function renderSettings(declared: readonly Declared[], program: ProgramNames): string {
  const groups = program.workgroups.map((workgroup) => ({
    workgroup,
    declarations: declarationsOf(declared.filter(({ args }) => args.workgroupId === workgroup.id)),
  }));
  const all = groups.flatMap(({ declarations }) => declarations.map(({ settings }) => settings));
  const common = commonOf(all);
  const repetitions = repetitionsOf(all.flatMap((settings) => Object.entries(settings).filter(([field]) => !(field in common))));
  const repeated = new Map(
    repetitions.map(([field, value]) => [repetitionKey(field, value), program.take(constantName(field, value), field)]),
  );
  const constants = repetitions.map(([field, value]) =>
    constant(repeated.get(repetitionKey(field, value)) ?? "", valueOf(field, value, program)),
  );
  const shared = { common, repeated };
  const commonSettings = { entries: entriesOf(common, shared, program), spread: true };
  return [
    constants.length === 0 ? "" : `/** Settings that several workspaces share. */\n${constants.join("\n")}`,
    Object.keys(common).length === 0 ? "" : `/** Settings that all workspaces share. */\n${constant("common", commonSettings)}`,
    ...groups.filter(({ declarations }) => declarations.length > 0).map((group) => renderGroup(group, shared, program)),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function declarationsOf(declared: readonly Declared[]): Declaration[] {
  const alike = new Map<string, { names: string[]; settings: Settings }>();
  for (const { name, args } of declared) {
    const settings = Object.fromEntries(Object.entries(args).filter(([field]) => field !== "workgroupId" && field !== "workspaceId"));
    const key = canonicalJson(settings);
    const known = alike.get(key);
    if (known === undefined) alike.set(key, { names: [name], settings });
    else known.names.push(name);
  }
  return [...alike.values()];
}

/** What all have alike; nothing where a constant would not make the program shorter. */
function commonOf(all: readonly Settings[]): Settings {
  const [first, ...others] = all;
  if (first === undefined || others.length === 0) return {};
  const alike = Object.entries(first).filter(([field, value]) =>
    others.every((settings) => field in settings && equals(settings[field], value)),
  );
  const worth = alike.length > 1 || alike.some(([, value]) => typeof value === "object");
  return worth ? Object.fromEntries(alike) : {};
}

/** The objects that several declarations have, each with the setting it is a value of. */
function repetitionsOf(entries: readonly (readonly [string, unknown])[]): (readonly [string, object])[] {
  const seen = new Map<string, { field: string; value: object; times: number }>();
  for (const [field, value] of entries) {
    if (typeof value !== "object" || value === null) continue;
    const key = repetitionKey(field, value);
    seen.set(key, { field, value, times: (seen.get(key)?.times ?? 0) + 1 });
  }
  return [...seen.values()].filter(({ times }) => times > 1).map(({ field, value }) => [field, value]);
}

function repetitionKey(field: string, value: unknown): string {
  return `${field} ${canonicalJson(value)}`;
}

const days = ["sundays", "mondays", "tuesdays", "wednesdays", "thursdays", "fridays", "saturdays"];

/** A maintenance window is named by its day and hour, e.g. `sundaysAt3`; other objects by their setting. */
function constantName(field: string, value: object): string {
  const { dayOfWeek, hourOfDay } = value as { dayOfWeek?: number; hourOfDay?: number };
  const day = field === "maintenanceWindow" && dayOfWeek !== undefined ? days[dayOfWeek] : undefined;
  if (day === undefined) return field;
  return hourOfDay === undefined || hourOfDay < 0 ? day : `${day} at ${hourOfDay}`;
}

function renderGroup({ workgroup, declarations }: Group, shared: Shared, program: ProgramNames): string {
  const declared = declarations.map((declaration) => renderDeclaration(declaration, workgroup, shared, program));
  return `// Workgroup ${quoteText(workgroup.name)}.\n${declared.join("\n\n")}`;
}

function renderDeclaration(
  { names: [first = "", ...others], settings }: Declaration,
  workgroup: NamedWorkgroup,
  shared: Shared,
  program: ProgramNames,
): string {
  const group = program.workgroup(workgroup.id) ?? "";
  const rest = Object.fromEntries(Object.entries(settings).filter(([field]) => !(field in shared.common)));
  const spread = Object.keys(shared.common).length > 0 ? [{ code: "...common" }] : [];
  const args = (id: Entry): Expression => ({
    entries: [["workgroupId", { code: `${group}.id` }], id, ...spread, ...entriesOf(rest, shared, program)],
    spread: true,
  });
  const loop = (head: string, id: Entry) => `${head}\n  ${construct("WorkspaceSettings", "name", args(id), "  ")}\n}`;
  if (others.length === 0) {
    return construct("WorkspaceSettings", text(first), args(["workspaceId", { code: `${group}.workspaces${member(first)}` }]), "");
  }
  if (others.length + 1 === workgroup.workspaces.length) {
    return loop(`for (const [name, workspaceId] of Object.entries(${group}.workspaces)) {`, { code: "workspaceId" });
  }
  const some = print({ items: [first, ...others].map(expressionOf) }, "", "for (const name of ", " as const) {");
  return loop(`for (const name of ${some} as const) {`, ["workspaceId", { code: `${group}.workspaces[name]` }]);
}

function entriesOf(some: Settings, { repeated }: Pick<Shared, "repeated">, program: ProgramNames): Entry[] {
  return Object.entries(some).map(([field, value]) => {
    const name = repeated.get(repetitionKey(field, value));
    if (name === field) return { code: field };
    return [field, name === undefined ? valueOf(field, value, program) : { code: name }];
  });
}

function valueOf(field: string, value: unknown, program: ProgramNames): Expression {
  if (field !== "addons" || !isObject(value)) return expressionOf(value);
  return { entries: Object.entries(value).map(([id, addon]): Entry => [program.addon(id) ?? id, expressionOf(addon)]) };
}
