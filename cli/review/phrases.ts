import type { Consequence } from "../../provider/messages/consequences";
import { fieldsAlong } from "../../provider/describe/effects";
import { argumentsOf } from "../../provider/registry";

/**
 * A consequence in a table's cell, which may not squeeze the other columns, and in the heading of one object or of many, where `%` is the
 * name or the number. A heading without words of its own has those of the consequence.
 */
type Phrase = readonly [inTable: string, one?: string, many?: string];

const workspaceDeleted: Phrase = ["data lost for good", "Deletes workspace % and its data", "Deletes % workspaces and their data"];
const openToAll: Phrase = ["open to every address", "Range % admits every address", "% ranges admit every address"];
const lossPossible: Phrase = ["may lose data"];
const lockOutPossible: Phrase = ["possible lock-out"];

const phrases: Readonly<Record<string, Phrase>> = {
  "workspace-deleted": workspaceDeleted,
  "workspace-with-contents-deleted": workspaceDeleted,
  "workgroup-deleted": ["lost for good", "Deletes workgroup %", "Deletes % workgroups"],
  "user-deleted": ["log-in lost", "Deletes user %", "Deletes % users"],
  "configuration-deleted": ["lost for good", "Deletes configuration %", "Deletes % configurations"],
  resized: ["≈2 min offline", "% goes offline ≈2 min", "% workspaces go offline ≈2 min each"],
  paused: ["paused, stops queries", "% is paused, which stops queries", "% workspaces are paused, which stops queries"],
  refreshed: ["offline during refresh", "% goes offline for a refresh", "% workspaces go offline for a refresh"],
  "workspace-made": ["costs money", "New workspace % costs money", "% new workspaces cost money"],
  "workspace-made-paused": ["created paused", "New workspace % is paused", "% new workspaces are paused"],
  "configuration-shared": [
    "affects every workspace",
    "Configuration % changes, which affects every workspace",
    "% configurations change, which affects every workspace",
  ],
  "configuration-made": [
    "affects every workspace",
    "New configuration % affects every workspace",
    "% new configurations affect every workspace",
  ],
  "user-made": ["new log-in", "User % can log in", "% new users can log in"],
  "not-enforced": ["open to every address", "Every address can reach %", "Every address can reach % workgroups"],
  "open-to-all-0.0.0.0/0": openToAll,
  "open-to-all-::/0": openToAll,
  "range-added": ["newly admitted", "Range % is admitted", "% ranges are admitted"],
  "range-removed": ["no longer admitted", "Range % is no longer admitted", "% ranges are no longer admitted"],
  "workspace-deletion-declared": laterDeletion("workspace"),
  "workgroup-deletion-declared": laterDeletion("workgroup"),
  "configuration-deletion-declared": laterDeletion("configuration"),
  "workgroup-made": ["cost not documented"],
  "schedule-resizes": ["offline at each resize"],
  "schedule-made": ["new schedule"],
  "schedule-changed": ["schedule changes"],
  "schedule-deleted": ["no longer runs"],
  "backup-schedule": ["backups change"],
  "backups-paused": ["backups stop"],
  query: ["runs once"],
  version: ["version changes"],
  resumed: ["starts again"],
  "no-auto-start": ["no longer starts on access"],
  password: ["password changes"],
  enforced: lockOutPossible,
  "lockout-allowed": lockOutPossible,
  "deletion-refused": ["refused"],
  "deleted-outside": ["deleted outside Pulumi", "% was deleted outside Pulumi", "% objects were deleted outside Pulumi"],
  "kept-with-holder": [
    "stays, not deleted",
    "% stays, although the program no longer declares it",
    "% objects stay, although the program no longer declares them",
  ],
  "other-deleted": lossPossible,
  "other-replaced": lossPossible,
};

function laterDeletion(what: string): Phrase {
  return ["a later removal deletes it", `%: a later removal deletes the ${what}`, `A later removal deletes % ${what}s`];
}

const phraseOf = ({ id }: Consequence): Phrase | undefined => (Object.hasOwn(phrases, id) ? phrases[id] : undefined);

/** The words of a heading. A consequence that is only possible keeps its own. */
export function phraseOfOne(consequence: Consequence, name: string): string {
  const [, one] = (!consequence.possible && phraseOf(consequence)) || [];
  return one?.replace("%", () => name) ?? `${name}: ${consequence.summary}`;
}

export function phraseOfMany(consequence: Consequence, count: number): string {
  const [, , many] = (!consequence.possible && phraseOf(consequence)) || [];
  return many?.replace("%", `${count}`) ?? `${count} × ${consequence.summary}`;
}

export function shortPhrase(consequence: Consequence): string {
  const [inTable] = phraseOf(consequence) ?? [];
  return inTable === undefined ? consequence.summary : `${consequence.possible ? "possibly: " : ""}${inTable}`;
}

/** Returns true if something is paid for from then on. */
export function isPaid({ id, possible }: Consequence): boolean {
  return id === "workspace-made" && !possible;
}

const signs = { destroys: "⛔", opens: "⚠️", offline: "⏸️", risks: "⚠️", care: "ℹ️" } as const;

export function signOf({ severity }: Consequence): string {
  return signs[severity];
}

/** The description of a setting: the name that people use, unless they call it by its argument, and the unit of its values. */
export function settingOf(kind: string, path: readonly string[]) {
  const { shortName, unit } = fieldsAlong(argumentsOf(kind), path).at(-1) ?? {};
  return { shortName, unit };
}
