import type { ConsequenceRow } from "./consequences";
import type { AnnouncedRequest } from "./lines";

/** Inputs or outputs of a resource as a preview shows them: a secret value is `secretText`, one that is not known yet a marker. */
export type ShownValues = Readonly<Record<string, unknown>>;

/** The facts about a running object that its price depends on. */
export interface CostFactors {
  /** Undefined if it is neither declared nor shown, or not known yet. */
  readonly size?: string | undefined;
  /** Arguments of these facts whose values are secret, or known only during the update. */
  readonly unknown: readonly string[];
  readonly highAvailability: boolean;
  /** The identifiers of the enabled add-ons, sorted. */
  readonly addons: readonly string[];
  readonly paused: boolean;
  /** Undefined or 0 if it never stops by itself. */
  readonly autoStopMinutes?: number | undefined;
}

/** The facts about a kind of resource that `graphplane review` uses: a part of its description, which loads neither the client nor an engine. */
export interface ReviewFacts {
  /** True if a declaration adopts an existing object. */
  readonly adopts: boolean;
  /** True if a preview compares declared values with live ones, so that those it does not announce are equal. */
  readonly compares: boolean;
  /** Arguments that never reach the service: a change of these alone sends nothing. */
  readonly localArguments: readonly string[];
  /** Arguments that are sent as one value: an update removes live keys inside them that are not declared. */
  readonly wholeArguments?: readonly string[];
  /** Arguments without which a preview cannot name the object to read, by default its identity. */
  readonly addressedBy: readonly string[];
  /** Arguments whose change needs another object. */
  readonly replaceOnChanges: readonly string[];
  /** The parts that the service never shows, in a few words. */
  readonly neverShown?: string;
  /** The classes of the effects that a change of an argument has, such as `offline`; `none`, or `not documented`. */
  effectsOf(path: readonly string[]): readonly string[];
  /** The consequences of its requests. */
  readonly consequences: readonly ConsequenceRow[];
  /** True if no two resources have one address: a replacement that keeps its address keeps the object, and deletes nothing. */
  readonly isUnique?: boolean;
  /** True if each creation and update is a run, of which nothing is left to read. */
  readonly runs?: true;
  /** True if nothing is deleted unless the state's `deletionPolicy` names another policy than `protect`. */
  readonly protects?: boolean;
  /** True if a deletion without a policy deletes what graphplane made. */
  readonly deletesMade?: boolean;
  /** The kind of object that resources of several kinds manage: no two of them may manage the same one. */
  readonly manages?: string;
  /** The object's name in lines. */
  address(inputs: ShownValues): string;
  /** The object for a headline: words, each with its value. */
  subject(inputs: ShownValues, outputs: ShownValues): readonly (readonly [string, unknown])[];
  /** The facts that its price depends on, by its arguments; absent for a kind that costs nothing by itself. */
  costFactors?(values: ShownValues): CostFactors;
  /** The addresses of the object, each of which shows that another kind manages it too; by default the address alone. */
  addresses(inputs: ShownValues, outputs: ShownValues): readonly string[];
  /** The request of its deletion by each policy that sends one, the gravest first. */
  readonly deletions?: Readonly<Record<string, (inputs: ShownValues, outputs: ShownValues) => AnnouncedRequest>>;
}
