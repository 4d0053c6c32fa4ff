import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { join } from "node:path";
import * as grpc from "@grpc/grpc-js";
import { LanguageRuntimeService } from "@pulumi/pulumi/proto/language_grpc_pb";
import {
  AboutResponse,
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

/**
 * The language host for Node: the engine starts it to run programs and policy packs with the SDK that they have installed. It covers what
 * an operation on a stack calls; it does not generate code.
 */

/** The exit code of the SDK's runners if they have already reported why a program failed. */
const ALREADY_REPORTED = 32;

/** The last argument of the command line. */
const engineAddress = process.argv.at(-1) ?? "";

/** The program's folder, and the runtime's options in its Pulumi.yaml. */
function readInfo(info: ProgramInfo | undefined) {
  const options = (info?.getOptions()?.toJavaScript() ?? {}) as { typescript?: boolean; tsconfig?: string; nodeargs?: string };
  const folder = info?.getProgramDirectory() ?? "";
  return { folder, root: info?.getRootDirectory() ?? "", entry: info?.getEntryPoint() ?? ".", options };
}

/** Starts a runner of the SDK that is installed for a program. */
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
  return spawn("node", [...nodeArguments, script, ...args], {
    cwd: folder,
    env: {
      ...env,
      ...(options.typescript !== false && { PULUMI_NODEJS_TYPESCRIPT: "true" }),
      ...(options.tsconfig !== undefined && { PULUMI_NODEJS_TSCONFIG_PATH: options.tsconfig }),
    },
    stdio: ["ignore", pipes, pipes],
  });
}

/** The exit code of a process, or the reason why it has none. */
async function exitOf(child: ChildProcess): Promise<number | string> {
  try {
    const [code, signal] = (await once(child, "close")) as [number | null, string | null];
    return code ?? `it was ended by ${signal}`;
  } catch (error) {
    return String(error);
  }
}

async function run(request: RunRequest): Promise<RunResponse> {
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
  const exit = await exitOf(startRunner(request.getInfo(), "run", [...args, entry, ...request.getArgsList()], env, "inherit"));
  const response = new RunResponse();
  if (exit === ALREADY_REPORTED) response.setBail(true);
  else if (typeof exit === "string") response.setError(`The program did not end by itself: ${exit}`);
  else if (exit !== 0) response.setError(`Program exited with non-zero exit code: ${exit}`);
  return response;
}

/** Runs a policy pack, or a plugin that is a program, until the engine cancels the call. */
async function runPlugin(call: grpc.ServerWritableStream<RunPluginRequest, RunPluginResponse>): Promise<void> {
  const { request } = call;
  const { folder } = readInfo(request.getInfo());
  const env: NodeJS.ProcessEnv = {};
  for (const entry of request.getEnvList()) env[entry.slice(0, entry.indexOf("="))] = entry.slice(entry.indexOf("=") + 1);
  const [runner, args] =
    request.getKind() === "analyzer"
      ? ["run-policy-pack", [...request.getArgsList(), folder]]
      : ["run-plugin", [folder, ...request.getArgsList()]];
  const child = startRunner(request.getInfo(), runner, args, env, "pipe");
  child.stdout?.on("data", (chunk: Buffer) => call.write(new RunPluginResponse().setStdout(chunk)));
  child.stderr?.on("data", (chunk: Buffer) => call.write(new RunPluginResponse().setStderr(chunk)));
  call.on("cancelled", () => child.kill());
  const exit = await exitOf(child);
  call.write(new RunPluginResponse().setExitcode(typeof exit === "number" ? exit : 1));
  call.end();
}

/** Runs `npm install`, whose output goes to the user. */
async function install(call: grpc.ServerWritableStream<InstallDependenciesRequest, InstallDependenciesResponse>): Promise<void> {
  const child = spawn("npm", ["install", "--loglevel=error"], { cwd: call.request.getDirectory(), stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.on("data", (chunk: Buffer) => call.write(new InstallDependenciesResponse().setStdout(chunk)));
  child.stderr.on("data", (chunk: Buffer) => call.write(new InstallDependenciesResponse().setStderr(chunk)));
  const exit = await exitOf(child);
  if (exit === 0) call.end();
  else call.destroy(new Error(`npm install failed: ${exit}`));
}

/** A method that returns one response. */
function unary<Request, Response>(answer: (request: Request) => Response | Promise<Response>): grpc.handleUnaryCall<Request, Response> {
  return ({ request }, callback) => {
    Promise.resolve(request)
      .then(answer)
      .then(
        (response) => callback(null, response),
        (error: Error) => callback({ code: grpc.status.UNKNOWN, message: error.message }),
      );
  };
}

/** A method that streams responses. */
function streaming<Request, Response>(
  write: (call: grpc.ServerWritableStream<Request, Response>) => Promise<void>,
): grpc.handleServerStreamingCall<Request, Response> {
  return (call) => {
    Promise.resolve(call)
      .then(write)
      .catch((error: Error) => call.destroy(error));
  };
}

const server = new grpc.Server({ "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 });
server.addService(LanguageRuntimeService, {
  handshake: unary(() => new LanguageHandshakeResponse()),
  getPluginInfo: unary(() => new PluginInfo().setVersion("1.0.0")),
  about: unary(() => new AboutResponse().setExecutable(process.execPath).setVersion(process.version)),
  // A plugin is found by the program's Pulumi.yaml, or on PATH.
  getRequiredPackages: unary(() => new GetRequiredPackagesResponse()),
  getProgramDependencies: unary(() => new GetProgramDependenciesResponse()),
  runtimeOptionsPrompts: unary(() => new RuntimeOptionsResponse()),
  template: unary(() => new TemplateResponse()),
  run: unary(run),
  runPlugin: streaming(runPlugin),
  installDependencies: streaming(install),
  cancel: unary(() => new Empty()),
});
// The engine holds the other end: this process ends with it, even if it is killed.
process.stdin.on("close", () => process.exit()).resume();
server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  process.stdout.write(`${port}\n`);
});
