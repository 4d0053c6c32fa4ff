import { defaultsOf, ownArguments } from "../../../../cli/adopt/defaults";
import type { Declared } from "../../../../provider/adopt/facts";

const declared = (args: object): Declared => ({ name: "main", id: "wg/ws", args: { ...args } });
const window = { dayOfWeek: 0, hourOfDay: 2, timeZone: "UTC" };
const long = { enableHa: false, autoStopMinutes: 30, maintenanceWindow: window };
const names = ["size", "enableHa", "autoStopMinutes", "maintenanceWindow", "addons"];
const times = (number: number, args: object = {}) => Array.from({ length: number }, () => ({ ...long, ...args }));

test.each<[string, readonly object[], object]>([
  ["what all of them have is shared", times(5), long],
  ["an own argument is not", times(5).map((args, index) => ({ ...args, size: `TG-${index}` })), long],
  ["one that is not among the names is not", times(5, { workgroupId: "wg" }), long],
  ["what most of them have is shared", [...times(3, { size: "TG-1" }), ...times(2, { size: "TG-2" })], { size: "TG-1", ...long }],
  ["what half of them have is not", [...times(3, { size: "TG-1" }), ...times(3, { size: "TG-2" })], long],
  ["what one of them lacks is shared by the others", [...times(4, { size: "TG-1" }), ...times(1)], { size: "TG-1", ...long }],
  ["unless it takes as many lines to take it back", [...times(3, { size: "TG-1" }), ...times(2)], long],
  ["an object of several lines may be taken back more often", [...times(3, { addons: window }), ...times(2)], { ...long, addons: window }],
  [
    "an object is equal whatever the order of its keys",
    [...times(2), ...times(3, { maintenanceWindow: { timeZone: "UTC", hourOfDay: 2, dayOfWeek: 0 } })],
    long,
  ],
  [
    "an object that differs in a part is shared by none",
    times(5).map((_, hourOfDay) => ({ maintenanceWindow: { ...window, hourOfDay } })),
    {},
  ],
  ["a list is equal only in its order", [{ size: [1, 2] }, { size: [2, 1] }].flatMap((args) => times(3, args)), long],
  ["one alone shares nothing", times(1), {}],
  ["two share nothing if the program would not be shorter", [long, long].map(({ enableHa }) => ({ enableHa })), {}],
  ["two share what makes the program shorter", times(2, { addons: window }), { ...long, addons: window }],
  ["none share nothing", [], {}],
])("of equal arguments of several resources, %s", (_, all, shared) => {
  const defaults = defaultsOf(all.map(declared), names);
  expect(defaults).toEqual(shared);
  expect(Object.keys(defaults)).toEqual(names.filter((name) => name in shared));
});

test.each<[string, object, object]>([
  ["what it has beside them", { ...long, size: "TG-1" }, { size: "TG-1" }],
  ["what it has in place of one", { ...long, enableHa: true }, { enableHa: true }],
  ["an object that differs in a part, whole", { ...long, maintenanceWindow: { hourOfDay: 2 } }, { maintenanceWindow: { hourOfDay: 2 } }],
  [
    "nothing else, in whatever order",
    { maintenanceWindow: { timeZone: "UTC", hourOfDay: 2, dayOfWeek: 0 }, autoStopMinutes: 30, enableHa: false },
    {},
  ],
  ["undefined for what it lacks", { maintenanceWindow: window }, { enableHa: undefined, autoStopMinutes: undefined }],
])("beside the defaults, a resource declares %s", (_, args, own) => expect(ownArguments(declared(args), long)).toStrictEqual(own));
