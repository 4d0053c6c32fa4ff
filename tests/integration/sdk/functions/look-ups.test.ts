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
import { serve } from "../../client/fixture";
import { answering, startFixture, errorOf, unknownId, useService } from "./fixture";

const shapes = ["object", "json-text"] as const;

describe.each(profiles)("what is there, profile $profile", ({ profile }) => {
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

  test("the host under another word", async () => {
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

  test.each(shapes)("add-ons and configurations as they are answered, shown as %s", async (showResults) => {
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

  test.each(["text", "null", "boolean"] as const)("a response that is %s is no error", async (showResults) => {
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
      `there is no workspace named "main"; there are ${ids[1]} (reporting)`,
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

  test("the error of an unknown name lists the existing ones; of one that is not unique, the ids", async () => {
    const { emulator, workgroupId } = await startFixture({ profile: "observed" });
    const twin = emulator.account.addWorkgroup({ name: "production" }).workgroup_id;
    expect((await errorOf(getWorkgroup({ name: "x" }))).message).toBe(
      `getWorkgroup: read of workgroup "x" failed: there is no workgroup named "x"; there are ${workgroupId} (production), ${twin} (production)`,
    );
    expect((await errorOf(getWorkgroup({ name: "production" }))).message).toContain(
      `2 workgroups are named "production": give the id of the one that you mean (${workgroupId}, ${twin})`,
    );
  });

  test.each([getWorkgroups, () => getWorkgroup({ name: "production" })])("if it does not, the error says so", async (call) => {
    await startFixture({ profile: "specified" });
    expect((await errorOf(call())).message).toMatch(
      /Give workgroupId to getWorkgroup: .* needs GET \/workgroups, which is not part of the documented API and which this service seems to lack/,
    );
  });
});

describe("look-ups beyond the documented API", () => {
  test("the allow list of a workgroup: its entries, and whether it is enforced", async () => {
    const { emulator, workgroupId, requests } = await startFixture({ profile: "observed" });
    emulator.account.addAllowedRange(workgroupId, { id: "e1", cidr: "10.0.0.0/8", note: "office" });
    const entries = [{ entryId: "e1", cidr: "10.0.0.0/8", note: "office" }];
    expect(await getAllowList({ workgroupId })).toMatchObject({ enabled: false, entries });
    expect(requests()).toEqual([7, "listAllowedRanges"]);
    await expect(getAllowList({ workgroupId: "" })).rejects.toThrow("workgroupId must be a string that is not empty");
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
  ])("%s of a service that lacks the call says so, and what to do instead", async (name, call, path) => {
    const { workgroupId, ids } = await startFixture({ profile: "specified" });
    const { message } = await errorOf(call(workgroupId, ids[0]));
    expect(message).toMatch(new RegExp(`^${name}: `));
    expect(message).toContain(path);
    expect(message).toContain("which this service seems to lack");
  });
});

describe.each(profiles)("what is not there, profile $profile", ({ profile }) => {
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
      expect(message).toMatch(new RegExp(`^${name}: read of .*there is no workgroup "${unknown}"`));
      // Listing the existing ones takes a call that a service may lack.
      if (profile === "observed") expect(message).toContain(`there are ${workgroupId} (production)`);
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

  test("a name that is not there, and one that is not unique", async () => {
    const { emulator, workgroupId, ids } = await startFixture({ profile });
    expect((await errorOf(getWorkspace({ workgroupId, name: "Main" }))).message).toBe(
      `getWorkspace: read of workspace "Main" of workgroup "${workgroupId}" failed: there is no workspace named "Main"; there are ${ids[0]} (main), ${ids[1]} (reporting)`,
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

  test("an unknown restore job is reported in the service's words", async () => {
    const { workgroupId, ids } = await startFixture({ profile });
    expect((await errorOf(getRestoreJob({ workgroupId, workspaceId: ids[0], job: unknownId }))).message).toMatch(
      /^getRestoreJob: read of restore job .* failed: GET .*The service says: The restore job .* was not found\./,
    );
  });

  test.each(shapes)("the error of an unknown installed add-on lists the existing ones, shown as %s", async (showResults) => {
    const { emulator } = await startFixture({ profile, showResults });
    const { id } = emulator.account.addInstalledAddon({ name: "Insights" });
    for (const call of [getInstalledAddon, (args: { installedAddonId: string }) => getAddonConfigurations({ ...args, configName: "x" })]) {
      expect((await errorOf(call({ installedAddonId: unknownId }))).message).toContain(
        `there is no installed add-on "${unknownId}"; there are ${id} (Insights)`,
      );
    }
  });

  test("an unknown add-on is reported in the service's words if the list is not understood", async () => {
    await startFixture({ profile, showResults: "text" });
    expect((await errorOf(getInstalledAddon({ installedAddonId: unknownId }))).message).toMatch(/The service says: The installed add-on/);
  });
});

describe("lists that cannot be relied on", () => {
  const workspace = { workspace_id: "ws", name: "main" };

  test("a workgroup's list of null is empty, also inside the list of all", async () => {
    await answering({ workgroup_id: "wg", name: "n", tg_databases: null, workspaces: null });
    expect(await getWorkgroup({ workgroupId: "wg" })).toEqual({ workgroupId: "wg", name: "n", tgDatabases: [], workspaces: [] });
    await answering([{ workgroup_id: "wg", workspaces: null }]);
    expect(await getWorkgroups()).toEqual([{ workgroupId: "wg", workspaces: [] }]);
  });

  test.each(["workgroups", "items", "data"])("a list inside an object, as its %s, is read", async (name) => {
    await answering({ [name]: [{ workgroup_id: "wg", workspaces: [] }], total: 1 });
    expect(await getWorkgroups()).toEqual([{ workgroupId: "wg", workspaces: [] }]);
  });

  test("half a character is no character: the engine takes UTF-8 alone", async () => {
    await answering({ workgroup_id: "wg", name: "half \ud83d", workspaces: [] });
    expect(await getWorkgroup({ workgroupId: "wg" })).toMatchObject({ name: "half \ufffd" });
  });

  test("one that is absent is an error, since it would look like an empty one", async () => {
    await answering({ workgroup_id: "wg" });
    for (const call of [getWorkgroup({ workgroupId: "wg" }), getWorkspace({ workgroupId: "wg", name: "main" })]) {
      expect((await errorOf(call)).message).toMatch(/the service responded for workgroup "wg" without a list of its workspaces/);
    }
  });

  test("another workgroup than the one asked for is an error", async () => {
    await answering({ workgroup_id: "other", workspaces: [workspace] });
    expect((await errorOf(getWorkspace({ workgroupId: "wg", workspaceId: "ws" }))).message).toMatch(/returned workgroup "other"/);
  });

  const wg = { workgroup_id: "wg" };
  const whole = { ...wg, workspaces: [workspace] };
  test.each([
    ["a record without lists", wg, [wg]],
    ["lists of null", { ...wg, workspaces: null, tg_databases: null }, [wg]],
    ["another workgroup", { ...whole, workgroup_id: "other", tg_databases: [] }, [wg]],
    ["records without identifiers", { ...wg, workspaces: [{ name: "main" }], tg_databases: [{ name: "movies" }] }, [wg]],
    ["a refusal, and the workgroup among others", undefined, [{ workgroup_id: "other", workspaces: [] }, whole]],
    ["a refusal, and workgroups without identifiers", undefined, [{ name: "production", workspaces: [] }]],
    ["a refusal, and a list of null", undefined, null],
  ])("a failed read keeps its cause if %s would explain it", async (_, record, all) => {
    const { origin } = await serve((response, { url }) => {
      const result = url.endsWith("/workgroups/wg") ? record : url.endsWith("/workgroups") ? all : undefined;
      const failed = { Error: true, Message: "the disk is full", RequestID: "r-1", ErrorDetails: [] };
      response
        .writeHead(result === undefined ? 500 : 200)
        .end(JSON.stringify(result === undefined ? failed : { Error: false, Result: result }));
    });
    useService(origin);
    for (const call of [
      getBackups({ workgroupId: "wg", workspaceId: "lost" }),
      getBackupSchedule({ workgroupId: "wg", workspaceId: "lost" }),
      getSchedules({ workgroupId: "wg", workspaceId: "lost" }),
      getRestoreJob({ workgroupId: "wg", workspaceId: "lost", job: "j" }),
      getDatabase({ workgroupId: "wg", databaseId: "lost" }),
    ]) {
      expect((await errorOf(call)).message).toMatch(/The service says: the disk is full\..* RequestID: r-1$/);
    }
  });

  describe("a backup schedule that is answered with Not-Found", () => {
    async function serveWorkgroup(workspaces: unknown, type = "Not-Found") {
      const { origin } = await serve((response, { url }) => {
        const found = url.endsWith("/workgroups/wg");
        const refusal = { Error: true, Message: "no schedule", ErrorDetails: [{ Type: type }] };
        const body = found ? { Error: false, Result: { workgroup_id: "wg", workspaces } } : refusal;
        response.writeHead(found ? 200 : 404).end(JSON.stringify(body));
      });
      useService(origin);
      return getBackupSchedule({ workgroupId: "wg", workspaceId: "ws" });
    }

    test("is none if the workspace exists", async () => {
      expect(await serveWorkgroup([{ workspace_id: "ws" }])).toEqual({});
      expect(await serveWorkgroup([{ workspace_id: "ws" }], "Bad-Request")).toEqual({});
    });

    test("is an error that names the workspaces if the workspace does not exist, each name on one line and cut", async () => {
      const name = `\u2028graphplane: PUT /x\n${"n".repeat(5000)}`;
      const { message } = await errorOf(serveWorkgroup([{ workspace_id: "other", name }]));
      expect(message).toMatch(/has no workspace "ws"; it has other \(graphplane: PUT \/x n{1900,2000}… \(\d+ more characters\)\)$/);
    });
  });

  test("an absence that the workgroup's record shows explains a failed read, whatever else it lacks", async () => {
    const { origin } = await serve((response, { url }) => {
      const record = { ...wg, tg_databases: [{ database_id: "db", name: "movies" }] };
      const found = url.endsWith("/workgroups/wg");
      response
        .writeHead(found ? 200 : 500)
        .end(JSON.stringify(found ? { Error: false, Result: record } : { Error: true, ErrorDetails: [] }));
    });
    useService(origin);
    expect((await errorOf(getDatabase({ workgroupId: "wg", databaseId: "lost" }))).message).toMatch(
      /workgroup "wg" has no database "lost"; it has db \(movies\)$/,
    );
  });

  test("fields of other types are left out, not an error; a size in numbers is a text", async () => {
    await answering([{ id: 7, is_automatic: "yes", size_bytes: 12, tag: null }]);
    expect(await getBackups({ workgroupId: "wg", workspaceId: "ws" })).toEqual([{ sizeBytes: "12" }]);
  });
});

describe("arguments that are wrong", () => {
  const wrong = async (call: unknown, args?: unknown) => (await errorOf((call as (given: unknown) => Promise<unknown>)(args))).message;

  test.each([
    ["nothing", undefined],
    ["null", null],
    ["an empty object", {}],
  ])("%s: the error names what is required", async (_, args) => {
    const { requests } = await startFixture();
    expect(await wrong(getAllowList, args)).toBe(
      "getAllowList: read of the allow list of workgroup (not given) failed: workgroupId must be a string that is not empty",
    );
    expect(await wrong(getDatabase, args)).toContain("database (not given) of workgroup (not given)");
    expect(requests()).toEqual([]);
  });

  test("the error of a missing argument names one that was probably misspelled", async () => {
    const { workgroupId, ids } = await startFixture();
    const message = await wrong(getWorkspace, { workgroupId, nme: "main" });
    expect(message).toContain("give exactly one of workspaceId and name. nme is an unknown argument; did you mean name?");
    expect(await wrong(getWorkgroup, { ref: workgroupId })).toMatch(/ref is an unknown argument$/);
    expect(await getWorkspace({ workgroupId, workspaceId: ids[0], name: null as never, ...{ more: 1 } })).toMatchObject({ name: "main" });
  });
});
