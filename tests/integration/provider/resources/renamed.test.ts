import { configOf, makeHost, type Properties, VirtualClock } from "../../../support/provider";
import { startService } from "../../../support/service-fixture";

const wg = "a1000000-0000-4000-8000-0000000000aa";
const ws = "a3000000-0000-4000-8000-0000000000aa";
const addon = "a4000000-0000-4000-8000-00000000000a";

/** A resource under a new name is made before the one under the old name is deleted, in one process. */
test.each<[string, Properties]>([
  ["WorkspaceSettings", { workgroupId: wg, workspaceId: ws, autoStopMinutes: 30, deletionPolicy: "delete" }],
  ["WorkspaceSettings", { workgroupId: wg, workspaceId: ws, autoStopMinutes: 30, deletionPolicy: "pause" }],
  ["DatabaseUser", { workgroupId: wg, workspaceId: ws, username: "anna", password: "first", adopt: true }],
  ["AddonConfiguration", { installedAddonId: addon, configName: "main", configValue: "one", deletionPolicy: "delete" }],
])("a %s that gets another name in the program keeps its object (%j)", async (kind, args) => {
  const { emulator } = await startService({ profile: "observed" });
  emulator.account.addWorkgroup({ workgroup_id: wg });
  emulator.account.addWorkspace(wg, { workspace_id: ws });
  emulator.account.addInstalledAddon({ id: addon });
  const lines: string[] = [];
  const started = async () => {
    const resource = makeHost(new VirtualClock(), (line) => lines.push(line))(kind);
    await resource.configure?.({ config: configOf({ "graphplane:baseUrl": emulator.url, "graphplane:apiKey": emulator.apiKey }) });
    return resource;
  };
  const news = { ...args, __provider: "p" };
  const old = await (await started()).create(news);

  const renamed = await started();
  expect((await renamed.create(news)).id).toBe(old.id);
  const mark = emulator.journal.mark();
  await renamed.delete?.(old.id, old.outs as Properties);
  expect(emulator.journal.since(mark).writes().length).toBe(0);
  expect(lines.at(-1)).toMatch(/another resource of the program manages it$/);

  const destroyed = await started();
  await destroyed.delete?.(old.id, old.outs as Properties);
  expect(emulator.journal.since(mark).writes().length).toBe(1);
});
