import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { approvalOf, writeApproval } from "../../../cli/approval";
import { parseRecords, type Preview } from "../../../cli/review/inputs";
import { reviewOf } from "../../../cli/review/read";
import { failureOf, ownProvider, secret, startPlugin, unknown, urnOf, type Values } from "../../support/plugin";
import { start } from "./fixture";

const workspaceUrn = urnOf("Workspace");
const userUrn = urnOf("DatabaseUser");
const key = "00ff";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "approval-"))));
afterEach(() => rmSync(folder, { recursive: true }));

type Started = Awaited<ReturnType<typeof start>>;

/** A program that makes a workspace and a user in it, as a preview sees it. */
function programOf({ ids: { workgroupId } }: Started, more: Values = {}): Readonly<Record<string, Values>> {
  return {
    [workspaceUrn]: { workgroupId, workspaceName: "new", autoStopMinutes: 30, agentConfig: { heartbeatIntervalSeconds: 45 }, ...more },
    [userUrn]: { workgroupId, workspaceId: unknown, username: "reader", password: secret("first-secret") },
  };
}

/** The steps of a preview; the CLI shows no secret. */
function stepsOf(program: Readonly<Record<string, Values>>): Preview["steps"] {
  const shown = (inputs: Values) =>
    Object.fromEntries(
      Object.entries(inputs).map(([name, value]) => [
        name,
        typeof value === "object" && value !== null && "value" in value ? "[secret]" : value,
      ]),
    );
  return Object.entries(program).map(([urn, inputs]) => ({
    op: "create",
    urn,
    newState: { inputs: shown(inputs), provider: `${ownProvider}::id`, propertyDependencies: { workspaceId: [workspaceUrn] } },
  }));
}

async function startIn(service: Started, environment: NodeJS.ProcessEnv) {
  const { emulator, clock } = service;
  return startPlugin({ baseUrl: emulator.url, apiKey: secret(emulator.apiKey) }, { clock, environment, provider: ownProvider });
}

/** Previews a program, approves its requests, and starts the plugin that sends them. */
async function approved(service: Started, change: (all: Approved["requests"]) => Approved["requests"] = (all) => all, more?: Values) {
  const program = programOf(service, more);
  const records = join(folder, "records");
  const plugin = await startIn(service, { GRAPHPLANE_RUN_KEY: key, GRAPHPLANE_RECORDS: records });
  for (const [urn, news] of Object.entries(program)) await plugin.check(urn, news);
  const preview = { steps: stepsOf(program), events: [{ summaryEvent: {} }], ...parseRecords(readFileSync(records, "utf8"), key) };
  const file = join(folder, "approval.json");
  const approval = approvalOf(reviewOf(preview), preview, key);
  await writeApproval(file, { ...approval, requests: change(approval.requests) });
  return { plugin: await startIn(service, { GRAPHPLANE_APPROVAL: file }), program, file };
}
type Approved = ReturnType<typeof approvalOf>;

const bodyOf = (program: Readonly<Record<string, Values>>, urn: string) => program[urn] ?? {};

test.each([
  ["makes", "new", ["POST", "PUT", "POST"]],
  ["adopts", "old", ["PUT", "POST"]],
])("reviewed requests are sent, with values that the run %s", async (_verb, workspaceName, sent) => {
  const service = await start();
  service.emulator.account.addWorkspace(service.ids.workgroupId, { name: "old" });
  const { plugin, program } = await approved(service, undefined, { workspaceName, adopt: true });
  const { workspaceId } = (await plugin.create(workspaceUrn, bodyOf(program, workspaceUrn))).properties;
  await plugin.create(userUrn, { ...bodyOf(program, userUrn), workspaceId });
  expect(service.writes()).toEqual(sent);
});

test.each([
  [
    "a secret that changed after the review",
    { password: secret("second-secret") },
    "the argument password no longer has the approved value",
  ],
  ["a workspace that was there before", {}, "the approved request is for an object that this run creates or adopts"],
])("%s is refused", async (_name, more, why) => {
  const service = await start();
  const { plugin, program } = await approved(service);
  const made = await plugin.create(workspaceUrn, bodyOf(program, workspaceUrn));
  service.writes();
  const workspaceId = "password" in more ? made.properties["workspaceId"] : service.ids.workspaceId;
  const { message, left } = await failureOf(plugin.create(userUrn, { ...bodyOf(program, userUrn), ...more, workspaceId }));
  expect(message).toContain(why);
  expect(message).toContain("DatabaseUser: create of ");
  expect(message).not.toMatch(/RequestID|secret/);
  expect([left, service.writes()]).toEqual([undefined, []]);
});

test("changes that were sent before a refusal are in the state", async () => {
  const service = await start();
  const { plugin, program } = await approved(service, (all) => all.filter(({ method }) => method === "POST"));
  const { message, left } = await failureOf(plugin.create(workspaceUrn, bodyOf(program, workspaceUrn)));
  expect(message).toContain("it contains no such request of this resource");
  expect(service.writes()).toEqual(["POST"]);
  expect(left?.properties["workspaceId"]).toEqual(expect.any(String));
});

test("a provider sends no request that was approved for a different provider", async () => {
  const service = await start();
  const { program, file } = await approved(service);
  const { emulator, clock } = service;
  const other = await startPlugin(
    { baseUrl: emulator.url, apiKey: secret(emulator.apiKey) },
    { clock, environment: { GRAPHPLANE_APPROVAL: file } },
  );
  const { message } = await failureOf(other.create(workspaceUrn, bodyOf(program, workspaceUrn)));
  expect(message).toContain("it contains no such request of this resource");
  expect(service.writes()).toEqual([]);
});

const [before, after] = ["old", "new"].map((name) => ({
  provider: `${ownProvider.replace("mine", name)}::id`,
  inputs: { workgroupId: name === "new" ? unknown : "w" },
}));
const put = { method: "PUT", path: "/new", later: [] };
const end = { method: "PUT", path: "/old", later: [] };
const plan = { seen: true, fields: [], names: [], requests: [] };
test.each([
  ["an update", ["update"], [{ ...plan, operation: "update", requests: [put] }], ["new PUT /new"]],
  [
    "a replacement",
    ["create-replacement", "replace", "delete-replaced"],
    [
      { ...plan, operation: "create", requests: [put] },
      { ...plan, operation: "replace", requests: [end] },
    ],
    ["new PUT /new", "old PUT /old"],
  ],
  ["a possible replacement", ["replace"], [{ ...plan, operation: "replace", requests: [], instead: [put] }], ["new PUT /new"]],
] as const)("the requests of %s that moves to another provider belong to the provider that sends them", (_name, ops, plans, requests) => {
  const steps = ops.map((op) => ({ op, urn: workspaceUrn, oldState: before, newState: op === "delete-replaced" ? undefined : after }));
  const refresh = { op: "refresh", urn: workspaceUrn, oldState: before, newState: before };
  const records = plans.map((one) => ({ version: 1 as const, urn: workspaceUrn, kind: "Workspace", notices: [], plan: one }));
  const preview = { steps: [...steps, refresh], events: [], records };
  const approval = approvalOf({ ...reviewOf(preview), complete: true }, preview, key);
  expect(approval.requests.map(({ account, method, path }) => `${account} ${method} ${path.join("/")}`)).toEqual(requests);
});

test("without the approval file, no write is sent, and reads still work", async () => {
  const service = await start();
  const plugin = await startIn(service, { GRAPHPLANE_APPROVAL: join(folder, "missing.json") });
  const { message } = await failureOf(plugin.create(workspaceUrn, bodyOf(programOf(service), workspaceUrn)));
  expect(message).toContain("its file cannot be read (ENOENT)");
  expect(service.writes()).toEqual([]);
  await expect(plugin.invoke("getWorkgroup", { workgroupId: service.ids.workgroupId })).resolves.toBeDefined();
});
