import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import * as grpc from "@grpc/grpc-js";
import { LanguageRuntimeClient, LanguageRuntimeService } from "@pulumi/pulumi/proto/language_grpc_pb";
import {
  AboutResponse,
  type GenerateProgramRequest,
  type GenerateProgramResponse,
  GetProgramDependenciesResponse,
  GetRequiredPackagesResponse,
  InstallDependenciesResponse,
  LanguageHandshakeResponse,
  type InstallDependenciesRequest,
  type ProgramInfo,
  type RunPluginRequest,
  RunPluginResponse,
  type RunRequest,
  RunResponse,
  RuntimeOptionsResponse,
  TemplateResponse,
} from "@pulumi/pulumi/proto/language_pb";
import { PluginInfo } from "@pulumi/pulumi/proto/plugin_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { serve, streaming, unary } from "./grpc";
import { servePolicyPack } from "./policy-pack";

/**
 * The language host for Node, which the engine starts to run programs and policy packs with their installed SDK. It implements the calls of
 * stack operations. `pulumi-codegen` generates the declarations of an import.
 */

/** The exit code with which the SDK's runners indicate that they have already reported the failure of a program. */
const ALREADY_REPORTED = 32;

/** The last command-line argument. */
const engineAddress = process.argv.at(-1) ?? "";

/** Returns the program's directory, and the runtime options in its Pulumi.yaml. */
function readInfo(info: ProgramInfo | undefined) {
  const options = (info?.getOptions()?.toJavaScript() ?? {}) as { typescript?: boolean; tsconfig?: string; nodeargs?: string };
  const folder = info?.getProgramDirectory() ?? "";
  return { folder, root: info?.getRootDirectory() ?? "", entry: info?.getEntryPoint() ?? ".", options };
}

/** Starts a runner of the program's installed SDK. */
function startRunner(
  info: ProgramInfo | undefined,
  runner: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  pipes: "inherit" | "pipe",
) {
  const { folder, options } = readInfo(info);
  const script = createRequire(join(folder, "package.json")).resolve(`@pulumi/pulumi/cmd/${runner}`);
  const nodeArguments = options.nodeargs?.match(/\S+/g) ?? [];
  const plainErrors = `--require=${join(dirname(__filename), "plain-errors.js")}`;
  return spawn("node", [plainErrors, ...nodeArguments, script, ...args], {
    cwd: folder,
    env: {
      ...env,
      ...(options.typescript !== false && { PULUMI_NODEJS_TYPESCRIPT: "true" }),
      ...(options.tsconfig !== undefined && { PULUMI_NODEJS_TSCONFIG_PATH: options.tsconfig }),
    },
    stdio: ["ignore", pipes, pipes],
  });
}

/** Returns the exit code of a process, or the reason why it has none. */
async function exitOf(child: ChildProcess): Promise<number | string> {
  try {
    const [code, signal] = (await once(child, "close")) as [number | null, string | null];
    return code ?? `it was killed by ${signal}`;
  } catch (error) {
    return String(error);
  }
}

async function run(request: RunRequest, call: grpc.ServerUnaryCall<RunRequest, RunResponse>): Promise<RunResponse> {
  const { folder, root, entry } = readInfo(request.getInfo());
  const flags = {
    monitor: request.getMonitorAddress(),
    engine: engineAddress,
    organization: request.getOrganization(),
    project: request.getProject(),
    stack: request.getStack(),
    pwd: folder,
    parallel: String(request.getParallel()),
    "root-directory": root,
  };
  const args = Object.entries(flags).flatMap(([name, value]) => (value === "" ? [] : [`--${name}`, value]));
  if (request.getDryrun()) args.push("--dry-run");
  const env = {
    ...process.env,
    PULUMI_CONFIG: JSON.stringify(Object.fromEntries(request.getConfigMap().toObject())),
    PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(request.getConfigsecretkeysList()),
  };
  const child = startRunner(request.getInfo(), "run", [...args, entry, ...request.getArgsList()], env, "inherit");
  // If an operation fails, the program is ended too, because it can no longer reach the engine.
  call.on("cancelled", () => child.kill());
  const exit = await exitOf(child);
  const response = new RunResponse();
  if (exit === ALREADY_REPORTED) response.setBail(true);
  else if (typeof exit === "string") response.setError(`The program did not exit normally: ${exit}`);
  else if (exit !== 0) response.setError(`Program exited with non-zero exit code: ${exit}`);
  return response;
}

/** Runs a policy pack or a plugin program until the engine cancels the call. */
async function runPlugin(call: grpc.ServerWritableStream<RunPluginRequest, RunPluginResponse>): Promise<void> {
  const { request } = call;
  const info = request.getInfo();
  const { folder } = readInfo(info);
  const given: NodeJS.ProcessEnv = {};
  for (const entry of request.getEnvList()) given[entry.slice(0, entry.indexOf("="))] = entry.slice(entry.indexOf("=") + 1);
  const print = (chunk: Buffer | string) => call.write(new RunPluginResponse().setStdout(Buffer.from(chunk)));
  const start = (runner: string, args: readonly string[], env: NodeJS.ProcessEnv) => {
    const child = startRunner(info, runner, args, env, "pipe");
    child.stderr?.on("data", (chunk: Buffer) => call.write(new RunPluginResponse().setStderr(chunk)));
    call.on("cancelled", () => child.kill());
    void exitOf(child).then((exit) => {
      call.write(new RunPluginResponse().setExitcode(typeof exit === "number" ? exit : 1));
      call.end();
    });
    return child;
  };
  if (request.getKind() !== "analyzer") {
    start("run-plugin", [folder, ...request.getArgsList()], given).stdout?.on("data", print);
    return;
  }
  const port = await servePolicyPack(async (env) => {
    const { stdout } = start("run-policy-pack", [...request.getArgsList(), folder], { ...given, ...env });
    return stdout === null ? Promise.reject(new Error("the policy pack has no output")) : firstLine(stdout, print);
  });
  print(`${port}\n`);
}

/** Reads the port from the first line of the output, and forwards the rest. */
function firstLine(output: Readable, rest: (text: string) => void): Promise<number> {
  const lines = createInterface(output);
  return new Promise((resolve, reject) => {
    lines.once("line", (port) => {
      resolve(Number(port));
      lines.on("line", (line) => rest(`${line}\n`));
    });
    lines.on("close", () => reject(new Error("the process exited before it printed a port")));
  });
}

/** Runs `npm install` and forwards its output to the user. */
async function install(call: grpc.ServerWritableStream<InstallDependenciesRequest, InstallDependenciesResponse>): Promise<void> {
  const child = spawn("npm", ["install", "--loglevel=error"], { cwd: call.request.getDirectory(), stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.on("data", (chunk: Buffer) => call.write(new InstallDependenciesResponse().setStdout(chunk)));
  child.stderr.on("data", (chunk: Buffer) => call.write(new InstallDependenciesResponse().setStderr(chunk)));
  const exit = await exitOf(child);
  if (exit === 0) call.end();
  else call.destroy(new Error(`npm install failed: ${exit}`));
}

/** Generates declarations with `pulumi-codegen`. */
async function generateProgram(request: GenerateProgramRequest): Promise<GenerateProgramResponse> {
  const child = spawn(join(dirname(__filename), "pulumi-codegen"), ["nodejs"], { stdio: ["pipe", "pipe", "inherit"] });
  const port = await firstLine(child.stdout, () => undefined);
  const client = new LanguageRuntimeClient(`127.0.0.1:${port}`, grpc.credentials.createInsecure());
  try {
    return await new Promise((resolve, reject) => {
      client.generateProgram(request, (error, response) => (error === null ? resolve(response) : reject(error)));
    });
  } finally {
    client.close();
    child.kill();
  }
}

// The engine holds the other end of the pipe, so that this process exits with it, even if the engine is killed.
process.stdin.on("close", () => process.exit()).resume();
void serve(LanguageRuntimeService, {
  handshake: unary(() => new LanguageHandshakeResponse()),
  getPluginInfo: unary(() => new PluginInfo().setVersion("1.0.0")),
  about: unary(() => new AboutResponse().setExecutable(process.execPath).setVersion(process.version)),
  // Plugins are located by the program's Pulumi.yaml or on PATH.
  getRequiredPackages: unary(() => new GetRequiredPackagesResponse()),
  getProgramDependencies: unary(() => new GetProgramDependenciesResponse()),
  runtimeOptionsPrompts: unary(() => new RuntimeOptionsResponse()),
  template: unary(() => new TemplateResponse()),
  run: unary(run),
  generateProgram: unary(generateProgram),
  runPlugin: streaming(runPlugin),
  installDependencies: streaming(install),
  cancel: unary(() => new Empty()),
}).then((port) => process.stdout.write(`${port}\n`));
