import { formats, meaningOf, meaningOfCron } from "../../../../provider/values/formats";

const table: Record<keyof typeof formats, { readonly fits: readonly string[]; readonly odd: readonly string[] }> = {
  time: {
    fits: ["07:00", " 07:00", "7:05", "23:59:59", "07:00 PM", "07:00Z", "07:00+02:00", "7:00am"],
    odd: ["24:00", "25:00", "07:60", "7 o'clock", "morning", "", "0700x", "07"],
  },
  "time zone": { fits: ["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires"], odd: ["Mars/Olympus", "Berlin", "", "Europe/ Berlin"] },
  date: {
    fits: ["2026-01-31", "2028-02-29", "2026-01-31T07:00:00Z", "01/31/2026"],
    odd: ["2026-02-30", "2026-13-01", "tomorrow", "", "31"],
  },
  cron: {
    fits: ["0 2 * * *", " */5  0-6,2 1,15 jan-mar 7", "0 0 2 * * *", "0 2 ? * MON-FRI", "0 2 L * *", "0 2 * * 5#2", "@daily", "@every 9m"],
    odd: [
      "60 2 * * *; 0 24 * * *; 0 2 0 * *; 0 2 * 13 *; 0 2 * * 8; 0 2 * *; daily; ; 0 2 * * * * *",
      "*/0 2 * * *; a b c d e; 1-2-3 * * * *; 001 2 * * *; at @daily; @daily at 7; at @every 5m; @every 5m again",
    ].flatMap((some) => some.split("; ")),
  },
  days: {
    fits: ["Monday", "mon,fri", "Tue Thu", "1,3,5", '["Monday","Friday"]', "SATURDAY"],
    odd: ["Mo", "Funday", "Monday,Frday", "", "8", "weekdays"],
  },
  repeat: { fits: ["daily", "weekly", "weekdays"], odd: ["hourly", "Daily", "", "week"] },
};

test.each(Object.entries(table))("recognizes the form of a %s", (name, { fits, odd }) => {
  const { matches } = formats[name as keyof typeof formats];
  const judged = [...fits, ...odd].map((text) => [text, matches(text)]);
  expect(judged).toEqual([...fits.map((text) => [text, true]), ...odd.map((text) => [text, false])]);
});

test.each([
  ["0 2 * * *", "0 0 2 * * *"],
  ["0 2 * * *", "00 00 02 ? * ?"],
  ["0 2 * * mon-fri", " 0  0 2 * * MON-FRI "],
  ["10 2 * * 5", "10 02 * * 5"],
  ["@daily", "@Daily"],
])("the cron expressions %s and %s certainly mean the same", (one, other) => {
  expect(meaningOfCron(one)).toBe(meaningOfCron(other));
});

// Quartz counts days from Sunday as 1; a year can be the last field.
test.each([
  ["0 2 * * *", "30 0 2 * * *"],
  ["0 2 * * 5", "0 0 2 * * 5"],
  ["0 2 * * *", "0 2 * * ? *"],
  ["0 2 * * *", "0 0 2 * ? *"],
  ["0 20 * * *", "0 2 * * *"],
  ["0 2 * * *", "*/10 0 2 * * *"],
  ["@daily", "0 0 * * *"],
])("the cron expressions %s and %s may differ", (one, other) => {
  expect(meaningOfCron(one)).not.toBe(meaningOfCron(other));
});

test.each<[unknown, unknown]>([
  ["Monday,Friday", ["Fri", "mon"]],
  ["5,1", "1 5"],
  ['["Tuesday","Sunday"]', "sun;tue"],
  ["7:00", "07:00:00"],
  ["2026-01-31", "2026-01-31T00:00:00Z"],
  ["2026-01-31T00:00:00", "2026-01-31"],
  ["Weekly", "weekly"],
])("the values %j and %j of a schedule mean the same", (one, other) => expect(meaningOf(one)).toBe(meaningOf(other)));

test.each<[unknown, unknown]>([
  ["Monday", "Friday"],
  ["1", "1,5"],
  ["17:00", "7:00"],
  ["07:00:30", "07:00"],
  ["at 07:00:00", "at 07:00"],
  ["07:00:00 UTC", "07:00 UTC"],
  ["2026-01-31T10:00:00Z", "2026-01-31"],
  ["daily", "weekly"],
])("the values %j and %j of a schedule differ", (one, other) => expect(meaningOf(one)).not.toBe(meaningOf(other)));

test("a cron expression that is no string is compared as it is", () =>
  expect([meaningOfCron(5), meaningOfCron(undefined)]).toEqual([5, undefined]));
