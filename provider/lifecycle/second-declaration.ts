/** Messages for an object that a program declares twice. Pure. */

/** The message that refuses the second of two resources for one object. */
export function secondDeclarationText(kind: string, name: string, other: string, ids: Readonly<Record<string, unknown>>): string {
  const object = Object.entries(ids).map(([id, value]) => `${id} ${JSON.stringify(value)}`);
  return `${kind} "${name}" declares what ${kind} "${other}" declares already (${object.join(", ")}): keep one of the two, with all the arguments`;
}

/** A resource's name in the program: what follows the type in its URN. */
export function resourceName(urn: string): string {
  return urn.split("::").slice(3).join("::");
}
