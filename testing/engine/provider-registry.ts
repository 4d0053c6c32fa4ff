import { randomUUID } from "node:crypto";
import { type Hosts, type Provided, type Setting } from "./deployment";
import { EngineError, messageOf, refusalError } from "./errors";
import { type Checked, type DiffAnswer, type Found, Host, type ResourceHost } from "./host";
import { type OnLine, spawnExecutable, spawnTethered } from "./processes";
import { type Report } from "./report";
import { type Snapshot } from "./snapshot";
import { DYNAMIC_PACKAGE, isProvider, packageOf, packageOfReference, parseUrn, providerUrn, type ResourceState } from "./state";
import { equal, type Properties, UNKNOWN_TEXT } from "./values";

/**
 * The provider processes of one phase, one for each provider resource: the SDK's host of dynamic resources, and plugins. It is
 * itself the host of the provider resources, which are created by configuring such a process.
 */
export class ProviderRegistry implements Hosts, ResourceHost {
  readonly supportsPreview = true;
  /** The address of the engine service. */
  engine = "";
  /** All processes, to be stopped. */
  private readonly started: Promise<Host>[] = [];
  /** By provider reference. */
  private readonly configured = new Map<string, Promise<Host>>();
  /** Plugins that have checked settings but are not configured yet, by URN of the provider resource. */
  private readonly waiting = new Map<string, Promise<Host>>();
  /** Processes that were started before they were needed, by package. */
  private readonly ahead = new Map<string, Promise<Host>>();

  constructor(
    private readonly setting: Setting,
    private readonly report: Report,
    private readonly snapshot: Snapshot,
  ) {}

  /** The host for a resource; a provider that the program has not declared yet gets its settings from the state. */
  for(resource: Provided): Promise<ResourceHost> {
    if (isProvider(resource)) return Promise.resolve(this);
    const reference = this.snapshot.canonicalReference(resource.provider ?? "");
    const state = () => this.snapshot.states().find(({ urn, id }) => `${urn}::${id}` === reference);
    return this.configured.get(reference) ?? this.configure(reference, state()?.inputs ?? {});
  }

  /** Starts the providers that the program will need while it starts itself. A failure is reported once they are used. */
  startAhead(): void {
    const { plugins } = this.setting.project;
    const running = [...this.configured.keys()].map(packageOfReference);
    const isDynamic = (state: ResourceState) => isProvider(state) && packageOf(state.type) === DYNAMIC_PACKAGE;
    const needed = [...plugins.keys(), ...(plugins.size === 0 || this.snapshot.old.some(isDynamic) ? [DYNAMIC_PACKAGE] : [])];
    for (const name of needed.filter((one) => !running.includes(one))) {
      const host = this.load(name);
      host.catch(() => undefined);
      this.ahead.set(name, host);
    }
  }

  /** Asks the providers to break off their operations. */
  async cancel(): Promise<void> {
    await Promise.allSettled([...this.configured.values()].map(async (host) => (await host).cancel()));
  }

  async stop(): Promise<void> {
    const hosts = await Promise.allSettled(this.started);
    await Promise.all(hosts.flatMap((host) => (host.status === "fulfilled" ? [host.value.stop()] : [])));
  }

  async check(urn: string, olds: Properties, news: Properties): Promise<Checked> {
    if (packageOf(parseUrn(urn).type) === DYNAMIC_PACKAGE) return { inputs: news, failures: [] };
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
    await this.configure(`${urn}::${id}`, inputs);
    return { id, outputs: inputs };
  }

  async update(old: ResourceState, news: Properties): Promise<Properties> {
    await this.configure(`${old.urn}::${old.id}`, news);
    return news;
  }

  async read(urn: string): Promise<Found> {
    throw new Error(`provider resources may not be read (${urn})`);
  }

  async delete(): Promise<void> {
    // Its process ends with the phase.
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

  /** A plugin that can check settings: the configured one of the provider, if there is one. */
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
    const host = name === DYNAMIC_PACKAGE ? this.startDynamic() : this.startPlugin(name);
    this.started.push(host);
    return host;
  }

  private async startPlugin(name: string): Promise<Host> {
    const { project, env } = this.setting;
    const file = project.plugins.get(name);
    if (file === undefined) throw new EngineError("unsupported", refusalError(`the package ${name} without a plugin in Pulumi.yaml`));
    const port = env.PULUMI_DEBUG_PROVIDERS?.split(",").find((entry) => entry.startsWith(`${name}:`));
    if (port !== undefined) return Host.attach(port.slice(name.length + 1), this.engine);
    // As with the CLI, the output of a plugin is shown only if it does not start.
    const lines: string[] = [];
    const spawn = (onLine: OnLine) => spawnExecutable(file, [this.engine], { cwd: project.folder, env }, onLine);
    const host = await Host.start(spawn, (line) => lines.push(line)).catch((error: unknown) => {
      throw new Error([`${name}: ${messageOf(error)}`, ...lines].join("\n"));
    });
    await host.handshake(this.engine, project);
    return host;
  }

  private startDynamic(): Promise<Host> {
    const { project, stack, env } = this.setting;
    const place = { cwd: project.folder, env: { ...env, PULUMI_NODEJS_PROJECT: project.name, PULUMI_NODEJS_STACK: stack } };
    return Host.start(
      (onLine) => spawnTethered([project.host, this.engine], place, onLine),
      (line, stream) => this.report.say(stream === "stdout" ? "info" : "info#err", line),
    );
  }
}
