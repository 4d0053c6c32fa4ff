import type { Emulator } from "../../../../testing/emulator";
import { Engine, type Properties, VirtualClock } from "../../../support/provider";
import { startService } from "../../../support/service-fixture";

/** Two services that hold objects under the same identifiers: what is in state is of the first. */

const wg = "production";
const ws = "main";
const addon = "assistant";
const user = { workgroupId: wg, workspaceId: ws, username: "anna", password: "first" };
const configuration = { installedAddonId: addon, configName: "main", configValue: "one" };
const settings = { workgroupId: wg, workspaceId: ws, autoStopMinutes: 45 };

async function serve(): Promise<Emulator> {
  const { emulator } = await startService({ extensions: true });
  emulator.account.addWorkgroup({ workgroup_id: wg });
  emulator.account.addWorkspace(wg, { workspace_id: ws });
  emulator.account.addInstalledAddon({ id: addon });
  return emulator;
}

/** A resource that the first service's state holds, in a stack that is configured for the second one now. */
async function moved(kind: string, program: Properties) {
  const [first, second] = [await serve(), await serve()];
  const engine = new Engine(kind, { settings: { baseUrl: first.url, apiKey: first.apiKey, maxRetries: 0 }, clock: new VirtualClock() });
  const made = await engine.up(program);
  if (made.op !== "create") throw new Error(`${made.op}: ${made.error}`);
  engine.config["graphplane:baseUrl"] = second.url;
  const mark = second.journal.mark();
  const writes = () =>
    second.journal
      .since(mark)
      .writes()
      .entries.map(({ method }) => method);
  const refused = new RegExp(
    `failed: the state records it at ${first.url}, and the base URL is ${second.url}\\. graphplane sends no request there, .*Set the base URL back, run "pulumi refresh --run-program" .*, or remove it from the state with "pulumi state delete"\\.$`,
  );
  return { first, second, engine, writes, refused };
}

test("a refresh that finds the object at the new address reports it, and later changes go there", async () => {
  const { engine, first, second } = await moved("WorkspaceSettings", settings);
  const { op, lines } = await engine.refresh();
  expect([op, lines]).toEqual([
    "read",
    [
      `graphplane: /workgroups/${wg}/workspaces/${ws}: control plane changed: ${first.url} → ${second.url}; it exists there, and now belongs to the new address`,
      `graphplane: /workgroups/${wg}/workspaces/${ws}: drift: auto_stop_minutes is 30, last applied 45`,
    ],
  ]);
  expect((await engine.refresh()).lines).toEqual([]);
  expect(await engine.up({ ...settings, autoStopMinutes: 77 })).toMatchObject({ op: "update", error: "" });
  expect(second.workspace(wg, ws).auto_stop_minutes).toBe(77);
  expect(first.workspace(wg, ws).auto_stop_minutes).toBe(45);
});

test.each<[string, Properties, (service: Emulator) => void]>([
  ["WorkspaceSettings", settings, (service) => service.changeWorkspace(wg, ws, { deleted_at: "2026-01-01T00:00:00Z" })],
  ["DatabaseUser", user, (service) => service.account.addUser(wg, ws, { username: "berta", password: "x" })],
  ["AddonConfiguration", configuration, () => undefined],
])("a refresh of %s that does not find it at the new address keeps the state and names both addresses", async (kind, program, fill) => {
  const { engine, first, second } = await moved(kind, program);
  fill(second);
  const before = engine.state;
  expect((await engine.refresh()).error).toMatch(
    new RegExp(`the state records it at ${first.url}, and it was not found at ${second.url}, .*"pulumi state delete"`),
  );
  expect(engine.state).toEqual(before);
});

test("a stack can move to a different account: retained objects stay behind, and the new object is adopted", async () => {
  const { engine, second, writes } = await moved("WorkspaceSettings", settings);
  second.account.addWorkspace(wg, { workspace_id: "other", auto_stop_minutes: 45 });
  expect(await engine.up({ ...settings, workspaceId: "other" })).toMatchObject({ op: "replace", error: "" });
  expect(writes()).toEqual([]);
  expect(await engine.up({ ...settings, workspaceId: "other", autoStopMinutes: 60 })).toMatchObject({ op: "update", error: "" });
});

test("a pending change of an earlier run is not looked for at a different service", async () => {
  const { engine, first, second, writes, refused } = await moved("WorkspaceSettings", settings);
  engine.config["graphplane:baseUrl"] = first.url;
  first.fault({ kind: "accepted-not-applied", times: "always", match: { method: "PUT" } });
  expect((await engine.up({ ...settings, autoStopMinutes: 60 })).error).toMatch(/60/);
  engine.config["graphplane:baseUrl"] = second.url;
  expect((await engine.up({ ...settings, autoStopMinutes: 60 })).error).toMatch(refused);
  expect(writes()).toEqual([]);
});

test.each([
  ["a slash at the end", (url: string) => `${url}//`],
  ["capitals in the host's name", (url: string) => url.replace("127.0.0.1", "LOCALHOST")],
])("the same address with %s is the same service", async (_, spelled) => {
  const service = await serve();
  const baseUrl = service.url.replace("127.0.0.1", "localhost");
  const world = { settings: { baseUrl, apiKey: service.apiKey }, clock: new VirtualClock() };
  const engine = new Engine("WorkspaceSettings", world);
  await engine.up(settings);
  engine.config["graphplane:baseUrl"] = spelled(baseUrl);
  expect(await engine.up({ ...settings, autoStopMinutes: 60 })).toMatchObject({ op: "update", error: "" });
});

test.each([[undefined], [7], [""]])("a state whose service is %j comes from an older version and works", async (service) => {
  const { engine } = await moved("WorkspaceSettings", settings);
  if (engine.state !== undefined) engine.state = { ...engine.state, outputs: { ...engine.state.outputs, __service: service } };
  expect(await engine.up({ ...settings, autoStopMinutes: 60 })).toMatchObject({ op: "update", error: "" });
  expect(engine.state?.outputs["__service"]).toBe(engine.config["graphplane:baseUrl"]);
});

test("a query run is sent to its own host, whatever the base URL is", async () => {
  const service = await serve();
  const secret = "database-secret-0123456789";
  service.account.addQuery(wg, ws, { graph: "movies", query: "top", results: [] });
  service.account.addSecret(wg, ws, secret);
  const world = { settings: { baseUrl: service.url, apiKey: service.apiKey }, clock: new VirtualClock() };
  const engine = new Engine("QueryRun", world);
  const program = { host: service.url.replace("http://", ""), graph: "movies", query: "top", secret };
  expect(await engine.up(program)).toMatchObject({ op: "create", error: "" });
  engine.config["graphplane:baseUrl"] = "https://elsewhere.example";
  expect(await engine.up({ ...program, triggers: [1] })).toMatchObject({ op: "update", error: "" });
  expect(engine.state?.outputs).not.toHaveProperty("__service");
});
