import { randomUUID } from "node:crypto";
import { type Hosts, type Provided, type Setting } from "./deployment";
import { EngineError, messageOf, refusalError } from "./errors";
import { Host } from "./host";
import { type OnLine, spawnExecutable, spawnTethered } from "./processes";
import { type Report } from "./report";
import { type Checked, type DiffAnswer, type Found, type ResourceHost } from "./resource-host";
import { type Snapshot } from "./snapshot";
import { DYNAMIC_PACKAGE, isProvider, packageOf, packageOfReference, parseUrn, providerUrn, type ResourceState } from "./state";
import { encode, equal, markSecret, type Properties, UNKNOWN_TEXT } from "./values";

/**
 * The provider processes of one phase: of dynamic resources one for each configuration, of a plugin one for each
 * provider resource. It is itself the host of provider resources, which are made by configuring a plugin.
 */
export class ProviderRegistry implements Hosts, ResourceHost {
  readonly supportsPreview = true;
  /** Where the engine service listens. */
  engine = "";
  /** All that were started, to be stopped. */
  private readonly started: Promise<Host>[] = [];
  /** By configuration of the dynamic host, or by provider reference. */
  private readonly configured = new Map<string, Promise<Host>>();
  /** Plugins whose settings were checked and that wait for what becomes of them, by URN of the provider resource. */
  private readonly waiting = new Map<string, Promise<Host>>();
  /** Plugins that were started before they were asked for, by package. */
  private readonly ahead = new Map<string, Promise<Host>>();

  constructor(
    private readonly setting: Setting,
    private readonly report: Report,
    private readonly snapshot: Snapshot,
  ) {}

  /** The host for a resource; a provider that the program has not declared yet is configured as state has it. */
  for(resource: Provided, config: Properties): Promise<ResourceHost> {
    if (isProvider(resource)) return Promise.resolve(this);
    const reference = resource.provider ?? "";
    return packageOfReference(reference) === DYNAMIC_PACKAGE ? this.dynamic(config) : this.plugin(reference);
  }

  /** The plugin of a provider resource. */
  private plugin(reference: string): Promise<Host> {
    const known = this.snapshot.canonicalReference(reference);
    const state = () => this.snapshot.states().find(({ urn, id }) => `${urn}::${id}` === known);
    return this.configured.get(known) ?? this.configure(known, state()?.inputs ?? {});
  }

  /** Starts what the program will need, which takes as long to start as the program itself. A failure is met where it is used. */
  startAhead(config: Properties): void {
    const { plugins } = this.setting.project;
    const isDynamic = (state: ResourceState) => isProvider(state) && packageOf(state.type) === DYNAMIC_PACKAGE;
    if (plugins.size === 0 || this.snapshot.old.some(isDynamic)) this.dynamic(config).catch(() => undefined);
    for (const name of plugins.keys()) {
      const host = this.load(name);
      host.catch(() => undefined);
      this.ahead.set(name, host);
    }
  }

  /** Asks the plugins to break off what they do; the dynamic host does not know how. */
  async cancel(): Promise<void> {
    const plugins = [...this.configured].filter(([key]) => key.startsWith("urn:"));
    await Promise.allSettled(plugins.map(async ([, host]) => (await host).cancel()));
  }

  async stop(): Promise<void> {
    const hosts = await Promise.allSettled(this.started);
    await Promise.all(hosts.flatMap((host) => (host.status === "fulfilled" ? [host.value.stop()] : [])));
  }

  async check(urn: string, olds: Properties, news: Properties): Promise<Checked> {
    const { type } = parseUrn(urn);
    if (packageOf(type) === DYNAMIC_PACKAGE) return { inputs: news, failures: [] };
    return (await this.unconfigured(urn)).checkConfig(urn, olds, news);
  }

  async diff(old: ResourceState, news: Properties): Promise<DiffAnswer> {
    const dynamic = packageOf(parseUrn(old.urn).type) === DYNAMIC_PACKAGE;
    const open: DiffAnswer = { changes: "unknown", replaces: [], deleteBeforeReplace: false };
    const answer = dynamic ? open : await (await this.unconfigured(old.urn)).diffConfig(old, news);
    return answer.changes === "unknown" ? { ...answer, changes: equal(old.outputs, news) ? "none" : "some" } : answer;
  }

  async create(urn: string, inputs: Properties, preview: boolean): Promise<{ id: string; outputs: Properties }> {
    const id = preview ? UNKNOWN_TEXT : randomUUID();
    await this.settle(`${urn}::${id}`, inputs);
    return { id, outputs: inputs };
  }

  async update(old: ResourceState, news: Properties): Promise<Properties> {
    await this.settle(`${old.urn}::${old.id}`, news);
    return news;
  }

  async read(urn: string): Promise<Found> {
    throw new Error(`provider resources may not be read (${urn})`);
  }

  async delete(): Promise<void> {
    // Its process ends with the phase.
  }

  /** Configures the plugin of a provider resource that has been made or changed. */
  private async settle(reference: string, inputs: Properties): Promise<void> {
    if (packageOfReference(reference) !== DYNAMIC_PACKAGE) await this.configure(reference, inputs);
  }

  private configure(reference: string, inputs: Properties): Promise<Host> {
    const urn = providerUrn(reference);
    const name = packageOfReference(reference);
    const checked = this.waiting.get(urn);
    this.waiting.delete(urn);
    const host = (checked ?? this.load(name)).then(async (loaded) => {
      await loaded.configure(inputs, { name, urn });
      return loaded;
    });
    this.configured.set(reference, host);
    return host;
  }

  /** A plugin to be asked about settings: one of the provider that is configured already serves too. */
  private unconfigured(urn: string): Promise<Host> {
    const running = [...this.configured].find(([reference]) => reference.startsWith(`${urn}::`))?.[1];
    const host = this.waiting.get(urn) ?? running ?? this.load(packageOf(parseUrn(urn).type));
    if (host !== running) this.waiting.set(urn, host);
    return host;
  }

  private load(name: string): Promise<Host> {
    const ahead = this.ahead.get(name);
    this.ahead.delete(name);
    if (ahead) return ahead;
    const host = this.startPlugin(name);
    this.started.push(host);
    return host;
  }

  private async startPlugin(name: string): Promise<Host> {
    const { project, env } = this.setting;
    const file = project.plugins.get(name);
    if (file === undefined) throw new EngineError("unsupported", refusalError(`the package ${name} without a plugin in Pulumi.yaml`));
    const port = env.PULUMI_DEBUG_PROVIDERS?.split(",").find((entry) => entry.startsWith(`${name}:`));
    if (port !== undefined) return Host.attach(port.slice(name.length + 1), this.engine);
    // As in the CLI what a plugin prints is not shown, except where it does not start.
    const lines: string[] = [];
    const spawn = (onLine: OnLine) => spawnExecutable(file, [this.engine], { cwd: project.folder, env }, onLine);
    const host = await Host.start(spawn, (line) => lines.push(line)).catch((error: unknown) => {
      throw new Error([`${name}: ${messageOf(error)}`, ...lines].join("\n"));
    });
    await host.handshake(this.engine, project);
    return host;
  }

  /** The host of dynamic resources with a configuration. */
  private dynamic(config: Properties): Promise<Host> {
    const entries = Object.entries(config).map(([name, value]) => [name, encode(value, markSecret)]);
    const key = JSON.stringify(entries.sort());
    const known = this.configured.get(key);
    if (known) return known;
    const host = this.startDynamic(config);
    this.started.push(host);
    this.configured.set(key, host);
    return host;
  }

  private async startDynamic(config: Properties): Promise<Host> {
    const { project, stack, env } = this.setting;
    const place = { cwd: project.folder, env: { ...env, PULUMI_NODEJS_PROJECT: project.name, PULUMI_NODEJS_STACK: stack } };
    const host = await Host.start(
      (onLine) => spawnTethered([project.host, this.engine], place, onLine),
      (line, stream) => this.report.say(stream === "stdout" ? "info" : "info#err", line),
    );
    await host.configure(config);
    return host;
  }
}
