import * as grpc from "@grpc/grpc-js";
import { PluginAttach } from "@pulumi/pulumi/proto/plugin_pb";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import {
  CheckRequest,
  type CheckResponse,
  ConfigureRequest,
  type ConfigureResponse,
  CreateRequest,
  type CreateResponse,
  DeleteRequest,
  DiffRequest,
  type DiffResponse,
  InvokeRequest,
  type InvokeResponse,
  ProviderHandshakeRequest,
  type ProviderHandshakeResponse,
  ReadRequest,
  type ReadResponse,
  UpdateRequest,
  type UpdateResponse,
} from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { type Struct } from "google-protobuf/google/protobuf/struct_pb";
import { type Exit, type OnLine, type TetheredProcess } from "./processes";
import { type Project } from "./project";
import { call, CHANNEL_OPTIONS, hostError, readDiff } from "./protocol";
import { type Checked, type DiffAnswer, type Found, type ResourceHost } from "./resource-host";
import { type ResourceState } from "./state";
import { hasUnknowns, keepSecrets, type Properties } from "./values";
import { fromStruct, markSecret, plainText, plainValue, toStruct } from "./wire";

const PATIENCE = 2_000;
const NOT_CONFIGURED =
  "The provider for this resource has inputs that are not known during preview.\nThis preview may not correctly represent the changes that will be applied during an update.";

type Done<Response> = (error: grpc.ServiceError | null, response: Response) => void;

/** One provider in a process of its own, driven over its real protocol. */
export class Host implements ResourceHost {
  supportsPreview = false;
  /** False while the provider waits for settings that a preview does not know: it is asked nothing. */
  private configured = true;
  private acceptsSecrets = false;
  private exit: Exit | undefined;

  private constructor(
    private readonly client: ResourceProviderClient,
    /** Undefined where it was started by someone else. */
    private readonly process?: TetheredProcess,
  ) {
    void process?.exited.then((exit) => (this.exit = exit));
  }

  /** Starts a process whose first line on stdout is its port. What else it prints goes to `onLine`. */
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
    return new Host(connect(await Promise.race([port, failed])), process);
  }

  /** Uses a plugin that listens already. */
  static async attach(port: string, engine: string): Promise<Host> {
    const host = new Host(connect(port));
    await host.call<Empty>((done) => host.client.attach(new PluginAttach().setAddress(engine), done));
    return host;
  }

  /** Introduces the engine to a plugin, which may not know this call. */
  async handshake(engine: string, { root, folder }: Project): Promise<void> {
    const request = new ProviderHandshakeRequest().setEngineAddress(engine).setRootDirectory(root).setProgramDirectory(folder);
    request.setConfigureWithUrn(true);
    await this.optional<ProviderHandshakeResponse>((done) => this.client.handshake(request, done));
  }

  /** Checks the settings of a provider resource. */
  async checkConfig(urn: string, olds: Properties, news: Properties): Promise<Checked> {
    const request = new CheckRequest().setUrn(urn).setOlds(toStruct(olds, plainValue)).setNews(toStruct(news, plainValue));
    const response = await this.optional<CheckResponse>((done) => this.client.checkConfig(request, done));
    return response ? checked(response, (inputs) => keepSecrets(fromStruct(inputs), news)) : { inputs: news, failures: [] };
  }

  /** Says what a change of a provider resource's settings leads to. */
  async diffConfig(old: ResourceState, news: Properties): Promise<DiffAnswer> {
    const request = new DiffRequest()
      .setUrn(old.urn)
      .setOldInputs(toStruct(old.inputs, plainValue))
      .setOlds(toStruct(old.outputs, plainValue))
      .setNews(toStruct(news, plainValue));
    const response = await this.optional<DiffResponse>((done) => this.client.diffConfig(request, done));
    return response ? readDiff(response) : { changes: "unknown", replaces: [], deleteBeforeReplace: false };
  }

  /** Gives the provider its settings, once; a plugin's also says which provider resource they are of. */
  async configure(inputs: Properties, plugin?: { readonly name: string; readonly urn: string }): Promise<void> {
    this.configured = !hasUnknowns(inputs);
    if (!this.configured) return;
    const request = new ConfigureRequest().setAcceptsecrets(true).setAcceptresources(true).setArgs(toStruct(inputs, markSecret));
    const settings = Object.entries(inputs).filter(([name]) => name !== "version");
    if (plugin !== undefined) {
      request.setUrn(plugin.urn);
      const variables = request.getVariablesMap();
      for (const [name, value] of settings) variables.set(`${plugin.name}:config:${name}`, plainText(value));
    }
    const response = await this.call<ConfigureResponse>((done) => this.client.configure(request, done));
    this.acceptsSecrets = response.getAcceptsecrets();
    this.supportsPreview = response.getSupportspreview();
  }

  async check(urn: string, olds: Properties, news: Properties): Promise<Checked> {
    if (!this.configured) return { inputs: news, failures: [] };
    const request = new CheckRequest().setUrn(urn).setOlds(this.toWire(olds)).setNews(this.toWire(news));
    const response = await this.call<CheckResponse>((done) => this.client.check(request, done));
    return checked(response, (inputs) => this.fromWire(inputs, news));
  }

  async diff(old: ResourceState, news: Properties, ignoreChanges: string[]): Promise<DiffAnswer> {
    if (!this.configured) return { changes: "some", replaces: [], deleteBeforeReplace: false, warning: NOT_CONFIGURED };
    const request = new DiffRequest()
      .setUrn(old.urn)
      .setId(old.id ?? "")
      .setOldInputs(this.toWire(old.inputs))
      .setOlds(this.toWire(old.outputs))
      .setNews(this.toWire(news))
      .setIgnorechangesList(ignoreChanges);
    return readDiff(await this.call<DiffResponse>((done) => this.client.diff(request, done)));
  }

  async create(urn: string, inputs: Properties, preview: boolean): Promise<{ id: string; outputs: Properties }> {
    if (!this.configured) return { id: "", outputs: {} };
    const request = new CreateRequest().setUrn(urn).setProperties(this.toWire(inputs)).setPreview(preview);
    const response = await this.call<CreateResponse>((done) => this.client.create(request, done));
    return { id: response.getId(), outputs: this.fromWire(response.getProperties(), inputs) };
  }

  async update(old: ResourceState, news: Properties, ignoreChanges: string[], preview: boolean): Promise<Properties> {
    if (!this.configured) return {};
    const request = new UpdateRequest()
      .setUrn(old.urn)
      .setId(old.id ?? "")
      .setOldInputs(this.toWire(old.inputs))
      .setOlds(this.toWire(old.outputs))
      .setNews(this.toWire(news))
      .setIgnorechangesList(ignoreChanges)
      .setPreview(preview);
    const response = await this.call<UpdateResponse>((done) => this.client.update(request, done));
    return this.fromWire(response.getProperties(), news);
  }

  async read(urn: string, id: string, inputs: Properties, state: Properties): Promise<Found> {
    if (!this.configured) return { id, outputs: {} };
    const request = new ReadRequest().setUrn(urn).setId(id).setInputs(this.toWire(inputs)).setProperties(this.toWire(state));
    const response = await this.call<ReadResponse>((done) => this.client.read(request, done));
    const read = { id: response.getId(), outputs: this.fromWire(response.getProperties(), state) };
    return response.hasInputs() ? { ...read, inputs: this.fromWire(response.getInputs(), inputs) } : read;
  }

  async delete(old: ResourceState): Promise<void> {
    const request = new DeleteRequest()
      .setUrn(old.urn)
      .setId(old.id ?? "")
      .setOldInputs(this.toWire(old.inputs))
      .setProperties(this.toWire(old.outputs));
    await this.call<Empty>((done) => this.client.delete(request, done));
  }

  /** Calls a function of the provider; nothing if the provider is not configured yet. */
  async invoke(token: string, args: Properties): Promise<InvokeResponse | undefined> {
    if (!this.configured) return undefined;
    const request = new InvokeRequest().setTok(token).setArgs(this.toWire(args));
    return this.call<InvokeResponse>((done) => this.client.invoke(request, done));
  }

  /** Asks the provider to break off what it does. */
  async cancel(): Promise<void> {
    await this.optional<Empty>((done) => this.client.cancel(new Empty(), done));
  }

  /** Ends the process, by force if it does not go. */
  async stop(): Promise<void> {
    this.client.close();
    await this.process?.endProcess(PATIENCE);
  }

  /** Secrets keep their mark only on the way to a provider that knows it. */
  private toWire(properties: Properties): Struct {
    return toStruct(properties, this.acceptsSecrets ? markSecret : plainValue);
  }

  private fromWire(returned: Struct | undefined, sent: Properties): Properties {
    return this.acceptsSecrets ? fromStruct(returned) : keepSecrets(fromStruct(returned), sent);
  }

  /** A call that a provider need not know. */
  private async optional<Response>(send: (done: Done<Response>) => unknown): Promise<Response | undefined> {
    return this.call<Response | undefined>((done) =>
      send((error, response) => (error?.code === grpc.status.UNIMPLEMENTED ? done(null, undefined) : done(error, response))),
    );
  }

  private async call<Response>(send: (done: Done<Response>) => unknown): Promise<Response> {
    try {
      return await call(send);
    } catch (error) {
      // The connection breaks a moment before the process is seen to have ended.
      if ((error as grpc.ServiceError).code !== grpc.status.UNAVAILABLE) throw hostError(error);
      const exit = this.exit ?? (await this.process?.endProcess(PATIENCE));
      if (exit === undefined) throw hostError(error);
      throw new Error(describeExit("ended during an operation", exit));
    }
  }
}

function connect(port: string): ResourceProviderClient {
  return new ResourceProviderClient(`127.0.0.1:${port}`, grpc.credentials.createInsecure(), CHANNEL_OPTIONS);
}

function checked(response: CheckResponse, read: (inputs: Struct | undefined) => Properties): Checked {
  const failures = response.getFailuresList().map((failure) => ({ property: failure.getProperty(), reason: failure.getReason() }));
  return { inputs: read(response.getInputs()), failures };
}

function describeExit(what: string, exit: Exit): string {
  return `The provider host ${what} (${exit.signal ? `signal ${exit.signal}` : `exit code ${exit.code}`}).`;
}
