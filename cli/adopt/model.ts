import type { AdoptFacts, Declared, NamedWorkgroup } from "../../provider/adopt/facts";

/** What is adopted: everything that the writers need, and nothing of where it came from. */
export interface Adopted {
  readonly workgroups: readonly NamedWorkgroup[];
  readonly kinds: readonly AdoptedKind[];
  /** Add-ons by identifier, for the constants that name them. */
  readonly addons: ReadonlyMap<string, string>;
}

/** The resources of a kind. */
export interface AdoptedKind {
  readonly kind: string;
  readonly facts: AdoptFacts;
  readonly declared: readonly Declared[];
}

/** Something that is not adopted. */
export interface Omission {
  readonly what: string;
  /** Where in it, if it is a part. */
  readonly place?: string;
  /** Why, and what can be done about it; never a value. */
  readonly why: string;
  /** True where it should be there and could not be read: the command then fails. */
  readonly failed: boolean;
}
