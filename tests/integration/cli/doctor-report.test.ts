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
  expect(out).toContain("## GET `/installed-addons/{installedAddonsID}/configs/{configName}`\n\nresponded");
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
  expect(out).toContain(`## GET \`/workgroups\` (extension)\n\nresponded\n\n${table}\n\n## `);
  expect(out).toMatch(/^\| `Version.name` \| string \| string × 2 \|$/m);
  expect(out).toMatch(/^Checks: versions ok, .*, address ok, .*permission warning/m);
});
