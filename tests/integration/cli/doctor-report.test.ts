import type { Report } from "../../../cli/doctor/report";
import type { Account } from "../../../testing/emulator";
import { profiles } from "../../../testing/emulator/profile";
import { pageCalls, recordsIn } from "../../support/api-page";
import { examine, settingsOf, start } from "./doctor-fixture";

test("--report prints shapes beside the documentation, and nothing that identifies the account", async () => {
  const emulator = await start({
    apiKey: "canary-key",
    account: (account) => {
      const { workgroup_id } = account.addWorkgroup({ name: "canary-group", org_name: "canary-org" });
      const { database_id } = account.addDatabase(workgroup_id, { name: "canary-database" });
      const addon = account.addInstalledAddon({ name: "canary-addon", configs: ["canary-configuration"] });
      account.addConfiguration(addon.id, { name: "canary-configuration", value: '{"canary":"canary"}' });
      account.addWorkspace(workgroup_id, {
        name: "canary-space",
        database_id,
        canary_field: "canary",
        addons: [{ addons_id: addon.id, enable: true, enable_configuration: { canary: "canary" } }],
      });
    },
  });
  const { code, out, err } = await examine({ environment: settingsOf(emulator) }, { report: true, json: false });
  expect(code).toBe(0);
  expect(err).toMatch(/^✓ key +The service accepts the API key\.$/m);
  expect(out).toContain("| `Workspace.auto_stop_minutes` | integer | integer");
  expect(out).toContain("## GET `/installed-addons/{installedAddonsID}/configs/{configName}`\n\nanswered");
  expect(out).not.toMatch(/canary|127\.0\.0\.1|jane|[0-9a-f]{8}-[0-9a-f]{4}/);
});

test("--report says which calls were not sent or refused, and which versions are not installed", async () => {
  const emulator = await start({ account: () => undefined });
  emulator.fault({ kind: "status", status: 403, type: "Forbidden", match: { path: /cloud/ }, times: "always" });
  const { out } = await examine({ environment: settingsOf(emulator), programs: {} }, { report: true, json: false });
  expect(out).toMatch(/^pulumi-graphplane \S+, Node 22\.1\.0, Pulumi SDK \d\S+, Pulumi CLI not installed\.$/m);
  expect(out).toContain("## GET `/workgroups/{workgroupID}`\n\nnot sent: no workgroupID is known\n\n## ");
  expect(out).toContain("## GET `/cloud-providers` (extension)\n\nrefused: forbidden\n\n## ");
  const table = "| field | documented | seen |\n|---|---|---|\n| `Result` | list of Workgroup | empty list; size 0 |";
  expect(out).toContain(`## GET \`/workgroups\` (extension)\n\nanswered\n\n${table}\n\n## `);
  expect(out).toMatch(/^\| `Version.name` \| string \| string × 2 \|$/m);
  expect(out).toMatch(/^Checks: versions ok, .*, address ok, .*permission warning/m);
});

describe("--report of the emulated service agrees with docs/internals/api.md; the profile decides what the page leaves open", () => {
  /** An account that shows every field of every record. */
  const everything = (account: Account) => {
    const { workgroup_id } = account.addWorkgroup();
    const { id } = account.addInstalledAddon({ configs: ["theme"] });
    account.addConfiguration(id, { name: "theme", value: "dark" });
    const { workspace_id } = account.addWorkspace(workgroup_id, {
      addons: [{ addons_id: id, enable: true, enable_configuration: {}, is_free: true, unique_name: "insights", workspace_id: "w" }],
      folder_statistics: {
        backup_size: 0,
        billed_size: 1,
        log_size: 1,
        vector_size: 0,
        total_size: 2,
        workspaces: [{ size: 2, workspace_id: "w" }],
      },
    });
    account.addUser(workgroup_id, workspace_id, { username: "ann", password: "p" });
    account.addBackup(workgroup_id, workspace_id);
    account.addSchedule(workgroup_id, workspace_id);
    account.addAllowedRange(workgroup_id, { cidr: "203.0.113.0/24", note: "office" });
    return { workgroup_id, workspace_id };
  };

  test.each(["specified", "observed"] as const)("%s", async (profile) => {
    const emulator = await start({ profile, account: () => undefined });
    const { workgroup_id, workspace_id } = everything(emulator.account);
    const backupSchedule = { schedule: "0 2 * * *", max_backup_files: 7, max_reserved_days: 7, max_retry: 1, pause: false };
    emulator.changeContents(workgroup_id, workspace_id, { backupSchedule });
    const { out } = await examine({ environment: settingsOf(emulator) }, { report: true });
    const { calls } = (JSON.parse(out) as { report: Report }).report;

    const served = ({ extension }: { extension: boolean }) => profile === "observed" || !extension;
    expect(calls.map(({ path, outcome }) => [path, outcome])).toEqual(
      calls.map((call) => [call.path, served(call) ? "answered" : "not-understood: no such call"]),
    );
    const shapes = calls.flatMap((call) => call.shapes.map((shape) => ({ ...shape, path: `/controller/v4/v2${call.path}` })));
    const fields = shapes.filter(({ documented, place }) => documented !== undefined && /^[A-Z]\w+\.\w+$/.test(place));
    const asked = pageCalls.filter(
      ({ method, number }) => method === "GET" && number !== 14 && served({ extension: number === undefined }),
    );
    const onPage = Object.entries(recordsIn(asked)).flatMap(([name, types]) =>
      Object.entries(types).map(([field, type]) => [`${name}.${field}`, inReport(type)]),
    );
    expect(Object.fromEntries(fields.map(({ place, documented }) => [place, documented]))).toEqual(Object.fromEntries(onPage));

    const notAsShown = fields.filter(({ seen, differs }) => differs || "absent" in seen || "null" in seen);
    const absent = profiles[profile].absentFields.map((field) => `Workspace.${field}`); // API 10.7
    expect([...new Set(notAsShown.map(({ place }) => place))].sort()).toEqual([...absent].sort());
    const open = pageCalls.filter(({ result }) => result === "not shown").map(({ path }) => path);
    const undocumented = shapes.filter(({ documented, path }) => documented === undefined && !open.includes(path));
    // The other fields of a cloud provider are not shown.
    expect(undocumented.map(({ place }) => place).filter((place) => !place.startsWith("CloudProvider."))).toEqual([]);
  });

  /** A type of the page in the report's words; values that users configure have any type. */
  const inReport = (type: string) => (type === "object" ? "any" : type.replace("array of", "list of"));
});
