/** A resource of the program that manages an object. */
export interface Manager {
  readonly kind: string;
  readonly urn?: string | undefined;
  /** The arguments that name the object, as the program declares them. */
  readonly declared?: Readonly<Record<string, unknown>> | undefined;
  /** True until the update that the program asks for is done. */
  readonly isChanging?: boolean;
}

/** The resources of the program that manage an object: a resource must not delete what another one manages now. */
export class Owners {
  private readonly byObject = new Map<string, Map<string, Manager>>();
  private readonly claims = new Map<string, string>();

  /** Notes that a resource manages an object: this process made it, or compared it with what the program declares. */
  add(object: string, owner: string, manager: Manager): void {
    this.byObject.set(object, new Map(this.byObject.get(object)).set(owner, manager));
  }

  /** Notes that a new resource of a kind declares an object by its id. */
  claim(object: string, kind: string): void {
    if (!this.claims.has(object)) this.claims.set(object, kind);
  }

  remove(object: string, owner: string): void {
    this.byObject.get(object)?.delete(owner);
  }

  /** Returns true if a resource other than the given one manages the object; a state without an owner belongs to no resource of its own. */
  hasOther(object: string, owner: string): boolean {
    return [...(this.byObject.get(object)?.keys() ?? [])].some((other) => other !== owner);
  }

  /** The resource of another URN that manages the object; undefined if there is none. */
  managerOf(object: string, urn: string | undefined): Manager | undefined {
    return this.managers(object).find((manager) => manager.urn !== undefined && manager.urn !== urn);
  }

  /** The other kind of resource that manages or declares the object; undefined if there is none. */
  otherKind(object: string, kind: string): string | undefined {
    const kinds = [...this.managers(object).map((manager) => manager.kind), this.claims.get(object)];
    return kinds.find((other) => other !== undefined && other !== kind);
  }

  private managers(object: string): readonly Manager[] {
    return [...(this.byObject.get(object)?.values() ?? [])];
  }
}
