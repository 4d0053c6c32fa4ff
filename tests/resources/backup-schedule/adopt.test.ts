import type { Listed } from "../../../client";
import { backupScheduleAdoption } from "../../../provider/resources/backup-schedule/adopt";
import { declare, readerOf, refusal } from "../../support/adopt-reading";

const ids = { workgroupId: "wg", workspaceId: "ws" };

test.each<[string, unknown, readonly unknown[]]>([
  ["one", { schedule: "0 0 * * *" }, [{ ...ids, found: { schedule: "0 0 * * *" } }]],
  ["none", undefined, []],
  ["none, by Not-Found", refusal(404, "Not-Found"), []],
  ["none, in words with 400", refusal(400, "Bad-Request", { message: "record not found" }), []],
])("a workspace of which the service shows %s", async (_, shown, found) => {
  const { reader } = readerOf({ shared: () => (shown instanceof Error ? Promise.reject(shown) : Promise.resolve(shown)) });
  const workgroups = [{ workgroup_id: "wg", workspaces: [{ workspace_id: "ws" }] }] as Listed[];
  expect(await backupScheduleAdoption.read(reader, { workgroups, named: [], addons: new Map() })).toEqual(found);
  expect(reader.failures).toEqual([]);
});

const declared = (found: object) => declare(backupScheduleAdoption, [{ ...ids, found }]);

test("a backup schedule is declared by the fields that its record shows", () =>
  expect(declared({ schedule: "0 0 * * *", max_retry: 2, next: "tomorrow" })).toEqual({
    declared: [
      {
        name: { name: "main of wg backups", qualifier: "ws", id: "ws", kind: "backups" },
        id: "wg/ws",
        args: { ...ids, schedule: "0 0 * * *", maxRetry: 2 },
        outputs: { __seen: true },
      },
    ],
    leftOut: [],
  }));

test("a backup schedule that shows no times is left out", () =>
  expect(declared({ schedule: "" })).toEqual({
    declared: [],
    leftOut: ["the backup schedule of main of wg: the service returns a value that its argument does not accept."],
  }));
