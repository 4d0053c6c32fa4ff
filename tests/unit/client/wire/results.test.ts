import { listSchedules } from "../../../../client";
import { parseCreatedId } from "../../../../client/wire/results";

const parse = ({ result }: { readonly result?: { parse(value: unknown): unknown } }, value: unknown) => result?.parse(value);

test("a schedule is kept as it was answered, its known keys spelled as in a body", () => {
  const shown = { ID: 7, Time: "07:00", "Repeat-On": "Monday", other: { Time: 1 } };
  const record = { id: 7, time: "07:00", repeat_on: "Monday", other: { Time: 1 } };
  expect(parse(listSchedules, [shown])).toEqual({ found: [{ id: "7", record }], certain: true });
});

test.each<[string, unknown, string | undefined]>([
  ["the object", { workspace_id: "a" }, "a"],
  ["an object that holds it", { workspace: { workspaceId: "a" } }, "a"],
  ["a list of one", [{ workspace_id: "a" }], "a"],
  ["a list of several", [{ workspace_id: "a" }, { workspace_id: "b" }], undefined],
  ["null", null, undefined],
])("the response to a creation with %s names the object or none", (_, result, id) =>
  expect(parseCreatedId(result, "workspaceid", "workspace")).toBe(id),
);
