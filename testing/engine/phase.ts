import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { ResourceMonitorService } from "@pulumi/pulumi/proto/resource_grpc_pb";
import { Deployment } from "./deployment";
import { engineHandlers } from "./engine-service";
import { Halted, messageOf } from "./errors";
import { type ImportEntry, importAll } from "./import";
import { Monitor } from "./monitor";
import { Planner } from "./planner";
import { serve } from "./protocol";
import { ProviderRegistry } from "./provider-registry";
import { ALREADY_REPORTED, startProgram } from "./program";
import { refresh, storedConfig } from "./refresh";
import { removeUnwanted } from "./removal";
import { Report, type Sides } from "./report";
import { type EngineEvent, type OperationKind, type OperationResult, type Step } from "./result";
import { type Setting } from "./setting";
import { Snapshot } from "./snapshot";
import { type ResourceState } from "./state";
import { STACK_TYPE } from "./urn";
import { reuseCiphertexts } from "./values";

/** What one phase is to do. */
export interface PhaseOptions {
  kind: OperationKind;
  dryRun: boolean;
  refresh: boolean;
  /** Of an import: what is imported. */
  imports?: { entries: readonly ImportEntry[]; protect: boolean };
  signal: AbortSignal | undefined;
  onEvent: (event: EngineEvent) => void;
  onSides?: ((step: Step, sides: Sides) => void) | undefined;
}

/** How long a program may take to end by itself once it was asked to. */
const PATIENCE = 2_000;

/** Runs one phase of an operation (its preview, or the operation itself) from the checkpoint's present contents. */
export async function runPhase(setting: Setting, options: PhaseOptions): Promise<OperationResult> {
  const { project, stack, checkpoint, config } = setting;
  const snapshot = new Snapshot(await checkpoint.read(), options.dryRun ? undefined : checkpoint);
  const old = stackState(snapshot.old)?.outputs ?? {};
  const report = new Report(options.kind, options.dryRun, config, options.onEvent, options.onSides);
  const hosts = new ProviderRegistry(setting, report, snapshot);
  const deployment = new Deployment(project, stack, options.dryRun, config, setting.parallel, snapshot, report, hosts);
  const engine = await serve(
    EngineService,
    engineHandlers(report, () => deployment.stopping),
  );
  hosts.engine = engine.address;
  const stop = () => {
    report.stopped = true;
    deployment.stop();
    void hosts.cancel();
  };
  if (options.signal?.aborted) stop();
  options.signal?.addEventListener("abort", stop, { once: true });
  try {
    await work(setting, options, deployment, engine.address);
  } catch (error) {
    if (!(error instanceof Halted)) report.fail(messageOf(error));
  } finally {
    options.signal?.removeEventListener("abort", stop);
    await deployment.idle();
    await hosts.stop();
    engine.stop();
  }
  await snapshot.flush();
  if (report.stopped) report.say("info", "The operation was stopped; what was under way has been finished and recorded.");
  return report.result({ project: project.name, stack }, { old, new: stackState(snapshot.states())?.outputs ?? {} });
}

async function work(setting: Setting, options: PhaseOptions, deployment: Deployment, engine: string): Promise<void> {
  deployment.proceed();
  if (!options.dryRun) warnOfUnfinished(deployment);
  if (options.refresh || options.kind === "refresh") {
    // As in the CLI the provider gets the configuration that stands in the state, not the present one.
    const present = deployment.config;
    deployment.config = storedConfig(deployment);
    await refresh(deployment);
    deployment.config = present;
    deployment.proceed();
  }
  if (options.imports) return importAll(deployment, new Planner(deployment), options.imports);
  if (options.kind === "destroy") {
    deployment.config = storedConfig(deployment);
    await removeUnwanted(deployment, undefined);
  } else if (options.kind !== "refresh") await update(setting, deployment, engine);
}

/** Runs the program, deletes what it no longer declares, and settles the stack's outputs. */
async function update(setting: Setting, deployment: Deployment, engine: string): Promise<void> {
  const { report, snapshot } = deployment;
  deployment.hosts.startAhead?.(deployment.config);
  const planner = new Planner(deployment);
  const monitor = new Monitor(deployment, planner, setting.project.plugins);
  const served = await serve(ResourceMonitorService, monitor.handlers());
  let finished = false;
  try {
    finished = await runProgram(setting, deployment, { engine, monitor: served.address });
  } finally {
    served.stop();
  }
  if (finished) await removeUnwanted(deployment, planner);
  const root = stackState(snapshot.states());
  if (root && monitor.stackOutputs) {
    const failed = report.failed || report.stopped;
    reuseCiphertexts(monitor.stackOutputs, root.outputs);
    root.outputs = failed ? { ...root.outputs, ...monitor.stackOutputs } : monitor.stackOutputs;
    await snapshot.save();
  }
}

/** Runs the program to its end, or until the deployment stops; resolves to whether it has said all that it had to say. */
async function runProgram(setting: Setting, deployment: Deployment, addresses: { engine: string; monitor: string }): Promise<boolean> {
  const { report } = deployment;
  const program = startProgram(setting, { ...addresses, preview: deployment.preview }, (line, stream) => {
    // After a stop the SDK complains of lost connections.
    if (stream === "stdout") report.say("info", line);
    else if (!deployment.stopping) report.say("info#err", line);
  });
  const stopped = deployment.halted.then(async () => {
    await deployment.idle();
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([program.exited, new Promise((resolve) => (timer = setTimeout(resolve, PATIENCE)))]);
    clearTimeout(timer);
    return program.endProcess(0);
  });
  const exit = await Promise.race([program.exited, stopped]);
  await deployment.idle();
  // Once the deployment has stopped, how the program ends says nothing new.
  if (deployment.stopping) return false;
  if (exit.code === 0) return true;
  const reported = exit.code === ALREADY_REPORTED && report.diagnostics.some(({ severity }) => severity === "error");
  if (reported) report.failed = true;
  else
    report.fail(
      exit.signal
        ? `The program was ended by ${exit.signal}.`
        : `an unhandled error occurred: Program exited with non-zero exit code: ${exit.code}`,
    );
  return false;
}

function warnOfUnfinished({ snapshot, report }: Deployment): void {
  for (const { state, type } of snapshot.unfinished) {
    const advice = type === "creating" ? " If it exists, delete it by hand or import it; a refresh forgets this warning." : "";
    report.say("warning", `An earlier operation ended without warning while ${type} this resource.${advice}`, state.urn);
  }
}

function stackState(states: readonly ResourceState[]): ResourceState | undefined {
  return states.find((state) => state.type === STACK_TYPE && !state.delete);
}
