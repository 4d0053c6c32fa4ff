import { secretText } from "../../provider/messages/message";
import type { ShownValues } from "../../provider/describe/resource";
import { knownLater } from "../../provider/values/unknowns";
import { type Resource, sourcesOf } from "./resources";
import { compare, withMarks } from "./values";

/** Computes the workspace sizes that timetables set. Pure. */

export type Week = readonly (readonly [size: string, minutes: number])[] | "unreadable" | undefined;

const minutesOfDay = 24 * 60;
export const minutesOfWeek = 7 * minutesOfDay;
const days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/** Returns the weekly timetable that results from a workspace's entries. Each entry sets a size until the next entry runs. */
export function weekOf(entries: readonly ShownValues[]): Week {
  const sizing = entries.filter(({ workspaceTypeName: size }) => size !== undefined && size !== "");
  if (sizing.length === 0) return undefined;
  const zones = new Set(sizing.map(({ timeZone }) => timeZone));
  const changes = new Map<number, string>();
  for (const entry of sizing) {
    const { workspaceTypeName: size } = entry;
    const times = timesOf(entry);
    const isClear = times.every((time) => (changes.get(time) ?? size) === size);
    if (zones.size > 1 || typeof size !== "string" || isHidden(size) || times.length === 0 || !isClear) return "unreadable";
    for (const time of times) changes.set(time, size);
  }
  const ordered = [...changes].sort(([a], [b]) => a - b);
  const minutes = new Map<string, number>();
  for (const [index, [time, size]] of ordered.entries()) {
    const end = ordered[index + 1]?.[0] ?? (ordered[0]?.[0] ?? 0) + minutesOfWeek;
    minutes.set(size, (minutes.get(size) ?? 0) + end - time);
  }
  return [...minutes].sort(([a], [b]) => compare(a, b));
}

const isHidden = (text: string): boolean => text === secretText || text === knownLater;

/** Returns the minutes of the week at which an entry runs; empty if its format is unknown. */
function timesOf({ repeat, repeatOn = "", date = "", time }: ShownValues): number[] {
  const [, hour, minute] = /^([01]?\d|2[0-3]):([0-5]\d)(?::[0-5]\d)?$/.exec(String(time)) ?? [];
  if (hour === undefined || date !== "") return [];
  return daysOf(repeat, String(repeatOn)).map((day) => day * minutesOfDay + Number(hour) * 60 + Number(minute));
}

function daysOf(repeat: unknown, repeatOn: string): number[] {
  if (repeat === "daily" && repeatOn === "") return [...days.keys()];
  if (repeat === "weekdays" && repeatOn === "") return [0, 1, 2, 3, 4];
  const words = repeatOn.toLowerCase().split(/[\s,]+/);
  const named = words.map((word) => days.findIndex((day) => word === day || word === day.slice(0, 3)));
  return repeat === "weekly" && named.every((day) => day >= 0) ? named : [];
}

/** The timetable of a workspace before and after the changes. */
export interface Timetable {
  readonly before: Week;
  readonly after: Week;
}

export type Timetables = ReturnType<typeof timetablesOf>;

/** Returns the timetables of the workspaces in a preview, based on the entries that it contains. */
export function timetablesOf(resources: readonly Resource[]) {
  const entries = resources.filter(({ facts }) => facts?.isTimetableEntry === true);
  const isLeft = ({ op, compared }: Resource) => op !== "delete" || compared["deletionPolicy"] === "retain";
  const before = byWorkspace(entries, ({ compared }) => compared);
  const after = byWorkspace(entries.filter(isLeft), inputsOf);
  const changing = byWorkspace(
    entries.filter(({ op }) => op !== undefined),
    inputsOf,
  );
  const workspaces = byWorkspace(
    resources.filter(({ facts }) => facts?.costFactors !== undefined),
    inputsOf,
  );
  const valuesIn = (all: readonly Resource[], valuesOf: (one: Resource) => ShownValues) => all.map((one) => withMarks(valuesOf(one)));
  return {
    of: (resource: Resource): Timetable => ({
      before: weekOf(valuesIn(before(resource), ({ compared }) => compared)),
      after: weekOf(valuesIn(after(resource), inputsOf)),
    }),
    /** Returns the workspace of a changed entry, if the preview contains it. `isCounted`: a different change already includes the cost. */
    workspaceOf(entry: Resource): { readonly workspace: Resource | undefined; readonly isCounted: boolean } {
      const [workspace] = workspaces(entry);
      const [first] = changing(entry).toSorted((a, b) => compare(a.urn, b.urn));
      const isChanged = workspace?.op !== undefined && workspace.op !== "import" && workspace.op !== "record";
      return { workspace, isCounted: isChanged || first?.urn !== entry.urn };
    },
  };
}

const inputsOf = ({ inputs }: Resource): ShownValues => inputs;

/** Returns a function that finds the resources in the same workspace as a given resource. */
function byWorkspace(all: readonly Resource[], valuesOf: (one: Resource) => ShownValues) {
  const byName = new Map<string, Resource[]>();
  for (const one of all) for (const name of namesOf(one, valuesOf(one))) byName.set(name, [...(byName.get(name) ?? []), one]);
  return (resource: Resource): Resource[] => namesOf(resource, resource.inputs).flatMap((name) => byName.get(name) ?? []);
}

/** Returns the keys of a resource's workspace: its identifiers and, because the identifier can be unknown, the resource that creates it. */
function namesOf(resource: Resource, values: ShownValues): readonly string[] {
  const { urn, facts, outputs } = resource;
  const { workgroupId, workspaceId = outputs["workspaceId"] } = values;
  const ids = withMarks([workgroupId, workspaceId]);
  const isKnown = ids.every((id) => typeof id === "string" && !isHidden(id));
  const creators = facts?.isTimetableEntry === true ? sourcesOf(resource, "workspaceId") : [urn];
  return isKnown ? [ids.join("/"), ...creators] : creators;
}
