import { madeKey } from "./notes";

/** The policy of a deletion: what graphplane made is deleted by default, what it adopted or imported is left in place. Pure. */

type Values = Readonly<Record<string, unknown>>;

/** The policy that applies to a state, or to the outputs that a preview shows. */
export function deletionPolicyOf(declared: Values, outputs: Values): unknown {
  return declared["deletionPolicy"] ?? (outputs[madeKey] === true ? "delete" : "retain");
}

/** Explains why a deletion leaves the object in place. */
export function whyRetained({ deletionPolicy }: Values): string {
  if (deletionPolicy !== undefined) return `deletionPolicy ${JSON.stringify(deletionPolicy)}`;
  return 'it was there before, so deletionPolicy is "retain" by default; "delete" deletes it';
}
