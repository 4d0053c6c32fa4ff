import { Deployment } from "../../testing/engine/deployment";
import { Halted, messageOf } from "../../testing/engine/errors";
import { type Goal, newGoal } from "../../testing/engine/goal";
import { Planner } from "../../testing/engine/planner";
import { PreviewJsonWriter } from "../../testing/engine/preview-json";
import { ProviderRegistry } from "../../testing/engine/provider-registry";
import { removeUnwanted } from "../../testing/engine/removal";
import { Report } from "../../testing/engine/report";
import type { OperationResult } from "../../testing/engine/result";
import { Snapshot } from "../../testing/engine/snapshot";
import type { ResourceState } from "../../testing/engine/state";
import type { Properties } from "../../testing/engine/values";

export const names = { project: "p", stack: "dev" };

/** The URN of a resource of the stack. */
export const urnOf = (type: string, name: string) => `urn:pulumi:${names.stack}::${names.project}::${type}::${name}`;

/** What a phase left. */
export interface Phase extends OperationResult {
  /** Each step but what stayed as it was, as `<op> <name>`. */
  readonly done: readonly string[];
  readonly errors: readonly string[];
  readonly json: string;
}

/** A stack of the package `tiny`, without a program: each phase registers goals in the process of the test. */
export class TinyStack {
  states: readonly ResourceState[] = [];
  config: Properties = {};

  /** The plugin listens at a port of this machine. */
  constructor(private readonly port: number) {}

  /** Declares resources one after the other; each may refer to the states of those before it. */
  up(...goals: (Partial<Goal> & { name: string; dependsOn?: string })[]): Promise<Phase> {
    return this.phase(false, async (deployment) => this.declare(deployment, goals));
  }

  /** The same, as a preview. */
  preview(...goals: (Partial<Goal> & { name: string })[]): Promise<Phase> {
    return this.phase(true, async (deployment) => this.declare(deployment, goals));
  }

  state(name: string): ResourceState | undefined {
    return this.states.find(({ urn }) => urn.endsWith(`::${name}`));
  }

  /** The reference of a provider resource. */
  reference(name: string): string {
    const { urn, id } = this.state(name) ?? {};
    return `${urn}::${id}`;
  }

  async phase(preview: boolean, work: (deployment: Deployment, planner: Planner) => Promise<void>): Promise<Phase> {
    const snapshot = new Snapshot({ resources: this.states.map((state) => ({ ...state })), pending: [] }, undefined);
    const writer = new PreviewJsonWriter();
    const report = new Report(preview ? "preview" : "up", preview, this.config, () => undefined, writer.step);
    const project = { name: names.project, root: "/", folder: "/", entry: ".", runner: "", host: "", plugins: new Map([["tiny", ""]]) };
    const env = { PULUMI_DEBUG_PROVIDERS: `other:1,tiny:${this.port}` };
    const setting = { project, stack: names.stack, checkpoint: undefined as never, config: this.config, parallel: 4, env };
    const hosts = new ProviderRegistry(setting, report, snapshot);
    hosts.engine = "127.0.0.1:1";
    const deployment = new Deployment(project, names.stack, preview, this.config, 4, snapshot, report, hosts);
    try {
      await work(deployment, new Planner(deployment));
    } catch (error) {
      if (!(error instanceof Halted)) report.fail(messageOf(error));
    }
    await deployment.idle();
    await hosts.stop();
    if (!preview) this.states = snapshot.states();
    const result = report.result(names, { old: {}, new: {} });
    const done = result.steps.filter(({ op }) => op !== "same").map(({ op, name, failed }) => `${op} ${name}${failed ? " failed" : ""}`);
    const errors = result.diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
    return { ...result, done, errors, json: writer.end(result, this.config).text };
  }

  private async declare(deployment: Deployment, goals: readonly (Partial<Goal> & { name: string })[]): Promise<void> {
    const planner = new Planner(deployment);
    for (const { provider, ...goal } of goals) {
      // A provider by its name: what it refers to is known once that has been declared.
      const state = provider === undefined ? undefined : planner.state(urnOf("pulumi:providers:tiny", provider));
      const reference = state && `${state.urn}::${state.id}`;
      await planner.register(newGoal({ type: "tiny:index:Thing", custom: true, ...goal, provider: reference }));
    }
    await removeUnwanted(deployment, planner);
  }
}
