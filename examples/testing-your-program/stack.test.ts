import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LocalWorkspace, type Stack } from "@pulumi/pulumi/automation";
import { type Emulator, type Sample, sampleAccount, startEmulator } from "pulumi-graphplane/testing";

let emulator: Emulator;
let sample: Sample;
let stack: Stack;
let folder: string;

// Each test has a service and a stack of its own, whose state is in a temporary folder.
beforeEach(async () => {
  emulator = await startEmulator({ profile: "observed", account: (account) => (sample = sampleAccount(account)) });
  folder = await mkdtemp(join(tmpdir(), "stack-"));
  stack = await LocalWorkspace.createOrSelectStack(
    { stackName: "test", workDir: join(__dirname, "infrastructure") },
    {
      pulumiHome: folder,
      envVars: {
        PULUMI_BACKEND_URL: `file://${folder}`,
        PULUMI_CONFIG_PASSPHRASE: "test",
        // The settings in place of the stack's configuration, so that no file is written.
        GRAPHPLANE_BASE_URL: emulator.url,
        GRAPHPLANE_API_KEY: emulator.apiKey,
      },
    },
  );
  await stack.setAllConfig({ workgroupId: { value: sample.workgroupId }, workspaceId: { value: sample.workspaceIds.main } });
});

afterEach(async () => {
  await emulator.close();
  await rm(folder, { recursive: true, force: true });
  await rm(join(__dirname, "infrastructure/Pulumi.test.yaml"), { force: true });
});

test("sends one request with what differs, and nothing the second time", async () => {
  await stack.up();
  expect(emulator.journal.writes().entries.map(({ method, body }) => ({ method, body }))).toEqual([
    { method: "PUT", body: { auto_stop_minutes: 20 } },
  ]);

  const mark = emulator.journal.mark();
  expect((await stack.up()).summary.resourceChanges).toEqual({ same: 2 });
  expect(emulator.journal.since(mark).length).toBe(0);
});

test("retries if the service returns 500 twice", async () => {
  emulator.fault({ match: { method: "PUT" }, times: 2, kind: "status", status: 500, type: "Unknown", message: "try later" });

  await stack.up();
  expect(emulator.workspace(sample.workgroupId, sample.workspaceIds.main).auto_stop_minutes).toBe(20);
});

test("reports what the service refuses, and succeeds once that is fixed", async () => {
  const refusal = emulator.fault({
    match: { method: "PUT" },
    times: "always",
    kind: "status",
    status: 400,
    type: "Bad-Request",
    message: "not now",
  });
  await expect(stack.up()).rejects.toThrow("not now");

  refusal.remove();
  await stack.up();
});
