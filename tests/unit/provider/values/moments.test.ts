import { momentOf } from "../../../../provider/values/moments";

test.each<[date: string, time: string, timeZone: string, at: string, exists: boolean]>([
  ["2026-01-31", "07:00", "UTC", "2026-01-31T07:00:00Z", true],
  ["2026-01-31T00:00:00Z", "07:00:30", "Europe/Berlin", "2026-01-31T06:00:00Z", true],
  ["2026-01-31T23:00:00-05:00", "07:00", "UTC", "2026-01-31T07:00:00Z", true],
  ["2026-01-31T23:00:00-05:00", "00:00", "UTC", "2026-01-31T00:00:00Z", true],
  [" 2026-01-31 ", " 07:00 ", "UTC", "2026-01-31T07:00:00Z", true],
  ["2026-07-01", "7:00 pm", "America/New_York", "2026-07-01T23:00:00Z", true],
  ["2026-07-01", "12:30 a.m.", "UTC", "2026-07-01T00:30:00Z", true],
  ["31 January 2026", "07:00", "Asia/Kolkata", "2026-01-31T01:30:00Z", true],
  // The clocks skip an hour, repeat one, and change by half an hour.
  ["2026-03-29", "02:30", "Europe/Berlin", "2026-03-29T01:30:00Z", false],
  ["2026-03-29", "03:00", "Europe/Berlin", "2026-03-29T01:00:00Z", true],
  ["2026-10-25", "02:30", "Europe/Berlin", "2026-10-25T01:30:00Z", true],
  ["2026-03-08", "02:00", "America/New_York", "2026-03-08T07:00:00Z", false],
  ["2026-10-04", "02:15", "Australia/Lord_Howe", "2026-10-03T15:45:00Z", false],
  // An unknown time is the latest possible one.
  ["2026-01-31", "at dawn", "UTC", "2026-02-01T12:00:00Z", true],
  ["2026-01-31", "at 07:00", "UTC", "2026-02-01T12:00:00Z", true],
  ["2026-01-31", "07:00 or 08:00", "UTC", "2026-02-01T12:00:00Z", true],
  ["2026-01-31", "24:00", "UTC", "2026-02-01T12:00:00Z", true],
  ["2026-01-31", "25:00", "UTC", "2026-02-01T12:00:00Z", true],
  ["2026-01-31", "07:60", "UTC", "2026-02-01T12:00:00Z", true],
  ["2026-01-31", "07:00", "Mars/Base", "2026-02-01T12:00:00Z", true],
  ["2026-01-31", "07:00", "", "2026-02-01T12:00:00Z", true],
])("%s %s in %j is %s; it exists: %j", (date, time, timeZone, at, exists) => {
  expect(momentOf({ date, time, timeZone })).toEqual({ at: Date.parse(at), exists });
});

test.each([undefined, 2, ""])("a moment in the zone %j is the latest possible one", (timeZone) => {
  const at = Date.parse("2026-02-01T12:00:00Z");
  expect(momentOf({ date: "2026-01-31", time: "07:00", timeZone })).toEqual({ at, exists: true });
});

test.each([undefined, "", "tomorrow", "31.01.", 20260131])("the date %j has no moment", (date) => {
  expect(momentOf({ date, time: "07:00", timeZone: "UTC" })).toBeUndefined();
});
