import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { setTimeout as sleep } from "node:timers/promises";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { LogSeverity, type LogRequest } from "@pulumi/pulumi/proto/engine_pb";
import { ResourceMonitorService } from "@pulumi/pulumi/proto/resource_grpc_pb";
import {
  type RegisterResourceRequest,
  RegisterResourceResponse,
  type SupportsFeatureRequest,
  SupportsFeatureResponse,
} from "@pulumi/pulumi/proto/resource_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { Deployment, Halted } from "../engine/deployment";
import { Host } from "../engine/host";
import { type Goal, register } from "../engine/planner";
import { messageOf, serve, unary } from "../engine/protocol";
import { type Diagnostic, Report } from "../engine/report";
import { makeUrn, type ResourceState, type StackNames } from "../engine/state";
import { refresh, removeUnwanted } from "../engine/steps";
import { fromStruct, plain, type Properties, secret, toStruct } from "../engine/values";
import { previewText } from "./preview-json";
import { type Child, startSdk } from "./processes";
import { render } from "./render";
import type { DemoStack, Printed } from "./steps";

/** The program of a stack, and the stack's configuration. */
export interface StackSetting {
  /** The folder with the program's package.json. */
  readonly program: string;
  readonly project: string;
  readonly stack: string;
  readonly config: Readonly<Record<string, string | { readonly secret: string }>>;
}

/** The time in which a program must end by itself after the deployment has stopped. */
const patience = 2_000;
const severities: Readonly<Record<number, Diagnostic["severity"]>> = {
  [LogSeverity.INFO]: "info",
  [LogSeverity.WARNING]: "warning",
  [LogSeverity.ERROR]: "error",
};

/**
 * A stack on the embedded engine, with its state in memory: a program in TypeScript that declares dynamic resources without a
 * parent. The SDK's own program runner and its host of dynamic resources run in processes of their own.
 */
export class EmbeddedStack implements DemoStack {
  private states: readonly ResourceState[] = [];
  private readonly names: StackNames;
  private readonly config: Properties;

  constructor(private readonly setting: StackSetting) {
    const { project, stack, config } = setting;
    this.names = { project, stack };
    const named = Object.entries(config).map(([key, value]) => [key.includes(":") ? key : `${project}:${key}`, value] as const);
    this.config = Object.fromEntries(named.map(([key, value]) => [key, typeof value === "string" ? value : secret(value.secret)]));
  }

  async run(operation: "preview" | "up", { refresh: isRefreshed = false } = {}): Promise<Printed> {
    const isPreview = operation === "preview";
    const report = await this.operate(isPreview, isRefreshed);
    return { text: render(report, isPreview), exitCode: report.failed ? 1 : 0 };
  }

  async previewJson({ refresh: isRefreshed = false } = {}): Promise<Printed> {
    const report = await this.operate(true, isRefreshed, { GRAPHPLANE_RECORDS: "1" });
    return { text: previewText(report), exitCode: report.failed ? 1 : 0 };
  }

  private async operate(isPreview: boolean, isRefreshed: boolean, environment: Readonly<Record<string, string>> = {}): Promise<Report> {
    const report = new Report();
    const engine = await serve(EngineService, { log: unary((request: LogRequest) => log(report, request)) });
    const { host, process } = await this.startHost(engine.address, report, environment);
    const deployment = new Deployment(this.names, isPreview, this.states, report, host);
    try {
      if (isRefreshed) await refresh(deployment);
      deployment.proceed();
      if (await this.runProgram(deployment, engine.address)) await removeUnwanted(deployment);
    } catch (error) {
      if (!(error instanceof Halted)) report.fail(messageOf(error));
    } finally {
      host.stop();
      process.kill();
      engine.stop();
    }
    if (!isPreview) this.states = deployment.states();
    return report;
  }

  /** Starts the host of dynamic resources, whose first line on stdout is its port. */
  private async startHost(
    engine: string,
    report: Report,
    environment: Readonly<Record<string, string>>,
  ): Promise<{ readonly host: Host; readonly process: Child }> {
    const { program, project, stack } = this.setting;
    let gotPort: (port: string) => void = () => undefined;
    const port = new Promise<string>((resolve) => (gotPort = resolve));
    const env = { PULUMI_NODEJS_PROJECT: project, PULUMI_NODEJS_STACK: stack, ...environment };
    const process = startSdk("dynamic-provider", [engine], { program, env }, (line, stream) => {
      if (stream === "stdout" && /^\d+$/.test(line)) gotPort(line);
      else report.say(stream === "stdout" ? "info" : "info#err", line);
    });
    const ended = process.exited.then((code) => Promise.reject(new Error(`The provider host could not be started (exit code ${code}).`)));
    const host = new Host(`127.0.0.1:${await Promise.race([port, ended])}`);
    await host.configure(this.config, { name: "pulumi-nodejs", urn: makeUrn(this.names, "pulumi:providers:pulumi-nodejs", "default") });
    return { host, process };
  }

  /** Runs the program to its end, or until the deployment stops; resolves to true if the program has declared all its resources. */
  private async runProgram(deployment: Deployment, engine: string): Promise<boolean> {
    const answer = async (request: RegisterResourceRequest) => {
      const { urn, id = "", outputs } = await register(deployment, this.goalOf(request));
      // After a stop the program gets no results, even of what succeeded: it is to end.
      deployment.proceed();
      return new RegisterResourceResponse().setUrn(urn).setId(id).setObject(toStruct(outputs));
    };
    // Other calls fail with UNIMPLEMENTED, which the SDK expects.
    const monitor = await serve(ResourceMonitorService, {
      supportsFeature: unary((request: SupportsFeatureRequest) =>
        new SupportsFeatureResponse().setHassupport(request.getId() === "secrets"),
      ),
      registerResource: unary(answer),
      registerResourceOutputs: unary(() => new Empty()),
    });
    try {
      const program = this.startProgram(deployment, { engine, monitor: monitor.address });
      const stopped = deployment.halted.then(async () => {
        await deployment.idle();
        await Promise.race([program.exited, sleep(patience, undefined, { ref: false })]);
        program.kill();
        return program.exited;
      });
      const code = await Promise.race([program.exited, stopped]);
      await deployment.idle();
      if (!deployment.stopping && code !== 0) deployment.report.fail(`an unhandled error occurred: Program exited with code ${code}`);
      // After a stop, the way in which the program ends means nothing.
      return !deployment.stopping && code === 0;
    } finally {
      monitor.stop();
    }
  }

  private startProgram({ preview, report }: Deployment, addresses: Readonly<Record<"engine" | "monitor", string>>): Child {
    const { program, project, stack } = this.setting;
    const flags = { ...addresses, organization: "organization", project, "root-directory": program, stack, pwd: program, parallel: "1" };
    const args = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]);
    const env = {
      // The runner finds a TypeScript program only with the first; the second halves the time to start it.
      PULUMI_NODEJS_TYPESCRIPT: "true",
      PULUMI_NODEJS_TRANSPILE_ONLY: "true",
      PULUMI_CONFIG: JSON.stringify(plain(this.config)),
      PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(Object.keys(this.config).filter((key) => typeof this.config[key] !== "string")),
    };
    return startSdk("run", [...args, ...(preview ? ["--dry-run"] : []), "."], { program, env }, (line, stream) => {
      // After a failure the SDK complains about lost connections.
      if (stream === "stdout") report.say("info", line);
      else if (!report.failed) report.say("info#err", line);
    });
  }

  private goalOf(request: RegisterResourceRequest): Goal {
    const { uri = "", line, column } = request.getSourceposition()?.toObject() ?? {};
    const file = uri.startsWith("file:") && relative(this.setting.program, fileURLToPath(uri));
    return {
      type: request.getType(),
      name: request.getName(),
      custom: request.getCustom(),
      parent: request.getParent() || undefined,
      inputs: fromStruct(request.getObject()),
      sourcePosition: file ? `project:///${file.replaceAll("\\", "/")}#${line},${column}` : undefined,
    };
  }
}

/** Records a message of the program or of the host. Once the operation has failed, further errors of the program only repeat why. */
function log(report: Report, request: LogRequest): Empty {
  const severity = severities[request.getSeverity()];
  if (severity && !(severity === "error" && report.failed))
    report.say(severity, request.getMessage().trimEnd(), request.getUrn() || undefined);
  return new Empty();
}
