import {
  getAddonConfigurations,
  getAddonWorkspaces,
  getAllowList,
  getBackups,
  getBackupSchedule,
  getCloudProviders,
  getDatabase,
  getInstalledAddon,
  getInstalledAddons,
  getRestoreJob,
  getSchedules,
  getWorkgroup,
  getWorkgroups,
  getWorkspace,
  getWorkspaceOptions,
} from "../../../../sdk";
import { profiles } from "../../../support/service-fixture";
import { answering, startFixture, errorOf, unknownId } from "./fixture";

const shapes = ["object", "json-text"] as const;

describe.each(profiles)("existing objects, profile $profile", ({ profile }) => {
  test("a workgroup, with its databases and workspaces", async () => {
    const { workgroupId, databaseId, ids, requests } = await startFixture({ profile });
    const workgroup = await getWorkgroup({ workgroupId });
    expect(workgroup).toMatchObject({
      workgroupId,
      name: "production",
      enableAllowList: false,
      tgDatabases: [{ databaseId, name: "movies" }],
    });
    expect(workgroup.workspaces.map(({ workspaceId }) => workspaceId)).toEqual(ids);
    expect(requests()).toEqual([7]);
  });

  test("a workspace by id and by name", async () => {
    const { emulator, workgroupId, ids, requests } = await startFixture({ profile });
    const byId = await getWorkspace({ workgroupId, workspaceId: ids[1] });
    expect(byId).toMatchObject({
      workspaceId: ids[1],
      name: "reporting",
      host: emulator.url.replace("http://", ""),
      autoStopMinutes: 30,
      maintenanceWindow: { dayOfWeek: 0, hourOfDay: 2, timeZone: "UTC" },
      addons: [],
      workspaceType: { typeName: "TG-00" },
    });
    expect(await getWorkspace({ workgroupId, name: "reporting" })).toEqual(byId);
    expect(requests()).toEqual([7]);
  });

  test("the host under a different field name", async () => {
    const { workgroupId, emulator, ids } = await startFixture({ profile, hostField: "other_host" });
    const host = emulator.url.replace("http://", "");
    expect(await getWorkspace({ workgroupId, workspaceId: ids[0] })).toMatchObject({ host, other_host: host });
    expect((await getWorkgroup({ workgroupId })).tgDatabases?.[0]?.workspaces?.[0]?.host).toBe(host);
  });

  test("a database, backups, schedules and a restore job", async () => {
    const { emulator, workgroupId, databaseId, ids, requests } = await startFixture({ profile });
    const of = { workgroupId, workspaceId: ids[0] };
    const backup = emulator.account.addBackup(workgroupId, ids[0]);
    const schedule = emulator.account.addSchedule(workgroupId, ids[0]);
    const job = emulator.account.addRestoreJob(workgroupId, ids[0], { output: "log" });
    expect(await getDatabase({ workgroupId, databaseId })).toMatchObject({ databaseId, workspaces: [{}, {}] });
    expect(await getBackups(of)).toEqual([
      {
        id: backup.id,
        isAutomatic: true,
        sizeBytes: "1048576",
        status: "completed",
        tag: "nightly",
        time: "2026-06-03T02:00:00Z",
        type: "full",
        version: "4.2.0",
      },
    ]);
    expect(await getSchedules(of)).toEqual([
      {
        id: schedule.id,
        workspaceId: ids[0],
        repeat: "weekly",
        repeatOn: "Monday",
        date: "",
        time: "07:00",
        timezone: "UTC",
        workspaceTypeName: "TG-0",
      },
    ]);
    expect(await getRestoreJob({ ...of, job: job.job })).toEqual({
      createdAt: "2026-06-03T08:00:00Z",
      name: job.name,
      output: "log",
      status: "completed",
    });
    expect(await getSchedules({ ...of, workspaceId: ids[1] })).toEqual([]);
    expect(requests()).toEqual([8, 13, 15, 14, 15]);
  });

  test.each(shapes)("add-ons and configurations, returned as %s", async (showResults) => {
    const { emulator, requests } = await startFixture({ profile, showResults });
    const addon = emulator.account.addInstalledAddon({ name: "Insights" });
    const value = '{"snake_case":{"camelCase":1}}';
    const made = emulator.account.addConfiguration(addon.id, { name: "default", value });
    expect(await getInstalledAddons()).toEqual([addon]);
    expect(await getInstalledAddon({ installedAddonId: addon.id })).toEqual(addon);
    expect(await getAddonConfigurations({ installedAddonId: addon.id, configName: "default" })).toEqual([
      { id: made.id, config_name: "default", config_value: value },
    ]);
    expect(requests()).toEqual([1, 2, 5]);
  });

  test.each(["text", "null", "boolean"] as const)("a response that is %s is not an error", async (showResults) => {
    await startFixture({ profile, showResults });
    expect(await getInstalledAddons()).toEqual({ text: "Installed add-ons listed.", null: null, boolean: true }[showResults]);
  });

  test("the workspaces that have an add-on", async () => {
    const { emulator, workgroupId } = await startFixture({ profile });
    const addons = [{ addons_id: "add-on", enable: true, enable_configuration: { a_b: 1 } }];
    const { workspace_id } = emulator.account.addWorkspace(workgroupId, { addons });
    const found = await getAddonWorkspaces({ addonsId: "add-on" });
    expect(found.map(({ workspaceId }) => workspaceId)).toEqual([workspace_id]);
    expect(found[0]).toMatchObject({ workspaceId: workspace_id, addons: [{ addonsId: "add-on", enable: true }] });
    expect(await getAddonWorkspaces({ addonsId: "none" })).toEqual([]);
    emulator.fault({ kind: "status", status: 500, type: "Internal-Error", times: 1 });
    expect((await errorOf(getAddonWorkspaces({ addonsId: "other" }))).message).toMatch(
      /^getAddonWorkspaces: read of add-on "other" failed: /,
    );
  });

  test("a deleted workspace is not found by name or id, nor listed", async () => {
    const { emulator, workgroupId, ids } = await startFixture({ profile, absentFields: [] });
    emulator.changeWorkspace(workgroupId, ids[0], { deleted_at: "2026-01-01T00:00:00Z" });
    expect((await errorOf(getWorkspace({ workgroupId, name: "main" }))).message).toContain(
      `no workspace is named "main"; available: ${ids[1]} (reporting)`,
    );
    expect((await errorOf(getWorkspace({ workgroupId, workspaceId: ids[0] }))).message).toContain(`it has ${ids[1]} (reporting)`);
    const { workspaces, tgDatabases } = await getWorkgroup({ workgroupId });
    expect(workspaces.map(({ name }) => name)).toEqual(["reporting"]);
    expect(tgDatabases?.[0]?.workspaces?.map(({ name }) => name)).toEqual(["reporting"]);
  });
});

describe("workgroups by name, and all of them, if the service has the call", () => {
  test("by name, and all", async () => {
    const { emulator, workgroupId, requests } = await startFixture({ profile: "observed" });
    const other = emulator.account.addWorkgroup({ name: "staging" }).workgroup_id;
    expect(await getWorkgroup({ name: "staging" })).toMatchObject({ workgroupId: other, workspaces: [] });
    expect((await getWorkgroups()).map((one) => one.workgroupId)).toEqual([workgroupId, other]);
    expect(requests()).toEqual(["listWorkgroups"]);
  });

  test("the error of an unknown name lists the existing names, and the error of an ambiguous name the ids", async () => {
    const { emulator, workgroupId } = await startFixture({ profile: "observed" });
    const twin = emulator.account.addWorkgroup({ name: "production" }).workgroup_id;
    expect((await errorOf(getWorkgroup({ name: "x" }))).message).toBe(
      `getWorkgroup: read of workgroup "x" failed: no workgroup is named "x"; available: ${workgroupId} (production), ${twin} (production)`,
    );
    expect((await errorOf(getWorkgroup({ name: "production" }))).message).toContain(
      `2 workgroups are named "production": pass the id of one of them (${workgroupId}, ${twin})`,
    );
  });

  test.each([getWorkgroups, () => getWorkgroup({ name: "production" })])("if it does not, the error says so", async (call) => {
    await startFixture({ profile: "specified" });
    expect((await errorOf(call())).message).toMatch(
      /Pass workgroupId to getWorkgroup: .* needs GET \/workgroups, which is not part of the documented API and which this service does not seem to support/,
    );
  });
});

describe("functions beyond the documented API", () => {
  test("the allow list of a workgroup: its entries, and whether it is enforced", async () => {
    const { emulator, workgroupId, requests } = await startFixture({ profile: "observed" });
    emulator.account.addAllowedRange(workgroupId, { id: "e1", cidr: "10.0.0.0/8", note: "office" });
    const entries = [{ entryId: "e1", cidr: "10.0.0.0/8", note: "office" }];
    expect(await getAllowList({ workgroupId })).toMatchObject({ enabled: false, entries });
    expect(requests()).toEqual([7, "listAllowedRanges"]);
  });

  test("the regions, versions and sizes that the service offers", async () => {
    const { requests } = await startFixture({ profile: "observed" });
    const { regions, tgVersions, workspaceTypes } = await getWorkspaceOptions();
    expect(regions).toEqual([{ name: "us-east-1", description: "US East" }]);
    expect(tgVersions?.[0]).toEqual({ name: "4.2.0", allowCreate: true, allowUpgrade: true, endOfLife: false });
    expect(workspaceTypes?.[0]).toMatchObject({ typeName: "TG-00" });
    expect(requests()).toEqual(["meta"]);
  });

  test("the cloud providers: the organization's own, and the public ones", async () => {
    const { requests } = await startFixture({ profile: "observed" });
    const providers = await getCloudProviders();
    expect(providers.map((provider) => provider.public)).toEqual([false, true]);
    for (const { cloudProviderId } of providers) expect(cloudProviderId).toMatch(/^[0-9a-f-]{36}$/);
    expect(requests()).toEqual(["listCloudProviders", "listPublicCloudProviders"]);
  });

  test.each([{ id: "cp-1" }, { cloud_provider_id: "cp-1", id: 7 }])(
    "a cloud provider whose record is %j has its identifier",
    async (record) => {
      await answering([record]);
      const found = { cloudProviderId: "cp-1", id: record.id };
      expect(await getCloudProviders()).toEqual([false, true].map((isPublic) => ({ ...found, public: isPublic })));
    },
  );

  test.each([
    ["getCloudProviders", () => getCloudProviders(), "GET /cloud-providers"],
    ["getAllowList", (workgroupId: string) => getAllowList({ workgroupId }), "GET /workgroups/{workgroupID}/allow_list"],
    [
      "getBackupSchedule",
      (workgroupId: string, workspaceId: string) => getBackupSchedule({ workgroupId, workspaceId }),
      "backups/schedule",
    ],
    ["getWorkspaceOptions", () => getWorkspaceOptions(), "GET /workspaces/meta"],
  ])("%s reports that the service lacks the call, and what to do instead", async (name, call, path) => {
    const { workgroupId, ids } = await startFixture({ profile: "specified" });
    const { message } = await errorOf(call(workgroupId, ids[0]));
    expect(message).toMatch(new RegExp(`^${name}: `));
    expect(message).toContain(path);
    expect(message).toContain("which this service does not seem to support");
  });
});

describe.each(profiles)("missing objects, profile $profile", ({ profile }) => {
  test.each([
    ["getWorkgroup", (workgroupId: string) => getWorkgroup({ workgroupId })],
    ["getWorkspace", (workgroupId: string) => getWorkspace({ workgroupId, name: "main" })],
    ["getDatabase", (workgroupId: string) => getDatabase({ workgroupId, databaseId: "x" })],
    ["getBackups", (workgroupId: string) => getBackups({ workgroupId, workspaceId: "x" })],
    ["getSchedules", (workgroupId: string) => getSchedules({ workgroupId, workspaceId: "x" })],
    ["getRestoreJob", (workgroupId: string) => getRestoreJob({ workgroupId, workspaceId: "x", job: "y" })],
  ])("%s of an unknown workgroup, in the service's form of an id or not", async (name, call) => {
    const { workgroupId } = await startFixture({ profile });
    for (const unknown of [unknownId, "no-such-group"]) {
      const { message } = await errorOf(call(unknown));
      expect(message).toMatch(new RegExp(`^${name}: read of .*workgroup "${unknown}" does not exist`));
      // Listing the existing ones takes a call that a service may lack.
      if (profile === "observed") expect(message).toContain(`available: ${workgroupId} (production)`);
    }
  });

  test.each([
    ["getWorkspace", (workgroupId: string, workspaceId: string) => getWorkspace({ workgroupId, workspaceId })],
    ["getBackups", (workgroupId: string, workspaceId: string) => getBackups({ workgroupId, workspaceId })],
    ["getSchedules", (workgroupId: string, workspaceId: string) => getSchedules({ workgroupId, workspaceId })],
    ["getRestoreJob", (workgroupId: string, workspaceId: string) => getRestoreJob({ workgroupId, workspaceId, job: "y" })],
  ])("%s of an unknown workspace lists the existing ones", async (name, call) => {
    const { workgroupId, ids } = await startFixture({ profile });
    for (const unknown of [unknownId, "no-such-space"]) {
      const { message } = await errorOf(call(workgroupId, unknown));
      expect(message).toMatch(new RegExp(`^${name}: read of `));
      expect(message).toContain(`workgroup "${workgroupId}" has no workspace "${unknown}"; it has ${ids[0]} (main), ${ids[1]} (reporting)`);
    }
  });

  test("an unknown and an ambiguous name", async () => {
    const { emulator, workgroupId, ids } = await startFixture({ profile });
    expect((await errorOf(getWorkspace({ workgroupId, name: "Main" }))).message).toBe(
      `getWorkspace: read of workspace "Main" of workgroup "${workgroupId}" failed: no workspace is named "Main"; available: ${ids[0]} (main), ${ids[1]} (reporting)`,
    );
    const twin = await startFixture({ profile });
    const other = twin.emulator.account.addWorkspace(twin.workgroupId, { name: "main" }).workspace_id;
    expect((await errorOf(getWorkspace({ workgroupId: twin.workgroupId, name: "main" }))).message).toContain(`(${twin.ids[0]}, ${other})`);
    expect(emulator.journal.length).toBe(1);
  });

  test("the error of an unknown database lists the existing ones", async () => {
    const { workgroupId, databaseId, requests } = await startFixture({ profile });
    expect((await errorOf(getDatabase({ workgroupId, databaseId: unknownId }))).message).toContain(
      `workgroup "${workgroupId}" has no database "${unknownId}"; it has ${databaseId} (movies)`,
    );
    expect(requests()).toEqual([8, 7]);
  });

  test("the error of an unknown restore job quotes the service", async () => {
    const { workgroupId, ids } = await startFixture({ profile });
    expect((await errorOf(getRestoreJob({ workgroupId, workspaceId: ids[0], job: unknownId }))).message).toMatch(
      /^getRestoreJob: read of restore job .* failed: GET .*The service responded: The restore job .* was not found\./,
    );
  });

  test.each(shapes)("the error of an unknown installed add-on lists the existing ones, shown as %s", async (showResults) => {
    const { emulator } = await startFixture({ profile, showResults });
    const { id } = emulator.account.addInstalledAddon({ name: "Insights" });
    for (const call of [getInstalledAddon, (args: { installedAddonId: string }) => getAddonConfigurations({ ...args, configName: "x" })])
      expect((await errorOf(call({ installedAddonId: unknownId }))).message).toContain(
        `installed add-on "${unknownId}" does not exist; available: ${id} (Insights)`,
      );
  });
});

describe("invalid arguments", () => {
  const wrong = async (call: unknown, args?: unknown) => (await errorOf((call as (given: unknown) => Promise<unknown>)(args))).message;

  test.each([undefined, {}])("%j: the error names what is required", async (args) => {
    const { requests } = await startFixture();
    expect(await wrong(getAllowList, args)).toBe(
      "getAllowList: read of the allow list of workgroup (missing) failed: workgroupId must be a non-empty string",
    );
    expect(await wrong(getDatabase, args)).toContain("database (missing) of workgroup (missing)");
    expect(requests()).toEqual([]);
  });

  test("the error of a missing argument names one that was probably misspelled", async () => {
    const { workgroupId, ids } = await startFixture();
    const message = await wrong(getWorkspace, { workgroupId, nme: "main" });
    expect(message).toContain("pass exactly one of workspaceId and name. nme is an unknown argument; did you mean name?");
    expect(await wrong(getWorkgroup, { ref: workgroupId })).toMatch(/ref is an unknown argument$/);
    expect(await getWorkspace({ workgroupId, workspaceId: ids[0], name: null as never, ...{ more: 1 } })).toMatchObject({ name: "main" });
  });
});
