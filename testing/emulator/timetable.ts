import { type ScheduleRecord, type WorkspaceRecord } from "./records";

/** Local times: a minute of the day on certain days, counted from 1970-01-01. */
export interface Plan {
  readonly zone: string;
  readonly minute: number;
  /** The first matching day on or after the given day. */
  readonly nextDay: (from: number) => number | undefined;
}

const minuteLength = 60_000;
const dayLength = 86_400_000;

/** Returns the plan of a timetable entry; undefined if its days or time cannot be parsed (API 2.9: formats are not documented). */
export function scheduledTimes({ repeat, repeat_on, date, time = "", timezone = "" }: ScheduleRecord): Plan | undefined {
  const [, hour, minute] = /^(\d{1,2}):(\d{2})(:00)?$/.exec(time) ?? [];
  if (hour === undefined || formatOf(timezone) === undefined) return undefined;
  const at = { zone: timezone, minute: Number(hour) * 60 + Number(minute) };
  if (date) {
    const only = Date.parse(date) / dayLength;
    return Number.isInteger(only) ? { ...at, nextDay: (from) => (from <= only ? only : undefined) } : undefined;
  }
  const isOn = daysOf(repeat, repeat_on);
  return isOn && { ...at, nextDay: (from) => firstDay(from, 7, isOn) };
}

const dayNames = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const weekdayOf = (day: number) => (day + 4) % 7;

function daysOf(repeat: string | undefined, repeatOn = ""): ((day: number) => boolean) | undefined {
  if (repeat === "daily") return () => true;
  if (repeat === "weekdays") return (day) => weekdayOf(day) % 6 !== 0;
  const named = repeatOn.toLowerCase();
  return repeat === "weekly" ? (day) => named.includes(dayNames[weekdayOf(day)] ?? "") : undefined;
}

/** Returns the start times of a workspace's maintenance window (API 10.10: day 0 is a Sunday); undefined if it has none. */
export function windowTimes(record: WorkspaceRecord): Plan | undefined {
  const { maintenance_window_day_of_week: weekday, maintenance_window_hour_of_day: hour } = record;
  const zone = record.maintenance_window_time_zone ?? "UTC";
  if (typeof weekday !== "number" || typeof hour !== "number" || formatOf(zone) === undefined) return undefined;
  const weeks = record.maintenance_window_interval_weeks ?? 1;
  const isOn = (day: number) => weekdayOf(day) === weekday && Math.floor(day / 7) % weeks === 0;
  return { zone, minute: hour * 60, nextDay: (from) => firstDay(from, 7 * weeks, isOn) };
}

function firstDay(from: number, days: number, isOn: (day: number) => boolean): number | undefined {
  for (let day = from; day <= from + days; day++) if (isOn(day)) return day;
  return undefined;
}

/** Returns the first time of a plan after the given time, in milliseconds since the epoch; infinity if there is none. */
export function nextTime({ zone, minute, nextDay }: Plan, after: number): number {
  const yesterday = Math.floor(wallClock(after, zone) / dayLength) - 1;
  for (let day = nextDay(yesterday); day !== undefined; day = nextDay(day + 1)) {
    const at = timeOf(day * dayLength + minute * minuteLength, zone);
    if (at > after) return at;
  }
  return Infinity;
}

/** Converts a local time to milliseconds since the epoch: the first of two, or, if skipped, shifted by the length of the gap. */
function timeOf(wall: number, zone: string): number {
  const [before = wall, after = wall] = [wall - dayLength, wall + dayLength].map((near) => wall + near - wallClock(near, zone));
  return wallClock(before, zone) === wall || wallClock(after, zone) !== wall ? before : after;
}

const formats = new Map<string, Intl.DateTimeFormat | undefined>();

/** Returns the formatter of a zone's local time, as in `2026-03-29 02:30:00`; undefined for an unknown zone. */
function formatOf(zone: string): Intl.DateTimeFormat | undefined {
  if (!formats.has(zone)) formats.set(zone, makeFormat(zone));
  return formats.get(zone);
}

function makeFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat("sv", { timeZone, dateStyle: "short", timeStyle: "medium" });
  } catch {
    return undefined;
  }
}

/** Returns a zone's local time, expressed as if it were UTC. */
function wallClock(time: number, zone: string): number {
  return Date.parse(`${formatOf(zone)?.format(time).replace(" ", "T")}Z`);
}
