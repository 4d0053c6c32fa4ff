import type * as dynamic from "@pulumi/pulumi/dynamic";
import { messageOf } from "./protocol";
import { type ResourceState, typeOf } from "./state";
import { keepSecrets, plain, type Properties, received, sameInputs } from "./values";

/** The resource operations of a configured provider. */
export interface ResourceHost {
  /** True if `create` and `update` predict their results, given `preview`. */
  readonly supportsPreview?: boolean;
  check(urn: string, olds: Properties, news: Properties): Promise<{ inputs: Properties; failures: readonly dynamic.CheckFailure[] }>;
  diff(old: ResourceState, news: Properties): Promise<DiffResult>;
  create(urn: string, inputs: Properties, preview: boolean): Promise<{ id: string; outputs: Properties }>;
  update(old: ResourceState, news: Properties, preview: boolean): Promise<Properties>;
  /** Returns an empty `id` if the resource is gone, and `inputs` only if the provider returned them. */
  read(urn: string, id: string, inputs: Properties, state: Properties): Promise<{ id: string; outputs: Properties; inputs?: Properties }>;
  delete(old: ResourceState): Promise<void>;
}

/** The response to Diff. If the provider does not report whether there are changes, the inputs are compared. */
export interface DiffResult {
  changed: boolean;
  replaces: string[];
  deleteBeforeReplace: boolean;
}

/** A resource that exists but failed to initialize, as reported by its provider. */
export interface PartialFailure {
  id: string;
  properties: Properties;
  reasons: string[];
}

/** A provider failure with the partial state of the resource. */
export class HostError extends Error {
  override readonly name = "HostError";
  constructor(
    message: string,
    readonly partial: PartialFailure | undefined,
    /** The gRPC status code. */
    readonly code?: number,
  ) {
    super(message);
  }
}

/** Calls dynamic providers in this process like the SDK's dynamic provider host. */
export class InProcessHost implements ResourceHost {
  /** Failures of the most recent check. */
  failures: readonly dynamic.CheckFailure[] = [];
  thrown: unknown;

  constructor(private readonly providerOf: (type: string) => dynamic.ResourceProvider) {}

  async check(urn: string, olds: Properties, news: Properties) {
    const result = await this.call(urn, async (provider) => provider.check?.(plain(olds), plain(news)));
    this.failures = result?.failures ?? [];
    const inputs = result === undefined ? news : keepSecrets(received(result.inputs as Properties), news);
    return { inputs, failures: this.failures };
  }

  async diff({ urn, id = "", inputs, outputs }: ResourceState, news: Properties): Promise<DiffResult> {
    const answer = await this.call(urn, async (provider) => provider.diff?.(id, plain(outputs), plain(news)));
    const { changes, replaces = [], deleteBeforeReplace = false } = answer ?? {};
    return { changed: changes ?? !sameInputs(inputs, news), replaces, deleteBeforeReplace };
  }

  async create(urn: string, inputs: Properties) {
    const created = await this.call(urn, (provider) => provider.create(plain(inputs)), inputs);
    return { id: created.id, outputs: keepSecrets(stored(created.outs), inputs) };
  }

  async update({ urn, id = "", outputs }: ResourceState, news: Properties): Promise<Properties> {
    const updated = await this.call(urn, async (provider) => provider.update?.(id, plain(outputs), plain(news)), news);
    return keepSecrets(stored(updated?.outs), news);
  }

  async read(urn: string, id: string, known: Properties, state: Properties) {
    const read = await this.call(urn, async (provider) => provider.read?.(id, plain(state)));
    if (read?.id === undefined || read.id === "") return { id: "", outputs: {} };
    const { inputs } = read as { inputs?: object };
    const outputs = keepSecrets(stored(read.props), state);
    return { id: read.id, outputs, ...(inputs && { inputs: keepSecrets(stored(inputs), known) }) };
  }

  async delete({ urn, id = "", outputs }: ResourceState): Promise<void> {
    await this.call(urn, async (provider) => provider.delete?.(id, plain(outputs)));
  }

  private async call<T>(urn: string, ask: (provider: dynamic.ResourceProvider) => Promise<T>, inputs: Properties = {}): Promise<T> {
    try {
      return await ask(this.providerOf(typeOf(urn)));
    } catch (thrown) {
      this.thrown = thrown;
      if (!isPartial(thrown)) throw new HostError(messageOf(thrown), undefined);
      const { id, properties, reasons } = thrown;
      throw new HostError(messageOf(thrown), { id, properties: keepSecrets(stored(properties), inputs), reasons });
    }
  }
}

function isPartial(error: unknown): error is { id: string; properties: object; reasons: string[] } {
  return error instanceof Error && "id" in error && "properties" in error;
}

/** Returns the state in the engine's format: without undefined values, and with `__provider`. */
function stored(value: unknown): Properties {
  refuseUndefined(value, "");
  const properties = received(value as Properties);
  if (!("__provider" in properties)) throw new Error("the state lacks __provider");
  return properties;
}

function refuseUndefined(value: unknown, path: string): void {
  if (value === undefined) throw new Error(`Unexpected struct type at ${path}`);
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) refuseUndefined(inner, `${path}.${key}`);
}
