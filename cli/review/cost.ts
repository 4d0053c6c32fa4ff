import Big from "big.js";
import type { CostFactors, ShownValues } from "../../provider/describe/resource";
import { equals, isObject } from "../../provider/values/json";
import { count } from "../words";
import type { Prices } from "./inputs";
import { type Change, type ChangeCost, type Cost, hasDeletion, type Price, type PricePart } from "./model";
import type { Resource } from "./resources";
import { minutesOfWeek, type Timetable, type Timetables, type Week } from "./timetable";
import { withMarks } from "./values";

/** Calculates the cost of changes from a team's prices, with exact decimals. Pure. */

const hoursPerMonth = 730;

type Effect = Pick<Change, "action" | "requests"> & { readonly live: ShownValues };

interface Side {
  readonly factors: CostFactors;
  readonly week: Week;
}

export function costOf(resource: Resource, effect: Effect, prices: Prices, timetables: Timetables): ChangeCost | undefined {
  if (["keep live values", "import"].includes(effect.action)) return undefined;
  const week = timetables.of(resource);
  const sides = resource.facts?.isTimetableEntry === true ? sidesOfEntry(resource, week, timetables) : sidesOf(resource, effect, week);
  if (sides === undefined || equals(sides.old, sides.next)) return undefined;
  const { old, next } = sides;
  const before = old && averagePrice(old, prices);
  const after = next && averagePrice(next, prices);
  // The auto-stop time is relevant only if there is a price.
  const withoutAutoStop = (side: Side) => ({ ...side, factors: { ...side.factors, autoStopMinutes: 0 } });
  const onlyAutoStopChanged = old !== undefined && next !== undefined && equals(withoutAutoStop(old), withoutAutoStop(next));
  if (before !== undefined && "reason" in before) return onlyAutoStopChanged ? undefined : before;
  if (after !== undefined && "reason" in after) return onlyAutoStopChanged ? undefined : after;
  const perHour = (after?.amount ?? new Big(0)).minus(before?.amount ?? 0);
  const autoStopMinutes = next?.factors.autoStopMinutes ?? 0;
  return { currency: prices.currency, before, after, perHour, ...(autoStopMinutes > 0 && { autoStopMinutes }) };
}

interface Sides {
  readonly old: Side | undefined;
  readonly next: Side | undefined;
}

function sidesOf(resource: Resource, effect: Effect, { before, after }: Timetable): Sides | undefined {
  const { facts } = resource;
  if (facts?.costFactors === undefined) return undefined;
  const sideOf = (values: ShownValues | undefined, week: Week) =>
    values && facts.costFactors && { factors: facts.costFactors(withMarks(values)), week };
  return { old: sideOf(valuesBefore(resource, effect), before), next: sideOf(valuesAfter(resource, effect), after) };
}

/** Assigns the cost of a changed timetable to one of its entries, unless the workspace itself changes as well. */
function sidesOfEntry(entry: Resource, { before, after }: Timetable, timetables: Timetables): Sides | undefined {
  const { workspace, isCounted } = timetables.workspaceOf(entry);
  if (isCounted || before === "unreadable" || after === "unreadable") return undefined;
  const undeclared: CostFactors = { unknown: [], highAvailability: false, addons: [], paused: false };
  const factors = workspace?.facts?.costFactors?.(withMarks(workspace.inputs)) ?? undeclared;
  return { old: { factors, week: before }, next: { factors, week: after } };
}

/** Returns the values before a change; undefined if the object did not exist. */
function valuesBefore(resource: Resource, { action, requests, live }: Effect): ShownValues | undefined {
  const isMade = requests.some(({ method }) => method === "POST");
  const isLost = hasDeletion(requests);
  if (isMade && !isLost) return undefined;
  const isOther = !isLost && (action === "create" || action === "adopt" || action === "replace");
  return merged(isOther ? resource.inputs : resource.compared, live);
}

/** Returns the values after a change; undefined if the object no longer exists. */
function valuesAfter({ compared, inputs }: Resource, { action, requests, live }: Effect): ShownValues | undefined {
  if (action === "refused deletion") return compared;
  if (action === "delete") return undefined;
  if (action !== "stop managing") return merged(merged(compared, live), inputs);
  // If the object is left in place, a deletion can still pause it.
  return requests.some(({ method }) => method === "PUT") ? { ...compared, pause: true } : compared;
}

/** Merges changes into values. Undeclared add-ons keep their values. */
function merged(values: ShownValues, changes: ShownValues = {}): ShownValues {
  const { addons: all } = values;
  const { addons } = changes;
  return { ...values, ...changes, ...(isObject(all) && isObject(addons) && { addons: { ...all, ...addons } }) };
}

export function sumOf(costs: readonly ChangeCost[], { currency }: Prices, maxIncrease: Big | undefined): Cost {
  const known = costs.flatMap((cost) => ("perHour" in cost ? [cost] : []));
  const perHour = known.reduce((sum, one) => sum.plus(one.perHour), new Big(0));
  const before = known.reduce((sum, one) => sum.plus(one.before?.amount ?? 0), new Big(0));
  const perMonth = perHour.times(hoursPerMonth);
  const unknown = costs.length - known.length;
  const sum = { currency, perHour, perMonth, monthBefore: before.times(hoursPerMonth), known: known.length, unknown };
  if (maxIncrease === undefined) return sum;
  return { ...sum, limit: { perMonth: maxIncrease, exceeded: perMonth.gt(maxIncrease) ? "yes" : unknown > 0 ? "unknown" : "no" } };
}

type PriceOrReason = Price | Extract<ChangeCost, { readonly reason: string }>;

function averagePrice({ factors, week }: Side, prices: Prices): PriceOrReason {
  if (week === undefined || week === "unreadable" || factors.paused) return priceOf(factors, prices);
  const unknown = factors.unknown.filter((name) => name !== "workspaceTypeName");
  const sizes = week.map(([size, minutes]) => ({ minutes, price: priceOf({ ...factors, size, unknown }, prices) }));
  const known: { minutes: number; price: Price }[] = [];
  for (const { minutes, price } of sizes) {
    if ("reason" in price) return price;
    known.push({ minutes, price });
  }
  const total = known.reduce((sum, { minutes, price }) => sum.plus(price.amount.times(minutes)), new Big(0)).div(minutesOfWeek);
  const hoursOf = (minutes: number) => Math.round((minutes * hoursPerMonth) / minutesOfWeek);
  return {
    amount: known.length > 1 ? total.round(4) : total,
    parts: [],
    sizes: known.map(({ minutes, price: { parts } }) => ({ hours: hoursOf(minutes), parts })),
  };
}

/** Returns the hourly price, or the reason why it is unknown. */
function priceOf(
  { size, unknown: all, paused, highAvailability: isHighlyAvailable, addons: enabled }: CostFactors,
  { sizes, highAvailability, addons = {} }: Prices,
): PriceOrReason {
  const unknown = all.filter((name) => name !== "addons" || Object.keys(addons).length > 0);
  if (unknown.length > 0)
    return { reason: `${unknown.join(", ")} ${unknown.length === 1 ? "is" : "are"} secret, or known only during the update` };
  if (paused) return { amount: new Big(0), parts: [{ what: "paused" }] };
  if (size === undefined) return { reason: "its size is neither declared nor returned" };
  const base = Object.hasOwn(sizes, size) ? sizes[size] : undefined;
  if (base === undefined) return { reason: "no price for the size", size };
  const forSize = highAvailability instanceof Big ? highAvailability : highAvailability && getOwn(highAvailability, size);
  if (isHighlyAvailable && forSize === undefined) return { reason: "no high-availability factor for the size", size };
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

/** Formats an amount with at least two decimals, without rounding: `2.00`, `0.125`. */
const formatAmount = (amount: Big): string => amount.toFixed(Math.max(2, amount.toFixed().split(".")[1]?.length ?? 0));

/** Formats a difference: `+1.00`, `−0.25`, `±0.00`. */
const formatDifference = (amount: Big): string => `${signOf(amount)}${formatAmount(amount.abs())}`;

/** Formats a monthly amount. Amounts of 10 or more have no decimals: `+1,351`, `−7.30`. */
function formatMonth(amount: Big, sign = signOf(amount)): string {
  const digits = amount.abs().toFixed(amount.abs().gte(10) ? 0 : 2);
  return `${sign}${digits.replace(/\B(?=(\d{3})+$)/g, ",")}`;
}

const signOf = (amount: Big): string => (amount.eq(0) ? "±" : amount.gt(0) ? "+" : "−");

/** Returns `up to +1,351 USD/month`; undefined if no change has a cost. */
export function monthText({ currency, perMonth, known, unknown }: Cost): string | undefined {
  const missing = unknown === 0 ? [] : [`cost of ${count(unknown, "change")} unknown`];
  const sum = known === 0 ? [] : [`${perMonth.gt(0) ? "up to " : ""}${formatMonth(perMonth)} ${currency}/month`];
  return known + unknown === 0 ? undefined : [...sum, ...missing].join(", ");
}

/** Returns `Monthly cost of what changes: 730 → 2,081 USD, +1,351 USD (+185%), if nothing stops.`; undefined if no cost is known. */
export function totalText({ currency, perMonth, monthBefore, known, unknown }: Cost): string | undefined {
  if (known === 0) return undefined;
  const [before, after] = [monthBefore, monthBefore.plus(perMonth)].map((amount) => formatMonth(amount, ""));
  const percent = monthBefore.eq(0) ? "" : ` (${signOf(perMonth)}${perMonth.abs().div(monthBefore).times(100).toFixed(0)}%)`;
  const missing = unknown === 0 ? "" : ` The cost of ${count(unknown, "change")} is unknown.`;
  return `Monthly cost of what changes: ${before} → ${after} ${currency}, ${formatMonth(perMonth)} ${currency}${percent}, if nothing stops.${missing}`;
}

/** Returns the monthly cost of one change: `+730 USD/month`; undefined if unknown. */
export function rateText(cost: ChangeCost): string | undefined {
  return "reason" in cost ? undefined : `${formatMonth(cost.perHour.times(hoursPerMonth))} ${cost.currency}/month`;
}

/** Returns `+1.00 USD per hour: from 1.00 (size TG-0 1.00) to 2.00 (size TG-1 2.00); less while it is stopped`. `name` escapes user-chosen names. */
export function costText(cost: ChangeCost, name = (text: string) => text): string {
  if ("reason" in cost) return `cost unknown: ${cost.reason}${cost.size === undefined ? "" : ` ${name(cost.size)}`}`;
  const { currency, before, after, perHour, autoStopMinutes } = cost;
  const partText = (part: PricePart) =>
    [part.what, part.name && name(part.name), part.value].filter((word) => word !== undefined).join(" ");
  const partsText = (parts: readonly PricePart[]) => parts.map(partText).join(" × ");
  const sizeText = ({ hours, parts }: NonNullable<Price["sizes"]>[number]) => `${partsText(parts)} for ${hours} h a month`;
  const text = (price: Price | undefined) =>
    price === undefined
      ? "nothing"
      : `${formatAmount(price.amount)} (${price.sizes === undefined ? partsText(price.parts) : price.sizes.map(sizeText).join(", ")})`;
  const isFree = after === undefined || after.amount.eq(0);
  const stops = autoStopMinutes === undefined || isFree ? "" : `; less while it is stopped, after ${autoStopMinutes} idle minutes`;
  return `${formatDifference(perHour)} ${currency} per hour: from ${text(before)} to ${text(after)}${stops}`;
}

/** Explains that the increase exceeds the limit; undefined if it does not, or if there is no limit. */
export function limitText({ currency, perMonth, unknown, limit }: Cost): string | undefined {
  if (limit === undefined || limit.exceeded === "no") return undefined;
  const most = `--max-increase allows ${formatAmount(limit.perMonth)} ${currency} a month`;
  if (limit.exceeded === "yes") return `The changes cost about ${formatMonth(perMonth)} ${currency} a month; ${most}.`;
  return `${most}, and the cost of ${count(unknown, "change")} is unknown.`;
}
