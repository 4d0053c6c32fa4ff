import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { cliEnvironment, copyProgram, type Driver } from "../testing/driver";
import { Service } from "./service";

const root = join(__dirname, "../..");

/** The compared commands: the review, and the preview that it runs. */
const commands = {
  "pulumi preview": ["pulumi", "preview", "--stack", "dev", "--non-interactive", "--refresh", "--run-program", "--json"],
  "ci preview": [process.execPath, join(root, "dist/cli/main.js"), "ci", "preview", "--stack", "dev", "--dry-run"],
} as const;
export type ReviewCommand = keyof typeof commands;

/** The milliseconds of each command in each round, of a change of all settings, with or without a policy pack. */
export async function measureReviews(
  driver: Driver,
  { workspaces, rounds, latencyMs, policies }: { workspaces: number; rounds: number; latencyMs: number; policies: boolean },
): Promise<Readonly<Record<ReviewCommand, readonly number[]>>> {
  const service = await Service.start({ workspaces, latencyMs });
  const copy = await copyProgram(root, join(root, "bench/programs"));
  const pack = policies ? ["--policy-pack", join(root, "examples/policies")] : [];
  try {
    const setting = {
      program: join(copy.program, "graphplane"),
      folder: copy.folder,
      passphrase: "bench",
      config: {
        "bench:settings": JSON.stringify({ count: workspaces, changed: 0 }),
        "graphplane:baseUrl": service.url,
        "graphplane:apiKey": { secret: service.apiKey },
      },
      env: { PULUMI_NODEJS_TYPESCRIPT: "false" },
    };
    const stack = await driver.open(setting);
    const created = await stack.run("up", { skipPreview: true });
    if (created.exitCode !== 0) throw new Error(created.text);
    await stack.configure({ ...setting.config, "bench:settings": JSON.stringify({ count: workspaces, changed: workspaces }) });
    const env = { ...process.env, ...cliEnvironment(setting) };
    const time = async (command: ReviewCommand): Promise<number> => {
      const [file, ...args] = [...commands[command], ...pack];
      const start = performance.now();
      const child = spawn(file, args, { cwd: setting.program, env, stdio: "ignore" });
      const [code] = (await once(child, "close")) as [number | null];
      if (code !== 0 && !policies) throw new Error(`${command} ended with ${code}`);
      return performance.now() - start;
    };
    const times: Record<ReviewCommand, number[]> = { "pulumi preview": [], "ci preview": [] };
    for (let round = 0; round < rounds; round += 1)
      for (const command of ["pulumi preview", "ci preview"] as const) times[command].push(await time(command));
    return times;
  } finally {
    await copy.remove();
    await service.stop();
  }
}
