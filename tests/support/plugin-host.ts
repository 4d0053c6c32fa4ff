import * as grpc from "@grpc/grpc-js";
import { PluginAttach } from "@pulumi/pulumi/proto/plugin_pb";
import { ResourceProviderService as service } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import type { Message } from "google-protobuf";
import { type DiffResult, HostError, type PartialFailure, type ResourceHost } from "../../testing/engine/host";
import { channelOptions, messageOf } from "../../testing/engine/protocol";
import type { ResourceState } from "../../testing/engine/state";
import { fromStruct, plain, type Properties, toStruct } from "../../testing/engine/values";

/** A plugin that accepts secrets and predicts results, called over gRPC. */
export class PluginHost implements ResourceHost {
  readonly supportsPreview = true;
  private readonly client: grpc.Client;

  /** The plugin that listens at an address. */
  constructor(address: string) {
    this.client = new grpc.Client(address, grpc.credentials.createInsecure(), channelOptions);
  }

  /** Tells the plugin the engine's address. */
  async attach(engine: string): Promise<void> {
    await this.call(service.attach, new PluginAttach().setAddress(engine));
  }

  /** Gives the provider its settings, once. */
  async configure(inputs: Properties, { name, urn }: { readonly name: string; readonly urn: string }): Promise<void> {
    const request = new proto.ConfigureRequest().setUrn(urn).setAcceptsecrets(true).setAcceptresources(true).setArgs(toStruct(inputs));
    for (const [key, value] of Object.entries(plain(inputs)))
      request.getVariablesMap().set(`${name}:config:${key}`, typeof value === "string" ? value : JSON.stringify(value));
    const response = await this.call(service.configure, request);
    if (!response.getAcceptsecrets() || !response.getSupportspreview()) throw new Error("the plugin takes no secrets, or no previews");
  }

  async check(urn: string, olds: Properties, news: Properties) {
    const request = new proto.CheckRequest().setUrn(urn).setOlds(toStruct(olds)).setNews(toStruct(news));
    const response = await this.call(service.check, request);
    return { inputs: fromStruct(response.getInputs()), failures: response.getFailuresList().map((failure) => failure.toObject()) };
  }

  async diff(old: ResourceState, news: Properties): Promise<DiffResult> {
    const response = await this.call(service.diff, change(new proto.DiffRequest(), old, news));
    return {
      changed: response.getChanges() === proto.DiffResponse.DiffChanges.DIFF_SOME,
      replaces: response.getReplacesList(),
      deleteBeforeReplace: response.getDeletebeforereplace(),
    };
  }

  async create(urn: string, inputs: Properties, preview: boolean, timeoutSeconds = 0) {
    const request = new proto.CreateRequest().setUrn(urn).setProperties(toStruct(inputs)).setPreview(preview).setTimeout(timeoutSeconds);
    const response = await this.call(service.create, request);
    return { id: response.getId(), outputs: fromStruct(response.getProperties()) };
  }

  async update(old: ResourceState, news: Properties, preview: boolean): Promise<Properties> {
    const response = await this.call(service.update, change(new proto.UpdateRequest(), old, news).setPreview(preview));
    return fromStruct(response.getProperties());
  }

  async read(urn: string, id: string, inputs: Properties, state: Properties) {
    const request = new proto.ReadRequest().setUrn(urn).setId(id).setInputs(toStruct(inputs)).setProperties(toStruct(state));
    const response = await this.call(service.read, request);
    const known = response.hasInputs() && { inputs: fromStruct(response.getInputs()) };
    return { id: response.getId(), outputs: fromStruct(response.getProperties()), ...known };
  }

  async delete({ urn, id = "", inputs, outputs }: ResourceState, timeoutSeconds = 0): Promise<void> {
    const request = new proto.DeleteRequest().setUrn(urn).setId(id).setOldInputs(toStruct(inputs)).setProperties(toStruct(outputs));
    await this.call(service.delete, request.setTimeout(timeoutSeconds));
  }

  /** Closes the connection. */
  stop(): void {
    this.client.close();
  }

  /** Calls any method of the protocol. */
  call<Request, Response>(
    { path, requestSerialize, responseDeserialize }: grpc.MethodDefinition<Request, Response>,
    request: Request,
  ): Promise<Response> {
    return new Promise((resolve, reject) => {
      this.client.makeUnaryRequest(path, requestSerialize, responseDeserialize, request, (error, response) =>
        error ? reject(hostError(error)) : resolve(response as Response),
      );
    });
  }
}

/** Completes a request about an old state and new inputs. */
function change<Request extends proto.DiffRequest | proto.UpdateRequest>(
  request: Request,
  { urn, id = "", inputs, outputs }: ResourceState,
  news: Properties,
): Request {
  request.setUrn(urn).setId(id).setOldInputs(toStruct(inputs)).setOlds(toStruct(outputs)).setNews(toStruct(news));
  return request;
}

/** The error of a call: its text without the status that gRPC puts before it, and the partial failure in it, if there is one. */
function hostError(error: grpc.ServiceError): HostError {
  const { code, details, metadata } = error;
  const [status] = metadata.get("grpc-status-details-bin");
  return new HostError(details || messageOf(error), status instanceof Buffer ? partialFailure(status) : undefined, code);
}

function partialFailure(status: Buffer): PartialFailure | undefined {
  for (const any of Status.deserializeBinary(status).getDetailsList()) {
    const failure = any.unpack<Message & proto.ErrorResourceInitFailed>(
      (bytes) => proto.ErrorResourceInitFailed.deserializeBinary(bytes),
      "pulumirpc.ErrorResourceInitFailed",
    );
    if (failure) return { id: failure.getId(), properties: fromStruct(failure.getProperties()), reasons: failure.getReasonsList() };
  }
  return undefined;
}
