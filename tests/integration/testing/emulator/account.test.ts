import { sampleAccount } from "../../../../testing/emulator";
import { startFixture } from "./fixture";

test("identifiers have the form of UUIDs, are all different, and are the same in every run", async () => {
  const ids = [];
  for (let run = 0; run < 2; run++) {
    const { emulator } = await startFixture();
    const sample = sampleAccount(emulator.account);
    ids.push([sample.workgroupId, sample.databaseId, ...Object.values(sample.workspaceIds), sample.installedAddonId]);
  }
  expect(ids[0]).toEqual(ids[1]);
  expect(new Set(ids[0]).size).toBe(6);
  for (const id of ids[0] ?? []) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
});

test("a workspace takes values from its workgroup and database, and overrides win", async () => {
  const { emulator } = await startFixture();
  const wg = emulator.account.addWorkgroup({ name: "prod", region: "eu-west-1" }).workgroup_id;
  const db = emulator.account.addDatabase(wg, { name: "movies" }).database_id;
  const made = emulator.account.addWorkspace(wg, { name: "mine", vertex_count: null });
  expect(made).toMatchObject({
    workgroup_name: "prod",
    region: "eu-west-1",
    database_id: db,
    database_name: "movies",
    name: "mine",
    vertex_count: null,
    proxy_host: emulator.url.replace("http://", ""),
  });
});

test("the host does not resolve if the options say so", async () => {
  const s = await startFixture({ dataPlane: "nowhere" });
  expect(s.emulator.workspace(s.wg, s.ws).proxy_host).toBe(`${s.ws}.data.example`);
});

test("returned records are copies", async () => {
  const s = await startFixture();
  const copy = s.emulator.workspace(s.wg, s.ws);
  copy.auto_stop_minutes = 1;
  copy.agent_config = null;
  const configuration = { theme: "dark" };
  s.emulator.changeWorkspace(s.wg, s.ws, { addons: [{ addons_id: "a", enable: true, enable_configuration: configuration }] });
  configuration.theme = "light";
  expect(s.emulator.workspace(s.wg, s.ws)).toMatchObject({
    auto_stop_minutes: 30,
    agent_config: { heartbeat_interval_seconds: 30 },
    addons: [{ enable_configuration: { theme: "dark" } }],
  });
});

test("a change in the console shows at once, and undefined removes a field", async () => {
  const s = await startFixture({ settleAfter: 5, now: () => 0 });
  s.emulator.changeWorkspace(s.wg, s.ws, { auto_stop_minutes: 7, vertex_count: undefined, status: "Broken" });
  const record = await s.read();
  expect(record).toMatchObject({ auto_stop_minutes: 7, status: "Broken", last_modified_time: "1970-01-01T00:00:00.000Z" });
  expect("vertex_count" in record).toBe(false);
});

test("a rotated key is accepted, and the old one no longer", async () => {
  const s = await startFixture({ apiKey: "one" });
  s.emulator.rotateKey("two");
  expect(s.emulator.apiKey).toBe("two");
  expect((await s.call("GET", s.workgroupPath)).status).toBe(200);
  expect((await s.call("GET", s.workgroupPath, undefined, { "x-api-key": "one" })).status).toBe(400);
  expect(s.emulator.journal.entries.map((entry) => entry.credentials[0]?.kind)).toEqual(["api key", "retired api key"]);
});
