import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { ResourceMonitorService } from "@pulumi/pulumi/proto/resource_grpc_pb";
import { Deployment, type Setting } from "./deployment";
import { engineHandlers } from "./engine-service";
import { Halted, messageOf } from "./errors";
import { type ImportEntry, importAll } from "./import";
import { Monitor } from "./monitor";
import { Planner } from "./planner";
import { serve } from "./protocol";
import { ProviderRegistry } from "./provider-registry";
import { runProgram } from "./program";
import { refresh } from "./refresh";
import { removeUnwanted } from "./removal";
import { type Change, type EngineEvent, type OperationKind, type OperationResult, Report, type Step } from "./report";
import { Snapshot } from "./snapshot";
import { stackOf } from "./state";
import { reuseCiphertexts } from "./values";

/** Options of every operation. */
export interface OperationOptions {
  /** Stops the operation: running steps finish and are recorded, and no others start. */
  signal?: AbortSignal;
  onEvent?: (event: EngineEvent) => void;
}

/** Options of `preview`. */
export interface PreviewOptions extends OperationOptions {
  /** Reads all resources first, and plans from the result. */
  refresh?: boolean;
}

/** The task of one phase. */
export interface Phase extends PreviewOptions {
  kind: OperationKind;
  dryRun: boolean;
  /** The resources of an import. */
  imports?: { entries: readonly ImportEntry[]; protect: boolean };
  onStep?: (step: Step, change: Change) => void;
}

/** Runs one phase of an operation (its preview, or the operation itself) from the current contents of the checkpoint. */
export async function runPhase(setting: Setting, phase: Phase): Promise<OperationResult> {
  const { project, stack, checkpoint, config } = setting;
  const { kind, dryRun, signal, onEvent, onStep } = phase;
  const snapshot = new Snapshot(await checkpoint.read(), dryRun ? undefined : checkpoint);
  const old = stackOf(snapshot.old)?.outputs ?? {};
  const report = new Report(kind, dryRun, config, onEvent, onStep);
  const hosts = new ProviderRegistry(setting, report, snapshot);
  const deployment = new Deployment(project, stack, dryRun, config, setting.parallel, snapshot, report, hosts);
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
  if (signal?.aborted) stop();
  signal?.addEventListener("abort", stop, { once: true });
  try {
    await work(setting, phase, deployment, engine.address);
  } catch (error) {
    if (!(error instanceof Halted)) report.fail(messageOf(error));
  } finally {
    signal?.removeEventListener("abort", stop);
    await deployment.idle();
    await hosts.stop();
    engine.stop();
  }
  await snapshot.flush();
  if (report.stopped) report.say("info", "The operation was stopped; what was under way has been finished and recorded.");
  return report.result({ project: project.name, stack }, { old, new: stackOf(snapshot.states())?.outputs ?? {} });
}

async function work(setting: Setting, { kind, dryRun, ...phase }: Phase, deployment: Deployment, engine: string): Promise<void> {
  deployment.proceed();
  if (!dryRun) warnOfUnfinished(deployment);
  if (phase.refresh || kind === "refresh") {
    await refresh(deployment);
    deployment.proceed();
  }
  if (phase.imports) return importAll(deployment, new Planner(deployment), phase.imports);
  if (kind === "destroy") await removeUnwanted(deployment);
  else if (kind !== "refresh") await update(setting, deployment, engine);
}

/** Runs the program, deletes the resources that it no longer declares, and sets the stack's outputs. */
async function update(setting: Setting, deployment: Deployment, engine: string): Promise<void> {
  const { report, snapshot } = deployment;
  deployment.hosts.startAhead?.();
  const monitor = new Monitor(deployment, new Planner(deployment));
  const served = await serve(ResourceMonitorService, monitor.handlers());
  let finished = false;
  try {
    finished = await runProgram(setting, deployment, { engine, monitor: served.address });
  } finally {
    served.stop();
  }
  if (finished) await removeUnwanted(deployment);
  const root = stackOf(snapshot.states());
  if (root && monitor.stackOutputs) {
    const failed = report.failed || report.stopped;
    reuseCiphertexts(monitor.stackOutputs, root.outputs);
    root.outputs = failed ? { ...root.outputs, ...monitor.stackOutputs } : monitor.stackOutputs;
    await snapshot.save();
  }
}

function warnOfUnfinished({ snapshot, report }: Deployment): void {
  for (const { state, type } of snapshot.unfinished) {
    const advice = type === "creating" ? " If it exists, delete it by hand or import it; a refresh forgets this warning." : "";
    report.say("warning", `An earlier operation ended without warning while ${type} this resource.${advice}`, state.urn);
  }
}
