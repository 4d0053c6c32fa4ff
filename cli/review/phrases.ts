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
  "user-made": { one: (name) => `User ${name} can log in`, many: (count) => `${count} new users can log in`, short: "new log-in" },
  "workspace-deletion-declared": policy("workspace"),
  "workgroup-deletion-declared": policy("workgroup"),
  "configuration-deletion-declared": policy("configuration"),
  version: other("version"),
  resumed: other("starts"),
  "no-auto-start": other("no longer starts on access"),
  password: other("password changes"),
  "not-enforced": other("access: list not enforced"),
  enforced: other("possible lock-out"),
  "lockout-allowed": other("possible lock-out"),
};

/** A consequence whose words are those of its resource, but in a table. */
function other(short: string): Phrase {
  return { one: () => "", many: () => "", short };
}

/** A change that is only possible keeps the words of its consequence. */
const phraseOf = ({ id, possible }: Consequence): Phrase | undefined => (Object.hasOwn(phrases, id) && !possible ? phrases[id] : undefined);

export function phraseOfOne(consequence: Consequence, name: string): string {
  return phraseOf(consequence)?.one(name) || `${name}: ${consequence.inShort}`;
}

export function phraseOfMany(consequence: Consequence, count: number): string {
  return phraseOf(consequence)?.many(count) || `${count} × ${consequence.inShort}`;
}

export function shortPhrase(consequence: Consequence): string {
  return phraseOf(consequence)?.short ?? consequence.inShort;
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
