import Big from "big.js";
import type { CostFactors } from "../../provider/announce/review-facts";
import { equals } from "../../provider/values/json";
import { count } from "../words";
import type { Change, ChangeCost, Cost, Price, PricePart, Review } from "./model";
import type { Prices } from "./prices";

/** The cost of changes, from a review and a team's prices: pure, in exact decimals. */

/** Hours of an average month. */
const hoursPerMonth = 730;

/** The review with the cost of each change and their sum. */
export function withCost(review: Review, prices: Prices, maxIncrease?: Big): Review {
  const changes = review.changes.map((change) => {
    const cost = costOf(change.running, prices);
    return cost === undefined ? change : { ...change, cost };
  });
  const costs = changes.flatMap(({ cost }) => cost ?? []);
  const known = costs.flatMap((cost) => ("perHour" in cost ? [cost.perHour] : []));
  const perHour = known.reduce((sum, one) => sum.plus(one), new Big(0));
  const perMonth = perHour.times(hoursPerMonth);
  const unknown = costs.length - known.length;
  const limit =
    maxIncrease && ({ perMonth: maxIncrease, exceeded: perMonth.gt(maxIncrease) ? "yes" : unknown > 0 ? "unknown" : "no" } as const);
  return {
    ...review,
    changes,
    cost: { currency: prices.currency, perHour, perMonth, known: known.length, unknown, ...(limit && { limit }) },
  };
}

/** The cost of a change; undefined if nothing changes that a price depends on. */
export function costOf(running: Change["running"], prices: Prices): ChangeCost | undefined {
  if (running === undefined) return undefined;
  const before = running.before && priceOf(running.before, prices);
  const after = running.after && priceOf(running.after, prices);
  // When it stops by itself matters only beside a price.
  const isStopAlone = isSameBut(running, "autoStopMinutes");
  if (before !== undefined && "reason" in before) return isStopAlone ? undefined : before;
  if (after !== undefined && "reason" in after) return isStopAlone ? undefined : after;
  const perHour = (after?.amount ?? new Big(0)).minus(before?.amount ?? 0);
  const autoStopMinutes = running.after?.autoStopMinutes;
  return {
    currency: prices.currency,
    before,
    after,
    perHour,
    ...(autoStopMinutes !== undefined && autoStopMinutes > 0 && { autoStopMinutes }),
  };
}

/** Returns true if nothing but one fact differs. */
function isSameBut({ before, after }: NonNullable<Change["running"]>, name: keyof CostFactors): boolean {
  return before !== undefined && after !== undefined && equals({ ...before, [name]: 0 }, { ...after, [name]: 0 });
}

/** The price of an hour, or why it is not known. */
function priceOf(
  { size, unknown: all, paused, highAvailability: isHighlyAvailable, addons: enabled }: CostFactors,
  { sizes, highAvailability, addons = {} }: Prices,
): Price | Extract<ChangeCost, { readonly reason: string }> {
  const unknown = all.filter((name) => name !== "addons" || Object.keys(addons).length > 0);
  if (unknown.length > 0)
    return { reason: `${unknown.join(", ")} ${unknown.length === 1 ? "is" : "are"} secret, or known only during the update` };
  if (paused) return { amount: new Big(0), parts: [{ what: "paused" }] };
  if (size === undefined) return { reason: "its size is neither declared nor shown" };
  const base = Object.hasOwn(sizes, size) ? sizes[size] : undefined;
  if (base === undefined) return { reason: "there is no price for the size", size };
  const forSize = highAvailability instanceof Big ? highAvailability : highAvailability && getOwn(highAvailability, size);
  if (isHighlyAvailable && forSize === undefined) return { reason: "there is no factor for high availability of the size", size };
  const factors = [
    { part: { what: "high availability" }, factor: isHighlyAvailable ? forSize : undefined },
    ...enabled.map((id) => ({ part: { what: "add-on", name: id }, factor: getOwn(addons, id) })),
  ];
  const applied = factors.flatMap(({ part, factor }) =>
    factor === undefined ? [] : [{ part: { ...part, value: factor.toFixed() }, factor }],
  );
  return {
    amount: applied.reduce((product, { factor }) => product.times(factor), base),
    parts: [{ what: "size", name: size, value: formatAmount(base) }, ...applied.map(({ part }) => part)],
  };
}

function getOwn<Value>(values: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(values, key) ? values[key] : undefined;
}

/** At least two decimals, and all that the amount has: `2.00`, `0.125`. */
export function formatAmount(amount: Big): string {
  return amount.toFixed(Math.max(2, amount.toFixed().split(".")[1]?.length ?? 0));
}

/** `+1.00`, `−0.25`, `±0.00` */
export function formatDifference(amount: Big): string {
  return `${signOf(amount)}${formatAmount(amount.abs())}`;
}

/** The amount of a month, in whole units from 10 on: `+1,351`, `−7.30`. */
export function formatMonth(amount: Big): string {
  const digits = amount.abs().toFixed(amount.abs().gte(10) ? 0 : 2);
  return `${signOf(amount)}${digits.replace(/\B(?=(\d{3})+$)/g, ",")}`;
}

function signOf(amount: Big): string {
  return amount.eq(0) ? "±" : amount.gt(0) ? "+" : "−";
}

/** `+1.00 USD per hour (about +730 USD a month if it never stops)`; undefined if no change has a cost. */
export function sumText({ currency, perHour, perMonth, known, unknown }: Cost): string | undefined {
  if (known + unknown === 0) return undefined;
  const month = perHour.eq(0) ? "" : ` (about ${formatMonth(perMonth)} ${currency} a month if it never stops)`;
  const sum = `${formatDifference(perHour)} ${currency} per hour${month}`;
  if (unknown === 0) return sum;
  const missing = `${count(unknown, "change")} of unknown cost`;
  return known === 0 ? missing : `${sum} and ${missing}`;
}

/** `+1.00 USD per hour: from 1.00 (size TG-0 1.00) to 2.00 (size TG-1 2.00); less while it is stopped`; `name` escapes what others wrote. */
export function costText(cost: ChangeCost, name = (text: string) => text): string {
  if ("reason" in cost) return `cost not known: ${cost.reason}${cost.size === undefined ? "" : ` ${name(cost.size)}`}`;
  const { currency, before, after, perHour, autoStopMinutes } = cost;
  const partText = (part: PricePart) =>
    [part.what, ...(part.name === undefined ? [] : [name(part.name)]), ...(part.value === undefined ? [] : [part.value])].join(" ");
  const text = (price: Price | undefined) =>
    price === undefined ? "nothing" : `${formatAmount(price.amount)} (${price.parts.map(partText).join(" × ")})`;
  const isFree = after === undefined || after.amount.eq(0);
  const stops = autoStopMinutes === undefined || isFree ? "" : `; less while it is stopped, after ${autoStopMinutes} minutes without use`;
  return `${formatDifference(perHour)} ${currency} per hour: from ${text(before)} to ${text(after)}${stops}`;
}

/** Why the limit of the increase is not kept; undefined if it is kept, or if there is none. */
export function limitText({ currency, perMonth, unknown, limit }: Cost): string | undefined {
  if (limit === undefined || limit.exceeded === "no") return undefined;
  const most = `--max-increase allows ${formatAmount(limit.perMonth)} ${currency} a month`;
  if (limit.exceeded === "yes") return `The changes cost about ${formatMonth(perMonth)} ${currency} a month; ${most}.`;
  return `${most}, and the cost of ${count(unknown, "change")} is not known.`;
}
