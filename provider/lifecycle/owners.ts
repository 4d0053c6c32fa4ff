/** The resources of the program that manage an object: a resource must not delete what another one manages now. */
export class Owners {
  private readonly byObject = new Map<string, Set<string>>();

  /** Notes that a resource manages an object: this process made it, or compared it with what the program declares. */
  add(object: string, owner: string): void {
    this.byObject.set(object, new Set(this.byObject.get(object)).add(owner));
  }

  remove(object: string, owner: string): void {
    this.byObject.get(object)?.delete(owner);
  }

  /** Returns true if a resource other than the given one manages the object; a state without an owner is no resource of its own. */
  hasOther(object: string, owner: string): boolean {
    return [...(this.byObject.get(object) ?? [])].some((other) => other !== owner);
  }
}
