import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type * as grpc from "@grpc/grpc-js";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import type { LogRequest } from "@pulumi/pulumi/proto/engine_pb";
import { ResourceProviderService as service } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import type { Clock } from "../../client";
import { Plugin, type PluginOptions } from "../../provider/native/server";
import { HostError, type PartialFailure } from "../../testing/engine/host";
import { serve, unary } from "../../testing/engine/protocol";
import { newState, type ResourceState } from "../../testing/engine/state";
import { fromStruct, type Properties, secret as secretOf, toStruct, UNKNOWN, type Value } from "../../testing/engine/values";
import { PluginHost } from "./plugin-host";

/**
 * The native plugin over gRPC, in this process, or in its own if GRAPHPLANE_PLUGIN names an executable. Such a process uses the
 * machine's clock.
 */

export type Values = Record<string, unknown>;

/** A secret in the protocol's form. */
export const secret = (value: unknown): Values => secretOf(value as Value);
export const defaultProvider = "urn:pulumi:dev::project::pulumi:providers:graphplane::default_0_1_0";
export const ownProvider = "urn:pulumi:dev::project::pulumi:providers:graphplane::mine";
export const unknown = UNKNOWN;
export const urnOf = (kind: string, name = "it"): string => `urn:pulumi:dev::project::graphplane:index:${kind}::${name}`;
const struct = (values: Values) => toStruct(values as Properties);

interface StartOptions {
  readonly clock?: Clock;
  readonly environment?: NodeJS.ProcessEnv;
  /** The provider resource's URN. */
  readonly provider?: string;
}

/** A test that changes the plugin's clock; skipped if the plugin is its own process. */
export const testWithClock = process.env["GRAPHPLANE_PLUGIN"] === undefined ? test : test.skip;

const open: (() => void)[] = [];
/** The standard error of plugin processes, which must stay empty. */
const printed: string[] = [];
afterEach(() => {
  open.splice(0).forEach((close) => close());
  expect(printed.splice(0).join("")).toBe("");
});

/** Starts a plugin on its own port, and an engine that records its lines. */
export async function startPlugin(settings: Values, { provider, ...options }: StartOptions = {}) {
  const lines: { readonly urn: string; readonly severity: number; readonly message: string }[] = [];
  const engine = await serve(EngineService, {
    log: unary((request: LogRequest) => {
      lines.push({ urn: request.getUrn(), severity: request.getSeverity(), message: request.getMessage() });
      return new Empty();
    }),
  });
  open.push(() => engine.stop());
  const address = await servePlugin({ engine: engine.address, environment: {}, ...options });
  const connect = () => {
    const host = new PluginHost(address);
    open.push(() => host.stop());
    return host;
  };
  /** Connects once more, as the engine does at the beginning of each phase. */
  const attach = async () => {
    const host = connect();
    await host.attach(engine.address);
    return host;
  };
  const client = new PluginClient(connect());
  await client.configure(settings, provider);
  return Object.assign(client, { lines, engine, attach });
}

/** Starts a plugin that ends with the test; resolves to its address. */
async function servePlugin(options: PluginOptions): Promise<string> {
  const executable = process.env["GRAPHPLANE_PLUGIN"];
  if (executable === undefined) {
    const plugin = new Plugin(options);
    const served = await serve(service, plugin.handlers());
    open.push(() => {
      plugin.close();
      served.stop();
    });
    return served.address;
  }
  const child = spawn(executable, [options.engine ?? ""], { env: options.environment, stdio: ["ignore", "pipe", "pipe"] });
  child.stderr.on("data", (text: Buffer) => printed.push(text.toString()));
  open.push(() => child.kill());
  const [port] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return `127.0.0.1:${port}`;
}

/** The calls of the protocol over plain values. */
export class PluginClient {
  constructor(private readonly host: PluginHost) {}

  /** Any call. */
  call<Request, Response>(method: grpc.MethodDefinition<Request, Response>, request: Request): Promise<Response> {
    return this.host.call(method, request);
  }

  configure(settings: Values, urn = defaultProvider): Promise<void> {
    return this.host.configure(settings as Properties, { name: "graphplane", urn });
  }

  async checkConfig(news: Values, urn = ownProvider) {
    const response = await this.call(service.checkConfig, new proto.CheckRequest().setUrn(urn).setNews(struct(news)));
    return { inputs: fromStruct(response.getInputs()), failures: response.getFailuresList().map((failure) => failure.toObject()) };
  }

  async diffConfig(olds: Values, news: Values): Promise<proto.DiffResponse.AsObject> {
    const request = new proto.DiffRequest().setOlds(struct(olds)).setNews(struct(news));
    return (await this.call(service.diffConfig, request)).toObject();
  }

  check(urn: string, news: Values, olds: Values = {}) {
    return this.host.check(urn, olds as Properties, news as Properties);
  }

  /** An engine can leave out the old inputs. */
  async diff(urn: string, id: string, olds: Values, news: Values, oldInputs?: Values) {
    const request = new proto.DiffRequest().setUrn(urn).setId(id).setOlds(struct(olds)).setNews(struct(news));
    if (oldInputs !== undefined) request.setOldInputs(struct(oldInputs));
    const response = await this.call(service.diff, request);
    const detailed: Record<string, string> = {};
    response.getDetaileddiffMap().forEach((diff, path) => (detailed[path] = nameOfKind(diff.getKind())));
    const isChanged = response.getChanges() === proto.DiffResponse.DiffChanges.DIFF_SOME;
    const shown = response.getHasdetaileddiff() ? { detailed } : {};
    return { isChanged, diffs: response.getDiffsList(), replaces: response.getReplacesList(), ...shown };
  }

  async create(urn: string, inputs: Values, preview = false, timeoutSeconds = 0) {
    const { id, outputs } = await this.host.create(urn, inputs as Properties, preview, timeoutSeconds);
    return { id, properties: outputs as Values };
  }

  update(urn: string, id: string, outputs: Values, news: Values, preview = false): Promise<Values> {
    return this.host.update(stateOf(urn, id, outputs), news as Properties, preview);
  }

  async read(urn: string, id: string, properties: Values = {}, known: Values = {}) {
    const { outputs, inputs = {}, ...found } = await this.host.read(urn, id, known as Properties, properties as Properties);
    return { ...found, properties: outputs as Values, inputs };
  }

  delete(urn: string, id: string, outputs: Values, timeoutSeconds = 0): Promise<void> {
    return this.host.delete(stateOf(urn, id, outputs), timeoutSeconds);
  }

  async invoke(name: string, args: Values): Promise<Values> {
    const request = new proto.InvokeRequest().setTok(`graphplane:index:${name}`).setArgs(struct(args));
    return fromStruct((await this.call(service.invoke, request)).getReturn());
  }

  async cancel(): Promise<void> {
    await this.call(service.cancel, new Empty());
  }
}

function stateOf(urn: string, id: string, outputs: Values): ResourceState {
  return newState({ urn, type: "", custom: true, id, outputs: outputs as Properties });
}

/** The message of a failed call, and the part of the resource that it left. */
export async function failureOf(
  call: Promise<unknown>,
): Promise<{ readonly message: string; readonly code: number | undefined; readonly left: PartialFailure | undefined }> {
  const error = await call.then(
    () => undefined,
    (failed: unknown) => failed,
  );
  if (!(error instanceof HostError)) throw new Error("the call did not fail", { cause: error });
  return { message: error.message, code: error.code, left: error.partial };
}

const nameOfKind = (kind: number): string => ["ADD", "ADD_REPLACE", "DELETE", "DELETE_REPLACE", "UPDATE", "UPDATE_REPLACE"][kind] ?? "";
