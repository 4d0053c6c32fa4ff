import { canonicalJson } from "../../provider/values/json";
import { costText } from "./cost";
import type { Change } from "./model";
import { groupBy } from "./values";
import { isLong } from "./words";

/** The number of equal changes from which on they share a table. */
const fewest = 3;

/** The changes in their order, with equal ones of many resources together at the place of the first. */
export function groupEqual(changes: readonly Change[]): (readonly [Change, ...Change[]])[] {
  const groups = groupBy(changes, (change, index) => sameness(change) ?? index);
  return groups.flatMap((group) => (group.length < fewest ? group.map((change) => [change] as const) : [group]));
}

/** Equal for changes that do the same to different objects; undefined for one that has something of its own to say. */
function sameness({ ours, kind, action, fields, alreadySo, requests, consequences, ...own }: Change): string | undefined {
  if (
    !ours ||
    action === "may change" ||
    own.unannounced ||
    own.goesOn ||
    own.requestsUnknown !== undefined ||
    own.remarks.length > 0 ||
    own.replaced
  )
    return undefined;
  return canonicalJson([
    kind,
    action,
    own.stillDeclared,
    own.deletedWith ?? "",
    own.cost === undefined ? "" : costText(own.cost),
    alreadySo,
    fields.map(({ path, before, live, after }) => [path, after, isLong(before) || isLong(live) ? [before, live] : []]),
    requests.map(({ method, body, later }) => [method, body ?? null, later]),
    consequences.map(({ id }) => id),
  ]);
}
