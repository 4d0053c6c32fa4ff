import type * as dynamic from "@pulumi/pulumi/dynamic";
import { type Client, type ClientSettings, type Clock, createClient } from "../../client";
import { readSettings } from "../../provider/config";
import type { Host } from "../../provider/lifecycle";
import { registry } from "../../provider/registry";

export type Properties = Record<string, unknown>;

/** What the engine writes in place of a value that is not known yet. */
export const unknownText = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** A clock whose pauses pass at once: an hour of waiting takes no time. `onSleep` runs in each pause, after it has passed. */
export class VirtualClock implements Clock {
  time = 1_000_000;
  readonly pauses: number[] = [];
  onSleep: (() => void) | undefined;

  now(): number {
    return this.time;
  }

  async sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    this.pauses.push(milliseconds);
    this.time += milliseconds;
    this.onSleep?.();
  }
}

/** What state holds of one resource. */
export interface Standing {
  readonly id: string;
  readonly inputs: Properties;
  readonly outputs: Properties;
  /** The reasons of a partial error: the next `up` updates even when nothing differs. */
  readonly initErrors?: readonly string[];
}

/** What became of one operation. */
export interface Outcome {
  readonly op: "create" | "update" | "replace" | "same" | "read" | "delete" | "gone" | "failed";
  readonly failures: readonly { readonly property: string; readonly reason: string }[];
  /** The error's message, or empty. */
  readonly error: string;
  readonly thrown?: unknown;
  /** What the host printed, in order. */
  readonly lines: readonly string[];
}

/** Where the resources of a test live. */
export interface World {
  readonly settings: Partial<ClientSettings>;
  readonly clock: VirtualClock;
  /** Gets the client's debug lines. */
  readonly debug?: (line: string) => void;
}

/** Plays the engine's part for one resource: keeps its state and calls a provider as the engine does, a new host for each phase. */
export class Engine {
  state: Standing | undefined;
  /** The stack's configuration; by default that of the world. */
  readonly config: Record<string, string>;

  constructor(
    private readonly kind: string,
    private readonly world: World,
  ) {
    const entries = Object.entries(world.settings).map(([name, value]) => [`graphplane:${name}`, String(value)]);
    this.config = Object.fromEntries(entries) as Record<string, string>;
  }

  /** The text that stands in state; the engine hands it over in every call. */
  get provider(): string {
    return `exports.handler = () => require("pulumi-graphplane/handler").handler("${this.kind}");`;
  }

  /** A preview: check and diff alone. */
  async preview(program: Properties, secrets?: readonly string[]): Promise<Outcome> {
    return this.phase(async (resource, outcome) => {
      const news = this.inputs(program, secrets);
      const decision = await this.decide(resource, news);
      return { ...outcome, ...decision };
    });
  }

  /** The second phase of an `up`: check and diff again, then what they say. */
  async up(program: Properties, secrets?: readonly string[]): Promise<Outcome> {
    return this.phase(async (resource, outcome) => {
      const news = this.inputs(program, secrets);
      const { op, failures } = await this.decide(resource, news);
      if (op === "create") await this.create(resource, news);
      if (op === "update") await this.update(resource, news);
      if (op === "same" && this.state !== undefined) this.state = { ...this.state, inputs: news };
      if (op === "replace" && this.state !== undefined) {
        // The engine checks the replacement without the old inputs.
        const again = failuresOf(await resource.check?.({}, news));
        if (again.length > 0) return { ...outcome, op: "failed", failures: again };
        const old = this.state;
        await this.create(resource, news);
        await resource.delete?.(old.id, old.outputs);
      }
      return { ...outcome, op, failures };
    });
  }

  /** A refresh that is kept. */
  async refresh(): Promise<Outcome> {
    return this.phase(async (resource, outcome) => {
      const { id, outputs } = this.standing();
      const read = await resource.read?.(id, sent(outputs));
      if (read?.id === undefined || read.id === "") {
        this.state = undefined;
        return { ...outcome, op: "gone" };
      }
      const { props = {}, inputs = props } = read as { props?: Properties; inputs?: Properties };
      this.state = { id: read.id, inputs: kept(inputs), outputs: kept(props) };
      return { ...outcome, op: "read" };
    });
  }

  /** A read by id alone, as `.get` makes it. */
  async get(id: string): Promise<{ readonly outcome: Outcome; readonly outputs: Properties }> {
    let outputs: Properties = {};
    const outcome = await this.phase(async (resource, before) => {
      const read = await resource.read?.(id, { __provider: this.provider });
      if (read?.id === undefined) return { ...before, op: "gone" };
      outputs = kept((read.props ?? {}) as Properties);
      return { ...before, op: "read" };
    });
    return { outcome, outputs };
  }

  /** A destroy, which checks and diffs the state against itself first. */
  async destroy(): Promise<Outcome> {
    return this.phase(async (resource, outcome) => {
      const { id, inputs, outputs } = this.standing();
      const failures = failuresOf(await resource.check?.(sent(inputs), sent(inputs)));
      if (failures.length > 0) return { ...outcome, op: "failed", failures };
      await resource.diff?.(id, sent(outputs), sent(inputs));
      await resource.delete?.(id, sent(outputs));
      this.state = undefined;
      return { ...outcome, op: "delete" };
    });
  }

  /** The arguments as state's inputs hold them, without what is between the engine and the provider. */
  get declared(): Properties {
    return without(this.standing().inputs, "__provider", "__secrets");
  }

  /** The outputs that state holds, without what is between the engine and the provider. */
  get known(): Properties {
    return without(this.standing().outputs, "__provider", "__secrets", "__instance");
  }

  private standing(): Standing {
    if (this.state === undefined) throw new Error("the resource is not in state");
    return this.state;
  }

  private inputs(program: Properties, secrets?: readonly string[]): Properties {
    return sent({ ...program, __provider: this.provider, ...(secrets === undefined ? {} : { __secrets: secrets }) });
  }

  private async decide(resource: dynamic.ResourceProvider, news: Properties): Promise<Pick<Outcome, "op" | "failures">> {
    const { state } = this;
    const failures = failuresOf(await resource.check?.(state === undefined ? {} : sent(state.inputs), news));
    if (failures.length > 0) return { op: "failed", failures };
    if (state === undefined) return { op: "create", failures };
    const diff = await resource.diff?.(state.id, sent(state.outputs), news);
    if ((diff?.replaces ?? []).length > 0) return { op: "replace", failures };
    const changed = diff?.changes ?? JSON.stringify(sorted(state.inputs)) !== JSON.stringify(sorted(news));
    return { op: changed || state.initErrors !== undefined ? "update" : "same", failures };
  }

  private async create(resource: dynamic.ResourceProvider, news: Properties): Promise<void> {
    await this.keepingPartial(news, async () => {
      const created = await resource.create(news);
      return { id: created.id, inputs: news, outputs: kept(created.outs as Properties) };
    });
  }

  private async update(resource: dynamic.ResourceProvider, news: Properties): Promise<void> {
    const { id, outputs } = this.standing();
    await this.keepingPartial(news, async () => {
      const updated = await resource.update?.(id, sent(outputs), news);
      return { id, inputs: news, outputs: kept((updated?.outs ?? {}) as Properties) };
    });
  }

  /** An error that carries an id and properties keeps the resource, with its reasons. */
  private async keepingPartial(news: Properties, act: () => Promise<Standing>): Promise<void> {
    try {
      this.state = await act();
    } catch (error) {
      if (isPartial(error)) this.state = { id: error.id, inputs: news, outputs: kept(error.properties), initErrors: error.reasons };
      throw error;
    }
  }

  private async phase(act: (resource: dynamic.ResourceProvider, outcome: Outcome) => Promise<Outcome>): Promise<Outcome> {
    const lines: string[] = [];
    const outcome: Outcome = { op: "failed", failures: [], error: "", lines };
    const resource = makeHost(this.world.clock, (line) => lines.push(line), this.world.debug)(this.kind);
    await resource.configure?.({ config: configOf(this.config) });
    try {
      const ended = await act(resource, outcome);
      refuseNoText(ended.failures, "the failures");
      return ended;
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown.message : String(thrown);
      refuseNoText(error, "the error");
      return { ...outcome, error, thrown };
    }
  }
}

/** A provider as `provider/handler.ts` makes it, in a host of its own with the given clock. */
export function makeProvider(kind: string, clock: Clock, say: (line: string) => void): dynamic.ResourceProvider {
  return makeHost(clock, say)(kind);
}

/** Resources that were made so far, by any host. */
let instances = 0;

/** A host of its own: every provider that it makes shares one client. */
export function makeHost(
  clock: Clock,
  say: (line: string) => void,
  debug?: (line: string) => void,
): (kind: string) => dynamic.ResourceProvider {
  let client: Client | undefined;
  const host: Host = {
    connect: (config) =>
      (client ??= createClient(
        readSettings((key) => config.get(key), {}),
        { clock, random: () => 0.5, ...(debug && { debug }) },
      )),
    clock,
    say,
    foretold: new Set(),
    declared: new Set(),
    held: new Map(),
    newInstance: () => `instance-${++instances}`,
  };
  return (kind) => {
    const make = registry[kind];
    if (make === undefined) throw new Error(`no resource ${kind}`);
    return make(host);
  };
}

/** The stack's configuration as the host hands it over. */
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

function isPartial(error: unknown): error is { id: string; properties: Properties; reasons: string[] } {
  return error instanceof Error && "id" in error && "properties" in error;
}

function failuresOf(result: dynamic.CheckResult | undefined): Outcome["failures"] {
  return result?.failures ?? [];
}

/** What is sent over the wire: a copy, without keys that have no value. */
function sent(value: Properties): Properties {
  return JSON.parse(JSON.stringify(value)) as Properties;
}

/** What the engine takes as state: a key without a value fails it, and `__provider` must be there. */
function kept(value: Properties): Properties {
  refuseUndefined(value, "");
  refuseNoText(value, "the state");
  if (!("__provider" in value)) throw new Error("the state lacks __provider");
  return sent(value);
}

function refuseUndefined(value: unknown, path: string): void {
  if (value === undefined) throw new Error(`Unexpected struct type at ${path}`);
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) refuseUndefined(inner, `${path}.${key}`);
}

/** The engine takes no answer with a text that is not UTF-8. */
function refuseNoText(value: unknown, where: string): void {
  JSON.stringify(value, (key, item: unknown) => {
    if (key.isWellFormed() && (typeof item !== "string" || item.isWellFormed())) return item;
    throw new TypeError(`string field contains invalid UTF-8: ${where}`);
  });
}

function without(value: Properties, ...names: string[]): Properties {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
