import type { Client, Listed } from "../../../../client";
import { inWorkspaces } from "../../../../provider/adopt/workspaces";
import { declare, readerOf, refusal, shown } from "../../../support/adopt-reading";

const things = inWorkspaces<string>({
  objects: { one: "thing", many: "things", option: "no-things" },
  lacking: "this service does not list them.",
  list: async (_: Client, { workgroupID, workspaceID }) => {
    if (workgroupID === "failing") throw refusal(500);
    return [`thing of ${workgroupID}/${workspaceID}`];
  },
  declare: (found, ids, workspace, _, leaveOut) => {
    if (found === "odd") return void leaveOut(workspace, "it is odd.");
    return { name: `${workspace} ${found}`, id: found, args: { ...ids } };
  },
});

test("each object is read with the identifiers of its workspace; lists that fail are reported by the names of theirs", async () => {
  const workspaces = [{ workspace_id: "ws", name: "main" }, { workspace_id: "ws-2" }, { workspace_id: "ws-3", name: "" }];
  const workgroups = ["wg", "failing"].map((id) => ({ workgroup_id: id, workspaces })) as Listed[];
  const { reader } = readerOf({});
  const read = await things.read(reader, { workgroups, named: [], addons: new Map() });
  expect(read).toEqual(
    ["ws", "ws-2", "ws-3"].map((workspaceId) => ({ workgroupId: "wg", workspaceId, found: `thing of wg/${workspaceId}` })),
  );
  const why = "reading failed: GET /p returned 500.";
  expect(reader.failures.map(shown)).toEqual(["main", "ws-2", "ws-3"].map((name) => `things of workspace "${name}": ${why}`));
});

test("an object is declared under the name of its own workspace, and left out if that is not adopted", () => {
  const found = [
    { workgroupId: "other", workspaceId: "ws", found: "one" },
    { workgroupId: "wg", workspaceId: "ws", found: "odd" },
    { workgroupId: "wg", workspaceId: "not adopted", found: "two" },
    { workgroupId: "gone", workspaceId: "ws", found: "three" },
  ];
  expect(declare(things, found)).toEqual({
    declared: [{ name: "main of other one", id: "one", args: { workgroupId: "other", workspaceId: "ws" } }],
    leftOut: ["main of wg: it is odd."],
  });
});
