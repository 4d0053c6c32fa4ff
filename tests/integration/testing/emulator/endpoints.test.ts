import { type EmulatorOptions, type WorkspacePatch } from "../../../../testing/emulator";
import { endpoints, matchPath } from "../../../../testing/emulator/endpoints";
import { type ProfileName, profiles } from "../../../../testing/emulator/profile";
import { differencesFromPage, pageCalls, recordsIn } from "../../../support/api-page";
import { readText } from "../../../support/repository";
import { type EmulatorFixture, startFixture } from "./fixture";

const documented = pageCalls.filter(({ number }) => number !== undefined);
const extensions = pageCalls.filter(({ number }) => number === undefined);

test("the rows are exactly those of docs/internals/api.md", () => {
  const documentedNumber = (number: number | string) => (typeof number === "number" ? number : undefined);
  const rows = endpoints.map(({ number, method, path, statuses }) => [documentedNumber(number), method, path, statuses]);
  const wanted = pageCalls.map(({ number, method, path, statuses }) => [number, method, path, statuses]);
  expect(rows.sort()).toEqual(wanted.sort());
});

test.each([
  ["a parameter is decoded", "/controller/v4/v2/workgroups/a%2Fb%20c", { workgroupID: "a/b c" }],
  ["an unescaped slash makes another path", "/controller/v4/v2/workgroups/a/b", undefined],
  ["a broken escape fits nothing", "/controller/v4/v2/workgroups/%zz", undefined],
  ["a slash too many fits nothing", "/controller/v4/v2/workgroups/a/", undefined],
])("%s", (_, path, params) => expect(matchPath(path)[0]?.params).toEqual(params));

const backupSchedule = { schedule: "0 2 * * *", max_backup_files: 7, max_reserved_days: 7, max_retry: 1, pause: false };

/** An account with one of everything, and each endpoint's request against it. */
async function whole(options: EmulatorOptions) {
  const s = await startFixture(options);
  const { account } = s.emulator;
  const { id: addon } = account.addInstalledAddon();
  const { id: configID } = account.addConfiguration(addon, { name: "theme", value: "dark" });
  const { database_id: database } = account.addDatabase(s.wg);
  const { id: backup } = account.addBackup(s.wg, s.ws);
  const { id: schedule } = account.addSchedule(s.wg, s.ws);
  const { job } = account.addRestoreJob(s.wg, s.ws);
  account.addUser(s.wg, s.ws, { username: "ann", password: "old" });
  const { id: range } = account.addAllowedRange(s.wg, { id: "ab000000-0000-4000-8000-000000000001", cidr: "203.0.113.0/24", note: "" });
  const ids: Readonly<Record<string, string>> = {
    ...{ workgroupID: s.wg, workspaceID: s.ws, databaseID: database, scheduleID: schedule, job, id: range },
    ...{ installedAddonsID: addon, addonsID: addon, configID, configName: "theme" },
  };
  /** Sends a call as the page has it, with a body that the service takes. */
  const send = (method: string, path: string) => {
    const body = bodies[`${method} ${path.replace(/.*\/(?=add-ons|workgroups\/?[^/]*$|workspaces(\/|$)|allow_list)/, "")}`];
    const given = body === undefined ? undefined : { ...body, ...(path.endsWith("/restore") && { backup_id: backup }) };
    return s.call(
      method,
      path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? "none"),
      given,
    );
  };
  return { s, addon, send };
}

/** A body for every call that takes one, by the end of its path. */
const bodies: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "POST workgroups": { cloud_provider_id: "0b000000-0000-4000-8000-000000000001", name: "new" },
  "PUT workgroups/{workgroupID}": { workgroup_name: "renamed" },
  "POST workspaces": { name: "new" },
  "POST add-ons/{installedAddonsID}/configs": { config_name: "n", config_value: "v" },
  "PUT add-ons/{installedAddonsID}/configs/{configID}": { config_value: "light" },
  "PUT workspaces/{workspaceID}": { auto_stop_minutes: 0 },
  "POST workspaces/{workspaceID}/dbuser": { username: "bob", password: "p" },
  "PUT workspaces/{workspaceID}/dbuser": { username: "ann", password: "new" },
  "DELETE workspaces/{workspaceID}/dbuser": { username: "ann", password: "old" },
  "POST workspaces/{workspaceID}/schedules": { workspace_id: "w", repeat: "daily", time: "07:00", timezone: "UTC" },
  "PUT workspaces/{workspaceID}/schedules/{scheduleID}": { workspace_id: "w", repeat: "daily", time: "08:00", timezone: "UTC" },
  "POST workspaces/{workspaceID}/backups/restore": {},
  "POST workspaces/{workspaceID}/backups/schedule": backupSchedule,
  "POST allow_list": { cidr: "2001:db8::/32" },
  "PUT allow_list/{id}": { cidr: "203.0.113.0/24", note: "office" },
};

describe("an endpoint that is not documented", () => {
  test.each(extensions)("$method $path is served with extensions on, and is 404 or 405 with them off", async ({ method, path }) => {
    const served = await (await whole({ profile: "observed", workgroupInUse: "delete" })).send(method, path);
    expect([served.status, served.json["Error"]]).toEqual([200, false]);
    expect([404, 405]).toContain((await (await whole({ profile: "specified" })).send(method, path)).status);
  });
});

describe("every answer has the fields that docs/internals/api.md shows", () => {
  const full: WorkspacePatch = {
    addons: [{ addons_id: "a", enable: true, enable_configuration: { k: 1 }, is_free: true, unique_name: "insights", workspace_id: "w" }],
    folder_statistics: {
      backup_size: 0,
      billed_size: 1,
      log_size: 1,
      vector_size: 0,
      total_size: 2,
      workspaces: [{ size: 2, workspace_id: "w" }],
    },
  };

  /** The intended differences of the profiles from the page's records, by the section of docs/internals/api.md that explains them. */
  const differences: Readonly<Record<ProfileName, Readonly<Record<string, readonly string[]>>>> = {
    specified: { "2.1": ["Envelope.Result is absent"] },
    observed: {
      "10.1": ["Envelope.ErrorDetails is null", "Envelope.Result is null", "Workspace.addons is null"],
      "2.2": ["AddonEntry.enable_configuration is string, not object"],
      "10.3": ["Workspace.cloud_provider_name is absent", "Workspace.cloud_provider_short_id is absent"],
      "10.7": profiles.observed.absentFields.map((field) => `Workspace.${field} is absent`),
      "11": [
        ...["CurrentAddress. IsAllowed is not on the page", "CurrentAddress.IsAllowed is absent"],
        ...["cloud_provider_name", "cloud_provider_status", "platform"].map((field) => `CloudProvider.${field} is not on the page`),
      ],
    },
  };

  test.each(["specified", "observed"] as const)("in the profile %s", async (profile) => {
    const met = new Set<string>();
    const found = new Set<string>();
    const note = (value: unknown, type: string, place?: string) =>
      differencesFromPage(value, type, met, place).forEach((line) => found.add(line));
    const calls = profile === "observed" ? pageCalls : documented;
    for (const { number, method, path, result } of calls) {
      const { s, addon, send } = await whole({ profile, workgroupInUse: "delete" });
      s.emulator.changeWorkspace(s.wg, s.ws, { ...full, addons: full.addons?.map((entry) => ({ ...entry, addons_id: addon })) });
      s.emulator.changeContents(s.wg, s.ws, { backupSchedule });
      const reply = await send(method, path);
      const reached = s.emulator.journal.entries.map(({ endpoint }) => endpoint);
      expect([method, path, reply.status, reached]).toEqual([method, path, 200, [number ?? reached[0]]]);
      note(reply.json, "Envelope");
      note(reply.result, result, `${method} ${path}`);
      note((await s.call(method, path.replace(/\{\w+\}/g, "none"), undefined, { "x-api-key": "wrong" })).json, "Envelope");
    }
    expect([...found].sort()).toEqual(Object.values(differences[profile]).flat().sort());
    expect([...met].sort()).toEqual(["Envelope", "ErrorDetail", ...Object.keys(recordsIn(calls))].sort());
  });

  test("the fields that API 10.7 names are absent in the profile observed only", () => {
    const [, section = ""] = /### 10\.7 [^\n]+\n([^#]+)/.exec(readText("docs/internals/api.md")) ?? [];
    const named = [...section.matchAll(/`(\w+)`/g)].map(([, field]) => field);
    expect(named.length).toBeGreaterThan(4);
    expect(profiles.observed.absentFields).toEqual(expect.arrayContaining(named));
    expect(profiles.specified.absentFields).toEqual([]);
  });
});

test.each([
  ["198.51.100.0/24", true],
  ["0.0.0.0/0", true],
  ["198.51.101.0/24", false],
  ["::/0", false],
])("an allow list that holds %s allows the caller: %s", async (cidr, isAllowed) => {
  const s = await startFixture({ profile: "observed" });
  s.emulator.account.addAllowedRange(s.wg, { cidr });
  const { result } = await s.call("GET", `${s.workgroupPath}/allow_list/current`);
  expect(result).toEqual({ " IsAllowed": isAllowed, CurrentIP: "198.51.100.7" });
});

describe("by the documented statuses", () => {
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
