import type { ScheduleRecord, WorkspaceRecord } from "../../../../testing/emulator";
import { nextTime, scheduledTimes, windowTimes } from "../../../../testing/emulator/timetable";

/** The first times after the given one, in UTC to the minute. */
function timesOf(plan: ReturnType<typeof scheduledTimes>, after: string, count: number): string[] {
  const times: string[] = [];
  let at = Date.parse(`${after}Z`);
  while (plan !== undefined && times.length < count) {
    at = nextTime(plan, at);
    if (at === Infinity) break;
    times.push(new Date(at).toISOString().slice(0, 16));
  }
  return times;
}

const entry = (fields: Partial<ScheduleRecord>): ScheduleRecord => ({
  id: "s",
  workspace_id: "w",
  time: "07:00",
  timezone: "UTC",
  ...fields,
});

test.each<[string, Partial<ScheduleRecord>, string, readonly string[]]>([
  ["daily", { repeat: "daily" }, "2026-03-01T06:59", ["2026-03-01T07:00", "2026-03-02T07:00"]],
  ["after the time itself, the next one", { repeat: "daily" }, "2026-03-01T07:00", ["2026-03-02T07:00"]],
  ["on weekdays", { repeat: "weekdays" }, "2026-03-05T08:00", ["2026-03-06T07:00", "2026-03-09T07:00"]],
  ["weekly", { repeat: "weekly", repeat_on: "Monday" }, "2026-03-02T07:00", ["2026-03-09T07:00", "2026-03-16T07:00"]],
  ["weekly on two days", { repeat: "weekly", repeat_on: "Mon, thu" }, "2026-03-02T08:00", ["2026-03-05T07:00", "2026-03-09T07:00"]],
  ["on one date, once", { repeat: "daily", date: "2028-03-09" }, "2026-03-01T00:00", ["2028-03-09T07:00"]],
  ["on a date that has passed, never", { repeat: "daily", date: "2026-02-28" }, "2026-03-01T00:00", []],
  [
    "by the zone's clock, before and after it is set forward",
    { repeat: "daily", timezone: "Europe/Berlin" },
    "2026-03-28T00:00",
    ["2026-03-28T06:00", "2026-03-29T05:00"],
  ],
  [
    "at a time that the change of the clock skips, an hour later",
    { repeat: "daily", time: "02:30", timezone: "Europe/Berlin" },
    "2026-03-28T12:00",
    ["2026-03-29T01:30", "2026-03-30T00:30"],
  ],
  [
    "at a time that the clock shows twice, at the first",
    { repeat: "daily", time: "02:30", timezone: "Europe/Berlin" },
    "2026-10-24T12:00",
    ["2026-10-25T00:30", "2026-10-26T01:30"],
  ],
  [
    "where the clock changes by half an hour",
    { repeat: "daily", time: "02:15:00", timezone: "Australia/Lord_Howe" },
    "2026-10-02T16:00",
    ["2026-10-03T15:45", "2026-10-04T15:15"],
  ],
  [
    "weekly by the zone's day",
    { repeat: "weekly", repeat_on: "Monday", timezone: "Pacific/Auckland" },
    "2026-06-01T00:00",
    ["2026-06-07T19:00"],
  ],
  ["in an unknown zone, never", { repeat: "daily", timezone: "Nowhere/City" }, "2026-03-01T00:00", []],
  ["weekly on days in another form, never", { repeat: "weekly", repeat_on: "1" }, "2026-03-01T00:00", []],
  ["at a time in another form, never", { repeat: "daily", time: "7 am" }, "2026-03-01T00:00", []],
  ["on a date in another form, never", { repeat: "daily", date: "9 March" }, "2026-03-01T00:00", []],
  ["at another interval, never", { repeat: "monthly" }, "2026-03-01T00:00", []],
])("an entry runs %s", (_, fields, after, expected) => {
  expect(timesOf(scheduledTimes(entry(fields)), after, Math.max(expected.length, 1))).toEqual(expected);
});

const ids = { workspace_id: "w", workgroup_id: "g" };

test.each<[string, Partial<WorkspaceRecord>, readonly string[]]>([
  ["each week", { maintenance_window_day_of_week: 0, maintenance_window_hour_of_day: 2 }, ["2026-03-01T02:00", "2026-03-08T02:00"]],
  [
    "every second week, by its zone's clock",
    {
      maintenance_window_day_of_week: 6,
      maintenance_window_hour_of_day: 3,
      maintenance_window_interval_weeks: 2,
      maintenance_window_time_zone: "America/New_York",
    },
    ["2026-02-28T08:00", "2026-03-14T07:00"],
  ],
  ["never without an hour", { maintenance_window_day_of_week: 6 }, []],
])("a maintenance window opens %s", (_, fields, expected) => {
  expect(timesOf(windowTimes({ ...ids, ...fields }), "2026-02-27T12:00", Math.max(expected.length, 1))).toEqual(expected);
});
