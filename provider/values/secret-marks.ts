import { isObject } from "./json";
import { signatureKey } from "./assets";
import { isUnknown } from "./unknowns";

/** The engine's mark for secret values, in messages of either door. Pure. */

const secretSignature = "1b47061264138c4ac30d75fd1eb44270";

export function markSecret(value: unknown): unknown {
  return isObject(value) && isMarked(value) ? value : { [signatureKey]: secretSignature, value };
}

/** The value with the mark, if there is a value and it is known. */
export function markKnownSecret(value: unknown): unknown {
  return (value ?? undefined) === undefined || isUnknown(value) ? value : markSecret(value);
}

export function isMarked(value: Record<string, unknown>): boolean {
  return value[signatureKey] === secretSignature;
}
