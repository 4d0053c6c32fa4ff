import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import * as grpc from "@grpc/grpc-js";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import type { LogRequest } from "@pulumi/pulumi/proto/engine_pb";
import { ResourceProviderClient, ResourceProviderService as service } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { Struct, type JavaScriptValue } from "google-protobuf/google/protobuf/struct_pb";
import type { Clock } from "../../client";
import { Plugin, type PluginOptions } from "../../provider/native/server";
import { call } from "../../testing/engine/protocol";
import { SECRET, SIGNATURE, UNKNOWN_TEXT } from "../../testing/engine/values";

/**
 * The native plugin over gRPC, in this process, or in its own if GRAPHPLANE_PLUGIN names an executable. Such a process uses the
 * machine's clock.
 */

export type Values = Record<string, unknown>;

/** The part of a resource that a failed operation left. */
export interface Leftover {
  readonly id: string;
  readonly properties: Values;
  readonly reasons: readonly string[];
}

/** A secret in the protocol's form. */
export const secret = (value: unknown): Values => ({ [SIGNATURE]: SECRET, value });
export const defaultProvider = "urn:pulumi:dev::project::pulumi:providers:graphplane::default_0_1_0";
export const ownProvider = "urn:pulumi:dev::project::pulumi:providers:graphplane::mine";
export const unknown = UNKNOWN_TEXT;
export const urnOf = (kind: string, name = "it"): string => `urn:pulumi:dev::project::graphplane:index:${kind}::${name}`;
export const struct = (values: Values): Struct => Struct.fromJavaScript(values as Record<string, JavaScriptValue>);
export const plain = (values: Struct | undefined): Values => values?.toJavaScript() ?? {};

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
  const engine = await listen(EngineService, {
    log: ({ request }: { request: LogRequest }, callback: grpc.sendUnaryData<Empty>) => {
      lines.push({ urn: request.getUrn(), severity: request.getSeverity(), message: request.getMessage() });
      callback(null, new Empty());
    },
  });
  const port = await servePlugin({ engine: `127.0.0.1:${engine.port}`, environment: {}, ...options });
  const client = new PluginClient(port);
  open.push(() => client.close());
  await client.configure(settings, provider);
  return Object.assign(client, { lines, port, engine: engine.server, enginePort: engine.port });
}

/** Starts a plugin that ends with the test; resolves to its port. */
async function servePlugin(options: PluginOptions): Promise<number> {
  const executable = process.env["GRAPHPLANE_PLUGIN"];
  if (executable === undefined) {
    const plugin = new Plugin(options);
    open.push(() => plugin.close());
    return (await listen(service, plugin.handlers())).port;
  }
  const child = spawn(executable, [options.engine ?? ""], { env: options.environment, stdio: ["ignore", "pipe", "pipe"] });
  child.stderr.on("data", (text: Buffer) => printed.push(text.toString()));
  open.push(() => child.kill());
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return Number(line);
}

async function listen(service: grpc.ServiceDefinition, handlers: grpc.UntypedServiceImplementation) {
  const server = new grpc.Server();
  server.addService(service, handlers);
  open.push(() => server.forceShutdown());
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  return { server, port };
}

/** The calls of the protocol over plain values. */
export class PluginClient {
  readonly raw: ResourceProviderClient;

  constructor(port: number) {
    this.raw = new ResourceProviderClient(`127.0.0.1:${port}`, grpc.credentials.createInsecure());
  }

  close(): void {
    this.raw.close();
  }

  /** One call: resolves to the response, or rejects with the status. */
  call<Response>(begin: (done: (error: grpc.ServiceError | null, response: Response) => void) => unknown): Promise<Response> {
    return new Promise((resolve, reject) => begin((error, response) => (error === null ? resolve(response) : reject(error))));
  }

  configure(settings: Values, provider = defaultProvider): Promise<proto.ConfigureResponse> {
    return this.ask(service.configure, new proto.ConfigureRequest().setUrn(provider).setArgs(struct(settings)).setAcceptsecrets(true));
  }

  async checkConfig(news: Values, urn = ownProvider) {
    return checked(await this.ask(service.checkConfig, new proto.CheckRequest().setUrn(urn).setNews(struct(news))));
  }

  async diffConfig(olds: Values, news: Values): Promise<proto.DiffResponse.AsObject> {
    const request = new proto.DiffRequest().setOlds(struct(olds)).setNews(struct(news));
    return (await this.ask(service.diffConfig, request)).toObject();
  }

  async check(urn: string, news: Values, olds: Values = {}) {
    return checked(await this.ask(service.check, new proto.CheckRequest().setUrn(urn).setOlds(struct(olds)).setNews(struct(news))));
  }

  async diff(urn: string, id: string, olds: Values, news: Values, oldInputs: Values = {}) {
    const request = new proto.DiffRequest()
      .setUrn(urn)
      .setId(id)
      .setOlds(struct(olds))
      .setNews(struct(news))
      .setOldInputs(struct(oldInputs));
    const response = await this.ask(service.diff, request);
    const detailed: Record<string, string> = {};
    response.getDetaileddiffMap().forEach((diff, path) => (detailed[path] = nameOfKind(diff.getKind())));
    const isChanged = response.getChanges() === proto.DiffResponse.DiffChanges.DIFF_SOME;
    const shown = response.getHasdetaileddiff() ? { detailed } : {};
    return { isChanged, diffs: response.getDiffsList(), replaces: response.getReplacesList(), ...shown };
  }

  async create(urn: string, properties: Values, preview = false, timeoutSeconds = 0) {
    const request = new proto.CreateRequest().setUrn(urn).setProperties(struct(properties)).setPreview(preview).setTimeout(timeoutSeconds);
    const response = await this.ask(service.create, request);
    return { id: response.getId(), properties: plain(response.getProperties()) };
  }

  async update(urn: string, id: string, olds: Values, news: Values, preview = false): Promise<Values> {
    const request = new proto.UpdateRequest().setUrn(urn).setId(id).setOlds(struct(olds)).setNews(struct(news)).setPreview(preview);
    return plain((await this.ask(service.update, request)).getProperties());
  }

  async read(urn: string, id: string, properties: Values = {}, inputs: Values = {}) {
    const request = new proto.ReadRequest().setUrn(urn).setId(id).setProperties(struct(properties)).setInputs(struct(inputs));
    const response = await this.ask(service.read, request);
    return { id: response.getId(), properties: plain(response.getProperties()), inputs: plain(response.getInputs()) };
  }

  async delete(urn: string, id: string, properties: Values): Promise<void> {
    await this.ask(service.delete, new proto.DeleteRequest().setUrn(urn).setId(id).setProperties(struct(properties)));
  }

  async invoke(name: string, args: Values): Promise<Values> {
    const request = new proto.InvokeRequest().setTok(`graphplane:index:${name}`).setArgs(struct(args));
    return plain((await this.ask(service.invoke, request)).getReturn());
  }

  async cancel(): Promise<void> {
    await this.ask(service.cancel, new Empty());
  }

  private ask<Request, Response>(method: grpc.MethodDefinition<Request, Response>, request: Request): Promise<Response> {
    return call(this.raw, method, request);
  }
}

/** The message of a failed call, and the part of the resource that it left. */
export async function failureOf(
  call: Promise<unknown>,
): Promise<{ readonly message: string; readonly code: number; readonly left: Leftover | undefined }> {
  const error = await call.then(
    () => {
      throw new Error("the call did not fail");
    },
    (failed: grpc.ServiceError) => failed,
  );
  const [details] = error.metadata.get("grpc-status-details-bin");
  return { message: error.details, code: error.code, left: details === undefined ? undefined : leftOf(details as Buffer) };
}

function leftOf(details: Buffer): Leftover {
  const [any] = Status.deserializeBinary(details).getDetailsList();
  const failed = proto.ErrorResourceInitFailed.deserializeBinary(any?.getValue_asU8() ?? new Uint8Array());
  return { id: failed.getId(), properties: plain(failed.getProperties()), reasons: failed.getReasonsList() };
}

function checked(response: proto.CheckResponse) {
  const failures = response.getFailuresList().map((failure) => ({ property: failure.getProperty(), reason: failure.getReason() }));
  return { inputs: plain(response.getInputs()), failures };
}

function nameOfKind(kind: number): string {
  return ["ADD", "ADD_REPLACE", "DELETE", "DELETE_REPLACE", "UPDATE", "UPDATE_REPLACE"][kind] ?? "";
}
