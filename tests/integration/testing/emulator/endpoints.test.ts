import { type EmulatorOptions } from "../../../../testing/emulator";
import { endpoints, extensionEndpoints, matchPath } from "../../../../testing/emulator/endpoints";
import { type EmulatorFixture, startFixture } from "./fixture";

/** API 4, copied by hand: number, method, path, documented statuses. */
const documented: [number, string, string, number[]][] = [
  [1, "GET", "/controller/v4/v2/installed-addons", [200, 500]],
  [2, "GET", "/controller/v4/v2/installed-addons/{installedAddonsID}", [200, 400, 500]],
  [3, "POST", "/controller/v4/v2/add-ons/{installedAddonsID}/configs", [200, 400, 500]],
  [4, "PUT", "/controller/v4/v2/add-ons/{installedAddonsID}/configs/{configID}", [200, 400, 500]],
  [5, "GET", "/controller/v4/v2/installed-addons/{installedAddonsID}/configs/{configName}", [200, 400, 500]],
  [6, "GET", "/controller/v4/v2/addons/{addonsID}/workspaces", [200, 400, 500]],
  [7, "GET", "/controller/v4/v2/workgroups/{workgroupID}", [200]],
  [8, "GET", "/controller/v4/v2/workgroups/{workgroupID}/databases/{databaseID}", [200]],
  [9, "PUT", "/controller/v4/v2/workgroups/{workgroupID}/workspaces/{workspaceID}", [200]],
  [10, "DELETE", "/controller/v4/v2/workgroups/{workgroupID}/workspaces/{workspaceID}", [200]],
  [11, "POST", "/controller/v4/v2/workgroups/{workgroupID}/workspaces/{workspaceID}/refresh", [200]],
  [12, "DELETE", "/controller/v4/v2/workgroups/{workgroupID}/workspaces/{workspaceID}/dbuser", [200, 400, 500]],
  [13, "GET", "/controller/v4/v2/workgroups/{workgroupID}/workspaces/{workspaceID}/backups", [200, 500]],
  [14, "GET", "/controller/v4/v2/workgroups/{workgroupID}/workspaces/{workspaceID}/backups/{job}/status", [200, 500]],
  [15, "GET", "/controller/v4/v2/workgroups/{workgroupID}/workspaces/{workspaceID}/schedules", [200, 500]],
];

/** The public reference's further calls (API 11), copied by hand. */
const extensions: [string, string][] = [
  ["GET", "/workgroups"],
  ["GET", "/workgroups/{wg}/workspaces/{ws}"],
  ["POST", "/workgroups/{wg}/workspaces/{ws}/pause"],
  ["POST", "/workgroups/{wg}/workspaces/{ws}/resume"],
  ["GET", "/workspaces/meta"],
  ["POST", "/workgroups/{wg}/workspaces/{ws}/dbuser"],
  ["GET", "/workgroups/{wg}/workspaces/{ws}/dbuser"],
  ["PUT", "/workgroups/{wg}/workspaces/{ws}/dbuser"],
  ["DELETE", "/add-ons/{addon}/configs/{config}"],
  ["POST", "/workgroups/{wg}/workspaces/{ws}/schedules"],
  ["PUT", "/workgroups/{wg}/workspaces/{ws}/schedules/{schedule}"],
  ["DELETE", "/workgroups/{wg}/workspaces/{ws}/schedules/{schedule}"],
  ["GET", "/workgroups/{wg}/workspaces/{ws}/backups/schedule"],
  ["POST", "/workgroups/{wg}/workspaces/{ws}/backups/schedule"],
  ["POST", "/workgroups/{wg}/workspaces/{ws}/backups/restore"],
  ["GET", "/workgroups/{wg}/allow_list"],
  ["POST", "/workgroups/{wg}/allow_list"],
  ["GET", "/workgroups/{wg}/allow_list/current"],
  ["PUT", "/workgroups/{wg}/allow_list/enable"],
  ["PUT", "/workgroups/{wg}/allow_list/disable"],
  ["PUT", "/workgroups/{wg}/allow_list/{range}"],
  ["DELETE", "/workgroups/{wg}/allow_list/{range}"],
];

test("the rows are the documented table, to the letter", () => {
  expect(endpoints.map((row) => [row.number, row.method, row.path, [...row.statuses]])).toEqual(documented);
});

test("the rows beyond it are the public reference's, whatever their parameters are called", () => {
  const anonymous = (path: string) => path.replace(/\{\w+\}/g, "{}");
  const rows = extensionEndpoints.map((row) => [row.method, anonymous(row.path)]);
  expect(rows).toEqual(extensions.map(([method, path]) => [method, `/controller/v4/v2${anonymous(path)}`]));
});

test.each([
  ["a parameter is decoded", "/controller/v4/v2/workgroups/a%2Fb%20c", { workgroupID: "a/b c" }],
  ["an unescaped slash makes another path", "/controller/v4/v2/workgroups/a/b", undefined],
  ["an empty parameter fits nothing", "/controller/v4/v2/workgroups/", undefined],
  ["a broken escape fits nothing", "/controller/v4/v2/workgroups/%zz", undefined],
  ["a slash too many fits nothing", "/controller/v4/v2/workgroups/a/", undefined],
])("%s", (_, path, params) => {
  expect(matchPath(endpoints, path)[0]?.params).toEqual(params);
});

/** An account with one of everything, and each endpoint's request against it. */
async function whole(options: EmulatorOptions) {
  const s = await startFixture(options);
  const { account } = s.emulator;
  const { id: addon } = account.addInstalledAddon();
  const { id: config } = account.addConfiguration(addon, { name: "theme", value: "dark" });
  const { database_id: database } = account.addDatabase(s.wg);
  const { id: backup } = account.addBackup(s.wg, s.ws);
  const { id: schedule } = account.addSchedule(s.wg, s.ws);
  const { job } = account.addRestoreJob(s.wg, s.ws);
  account.addUser(s.wg, s.ws, { username: "ann", password: "old" });
  const { id: range } = account.addAllowedRange(s.wg, { id: "ab000000-0000-4000-8000-000000000001", cidr: "203.0.113.0/24" });
  const names = { wg: s.wg, ws: s.ws, addon, config, schedule, range };
  const fill = (path: string) => path.replace(/\{(\w+)\}/g, (_, name: keyof typeof names) => names[name]);
  return { s, addon, config, database, job, backup, fill };
}

type Ids = Pick<Awaited<ReturnType<typeof whole>>, "addon" | "config" | "database" | "job" | "s">;
const requests: [number, string, (ids: Ids) => [string, string, unknown?], unknown][] = [
  [1, "lists the installed add-ons", () => ["GET", "/installed-addons"], [expect.objectContaining({ name: "Insights" })]],
  [2, "shows one of them", ({ addon }) => ["GET", `/installed-addons/${addon}`], expect.objectContaining({ name: "Insights" })],
  [
    3,
    "makes a configuration",
    ({ addon }) => ["POST", `/add-ons/${addon}/configs`, { config_name: "n", config_value: "v" }],
    { id: "a5000000-0000-4000-8000-00000000000b", config_name: "n", config_value: "v" },
  ],
  [
    4,
    "changes a configuration",
    ({ addon, config }) => ["PUT", `/add-ons/${addon}/configs/${config}`, { config_value: "light" }],
    expect.objectContaining({ config_name: "theme", config_value: "light" }),
  ],
  [
    5,
    "lists the configurations of a name",
    ({ addon }) => ["GET", `/installed-addons/${addon}/configs/theme`],
    [expect.objectContaining({ config_name: "theme", config_value: "dark" })],
  ],
  [6, "lists the workspaces with the add-on", ({ addon }) => ["GET", `/addons/${addon}/workspaces`], []],
  [
    7,
    "shows a workgroup with its lists",
    ({ s }) => ["GET", `/workgroups/${s.wg}`],
    expect.objectContaining({ name: "production", workspaces: [expect.anything()], tg_databases: [expect.anything(), expect.anything()] }),
  ],
  [
    8,
    "shows a database",
    ({ s, database }) => ["GET", `/workgroups/${s.wg}/databases/${database}`],
    expect.objectContaining({ name: "graph", workspaces: [] }),
  ],
  [
    9,
    "updates a workspace",
    ({ s }) => ["PUT", `/workgroups/${s.wg}/workspaces/${s.ws}`, { auto_stop_minutes: 0 }],
    expect.objectContaining({ auto_stop_minutes: 0, name: "main" }),
  ],
  [10, "deletes a workspace", ({ s }) => ["DELETE", `/workgroups/${s.wg}/workspaces/${s.ws}`], expect.anything()],
  [11, "refreshes a workspace", ({ s }) => ["POST", `/workgroups/${s.wg}/workspaces/${s.ws}/refresh`], expect.anything()],
  [
    12,
    "deletes a user",
    ({ s }) => ["DELETE", `/workgroups/${s.wg}/workspaces/${s.ws}/dbuser`, { username: "ann", password: "old" }],
    expect.objectContaining({ username: "ann" }),
  ],
  [
    13,
    "lists the backups",
    ({ s }) => ["GET", `/workgroups/${s.wg}/workspaces/${s.ws}/backups`],
    [expect.objectContaining({ is_automatic: true, size_bytes: "1048576" })],
  ],
  [
    14,
    "shows a restore job",
    ({ s, job }) => ["GET", `/workgroups/${s.wg}/workspaces/${s.ws}/backups/${job}/status`],
    expect.objectContaining({ output: "", status: "completed" }),
  ],
  [
    15,
    "lists the schedules",
    ({ s }) => ["GET", `/workgroups/${s.wg}/workspaces/${s.ws}/schedules`],
    [expect.objectContaining({ repeat: "weekly", timezone: "UTC" })],
  ],
];

describe.each(["specified", "observed"] as const)("in the profile %s", (profile) => {
  test.each(requests)("endpoint %i %s", async (number, _, request, result) => {
    const ids = await whole({ profile, showResults: "object" });
    const [method, path, body] = request(ids);
    const reply = await ids.s.call(method, `/controller/v4/v2${path}`, body);
    expect(reply.status).toBe(200);
    expect(reply.json).toEqual({
      Error: false,
      ErrorDetails: profile === "specified" ? [] : null,
      Message: expect.any(String) as string,
      RequestID: "request-000001",
      Result: result,
    });
    expect(ids.s.emulator.journal.endpoint(number).length).toBe(1);
  });
});

describe("an endpoint that is not documented", () => {
  const body: Record<string, unknown> = {
    "POST /workgroups/{wg}/workspaces/{ws}/dbuser": { username: "bob", password: "p" },
    "PUT /workgroups/{wg}/workspaces/{ws}/dbuser": { username: "ann", password: "new" },
    "POST /workgroups/{wg}/workspaces/{ws}/schedules": { workspace_id: "w", repeat: "daily", time: "07:00", timezone: "UTC" },
    "PUT /workgroups/{wg}/workspaces/{ws}/schedules/{schedule}": { workspace_id: "w", repeat: "daily", time: "08:00", timezone: "UTC" },
    "POST /workgroups/{wg}/workspaces/{ws}/backups/schedule": { schedule: "0 2 * * *" },
    "POST /workgroups/{wg}/allow_list": { cidr: "2001:db8::/32" },
    "PUT /workgroups/{wg}/allow_list/{range}": { cidr: "203.0.113.0/24", note: "office" },
  };

  test.each(extensions)("%s %s is served with extensions on, and is 404 or 405 with them off", async (method, path) => {
    const on = await whole({ profile: "observed" });
    const sent = path.endsWith("/restore") ? { backup_id: on.backup } : body[`${method} ${path}`];
    const served = await on.s.call(method, `/controller/v4/v2${on.fill(path)}`, sent);
    expect([served.status, served.json["Error"]]).toEqual([200, false]);

    const off = await whole({ profile: "specified" });
    expect([404, 405]).toContain((await off.s.call(method, `/controller/v4/v2${off.fill(path)}`, sent)).status);
  });
});

test.each([
  ["198.51.100.7", true],
  ["198.51.100.0/24", true],
  ["198.51.100.99/24", true],
  ["0.0.0.0/0", true],
  ["198.51.101.0/24", false],
  ["::/0", false],
])("an allow list that holds %s admits the caller: %s", async (cidr, isAllowed) => {
  const s = await startFixture({ profile: "observed" });
  s.emulator.account.addAllowedRange(s.wg, { cidr });
  const { result } = await s.call("GET", `${s.workgroupPath}/allow_list/current`);
  expect(result).toEqual({ " IsAllowed": isAllowed, CurrentIP: "198.51.100.7" });
});

test("an allow list is enforced and lifted, and what is no range is refused", async () => {
  const s = await startFixture({ profile: "observed" });
  await s.call("PUT", `${s.workgroupPath}/allow_list/enable`);
  expect(s.emulator.workgroup(s.wg).enable_allow_list).toBe(true);
  await s.call("PUT", `${s.workgroupPath}/allow_list/disable`);
  expect(s.emulator.workgroup(s.wg).enable_allow_list).toBe(false);
  expect((await s.call("POST", `${s.workgroupPath}/allow_list`, { cidr: "10.0.0.0/33" })).status).toBe(400);
});

describe("where the documentation names the statuses", () => {
  let s: EmulatorFixture;
  beforeEach(async () => (s = await startFixture()));

  test.each([
    ["an unknown add-on is a 400", "/installed-addons/none", 400],
    ["an unknown workgroup is a 400", "/workgroups/none", 400],
    ["a restore job that is not there is a 500, the only one documented", "{ws}/backups/none/status", 500],
    ["backups of an unknown workspace are a 500, the only one documented", "/workgroups/none/workspaces/none/backups", 500],
  ])("%s", async (_, path, status) => {
    const url = path.startsWith("{ws}") ? path.replace("{ws}", s.workspacePath) : `/controller/v4/v2${path}`;
    const reply = await s.call("GET", url);
    expect(reply.status).toBe(status);
    expect(reply.json).toMatchObject({
      Error: true,
      ErrorDetails: [{ Type: "Not-Found" }],
      Message: expect.stringContaining("not found") as string,
    });
    expect("Result" in reply.json).toBe(false);
  });

  test.each([
    ["a wrong key is a 400 Unauthorized", "wrong", "/workgroups/x", 400],
    ["a wrong key at endpoint 1 is a 500 Unauthorized", "wrong", "/installed-addons", 500],
    ["an empty key is a 400 Unauthorized", "", "/workgroups/x", 400],
  ])("%s", async (_, key, path, status) => {
    const reply = await s.call("GET", `/controller/v4/v2${path}`, undefined, { "x-api-key": key });
    expect([reply.status, reply.json["ErrorDetails"]]).toEqual([status, [{ FieldName: "", Reason: "", Type: "Unauthorized" }]]);
  });
});
