import { cp } from "node:fs/promises";
import { join } from "node:path";
import type { ProgramCopy } from "../../testing/driver";
import { type Account, type Sample, sampleAccount } from "../../testing/emulator";
import { Commands } from "../support/commands";
import { root } from "../support/stack-fixture";

/** The policy pack of `examples/policies` on the Pulumi CLI on PATH, and its violations in a review. */

let sample: Sample;
let commands: Commands;
let copy: ProgramCopy;
beforeEach(async () => {
  const account = (own: Account) => void (sample = sampleAccount(own));
  commands = await Commands.open("examples/workspace-settings", { extensions: true, account });
  ({ copy } = commands);
  await cp(join(root, "examples/policies"), join(copy.program, "policies"), { recursive: true });
});
afterEach(() => commands.close());

/** The program, with values that violate every mandatory rule unless they are replaced. */
const program = (
  packageName: string,
  { minutes = 240, size = "TG-2", cidr = "0.0.0.0/0", password = '"written here"', user = "" } = {},
) => `
import * as pulumi from "@pulumi/pulumi";
import { AllowListEntry, DatabaseUser, WorkspaceSettings } from "${packageName}";
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

const run = (...args: string[]) => commands.start(args).ended;
const pack = ["--policy-pack", "policies"];
const config = ["--policy-pack-config", "policies/policy-config.json"];

async function review() {
  const reviewed = await run(process.execPath, join(root, "dist/cli/main.js"), "review", ...pack, "--", ...config);
  return {
    ...reviewed,
    policies: [...reviewed.output.matchAll(/^\| (\S+) `([\w-]+)`/gmu)].map(([, sign = "", name = ""]) => `${sign} ${name}`),
  };
}

test.each(["pulumi-graphplane", "pulumi-graphplane/native"])(
  "previews and updates of %s follow the rules, and the review names them",
  async (packageName) => {
    await copy.plugIn("graphplane", join(root, "dist/provider/native/main.js"));
    await copy.write("index.ts", program(packageName));
    await run("pulumi", "stack", "init", "test");
    for (const [name, value] of [
      ["workgroupId", sample.workgroupId],
      ["workspaceId", sample.workspaceIds.main],
    ] as const)
      await run("pulumi", "config", "set", name, value);
    await run("pulumi", "config", "set", "--secret", "password", "kept in the configuration");

    const refused = await review();
    const heading = "⛔ Blocked by `allowed-sizes`, `auto-stop`, `no-open-allow-list` and 2 more";
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining(heading) as string });
    expect(refused.policies).toEqual([
      "⛔ allowed-sizes",
      "⛔ auto-stop",
      "⛔ no-open-allow-list",
      "⛔ no-unplanned-deletion",
      "⛔ passwords-from-secrets",
    ]);
    expect(refused.output).not.toMatch(/fingerprint=|written here/);
    const update = await run("pulumi", "up", "--yes", "--skip-preview", "--non-interactive", ...pack, ...config);
    expect([update.code === 0, update.writes]).toEqual([false, []]);

    await copy.write("index.ts", program(packageName, allowed));
    await copy.edit("policies/policy-config.json", '"deletable": [] },\n  "deletion', '"deletable": ["everyone"] },\n  "deletion');
    await copy.edit(
      "policies/policy-config.json",
      '"maintenance-window": { "productionStacks": ["prod"] }',
      '"maintenance-window": { "productionStacks": ["test"] }',
    );
    const passed = await review();
    expect(passed).toMatchObject({
      code: 3,
      policies: ["⚠️ maintenance-window"],
      output: expect.stringContaining("fingerprint=2.") as string,
    });
    const applied = await run("pulumi", "up", "--yes", "--skip-preview", "--non-interactive", ...pack, ...config);
    expect(applied.code).toBe(0);
    expect(applied.output).toContain("[advisory]  maintenance-window");
    expect(applied.writes.length).toBeGreaterThan(0);
  },
);
