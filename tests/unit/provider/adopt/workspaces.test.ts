import type { Client, Listed } from "../../../../client";
import { inWorkspaces } from "../../../../provider/adopt/workspaces";
import { declare, groupOf, readerOf, refusal, shown } from "../../../support/adopt-reading";

const facts = (list: (workspace: string) => readonly string[]) =>
  inWorkspaces<string>({
    objects: { one: "thing", many: "things", option: "no-things" },
    lacking: "this service does not list them.",
    list: async (_: Client, { workgroupID, workspaceID }) => list(`${workgroupID}/${workspaceID}`),
    declare: (found, ids, workspace, _, leaveOut) => {
      if (found === "odd") return void leaveOut(workspace, "it is odd.");
      return { name: `${workspace} ${found}`, id: found, args: { ...ids } };
    },
  });

const workgroups = [
  { workgroup_id: "wg", workspaces: [{ workspace_id: "ws", name: "main" }, { workspace_id: "ws-2" }] },
  { workgroup_id: "other", workspaces: [{ workspace_id: "ws", name: "" }] },
] as Listed[];

test("each object is read with the identifiers of its workspace", async () => {
  const { reader } = readerOf({});
  const read = await facts((workspace) => [`thing of ${workspace}`]).read(reader, { workgroups, named: [], addons: new Map() });
  expect(read.map(({ workgroupId, workspaceId, found }) => [workgroupId, workspaceId, found])).toEqual([
    ["wg", "ws", "thing of wg/ws"],
    ["wg", "ws-2", "thing of wg/ws-2"],
    ["other", "ws", "thing of other/ws"],
  ]);
});

test("lists that cannot be read are reported by the names of their workspaces, or by their identifiers", async () => {
  const { reader } = readerOf({});
  const failing = facts(() => {
    throw refusal(500);
  });
  await failing.read(reader, { workgroups, named: [], addons: new Map() });
  const why = "reading failed: GET /p returned 500.";
  expect(reader.failures.map(shown)).toEqual(["main", "ws-2", "ws"].map((name) => `things of workspace "${name}": ${why}`));
});

test("an object is declared under the name of its own workspace, and left out if that is not adopted", () => {
  const found = [
    { workgroupId: "other", workspaceId: "ws", found: "one" },
    { workgroupId: "wg", workspaceId: "ws", found: "odd" },
    { workgroupId: "wg", workspaceId: "not adopted", found: "two" },
    { workgroupId: "gone", workspaceId: "ws", found: "three" },
  ];
  const account = { workgroups: [groupOf("wg"), groupOf("other")] };
  expect(
    declare(
      facts(() => []),
      found,
      account,
    ),
  ).toEqual({
    declared: [{ name: "main of other one", id: "one", args: { workgroupId: "other", workspaceId: "ws" } }],
    leftOut: ["main of wg: it is odd."],
  });
});
