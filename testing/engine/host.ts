import * as grpc from "@grpc/grpc-js";
import { PluginAttach } from "@pulumi/pulumi/proto/plugin_pb";
import { ResourceProviderService as service } from "@pulumi/pulumi/proto/provider_grpc_pb";
import {
  CheckRequest,
  type CheckResponse,
  ConfigureRequest,
  CreateRequest,
  DeleteRequest,
  DiffRequest,
  DiffResponse,
  ErrorResourceInitFailed,
  InvokeRequest,
  type InvokeResponse,
  PropertyDiff,
  ProviderHandshakeRequest,
  ReadRequest,
  UpdateRequest,
} from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { type Message } from "google-protobuf";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { type Struct } from "google-protobuf/google/protobuf/struct_pb";
import { type PropertyChange } from "./diff";
import { messageOf } from "./errors";
import { type Exit, type OnLine, type TetheredProcess } from "./processes";
import { type Project } from "./project";
import { call, connect } from "./protocol";
import { type ResourceState } from "./state";
import { contains, fromStruct, keepSecrets, markSecret, plainText, plainValue, type Properties, toStruct, Unknown } from "./values";

const PATIENCE = 2_000;
const NOT_CONFIGURED =
  "The provider for this resource has inputs that are not known during preview.\nThis preview may not correctly represent the changes that will be applied during an update.";

/** The response to Check: the inputs to go on with, and what is wrong with them. */
export interface Checked {
  inputs: Properties;
  failures: { property: string; reason: string }[];
}

/** The response to Diff. */
export interface DiffAnswer {
  changes: "unknown" | "none" | "some";
  replaces: string[];
  deleteBeforeReplace: boolean;
  /** By path, without values, if the provider compares property by property. */
  detailed?: Record<string, PropertyChange>;
  /** The reason why the response may be wrong. */
  warning?: string;
}

/** The response to Read; an empty `id` means that the resource is gone. `inputs` only if the provider returned them. */
export interface Found {
  id: string;
  outputs: Properties;
  inputs?: Properties;
}

/** The resource operations of a provider that has its settings. */
export type ResourceHost = Pick<Host, "supportsPreview" | "check" | "diff" | "create" | "update" | "read" | "delete"> &
  Partial<Pick<Host, "invoke">>;

/** A resource that exists but did not become ready, as its provider describes it. */
export interface PartialFailure {
  id: string;
  properties: Properties;
  reasons: string[];
}

/** The failure of a provider, with the part of the resource that exists nevertheless. */
export class HostError extends Error {
  override readonly name = "HostError";
  constructor(
    message: string,
    readonly partial: PartialFailure | undefined,
    /** The status of the call. */
    readonly code?: number,
  ) {
    super(message);
  }
}

/** One provider in a process of its own, called over gRPC. */
export class Host {
  /** Whether `create` and `update` predict their results, given `preview`. */
  supportsPreview = false;
  /** False while a preview does not know the provider's settings: the provider is asked nothing. */
  private configured = true;
  private acceptsSecrets = false;
  private exit: Exit | undefined;

  private constructor(
    private readonly client: grpc.Client,
    /** Undefined if someone else started it. */
    private readonly process?: TetheredProcess,
  ) {
    void process?.exited.then((exit) => (this.exit = exit));
  }

  /** Starts a process whose first line on stdout is its port. Its other lines go to `onLine`. */
  static async start(spawn: (onLine: OnLine) => TetheredProcess, onLine: OnLine): Promise<Host> {
    let gotPort: (port: string) => void = () => undefined;
    const port = new Promise<string>((resolve) => (gotPort = resolve));
    let first = true;
    const process = spawn((line, stream) => {
      if (first && stream === "stdout" && /^\d+$/.test(line)) {
        first = false;
        gotPort(line);
      } else onLine(line, stream);
    });
    const failed = process.exited.then((exit) => Promise.reject(new Error(describeExit("could not be started", exit))));
    return new Host(connect(`127.0.0.1:${await Promise.race([port, failed])}`), process);
  }

  /** Uses a plugin that is listening already. */
  static async attach(port: string, engine: string): Promise<Host> {
    const host = new Host(connect(`127.0.0.1:${port}`));
    await host.call(service.attach, new PluginAttach().setAddress(engine));
    return host;
  }

  /** Introduces the engine to a plugin, which may not know this call. */
  async handshake(engine: string, { root, folder }: Project): Promise<void> {
    const request = new ProviderHandshakeRequest().setEngineAddress(engine).setRootDirectory(root).setProgramDirectory(folder);
    await this.optional(service.handshake, request.setConfigureWithUrn(true));
  }

  /** Checks the settings of a provider resource. */
  async checkConfig(urn: string, olds: Properties, news: Properties): Promise<Checked> {
    const request = new CheckRequest().setUrn(urn).setOlds(toStruct(olds, plainValue)).setNews(toStruct(news, plainValue));
    const response = await this.optional(service.checkConfig, request);
    return response ? checked(response, keepSecrets(fromStruct(response.getInputs()), news)) : { inputs: news, failures: [] };
  }

  /** Compares the settings of a provider resource. */
  async diffConfig(old: ResourceState, news: Properties): Promise<DiffAnswer> {
    const request = new DiffRequest()
      .setUrn(old.urn)
      .setOldInputs(toStruct(old.inputs, plainValue))
      .setOlds(toStruct(old.outputs, plainValue))
      .setNews(toStruct(news, plainValue));
    const response = await this.optional(service.diffConfig, request);
    return response ? readDiff(response) : { changes: "unknown", replaces: [], deleteBeforeReplace: false };
  }

  /** Gives the provider its settings, once. */
  async configure(inputs: Properties, { name, urn }: { readonly name: string; readonly urn: string }): Promise<void> {
    this.configured = !contains(inputs, Unknown);
    if (!this.configured) return;
    const request = new ConfigureRequest().setUrn(urn).setAcceptsecrets(true).setAcceptresources(true);
    const variables = request.setArgs(toStruct(inputs, markSecret)).getVariablesMap();
    const settings = Object.entries(inputs).filter(([key]) => key !== "version");
    for (const [key, value] of settings) variables.set(`${name}:config:${key}`, plainText(value));
    const response = await this.call(service.configure, request);
    this.acceptsSecrets = response.getAcceptsecrets();
    this.supportsPreview = response.getSupportspreview();
  }

  async check(urn: string, olds: Properties, news: Properties): Promise<Checked> {
    if (!this.configured) return { inputs: news, failures: [] };
    const request = new CheckRequest().setUrn(urn).setOlds(this.toWire(olds)).setNews(this.toWire(news));
    const response = await this.call(service.check, request);
    return checked(response, this.fromWire(response.getInputs(), news));
  }

  async diff(old: ResourceState, news: Properties, ignoreChanges: string[]): Promise<DiffAnswer> {
    if (!this.configured) return { changes: "some", replaces: [], deleteBeforeReplace: false, warning: NOT_CONFIGURED };
    return readDiff(await this.call(service.diff, this.change(new DiffRequest(), old, news, ignoreChanges)));
  }

  async create(urn: string, inputs: Properties, preview: boolean): Promise<{ id: string; outputs: Properties }> {
    if (!this.configured) return { id: "", outputs: {} };
    const request = new CreateRequest().setUrn(urn).setProperties(this.toWire(inputs)).setPreview(preview);
    const response = await this.call(service.create, request);
    return { id: response.getId(), outputs: this.fromWire(response.getProperties(), inputs) };
  }

  async update(old: ResourceState, news: Properties, ignoreChanges: string[], preview: boolean): Promise<Properties> {
    if (!this.configured) return {};
    const request = this.change(new UpdateRequest(), old, news, ignoreChanges).setPreview(preview);
    return this.fromWire((await this.call(service.update, request)).getProperties(), news);
  }

  async read(urn: string, id: string, inputs: Properties, state: Properties): Promise<Found> {
    if (!this.configured) return { id, outputs: {} };
    const request = new ReadRequest().setUrn(urn).setId(id).setInputs(this.toWire(inputs)).setProperties(this.toWire(state));
    const response = await this.call(service.read, request);
    const read = { id: response.getId(), outputs: this.fromWire(response.getProperties(), state) };
    return response.hasInputs() ? { ...read, inputs: this.fromWire(response.getInputs(), inputs) } : read;
  }

  async delete({ urn, id = "", inputs, outputs }: ResourceState): Promise<void> {
    const request = new DeleteRequest().setUrn(urn).setId(id).setOldInputs(this.toWire(inputs)).setProperties(this.toWire(outputs));
    await this.call(service.delete, request);
  }

  /** Calls a function of the provider; undefined if the provider is not configured yet. */
  async invoke(token: string, args: Properties): Promise<InvokeResponse | undefined> {
    if (!this.configured) return undefined;
    return this.call(service.invoke, new InvokeRequest().setTok(token).setArgs(this.toWire(args)));
  }

  /** Asks the provider to break off its operations. */
  async cancel(): Promise<void> {
    await this.optional(service.cancel, new Empty());
  }

  /** Ends the process, by force if necessary. */
  async stop(): Promise<void> {
    this.client.close();
    await this.process?.endProcess(PATIENCE);
  }

  /** Completes a request about an old state and new inputs. */
  private change<Request extends DiffRequest | UpdateRequest>(
    request: Request,
    { urn, id = "", inputs, outputs }: ResourceState,
    news: Properties,
    ignoreChanges: string[],
  ): Request {
    request.setUrn(urn).setId(id).setOldInputs(this.toWire(inputs)).setOlds(this.toWire(outputs));
    request.setNews(this.toWire(news)).setIgnorechangesList(ignoreChanges);
    return request;
  }

  /** Secrets keep their mark only if the provider accepts it. */
  private toWire(properties: Properties): Struct {
    return toStruct(properties, this.acceptsSecrets ? markSecret : plainValue);
  }

  private fromWire(returned: Struct | undefined, sent: Properties): Properties {
    return this.acceptsSecrets ? fromStruct(returned) : keepSecrets(fromStruct(returned), sent);
  }

  /** Calls a method that the provider may not have. */
  private async optional<Request, Response>(
    method: grpc.MethodDefinition<Request, Response>,
    request: Request,
  ): Promise<Response | undefined> {
    try {
      return await this.call(method, request);
    } catch (error) {
      if (error instanceof HostError && error.code === grpc.status.UNIMPLEMENTED) return undefined;
      throw error;
    }
  }

  private async call<Request, Response>(method: grpc.MethodDefinition<Request, Response>, request: Request): Promise<Response> {
    try {
      return await call(this.client, method, request);
    } catch (error) {
      // The connection breaks a moment before the process is seen to have ended.
      const broken = (error as grpc.ServiceError).code === grpc.status.UNAVAILABLE;
      const exit = broken ? (this.exit ?? (await this.process?.endProcess(PATIENCE))) : undefined;
      throw exit ? new Error(describeExit("ended during an operation", exit)) : hostError(error);
    }
  }
}

function checked(response: CheckResponse, inputs: Properties): Checked {
  return { inputs, failures: response.getFailuresList().map((failure) => failure.toObject()) };
}

function readDiff(response: DiffResponse): DiffAnswer {
  const { DIFF_NONE, DIFF_SOME } = DiffResponse.DiffChanges;
  const changes = response.getChanges();
  const detailed: Record<string, PropertyChange> = {};
  response.getDetaileddiffMap().forEach((change, path) => (detailed[path] = readChange(change)));
  return {
    changes: changes === DIFF_NONE ? "none" : changes === DIFF_SOME ? "some" : "unknown",
    replaces: response.getReplacesList(),
    deleteBeforeReplace: response.getDeletebeforereplace(),
    ...(response.getHasdetaileddiff() && { detailed }),
  };
}

function readChange(change: PropertyDiff): PropertyChange {
  const { ADD, ADD_REPLACE, DELETE, DELETE_REPLACE, UPDATE_REPLACE } = PropertyDiff.Kind;
  const kind = change.getKind();
  const replaces = kind === ADD_REPLACE || kind === DELETE_REPLACE || kind === UPDATE_REPLACE;
  return {
    kind: kind === ADD || kind === ADD_REPLACE ? "add" : kind === DELETE || kind === DELETE_REPLACE ? "delete" : "update",
    inputDiff: change.getInputdiff(),
    ...(replaces && { replaces }),
  };
}

/** The error of a call: its text without the status that gRPC puts before it, and the partial failure in it, if there is one. */
function hostError(error: unknown): HostError {
  const { details, metadata, code } = error as Partial<grpc.ServiceError>;
  const [status] = metadata?.get("grpc-status-details-bin") ?? [];
  return new HostError(details || messageOf(error), status instanceof Buffer ? partialFailure(status) : undefined, code);
}

function partialFailure(status: Buffer): PartialFailure | undefined {
  for (const any of Status.deserializeBinary(status).getDetailsList()) {
    const failure = any.unpack<Message & ErrorResourceInitFailed>(
      (bytes) => ErrorResourceInitFailed.deserializeBinary(bytes),
      "pulumirpc.ErrorResourceInitFailed",
    );
    if (failure) return { id: failure.getId(), properties: fromStruct(failure.getProperties()), reasons: failure.getReasonsList() };
  }
  return undefined;
}

function describeExit(what: string, exit: Exit): string {
  return `The provider host ${what} (${exit.signal ? `signal ${exit.signal}` : `exit code ${exit.code}`}).`;
}
