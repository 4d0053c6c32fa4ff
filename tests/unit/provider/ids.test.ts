import { createClient } from "../../../client";
import { Lifecycle } from "../../../provider/lifecycle";
import type { ResourceDefinition } from "../../../provider/definition";
import { addonConfiguration } from "../../../provider/resources/addon-configuration/crud";
import { databaseUser } from "../../../provider/resources/database-user/crud";
import { workspaceRefresh } from "../../../provider/resources/workspace-refresh/crud";
import { workspaceSettings } from "../../../provider/resources/workspace-settings/crud";
import { configOf, VirtualClock } from "../../support/provider";

/** What a get() of the id fails with; any request would be one to nowhere. */
async function errorOf<Args extends object, State extends Args, Waiting>(
  noun: ResourceDefinition<Args, State, Waiting>,
  id: string,
): Promise<string> {
  const lifecycle = new Lifecycle(noun, {
    connect: () => createClient({ baseUrl: "http://127.0.0.1:1", apiKey: "a-key" }),
    clock: new VirtualClock(),
    say: () => undefined,
    announced: new Map(),
    reportedFailures: new WeakMap(),
    declared: new Map(),
    owners: new Map(),
    newOwner: () => "one",
  });
  await lifecycle.configure({ config: configOf({}) });
  return lifecycle.read(id, {}).then(
    () => "no error",
    (error: Error) => error.message,
  );
}

test.each([
  [
    "WorkspaceSettings",
    "<workgroupId>/<workspaceId>",
    ["ws-4-1", "/ws", "wg/", "wg/ws/more", ""],
    (id: string) => errorOf(workspaceSettings, id),
  ],
  ["WorkspaceRefresh", "<workgroupId>/<workspaceId>", ["ws-4-1", "wg/ws/more"], (id: string) => errorOf(workspaceRefresh, id)],
  ["DatabaseUser", "<workgroupId>/<workspaceId>/<username>", ["reader", "wg/ws", "wg/ws/"], (id: string) => errorOf(databaseUser, id)],
  ["AddonConfiguration", "<installedAddonId>/<configId>", ["c1", "/c1", "a/"], (id: string) => errorOf(addonConfiguration, id)],
])("the error of an id that is none of a %s states the form %s", async (kind, form, ids, error) => {
  for (const id of ids) {
    expect(await error(id)).toBe(`${kind}: read of ${JSON.stringify(id)} failed: the id must have the form ${form}`);
  }
});
