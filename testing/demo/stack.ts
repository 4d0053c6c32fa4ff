import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { setTimeout as sleep } from "node:timers/promises";
import type * as dynamic from "@pulumi/pulumi/dynamic";
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
import { createClient } from "../../client";
import { planLogVariable, runKeyVariable } from "../../provider/messages/plan-log";
import { AccountSettings } from "../../provider/config";
import { DynamicProvider } from "../../provider/dynamic/adapter";
import { ResourceController } from "../../provider/lifecycle/resource-controller";
import { ProviderProcess } from "../../provider/lifecycle/process";
import { definitionOf } from "../../provider/registry";
import type { RunOptions, StackSetting } from "../driver";
import { Deployment, Halted } from "../engine/deployment";
import { InProcessHost } from "../engine/host";
import { type Goal, register } from "../engine/planner";
import { messageOf, serve, unary } from "../engine/protocol";
import { type Diagnostic, Report } from "../engine/report";
import { type ResourceState, type StackNames } from "../engine/state";
import { refresh, removeUnwanted } from "../engine/steps";
import { fromStruct, plain, type Properties, secret, toStruct } from "../engine/values";
import { startProgram } from "./program-process";
import { previewText, render } from "./render";

/** Milliseconds that a program can take to exit after the deployment has stopped. */
const patience = 2_000;
const severities: Readonly<Record<number, Diagnostic["severity"]>> = {
  [LogSeverity.INFO]: "info",
  [LogSeverity.WARNING]: "warning",
  [LogSeverity.ERROR]: "error",
};

/** A stack of top-level dynamic resources on the embedded engine, with state in memory and the program in its own process. */
export class EmbeddedStack {
  private states: readonly ResourceState[] = [];
  private readonly config: Properties;

  /** Configuration keys include the namespace: `databases:reportingPassword`. */
  constructor(private readonly setting: StackNames & Pick<StackSetting, "program" | "config">) {
    const values = Object.entries(setting.config);
    this.config = Object.fromEntries(values.map(([key, value]) => [key, typeof value === "string" ? value : secret(value.secret)]));
  }

  async run(operation: "preview" | "up", { refresh: isRefreshed = false }: RunOptions = {}) {
    const isPreview = operation === "preview";
    const report = await this.operate(isPreview, isRefreshed);
    return { text: render(report, isPreview), exitCode: report.failed ? 1 : 0 };
  }

  /** Prints the preview in the format of `pulumi preview --json`, followed by its plan records. */
  async previewJson({ refresh: isRefreshed = false }: Pick<RunOptions, "refresh"> = {}) {
    const folder = await mkdtemp(join(tmpdir(), "graphplane-demo-"));
    const [file, key] = [join(folder, "records"), "key-of-the-run"];
    Object.assign(process.env, { [planLogVariable]: file, [runKeyVariable]: key });
    try {
      const report = await this.operate(true, isRefreshed);
      return { text: previewText(report), key, records: await readFile(file, "utf8").catch(() => "") };
    } finally {
      for (const name of [planLogVariable, runKeyVariable]) Reflect.deleteProperty(process.env, name);
      await rm(folder, { recursive: true });
    }
  }

  private async operate(isPreview: boolean, isRefreshed: boolean): Promise<Report> {
    const report = new Report();
    const deployment = new Deployment(this.setting, isPreview, this.states, report, this.newHost(report));
    try {
      if (isRefreshed) await refresh(deployment);
      if (await this.runProgram(deployment)) await removeUnwanted(deployment);
    } catch (error) {
      if (!(error instanceof Halted)) report.fail(messageOf(error));
    }
    if (!isPreview) this.states = deployment.states();
    return report;
  }

  /** Creates a provider host for a single operation, because it must not keep state. */
  private newHost(report: Report): InProcessHost {
    const get = (key: string) => plain(this.config)[key];
    const config = { get, require: get } as dynamic.Config;
    const client = createClient(new AccountSettings((key) => config.get(key), process.env).values);
    const host = { connect: () => client, log: (line: string) => report.say("info", line) };
    const shared = new ProviderProcess();
    return new InProcessHost((type) => {
      const provider = new DynamicProvider(new ResourceController(definitionOf(type.replace(/^.*:/, "")), shared), host);
      void provider.configure({ config });
      return provider;
    });
  }

  /** Runs the program until it ends or the deployment stops. Resolves with true if all resources were declared. */
  private async runProgram(deployment: Deployment): Promise<boolean> {
    const engine = await serve(EngineService, { log: unary((request: LogRequest) => log(deployment.report, request)) });
    const answer = async (request: RegisterResourceRequest) => {
      const { urn, id = "", outputs } = await register(deployment, this.goalOf(request));
      // After a stop, the program receives no more results, not even those of successful operations, so that it exits.
      deployment.proceed();
      return new RegisterResourceResponse().setUrn(urn).setId(id).setObject(toStruct(outputs));
    };
    // All other calls fail with UNIMPLEMENTED, which the SDK handles.
    const monitor = await serve(ResourceMonitorService, {
      supportsFeature: unary((request: SupportsFeatureRequest) =>
        new SupportsFeatureResponse().setHassupport(request.getId() === "secrets"),
      ),
      registerResource: unary(answer),
      registerResourceOutputs: unary(() => new Empty()),
    });
    try {
      const { preview, report } = deployment;
      const addresses = { engine: engine.address, monitor: monitor.address };
      const program = startProgram(this.setting, this.config, { preview, ...addresses }, (line, stream) => {
        // After a failure, the SDK reports lost connections.
        if (stream === "stdout" || !report.failed) report.say("info", line);
      });
      const stopped = deployment.halted.then(async () => {
        await deployment.idle();
        await Promise.race([program.exited, sleep(patience, undefined, { ref: false })]);
        program.kill();
        return program.exited;
      });
      const code = await Promise.race([program.exited, stopped]);
      await deployment.idle();
      if (!deployment.stopping && code !== 0) report.fail(`an unhandled error occurred: Program exited with code ${code}`);
      // After a stop, the program's exit code is irrelevant.
      return !deployment.stopping && code === 0;
    } finally {
      monitor.stop();
      engine.stop();
    }
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

/** Records a program message. After a failure, further program errors only repeat the cause. */
function log(report: Report, request: LogRequest): Empty {
  const severity = severities[request.getSeverity()];
  if (severity && !(severity === "error" && report.failed))
    report.say(severity, request.getMessage().trimEnd(), request.getUrn() || undefined);
  return new Empty();
}
