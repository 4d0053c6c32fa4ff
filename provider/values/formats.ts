/** String formats that the API does not specify. A string in a different format is probably a mistake, but is sent anyway. Pure. */

export interface TextFormat {
  readonly matches: (text: string) => boolean;
  /** A noun phrase with an example. */
  readonly description: string;
  /** Returns the valid strings known to this machine, from which the most similar one is suggested. */
  readonly knownTexts?: () => readonly string[];
}

const days = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?s?$|^[0-7]$/i;
const clock = /^(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?(?:\s*[ap]\.?m\.?)?(?:Z|[+-]\d{2}:?\d{2})?$/i;
type CronValues = readonly [min: number, max: number, names?: RegExp];
/** The values of the cron fields: second and minute, hour, day of the month, month, day of the week. */
const sixtieth: CronValues = [0, 59];
const cronValues: readonly CronValues[] = [
  sixtieth,
  [0, 23],
  [1, 31],
  [1, 12, /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)$/i],
  [0, 7, /^(?:sun|mon|tue|wed|thu|fri|sat)$/i],
];

export const formats = {
  time: { description: 'a time of day, such as "07:00"', matches: isTime },
  "time zone": {
    description: 'a time zone of the IANA database, such as "Europe/Berlin"',
    matches: isTimeZone,
    knownTexts: () => Intl.supportedValuesOf("timeZone"),
  },
  date: { description: 'a date, such as "2026-01-31"', matches: isDate },
  cron: { description: 'a cron expression, such as "0 2 * * *"', matches: isCron },
  days: { description: 'a list of days, such as "Monday,Friday"', matches: isDays },
  repeat: { description: '"daily", "weekly" or "weekdays"', matches: (text) => ["daily", "weekly", "weekdays"].includes(text) },
} as const satisfies Readonly<Record<string, TextFormat>>;

/** The lists of options that the service returns, keyed by argument format. */
export const serviceOptions = {
  size: { is: "a size", list: "workspaceTypes", name: "typeName", words: [] },
  version: { is: "a version", list: "tgVersions", name: "name", words: ["auto"] },
  region: { is: "a region", list: "regions", name: "name", words: [] },
} as const;

export type FormatName = keyof typeof formats | keyof typeof serviceOptions;

function isTime(text: string): boolean {
  const [, hour, minute] = clock.exec(text.trim()) ?? [];
  return hour !== undefined && Number(hour) < 24 && Number(minute) < 60;
}

function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** Returns true if a string can be parsed as a date with a year. An ISO date must also exist in the calendar. */
function isDate(text: string): boolean {
  const [iso] = /^\d{4}-\d{2}-\d{2}/.exec(text) ?? [];
  const time = Date.parse(iso ?? text);
  if (Number.isNaN(time) || !/\d{4}/.test(text)) return false;
  return iso === undefined || new Date(time).toISOString().startsWith(iso);
}

function isDays(text: string): boolean {
  const items = text.replace(/[[\]"']/g, "").split(/[\s,;|]+/);
  return items.every((item) => days.test(item));
}

/** Normalizes a time, a date, a list of days or a word. Values that differ only in case, order or redundant zeros result in the same string. */
export function meaningOf(value: unknown): string {
  const text = String(value).toLowerCase();
  if (isDays(text)) return (text.match(/\b[a-z]{3}|\d/g) ?? []).sort().join();
  return text.replace(/^(?=\d:)/, "0").replace(/^(\d\d:\d\d|\d{4}-\d\d-\d\d)(?::00|t00:00:00z?)$/, "$1");
}

/**
 * Returns the same string for cron expressions that run at the same times in every dialect. Removes seconds of 0, leading zeros, case, and
 * `?` for a day. Keeps the seconds if the day of the week is a number, because 1 is Sunday in some dialects and Monday in others.
 */
export function meaningOfCron(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const all = value.trim().toLowerCase().split(/\s+/);
  const fields = all.map((field) => field.replace(/^0+(?=\d+$)/, ""));
  if (fields.length === 6 && fields[0] === "0" && !/\d/.test(fields[5] ?? "")) fields.shift();
  return fields.map((field, index) => (fields.length === 5 && (index === 2 || index === 4) && field === "?" ? "*" : field)).join(" ");
}

/** Returns true for the five standard fields, for six fields that begin with seconds, and for a word such as `@daily`. */
function isCron(text: string): boolean {
  if (/^@(?:yearly|annually|monthly|weekly|daily|midnight|hourly)$|^@every \S+$/.test(text)) return true;
  const fields = text.trim().split(/\s+/);
  const values = fields.length === 6 ? [sixtieth, ...cronValues] : cronValues;
  return fields.length === values.length && values.every((value, index) => isCronField(fields[index] ?? "", value));
}

function isCronField(field: string, value: CronValues): boolean {
  const [min, max, names] = value;
  const isValue = (text: string) => names?.test(text) === true || (/^\d{1,2}$/.test(text) && Number(text) >= min && Number(text) <= max);
  return field.split(",").every((item) => {
    const [range = "", step, ...more] = item.split("/");
    if (more.length > 0 || (step !== undefined && !/^[1-9]\d*$/.test(step))) return false;
    // Day fields of some dialects: no value, the last day, the nearest weekday, the nth weekday.
    if (range === "*" || (value !== sixtieth && /^(?:\?|L|LW|\d{1,2}[LW]|\d#\d)$/i.test(range))) return true;
    const [from = "", to, ...others] = range.split("-");
    return others.length === 0 && isValue(from) && (to === undefined || isValue(to));
  });
}
