import { hashOf } from "../../client/http/approved-request";
import { canonicalJson } from "../values/json";
import { isUnknown } from "../values/unknowns";
import { longestShown } from "./lines";

/** Keyed hashes of the arguments that no request shows: by them an approval knows the arguments again. */

/** The environment variable with the key. A preview whose requests are to be approved gets it. */
export const approvalKeyVariable = "GRAPHPLANE_APPROVAL_KEY";

/** The hashes of the known arguments that are secret, or too long to be shown. */
export function hashesOf(key: string, args: object, isSecret: (argument: string) => boolean): Record<string, string> {
  const isHidden = (name: string, value: unknown) => isSecret(name) || canonicalJson(value).length > longestShown;
  const hidden = Object.entries(args).filter(([name, value]) => value !== undefined && !isUnknown(value) && isHidden(name, value));
  return Object.fromEntries(hidden.map(([name, value]) => [name, hashOf(key, value)]));
}
