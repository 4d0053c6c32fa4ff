import { equals, getIn } from "../values/json";
import { type ShownRequest, secretText, segment } from "./message";
import { knownLater } from "../values/unknowns";
import { isNewer } from "../values/versions";

/** The effects of changes on the users of the service. Each resource lists its known effects. Pure. */

/**
 * The severities, from most to least severe: data is lost permanently; the service will probably refuse the request, which stops the update;
 * every address gains access; the workspace is offline for a while; data might be lost, or someone might gain or lose access, now or because
 * of a later change; something needs attention.
 */
export const severities = ["destroys", "fails", "opens", "offline", "risks", "care"] as const;

export interface Consequence {
  readonly id: string;
  readonly severity: (typeof severities)[number];
  /** A short text that fits in a narrow column: `login lost`. */
  readonly summary: string;
  /** The heading of a review for a single object, where `%` is its name, and for several objects, where `%` is their number. */
  readonly headline?: readonly [one: string, many: string];
  /** One or two sentences. */
  readonly description: string;
  /** True if the summary is sufficient, so that a review does not need a callout. */
  readonly isObvious?: true;
  /** True if the consequence depends on an unknown value. */
  readonly possible?: true;
  /** The documentation of the consequence, e.g. `docs/internals/api.md, section 10.14`, which is included in the JSON of a review. */
  readonly source: string;
}

export interface RequestCondition {
  readonly method: "POST" | "PUT" | "DELETE";
  /** The end of the path, for calls that have no body. */
  readonly pathEnd?: string;
  /** The field of the body that causes the consequence; undefined if the request itself causes it. */
  readonly field?: string;
  /** The value that causes the consequence; undefined if any value except an empty string does. */
  readonly value?: unknown;
  /** True if the consequence applies only if the live value of the field differs. */
  readonly differs?: true;
  /** The live field that contains a version. The consequence applies only if that version is newer than the value. */
  readonly olderThan?: string;
  /** The consequence applies only if the state contains all of these values. */
  readonly ifState?: Readonly<Record<string, unknown>>;
  /** The consequence does not apply if the state contains any of these values. */
  readonly unlessState?: Readonly<Record<string, unknown>>;
}

type RequestRow = Consequence & RequestCondition;

/** A consequence of newly declaring a value for an argument, even if the value is not sent. */
interface ArgumentRow extends Consequence {
  readonly argument: string;
  readonly value: unknown;
}

export type ConsequenceRow = RequestRow | ArgumentRow;

export function consequencesOf(
  rows: readonly ConsequenceRow[],
  request: ShownRequest,
  state: Readonly<Record<string, unknown>> = {},
): Consequence[] {
  const fields = new Map(typeof request.body === "object" && request.body !== null ? Object.entries(request.body) : []);
  const isLater = ({ pathEnd, field, olderThan }: RequestRow) =>
    field === undefined
      ? pathEnd !== undefined && [knownLater, secretText].some((hidden) => request.path.endsWith(segment(hidden)))
      : fields.get(field) === knownLater || (olderThan !== undefined && fields.get(field) === secretText);
  const applies = (row: RequestRow) => {
    const { method, pathEnd = "", field, value, differs, olderThan, ifState = {}, unlessState = {} } = row;
    const isInState = ([name, one]: [string, unknown]) => state[name] === one;
    if (!Object.entries(ifState).every(isInState) || Object.entries(unlessState).some(isInState)) return false;
    if (method !== request.method || (differs && getIn(request.was, [field ?? ""]) === undefined)) return false;
    if (isLater(row)) return true;
    if (field === undefined) return request.path.endsWith(pathEnd);
    if (olderThan !== undefined) return isNewer(String(getIn(request.was, [olderThan])), String(fields.get(field)));
    // A record that is sent as a whole contains unchanged values too.
    if (value !== undefined && getIn(request.was, [field]) === value) return false;
    return fields.has(field) && (value === undefined ? fields.get(field) !== "" : fields.get(field) === value);
  };
  return rows.flatMap((row) => {
    if (!("method" in row) || !applies(row)) return [];
    const consequence = pickConsequence(row);
    return [isLater(row) ? possibly(consequence) : consequence];
  });
}

export function possibly(one: Consequence): Consequence {
  if (one.possible) return one;
  return { ...one, possible: true, summary: `possibly ${one.summary}`, description: `Possibly: ${one.description}` };
}

export function consequencesOfDeclared(rows: readonly ConsequenceRow[], declared: Readonly<Record<string, unknown>>): Consequence[] {
  const applies = ({ argument, value }: ArgumentRow) => Object.hasOwn(declared, argument) && equals(declared[argument], value);
  return rows.filter((row) => "argument" in row && applies(row)).map(pickConsequence);
}

/** Returns the rank of a consequence; 0 is the most severe. A certain consequence ranks before a possible one of the same severity. */
export function severityOf({ severity, possible }: Pick<Consequence, "severity" | "possible">): number {
  return severities.indexOf(severity) + (possible ? 0.5 : 0);
}

/** Sorts by severity, most severe first; stable. */
export function sortBySeverity(all: readonly Consequence[]): Consequence[] {
  return all.toSorted((a, b) => severityOf(a) - severityOf(b));
}

/** Returns the consequence of a row, without its condition. */
export function pickConsequence({ id, severity, summary, headline, description, source, isObvious }: Consequence): Consequence {
  return { id, severity, summary, ...(headline && { headline }), description, source, ...(isObvious && { isObvious }) };
}
