import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { copyProgram, type ProgramCopy } from "../../testing/driver";
import { type Account, type Emulator, type Fault, type FaultKind, startEmulator } from "../../testing/emulator";
import { openStack } from "../../testing/engine";

const root = join(__dirname, "../..");
/** By default as many as end in a minute or two; 2,000 with `GRAPHPLANE_LOAD=full`, which takes many more updates, and each of them goes through all workspaces. */
const full = process.env.GRAPHPLANE_LOAD === "full";
const workgroups = full ? 20 : 4;
const workspacesEach = full ? 100 : 50;
const maxConcurrency = 8;
const hostMegabytes = 400;
/** Each update goes on where the one before broke off; without faults it is one. */
const mostUpdates = 100;

/** Every kind of fault, each with what it needs to be told. */
const faults: { readonly [Kind in FaultKind]: Extract<Fault, { kind: Kind }> } = {
  status: { kind: "status", status: 503, type: "Internal-Error", message: "later" },
  "error-200": { kind: "error-200", type: "Internal-Error", message: "not now" },
  html: { kind: "html" },
  "reset-before": { kind: "reset-before" },
  "reset-after": { kind: "reset-after" },
  "rate-limit": { kind: "rate-limit", retryAfter: 1 },
  hang: { kind: "hang" },
  truncated: { kind: "truncated" },
  empty: { kind: "empty" },
  "wrong-content-type": { kind: "wrong-content-type" },
  "wrong-shape": { kind: "wrong-shape" },
  "accepted-not-applied": { kind: "accepted-not-applied" },
  "applied-late": { kind: "applied-late" },
  "echo-secret": { kind: "echo-secret" },
  redirect: { kind: "redirect", location: "https://elsewhere.example/" },
  "slow-body": { kind: "slow-body", pieces: 3, pauseMs: 10 },
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

/** Each kind strikes one request in a hundred; they take turns, so that every kind occurs. */
function injectAll(emulator: Emulator): void {
  for (const [index, fault] of Object.values(faults).entries()) {
    let asked = 6 * index;
    emulator.fault({ ...fault, times: "always", match: { body: () => (asked += 1) % 100 === 0 } });
  }
}

function open({ folder, program }: ProgramCopy, emulator: Emulator, memory: string) {
  return openStack({
    program,
    stack: "dev",
    stateFolder: folder,
    passphrase: "load",
    // More than may be under way at once, so that the limit is the provider's.
    parallel: 4 * maxConcurrency,
    config: {
      "graphplane:baseUrl": emulator.url,
      "graphplane:apiKey": { secret: emulator.apiKey },
      "graphplane:maxConcurrency": String(maxConcurrency),
      "graphplane:requestTimeoutSeconds": "2",
    },
    env: {
      PULUMI_NODEJS_TYPESCRIPT: "false",
      NODE_OPTIONS: `--require ${JSON.stringify(join(root, "bench/peak-memory.js"))}`,
      PEAK_MEMORY_FILE: memory,
    },
  });
}

/** The largest resident set of a provider host, in megabytes. */
function peakOf(memory: string): number {
  return Math.max(...readFileSync(memory, "utf8").split("\n").filter(Boolean).map(Number)) / 1024;
}

/** Every value that the service holds. */
function liveMinutes(emulator: Emulator): Set<unknown> {
  const minutes = Array.from({ length: workgroups }, (_, group) =>
    Array.from({ length: workspacesEach }, (__, index) => emulator.workspace(`wg-${group}`, `ws-${group}-${index}`).auto_stop_minutes),
  );
  return new Set(minutes.flat());
}

test(`${workgroups * workspacesEach} workspaces in ${workgroups} workgroups, one request in a hundred failing in each way there is: all end as declared`, async () => {
  const emulator = await startEmulator({ latencyMs: 20, account: fillAccount });
  injectAll(emulator);
  const copy = await copyProgram(root, join(root, "tests/e2e/scenarios/program"));
  const memory = join(copy.folder, "memory");
  writeFileSync(memory, "");
  try {
    await copy.write("index.js", program);
    const stack = await open(copy, emulator, memory);
    let updates = 1;
    while (!(await stack.up({ skipPreview: true })).ok && updates < mostUpdates) updates += 1;

    const entries = emulator.journal.entries;
    const failing = entries.filter(({ fault }) => fault !== undefined);
    const kinds = new Set(failing.map(({ fault }) => fault));
    const inFlight = Math.max(...entries.map((entry) => entry.inFlight));
    const peak = peakOf(memory);
    process.stdout.write(
      `${updates} updates, ${entries.length} requests, ${failing.length} of them failing in ${kinds.size} ways, ` +
        `at most ${inFlight} under way, host at most ${peak.toFixed(0)} MB\n`,
    );
    expect(kinds).toEqual(new Set(Object.keys(faults)));
    expect(liveMinutes(emulator)).toEqual(new Set([30]));
    expect(inFlight).toBeLessThanOrEqual(maxConcurrency);
    expect(peak).toBeLessThan(hostMegabytes);
    expect((await stack.preview()).changes).toEqual({ same: workgroups * workspacesEach + 1 });
  } finally {
    await copy.remove();
    await emulator.close();
  }
});
