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
