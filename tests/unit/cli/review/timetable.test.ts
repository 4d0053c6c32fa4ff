import { costText, monthText } from "../../../../cli/review/cost";
import { parsePrices } from "../../../../cli/review/inputs";
import { reviewOf } from "../../../../cli/review/read";
import { minutesOfWeek, weekOf } from "../../../../cli/review/timetable";
import { secretText } from "../../../../provider/messages/message";
import { knownLater } from "../../../../provider/values/unknowns";
import { unknownText } from "../../../support/provider";
import { changed, previewWith, type Step, urnOf, workspace } from "./samples";

const entry = (workspaceTypeName: string | undefined, more: object = {}): Readonly<Record<string, unknown>> => {
  return { repeat: "weekdays", time: "07:00", timeZone: "UTC", ...(workspaceTypeName && { workspaceTypeName }), ...more };
};
const weekly = (size: string, repeatOn: string, time = "00:00") => entry(size, { repeat: "weekly", repeatOn, time });
const hours = (...sizes: [string, number][]) => sizes.map(([size, all]) => [size, all * 60]);

test.each<[string, ReturnType<typeof entry>[], unknown]>([
  ["a day, with two sizes", [entry("L", { repeat: "daily" }), entry("S", { repeat: "daily", time: "19:00" })], hours(["L", 84], ["S", 84])],
  [
    "a day, with entries in any order",
    [entry("S", { repeat: "daily", time: "19:00" }), entry("L", { repeat: "daily" })],
    hours(["L", 84], ["S", 84]),
  ],
  [
    "a day that begins with the second size",
    [entry("S", { repeat: "daily" }), entry("L", { repeat: "daily", time: "13:00" })],
    hours(["L", 126], ["S", 42]),
  ],
  ["working days, with the weekend small", [entry("L"), entry("S", { time: "19:00" })], hours(["L", 60], ["S", 108])],
  ["named days", [weekly("L", "Monday"), weekly("S", "Saturday", "12:00")], hours(["L", 132], ["S", 36])],
  ["several named days, in any form", [weekly("L", "mon, WED"), weekly("S", "Tuesday thu")], hours(["L", 48], ["S", 120])],
  ["minutes and seconds", [weekly("L", "Monday", "0:30"), weekly("S", "Monday", "01:00:30")], hours(["L", 0.5], ["S", 167.5])],
  ["one size alone, which stays", [entry("L")], hours(["L", 168])],
  ["the same size at the same time twice", [entry("L"), entry("L", { repeat: "daily" })], hours(["L", 168])],
  [
    "an entry that sets no size",
    [entry("L"), entry(undefined, { repeat: "unknown" }), entry(undefined, { workspaceTypeName: "", time: "x" })],
    hours(["L", 168]),
  ],
  ["no entry", [], undefined],
  ["no size", [entry(undefined)], undefined],
  ["one date", [entry("L", { date: "2026-12-24" })], "unreadable"],
  ["another repetition", [entry("L", { repeat: "monthly" })], "unreadable"],
  ["days in another form", [weekly("L", "1,2")], "unreadable"],
  ["days of which one has another form", [weekly("L", "Monday, 2")], "unreadable"],
  ["a week without days", [weekly("L", "")], "unreadable"],
  ["named days of a daily entry", [entry("L", { repeat: "daily", repeatOn: "Monday" })], "unreadable"],
  ["named days of working days", [entry("L", { repeatOn: "Monday" })], "unreadable"],
  ["a time in another form", [entry("L", { time: "7 am" })], "unreadable"],
  ["a time with a zone", [entry("L", { time: "07:00Z" })], "unreadable"],
  ["a time with one digit too many", [entry("L", { time: "107:00" })], "unreadable"],
  ["a minute that no hour has", [entry("L", { time: "07:60" })], "unreadable"],
  ["a second that no minute has", [entry("L", { time: "07:00:60" })], "unreadable"],
  ["an hour that no day has", [entry("L", { time: "24:00" })], "unreadable"],
  ["several time zones", [entry("L"), entry("S", { time: "19:00", timeZone: "Europe/Berlin" })], "unreadable"],
  ["two sizes at the same time", [entry("L"), entry("S")], "unreadable"],
  ["two sizes at the same time of one day", [weekly("S", "Monday", "07:00"), entry("L")], "unreadable"],
  ["a secret size", [entry(secretText)], "unreadable"],
  ["a size that is known later", [entry(knownLater)], "unreadable"],
])("the hours of a week by %s", (_, entries, week) => {
  expect(weekOf(entries)).toEqual(week);
  if (Array.isArray(week)) expect((week as [string, number][]).reduce((sum, [, minutes]) => sum + minutes, 0)).toBe(minutesOfWeek);
});

const prices = parsePrices("prices.json", JSON.stringify({ currency: "USD", sizes: { S: 1, L: 3 }, highAvailability: 2 }));

const schedule = (name: string, before: object | undefined, after: object | undefined): Step => ({
  kind: "WorkspaceSchedule",
  name,
  outputs: { scheduleId: name },
  ...(before && { before: { ...workspace, ...before } }),
  ...(after && { after: { ...workspace, ...after } }),
});
const [large, small] = [entry("L"), entry("S", { time: "19:00" })];
/** An entry that does not change. */
const stays = (name: string, args: object): Step => ({ ...schedule(name, args, args), op: "same" });
const settings = (args: object): Step => ({ ...changed("main", args, {}), op: "same" });

function costsOf(steps: readonly Step[], plans: readonly string[] = []) {
  const { changes, cost } = reviewOf(previewWith(steps, plans), { prices });
  const costs = changes.flatMap((change) => (change.cost ? [`${change.name}: ${costText(change.cost)}`] : []));
  return { costs, month: cost && monthText(cost) };
}

const bySizes = "1.7143 (size L 3.00 for 261 h a month, size S 1.00 for 469 h a month)";
const bySizesAvailable =
  "3.4286 (size L 3.00 × high availability 2 for 261 h a month, size S 1.00 × high availability 2 for 469 h a month)";

test.each<[string, Step[], string[], string | undefined]>([
  [
    "a new timetable, once, from the declared size to the hours of each size",
    [settings({ workspaceTypeName: "S" }), schedule("morning", undefined, large), schedule("night", undefined, small)],
    [`morning: +0.7143 USD per hour: from 1.00 (size S 1.00) to ${bySizes}`],
    "up to +521 USD/month",
  ],
  [
    "a new timetable at its first entry by URN, in any order",
    [schedule("night", undefined, small), settings({ workspaceTypeName: "S" }), schedule("morning", undefined, large)],
    [`morning: +0.7143 USD per hour: from 1.00 (size S 1.00) to ${bySizes}`],
    "up to +521 USD/month",
  ],
  [
    "a new timetable of a workspace that is only imported",
    [{ ...settings({ workspaceTypeName: "S" }), op: "import" }, schedule("morning", undefined, large), schedule("night", undefined, small)],
    [`morning: +0.7143 USD per hour: from 1.00 (size S 1.00) to ${bySizes}`],
    "up to +521 USD/month",
  ],
  [
    "a new timetable of a workspace whose live values the state adopts",
    [
      { ...changed("main", { workspaceTypeName: "S", autoStopMinutes: 30 }, { autoStopMinutes: 45 }), op: "refresh" },
      settings({ workspaceTypeName: "S", autoStopMinutes: 45 }),
      schedule("morning", undefined, large),
      schedule("night", undefined, small),
    ],
    [`morning: +0.7143 USD per hour: from 1.00 (size S 1.00) to ${bySizes}; less while it is stopped, after 45 idle minutes`],
    "up to +521 USD/month",
  ],
  [
    "an entry that is deleted, with what remains",
    [settings({}), stays("morning", large), schedule("night", small, undefined)],
    [`night: +1.2857 USD per hour: from ${bySizes} to 3.00 (size L 3.00 for 730 h a month)`],
    "up to +939 USD/month",
  ],
  [
    "an entry that is left in place",
    [settings({}), stays("morning", large), schedule("night", { ...small, deletionPolicy: "retain" }, undefined)],
    [],
    undefined,
  ],
  [
    "another size of the workspace, which the timetable sets again",
    [changed("main", { workspaceTypeName: "S" }, { workspaceTypeName: "L" }), stays("morning", large), stays("night", small)],
    [`main: ±0.00 USD per hour: from ${bySizes} to ${bySizes}`],
    "±0.00 USD/month",
  ],
  [
    "high availability of a workspace whose size is not declared",
    [changed("main", {}, { enableHa: true }), stays("morning", large), stays("night", small)],
    [`main: +1.7143 USD per hour: from ${bySizes} to ${bySizesAvailable}`],
    "up to +1,251 USD/month",
  ],
  [
    "a workspace and its timetable, together",
    [
      changed("main", { workspaceTypeName: "S" }, { enableHa: true }),
      schedule("morning", undefined, large),
      schedule("night", undefined, small),
    ],
    [`main: +2.4286 USD per hour: from 1.00 (size S 1.00) to ${bySizesAvailable}`],
    "up to +1,773 USD/month",
  ],
  [
    "a pause, which costs nothing whatever the timetable",
    [changed("main", {}, { pause: true }), stays("morning", large), stays("night", small)],
    [`main: −1.7143 USD per hour: from ${bySizes} to 0.00 (paused)`],
    "−1,251 USD/month",
  ],
  [
    "a timetable of a workspace that the preview does not have",
    [stays("morning", large), schedule("night", undefined, small)],
    [`night: −1.2857 USD per hour: from 3.00 (size L 3.00 for 730 h a month) to ${bySizes}`],
    "−939 USD/month",
  ],
  [
    "a timetable of a workspace whose size is not known",
    [schedule("morning", undefined, large)],
    ["morning: cost unknown: its size is neither declared nor returned"],
    "cost of 1 change unknown",
  ],
  [
    "a size without a price",
    [settings({ workspaceTypeName: "S" }), schedule("morning", undefined, entry("XL"))],
    ["morning: cost unknown: no price for the size XL"],
    "cost of 1 change unknown",
  ],
  [
    "a timetable of another workspace",
    [changed("main", { workspaceTypeName: "S" }, { workspaceTypeName: "L" }), stays("morning", { ...large, workspaceId: "ws-2" })],
    ["main: +2.00 USD per hour: from 1.00 (size S 1.00) to 3.00 (size L 3.00)"],
    "up to +1,460 USD/month",
  ],
  [
    "a timetable of a workspace that a resource manages as a whole",
    [
      {
        kind: "Workspace",
        name: "whole",
        before: { workgroupId: "wg-1", workspaceName: "whole" },
        after: { workgroupId: "wg-1", workspaceName: "whole", enableHa: true },
        outputs: { workspaceId: "ws-1" },
      },
      stays("morning", large),
      stays("night", small),
    ],
    [`whole: +1.7143 USD per hour: from ${bySizes} to ${bySizesAvailable}`],
    "up to +1,251 USD/month",
  ],
  [
    "workspaces whose identifiers are secret, and might differ",
    [
      changed("main", { workspaceTypeName: "S", workspaceId: "[secret]" }, { workspaceTypeName: "L" }),
      stays("morning", { ...large, workspaceId: "[secret]" }),
      stays("night", { ...small, workspaceId: "[secret]" }),
    ],
    ["main: +2.00 USD per hour: from 1.00 (size S 1.00) to 3.00 (size L 3.00)"],
    "up to +1,460 USD/month",
  ],
  [
    "a timetable that cannot be read, by the declared size",
    [changed("main", { workspaceTypeName: "S" }, { workspaceTypeName: "L" }), stays("morning", { ...large, date: "2026-12-24" })],
    ["main: +2.00 USD per hour: from 1.00 (size S 1.00) to 3.00 (size L 3.00)"],
    "up to +1,460 USD/month",
  ],
  [
    "a new entry that cannot be read",
    [settings({ workspaceTypeName: "S" }), schedule("once", undefined, { ...large, repeat: "once" })],
    [],
    undefined,
  ],
  [
    "an entry that could not be read before",
    [settings({ workspaceTypeName: "S" }), schedule("once", { ...large, repeat: "once" }, large)],
    [],
    undefined,
  ],
  [
    "an entry whose time alone stays",
    [settings({}), stays("morning", large), schedule("night", small, { ...small, timeoutSeconds: 5 })],
    [],
    undefined,
  ],
  [
    "a size that is known later, if a timetable sets all sizes",
    [changed("main", { workspaceTypeName: "S" }, { workspaceTypeName: unknownText, enableHa: true }), stays("a", large), stays("b", small)],
    [`main: +1.7143 USD per hour: from ${bySizes} to ${bySizesAvailable}`],
    "up to +1,251 USD/month",
  ],
  [
    "a size and high availability that are known later",
    [
      changed("main", { workspaceTypeName: "S" }, { workspaceTypeName: unknownText, enableHa: unknownText }),
      stays("a", large),
      stays("b", small),
    ],
    ["main: cost unknown: enableHa is secret, or known only during the update"],
    "cost of 1 change unknown",
  ],
])("the cost of %s", (_, steps, costs, month) => expect(costsOf(steps)).toEqual({ costs, month }));

const created: Step = { kind: "Workspace", name: "new", after: { workgroupId: "wg-1", workspaceName: "new", workspaceTypeName: "S" } };
const existing: Step = {
  ...created,
  before: { workgroupId: "wg-1", workspaceName: "new", workspaceTypeName: "L" },
  outputs: { workspaceId: "ws-9" },
};
test.each<[string, Step, string, string]>([
  ["a new workspace", created, 'POST /workgroups/wg-1/workspaces {"name":"new"}', "+3.00 USD per hour: from nothing"],
  ["a workspace that might be replaced", existing, "nothing", "±0.00 USD per hour: from 3.00 (size L 3.00)"],
])("%s and its timetable are one cost, although its identifier is known later", (_, one, line, cost) => {
  const inputs = { ...large, workgroupId: "wg-1", workspaceId: unknownText };
  const added: Step = {
    ...schedule("morning", undefined, undefined),
    op: "create",
    more: { newState: { custom: true, inputs, propertyDependencies: { workspaceId: [urnOf(created)] } } },
  };
  expect(costsOf([one, added], [line]).costs).toEqual([`new: ${cost} to 3.00 (size L 3.00 for 730 h a month)`]);
});

test("the price of a timetable is rounded only if it is an average", () => {
  const exact = parsePrices("prices.json", '{"currency":"USD","sizes":{"S":0,"L":"0.1234567"}}');
  const costIn = (...entries: Step[]) => {
    const { changes } = reviewOf(previewWith([settings({ workspaceTypeName: "S" }), ...entries]), { prices: exact });
    return changes.flatMap(({ cost }) => (cost && "perHour" in cost ? [cost.perHour.toFixed()] : []));
  };
  expect(costIn(schedule("morning", undefined, large))).toEqual(["0.1234567"]);
  expect(costIn(schedule("morning", undefined, large), schedule("night", undefined, small))).toEqual(["0.0441"]);
});
