import type { Consequence } from "../../provider/announce/consequences";
import { reviewFactsOf } from "../../provider/registry";

/** The words of a verdict for consequences: of one object, of many, and in a table. */
interface Phrase {
  readonly one: (name: string) => string;
  readonly many: (count: number) => string;
  readonly short: string;
  /** The argument that causes it; absent for what the whole action does. */
  readonly setting?: string;
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
  setting: "deletionPolicy",
});

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
    setting: "workspaceTypeName",
  },
  paused: {
    one: (name) => `${name} is paused, which stops queries`,
    many: (count) => `${count} workspaces are paused, which stops queries`,
    short: "paused, stops queries",
    setting: "pause",
  },
  refreshed: {
    one: (name) => `${name} is refreshed, offline meanwhile`,
    many: (count) => `${count} workspaces are refreshed, offline meanwhile`,
    short: "offline meanwhile",
  },
  "user-made": { one: (name) => `User ${name} can log in`, many: (count) => `${count} new users can log in`, short: "new log-in" },
  "workspace-deletion-declared": policy("workspace"),
  "workgroup-deletion-declared": policy("workgroup"),
  "configuration-deletion-declared": policy("configuration"),
  version: other("version", "desiredTgVersion"),
  resumed: other("starts", "pause"),
  "no-auto-start": other("no longer starts on access", "enableAutoStart"),
  password: other("password changes", "password"),
  "not-enforced": other("access: list not enforced", "enabled"),
  enforced: other("possible lock-out", "enabled"),
  "lockout-allowed": other("possible lock-out", "allowLockout"),
};

/** A consequence whose words are those of its resource; only its place in a table is known. */
function other(short: string, setting: string): Phrase {
  return { one: () => "", many: () => "", short, setting };
}

/** A change that is only possible keeps the words of its consequence. */
const phraseOf = ({ id, inShort }: Consequence): Phrase | undefined =>
  Object.hasOwn(phrases, id) && !inShort.startsWith("possibly ") ? phrases[id] : undefined;

export function phraseOfOne(consequence: Consequence, name: string): string {
  return phraseOf(consequence)?.one(name) || `${name}: ${consequence.inShort}`;
}

export function phraseOfMany(consequence: Consequence, count: number): string {
  return phraseOf(consequence)?.many(count) || `${count} × ${consequence.inShort}`;
}

export function shortPhrase(consequence: Consequence): string {
  return phraseOf(consequence)?.short ?? consequence.inShort;
}

/** The argument that causes a consequence. */
export function settingOf({ id }: Consequence): string | undefined {
  return Object.hasOwn(phrases, id) ? phrases[id]?.setting : undefined;
}

const signs = { destroys: "⛔", opens: "⚠️", offline: "⏸️", risks: "⚠️", care: "ℹ️" } as const;

export function signOf({ gravity }: Consequence): string {
  return signs[gravity];
}

/** The names that people use for settings; others have their argument's name. */
const settings: Readonly<Record<string, string>> = {
  workspaceTypeName: "size",
  autoStopMinutes: "auto-stop",
  enableHa: "high availability",
  desiredTgVersion: "version",
};

export function settingName(path: string): string | undefined {
  return Object.hasOwn(settings, path) ? settings[path] : undefined;
}

const units: Readonly<Record<string, string>> = { autoStopMinutes: " min" };

/** The unit behind a setting's value, with a space; empty for a setting without one. */
export function unitOf(path: string): string {
  return Object.hasOwn(units, path) ? (units[path] ?? "") : "";
}

/** Arguments whose change is known to interrupt nothing. */
const harmless = ["autoStopMinutes", "note"];

/** Returns true if a change of the argument is known to have no effect on the users of the service. */
export function isHarmless(kind: string, argument: string): boolean {
  return harmless.includes(argument) || reviewFactsOf(kind)?.localArguments.includes(argument) === true;
}
