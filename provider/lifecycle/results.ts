import type { Properties } from "../reconcile/notes";

/** The results that a lifecycle returns to its door. */

/** The difference between the state and the program. */
export interface StateDiff {
  /** The arguments whose meaning differs. */
  readonly changed: readonly string[];
  /** Those of them that need another object. */
  readonly replaces: readonly string[];
  /** True if an earlier request is still to be completed. */
  readonly pending: boolean;
  /** True if a replacement must delete the old object first. */
  readonly deletesFirst: boolean;
}

/** A resource as the service shows it. */
export interface ReadState {
  readonly id: string;
  readonly state: Properties;
  /** The arguments alone. */
  readonly inputs: Properties;
}
