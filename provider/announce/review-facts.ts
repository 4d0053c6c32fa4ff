import type { ConsequenceRow } from "./consequences";
import { equals } from "../values/json";
import { type AnnouncedRequest, secretText, segment } from "./lines";

/** Inputs or outputs of a resource as a preview shows them: a secret value is {@link secretText}, one that is not known yet a marker. */
export type ShownValues = Readonly<Record<string, unknown>>;

/** One argument that changes, or a value inside it. */
export interface ChangedValue {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** A resource whose requests are asked for. */
export interface ShownResource {
  readonly inputs: ShownValues;
  readonly outputs: ShownValues;
  /** False for one that is created. */
  readonly exists: boolean;
}

/**
 * What `graphplane review` must know of a kind of resource. Each resource exports it from a module that loads neither the client nor
 * an engine, and builds its definition from the same parts. Pure.
 */
export interface ReviewFacts {
  /** Declaring one adopts what exists already. */
  readonly adopts: boolean;
  /** A preview compares what is declared with what is live, so that what it does not announce is as declared. */
  readonly compares: boolean;
  /** Arguments that say how to behave: a change of these alone sends nothing. */
  readonly localArguments: readonly string[];
  /** Arguments without which a preview knows no object to look at. */
  readonly addressedBy: readonly string[];
  /** What the service never shows of it, in a few words. */
  readonly neverShown?: string;
  /** What its requests mean. */
  readonly consequences: readonly ConsequenceRow[];
  /** True if no two resources have one address: a replacement that keeps its address keeps the object, and deletes nothing. */
  readonly isUnique?: boolean;
  /** What lines call it. */
  address(inputs: ShownValues): string;
  /** What it is, for a headline: words, each with its value. */
  subject(inputs: ShownValues, outputs: ShownValues): readonly (readonly [string, unknown])[];
  /** True for a request that makes or changes it as it is declared; `outputs` are empty for one that is made. */
  isOwnRequest(request: AnnouncedRequest, inputs: ShownValues, outputs: ShownValues): boolean;
  /** A body's values as the arguments that declare them. */
  argumentsOf(body: unknown, inputs: ShownValues): ShownValues;
  /** What changed arguments send, as far as that follows from what is declared; undefined where nothing does. */
  requestFor(changed: readonly ChangedValue[], resource: ShownResource): AnnouncedRequest | undefined;
  /** What its deletion sends; undefined where that is nothing. */
  deletionRequest?(inputs: ShownValues, outputs: ShownValues): AnnouncedRequest | undefined;
}

/** True for the path of the object of an identifier below another path; where the identifier is not known, for that of any object there. */
export function isPathOf(path: string, below: string, id: unknown): boolean {
  const isKnown = typeof id === "string" && id !== "" && id !== secretText;
  return isKnown ? path === `${below}/${segment(id)}` : path.startsWith(`${below}/`);
}

/** True where a declared value is what a body holds, as far as both may be seen. */
export function agrees(declared: unknown, sent: unknown): boolean {
  return declared !== undefined && (declared === secretText || sent === secretText || equals(declared, sent));
}
