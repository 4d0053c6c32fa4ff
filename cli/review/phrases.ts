import type { Consequence } from "../../provider/announce/consequences";
import { fieldsAlong } from "../../provider/describe/effects";
import { argumentsOf } from "../../provider/registry";
import type { Action } from "./model";

/** The words of a verdict for a consequence: of one object, by its name, of many, by their number, and in a table. `%` is the name or the number. */
type Phrase = readonly [one: string, many: string, inTable: string];

const workspaceDeleted: Phrase = ["Deletes workspace % and its data", "Deletes % workspaces and their data", "data lost for good"];
const openToAll: Phrase = ["Range % admits every address", "% ranges admit every address", "open to every address"];

const phrases: Readonly<Record<string, Phrase>> = {
  "workspace-deleted": workspaceDeleted,
  "workspace-with-contents-deleted": workspaceDeleted,
  "workgroup-deleted": ["Deletes workgroup %", "Deletes % workgroups", "lost for good"],
  "user-deleted": ["Deletes user %", "Deletes % users", "log-in lost"],
  "configuration-deleted": ["Deletes configuration %", "Deletes % configurations", "lost for good"],
  resized: ["% goes offline ≈2 min", "% workspaces go offline ≈2 min each", "≈2 min offline"],
  paused: ["% is paused, which stops queries", "% workspaces are paused, which stops queries", "paused, stops queries"],
  refreshed: ["% is refreshed, offline meanwhile", "% workspaces are refreshed, offline meanwhile", "offline meanwhile"],
  "workspace-made": ["New workspace % costs money", "% new workspaces cost money", "costs money"],
  "workspace-made-paused": ["New workspace % is paused", "% new workspaces are paused", "created paused"],
  "configuration-shared": [
    "Configuration % changes, which affects every workspace",
    "% configurations change, which affects every workspace",
    "affects every workspace",
  ],
  "configuration-made": [
    "New configuration % affects every workspace",
    "% new configurations affect every workspace",
    "affects every workspace",
  ],
  "user-made": ["User % can log in", "% new users can log in", "new log-in"],
  "not-enforced": ["Every address can reach %", "Every address can reach % workgroups", "open to every address"],
  "open-to-all-0.0.0.0/0": openToAll,
  "open-to-all-::/0": openToAll,
  "range-added": ["Range % is admitted", "% ranges are admitted", "newly admitted"],
  "range-removed": ["Range % is no longer admitted", "% ranges are no longer admitted", "no longer admitted"],
  "workspace-deletion-declared": laterDeletion("workspace"),
  "workgroup-deletion-declared": laterDeletion("workgroup"),
  "configuration-deletion-declared": laterDeletion("configuration"),
};

function laterDeletion(what: string): Phrase {
  return [`%: a later removal deletes the ${what}`, `A later removal deletes % ${what}s`, "a later removal deletes it"];
}

/** The words in a table for consequences whose heading has their own words. */
const tableWords: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(phrases).map(([id, [, , inTable]]) => [id, inTable])),
  "workgroup-made": "cost not documented",
  "schedule-resizes": "offline at each resize",
  "schedule-made": "new schedule",
  "schedule-changed": "other times",
  "schedule-deleted": "no longer runs",
  "backup-schedule": "backups change",
  "backups-paused": "backups stop",
  query: "runs once",
  version: "version",
  resumed: "starts",
  "no-auto-start": "no longer starts on access",
  password: "password changes",
  enforced: "possible lock-out",
  "lockout-allowed": "possible lock-out",
  "deletion-refused": "refused",
  "deleted-outside": "deleted outside Pulumi",
  "other-deleted": "may lose data",
  "other-replaced": "may lose data",
};

/** The phrase of a consequence; one that is only possible keeps its own words in a heading. */
function phraseOf({ id, possible }: Consequence): Phrase | undefined {
  return !possible && Object.hasOwn(phrases, id) ? phrases[id] : undefined;
}

export function phraseOfOne(consequence: Consequence, name: string): string {
  return phraseOf(consequence)?.[0].replace("%", () => name) ?? `${name}: ${consequence.inShort}`;
}

export function phraseOfMany(consequence: Consequence, count: number): string {
  return phraseOf(consequence)?.[1].replace("%", `${count}`) ?? `${count} × ${consequence.inShort}`;
}

/** The words for an action: what happens to an object, and how many there are of it. */
export const actionWords: Readonly<Record<Action, { readonly done: string; readonly one: string; readonly many?: string }>> = {
  "refused deletion": { done: "deletion refused: it is protected", one: "refused deletion" },
  delete: { done: "deleted", one: "deletion" },
  replace: { done: "replaced", one: "replacement" },
  "stop managing": { done: "no longer managed", one: "no longer managed", many: "no longer managed" },
  change: { done: "changed", one: "change" },
  adopt: { done: "adopted", one: "adopted", many: "adopted" },
  create: { done: "created", one: "created", many: "created" },
  import: { done: "imported", one: "imported", many: "imported" },
  record: { done: "keeps the live values", one: "keeps the live values", many: "keep the live values" },
  "may change": { done: "may change", one: "may change", many: "may change" },
};

/** The few words of a table's cell, which may not squeeze the other columns. */
export function shortPhrase(consequence: Consequence): string {
  const { id, possible, inShort } = consequence;
  return Object.hasOwn(tableWords, id) ? `${possible ? "possibly: " : ""}${tableWords[id]}` : inShort;
}

/** Returns true if something is paid for from then on. */
export function isPaid({ id, possible }: Consequence): boolean {
  return id === "workspace-made" && !possible;
}

const signs = { destroys: "⛔", opens: "⚠️", offline: "⏸️", risks: "⚠️", care: "ℹ️" } as const;

export function signOf({ gravity }: Consequence): string {
  return signs[gravity];
}

/** The description of a setting: the name that people use, unless they call it by its argument, and the unit of its values. */
export function settingOf(kind: string, path: readonly string[]) {
  const { called, unit } = fieldsAlong(argumentsOf(kind), path).at(-1) ?? {};
  return { called, unit };
}
