import type * as dynamic from "@pulumi/pulumi/dynamic";
import { messageOf } from "../../testing/engine/errors";
import { type Checked, type DiffAnswer, type Found, HostError, type ResourceHost } from "../../testing/engine/host";
import type { ResourceState } from "../../testing/engine/state";
import {
  decodeAll,
  encodeAll,
  type JsonObject,
  keepSecrets,
  plainValue,
  type Properties as Values,
  sameInputs,
} from "../../testing/engine/values";

/** Properties in the form that a provider uses. */
export type Properties = Record<string, unknown>;

/** Calls a provider in this process as the SDK's host of dynamic providers does, and keeps its errors. */
export class InProcessHost implements ResourceHost {
  failures: readonly { readonly property: string; readonly reason: string }[] = [];
  thrown: unknown;
  readonly supportsPreview = false;

  constructor(private readonly provider: dynamic.ResourceProvider) {}

  async check(_urn: string, olds: Values, news: Values): Promise<Checked> {
    const result = await this.kept(async () => this.provider.check?.(toPlain(olds), toPlain(news)));
    this.failures = result?.failures ?? [];
    return {
      inputs: result === undefined ? news : keepSecrets(toValues(sent(result.inputs as Properties)), news),
      failures: [...this.failures],
    };
  }

  async diff({ id = "", inputs, outputs }: ResourceState, news: Values): Promise<DiffAnswer> {
    const answer = await this.kept(async () => this.provider.diff?.(id, toPlain(outputs), toPlain(news)));
    const { changes, replaces = [], deleteBeforeReplace = false } = answer ?? {};
    return { changed: changes ?? !sameInputs(inputs, news), replaces, deleteBeforeReplace };
  }

  async create(_urn: string, inputs: Values): Promise<{ id: string; outputs: Values }> {
    const created = await this.kept(() => this.provider.create(toPlain(inputs)), inputs);
    return { id: created.id, outputs: keepSecrets(stored(created.outs), inputs) };
  }

  async update({ id = "", outputs }: ResourceState, news: Values): Promise<Values> {
    const updated = await this.kept(async () => this.provider.update?.(id, toPlain(outputs), toPlain(news)), news);
    return keepSecrets(stored(updated?.outs), news);
  }

  async read(_urn: string, id: string, known: Values, state: Values): Promise<Found> {
    const read = await this.kept(async () => this.provider.read?.(id, toPlain(state)));
    if (read?.id === undefined || read.id === "") return { id: "", outputs: {} };
    const { inputs } = read as { inputs?: Properties };
    const outputs = keepSecrets(stored(read.props), state);
    return { id: read.id, outputs, ...(inputs && { inputs: keepSecrets(stored(inputs), known) }) };
  }

  async delete({ id = "", outputs }: ResourceState): Promise<void> {
    await this.kept(async () => this.provider.delete?.(id, toPlain(outputs)));
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

/** The properties as they are sent: a copy, without undefined values. */
export function sent(value: Properties): Properties {
  return JSON.parse(JSON.stringify(value)) as Properties;
}

/** Properties as values of the engine. */
export function toValues(properties: Properties): Values {
  return decodeAll(properties as JsonObject);
}

/** The values as they are sent to a provider: a copy. */
export function toPlain(values: Values): Properties {
  return encodeAll(values, plainValue);
}

/** The state that the engine accepts: without undefined values, and with `__provider`. */
function stored(value: unknown): Values {
  refuseUndefined(value, "");
  refuseNoText(value, "the state");
  const properties = value as Properties;
  if (!("__provider" in properties)) throw new Error("the state lacks __provider");
  return toValues(sent(properties));
}

function refuseUndefined(value: unknown, path: string): void {
  if (value === undefined) throw new Error(`Unexpected struct type at ${path}`);
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) refuseUndefined(inner, `${path}.${key}`);
}

/** Throws if a response contains a text that is not UTF-8, as the engine does. */
export function refuseNoText(value: unknown, where: string): void {
  JSON.stringify(value, (key, item: unknown) => {
    if (key.isWellFormed() && (typeof item !== "string" || item.isWellFormed())) return item;
    throw new TypeError(`string field contains invalid UTF-8: ${where}`);
  });
}
