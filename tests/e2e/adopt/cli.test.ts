import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { sampleAccount } from "../../../testing/emulator";
import { Stage } from "./stage";

// Only where the end-to-end tests run on the Pulumi CLI on PATH; the embedded engine has the round trip.
const onCli = process.env.SCENARIO_ENGINE === "cli" ? test : test.skip;

onCli(
  "the Pulumi CLI imports the file without a call, and previews no change, refreshed or not",
  async () => {
    const stage = await Stage.open({ account: (account) => void sampleAccount(account) });
    try {
      const { folder } = await stage.adopt();
      const state = `${folder}-state`;
      mkdirSync(state);
      const environment = {
        ...process.env,
        PULUMI_HOME: `${folder}-home`,
        PULUMI_BACKEND_URL: `file://${state}`,
        PULUMI_CONFIG_PASSPHRASE: "adopt",
        PULUMI_SKIP_UPDATE_CHECK: "true",
        PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
        DO_NOT_TRACK: "1",
      };
      const pulumi = (...args: string[]) =>
        new Promise<{ code: number; text: string }>((resolve) => {
          const options = { cwd: folder, env: environment };
          execFile("pulumi", [...args, "--non-interactive"], options, (error, stdout, stderr) => {
            resolve({ code: error === null ? 0 : Number(error.code ?? 1), text: stdout + stderr });
          });
        });
      expect(await pulumi("stack", "init", "dev")).toMatchObject({ code: 0 });
      const mark = stage.emulator.journal.mark();
      const file = join(folder, "import.json");
      const imported = await pulumi("import", "--file", file, "--generate-code=false", "--protect=false", "--yes", "--stack", "dev");
      expect(imported).toMatchObject({ code: 0 });
      expect(imported.text).toContain("= 3 imported");
      expect(await pulumi("preview", "--expect-no-changes", "--stack", "dev")).toMatchObject({ code: 0 });
      expect(stage.emulator.journal.since(mark).length).toBe(0);
      expect(await pulumi("preview", "--expect-no-changes", "--refresh", "--stack", "dev")).toMatchObject({ code: 0 });
      expect(stage.emulator.journal.writes().length).toBe(0);
    } finally {
      await stage.close();
    }
  },
  600_000,
);
