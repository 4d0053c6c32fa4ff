import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Account, Emulator, Fault, FaultKind, FaultOptions } from "../../testing/emulator";
import { faultKinds } from "../../testing/emulator/fault-kinds";
import { closeAfterTest } from "../support/close-after-test";
import { root, StackFixture } from "../support/stack-fixture";

/** 200 workspaces take a minute or two; 2,000, with `GRAPHPLANE_LOAD=full`, take many more updates, each of all workspaces. */
const full = process.env.GRAPHPLANE_LOAD === "full";
const workgroups = full ? 20 : 4;
const workspacesEach = full ? 100 : 50;
const maxConcurrency = 8;
const hostMegabytes = 400;
/** Each update resumes where the previous one failed; without faults there is one. */
const mostUpdates = 100;

/** The options of the kinds of faults that differ from the defaults, or have none. */
const options: { readonly [Kind in FaultKind]?: FaultOptions[Kind] } = {
  status: { status: 503, type: "Internal-Error", message: "later" },
  "error-200": { type: "Internal-Error", message: "not now" },
  redirect: { location: "https://elsewhere.example/" },
  "slow-body": { pieces: 3, pauseMs: 10 },
};

/** The workspaces as they are before anything is declared. */
function fillAccount(account: Account): void {
  for (let group = 0; group < workgroups; group += 1) {
    account.addWorkgroup({ workgroup_id: `wg-${group}` });
    for (let index = 0; index < workspacesEach; index += 1)
      account.addWorkspace(`wg-${group}`, { workspace_id: `ws-${group}-${index}`, database_id: `db-${group}`, auto_stop_minutes: 60 });
  }
}

const program = `const { WorkspaceSettings } = require("pulumi-graphplane");
  for (let group = 0; group < ${workgroups}; group += 1)
    for (let index = 0; index < ${workspacesEach}; index += 1)
      new WorkspaceSettings(\`s-\${group}-\${index}\`, {
        workgroupId: \`wg-\${group}\`, workspaceId: \`ws-\${group}-\${index}\`, autoStopMinutes: 30, timeoutSeconds: 10,
      });`;

/** Each kind of fault meets one request in a hundred, and no two meet the same one, so that every kind occurs. */
function injectAll(emulator: Emulator): void {
  for (const [index, kind] of faultKinds.entries()) {
    let asked = 6 * index;
    emulator.fault({ ...options[kind], kind, times: "always", match: { body: () => (asked += 1) % 100 === 0 } } as Fault);
  }
}

/** The largest resident set of a provider host, in megabytes. */
const peakOf = (memory: string): number => Math.max(...readFileSync(memory, "utf8").split("\n").filter(Boolean).map(Number)) / 1024;

/** Every value that the service holds. */
function liveMinutes(emulator: Emulator): Set<unknown> {
  const minutes = Array.from({ length: workgroups }, (_, group) =>
    Array.from({ length: workspacesEach }, (__, index) => emulator.workspace(`wg-${group}`, `ws-${group}-${index}`).auto_stop_minutes),
  );
  return new Set(minutes.flat());
}

test(`${workgroups * workspacesEach} workspaces in ${workgroups} workgroups, with each kind of fault in one request of a hundred: all end as declared`, async () => {
  const memoryOf = ({ folder }: { readonly folder: string }) => join(folder, "memory");
  const fixture = await StackFixture.open({
    service: { latencyMs: 20, account: fillAccount },
    // More than may be under way at once, so that the limit is the provider's.
    parallel: 4 * maxConcurrency,
    config: () => ({ "graphplane:maxConcurrency": String(maxConcurrency), "graphplane:requestTimeoutSeconds": "2" }),
    env: (copy) => ({ NODE_OPTIONS: `--require ${JSON.stringify(join(root, "bench/peak-memory.js"))}`, PEAK_MEMORY_FILE: memoryOf(copy) }),
  });
  closeAfterTest(fixture);
  const { emulator } = fixture;
  injectAll(emulator);
  writeFileSync(memoryOf(fixture.program), "");
  await fixture.write(program);
  let updates = 1;
  while ((await fixture.run("up", { skipPreview: true, flags: ["--continue-on-error"] })).failed !== "" && updates < mostUpdates)
    updates += 1;

  const entries = emulator.journal.entries;
  const failing = entries.filter(({ fault }) => fault !== undefined);
  const kinds = new Set(failing.map(({ fault }) => fault));
  const inFlight = Math.max(...entries.map((entry) => entry.inFlight));
  const peak = peakOf(memoryOf(fixture.program));
  process.stdout.write(
    `${updates} updates, ${entries.length} requests, ${failing.length} of them failing in ${kinds.size} ways, ` +
      `at most ${inFlight} under way, host at most ${peak.toFixed(0)} MB\n`,
  );
  expect(kinds).toEqual(new Set(faultKinds));
  expect(liveMinutes(emulator)).toEqual(new Set([30]));
  expect(inFlight).toBeLessThanOrEqual(maxConcurrency);
  expect(peak).toBeLessThan(hostMegabytes);
  const { done } = await fixture.must("preview");
  expect(new Set(done.map((step) => step.split(" ")[0]))).toEqual(new Set(["same"]));
  expect(done).toHaveLength(workgroups * workspacesEach);
});
