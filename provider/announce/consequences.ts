import { equals, getIn } from "../values/json";
import { type AnnouncedRequest, segment } from "./lines";
import { knownLater } from "../values/unknowns";

/** Consequences of changes for the users of the service. Each resource lists its own; unknown ones have no row. Pure. */

/**
 * The gravity of a consequence: something is lost for good; someone gains access; the workspace does not respond for a while;
 * something may be lost or someone locked out, now or by a later change; or something needs attention.
 */
type Gravity = (typeof gravities)[number];

/** From the gravest to the least grave. */
export const gravities = ["destroys", "opens", "offline", "risks", "care"] as const;

/** One fact. */
export interface Consequence {
  readonly id: string;
  readonly gravity: Gravity;
  /** A few words for a first line: `a workspace is deleted`. */
  readonly inShort: string;
  /** One or two sentences. */
  readonly says: string;
  /** Its source, e.g. `docs/internals/api.md, section 10.14`; users see it in the JSON of a review. */
  readonly source: string;
}

/** A fact about a request of the resource. */
interface RequestRow extends Consequence {
  readonly method: "POST" | "PUT" | "DELETE";
  /** The end of the path, for a call without a body whose path says what it does. */
  readonly pathEnd?: string;
  /** The field of the body that carries it; without one the request itself does. */
  readonly field?: string;
  /** The field's value; without one, any but an empty string. */
  readonly value?: unknown;
  /** True if it applies only when the request's line shows that another value of the field is live. */
  readonly differs?: true;
}

/** A fact about an argument that is newly declared with a value, whether it is sent or not. */
interface ArgumentRow extends Consequence {
  readonly argument: string;
  readonly value: unknown;
}

export type ConsequenceRow = RequestRow | ArgumentRow;

/** The consequences of a request, in the order of the resource's rows. */
export function consequencesOf(rows: readonly ConsequenceRow[], request: AnnouncedRequest): Consequence[] {
  const fields = new Map(typeof request.body === "object" && request.body !== null ? Object.entries(request.body) : []);
  const applies = (row: RequestRow) => {
    const { method, pathEnd = "", field, value, differs } = row;
    if (method !== request.method || (differs && getIn(request.was, [field ?? ""]) === undefined)) return false;
    if (isLater(row)) return true;
    if (field === undefined) return request.path.endsWith(pathEnd);
    return fields.has(field) && (value === undefined ? fields.get(field) !== "" : fields.get(field) === value);
  };
  const isLater = ({ pathEnd, field }: RequestRow) =>
    field === undefined ? pathEnd !== undefined && request.path.endsWith(segment(knownLater)) : fields.get(field) === knownLater;
  const applying = rows.filter((row): row is RequestRow => "method" in row && applies(row));
  return applying.map((row) => (isLater(row) ? possibly(withoutCondition(row)) : withoutCondition(row)));
}

/** The same consequence of a value that is known only during the update. */
function possibly(one: Consequence): Consequence {
  return { ...one, inShort: `possibly ${one.inShort}`, says: `Possibly: ${one.says}` };
}

/** The consequences of arguments that are newly declared with these values. */
export function consequencesOfDeclared(rows: readonly ConsequenceRow[], declared: Readonly<Record<string, unknown>>): Consequence[] {
  const applies = ({ argument, value }: ArgumentRow) => Object.hasOwn(declared, argument) && equals(declared[argument], value);
  return rows.filter((row) => "argument" in row && applies(row)).map(withoutCondition);
}

/** The gravest first; equally grave ones stay in their order. */
export function sortByGravity(all: readonly Consequence[]): Consequence[] {
  return all.toSorted((a, b) => gravities.indexOf(a.gravity) - gravities.indexOf(b.gravity));
}

function withoutCondition({ id, gravity, inShort, says, source }: Consequence): Consequence {
  return { id, gravity, inShort, says, source };
}

/** A lock-out that the program allows, by a list or by one of its entries. */
export const lockoutAllowed: ArgumentRow = {
  id: "lockout-allowed",
  argument: "allowLockout",
  value: true,
  gravity: "risks",
  inShort: "a possible lock-out of the machine that runs the update",
  says: "`allowLockout: true` is declared: the update goes on even if it locks out the address that it runs from.",
  source: "docs/behaviour.md",
};
