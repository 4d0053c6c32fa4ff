import { type EmulatorOptions } from "../../../../testing/emulator";
import { type EmulatorFixture, startFixture } from "./fixture";

let s: EmulatorFixture;
const begin = async (options: EmulatorOptions = {}) => (s = await startFixture({ profile: "observed", ...options }));

test("an empty addons is null, and a filled one is a list with its configuration as text", async () => {
  await begin();
  expect(await s.read()).toMatchObject({ addons: null });
  s.emulator.changeWorkspace(s.wg, s.ws, { addons: [{ addons_id: "a", enable: true, enable_configuration: { k: 1 } }] });
  expect(await s.read()).toMatchObject({ addons: [{ enable_configuration: '{"k":1}' }] });
});

test("an absent field stays absent after a PUT of it", async () => {
  await begin();
  expect((await s.put({ maintenance_window_interval_weeks: 2 })).status).toBe(200);
  expect("maintenance_window_interval_weeks" in (await s.read())).toBe(false);
});

test("the PUT's Result lacks the workgroup's name", async () => {
  await begin();
  expect((await s.put({ auto_stop_minutes: 5 })).result).toMatchObject({ workgroup_name: "", auto_stop_minutes: 5 });
  expect(await s.read()).toMatchObject({ workgroup_name: "production" });
});

test("unknown keys and nulls of a body are ignored with 200; only last_modified_time changes", async () => {
  await begin({ now: () => 86_400_000 });
  const before = s.emulator.workspace(s.wg, s.ws);
  const body = {
    auto_stop_minute: 5,
    enable_ha: null,
    agent_config: { beat: 1 },
    addons: [{ addons_id: "a", enable: true, colour: "red" }],
  };
  expect((await s.put(body)).status).toBe(200);
  const after = s.emulator.workspace(s.wg, s.ws);
  expect(after).toEqual({
    ...before,
    addons: [expect.not.objectContaining({ colour: "red" })],
    last_modified_time: "1970-01-02T00:00:00.000Z",
  });
});

test("the host may have another field name", async () => {
  await begin({ hostField: "edge_host" });
  expect(await s.read()).toMatchObject({ edge_host: s.emulator.url.replace("http://", "") });
  expect("proxy_host" in (await s.read())).toBe(false);
});

describe("an error", () => {
  const unknown = "00000000-0000-4000-8000-00000000dead";
  test.each<[string, string, () => string, Record<string, string>, number, unknown]>([
    ["for an unknown schedule is a 404", "DELETE", () => `${s.workspacePath}/schedules/${unknown}`, {}, 404, "Not-Found"],
    ["for an unknown identifier is a 404", "GET", () => `/controller/v4/v2/workgroups/${unknown}`, {}, 404, "Not-Found"],
    ["for a malformed identifier is a 500", "GET", () => "/controller/v4/v2/workgroups/no-uuid", {}, 500, "Internal-Error"],
    ["for a wrong key is a 401", "GET", () => s.workgroupPath, { "x-api-key": "wrong" }, 401, "Unauthorized"],
  ])("%s", async (_, method, path, headers, status, type) => {
    await begin();
    const reply = await s.call(method, path(), undefined, headers);
    expect(reply.status).toBe(status);
    expect(reply.json).toMatchObject({ Error: true, ErrorDetails: [{ Type: type }], Result: null });
  });

  test("for a missing key is a 403", async () => {
    await begin();
    const response = await fetch(`${s.emulator.url}${s.workgroupPath}`);
    expect(response.status).toBe(403);
  });

  test.each([
    ["an unknown route is plain text", "GET", "/controller/v4/v2/nothing", 404, "404 page not found"],
    ["a known path with another method is plain text", "PATCH", "/controller/v4/v2/installed-addons", 404, "404 page not found"],
    ["a path outside the prefix is the gateway's", "GET", "/workgroups", 403, '{"message":"Missing Authentication Token"}'],
    ["a wrong version is the gateway's", "GET", "/controller/v4/v3/workgroups", 403, '{"message":"Missing Authentication Token"}'],
  ])("for %s", async (_, method, path, status, body) => {
    await begin();
    const reply = await s.call(method, path);
    expect([reply.status, reply.text]).toEqual([status, body]);
  });

  test("in the profile specified the same routes are 404 and 405", async () => {
    await begin({ profile: "specified" });
    const statuses = [await s.call("GET", "/nothing"), await s.call("PATCH", "/controller/v4/v2/installed-addons")];
    expect(statuses.map((reply) => [reply.status, reply.contentType])).toEqual([
      [404, "text/plain; charset=utf-8"],
      [405, "text/plain; charset=utf-8"],
    ]);
  });
});

test("a key of another organisation gets empty lists, and a 404 for a workgroup of ours", async () => {
  await begin();
  s.emulator.addOtherOrganisation("theirs");
  const headers = { "x-api-key": "theirs" };
  expect((await s.call("GET", "/controller/v4/v2/workgroups", undefined, headers)).json).toMatchObject({ Error: false, Result: [] });
  expect((await s.call("GET", "/controller/v4/v2/installed-addons", undefined, headers)).result).toEqual([]);
  expect((await s.call("GET", s.workgroupPath, undefined, headers)).status).toBe(404);
});

test("pause and resume return null at once and progress with reads; resuming while pausing is a bare 500", async () => {
  await begin();
  expect((await s.call("POST", `${s.workspacePath}/pause`)).json).toMatchObject({ Error: false, Result: null });
  for (const reply of [await s.call("POST", `${s.workspacePath}/resume`), await s.put({ pause: false })]) {
    expect(reply.status).toBe(500);
    expect(reply.json["ErrorDetails"]).toEqual([{ FieldName: "", Reason: "", Type: "Internal-Error" }]);
  }
  const seen = await s.reads(2);
  await s.call("POST", `${s.workspacePath}/resume`);
  seen.push(...(await s.reads(2)));
  expect(seen.map((record) => [record.status, record.condition_type])).toEqual([
    ["Pausing", "PausePre"],
    ["Idle", "Paused"],
    ["Resuming", "Normal"],
    ["Active", "Normal"],
  ]);
});

test("a refused resume applies nothing else of its body", async () => {
  await begin();
  await s.put({ pause: true });
  await s.put({ pause: false, auto_stop_minutes: 99 });
  expect(s.emulator.workspace(s.wg, s.ws).auto_stop_minutes).toBe(30);
});

test("the status moves with the clock if the options say so", async () => {
  let now = 0;
  await begin({ statusAfter: { ms: 150_000 }, now: () => now });
  await s.put({ pause: true });
  expect(await s.read()).toMatchObject({ status: "Pausing" });
  now = 150_000;
  expect(await s.read()).toMatchObject({ status: "Idle" });
});
