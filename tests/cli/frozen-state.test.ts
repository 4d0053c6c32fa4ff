import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ExportedDeployment } from "../../testing/driver";
import { type Account, sampleAccount } from "../../testing/emulator";
import { StackFixture } from "../support/stack-fixture";

/**
 * Every later version must be able to continue with a state that this one wrote. The engine evaluates the stored text on each
 * refresh and destroy, identifies a resource by its type and name, and passes us the id and the properties as they were
 * written. A change of a frozen state that makes these tests pass breaks the stacks of every user: change the code instead,
 * or make it read both.
 */
const files = ["workspace-settings", "other-kinds", "schedules-and-lists"];
const frozen = files.map((name) => readFileSync(join(__dirname, `../golden/states/${name}.json`), "utf8"));
const program = readFileSync(join(__dirname, "../golden/states/program.js"), "utf8");
const names = ["backups", "configuration", "list", "main", "office", "query", "refresh", "start", "user"];
const each = (op: string) => names.map((name) => `${op} ${name}`);
const random = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/;
const main = { workgroupId: "a1000000-0000-4000-8000-000000000001", workspaceId: "a3000000-0000-4000-8000-000000000004" };

/** A salt, with the encrypted form of a known text under it and the passphrase of the tests, as the CLI wrote it. */
const salt = "v1:CjD05wc0L64=:v1:dOhpqzloG2kfQaxk:qZ8OcWs0kW+u1+JUSsjTFjDNKa4Jmw==";

/** The account before the frozen states were written. */
function before(account: Account): string {
  const { installedAddonId } = sampleAccount(account);
  account.addWorkgroup({ workgroup_id: "production", name: "production" });
  account.addDatabase("production", { database_id: "graph", name: "graph" });
  const insights = { addons_id: "insights", enable: true, enable_configuration: { theme: "light", rows: 50 } };
  const workspace = { workspace_id: "main", name: "main", desired_tg_version: "4.2.0", proxy_host: "main.data.example" };
  account.addWorkspace("production", { ...workspace, addons: [insights] });
  return installedAddonId;
}

/** The account as the resources of the frozen states left it. */
function after(account: Account): void {
  const id = "a5000000-0000-4000-8000-00000000000c";
  account.addConfiguration(before(account), { id, name: "assistant", value: '{"limits":{"tokens":4096},"model":"small"}' });
  account.addUser(main.workgroupId, main.workspaceId, { username: "reporting", password: "a-password-for-tests" });
  account.addAllowedRange(main.workgroupId, { id: "ab000000-0000-4000-8000-00000000000d", cidr: "203.0.113.0/24", note: "office" });
  account.addSchedule(main.workgroupId, main.workspaceId, {
    id: "a9000000-0000-4000-8000-00000000000e",
    repeat: "custom",
    repeat_on: "monday,friday",
    date: "2026-06-15",
    time: "07:00",
    timeZone: "UTC",
    workspace_type_name: "TG-00",
  });
  const timetable = { schedule: "0 2 * * *", max_backup_files: 4, max_reserved_days: 30, max_retry: 2, pause: false };
  account.setBackupSchedule(main.workgroupId, main.workspaceId, timetable);
}

let fixture: StackFixture;
async function open(account: (account: Account) => void): Promise<void> {
  fixture = await StackFixture.open({
    service: { extensions: true, apiKey: "emulator-api-key", account, now: () => Date.UTC(2026, 5, 3) },
    config: ({ url }) => ({ host: url }),
  });
  await fixture.write(program);
}
afterEach(() => fixture.close());

/** The frozen states as one, with the address of this service in place of the original one. */
function written(): ExportedDeployment {
  const { url } = fixture.emulator;
  const [first, ...more] = frozen.map((text) => {
    const here = text.replaceAll("http://service.example", url).replaceAll("service.example", url.slice("http://".length));
    return JSON.parse(here) as ExportedDeployment;
  });
  const own = first?.deployment.resources ?? [];
  // Each was written under a provider of its own.
  const { urn = "", id = "" } = own.find(({ type }) => type === "pulumi:providers:pulumi-nodejs") ?? {};
  const others = more.flatMap(({ deployment }) => deployment.resources ?? []).filter(({ type }) => !type.startsWith("pulumi:"));
  const resources = [...own, ...others.map((resource) => ({ ...resource, provider: `${urn}::${id}` }))];
  const deployment = { ...first?.deployment, secrets_providers: { type: "passphrase", state: { salt } }, resources };
  return { version: 3, deployment };
}

/** Identifiers that the service counts up; the engine creates several objects at once. */
const counted = /a[59b]000000-0000-4000-8000-0{10}[0-9a-f]{2}/g;

/** The parts of each kind's state that must not change. `__owner`, which is random, the URN and the version may be missing; the id of a run is random. */
function shapes({ deployment }: ExportedDeployment): Record<string, unknown> {
  const text = JSON.stringify(deployment.resources ?? []).replaceAll(counted, "counted");
  const own = (JSON.parse(text) as NonNullable<typeof deployment.resources>).filter(({ type }) => !type.startsWith("pulumi:"));
  return Object.fromEntries(
    own.map(({ type, id = "", inputs, outputs }) => [
      type.replace("pulumi-nodejs:dynamic/graphplane:", ""),
      {
        type,
        id: random.test(id) && !id.includes("/") ? "random" : id,
        inputs: { ...inputs, __urn: undefined },
        outputs: { ...outputs, __urn: undefined, __owner: undefined, __service: undefined, __version: undefined },
      },
    ]),
  );
}

test("the state of each kind equals the frozen one: the stored text to the byte, type, id, arguments and outputs", async () => {
  await open((account) => void before(account));
  expect((await fixture.must("up", { skipPreview: true })).done).toEqual(each("create"));
  const now = shapes(await (await fixture.stack()).export({ showSecrets: true }));
  expect(now).toEqual(shapes(written()));
  expect(Object.keys(now)).toHaveLength(names.length);
  for (const [kind, shape] of Object.entries(now)) {
    const __provider = `exports.handler = () => require("pulumi-graphplane/handler").handler("${kind}");`;
    expect(shape).toMatchObject({ inputs: { __provider }, outputs: { __provider } });
  }
});

test("a frozen state previews without changes, refreshes, updates and is destroyed", async () => {
  await open(after);
  fixture.emulator.changeWorkgroup(main.workgroupId, { enable_allow_list: true });
  await (await fixture.stack()).import(written());
  const same = await fixture.must("up");
  expect({ done: same.done, requests: same.requests.length }).toEqual({ done: each("same"), requests: 0 });
  expect((await fixture.must("refresh")).done).toContain("refresh:same main");
  const changes = [
    ['"small"', '"large"'],
    ['pulumi.secret("a-password', 'pulumi.secret("another-password'],
    ['"v1"', '"v2"'],
    ["autoStopMinutes: 30", "autoStopMinutes: 45"],
    ['note: "office"', 'note: "branch"'],
    ["enabled: true", "enabled: false"],
    ["0 2 * * *", "0 3 * * *"],
    ["07:00", "08:00"],
  ] as const;
  await fixture.write(changes.reduce((text, [from, to]) => text.replaceAll(from, to), program));
  const updated = await fixture.must("up", { skipPreview: true });
  expect(updated.done).toEqual(each("update"));
  const writes = updated.requests.filter(({ method }) => method !== "GET");
  expect(writes.map(({ method, endpoint }) => `${method} ${endpoint}`).sort()).toEqual([
    "POST 11",
    "POST query",
    "POST setBackupSchedule",
    "PUT 4",
    "PUT 9",
    "PUT liftRanges",
    "PUT setPassword",
    "PUT updateAllowedRange",
    "PUT updateSchedule",
  ]);
  expect(writes.find(({ endpoint }) => endpoint === 9)?.body).toEqual({ auto_stop_minutes: 45 });
  expect((await fixture.must("destroy", { skipPreview: true })).done).toEqual(each("delete"));
  expect(Object.keys(fixture.emulator.passwords(main.workgroupId, main.workspaceId))).toEqual(["reader"]);
});
