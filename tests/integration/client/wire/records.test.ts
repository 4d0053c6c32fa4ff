import { malformedFields, tolerantWorkspace, type WorkgroupRecord, workspaceRecord } from "../../../../client/wire/records";
import type { Documented } from "../../../../client/wire/record-shape";
import * as shapes from "../../../../client/wire/shapes";
import { failureOf, makeClient, serve, success } from "../fixture";

const namesOf = (type: Documented) =>
  Object.entries(shapes.workspace.fields).flatMap(([name, one]) => (one === type && name !== "workspace_id" ? [name] : []));
const [texts, integers, booleans] = [namesOf("string"), namesOf("integer"), namesOf("boolean")];
const structures = ["addons", "agent_config", "folder_statistics", "workspace_type"];

/** API 2.2, each field with a value of its type. */
const full: Record<string, unknown> = {
  workspace_id: "ws",
  ...Object.fromEntries(texts.map((name) => [name, `a ${name}`])),
  ...Object.fromEntries(integers.map((name, index) => [name, index])),
  ...Object.fromEntries(booleans.map((name) => [name, true])),
  addons: [{ addons_id: "a", enable: true, enable_configuration: '{"x":1}', is_free: true, unique_name: "u", workspace_id: "ws" }],
  agent_config: {
    catalog_activity_update_interval_seconds: 1,
    heartbeat_interval_seconds: 2,
    query_activity_update_interval_seconds: 3,
    topology_update_interval_seconds: 4,
    enable_topology_force_update: false,
  },
  folder_statistics: {
    backup_size: 1,
    billed_size: 2,
    log_size: 3,
    vector_size: 4,
    total_size: 5,
    workspaces: [{ size: 1, workspace_id: "ws" }],
  },
  workspace_type: { cpu: "4", memory: "16", ha: 1, partition: 1, typeName: "TG-1" },
};

const without = (name: string): Record<string, unknown> => Object.fromEntries(Object.entries(full).filter(([key]) => key !== name));
async function read(result: unknown): Promise<WorkgroupRecord> {
  return makeClient(await serve(success(result))).client.workgroups.get({ workgroupID: "wg" });
}
async function refused(result: unknown) {
  return failureOf(makeClient(await serve(success(result)), { maxRetries: 4 }).client.workgroups.get({ workgroupID: "wg" }));
}

test.each([
  ["JSON text", '{"a":1}', { a: 1 }],
  ["an empty text", "", undefined],
])("agent_config and add-ons that are %s are read as the values they mean", (_, written, read) => {
  const list = written === "" ? "" : `[{"addons_id":"a"}]`;
  const record = workspaceRecord.parse({ workspace_id: "ws", agent_config: written, addons: list });
  expect(record.agent_config).toEqual(read);
  expect(record.addons).toEqual(written === "" ? undefined : [{ addons_id: "a" }]);
});

test.each(["7", "no JSON", "[]"])("the agent_config %j is not read as absent", (agent_config) => {
  expect(workspaceRecord.safeParse({ workspace_id: "ws", agent_config }).success).toBe(false);
});

test("a complete record is read unchanged", () => expect(workspaceRecord.parse(full)).toEqual(full));

test("unknown keys are kept at every depth", async () => {
  const result = {
    workgroup_id: "wg",
    newer: { a: [null] },
    workspaces: [
      {
        workspace_id: "ws",
        other_host: "h",
        addons: [{ addons_id: "a", newer: 1 }],
        agent_config: { newer: 2 },
        workspace_type: { newer: 3 },
      },
    ],
    tg_databases: [{ database_id: "db", newer: 4 }],
  };
  expect(await read(result)).toEqual(result);
});

test.each([...texts, ...integers, ...booleans, ...structures])("a workspace may lack %s, or show null", async (name) => {
  const [lacking, empty] = [without(name), { ...full, [name]: null }];
  const { workspaces } = await read({ workgroup_id: "wg", workspaces: [lacking, empty] });
  // A list that shows the add-ons of one workspace shows those of all (API 10.1).
  expect(workspaces).toEqual(name === "addons" ? [empty, empty] : [lacking, empty]);
  expect((await read({ workgroup_id: "wg", workspaces: [lacking] })).workspaces).toEqual([lacking]);
});

const odd: unknown[] = [1, "x", true, [], {}, [[]], { a: 1 }];
test.each([
  ...texts.map((name) => ({ name, own: (value: unknown) => typeof value === "string" })),
  ...integers.map((name) => ({ name, own: (value: unknown) => typeof value === "number" })),
  ...booleans.map((name) => ({ name, own: (value: unknown) => typeof value === "boolean" })),
])("$name of another type is read as absent, the other fields stay", ({ name, own }) => {
  for (const value of odd.filter((value) => !own(value))) {
    const { [name]: told, ...others } = workspaceRecord.parse({ ...full, [name]: value });
    expect(told).toBeUndefined();
    expect(others).toEqual(without(name));
  }
});

test("statistics and a size of another shape are read as absent", () => {
  const record = workspaceRecord.parse({ workspace_id: "ws", folder_statistics: "5 GB", workspace_type: ["TG-1"] });
  expect(record).toEqual({ workspace_id: "ws", folder_statistics: undefined, workspace_type: undefined });
});

test.each([["{}"], ['"text"'], ["null"], ["[1]"], ["7"]])("an add-on's configuration is kept unchanged, also as %s", (value) => {
  const addons = [{ addons_id: "a", enable: true, enable_configuration: JSON.parse(value) as unknown }];
  expect(workspaceRecord.parse({ workspace_id: "ws", addons }).addons).toEqual(addons);
});

test.each([
  ["null", null, /Result: /],
  ["a text", "wg", /Result: /],
  ["an array", [], /Result: /],
  ["workspaces that are an object", { workgroup_id: "wg", workspaces: {} }, /Result\.workspaces: /],
  ["workspaces that are a text", { workgroup_id: "wg", workspaces: "none" }, /Result\.workspaces: /],
  ["a workspace that is null", { workgroup_id: "wg", workspaces: [{ workspace_id: "a" }, null] }, /Result\.workspaces\.1: /],
])("a Result with %s is refused with its path, once", async (_, result, path) => {
  const error = await refused(result);
  expect(error.failure).toMatchObject({ outcome: "not-understood", status: 200, requestId: "req-1" });
  expect(error.message).toMatch(path);
  expect(error.attempts).toBe(1);
});

test("a workspace with a malformed field hides neither other workspaces nor its own other fields", async () => {
  const { workspaces } = await read({
    workgroup_id: "wg",
    workspaces: [
      { workspace_id: "a", name: "first", addons: {}, auto_stop_minutes: 5 },
      { workspace_id: "b", agent_config: "x", addons: [7] },
      { workspace_id: "c", addons: [] },
    ],
  });
  expect(workspaces).toEqual([
    { workspace_id: "a", name: "first", auto_stop_minutes: 5, [malformedFields]: ["addons"] },
    { workspace_id: "b", [malformedFields]: ["addons", "agent_config"] },
    { workspace_id: "c", addons: [] },
  ]);
});

test.each([["", "none", {}, 7, [{ workspaces: ["a"] }], ["db"]]])("databases written as %j hide no workspace", async (tg_databases) => {
  const { workspaces } = await read({ workgroup_id: "wg", tg_databases, workspaces: [{ workspace_id: "a" }] });
  expect(workspaces).toEqual([{ workspace_id: "a" }]);
});

test("numbers and booleans that are sent as strings are read as numbers and booleans", () => {
  const agent_config = { heartbeat_interval_seconds: "60", enable_topology_force_update: "false", newer: "7" };
  expect(
    workspaceRecord.parse({ auto_stop_minutes: "30", replicas: "-1", enable_ha: "true", is_rw: "false", name: "5", agent_config }),
  ).toEqual({
    workspace_id: "",
    auto_stop_minutes: 30,
    replicas: -1,
    enable_ha: true,
    is_rw: false,
    name: "5",
    agent_config: { heartbeat_interval_seconds: 60, enable_topology_force_update: false, newer: "7" },
  });
  const others = { auto_stop_minutes: "soon", replicas: "1.5", vertex_count: "12345678901234567890", enable_ha: "yes" };
  expect(Object.values(workspaceRecord.parse({ workspace_id: "a", ...others })).filter((value) => value !== undefined)).toEqual(["a"]);
});

test("a record without an identifier hides no other record, and its identifier is empty", async () => {
  const result = {
    name: "x",
    workspaces: [
      { name: "odd", addons: [{ enable: true }] },
      { workspace_id: "ws", name: 7 },
    ],
  };
  await expect(read(result)).resolves.toMatchObject({
    workgroup_id: "",
    workspaces: [{ workspace_id: "", addons: [{ addons_id: "", enable: true }] }, { workspace_id: "ws" }],
  });
});

test("a malformed database that was not requested does not fail a read", async () => {
  const result = { workgroup_id: "wg", tg_databases: [{ name: "without an id" }, { database_id: 7 }], workspaces: [] };
  await expect(read(result)).resolves.toMatchObject({ workgroup_id: "wg" });
});

test.each([null, "text", 5, ["text"]])("%j is not a record, and the error says so", (value) => {
  const { success, error } = tolerantWorkspace.safeParse(value);
  expect([success, error?.issues]).toEqual([
    false,
    [expect.objectContaining({ path: [], message: expect.stringContaining("object") as string })],
  ]);
});
