/** Messages for an object that a program declares twice. Pure. */

export function secondDeclarationText(kind: string, name: string, other: string, ids: Readonly<Record<string, unknown>>): string {
  const object = Object.entries(ids).map(([id, value]) => `${id} ${JSON.stringify(value)}`);
  return `${kind} "${name}" declares what ${kind} "${other}" declares already (${object.join(", ")}): keep one of the two, with all the arguments`;
}

export function otherKindText(kind: string, other: string, id: string): string {
  return `the ${kind} declares ${JSON.stringify(id)}, which a ${other} of the program declares already: keep one of the two, with all the arguments`;
}
