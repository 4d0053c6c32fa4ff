import { listUsers } from "../../../../client/api/database-users";
import { listSchedules } from "../../../../client/api/schedules";
import { getWorkspaceOptions } from "../../../../client/api/workspaces";

/** Results of calls whose shape is not documented, in the ways that services may write them. */

const unknown = Symbol("not understood");

/** The Result as the endpoint reads it. */
function read(endpoint: { readonly result?: { safeParse(result: unknown): { success: boolean; data?: unknown } } }, result: unknown) {
  const parsed = endpoint.result?.safeParse(result);
  return parsed?.success === true ? parsed.data : unknown;
}

const anna = { username: "anna" };

test.each<[string, unknown, unknown]>([
  ["a list", [anna], [anna]],
  ["a list with a null is not certain", [anna, null], unknown],
  ["a null alone names none", [null], null],
  ["null names none", null, null],
  ["an empty list", [], []],
  ["a wrapped list", { users: [anna] }, [anna]],
  ["a record without a documented field", [{ other: 1 }], unknown],
  ["a text", ["anna"], unknown],
])("users: %s", (_, result, users) => expect(read(listUsers, result)).toEqual(users));

test.each<[string, unknown, unknown]>([
  ["by its own name", [{ scheduleId: 7, repeat: "daily" }], [{ id: "7" }]],
  ["without one, by its fields", [{ repeat: "daily" }, { time: "01:00" }], [{ id: "" }, { id: "" }]],
  ["an identifier alone", [{ id: "a" }], [{ id: "a" }]],
  ["neither", [{ other: 1 }], unknown],
  ["a text", ["daily"], unknown],
])("schedules: the identifier %s", (_, result, found) => {
  const list = read(listSchedules, result);
  expect(list === unknown ? list : (list as { found: unknown }).found).toEqual(
    found === unknown ? found : (found as object[]).map((entry) => expect.objectContaining(entry) as unknown),
  );
});

test.each<[string, unknown, unknown]>([
  ["an object", { sizes: ["TG-00"] }, { sizes: ["TG-00"] }],
  ["one in a list", [{ sizes: [] }], { sizes: [] }],
  ["nothing", null, {}],
  ["a number", 7, unknown],
])("what the service offers for workspaces: %s", (_, result, options) => expect(read(getWorkspaceOptions, result)).toEqual(options));
