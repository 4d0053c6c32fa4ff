import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { type Emulator, type Sample, sampleAccount, startEmulator } from "../../testing/emulator";
import { closeAfterTest } from "../support/close-after-test";
import { type Config, root, StackFixture } from "../support/stack-fixture";

/** The examples of the native plugin in TypeScript, through the npm package's plugin; tests/cli/languages.test.ts tests the others. */

const sent45 = [expect.stringMatching(/^PUT .*"auto_stop_minutes":45/)];
const settings = (sample: Sample) => ({ workgroupId: sample.workgroupId, workspaceId: sample.workspaceIds.main });

/** A copy of an example with the plugin in its place, and a service with the sample account. */
async function open(example: string, config: (sample: Sample) => Config) {
  const accounts: Sample[] = [];
  const fixture = await StackFixture.open({
    program: join(root, "examples", example),
    service: { account: (account) => void accounts.push(sampleAccount(account)) },
    config: () => prefixed(example, config(accounts[0] as Sample)),
  });
  closeAfterTest(fixture);
  const folder = join(fixture.program.program, "node_modules/.bin");
  await mkdir(folder, { recursive: true });
  await symlink(join(root, "dist/provider/native/main.js"), join(folder, "pulumi-resource-graphplane"));
  return fixture;
}

const prefixed = (project: string, config: Config): Config =>
  Object.fromEntries(Object.entries(config).map(([name, value]) => [`${project}:${name}`, value]));

test("native-typescript sends one PUT, then nothing, and the state holds no key in plain text", async () => {
  const fixture = await open("native-typescript", settings);
  expect((await fixture.must("up")).writes).toEqual(sent45);
  expect((await fixture.must("up")).writes).toEqual([]);
  expect(JSON.stringify(await (await fixture.stack()).export())).not.toContain(fixture.emulator.apiKey);
  expect((await fixture.must("refresh")).failed).toBe("");
  expect((await fixture.must("destroy")).writes).toEqual([]);
});

test("a stack of dynamic resources moves to the plugin with no write, and nothing differs", async () => {
  const fixture = await open("native-typescript", settings);
  await fixture.program.edit("index.ts", 'from "pulumi-graphplane/native"', 'from "pulumi-graphplane"');
  await fixture.must("up");
  await fixture.program.edit("index.ts", 'from "pulumi-graphplane"', 'from "pulumi-graphplane/native"');
  const { writes, done } = await fixture.must("up");
  expect(writes).toEqual([]);
  expect(done).toEqual(["same analytics"]);
});

describe("two-accounts", () => {
  let partner: Emulator;
  let sample: Sample;
  beforeEach(async () => {
    partner = await startEmulator({ account: (account) => void (sample = sampleAccount(account)) });
  });
  afterEach(() => partner.close());

  const config = (key: string) => (own: Sample) => ({
    ...settings(own),
    partnerBaseUrl: partner.url,
    partnerApiKey: { secret: key },
    partnerWorkgroupId: sample.workgroupId,
    partnerWorkspaceId: sample.workspaceIds.main,
  });

  test("changes a workspace of each, with its own key, and a look-up reads the account of its provider", async () => {
    const fixture = await open("two-accounts", config(partner.apiKey));
    const { account } = partner;
    account.addWorkspace(sample.workgroupId, { name: "partners only" });
    await fixture.program.edit("index.ts", "import { Provider,", "import { getWorkspaceOutput, getWorkgroup, Provider,");
    await fixture.program.edit(
      "index.ts",
      "// A key that is refused",
      `const workgroupId = config.require("partnerWorkgroupId");
      export const found = getWorkspaceOutput({ workgroupId, name: "partners only" }, { provider: partner }).name;
      export const own = getWorkgroup({ workgroupId: config.require("workgroupId") }).then(({ workspaces }) => workspaces.map(({ name }) => name));
      // A key that is refused`,
    );
    expect((await fixture.must("up")).writes).toEqual([expect.stringContaining("45")]);
    expect(partner.workspace(sample.workgroupId, sample.workspaceIds.main)).toMatchObject({ auto_stop_minutes: 15 });
    const outputs = await (await fixture.stack()).outputs();
    expect(outputs).toMatchObject({ found: "partners only" });
    expect(outputs["own"]).not.toContain("partners only");
  });

  test("with a wrong key previews both, names the refused key, and changes the workspace of the other account", async () => {
    const fixture = await open("two-accounts", config("wrong"));
    const { failed, diagnostics } = await fixture.run("preview");
    expect(failed).toBe("");
    expect(diagnostics.map(({ message }) => message).join()).toMatch(/cannot plan .*apiKey of the provider/s);
    const { done, writes } = await fixture.run("up", { skipPreview: true, continueOnError: true });
    expect(done).toEqual(["create own", "create partners failed"]);
    expect(writes).toEqual(sent45);
  });
});
