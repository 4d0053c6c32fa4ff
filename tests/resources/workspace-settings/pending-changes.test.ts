import type { Properties } from "../../support/provider";
import { serviceCases, startSettings } from "../../support/settings-fixture";

const put = { method: "PUT" } as const;
const addons = (theme: string, enable = true) => ({ one: { enable, enableConfiguration: { theme } } });
const before = {
  workspace_type: { typeName: "TG-1" },
  auto_stop_minutes: 30,
  agent_config: { heartbeat_interval_seconds: 30, topology_update_interval_seconds: 9 },
  addons: [{ addons_id: "one", enable: true, enable_configuration: { theme: "light", other: 1 } }],
};

/** The old and the new value of an argument, and what is live under them. */
const changes: [string, Properties, Properties, Properties, Properties][] = [
  ["pause, which no record shows", { pause: false }, { pause: true }, { status: "Active" }, { status: "Idle" }],
  [
    "a key of agentConfig",
    { agentConfig: { heartbeatIntervalSeconds: 30 } },
    { agentConfig: { heartbeatIntervalSeconds: 60 } },
    { agent_config: { heartbeat_interval_seconds: 30, topology_update_interval_seconds: 9 } },
    { agent_config: { heartbeat_interval_seconds: 60, topology_update_interval_seconds: 9 } },
  ],
  [
    "a key of an add-on's configuration",
    { addons: addons("light") },
    { addons: addons("dark") },
    { addons: [{ enable_configuration: { theme: "light", other: 1 } }] },
    { addons: [{ enable_configuration: { theme: "dark", other: 1 } }] },
  ],
  [
    "a configuration given as a text",
    { addons: { one: { enable: true, enableConfiguration: '{"theme":"light","other":1}' } } },
    { addons: { one: { enable: true, enableConfiguration: '{"theme":"dark","other":1}' } } },
    { addons: [{ enable_configuration: { theme: "light", other: 1 } }] },
    { addons: [{ enable_configuration: { theme: "dark", other: 1 } }] },
  ],
];

/** Each profile, and each way to treat nested values. */
const ways = serviceCases.filter(({ profile, nested }) => (profile === "specified") === (nested === "merge"));

describe.each(ways)("a PUT whose responses were all lost, with the profile $profile that would $nested nested values:", (serviceCase) => {
  describe.each(changes)("%s", (_, old, next, liveOld, liveNext) => {
    const lost = async (kind: "reset-after" | "reset-before") => {
      const set = await startSettings({ ...serviceCase, statusAfter: 0 }, before);
      await set.adopted(old);
      const fault = set.emulator.fault({ kind, match: put, times: "always" });
      const failed = await set.engine.up({ ...set.ids, ...next });
      fault.remove();
      expect(failed.error).toMatch(/PUT .* lost its connection .* might still take effect.*Run "pulumi up" again/);
      expect(set.engine.state).toMatchObject({ id: set.id, initErrors: [failed.error] });
      expect(set.engine.known["__pending"]).toEqual({ sent: expect.anything() as unknown });
      set.requests();
      return set;
    };

    test.each([
      ["reset-after", "directly"],
      ["reset-before", "directly"],
      ["reset-after", "after a refresh"],
      ["reset-before", "after a refresh"],
    ] as const)("the old value is live in the end if the program returns to it (%s, %s)", async (kind, when) => {
      const { engine, ids, live, requests } = await lost(kind);
      if (when === "after a refresh") await engine.refresh();
      expect(await engine.up({ ...ids, ...old })).toMatchObject({ error: "" });
      expect(live()).toMatchObject(liveOld);
      requests();
      for (let run = 0; run < 2; run++) expect((await engine.up({ ...ids, ...old })).op).toBe("same");
      expect(requests()).toEqual([]);
      expect(engine.known).toMatchObject(old);
    });

    test.each(["reset-after", "reset-before"] as const)("the new value is live in the end if the program keeps it (%s)", async (kind) => {
      const { engine, ids, live, requests } = await lost(kind);
      expect(await engine.up({ ...ids, ...next })).toMatchObject({ op: "update", error: "" });
      expect(live()).toMatchObject(liveNext);
      requests();
      for (let run = 0; run < 2; run++) expect((await engine.up({ ...ids, ...next })).op).toBe("same");
      expect(requests()).toEqual([]);
      expect(engine.known).toMatchObject(next);
    });
  });
});

test("a PUT that is refused after a lost attempt stays pending", async () => {
  const { engine, ids, adopted, emulator, live } = await startSettings();
  await adopted({ autoStopMinutes: 30 });
  emulator.fault({ kind: "reset-after", match: put });
  emulator.fault({ kind: "status", status: 400, type: "Bad-Request", match: put });
  expect((await engine.up({ ...ids, autoStopMinutes: 60 })).error).toMatch(/HTTP 400.* might still take effect/);
  expect(engine.known).toMatchObject({ autoStopMinutes: 30, __pending: { sent: { autoStopMinutes: 60 } } });
  expect(await engine.up({ ...ids, autoStopMinutes: 30 })).toMatchObject({ error: "" });
  expect(live()["auto_stop_minutes"]).toBe(30);
});

test.each([
  ["a version that runs while a later one is desired", { desiredTgVersion: "4.2" }, { tg_version: "4.2", desired_tg_version: "4.3" }],
  [
    "a configuration given as a string beside other keys",
    { addons: { a: { enable: true, enableConfiguration: '{"theme":"light"}' } } },
    { addons: [{ addons_id: "a", enable: true, enable_configuration: { theme: "light", other: 1 } }] },
  ],
])("a value that the record shows beside a different one stays pending after a lost PUT: %s", async (_, declared, record) => {
  const { engine, ids, emulator, requests } = await startSettings({}, record);
  await engine.up({ ...ids, autoStopMinutes: 60 });
  const fault = emulator.fault({ kind: "reset-before", match: put, times: "always" });
  expect((await engine.up({ ...ids, autoStopMinutes: 60, ...declared })).error).not.toBe("");
  fault.remove();
  requests();
  expect((await engine.up({ ...ids, autoStopMinutes: 60, ...declared })).error).toBe("");
  expect(requests().filter((request) => request !== "GET")).toEqual([expect.stringContaining("PUT {")]);
  expect((await engine.up({ ...ids, autoStopMinutes: 60, ...declared })).op).toBe("same");
});
