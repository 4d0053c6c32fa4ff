import { unknownText } from "../../support/provider";
import { startSettings } from "../../support/settings-fixture";

const ids = { workgroupId: "wg", workspaceId: "ws" };
const known =
  "the arguments are workgroupId, workspaceId, workspaceName, workspaceTypeName, autoStopMinutes, autoUpgradeState, desiredTgVersion, " +
  "enableAutoStart, enableHa, updateStrategy, pause, maintenanceWindow, agentConfig, addons, waitForStatus, timeoutSeconds, onConflict, deletionPolicy";

/** The argument that a failure is about, and the problem. */
const problemOf = ({ property, reason }: { property: string; reason: string }) =>
  property === "" ? (reason.split(/: (.*)/s, 2) as [string, string]) : ([property, reason] as const);

describe("check refuses", () => {
  const table: [string, Record<string, unknown>, Record<string, string>][] = [
    ["missing ids", { autoStopMinutes: 1 }, { workgroupId: "is required", workspaceId: "is required" }],
    ["an empty id", { ...ids, workspaceId: "" }, { workspaceId: "must not be empty" }],
    ["an empty name", { ...ids, workspaceName: "" }, { workspaceName: "must not be empty" }],
    ["an id that is two", { ...ids, workgroupId: "wg/ws" }, { workgroupId: "must not contain a slash" }],
    ["an id that is a number", { ...ids, workgroupId: 5 }, { workgroupId: "must be a string, got number" }],
    ["negative minutes", { ...ids, autoStopMinutes: -1 }, { autoStopMinutes: "must be at least 0" }],
    ["a fraction", { ...ids, autoStopMinutes: 1.5 }, { autoStopMinutes: "must be an integer, got a fraction" }],
    [
      "parts of a maintenance window that no week has",
      { ...ids, maintenanceWindow: { dayOfWeek: 7, hourOfDay: 24, intervalWeeks: 0 } },
      {
        "maintenanceWindow.dayOfWeek": "must be at most 6, got 7",
        "maintenanceWindow.hourOfDay": "must be at most 23, got 24",
        "maintenanceWindow.intervalWeeks": "must be at least 1, got 0",
      },
    ],
    ["a number out of range", { ...ids, autoStopMinutes: 1e300 }, { autoStopMinutes: "must be at most 9007199254740991" }],
    ["a text for a number", { ...ids, autoStopMinutes: "60" }, { autoStopMinutes: "must be a number, got string" }],
    ["a text for a switch", { ...ids, enableHa: "true" }, { enableHa: "must be a boolean, got string" }],
    ["a switch for a text", { ...ids, workspaceName: true }, { workspaceName: "must be a string, got boolean" }],
    ["a list for a text", { ...ids, workspaceName: ["a"] }, { workspaceName: "must be a string, got array" }],
    ["an object for a number", { ...ids, timeoutSeconds: {} }, { timeoutSeconds: "must be a number, got object" }],
    ["a text for an object", { ...ids, maintenanceWindow: "Sunday" }, { maintenanceWindow: "must be an object, got string" }],
    ["a list for a map", { ...ids, addons: [] }, { addons: "must be a map, got array" }],
    ["a time that is none", { ...ids, timeoutSeconds: 0 }, { timeoutSeconds: "must be more than 0 seconds" }],
    ["no states to wait for", { ...ids, waitForStatus: [] }, { waitForStatus: "must not be empty" }],
    ["one state without its list", { ...ids, waitForStatus: "Active" }, { waitForStatus: "must be an array, got string" }],
    ["a state that is empty", { ...ids, waitForStatus: ["Active", ""] }, { "waitForStatus.1": "must not be empty" }],
    ["another word", { ...ids, onConflict: "ignore" }, { onConflict: 'must be one of "overwrite", "fail"' }],
    ["a word in another case", { ...ids, deletionPolicy: "Delete" }, { deletionPolicy: 'must be one of "retain", "pause", "delete"' }],
    ["an add-on without its switch", { ...ids, addons: { one: {} } }, { "addons.one.enable": "is required" }],
    ["an add-on without an id", { ...ids, addons: { "": { enable: true } } }, { addons: "must not have an empty key" }],
    [
      "a configuration that is no object",
      {
        ...ids,
        addons: {
          a: { enable: true, enableConfiguration: "{" },
          b: { enable: true, enableConfiguration: "[1]" },
          c: { enable: true, enableConfiguration: 5 },
        },
      },
      {
        "addons.a.enableConfiguration": "must be an object, or a string that contains a JSON object",
        "addons.b.enableConfiguration": "must be an object, or a string that contains a JSON object",
        "addons.c.enableConfiguration": "must be an object, or a string that contains a JSON object, got 5",
      },
    ],
    ["a mistyped name", { ...ids, autoStopMinute: 1 }, { autoStopMinute: "unknown argument; did you mean autoStopMinutes?" }],
    ["a name of the service", { ...ids, auto_stop_minutes: 1 }, { auto_stop_minutes: "unknown argument; did you mean autoStopMinutes?" }],
    ["a name like none", { ...ids, colour: 1 }, { colour: `unknown argument; ${known}` }],
    [
      "mistyped names inside",
      { ...ids, maintenanceWindow: { dayOfWeeks: 1 }, agentConfig: { heartbeat: 1 }, addons: { one: { enabled: true } } },
      {
        "maintenanceWindow.dayOfWeeks": "unknown argument; did you mean dayOfWeek?",
        "agentConfig.heartbeat":
          "unknown argument; the arguments are catalogActivityUpdateIntervalSeconds, heartbeatIntervalSeconds, queryActivityUpdateIntervalSeconds, " +
          "topologyUpdateIntervalSeconds, enableTopologyForceUpdate",
        "addons.one.enabled": "unknown argument; did you mean enable?",
        "addons.one.enable": "is required",
      },
    ],
    [
      "several at once, each at its own property",
      { workgroupId: "", autoStopMinutes: -1, enableHa: 1, deletionPolicy: "burn" },
      {
        workgroupId: "must not be empty",
        workspaceId: "is required",
        autoStopMinutes: "must be at least 0",
        enableHa: "must be a boolean, got number",
        deletionPolicy: 'must be one of "retain", "pause", "delete"',
      },
    ],
  ];
  test.each(table)("%s", async (_name, program, expected) => {
    const { engine, requests } = await startSettings();
    const { op, failures } = await engine.preview(program);
    expect(Object.fromEntries(failures.map(problemOf))).toEqual(expected);
    // The engine prints the value of the property that a failure names: {<nil>} if it finds none at the top of the inputs.
    expect(failures.filter(({ property }) => property !== "" && (program[property] ?? undefined) === undefined)).toEqual([]);
    expect(failures).toHaveLength(Object.keys(expected).length);
    expect(op).toBe("failed");
    expect(requests()).toEqual([]);
  });
});

describe("check accepts", () => {
  test.each([
    ["both ids", { workgroupId: unknownText, workspaceId: unknownText }],
    ["an object, a map and a list", { ...ids, maintenanceWindow: unknownText, addons: unknownText, waitForStatus: unknownText }],
    ["an add-on's switch and configuration", { ...ids, addons: { one: { enable: unknownText, enableConfiguration: unknownText } } }],
    ["a key of a configuration", { ...ids, addons: { one: { enable: true, enableConfiguration: { deep: [unknownText] } } } }],
    ["a state to wait for", { ...ids, waitForStatus: [unknownText, "Active"] }],
  ])("what is not known yet: %s", async (_name, program) => {
    const { engine } = await startSettings();
    // The service holds no such workgroup, so only those with unknown ids end without one failure: that of the id.
    const { failures } = await engine.preview({ ...program, workgroupId: unknownText });
    expect(failures).toEqual([]);
  });
});

describe("a missing object fails, and the error lists the existing ones:", () => {
  test("a workspace", async () => {
    const { engine, ids: real, emulator } = await startSettings();
    emulator.account.addWorkspace(real.workgroupId, { workspace_id: "two", name: "reporting" });
    const reason = `workgroup "${real.workgroupId}" has no workspace "nothing"; it has ${real.workspaceId} (main), two (reporting)`;
    const program = { ...real, workspaceId: "nothing", autoStopMinutes: 1 };
    expect((await engine.preview(program)).failures).toEqual([{ property: "workspaceId", reason }]);
    expect((await engine.up(program)).failures).toEqual([{ property: "workspaceId", reason }]);
  });

  test.each(["", "0001-01-01T00:00:00Z", "0001-01-01 00:00:00 +0000 UTC", "1970-01-01T00:00:00Z", "0000-00-00 00:00:00", "0", "-", "N/A"])(
    "not one whose deleted_at is %j: it is not set",
    async (deleted_at) => {
      const { engine, ids: real, change } = await startSettings();
      change({ deleted_at });
      expect((await engine.up(real)).error).toBe("");
      expect((await engine.refresh()).op).toBe("read");
    },
  );

  test("a workgroup, with the existing ones if the service can list them", async () => {
    const { engine, ids: real, requests } = await startSettings({ profile: "observed" });
    const workgroupId = "00000000-0000-4000-8000-000000000000";
    const reason = `workgroup "${workgroupId}" does not exist; available: ${real.workgroupId} (production)`;
    expect((await engine.preview({ ...real, workgroupId })).failures).toEqual([{ property: "workgroupId", reason }]);
    expect(requests()).toEqual(["GET", "GET"]);
  });
});

describe("values that the service returns in a different form:", () => {
  test("a live add-on whose configuration is the string null is sent back without one", async () => {
    const addons = [{ addons_id: "one", enable: true, enable_configuration: "null" }];
    const { engine, ids: real, emulator } = await startSettings({}, { addons });
    expect((await engine.up({ ...real, addons: { two: { enable: true } } })).error).toBe("");
    expect(emulator.journal.writes().entries[0]?.body).toEqual({
      addons: [
        { addons_id: "one", enable: true },
        { addons_id: "two", enable: true },
      ],
    });
  });

  test("numbers in agent_config that the service returns as strings are compared and sent back as numbers", async () => {
    const agent_config = { heartbeat_interval_seconds: "60", topology_update_interval_seconds: "30" };
    const { engine, ids: real, emulator } = await startSettings({}, { agent_config } as never);
    expect((await engine.up({ ...real, agentConfig: { topologyUpdateIntervalSeconds: 30 } })).error).toBe("");
    expect(emulator.journal.writes().length).toBe(0);
    expect((await engine.up({ ...real, agentConfig: { topologyUpdateIntervalSeconds: 45 } })).error).toBe("");
    expect(emulator.journal.writes().entries[0]?.body).toEqual({
      agent_config: { heartbeat_interval_seconds: 60, topology_update_interval_seconds: 45 },
    });
  });

  test.each([
    ["addons", { addons: {} }, { addons: { one: { enable: true } } }],
    ["agentConfig", { agent_config: "fast" }, { agentConfig: { heartbeatIntervalSeconds: 5 } }],
  ])("malformed %s fail only their own declaration", async (name, fields, declared) => {
    const { engine, ids: real, requests } = await startSettings({}, fields as never);
    expect((await engine.up({ ...real, autoStopMinutes: 5 })).error).toBe("");
    expect(requests()).toEqual(["GET", 'PUT {"auto_stop_minutes":5}']);
    const { error } = await engine.up({ ...real, autoStopMinutes: 5, ...declared });
    expect(error).toMatch(new RegExp(`in an undocumented shape.*: correct it in the console, or do not declare ${name}\\.`));
    expect(requests()).toEqual(["GET"]);
  });
});
