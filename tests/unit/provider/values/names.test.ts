import { argumentOf, argumentsIn, fieldOf, formatId, formatObject, parseId } from "../../../../provider/values/names";

test.each<[string, string, object]>([
  ["<workgroupId>", "wg/more", { workgroupId: "wg/more" }],
  ["<workgroupId>/<workspaceId>", "wg/ws", { workgroupId: "wg", workspaceId: "ws" }],
  ["<workgroupId>/<workspaceId>", "wg/ws/more", { workgroupId: "wg", workspaceId: "ws/more" }],
  ["<workgroupId>/<workspaceId>/<username>", "wg/ws", { workgroupId: "wg", workspaceId: "ws", username: "" }],
  ["<workgroupId>/<workspaceId>", "", { workgroupId: "", workspaceId: "" }],
  ["a UUID", "6b2f", {}],
])("the form %s reads %j", (form, id, parts) => expect(parseId(form, id)).toEqual(parts));

test.each<[string, object, string | undefined]>([
  ["<workgroupId>/<entryId>", { workgroupId: "wg", entryId: "e1", note: "n" }, "wg/e1"],
  ["<workgroupId>/<entryId>", { workgroupId: "wg", entryId: "" }, "wg/"],
  ["<workgroupId>/<entryId>", { workgroupId: "wg" }, undefined],
  ["<workgroupId>/<entryId>", { workgroupId: "$&", entryId: 1 }, undefined],
  ["<workgroupId>", { workgroupId: "$&" }, "$&"],
  ["a UUID", { workgroupId: "wg" }, undefined],
])("the form %s makes an id of %j", (form, state, id) => expect(formatId(form, state)).toBe(id));

test("an object is named with its arguments in quotes, or as not known", () => {
  expect(formatObject("query <query> of graph <graph>", { query: 'q"' })).toBe('query "q\\"" of graph (unknown)');
});

const fields = {
  time: "at_time",
  agentConfig: "agent_config",
  "agentConfig.beat": "agent_config.beat_seconds",
  "window.day": "window_day",
};

test.each([
  ["at_time", "time"],
  ["window_day", "window.day"],
  ["agent_config", "agentConfig"],
  ["agent_config.beat_seconds", "agentConfig.beat"],
  ["beat_seconds", "agentConfig.beat"],
  ["workgroupID", "workgroupId"],
  ["constructor", undefined],
])("the field %s is declared by %s", (field, argument) => expect(argumentOf(fields, field)).toBe(argument));

test.each([
  [["time"], "at_time"],
  [["window", "day"], "window_day"],
  [["agentConfig", "beat"], "agent_config.beat_seconds"],
  [["agentConfig", "other"], "agent_config.other"],
  [["note"], "note"],
  [["toString", "x"], "toString.x"],
])("the path %j declares the field %s", (path, field) => expect(fieldOf(fields, path)).toBe(field));

test("a body is read into arguments, without fields of no argument", () => {
  expect(argumentsIn({ time: "at_time", note: "note" }, { at_time: "07:00", other: 1 })).toStrictEqual({ time: "07:00" });
  expect(argumentsIn({ time: "at_time" }, undefined)).toStrictEqual({});
});
