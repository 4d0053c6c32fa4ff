import { canonicalJson } from "../../provider/values/json";
import { costText } from "./cost";
import type { Change } from "./model";
import { isLong } from "./words";

/** From how many equal changes on they are shown in one table. */
const fewest = 3;

/** The changes in their order; equal ones of many resources together, where the first of them stands. */
export function groupEqual(changes: readonly Change[]): (readonly Change[])[] {
  return groupBy(changes, (change, index) => sameness(change) ?? index).flatMap((group) =>
    group.length < fewest ? group.map((change) => [change]) : [group],
  );
}

/** The items in their order, those with equal keys together. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T, index: number) => unknown): T[][] {
  const groups = new Map<string, T[]>();
  items.forEach((item, index) => {
    const key = JSON.stringify(keyOf(item, index));
    groups.set(key, [...(groups.get(key) ?? []), item]);
  });
  return [...groups.values()];
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
