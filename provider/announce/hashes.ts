import { hashOf } from "../../client/http/approved-request";
import { canonicalJson, isObject, parseJson } from "../values/json";
import { isUnknown } from "../values/unknowns";
import { escapeForEngine, longestShown } from "./lines";

/** The line of a preview that says, as keyed hashes, what no other line shows: by it an approval knows the arguments again. */

/** The environment variable with the key. A preview whose requests are to be approved gets it. */
export const approvalKeyVariable = "GRAPHPLANE_APPROVAL_KEY";

/** Keyed hashes of a resource's arguments, by name. */
export interface Hashes {
  /** The resource's URN. */
  readonly resource: string;
  readonly hashes: Readonly<Record<string, string>>;
}

/** The hashes of the known arguments that are secret, or too long to be shown. */
export function hashesOf(key: string, args: object, isSecret: (argument: string) => boolean): Record<string, string> {
  const isHidden = (name: string, value: unknown) => isSecret(name) || canonicalJson(value).length > longestShown;
  const hidden = Object.entries(args).filter(([name, value]) => value !== undefined && !isUnknown(value) && isHidden(name, value));
  return Object.fromEntries(hidden.map(([name, value]) => [name, hashOf(key, value)]));
}

export function formatHashes(hashes: Hashes): string {
  return `graphplane: approval ${escapeForEngine(JSON.stringify(hashes), /[<\u007f-\uffff]/g)}`;
}

/** Reads the line; undefined for any other text. */
export function parseHashes(line: string): Hashes | undefined {
  const [, json = ""] = /^graphplane(?: \(\S+\))?: approval (\{.*)$/s.exec(line) ?? [];
  const parsed = parseJson(json);
  return isObject(parsed) && typeof parsed["resource"] === "string" && isObject(parsed["hashes"])
    ? { resource: parsed["resource"], hashes: parsed["hashes"] as Record<string, string> }
    : undefined;
}
