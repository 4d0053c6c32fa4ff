import { type OnLine, spawnTethered, type TetheredProcess } from "./processes";
import { type Setting } from "./setting";
import { Secret } from "./values";
import { plainValue, encode } from "./wire";

/** The exit code with which the runner says that it has already reported why the program failed. */
export const ALREADY_REPORTED = 32;

/** Starts the user's program with the SDK's own runner, in a process of its own. */
export function startProgram(
  { project, stack, parallel, config, env: given }: Setting,
  { engine, monitor, preview }: { engine: string; monitor: string; preview: boolean },
  onLine: OnLine,
): TetheredProcess {
  const secretKeys = Object.keys(config).filter((key) => config[key] instanceof Secret);
  const env: NodeJS.ProcessEnv = {
    // Without the first the runner finds no TypeScript program; the second halves the time to start it.
    PULUMI_NODEJS_TYPESCRIPT: "true",
    PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    ...given,
    PULUMI_CONFIG: JSON.stringify(encode(config, plainValue)),
    PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(secretKeys),
  };
  const flags = {
    monitor,
    engine,
    organization: "organization",
    project: project.name,
    "root-directory": project.root,
    stack,
    pwd: project.folder,
    parallel: String(parallel),
  };
  const args = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]);
  if (preview) args.push("--dry-run");
  return spawnTethered([project.runner, ...args, project.entry], { cwd: project.folder, env }, onLine);
}
