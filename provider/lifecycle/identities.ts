/** A resource of the state, as this process has met it. */
export interface Met {
  /** The key of the object that it declares; undefined if it names none. */
  readonly object?: string | undefined;
  /** True if graphplane made the object. */
  readonly made: boolean;
  /** True if the state protects the object. */
  readonly isProtected: boolean;
  /** Its policy on removal. */
  readonly deletionPolicy?: unknown;
}

/**
 * The resources of the state that this process has met, by URN: in a check with old inputs, a comparison, or a read that found the object.
 * The engine checks a replacement as a new resource, whoever chose it; only that tells the two apart.
 */
export class Identities {
  private readonly met = new Map<string, Met>();
  /** The later URN of a resource that was renamed by an alias: its state keeps the earlier one until an update. */
  private readonly renamed = new Map<string, string>();
  /** The objects that replacements take over, with the URN of the resource. */
  private readonly takenOver = new Map<string, string>();

  /** Notes a resource of the state. */
  add(urn: string | undefined, met: Met): void {
    if (urn !== undefined) this.met.set(urn, { ...met, made: met.made || this.met.get(urn)?.made === true });
  }

  /** Notes that a resource has another URN now. */
  rename(from: string | undefined, to: string | undefined): void {
    if (from === undefined || to === undefined || from === to) return;
    this.renamed.set(from, to);
    const met = this.met.get(from);
    this.met.delete(from);
    if (met !== undefined) this.met.set(to, met);
  }

  /** Notes that a read showed the object to be gone: what has its URN next is new. */
  forget(urn: string | undefined): void {
    if (urn !== undefined) this.met.delete(urn);
  }

  /** The resource that a new one of the same URN replaces; undefined if it replaces none. */
  replacedBy(urn: string | undefined): Met | undefined {
    return urn === undefined ? undefined : this.met.get(urn);
  }

  /** Notes that the replacement of a resource is the same object. */
  takeOver(urn: string, object: string): void {
    this.takenOver.set(object, urn);
  }

  /** Returns true if the object is taken over by the replacement of the resource. */
  isTakenOver(urn: string | undefined, object: string | undefined): boolean {
    const owner = object === undefined ? undefined : this.takenOver.get(object);
    return owner !== undefined && urn !== undefined && [urn, this.renamed.get(urn)].includes(owner);
  }
}
