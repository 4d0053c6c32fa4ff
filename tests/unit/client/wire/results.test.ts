import { listAllowedRanges, listSchedules } from "../../../../client";
import { listUsers } from "../../../../client/api/database-users";
import { parseCreatedId } from "../../../../client/wire/results";

const parse = ({ result }: { readonly result?: { parse(value: unknown): unknown } }, value: unknown) => result?.parse(value);

test.each<[string, unknown, unknown]>([
  ["a list", [{ username: "ann" }, { username: "bob" }], [{ username: "ann" }, { username: "bob" }]],
  ["an object that holds the list", { users: [{ username: "ann" }] }, [{ username: "ann" }]],
  ["a text that holds the list", '[{"username":"ann"}]', [{ username: "ann" }]],
  ["an empty list", [], []],
  ["null", null, null],
  ["an empty object", {}, null],
])("users in %s are read", (_, result, users) => expect(parse(listUsers, result)).toEqual(users));

test("a list with a null is not certain to show every object", () => {
  const [schedule, range] = [
    { id: "s", time: "07:00" },
    { id: "r", cidr: "192.0.2.0/24" },
  ];
  expect(parse(listSchedules, [schedule, null])).toEqual({ found: [{ id: "s", record: schedule }], certain: false });
  expect(parse(listAllowedRanges, [null, range])).toEqual({ found: [{ ...range, record: range }], certain: false });
  expect(() => parse(listUsers, [{ username: "ann" }, null])).toThrow("is no list of users");
});

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
])("the answer to a creation with %s names the object or none", (_, result, id) =>
  expect(parseCreatedId(result, "workspaceid", "workspace")).toBe(id),
);
