import { setTimeout as sleep } from "node:timers/promises";
import { type Deployment, type Setting } from "./deployment";
import { type OnLine, spawnTethered, type TetheredProcess } from "./processes";
import { encodeAll, plainValue, Secret } from "./values";

/** The exit code of the SDK's runner if it has already reported why the program failed. */
const ALREADY_REPORTED = 32;
/** The time in which a program must end by itself after the deployment has stopped. */
const PATIENCE = 2_000;

/** The addresses of the engine's services. */
interface Addresses {
  engine: string;
  monitor: string;
}

/** Runs the program to its end, or until the deployment stops; resolves to true if the program has declared all its resources. */
export async function runProgram(setting: Setting, deployment: Deployment, addresses: Addresses): Promise<boolean> {
  const { report } = deployment;
  const program = startProgram(setting, deployment.preview, addresses, (line, stream) => {
    // After a stop the SDK complains about lost connections.
    if (stream === "stdout") report.say("info", line);
    else if (!deployment.stopping) report.say("info#err", line);
  });
  const stopped = deployment.halted.then(async () => {
    await deployment.idle();
    await Promise.race([program.exited, sleep(PATIENCE, undefined, { ref: false })]);
    return program.endProcess(0);
  });
  const exit = await Promise.race([program.exited, stopped]);
  await deployment.idle();
  // After a stop, the way in which the program ends means nothing.
  if (deployment.stopping) return false;
  if (exit.code === 0) return true;
  const reported = exit.code === ALREADY_REPORTED && report.diagnostics.some(({ severity }) => severity === "error");
  if (reported) report.failed = true;
  else if (exit.signal) report.fail(`The program was ended by ${exit.signal}.`);
  else report.fail(`an unhandled error occurred: Program exited with non-zero exit code: ${exit.code}`);
  return false;
}

/** Starts the program with the SDK's own runner, in its own process. */
function startProgram(setting: Setting, preview: boolean, { engine, monitor }: Addresses, onLine: OnLine): TetheredProcess {
  const { project, stack, parallel, config } = setting;
  const env: NodeJS.ProcessEnv = {
    // The runner finds a TypeScript program only with the first; the second halves the time to start it.
    PULUMI_NODEJS_TYPESCRIPT: "true",
    PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    ...setting.env,
    PULUMI_CONFIG: JSON.stringify(encodeAll(config, plainValue)),
    PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(Object.keys(config).filter((key) => config[key] instanceof Secret)),
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
