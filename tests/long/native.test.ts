import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { type Emulator, startEmulator } from "../../testing/emulator";
import { failureOf, PluginClient, urnOf, type Values } from "../support/plugin";
import { root } from "../support/repository";

/** The plugin's own process, as the engine starts and ends it: killed, cancelled, and begun anew. */

const urn = urnOf("WorkspaceSettings");
const open: (() => unknown)[] = [];
let emulator: Emulator;
let ids: { readonly workgroupId: string; readonly workspaceId: string };

beforeEach(async () => {
  emulator = await startEmulator();
  const workgroupId = emulator.account.addWorkgroup().workgroup_id;
  ids = { workgroupId, workspaceId: emulator.account.addWorkspace(workgroupId, { auto_stop_minutes: 60 }).workspace_id };
});

afterEach(async () => {
  for (const close of open.splice(0)) close();
  await emulator.close();
});

/** A process of its own, that is configured for the service. */
async function start(): Promise<{ readonly plugin: PluginClient; readonly child: ChildProcess }> {
  const child = spawn(process.execPath, [join(root, "dist/provider/native/main.js")], { stdio: ["ignore", "pipe", "inherit"] });
  const [port] = (await once(child.stdout, "data")) as [Buffer];
  const plugin = new PluginClient(Number(port.toString()));
  open.push(
    () => plugin.close(),
    () => child.kill("SIGKILL"),
  );
  await plugin.configure({ baseUrl: emulator.url, apiKey: emulator.apiKey });
  return { plugin, child };
}

/** Begins a creation whose PUT is accepted and does not show, until the service has it; `ended` is how it fails. */
async function beginCreation(plugin: PluginClient, news: Values) {
  let accept = () => {};
  const accepted = new Promise<void>((resolve) => (accept = resolve));
  emulator.fault({ kind: "accepted-not-applied", match: { method: "PUT", body: () => (accept(), true) } });
  const ended = failureOf(plugin.create(urn, news));
  await accepted;
  return { ended };
}

test("a plugin that is killed in a wait leaves nothing that keeps the next one from going on", async () => {
  const news = { ...ids, autoStopMinutes: 30 };
  const first = await start();
  const { ended } = await beginCreation(first.plugin, news);
  first.child.kill("SIGKILL");
  expect((await ended).left).toBeUndefined();

  const { plugin } = await start();
  const { id, properties } = await plugin.create(urn, news);
  expect(emulator.workspace(ids.workgroupId, ids.workspaceId)).toMatchObject({ auto_stop_minutes: 30 });
  expect(await plugin.diff(urn, id, properties, news)).toMatchObject({ isChanged: false });
});

test("a cancel ends the wait of a process, which answers with the state that the next one goes on from", async () => {
  const news = { ...ids, autoStopMinutes: 30 };
  const first = await start();
  const { ended } = await beginCreation(first.plugin, news);
  await first.plugin.cancel();
  const { left } = await ended;
  expect(left).toMatchObject({ properties: ids });
  const { id = "", properties = {} } = left ?? {};

  const { plugin } = await start();
  await plugin.check(urn, news, news);
  expect(await plugin.diff(urn, id, properties, news)).toMatchObject({ isChanged: true });
  expect(await plugin.update(urn, id, properties, news)).toMatchObject({ autoStopMinutes: 30 });
});
