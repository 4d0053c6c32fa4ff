import type { Listed } from "../../../../../client";
import { databaseUserAdoption } from "../../../../../provider/resources/database-user/adopt";
import { declare, readerOf } from "../../../../support/adopt-reading";

const workgroups = [{ workgroup_id: "wg", workspaces: [{ workspace_id: "ws" }] }] as Listed[];

test.each<[string, unknown, readonly string[]]>([
  [
    "users are read by their names, if they have any",
    [{ username: "reader" }, { username: "" }, {}, { username: null }],
    ["reader", "", "", ""],
  ],
  ["a service that shows null has none", null, []],
])("%s", async (_, users, names) => {
  const { reader } = readerOf({ databaseUsers: { list: async () => users } });
  const found = await databaseUserAdoption.read(reader, { workgroups, named: [], addons: new Map() });
  expect([found.map((one) => one.found), reader.failures]).toEqual([names, []]);
});

test("a user is declared by its name, and left out if that is not shown, or cannot or must not be in a file", () => {
  const found = ["reader", "", "\ud800", "someone@example.com"].map((name) => ({ workgroupId: "wg", workspaceId: "ws", found: name }));
  expect(declare(databaseUserAdoption, found)).toEqual({
    declared: [
      {
        name: { name: "main of wg reader", qualifier: "ws", id: "reader", kind: "user" },
        id: "wg/ws/reader",
        args: { workgroupId: "wg", workspaceId: "ws", username: "reader" },
      },
    ],
    leftOut: [
      "a database user of main of wg: the service shows no name that can be read: declare it by hand, with adopt: true, and its name and password from the stack's configuration.",
      "a database user of main of wg: its name is not well-formed text.",
      "a database user of main of wg: its name contains an e-mail address: declare it by hand, with adopt: true, and its name and password from the stack's configuration.",
    ],
  });
});
