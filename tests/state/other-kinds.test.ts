import { readFileSync } from "node:fs";
import { join } from "node:path";
import { copyProgram, type ProgramCopy } from "../../testing/driver";
import { type Account, type Emulator, sampleAccount, startEmulator } from "../../testing/emulator";
import { type ExportedDeployment, type OperationResult, openStack, type Stack } from "../../testing/engine";

/** The other kinds' states, frozen for the reasons that stand in `workspace-settings.test.ts`: read them before you change a line. */
const frozen = readFileSync(join(__dirname, "other-kinds.json"), "utf8");
const program = readFileSync(join(__dirname, "program.js"), "utf8");
const kinds = ["AddonConfiguration", "DatabaseUser", "QueryRun", "WorkspaceRefresh"];
const random = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/;

let emulator: Emulator;
let copy: ProgramCopy;
let stack: Stack;

async function open(fill: (account: Account) => void): Promise<void> {
  const root = join(__dirname, "../..");
  emulator = await startEmulator({ extensions: true, account: fill, now: () => Date.UTC(2026, 5, 3) });
  copy = await copyProgram(root, join(root, "tests/e2e/scenarios/program"));
  await copy.write("index.js", program);
  stack = await openStack({
    program: copy.program,
    stack: "dev",
    stateFolder: copy.folder,
    passphrase: "state",
    env: { PULUMI_NODEJS_TYPESCRIPT: "false" },
    config: { host: emulator.url, "graphplane:baseUrl": emulator.url, "graphplane:apiKey": { secret: emulator.apiKey } },
  });
}

afterEach(async () => {
  await copy.remove();
  await emulator.close();
});

/** The account as the frozen state's resources left it. */
function filled(account: Account): void {
  const { workgroupId, workspaceIds, installedAddonId } = sampleAccount(account);
  const id = "a5000000-0000-4000-8000-00000000000c";
  account.addConfiguration(installedAddonId, { id, name: "assistant", value: '{"limits":{"tokens":4096},"model":"small"}' });
  account.addUser(workgroupId, workspaceIds.main, { username: "reporting", password: "a-password-for-tests" });
}

/** The frozen state, as if the service had been here when it was written. */
function written(): ExportedDeployment {
  const here = frozen.replaceAll("http://service.example", emulator.url).replaceAll("service.example", emulator.url.slice(7));
  return JSON.parse(here) as ExportedDeployment;
}

/** What must not change of each kind: the id of a query's run and the name that tells resources of one object apart are random. */
function shapes({ deployment }: ExportedDeployment): unknown {
  const own = (deployment.resources ?? []).filter(({ type }) => !type.startsWith("pulumi:"));
  return Object.fromEntries(
    own.map(({ type, id, inputs, outputs }) => [
      type,
      {
        id: random.test(id ?? "") && !id?.includes("/") ? "random" : id,
        inputs,
        outputs: { ...(outputs as object), __instance: undefined },
      },
    ]),
  );
}

const seen = ({ ok, diagnostics, steps }: OperationResult) => ({
  errors: ok ? [] : diagnostics,
  steps: steps
    .filter(({ type }) => !type.startsWith("pulumi:"))
    .map(({ op, name, found }) => [op, found, name].filter(Boolean).join(" "))
    .sort(),
});
const each = (op: string) => ["configuration", "query", "refresh", "user"].map((name) => `${op} ${name}`);

test("each kind is written as it was then: the stored text to the byte, type, id, arguments and outputs", async () => {
  await open((account) => void sampleAccount(account));
  expect(seen(await stack.up({ skipPreview: true }))).toEqual({ errors: [], steps: each("create") });
  const now = shapes(await stack.export({ showSecrets: true }));
  expect(now).toEqual(shapes(written()));
  for (const kind of kinds) {
    const text = `exports.handler = () => require("pulumi-graphplane/handler").handler("${kind}");`;
    expect(now).toHaveProperty([`pulumi-nodejs:dynamic/graphplane:${kind}`, "inputs", "__provider"], text);
    expect(now).toHaveProperty([`pulumi-nodejs:dynamic/graphplane:${kind}`, "outputs", "__provider"], text);
  }
}, 120_000);

test("a state that was written then has nothing to do, refreshes, updates and is destroyed", async () => {
  await open(filled);
  await stack.import(written());
  expect(seen(await stack.up({ skipPreview: true }))).toEqual({ errors: [], steps: each("same") });
  expect(emulator.journal.length).toBe(0);
  expect(seen(await stack.refresh({ skipPreview: true })).errors).toEqual([]);
  await copy.write(
    "index.js",
    program
      .replace('"small"', '"large"')
      .replace('pulumi.secret("a-password', 'pulumi.secret("another-password')
      .replaceAll('"v1"', '"v2"'),
  );
  expect(seen(await stack.up({ skipPreview: true }))).toEqual({ errors: [], steps: each("update") });
  expect(
    emulator.journal
      .writes()
      .entries.map(({ method, endpoint }) => `${method} ${endpoint}`)
      .sort(),
  ).toEqual(["POST 11", "POST query", "PUT 4", "PUT setPassword"]);
  expect(seen(await stack.destroy({ skipPreview: true }))).toEqual({ errors: [], steps: each("delete") });
  expect(emulator.usernames("a1000000-0000-4000-8000-000000000001", "a3000000-0000-4000-8000-000000000004")).toEqual(["reader"]);
}, 120_000);

test("inputs that are invalid today and stand in state still refresh, and are destroyed", async () => {
  await open(filled);
  const old = written();
  for (const resource of old.deployment.resources ?? [])
    if (!resource.type.startsWith("pulumi:"))
      for (const properties of [resource.inputs, resource.outputs])
        Object.assign(properties ?? {}, { timeoutSeconds: -1, argumentOfLongAgo: [{ x: 1 }] });
  await stack.import(old);
  expect(seen(await stack.refresh({ skipPreview: true })).errors).toEqual([]);
  expect(seen(await stack.destroy({ skipPreview: true }))).toEqual({ errors: [], steps: each("delete") });
}, 120_000);
