import { nearestOf } from "./nearest-name";

/** The problem of a text that is probably no time zone, with the nearest known name; undefined if this machine knows it. */
export function timeZoneProblem(name: string): string | undefined {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return undefined;
  } catch {
    const nearest = nearestOf(name, Intl.supportedValuesOf("timeZone"));
    return `is not a time zone that this machine knows${nearest === undefined ? "." : `; did you mean ${nearest}?`}`;
  }
}
