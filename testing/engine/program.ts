import { type Project } from "./project";
import { spawnTethered, type TetheredProcess } from "./processes";
import { type Properties, Secret } from "./values";
import { plainValue, encode } from "./wire";

/** The exit code with which the runner says that it has already reported why the program failed. */
export const ALREADY_REPORTED = 32;

/** Starts the user's program with the SDK's own runner, in a process of its own. */
export function startProgram(
  project: Project,
  options: {
    engine: string;
    monitor: string;
    stack: string;
    preview: boolean;
    parallel: number;
    config: Properties;
    env: NodeJS.ProcessEnv;
  },
  onLine: (line: string, stream: "stdout" | "stderr") => void,
): TetheredProcess {
  const secretKeys = Object.keys(options.config).filter((key) => options.config[key] instanceof Secret);
  const env: NodeJS.ProcessEnv = {
    // Without the first the runner finds no TypeScript program; the second halves the time to start it.
    PULUMI_NODEJS_TYPESCRIPT: "true",
    PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    ...options.env,
    PULUMI_CONFIG: JSON.stringify(encode(options.config, plainValue)),
    PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(secretKeys),
  };
  const flags = {
    monitor: options.monitor,
    engine: options.engine,
    organization: "organization",
    project: project.name,
    "root-directory": project.root,
    stack: options.stack,
    pwd: project.folder,
    parallel: String(options.parallel),
  };
  const args = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]);
  if (options.preview) args.push("--dry-run");
  return spawnTethered([project.runner, ...args, project.entry], { cwd: project.folder, env }, onLine);
}
