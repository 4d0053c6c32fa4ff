import type * as dynamic from "@pulumi/pulumi/dynamic";
import { type Checked, type DiffAnswer, type Found, HostError, type ResourceHost } from "../../testing/engine/host";
import { messageOf } from "../../testing/engine/protocol";
import type { ResourceState } from "../../testing/engine/state";
import { keepSecrets, plain, type Properties as Values, received, sameInputs } from "../../testing/engine/values";

/** Properties in the form that a provider uses. */
export type Properties = Record<string, unknown>;

/** Calls a provider in this process as the SDK's host of dynamic providers does, and keeps its errors. */
export class InProcessHost implements ResourceHost {
  failures: readonly { readonly property: string; readonly reason: string }[] = [];
  thrown: unknown;
  readonly supportsPreview = false;

  constructor(private readonly provider: dynamic.ResourceProvider) {}

  async check(_urn: string, olds: Values, news: Values): Promise<Checked> {
    const result = await this.kept(async () => this.provider.check?.(plain(olds), plain(news)));
    this.failures = result?.failures ?? [];
    return {
      inputs: result === undefined ? news : keepSecrets(received(result.inputs as Values), news),
      failures: [...this.failures],
    };
  }

  async diff({ id = "", inputs, outputs }: ResourceState, news: Values): Promise<DiffAnswer> {
    const answer = await this.kept(async () => this.provider.diff?.(id, plain(outputs), plain(news)));
    const { changes, replaces = [], deleteBeforeReplace = false } = answer ?? {};
    return { changed: changes ?? !sameInputs(inputs, news), replaces, deleteBeforeReplace };
  }

  async create(_urn: string, inputs: Values): Promise<{ id: string; outputs: Values }> {
    const created = await this.kept(() => this.provider.create(plain(inputs)), inputs);
    return { id: created.id, outputs: keepSecrets(stored(created.outs), inputs) };
  }

  async update({ id = "", outputs }: ResourceState, news: Values): Promise<Values> {
    const updated = await this.kept(async () => this.provider.update?.(id, plain(outputs), plain(news)), news);
    return keepSecrets(stored(updated?.outs), news);
  }

  async read(_urn: string, id: string, known: Values, state: Values): Promise<Found> {
    const read = await this.kept(async () => this.provider.read?.(id, plain(state)));
    if (read?.id === undefined || read.id === "") return { id: "", outputs: {} };
    const { inputs } = read as { inputs?: Properties };
    const outputs = keepSecrets(stored(read.props), state);
    return { id: read.id, outputs, ...(inputs && { inputs: keepSecrets(stored(inputs), known) }) };
  }

  async delete({ id = "", outputs }: ResourceState): Promise<void> {
    await this.kept(async () => this.provider.delete?.(id, plain(outputs)));
  }

  private async kept<T>(call: () => Promise<T>, inputs: Values = {}): Promise<T> {
    try {
      return await call();
    } catch (thrown) {
      this.thrown = thrown;
      if (!isPartial(thrown)) throw new HostError(messageOf(thrown), undefined);
      const { id, properties, reasons } = thrown;
      throw new HostError(messageOf(thrown), { id, properties: keepSecrets(stored(properties), inputs), reasons });
    }
  }
}

function isPartial(error: unknown): error is { id: string; properties: Properties; reasons: string[] } {
  return error instanceof Error && "id" in error && "properties" in error;
}

/** The state that the engine accepts: without undefined values, and with `__provider`. */
function stored(value: unknown): Values {
  refuseUndefined(value, "");
  const properties = received(value as Values);
  if (!("__provider" in properties)) throw new Error("the state lacks __provider");
  return properties;
}

function refuseUndefined(value: unknown, path: string): void {
  if (value === undefined) throw new Error(`Unexpected struct type at ${path}`);
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) refuseUndefined(inner, `${path}.${key}`);
}
