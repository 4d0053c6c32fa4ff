import type { EmulatorOptions } from "../../../testing/emulator";
import { configOf, makeHost, type Properties } from "../../support/provider";
import { Readings } from "../../support/readings";
import { addPlace, addWorkgroup, place, startResource, wg } from "../../support/resource-fixture";

const kinds = {
  Workspace: { workgroupId: wg, workspaceName: "main", timeoutSeconds: 60 },
  Workgroup: { workgroupName: "team", cloudProviderId: "0b000000-0000-4000-8000-000000000001", timeoutSeconds: 60 },
} as const;
const posts = { Workspace: "createWorkspace", Workgroup: "createWorkgroup" } as const;
const names = { Workspace: "workspaceName", Workgroup: "workgroupName" } as const;
const changes = { Workspace: { autoStopMinutes: 90 }, Workgroup: { enableApplicationLog: true } } as const;
const whole: readonly (keyof typeof kinds)[] = ["Workspace", "Workgroup"];

/** A service, and one process in which several resources are created. */
async function start(kind: string, declared: Properties, options: EmulatorOptions = {}) {
  const fill = kind === "Workspace" || kind === "Workgroup" ? addWorkgroup : addPlace;
  const made = await startResource(kind, declared, fill, { statusAfter: { ms: 0 }, ...options }, { maxRetries: 0 });
  const lines: string[] = [];
  const make = makeHost(made.clock, (line) => lines.push(line));
  const create = async (more: Properties = {}) => {
    const resource = make(kind);
    await resource.configure?.({ config: configOf(made.engine.config) });
    return resource.create({ ...made.program(more), __provider: "p" });
  };
  const readings = new Readings(made.emulator, () => made.clock.time);
  /** Lets a list lack some objects until a time. */
  const hide = (endpoint: number | string, isHidden: (one: Properties) => boolean, until: number) =>
    readings.rewrite(endpoint, (result) => {
      const left = (all: readonly Properties[]) => all.filter((one) => made.clock.time >= until || !isHidden(one));
      if (Array.isArray(result)) return left(result as Properties[]);
      const { workspaces, ...others } = result as { readonly workspaces: readonly Properties[] };
      return { ...others, workspaces: left(workspaces) };
    });
  return { ...made, create, lines, readings, hide };
}

describe.each(whole)("two creations of a %s in one process", (kind) => {
  test("of one name, where reads lag: one is made, and the other says so", async () => {
    const { create, emulator, readings } = await start(kind, kinds[kind]);
    readings.lag(20_000);
    const results = await Promise.allSettled([create(), create()]);
    expect(emulator.journal.endpoint(posts[kind]).length).toBe(1);
    const failed = results.flatMap((one) => (one.status === "rejected" ? [(one.reason as Error).message] : []));
    expect(failed).toEqual([expect.stringMatching(/this run has sent a creation of the .* already, and no read shows it yet/)]);
  });

  test("of two names: neither waits for the other's", async () => {
    const { create, emulator, clock, hide } = await start(kind, kinds[kind]);
    const until = clock.time + 40_000;
    hide(kind === "Workspace" ? 7 : "listWorkgroups", ({ name }) => name === "first", until);
    const isFirst = (body: unknown) => (body as { name: string }).name === "first";
    emulator.fault({ kind: "empty", status: 202, match: { endpoint: posts[kind], body: isFirst } });
    await Promise.all([create({ [names[kind]]: "first" }), create({ [names[kind]]: "second" })]);
    expect(clock.time).toBeGreaterThanOrEqual(until);
    expect(emulator.journal.endpoint(posts[kind]).entries.map(({ at }) => at < until)).toEqual([true, true]);
  });
});

test("a creation that another one holds, from which nothing tells it apart, says for what it waits", async () => {
  const program = { ...place, repeat: "daily", time: "07:00", timeZone: "UTC" };
  const { create, emulator, lines, hide, clock } = await start("WorkspaceSchedule", program);
  hide(15, ({ time }) => time === "07:00", clock.time + 40_000);
  emulator.fault({ kind: "empty", status: 202, match: { endpoint: "createSchedule" } });
  await Promise.all([create(), create({ time: "08:00" })]);
  const progress = "the schedule: waiting for the service to show it, 30 s of at most 120 s";
  expect(lines).toContain(`graphplane: ${progress}`);
  expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^graphplane: \\S+: waits for another creation: ${progress}$`)));
});

describe.each(whole)("two stacks that make a %s of one name at once", (kind) => {
  test.each([
    ["its creation", 0],
    ["a refresh", 1],
    ["a change", 2],
  ] as const)("%s lists the other one", async (_, run) => {
    const { engine, emulator, program } = await start(kind, kinds[kind]);
    const other = () => {
      if (kind === "Workspace") emulator.account.addWorkspace(wg, { workspace_id: "theirs", name: "main" });
      else emulator.account.addWorkgroup({ workgroup_id: "theirs", name: "team" });
      return true;
    };
    if (run === 0) emulator.fault({ kind: "slow-body", pieces: 1, match: { endpoint: posts[kind], body: other } });
    const created = await engine.up(program());
    if (run > 0) other();
    const outcome = run === 0 ? created : run === 1 ? await engine.refresh() : await engine.up(program(changes[kind]));
    expect(outcome.error).toBe("");
    const notice = new RegExp(`: others have its ${names[kind]} too: theirs\\.`);
    expect(outcome.lines.filter((line) => notice.test(line))).toHaveLength(1);
  });
});
