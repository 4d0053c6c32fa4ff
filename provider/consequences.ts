/** What a request to the service means for those who use it. Each resource lists its own facts; what is not known has no row. Pure. */

/** How grave a consequence is: something is lost for good, the workspace does not answer for a while, or someone must see to something. */
export type Gravity = "destroys" | "offline" | "care";

/** From the gravest to the least grave. */
export const gravities: readonly Gravity[] = ["destroys", "offline", "care"];

/** One fact. */
export interface Consequence {
  readonly id: string;
  readonly gravity: Gravity;
  /** A few words for a first line: `a workspace is deleted`. */
  readonly inShort: string;
  /** One or two sentences. */
  readonly says: string;
  /** Where it is known from, e.g. `docs/api.md, section 10.14`; users see it in the JSON of a review. */
  readonly source: string;
}

/** The requests of a resource that have a consequence. */
export interface ConsequenceRow extends Consequence {
  readonly method: "POST" | "PUT" | "DELETE";
  /** The field of the body that carries it; without one the request itself does. */
  readonly field?: string;
  /** The field's value; without one, any. */
  readonly value?: unknown;
}

/** What a request of a resource means, in the order of the resource's rows. */
export function consequencesOf(
  rows: readonly ConsequenceRow[],
  request: { readonly method: string; readonly body?: unknown },
): Consequence[] {
  const fields = new Map(typeof request.body === "object" && request.body !== null ? Object.entries(request.body) : []);
  return rows
    .filter(({ method }) => method === request.method)
    .filter(({ field, value }) => field === undefined || (fields.has(field) && (value === undefined || fields.get(field) === value)))
    .map(({ id, gravity, inShort, says, source }) => ({ id, gravity, inShort, says, source }));
}

/** The gravest first; equally grave ones stay in their order. */
export function sortByGravity(all: readonly Consequence[]): Consequence[] {
  return all.toSorted((a, b) => gravities.indexOf(a.gravity) - gravities.indexOf(b.gravity));
}
