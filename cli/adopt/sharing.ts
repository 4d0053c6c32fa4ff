import { canonicalJson, equals } from "../../provider/json";
import type { Adopted, AdoptedWorkgroup, AdoptedWorkspace, Settings } from "./model";

/** Workspaces of one workgroup whose settings are the same, as one declaration. */
export interface Declaration {
  readonly workgroup: AdoptedWorkgroup;
  readonly workspaces: readonly AdoptedWorkspace[];
  readonly settings: Settings;
}

/** What several declarations have in common, so that it is stated once. Pure. */
export interface Sharing {
  readonly declarations: readonly Declaration[];
  /** Settings that every declaration has. */
  readonly common: Settings;
  /** Objects that several declarations have, by their canonical JSON; each with the setting it is a value of. */
  readonly repeated: ReadonlyMap<string, { readonly field: string; readonly value: object }>;
}

/** Finds what repeats. */
export function sharingOf({ workgroups }: Adopted): Sharing {
  const declarations = workgroups.flatMap(declarationsOf);
  const all = declarations.map(({ settings }) => settings);
  const common = commonOf(all);
  const own = all.flatMap((settings) => Object.entries(settings).filter(([field]) => !(field in common)));
  const seen = new Map<string, { field: string; value: object; times: number }>();
  for (const [field, value] of own) {
    if (typeof value !== "object") continue;
    const key = repetitionKey(field, value);
    seen.set(key, { field, value, times: (seen.get(key)?.times ?? 0) + 1 });
  }
  return { declarations, common, repeated: new Map([...seen].filter(([, { times }]) => times > 1)) };
}

/** Under which key {@link Sharing.repeated} holds the value of a setting. */
export function repetitionKey(field: string, value: unknown): string {
  return `${field} ${canonicalJson(value)}`;
}

function declarationsOf(workgroup: AdoptedWorkgroup): Declaration[] {
  const groups = new Map<string, AdoptedWorkspace[]>();
  for (const workspace of workgroup.workspaces) {
    const key = canonicalJson(workspace.settings);
    groups.set(key, [...(groups.get(key) ?? []), workspace]);
  }
  return [...groups.values()].flatMap((workspaces) => {
    const [first] = workspaces;
    return first === undefined ? [] : [{ workgroup, workspaces, settings: first.settings }];
  });
}

/** What all have alike; nothing where a constant would not make the program shorter. */
function commonOf(all: readonly Settings[]): Settings {
  const [first, ...others] = all;
  if (first === undefined || others.length === 0) return {};
  const alike = Object.entries(first).filter(([field, value]) =>
    others.every((settings) => field in settings && equals(settings[field as keyof Settings], value)),
  );
  const worth = alike.length > 1 || alike.some(([, value]) => typeof value === "object");
  return worth ? Object.fromEntries(alike) : {};
}
