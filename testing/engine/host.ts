import type * as grpc from "@grpc/grpc-js";
import { PluginAttach } from "@pulumi/pulumi/proto/plugin_pb";
import { ResourceProviderService as service } from "@pulumi/pulumi/proto/provider_grpc_pb";
import {
  CheckRequest,
  ConfigureRequest,
  CreateRequest,
  DeleteRequest,
  DiffRequest,
  DiffResponse,
  ErrorResourceInitFailed,
  ReadRequest,
  UpdateRequest,
} from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { type Message } from "google-protobuf";
import { type Struct } from "google-protobuf/google/protobuf/struct_pb";
import { call, connect, messageOf } from "./protocol";
import { type ResourceState } from "./state";
import { fromStruct, keepSecrets, plain, type Properties, sameInputs, toStruct } from "./values";

/** The response to Check: the inputs to go on with, and what is wrong with them. */
export interface Checked {
  inputs: Properties;
  failures: { property: string; reason: string }[];
}

/** The response to Diff; if the provider leaves open whether anything changed, the inputs decide. */
export interface DiffAnswer {
  changed: boolean;
  replaces: string[];
  deleteBeforeReplace: boolean;
}

/** The response to Read; an empty `id` means that the resource is gone. `inputs` only if the provider returned them. */
export interface Found {
  id: string;
  outputs: Properties;
  inputs?: Properties;
}

/** The resource operations of a provider that has its settings. */
export type ResourceHost = Pick<Host, "supportsPreview" | "check" | "diff" | "create" | "update" | "read" | "delete">;

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
    /** The status of gRPC. */
    readonly code?: grpc.status,
  ) {
    super(message);
  }
}

/** One provider, called over gRPC. */
export class Host {
  /** Whether `create` and `update` predict their results, given `preview`. */
  supportsPreview = false;
  private acceptsSecrets = false;
  private readonly client: grpc.Client;

  /** The provider that listens at an address. */
  constructor(address: string) {
    this.client = connect(address);
  }

  /** Tells a plugin that is listening already the engine's address. */
  async attach(engine: string): Promise<void> {
    await this.call(service.attach, new PluginAttach().setAddress(engine));
  }

  /** Gives the provider its settings, once. */
  async configure(inputs: Properties, { name, urn }: { readonly name: string; readonly urn: string }): Promise<void> {
    const request = new ConfigureRequest().setUrn(urn).setAcceptsecrets(true).setAcceptresources(true).setArgs(toStruct(inputs));
    for (const [key, value] of Object.entries(plain(inputs))) {
      request.getVariablesMap().set(`${name}:config:${key}`, typeof value === "string" ? value : JSON.stringify(value));
    }
    const response = await this.call(service.configure, request);
    this.acceptsSecrets = response.getAcceptsecrets();
    this.supportsPreview = response.getSupportspreview();
  }

  async check(urn: string, olds: Properties, news: Properties): Promise<Checked> {
    const request = new CheckRequest().setUrn(urn).setOlds(this.toWire(olds)).setNews(this.toWire(news));
    const response = await this.call(service.check, request);
    return {
      inputs: this.fromWire(response.getInputs(), news),
      failures: response.getFailuresList().map((failure) => failure.toObject()),
    };
  }

  async diff(old: ResourceState, news: Properties): Promise<DiffAnswer> {
    const { DIFF_NONE, DIFF_SOME } = DiffResponse.DiffChanges;
    const response = await this.call(service.diff, this.change(new DiffRequest(), old, news));
    const changes = response.getChanges();
    return {
      changed: changes === DIFF_SOME || (changes !== DIFF_NONE && !sameInputs(old.inputs, news)),
      replaces: response.getReplacesList(),
      deleteBeforeReplace: response.getDeletebeforereplace(),
    };
  }

  async create(urn: string, inputs: Properties, preview: boolean, timeoutSeconds = 0): Promise<{ id: string; outputs: Properties }> {
    const request = new CreateRequest().setUrn(urn).setProperties(this.toWire(inputs)).setPreview(preview).setTimeout(timeoutSeconds);
    const response = await this.call(service.create, request);
    return { id: response.getId(), outputs: this.fromWire(response.getProperties(), inputs) };
  }

  async update(old: ResourceState, news: Properties, preview: boolean): Promise<Properties> {
    const response = await this.call(service.update, this.change(new UpdateRequest(), old, news).setPreview(preview));
    return this.fromWire(response.getProperties(), news);
  }

  async read(urn: string, id: string, inputs: Properties, state: Properties): Promise<Found> {
    const request = new ReadRequest().setUrn(urn).setId(id).setInputs(this.toWire(inputs)).setProperties(this.toWire(state));
    const response = await this.call(service.read, request);
    const read = { id: response.getId(), outputs: this.fromWire(response.getProperties(), state) };
    return response.hasInputs() ? { ...read, inputs: this.fromWire(response.getInputs(), inputs) } : read;
  }

  async delete({ urn, id = "", inputs, outputs }: ResourceState): Promise<void> {
    const request = new DeleteRequest().setUrn(urn).setId(id).setOldInputs(this.toWire(inputs)).setProperties(this.toWire(outputs));
    await this.call(service.delete, request);
  }

  /** Closes the connection. */
  stop(): void {
    this.client.close();
  }

  /** Completes a request about an old state and new inputs. */
  private change<Request extends DiffRequest | UpdateRequest>(
    request: Request,
    { urn, id = "", inputs, outputs }: ResourceState,
    news: Properties,
  ): Request {
    request.setUrn(urn).setId(id).setOldInputs(this.toWire(inputs)).setOlds(this.toWire(outputs)).setNews(this.toWire(news));
    return request;
  }

  /** Secrets keep their mark only if the provider accepts it. */
  private toWire(properties: Properties): Struct {
    return toStruct(this.acceptsSecrets ? properties : plain(properties));
  }

  private fromWire(returned: Struct | undefined, sent: Properties): Properties {
    return this.acceptsSecrets ? fromStruct(returned) : keepSecrets(fromStruct(returned), sent);
  }

  /** Calls any method of the protocol. */
  async call<Request, Response>(method: grpc.MethodDefinition<Request, Response>, request: Request): Promise<Response> {
    try {
      return await call(this.client, method, request);
    } catch (error) {
      throw hostError(error);
    }
  }
}

/** The error of a call: its text without the status that gRPC puts before it, and the partial failure in it, if there is one. */
function hostError(error: unknown): HostError {
  const { code, details, metadata } = error as Partial<grpc.ServiceError>;
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
