/** Computes the time at which a one-time schedule runs. The formats of its date and time are undocumented, so strings that cannot be parsed are ignored. Pure. */

interface Texts {
  readonly date?: unknown;
  readonly time?: unknown;
  readonly timeZone?: unknown;
}

interface Moment {
  /** Milliseconds since the epoch. If the time or its zone cannot be parsed, the latest possible time. */
  readonly at: number;
  /** False if the clocks of the zone skip this time on that day. */
  readonly exists: boolean;
}

const hour = 3_600_000;
const day = 24 * hour;

/** Parses a date, a time of day and a time zone; undefined if the date cannot be parsed. */
export function momentOf({ date, time, timeZone }: Texts): Moment | undefined {
  const midnight = midnightOf(date);
  if (midnight === undefined) return undefined;
  const sinceMidnight = timeOf(time);
  const local = sinceMidnight === undefined ? undefined : clockOf(timeZone);
  // The zone in which the day ends last is twelve hours behind UTC.
  if (sinceMidnight === undefined || local === undefined) return { at: midnight + day + day / 2, exists: true };
  const wanted = midnight + sinceMidnight;
  // Uses the offsets of the zone on the day before and the day after, because clocks change at most once in between.
  const candidates = [-day, day].map((shift) => wanted - (local(wanted + shift) - (wanted + shift)));
  const matching = candidates.filter((at) => local(at) === wanted);
  return { at: Math.max(...(matching.length > 0 ? matching : candidates)), exists: matching.length > 0 };
}

function midnightOf(date: unknown): number | undefined {
  if (typeof date !== "string" || !/\d{4}/.test(date)) return undefined;
  const [, ...iso] = /^(\d{4})-(\d{2})-(\d{2})/.exec(date.trim()) ?? [];
  const read = new Date(date);
  const [year = NaN, month = NaN, dayOfMonth = NaN] =
    iso.length > 0 ? iso.map(Number) : [read.getFullYear(), read.getMonth() + 1, read.getDate()];
  const midnight = Date.UTC(year, month - 1, dayOfMonth);
  return Number.isNaN(midnight) ? undefined : midnight;
}

/** Milliseconds since midnight. */
function timeOf(time: unknown): number | undefined {
  const [, hours, minutes, half] = /^(\d{1,2}):(\d{2})(?::\d{2})?\s*(?:([ap])\.?m\.?)?$/i.exec(String(time).trim()) ?? [];
  if (hours === undefined) return undefined;
  const ofDay = half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  return ofDay < 24 && Number(minutes) < 60 ? ofDay * hour + Number(minutes) * 60_000 : undefined;
}

/** Returns a function that converts a time to local time, expressed in milliseconds as if it were UTC. Undefined for a zone that this machine does not know. */
function clockOf(timeZone: unknown): ((at: number) => number) | undefined {
  if (typeof timeZone !== "string" || timeZone === "") return undefined;
  const parts = ["year", "month", "day", "hour", "minute", "second"] as const;
  try {
    const format = new Intl.DateTimeFormat("en", {
      timeZone,
      hourCycle: "h23",
      ...Object.fromEntries(parts.map((part) => [part, "numeric"])),
    });
    return (at) => {
      const shown = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
      const [year = 0, month = 1, ...rest] = parts.map((part) => shown.get(part) ?? 0);
      return Date.UTC(year, month - 1, ...rest);
    };
  } catch {
    return undefined;
  }
}
