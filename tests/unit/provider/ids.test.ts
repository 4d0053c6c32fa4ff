import { makeHost, VirtualClock } from "../../support/provider";

/** The error of a get() of the id; nothing is configured, so any request would fail with another one. */
async function errorOf(kind: string, id: string): Promise<string> {
  const provider = makeHost(new VirtualClock(), () => undefined)(kind);
  return provider.read!(id, {}).then(
    () => "no error",
    (error: Error) => error.message,
  );
}

test.each([
  ["WorkspaceSettings", "<workgroupId>/<workspaceId>", ["ws-4-1", "/ws", "wg/", "wg/ws/more", ""]],
  ["WorkspaceRefresh", "<workgroupId>/<workspaceId>", ["ws-4-1", "wg/ws/more"]],
  ["AllowList", "<workgroupId>", ["", "wg/more"]],
  ["AllowListEntry", "<workgroupId>/<entryId>", ["entry", "wg/", "/entry"]],
  ["DatabaseUser", "<workgroupId>/<workspaceId>/<username>", ["reader", "wg/ws", "wg/ws/"]],
  ["WorkspaceSchedule", "<workgroupId>/<workspaceId>/<scheduleId>", ["s1", "wg/ws", "wg/ws/"]],
  ["BackupSchedule", "<workgroupId>/<workspaceId>", ["ws", "wg/"]],
  ["AddonConfiguration", "<installedAddonId>/<configId>", ["c1", "/c1", "a/"]],
])("the error of a malformed %s id states the form %s", async (kind, form, ids) => {
  for (const id of ids)
    expect(await errorOf(kind, id)).toBe(`${kind}: read of ${JSON.stringify(id)} failed: the id must have the format ${form}`);
});
