import { execFile } from "node:child_process";
import { cp, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { copyProgram, type ProgramCopy } from "../../testing/driver";
import { type Emulator, type Sample, sampleAccount, startEmulator } from "../../testing/emulator";
import { requestText, root } from "../support/stack-fixture";

/** The policy pack of `examples/policies` on the Pulumi CLI on PATH, and its violations in a review. */

let emulator: Emulator;
let sample: Sample;
let copy: ProgramCopy;
beforeEach(async () => {
  emulator = await startEmulator({ extensions: true, account: (account) => void (sample = sampleAccount(account)) });
  copy = await copyProgram(root, join(root, "examples/workspace-settings"));
  await cp(join(root, "examples/policies"), join(copy.program, "policies"), { recursive: true });
  await mkdir(join(copy.folder, "backend"));
});
afterEach(async () => {
  await emulator.close();
  await copy.remove();
});

/** The program, with values that violate every mandatory rule unless they are replaced. */
const program = (door: string, { minutes = 240, size = "TG-2", cidr = "0.0.0.0/0", password = '"written here"', user = "" } = {}) => `
import * as pulumi from "@pulumi/pulumi";
import { AllowListEntry, DatabaseUser, WorkspaceSettings } from "${door}";
const config = new pulumi.Config();
const [workgroupId, workspaceId] = [config.require("workgroupId"), config.require("workspaceId")];
new WorkspaceSettings("main", { workgroupId, workspaceId, autoStopMinutes: ${minutes}, workspaceTypeName: "${size}" });
new AllowListEntry("everyone", { workgroupId, cidr: "${cidr}" });
new DatabaseUser("analyst", { workgroupId, workspaceId, username: "analyst", password: ${password}, ${user} });
`;
const allowed = {
  minutes: 45,
  size: "TG-0",
  cidr: "203.0.113.0/24",
  password: 'config.requireSecret("password")',
  user: 'deletionPolicy: "retain"',
};

async function run(...args: string[]) {
  const mark = emulator.journal.mark();
  const env = {
    ...process.env,
    GRAPHPLANE_BASE_URL: emulator.url,
    GRAPHPLANE_API_KEY: emulator.apiKey,
    PULUMI_HOME: join(copy.folder, "home"),
    PULUMI_BACKEND_URL: `file://${join(copy.folder, "backend")}`,
    PULUMI_CONFIG_PASSPHRASE: "policies",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DEBUG_COMMANDS: "true",
  };
  const [command = "", ...rest] = args;
  const { code, out } = await new Promise<{ code: unknown; out: string }>((resolve) => {
    execFile(command, rest, { cwd: copy.program, env, maxBuffer: 1e8 }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, out: stdout + stderr }),
    );
  });
  const writes = emulator.journal.since(mark).entries.filter(({ method }) => method !== "GET");
  return { code, out, writes: writes.map((entry) => requestText(entry)) };
}
const pack = ["--non-interactive", "--policy-pack", "policies", "--policy-pack-config", "policies/policy-config.json"];

/** A preview and its review. */
async function review() {
  const preview = await run("bash", "-c", `pulumi preview --json --event-log events.json ${pack.join(" ")} > preview.json`);
  const reviewed = await run(process.execPath, join(root, "dist/cli/main.js"), "review", "preview.json", "--events", "events.json");
  return {
    preview,
    ...reviewed,
    policies: [...reviewed.out.matchAll(/^\| (\S+) `([\w-]+)`/gmu)].map(([, sign = "", name = ""]) => `${sign} ${name}`),
  };
}

test.each(["pulumi-graphplane", "pulumi-graphplane/native"])(
  "previews and updates of %s obey the rules, and the review names them",
  async (door) => {
    await copy.plugIn("graphplane", join(root, "dist/provider/native/main.js"));
    await copy.write("index.ts", program(door));
    await run("pulumi", "stack", "init", "test");
    for (const [name, value] of [
      ["workgroupId", sample.workgroupId],
      ["workspaceId", sample.workspaceIds.main],
    ] as const)
      await run("pulumi", "config", "set", name, value);
    await run("pulumi", "config", "set", "--secret", "password", "kept in the configuration");

    const refused = await review();
    expect([refused.preview.code, refused.preview.out]).toEqual([1, ""]);
    expect(refused).toMatchObject({ code: 1, out: expect.stringContaining("**not allowed by 5 policies**") as string });
    expect(refused.policies).toEqual([
      "⛔ allowed-sizes",
      "⛔ auto-stop",
      "⛔ no-open-allow-list",
      "⛔ no-unplanned-deletion",
      "⛔ passwords-from-secrets",
    ]);
    expect(refused.out).not.toMatch(/fingerprint=|written here/);
    const update = await run("pulumi", "up", "--yes", "--skip-preview", ...pack);
    expect([update.code === 0, update.writes]).toEqual([false, []]);

    await copy.write("index.ts", program(door, allowed));
    await copy.edit("policies/policy-config.json", '"deletable": [] },\n  "deletion', '"deletable": ["everyone"] },\n  "deletion');
    await copy.edit(
      "policies/policy-config.json",
      '"maintenance-window": { "productionStacks": ["prod"] }',
      '"maintenance-window": { "productionStacks": ["test"] }',
    );
    const passed = await review();
    expect(passed.preview.code).toBe(0);
    expect(passed).toMatchObject({
      code: 3,
      policies: ["⚠️ maintenance-window"],
      out: expect.stringContaining("fingerprint=1.") as string,
    });
    const applied = await run("pulumi", "up", "--yes", "--skip-preview", ...pack);
    expect(applied.code).toBe(0);
    expect(applied.out).toContain("[advisory]  maintenance-window");
    expect(applied.writes.length).toBeGreaterThan(0);
  },
);
