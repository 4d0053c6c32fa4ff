import { isDeepStrictEqual } from "node:util";
import type * as dynamic from "@pulumi/pulumi/dynamic";
import { type Client, type ClientSettings, type Clock, createClient } from "../../client";
import type { Approval } from "../../client/http/approval";
import { type DynamicHost, DynamicProvider } from "../../provider/dynamic/adapter";
import { ResourceController } from "../../provider/lifecycle/resource-controller";
import { ProviderProcess } from "../../provider/lifecycle/process";
import { definitionOf } from "../../provider/registry";
import { previewText } from "../../testing/demo/render";
import { Deployment, Halted } from "../../testing/engine/deployment";
import { InProcessHost, type ResourceHost } from "../../testing/engine/host";
import { register } from "../../testing/engine/planner";
import { messageOf } from "../../testing/engine/protocol";
import { Report, type Step } from "../../testing/engine/report";
import { makeUrn, newState, type ResourceState } from "../../testing/engine/state";
import { refresh, removeUnwanted } from "../../testing/engine/steps";
import { masked, plain, type Properties as Values, received, secret, shown } from "../../testing/engine/values";
import type { EngineEvent } from "../../cli/review/inputs";
import type { PluginHost } from "./plugin-host";
import type { VirtualClock } from "./virtual-clock";

export { UNKNOWN as unknownText } from "../../testing/engine/values";
export { VirtualClock } from "./virtual-clock";

/** Properties in the form that a provider uses. */
export type Properties = Record<string, unknown>;

/** One resource in state. */
export interface Standing {
  readonly id: string;
  readonly inputs: Properties;
  readonly outputs: Properties;
  /** The reasons of a partial error: the next `up` updates the resource even if nothing differs. */
  readonly initErrors?: readonly string[];
}

/** The result of one operation. */
export interface Outcome {
  readonly op: "create" | "update" | "replace" | "same" | "read" | "delete" | "gone" | "failed";
  readonly failures: readonly { readonly property: string; readonly reason: string }[];
  /** The error's message, or empty. */
  readonly error: string;
  readonly thrown?: unknown;
  /** The errors that the engine reported. */
  readonly told: readonly string[];
  /** The output of the host. */
  readonly lines: readonly string[];
}

/** Options of the resource in a program. */
export interface ResourceOptions {
  readonly deleteBeforeReplace?: boolean;
  readonly replaceOnChanges?: readonly string[];
}

/** The environment of a test's resources. */
export interface World {
  readonly settings: Partial<ClientSettings>;
  readonly clock: VirtualClock;
  /** Receives the client's debug lines. */
  readonly debug?: (line: string) => void;
  /** The plugin that replaces the dynamic host, and its output. */
  readonly plugin?: { readonly attach: () => Promise<PluginHost>; readonly lines: { readonly message: string }[] };
}

const names = { stack: "dev", project: "in-memory" };

/** The embedded engine with one resource, whose provider runs in this process: a new host for each phase, and the state in memory. */
export class Engine {
  /** The stack's configuration; by default that of the world. */
  readonly config: Record<string, string>;
  /** The approval under which the next phases run. */
  approval: Approval | undefined;
  private states: readonly ResourceState[] = [];
  private readonly type: string;
  /** The report of the last phase. */
  private report = new Report();

  constructor(
    private readonly kind: string,
    private readonly world: World,
    /** The name in the program; if it changes, the program has no alias for the old one. */
    public name = "it",
  ) {
    const entries = Object.entries(world.settings).map(([name, value]) => [`graphplane:${name}`, String(value)]);
    this.config = Object.fromEntries(entries) as Record<string, string>;
    this.type = world.plugin === undefined ? `pulumi-nodejs:dynamic/graphplane:${kind}` : `graphplane:index:${kind}`;
  }

  /** The URN of the resource. */
  get urn(): string {
    return makeUrn(names, this.type, this.name);
  }

  /** True if the stack has no resources under any name. */
  get isEmpty(): boolean {
    return this.states.length === 0;
  }

  /** True if the state holds what was replaced and is not deleted yet. */
  get isReplacing(): boolean {
    return this.states.length > 1;
  }

  /** The provider's text in state, which the engine passes with every call. */
  get provider(): string {
    return `exports.handler = () => require("pulumi-graphplane/handler").handler("${this.kind}");`;
  }

  /** The resource in state; may be set. */
  get state(): Standing | undefined {
    const { id = "", inputs, outputs, initErrors } = this.states.find(({ urn }) => urn === this.urn) ?? {};
    if (inputs === undefined || outputs === undefined || initErrors === undefined) return undefined;
    return { id, inputs: plain(inputs), outputs: plain(outputs), ...(initErrors.length > 0 && { initErrors }) };
  }

  set state(standing: Standing | undefined) {
    this.states = this.states.filter(({ urn }) => urn !== this.urn);
    if (standing === undefined) return;
    const { id, inputs, outputs, initErrors = [] } = received(standing);
    const held = { id, inputs: inputs as Values, outputs: outputs as Values, initErrors: [...initErrors] };
    this.states = [...this.states, newState({ urn: this.urn, type: this.type, custom: true, ...held })];
  }

  /** The inputs and outputs in state as they may be shown: without the values of secrets. */
  get shown(): { readonly inputs: Properties; readonly outputs: Properties } {
    const { inputs = {}, outputs = {} } = this.states.find(({ urn }) => urn === this.urn) ?? {};
    return { inputs: shown(inputs), outputs: shown(outputs) };
  }

  /** Gives the resource another name, as by an alias or `pulumi state rename`. */
  rename(name: string): void {
    const before = this.urn;
    this.name = name;
    this.states = this.states.map((state) => (state.urn === before ? { ...state, urn: this.urn } : state));
  }

  /** Saves the state; the returned function restores it. */
  checkpoint(): () => void {
    const { states } = this;
    return () => {
      this.states = states;
    };
  }

  /** The inputs in state, without internal ones. */
  get declared(): Properties {
    return without(this.standing().inputs, "__provider", "__secrets", "__urn");
  }

  /** The outputs in state, without internal ones. */
  get known(): Properties {
    return without(this.standing().outputs, "__provider", "__secrets", "__urn", "__owner", "__service", "__seen", "__made", "__version");
  }

  /** A preview: only check and diff. */
  async preview(program: Properties, secrets?: readonly string[], options: ResourceOptions = {}): Promise<Outcome> {
    return this.phase("preview", (deployment) => this.register(deployment, program, secrets), options);
  }

  /** The text and the events of `pulumi preview --json --refresh`; of a program without the resource if it is undefined. */
  async previewJson(program: Properties | undefined, secrets?: readonly string[]) {
    const events: EngineEvent[] = [{ summaryEvent: {} }];
    await this.phase("preview", async (deployment) => {
      await refresh(deployment);
      for (const { urn, inputs } of deployment.old)
        events.push({ resOutputsEvent: { metadata: { op: "refresh", urn, new: { inputs: masked(inputs) } } } });
      await (program === undefined ? removeUnwanted(deployment) : this.register(deployment, program, secrets));
    });
    return { text: previewText(this.report), events };
  }

  /** The second phase of an `up`: check and diff again, then the operation that they require. */
  async up(program: Properties, secrets?: readonly string[], options: ResourceOptions = {}): Promise<Outcome> {
    return this.phase("up", (deployment) => this.register(deployment, program, secrets), options);
  }

  /** The `up` of a program that does not declare the resource. */
  async withdraw(): Promise<Outcome> {
    return this.phase("up", (deployment) => removeUnwanted(deployment));
  }

  /** An `up` of a program that imports the resource by id. */
  async import(id: string, program: Properties, secrets?: readonly string[]): Promise<Outcome> {
    return this.phase("up", async (deployment) => {
      const found = await deployment.host.read(this.urn, id, {}, {});
      if (!found.id) throw new Error(`resource '${id}' does not exist`);
      deployment.old = [...deployment.old, newState({ urn: this.urn, type: this.type, custom: true, ...found })];
      await this.register(deployment, program, secrets);
    });
  }

  /** A refresh. */
  async refresh(): Promise<Outcome> {
    return this.phase("refresh", async (deployment) => {
      this.assertHeld();
      await refresh(deployment);
    });
  }

  /** A read by id, as by `.get`. */
  async get(id: string): Promise<{ readonly outcome: Outcome; readonly outputs: Properties }> {
    let outputs: Properties = {};
    const urn = makeUrn(names, this.type, "got");
    const inputs = { __provider: this.provider, __urn: urn };
    const outcome = await this.phase("preview", async ({ host }) => {
      outputs = plain((await host.read(urn, id, inputs, inputs)).outputs);
    });
    const op = "__provider" in outputs ? "read" : "gone";
    return { outcome: outcome.op === "failed" ? outcome : { ...outcome, op }, outputs };
  }

  /** A destroy. */
  async destroy(): Promise<Outcome> {
    return this.phase("destroy", async (deployment) => {
      this.assertHeld();
      const { host, old } = deployment;
      for (const state of old) {
        // Some versions of the engine may check and compare the resources that they delete. A failed deletion leaves two states of one object.
        const isAlone = old.length === 1;
        const { failures } = isAlone ? await host.check(state.urn, state.inputs, state.inputs) : { failures: [] };
        if (failures.length > 0)
          deployment.fail(new Error(`the state does not pass the check: ${failures.map(({ reason }) => reason).join("; ")}`));
        await host.diff(state, state.inputs);
      }
      await removeUnwanted(deployment);
    });
  }

  private assertHeld(): void {
    if (this.isEmpty) throw new Error("the resource is not in state");
  }

  private standing(): Standing {
    const { state } = this;
    if (state === undefined) throw new Error("the resource is not in state");
    return state;
  }

  /** Runs a program that declares only the resource. */
  private async register(deployment: Deployment, program: Properties, secrets: readonly string[] | undefined): Promise<void> {
    const own = { __provider: this.provider, __urn: this.urn, __secrets: secrets };
    const inputs = markSecrets(received({ ...program, ...(this.world.plugin === undefined && own) }), secrets);
    const { type, name } = this;
    await register(deployment, { type, name, custom: true, inputs });
    await removeUnwanted(deployment);
  }

  /** The plugin, configured again as at the beginning of each phase. */
  private async attach(plugin: NonNullable<World["plugin"]>): Promise<PluginHost> {
    const settings = Object.entries(this.config).map(([name, value]) => [name.replace("graphplane:", ""), value] as const);
    const host = await plugin.attach();
    const urn = makeUrn(names, "pulumi:providers:graphplane", "default");
    await host.configure(markSecrets(Object.fromEntries(settings), ["apiKey"]), { name: "graphplane", urn });
    return host;
  }

  private async phase(
    kind: "preview" | "up" | "refresh" | "destroy",
    work: (deployment: Deployment) => Promise<void>,
    options: ResourceOptions = {},
  ): Promise<Outcome> {
    const lines: string[] = [];
    const provider = makeHost(this.world.clock, (line) => lines.push(line), this.world.debug, this.approval)(this.kind);
    const inProcess = new InProcessHost(() => provider);
    const { plugin } = this.world;
    const attached = plugin && (await this.attach(plugin));
    const host = attached ?? inProcess;
    applyOptions(options, host);
    await provider.configure?.({ config: configOf(this.config) });
    const report = (this.report = new Report());
    const deployment = new Deployment(names, kind === "preview", this.states, report, host);
    try {
      await work(deployment);
    } catch (error) {
      if (!(error instanceof Halted)) report.fail(messageOf(error));
    } finally {
      attached?.stop();
    }
    lines.push(...(plugin?.lines.splice(0).map(({ message }) => message) ?? []));
    if (kind !== "preview") this.states = deployment.states();
    const told = report.diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
    const { failures, thrown } = inProcess;
    const error = failures.length > 0 ? "" : thrown === undefined ? (told[0] ?? "") : messageOf(thrown);
    received({ error, failures });
    const op = report.failed ? "failed" : opOf(report.steps);
    return { op, failures, error, ...(thrown !== undefined && { thrown }), told, lines };
  }
}

/** Makes a change of the named inputs require a replacement, in addition to those that the provider names. */
function applyOptions({ replaceOnChanges = [], ...options }: ResourceOptions, host: ResourceHost): void {
  const diff = host.diff.bind(host);
  host.diff = async (old, news) => {
    const answer = await diff(old, news);
    const changed = replaceOnChanges.filter((name) => !isDeepStrictEqual(old.inputs[name] ?? null, news[name] ?? null));
    return { ...answer, ...options, replaces: [...new Set([...answer.replaces, ...changed])] };
  };
}

/** The values, the named ones secret. */
function markSecrets(values: Properties, names: readonly string[] = []): Values {
  const given = Object.entries(values as Values);
  return Object.fromEntries(given.map(([name, value]) => [name, names.includes(name) ? secret(value) : value]));
}

function opOf(steps: readonly Step[]): Outcome["op"] {
  const { op, gone } = steps.find((step) => step.op === "replace") ?? steps[0] ?? { op: "same" };
  if (op === "refresh") return gone ? "gone" : "read";
  return op;
}

/** The number of resources that all hosts have created. */
let instances = 0;

/** A host as `provider/dynamic/handler.ts` makes it, whose providers share one client; with the given clock. */
export function makeHost(
  clock: Clock,
  say: (line: string) => void,
  debug?: (line: string) => void,
  approval?: Approval,
): (kind: string) => dynamic.ResourceProvider {
  let client: Client | undefined;
  const host: DynamicHost = {
    connect: (settings) => (client ??= createClient(settings, { clock, random: () => 0.5, ...(debug && { debug }), approval })),
    log: say,
  };
  const process = new ProviderProcess(clock, () => `instance-${++instances}`);
  return (kind) => new DynamicProvider(new ResourceController(definitionOf(kind), process), host);
}

/** The stack's configuration in the host's form. */
export function configOf(values: Record<string, string>): dynamic.Config {
  const get = (key: string) => values[key];
  return {
    get,
    require: (key: string) => {
      const value = get(key);
      if (value === undefined) throw new Error(`no ${key}`);
      return value;
    },
  };
}

function without(value: Properties, ...names: string[]): Properties {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}
