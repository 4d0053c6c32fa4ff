import type { Consequence } from "../../provider/announce/consequences";
import { fieldsAlong } from "../../provider/describe/effects";
import { argumentsOf } from "../../provider/registry";

/** The words of a verdict for consequences: of one object, of many, and in a table. */
interface Phrase {
  readonly one: (name: string) => string;
  readonly many: (count: number) => string;
  readonly short: string;
}

const deletion = (what: string, one: string, many: string, short: string): Phrase => ({
  one: (name) => `Deletes ${what} ${name}${one}`,
  many: (count) => `Deletes ${count} ${what}s${many}`,
  short,
});
const dataLost = deletion("workspace", " and its data", " and their data", "data lost for good");
const policy = (what: string): Phrase => ({
  one: (name) => `${name}: a later removal deletes the ${what}`,
  many: (count) => `A later removal deletes ${count} ${what}s`,
  short: "a later removal deletes it",
});

const openToAll: Phrase = {
  one: (name) => `Range ${name} admits every address`,
  many: (count) => `${count} ranges admit every address`,
  short: "open to every address",
};

const phrases: Readonly<Record<string, Phrase>> = {
  "workspace-deleted": dataLost,
  "workspace-with-contents-deleted": dataLost,
  "workgroup-deleted": deletion("workgroup", "", "", "lost for good"),
  "user-deleted": deletion("user", "", "", "log-in lost"),
  "configuration-deleted": deletion("configuration", "", "", "lost for good"),
  resized: {
    one: (name) => `${name} goes offline ≈2 min`,
    many: (count) => `${count} workspaces go offline ≈2 min each`,
    short: "≈2 min offline",
  },
  paused: {
    one: (name) => `${name} is paused, which stops queries`,
    many: (count) => `${count} workspaces are paused, which stops queries`,
    short: "paused, stops queries",
  },
  refreshed: {
    one: (name) => `${name} is refreshed, offline meanwhile`,
    many: (count) => `${count} workspaces are refreshed, offline meanwhile`,
    short: "offline meanwhile",
  },
  "workspace-made": {
    one: (name) => `New workspace ${name} costs money`,
    many: (count) => `${count} new workspaces cost money`,
    short: "costs money",
  },
  "configuration-shared": {
    one: (name) => `Configuration ${name} changes, which affects every workspace`,
    many: (count) => `${count} configurations change, which affects every workspace`,
    short: "affects every workspace",
  },
  "configuration-made": {
    one: (name) => `New configuration ${name} affects every workspace`,
    many: (count) => `${count} new configurations affect every workspace`,
    short: "affects every workspace",
  },
  "user-made": { one: (name) => `User ${name} can log in`, many: (count) => `${count} new users can log in`, short: "new log-in" },
  "not-enforced": {
    one: (name) => `Every address can reach ${name}`,
    many: (count) => `Every address can reach ${count} workgroups`,
    short: "open to every address",
  },
  "open-to-all-0.0.0.0/0": openToAll,
  "open-to-all-::/0": openToAll,
  "range-added": {
    one: (name) => `Range ${name} is admitted`,
    many: (count) => `${count} ranges are admitted`,
    short: "newly admitted",
  },
  "range-removed": {
    one: (name) => `Range ${name} is no longer admitted`,
    many: (count) => `${count} ranges are no longer admitted`,
    short: "no longer admitted",
  },
  "workspace-deletion-declared": policy("workspace"),
  "workgroup-deletion-declared": policy("workgroup"),
  "configuration-deletion-declared": policy("configuration"),
  "workgroup-made": other("cost not documented"),
  "schedule-resizes": other("offline at each resize"),
  "schedule-made": other("new schedule"),
  "schedule-changed": other("other times"),
  "schedule-deleted": other("no longer runs"),
  "backup-schedule": other("backups change"),
  "backups-paused": other("backups stop"),
  query: other("runs once"),
  version: other("version"),
  resumed: other("starts"),
  "no-auto-start": other("no longer starts on access"),
  password: other("password changes"),
  enforced: other("possible lock-out"),
  "lockout-allowed": other("possible lock-out"),
  "deletion-refused": other("refused"),
  "deleted-outside": other("deleted outside Pulumi"),
  "other-deleted": other("may lose data"),
  "other-replaced": other("may lose data"),
};

/** A consequence whose words are those of its resource, but in a table. */
function other(short: string): Phrase {
  return { one: () => "", many: () => "", short };
}

const phraseOf = ({ id }: Consequence): Phrase | undefined => (Object.hasOwn(phrases, id) ? phrases[id] : undefined);

/** A change that is only possible keeps the words of its consequence in a heading. */
const certainPhraseOf = (one: Consequence): Phrase | undefined => (one.possible ? undefined : phraseOf(one));

export function phraseOfOne(consequence: Consequence, name: string): string {
  return certainPhraseOf(consequence)?.one(name) || `${name}: ${consequence.inShort}`;
}

export function phraseOfMany(consequence: Consequence, count: number): string {
  return certainPhraseOf(consequence)?.many(count) || `${count} × ${consequence.inShort}`;
}

/** The few words of a table's cell, which may not squeeze the other columns. */
export function shortPhrase(consequence: Consequence): string {
  const short = phraseOf(consequence)?.short;
  return short === undefined ? consequence.inShort : `${consequence.possible ? "possibly: " : ""}${short}`;
}

/** Returns true if something is paid for from then on. */
export function isPaid({ id, possible }: Consequence): boolean {
  return id === "workspace-made" && !possible;
}

const signs = { destroys: "⛔", opens: "⚠️", offline: "⏸️", risks: "⚠️", care: "ℹ️" } as const;

export function signOf({ gravity }: Consequence): string {
  return signs[gravity];
}

/** The name that people use for a setting; undefined for one that they call by its argument. */
export function settingName(kind: string, path: readonly string[]): string | undefined {
  return fieldsAlong(argumentsOf(kind), path).at(-1)?.called;
}

/** The unit behind a setting's value, with a space; empty for a setting without one. */
export function unitOf(kind: string, path: readonly string[]): string {
  const { unit } = fieldsAlong(argumentsOf(kind), path).at(-1) ?? {};
  return unit === undefined ? "" : ` ${unit}`;
}
