import { workspaceScheduleAdoption } from "../../../provider/resources/workspace-schedule/adopt";
import { declare } from "../../support/adopt-reading";

const ids = { workgroupId: "wg", workspaceId: "ws" };
const record = { repeat: "weekly", repeat_on: "", time: "07:00", timezone: "UTC", creator: "someone" };
const declared = (id: string, changes: object = {}) =>
  declare(workspaceScheduleAdoption, [{ ...ids, found: { id, record: { ...record, ...changes } } }]);

test("a schedule is declared by the fields that its record shows, without empty ones", () =>
  expect(declared("s")).toEqual({
    declared: [
      {
        name: { name: "main of wg weekly 07:00", qualifier: "ws", id: "s", kind: "schedule" },
        id: "wg/ws/s",
        args: { ...ids, repeat: "weekly", time: "07:00", timeZone: "UTC" },
        outputs: { scheduleId: "s", __seen: true },
      },
    ],
    leftOut: [],
  }));

test.each<[string, object, string | undefined]>([
  ["that sets a size", { workspace_type_name: "TG-1" }, "wg/ws"],
  ["that sets an empty size", { workspace_type_name: "" }, undefined],
  ["that sets none", {}, undefined],
  ["that sets a size and is itself left out", { time: "", workspace_type_name: "TG-1" }, "wg/ws"],
])("the workspace that a schedule %s resizes", (_, changes, resized) =>
  expect(workspaceScheduleAdoption.resizes({ ...ids, found: { id: "s", record: { ...record, ...changes } } })).toBe(resized),
);

test.each<[string, string, object, string]>([
  ["without an identifier", "", {}, "a schedule of main of wg: it has no identifier"],
  ["with an identifier that no source code has", "\ud800", {}, 'the schedule "\\ud800" of main of wg: it is not well-formed Unicode'],
  ["without a time", "s", { time: "" }, 'the schedule "s" of main of wg: the service returns a value that its argument does not accept'],
  ["that holds a credential", "s", { date: "the-key" }, 'the schedule "s" of main of wg: it looks like a secret'],
])("a schedule %s is left out, by its identifier", (_, id, changes, text) =>
  expect(declared(id, changes)).toEqual({ declared: [], leftOut: [`${text}.`] }),
);
