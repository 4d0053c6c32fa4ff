import type { Emulator, EmulatorOptions } from "../../testing/emulator";
import { canaries } from "../support/canary";
import { configOf, Engine, makeHost, type Outcome, type Properties, VirtualClock } from "../support/provider";
import { ids, open } from "../support/tried-service";

const { workgroupId, workspaceId, installedAddonId } = ids;
const place = { workgroupId, workspaceId };
const closing: Emulator[] = [];
afterEach(() => Promise.all(closing.splice(0).map((emulator) => emulator.close())));

/** A service, and as many engines for one resource of a kind, each with a client and a state of its own. */
async function several(kind: string, count: number, service: EmulatorOptions = {}) {
  const { emulator, clock } = await open({ kind, service });
  closing.push(emulator);
  const settings = { baseUrl: emulator.url, apiKey: emulator.apiKey, maxRetries: 0 };
  const engines = Array.from({ length: count }, () => new Engine(kind, { settings, clock: new VirtualClock() }));
  return { emulator, clock, engines: engines as [Engine, Engine, ...Engine[]], settings };
}

/** The first answers wait for each other, so that both runs have looked before either writes. */
function together(service: EmulatorOptions = {}, count = 2): EmulatorOptions {
  const waiting: (() => void)[] = [];
  let open = false;
  const sleep = () =>
    new Promise<void>((resolve) => {
      waiting.push(resolve);
      open ||= waiting.length === count;
      if (open) waiting.splice(0).forEach((answer) => answer());
    });
  return { ...service, latencyMs: 1, sleep };
}

const live = (emulator: Emulator) => emulator.workspace(workgroupId, workspaceId);
const addons = (emulator: Emulator) => live(emulator).addons?.map(({ addons_id }) => addons_id);
const done = ({ error, failures }: Outcome) => expect({ error, failures }).toEqual({ error: "", failures: [] });

describe("two parallel runs on one workspace", () => {
  test("that declare different fields both apply their values", async () => {
    const { emulator, engines } = await several("WorkspaceSettings", 2, together({ profile: "observed" }));
    const programs = [
      { ...place, autoStopMinutes: 77 },
      { ...place, workspaceName: "renamed" },
    ];
    (await Promise.all(engines.map((engine, index) => engine.up(programs[index] ?? {})))).forEach(done);
    expect(live(emulator)).toMatchObject({ auto_stop_minutes: 77, name: "renamed" });
    // Each sent its own field alone.
    const bodies = emulator.journal.endpoint(9).entries.map(({ body }) => Object.keys(body as object));
    expect(bodies.toSorted()).toEqual([["auto_stop_minutes"], ["workspace_name"]]);
  });

  test("that declare different values of one field leave one of the values, and the other run reports it", async () => {
    const { emulator, engines } = await several("WorkspaceSettings", 2, together());
    const program = (minutes: number) => ({ ...place, autoStopMinutes: minutes, onConflict: "fail" });
    const [first, second] = engines;
    (await Promise.all([first.up(program(50)), second.up(program(70))])).forEach(done);
    const now = live(emulator).auto_stop_minutes;
    const [winner, loser] = now === 50 ? [first, second] : [second, first];
    const mark = emulator.journal.mark();
    const { error } = await loser.up({ ...program(now === 50 ? 70 : 50), autoStopMinutes: 90 });
    expect(error).toMatch(new RegExp(`autoStopMinutes: last applied ${now === 50 ? 70 : 50}, live ${now}, declared 90`));
    expect(emulator.journal.since(mark).writes().length).toBe(0);
    await winner.refresh();
    expect(winner.known).toMatchObject({ autoStopMinutes: now });
  });

  test.each(["merge", "replace"] as const)(
    "that declare one add-on each permanently lose neither if the service would %s the list",
    async (nested) => {
      const { emulator, engines } = await several("WorkspaceSettings", 2, together({ nested }));
      const program = (index: number) => ({ ...place, addons: { [`addon-${index}`]: { enable: true } } });
      (await Promise.all(engines.map((engine, index) => engine.up(program(index))))).forEach(done);
      // The one who lost sees it at the next refresh, and sends what is missing beside what is there by then.
      for (const [index, engine] of engines.entries()) {
        await engine.refresh();
        done(await engine.up(program(index)));
      }
      expect(addons(emulator)?.toSorted()).toEqual(["addon-0", "addon-1", "kept"]);
    },
  );
});

/** Someone changes the workspace after our read and before our PUT is acted on. */
function meanwhile(emulator: Emulator, change: () => void): void {
  const once = () => {
    change();
    return true;
  };
  emulator.fault({ kind: "slow-body", pieces: 1, match: { endpoint: 9, body: once } });
}

describe("a change by someone else between the read and the PUT", () => {
  test("of an undeclared field is kept", async () => {
    const { emulator, engines } = await several("WorkspaceSettings", 1);
    meanwhile(emulator, () => emulator.changeWorkspace(workgroupId, workspaceId, { name: "theirs", enable_ha: true }));
    done(await engines[0].up({ ...place, autoStopMinutes: 55 }));
    expect(live(emulator)).toMatchObject({ name: "theirs", enable_ha: true, auto_stop_minutes: 55 });
  });

  test.each([
    ["merge", ["kept", "theirs"]],
    // The list is sent whole, since it may be replaced, and nothing tells the service which list was read.
    ["replace", ["kept"]],
  ] as const)("of the add-ons is kept if the service merges, and visible in the request's line otherwise (%s)", async (nested, left) => {
    const { emulator, engines } = await several("WorkspaceSettings", 1, { nested });
    const theirs = { addons_id: "theirs", enable: true, enable_configuration: {} };
    meanwhile(emulator, () => emulator.changeWorkspace(workgroupId, workspaceId, { addons: [...(live(emulator).addons ?? []), theirs] }));
    const outcome = await engines[0].up({ ...place, addons: { ours: { enable: true } } });
    done(outcome);
    expect(addons(emulator)?.toSorted()).toEqual([...left, "ours"].toSorted());
    expect(outcome.lines.at(-1)).toMatch(/^graphplane: PUT .* was \{"addons":\[\{"addons_id":"kept","enable":true/);
  });

  test("that deletes the workspace is an error, and the next run says that it does not exist", async () => {
    const { emulator, engines } = await several("WorkspaceSettings", 1);
    meanwhile(emulator, () => emulator.deleteWorkspace(workgroupId, workspaceId));
    expect((await engines[0].up({ ...place, autoStopMinutes: 55 })).error).toMatch(/PUT .* was refused .*Not-Found/);
    expect(engines[0].state).toBeUndefined();
    expect((await engines[0].up({ ...place, autoStopMinutes: 55 })).failures).toMatchObject([{ property: "workspaceId" }]);
  });
});

test.each(["gone", "marked"] as const)(
  "deleting a workspace during the wait for it ends the wait and keeps the state; a refresh removes it from the state, and a destroy succeeds (%s)",
  async (deleted) => {
    const { emulator, clock } = await several("WorkspaceSettings", 1, { settleAfter: { ms: 600_000 }, deleted });
    const engine = new Engine("WorkspaceSettings", { settings: { baseUrl: emulator.url, apiKey: emulator.apiKey }, clock });
    clock.onSleep = () => {
      clock.onSleep = undefined;
      if (deleted === "gone") emulator.deleteWorkspace(workgroupId, workspaceId);
      else emulator.changeWorkspace(workgroupId, workspaceId, { deleted_at: "2026-06-08T00:00:00Z" });
    };
    const program = { ...place, autoStopMinutes: 55, deletionPolicy: "delete" };
    const { error } = await engine.up(program);
    expect(error).toMatch(/it disappeared during the wait: workgroup .* has no workspace/);
    expect(engine.state).toMatchObject({ id: `${workgroupId}/${workspaceId}`, initErrors: [error] });
    const { state } = engine;
    expect((await engine.up(program)).error).toMatch(/has no workspace/);
    expect((await engine.refresh()).op).toBe("gone");
    engine.state = state;
    if (deleted === "gone") done(await engine.destroy());
  },
);

test("rotating the key during a wait ends the wait immediately, and the next run resumes without a second PUT", async () => {
  const { emulator, clock } = await several("WorkspaceSettings", 1, { settleAfter: { ms: 5000 } });
  const engine = new Engine("WorkspaceSettings", { settings: { baseUrl: emulator.url, apiKey: emulator.apiKey }, clock });
  clock.onSleep = () => emulator.rotateKey(canaries["the second key"]);
  const program = { ...place, autoStopMinutes: 55 };
  expect((await engine.up(program)).error).toMatch(/Unauthorized/);
  expect(engine.state?.initErrors).toHaveLength(1);
  clock.onSleep = undefined;
  clock.time += 5000;
  engine.config["graphplane:apiKey"] = canaries["the second key"];
  done(await engine.up(program));
  expect(emulator.journal.endpoint(9).length).toBe(1);
  expect(live(emulator).auto_stop_minutes).toBe(55);
});

describe("two parallel creations of one object", () => {
  const configuration = (value: string) => ({ installedAddonId, configName: "main", configValue: value });
  const user = (password: string) => ({ ...place, username: "anna", password });

  test.each<[string, string, number | string, readonly [Properties, Properties], RegExp]>([
    ["an equal configuration is made once, and shared", "AddonConfiguration", 3, [configuration("one"), configuration("one")], /^$/],
    [
      "of two different configurations one is created, and the other's error names adopt",
      ...(["AddonConfiguration", 3, [configuration("one"), configuration("two")], /with a different value.*add adopt: true/] as const),
    ],
    [
      "a user is created once, and the other's error names adopt",
      ...(["DatabaseUser", "createUser", [user("one"), user("two")], /already exists\. .* aliases: .* add adopt: true/] as const),
    ],
  ])("in one process: %s", async (_, kind, creation, programs, problem) => {
    const { emulator, engines } = await several(kind, 1, { profile: "observed" });
    const make = makeHost(new VirtualClock(), () => undefined);
    const creations = programs.map(async (program) => {
      const resource = make(kind);
      await resource.configure?.({ config: configOf(engines[0].config) });
      const news = { ...program, __provider: "p" };
      await resource.check?.({}, news);
      return resource.create(news);
    });
    const [first, second] = await Promise.allSettled(creations);
    expect(first).toMatchObject({ status: "fulfilled" });
    if (second?.status === "rejected") expect((second.reason as Error).message).toMatch(problem);
    else expect([second?.value.id, problem.test("")]).toEqual([(first as typeof second)?.value.id, true]);
    expect(emulator.journal.endpoint(creation).length).toBe(1);
  });

  test.each<[string, EmulatorOptions]>([
    ["", {}],
    [", where the response tells no identifier", { showResults: { default: "object", 3: "null" } }],
  ])("in two provider hosts: the read before the second POST finds the first configuration, which both share%s", async (_, service) => {
    const { emulator, engines } = await several("AddonConfiguration", 2, together(service));
    (await Promise.all(engines.map((engine) => engine.up(configuration("one"))))).forEach(done);
    const made = emulator.configurations(installedAddonId).map(({ id }) => id);
    expect([made.length, ...engines.map(({ known }) => known["configId"])]).toEqual([1, made[0], made[0]]);
    for (const engine of engines) expect((await engine.refresh()).op).toBe("read");
  });

  test("in two processes: one user is created, with the password of the process that created it", async () => {
    const { emulator, engines } = await several("DatabaseUser", 2, together({ profile: "observed" }));
    const passwords = ["one", "two"];
    const outcomes = await Promise.all(engines.map((engine, index) => engine.up(user(passwords[index] ?? ""))));
    const winner = outcomes.findIndex(({ error, failures }) => error === "" && failures.length === 0);
    expect(winner).toBeGreaterThanOrEqual(0);
    expect(emulator.passwords(workgroupId, workspaceId)).toEqual({ anna: passwords[winner] });
    const { error, failures } = outcomes[1 - winner] as Outcome;
    expect([error, ...failures.map(({ reason }) => reason)].join()).toMatch(/already exists|exists already/);
    expect(engines[1 - winner]?.state).toBeUndefined();
  });
});
