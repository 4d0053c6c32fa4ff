import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Emulator, openStack, type Sample, sampleAccount, type Stack, startEmulator } from "pulumi-graphplane/testing";

let emulator: Emulator;
let sample: Sample;
let stack: Stack;
let stateFolder: string;

// Each test has a service and a stack of its own.
beforeEach(async () => {
  emulator = await startEmulator({ profile: "observed", account: (account) => (sample = sampleAccount(account)) });
  stateFolder = await mkdtemp(join(tmpdir(), "stack-"));
  stack = await openStack({
    program: join(__dirname, "infrastructure"),
    stack: "test",
    stateFolder,
    passphrase: "test",
    config: {
      workgroupId: sample.workgroupId,
      workspaceId: sample.workspaceIds.main,
      "graphplane:baseUrl": emulator.url,
      "graphplane:apiKey": { secret: emulator.apiKey },
    },
  });
});

afterEach(async () => {
  await emulator.close();
  await rm(stateFolder, { recursive: true, force: true });
});

test("sends one request with what differs, and nothing the second time", async () => {
  const first = await stack.up();
  expect(first.ok).toBe(true);
  expect(emulator.journal.writes().entries.map(({ method, body }) => ({ method, body }))).toEqual([
    { method: "PUT", body: { auto_stop_minutes: 20 } },
  ]);

  const mark = emulator.journal.mark();
  expect((await stack.up()).changes).toEqual({ same: 2 });
  expect(emulator.journal.since(mark).length).toBe(0);
});

test("gets over a service that answers 500 twice", async () => {
  emulator.fault({ match: { method: "PUT" }, times: 2, kind: "status", status: 500, type: "Unknown", message: "try later" });

  expect((await stack.up()).ok).toBe(true);
  expect(emulator.workspace(sample.workgroupId, sample.workspaceIds.main).auto_stop_minutes).toBe(20);
});

test("tells what the service refuses, and works once that is mended", async () => {
  const refusal = emulator.fault({
    match: { method: "PUT" },
    times: "always",
    kind: "status",
    status: 400,
    type: "Bad-Request",
    message: "not now",
  });
  const refused = await stack.up();
  expect(refused.exitCode).toBe(1);
  expect(refused.diagnostics.map(({ message }) => message).join("\n")).toContain("not now");

  refusal.remove();
  expect((await stack.up()).ok).toBe(true);
});
