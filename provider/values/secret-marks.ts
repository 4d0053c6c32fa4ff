import { isObject } from "./json";
import { signatureKey } from "./assets";
import { isUnknown } from "./unknowns";

/** The engine's mark for secret values. Pure. */

const secretSignature = "1b47061264138c4ac30d75fd1eb44270";
const outputSignature = "d0e6a833031e9bbcd3f4e8bde6ca49a4";

export function markSecret(value: unknown): unknown {
  return isObject(value) && isMarked(value) ? value : { [signatureKey]: secretSignature, value };
}

/** Marks a value as secret, unless it is missing or unknown. */
export function markKnownSecret(value: unknown): unknown {
  return (value ?? undefined) === undefined || isUnknown(value) ? value : markSecret(value);
}

export function isMarked(value: Record<string, unknown>): boolean {
  return value[signatureKey] === secretSignature;
}

/** Returns true for a secret value, for a secret output, and for a value that contains either of these at any depth. */
export function hasSecret(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasSecret);
  if (!isObject(value)) return false;
  const isSecretOutput = value[signatureKey] === outputSignature && value["secret"] === true;
  return isSecretOutput || isMarked(value) || Object.values(value).some(hasSecret);
}
