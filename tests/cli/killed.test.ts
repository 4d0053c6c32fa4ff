import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ExportedDeployment } from "../../testing/driver";
import type { StackFixture } from "../support/stack-fixture";
import { type Declared, FaultedStack, type Standing } from "./real/faulted-stack";
import { resourceLike } from "./real/resources";

/** Kills processes of an update that creates, changes and deletes a resource of each kind; the next update must end as if nothing had happened. */

const likes = {
  settings: "WorkspaceSettings, paused at the end",
  configuration: "AddonConfiguration",
  user: "DatabaseUser",
  refresh: "WorkspaceRefresh",
  // Idempotent, so that it may run again where its response was lost.
  query: "QueryRun, idempotent",
};
const of = (fate: string) => Object.entries(likes).map(([word, like]) => resourceLike(like, `${fate}-${word}`));
const [changed, created, deleted] = [of("changed"), of("created"), of("deleted")];
const resources = [...changed, ...created, ...deleted];

const before: readonly Declared[] = [...changed, ...deleted].map((one) => ({ ...one, phase: "first" }));
const after = ({ adopt }: { readonly adopt: boolean }): Declared[] => [
  ...changed.map((one) => ({ ...one, phase: "changed" as const })),
  // A settings' policy is its own; an adopted user is retained by default, and the policy makes both endings equal.
  ...created.map((one) => ({ ...one, phase: "first" as const, given: { deletionPolicy: "delete", ...one.given, adopt } })),
];

/** Reads of the update, and all of its writes, by method and resource. */
const reads = ["GET created-configuration", "GET created-refresh", "GET created-settings", "GET created-user"];
const createUser = "POST created-user";
const writes = [
  ...["POST changed-refresh", "POST created-refresh", "PUT changed-configuration", "POST created-configuration"],
  ...["PUT changed-settings", "PUT created-settings", createUser, "POST changed-query", "POST created-query"],
  ...["PUT changed-user", "DELETE deleted-user", "PUT deleted-settings", "DELETE deleted-configuration"],
];

/** The state of things after the update, and the writes that the service has taken. */
interface Ending {
  readonly standing: Standing;
  readonly writes: readonly string[];
}

let stack: FaultedStack;
let fixture: StackFixture;
let state: ExportedDeployment;
let restore: () => void;
let start: number;
let sent: readonly string[];
let undisturbed: Ending;
beforeAll(async () => {
  stack = await FaultedStack.open(resources, {
    // One at a time, so that requests have the same order in every run.
    parallel: 1,
    env: ({ folder }) => ({
      NODE_OPTIONS: `--require ${JSON.stringify(join(__dirname, "real/host-pid.js"))}`,
      HOST_PID_FILE: join(folder, "host.pid"),
    }),
  });
  ({ fixture } = stack);
  await stack.declare(before);
  await fixture.must("up");
  stack.later();
  state = await (await fixture.stack()).export();
  restore = fixture.emulator.checkpoint();
  start = fixture.emulator.journal.mark();
  await stack.declare(after({ adopt: false }));
  await fixture.must("up");
  const nameOf = (path: string) => resources.find(({ own }) => own.test(path))?.name;
  const { entries } = journal().writes();
  sent = [...new Set(entries.map(({ method, decodedPath }) => `${method} ${nameOf(decodedPath)}`))];
  undisturbed = await ending();
});
afterAll(() => stack.close());

const journal = () => fixture.emulator.journal.since(start);

test("the update sends the writes that are listed", () => expect(sent.toSorted()).toEqual(writes.toSorted()));

async function ending(): Promise<Ending> {
  stack.later();
  const taken = journal()
    .writes()
    .entries.filter(({ fault }) => fault !== "reset-before");
  // A killed run cannot record that it created an object, and a user may have been adopted.
  const text = JSON.stringify(await stack.standing())
    .replaceAll('"__made":true,', "")
    .replaceAll('"adopt":true', '"adopt":false');
  return {
    standing: JSON.parse(text) as Standing,
    writes: taken.map(({ method, path, body }) => `${method} ${path} ${JSON.stringify(body ?? null)}`),
  };
}

/** Runs the update, and kills a process before or after the service applies its first such request. */
async function kill(victim: "host" | "engine", when: "before" | "after", request: string): Promise<void> {
  const strike = () => {
    const [host, engine] = readFileSync(join(fixture.program.folder, "host.pid"), "utf8").split(" ").map(Number);
    for (const pid of victim === "engine" ? [engine, host] : [host]) process.kill(Number(pid), "SIGKILL");
    return true;
  };
  const [method = "", name] = request.split(" ");
  const path = resources.find((one) => one.name === name)?.own ?? "";
  fixture.emulator.fault({ kind: when === "before" ? "reset-before" : "reset-after", match: { method, path, body: strike } });
  if (victim === "host") expect((await fixture.run("up")).failed).not.toBe("");
  else {
    await expect(fixture.run("up")).rejects.toThrow("pulumi up");
    await (await fixture.stack()).cancel();
  }
}

/** The texts that are in the first list more often than in the second. */
function without(all: readonly string[], some: readonly string[]): string[] {
  const left = [...some];
  return all.filter((one) => {
    const index = left.indexOf(one);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

/**
 * One kill for each request; the fault matrix (`tests/faults/killed.test.ts`) has all places, without processes. The engine takes
 * its host with it, as the end of a machine does.
 */
const kills = [
  ...reads.map((request) => ["host", "before", request] as const),
  ...writes.map((request, index) => [index % 2 === 0 ? "host" : "engine", index % 3 === 2 ? "before" : "after", request] as const),
  ["engine", "after", createUser] as const,
];

test.each(kills)("the %s is killed %s %s is applied: the next update ends as if nothing had happened", async (victim, when, request) => {
  restore();
  await (await fixture.stack()).import(state);
  await stack.declare(after({ adopt: false }));
  await kill(victim, when, request);
  let next = await fixture.run("up");
  // The accepted loss: the user was created, and its creator was killed before it could record that.
  const isLost = request === createUser && when === "after";
  if (isLost) {
    expect(next.errors).toEqual([expect.stringContaining("adopt: true")]);
    await stack.declare(after({ adopt: true }));
    next = await fixture.run("up");
  }
  expect(next.failed).toBe("");
  const end = await ending();
  expect(end.standing).toEqual(undisturbed.standing);
  // A PUT, a DELETE, a refresh and an idempotent query may be sent again; an adopted user's password is set once more.
  const repeated = without(end.writes, undisturbed.writes);
  expect(repeated.length).toBeLessThanOrEqual(1);
  expect(repeated.filter((write) => !/^(PUT|DELETE) |\/refresh |\/query\//.test(write))).toEqual([]);
  if (!isLost) expect(without(undisturbed.writes, end.writes)).toEqual([]);
});
