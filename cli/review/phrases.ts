import type { Consequence } from "../../provider/messages/consequences";
import { fieldsAlong } from "../../provider/describe/effects";
import { argumentsOf } from "../../provider/registry";

/**
 * A consequence in a table's cell, which may not squeeze the other columns, and in the heading of one object or of many, where `%` is the
 * name or the number. A heading without words of its own has those of the consequence.
 */
type Phrase = readonly [inTable: string, one?: string, many?: string];

const workspaceDeleted: Phrase = ["data lost permanently", "Deletes workspace % and its data", "Deletes % workspaces and their data"];
const openToAll: Phrase = ["open to any address", "Range % admits any address", "% ranges admit any address"];
const lossPossible: Phrase = ["may lose data"];
const lockoutPossible: Phrase = ["possible lockout"];

const phrases: Readonly<Record<string, Phrase>> = {
  "workspace-deleted": workspaceDeleted,
  "workgroup-deleted": ["lost permanently", "Deletes workgroup %", "Deletes % workgroups"],
  "user-deleted": ["login lost", "Deletes user %", "Deletes % users"],
  "configuration-deleted": ["lost permanently", "Deletes configuration %", "Deletes % configurations"],
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
  "user-made": ["new login", "User % can log in", "% new users can log in"],
  "user-recreated": ["can log in again", "User % can log in again", "% users can log in again"],
  "workspace-recreated": [
    "created again, empty",
    "% is created again, without its data",
    "% workspaces are created again, without their data",
  ],
  "database-without-writer": ["no new writer"],
  released: ["no longer managed", "% is no longer managed", "% objects are no longer managed"],
  "resize-refused": [
    "probably refused",
    "The service will probably refuse to resize %",
    "The service will probably refuse to resize % workspaces",
  ],
  "not-enforced": ["open to any address", "Any address can reach %", "Any address can reach % workgroups"],
  "open-to-all-0.0.0.0/0": openToAll,
  "open-to-all-::/0": openToAll,
  "range-added": ["newly admitted", "Range % is admitted", "% ranges are admitted"],
  "range-removed": ["no longer admitted", "Range % is no longer admitted", "% ranges are no longer admitted"],
  "workspace-deletion-declared": laterDeletion("workspace"),
  "workgroup-deletion-declared": laterDeletion("workgroup"),
  "configuration-deletion-declared": laterDeletion("configuration"),
  "workgroup-made": ["cost not documented"],
  "schedule-resizes": [
    "≈2 min offline at each run",
    "Schedule % takes its workspace offline ≈2 min at each run",
    "% schedules take their workspaces offline ≈2 min at each run",
  ],
  "schedule-recreated": ["runs again"],
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
  enforced: lockoutPossible,
  "lockout-allowed": lockoutPossible,
  "deletion-refused": ["refused"],
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

/** The consequences of which a row says everything. */
const plain: readonly string[] = [
  "user-made",
  "user-recreated",
  "workspace-recreated",
  "range-added",
  "range-removed",
  "schedule-deleted",
  "released",
];

/** Returns true if a callout is to say more than the row does. */
export function needsCallout({ id, severity }: Consequence): boolean {
  return ["fails", "opens", "risks"].includes(severity) && !plain.includes(id);
}

/** Returns true if something is paid for from then on. */
export function isPaid({ id, possible }: Consequence): boolean {
  return (id === "workspace-made" || id === "workspace-recreated") && !possible;
}

const signs = { destroys: "⛔", fails: "❌", opens: "⚠️", offline: "⏸️", risks: "⚠️", care: "ℹ️" } as const;

export function signOf({ severity }: Consequence): string {
  return signs[severity];
}

/** The description of a setting: the name that people use, unless they call it by its argument, and the unit of its values. */
export function settingOf(kind: string, path: readonly string[]) {
  const { shortName, unit } = fieldsAlong(argumentsOf(kind), path).at(-1) ?? {};
  return { shortName, unit };
}
