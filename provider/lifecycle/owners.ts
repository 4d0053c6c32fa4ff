/** The resources of the program that manage an object: a resource must not delete what another one manages now. */
export class Owners {
  private readonly byObject = new Map<string, Map<string, string>>();

  /** Notes that a resource of a kind manages an object: this process made it, or compared it with what the program declares. */
  add(object: string, owner: string, kind: string): void {
    this.byObject.set(object, new Map(this.byObject.get(object)).set(owner, kind));
  }

  remove(object: string, owner: string): void {
    this.byObject.get(object)?.delete(owner);
  }

  /** Returns true if a resource other than the given one manages the object; a state without an owner belongs to no resource of its own. */
  hasOther(object: string, owner: string): boolean {
    return [...(this.byObject.get(object)?.keys() ?? [])].some((other) => other !== owner);
  }

  /** The other kind of resource that manages the object; undefined if there is none. */
  otherKind(object: string, kind: string): string | undefined {
    return [...(this.byObject.get(object)?.values() ?? [])].find((other) => other !== kind);
  }
}
