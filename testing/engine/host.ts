import * as grpc from "@grpc/grpc-js";
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
  DiffResponse,
  ReadRequest,
  type ReadResponse,
  UpdateRequest,
  type UpdateResponse,
} from "@pulumi/pulumi/proto/provider_pb";
import { type Empty } from "google-protobuf/google/protobuf/empty_pb";
import { type Project } from "./project";
import { type Exit, spawnTethered, type TetheredProcess } from "./processes";
import { call, CHANNEL_OPTIONS, hostError } from "./protocol";
import { type Checked, type DiffAnswer, type Found, type ResourceHost } from "./resource-host";
import { type ResourceState } from "./state";
import { keepSecrets, type Properties } from "./values";
import { fromStruct, markSecret, plainValue, toStruct } from "./wire";

const PATIENCE = 2_000;

/** One process of the real dynamic-provider host, driven over its real protocol. */
export class Host implements ResourceHost {
  private exit: Exit | undefined;

  private constructor(
    private readonly process: TetheredProcess,
    private readonly client: ResourceProviderClient,
  ) {
    void process.exited.then((exit) => (this.exit = exit));
  }

  /** Starts a host and configures it with the stack's configuration. What it prints goes to `onLine`. */
  static async start(
    project: Project,
    options: { engine: string; stack: string; env: NodeJS.ProcessEnv; config: Properties },
    onLine: (line: string, stream: "stdout" | "stderr") => void,
  ): Promise<Host> {
    const env = { ...options.env, PULUMI_NODEJS_PROJECT: project.name, PULUMI_NODEJS_STACK: options.stack };
    let gotPort: (port: string) => void = () => undefined;
    const port = new Promise<string>((resolve) => (gotPort = resolve));
    let first = true;
    const process = spawnTethered([project.host, options.engine], { cwd: project.folder, env }, (line, stream) => {
      if (first && stream === "stdout" && /^\d+$/.test(line)) {
        first = false;
        gotPort(line);
      } else onLine(line, stream);
    });
    const failed = process.exited.then((exit) => Promise.reject(new Error(describeExit("could not be started", exit))));
    const address = `127.0.0.1:${await Promise.race([port, failed])}`;
    const host = new Host(process, new ResourceProviderClient(address, grpc.credentials.createInsecure(), CHANNEL_OPTIONS));
    await host.configure(options.config);
    return host;
  }

  private async configure(config: Properties): Promise<void> {
    const request = new ConfigureRequest().setAcceptsecrets(true).setAcceptresources(true).setArgs(toStruct(config, markSecret));
    await this.call<ConfigureResponse>((done) => this.client.configure(request, done));
  }

  async check(urn: string, olds: Properties, news: Properties): Promise<Checked> {
    const request = new CheckRequest().setUrn(urn).setOlds(toStruct(olds, plainValue)).setNews(toStruct(news, plainValue));
    const response = await this.call<CheckResponse>((done) => this.client.check(request, done));
    const failures = response.getFailuresList().map((failure) => ({ property: failure.getProperty(), reason: failure.getReason() }));
    return { inputs: keepSecrets(fromStruct(response.getInputs()), news), failures };
  }

  async diff(old: ResourceState, news: Properties, ignoreChanges: string[]): Promise<DiffAnswer> {
    const request = new DiffRequest()
      .setUrn(old.urn)
      .setId(old.id ?? "")
      .setOldInputs(toStruct(old.inputs, plainValue))
      .setOlds(toStruct(old.outputs, plainValue))
      .setNews(toStruct(news, plainValue))
      .setIgnorechangesList(ignoreChanges);
    const response = await this.call<DiffResponse>((done) => this.client.diff(request, done));
    const { DIFF_NONE, DIFF_SOME } = DiffResponse.DiffChanges;
    const changes = response.getChanges();
    return {
      changes: changes === DIFF_NONE ? "none" : changes === DIFF_SOME ? "some" : "unknown",
      replaces: response.getReplacesList(),
      deleteBeforeReplace: response.getDeletebeforereplace(),
    };
  }

  async create(urn: string, inputs: Properties): Promise<{ id: string; outputs: Properties }> {
    const request = new CreateRequest().setUrn(urn).setProperties(toStruct(inputs, plainValue));
    const response = await this.call<CreateResponse>((done) => this.client.create(request, done));
    return { id: response.getId(), outputs: keepSecrets(fromStruct(response.getProperties()), inputs) };
  }

  async update(old: ResourceState, news: Properties, ignoreChanges: string[]): Promise<Properties> {
    const request = new UpdateRequest()
      .setUrn(old.urn)
      .setId(old.id ?? "")
      .setOldInputs(toStruct(old.inputs, plainValue))
      .setOlds(toStruct(old.outputs, plainValue))
      .setNews(toStruct(news, plainValue))
      .setIgnorechangesList(ignoreChanges);
    const response = await this.call<UpdateResponse>((done) => this.client.update(request, done));
    return keepSecrets(fromStruct(response.getProperties()), news);
  }

  async read(urn: string, id: string, inputs: Properties, state: Properties): Promise<Found> {
    const request = new ReadRequest()
      .setUrn(urn)
      .setId(id)
      .setInputs(toStruct(inputs, plainValue))
      .setProperties(toStruct(state, plainValue));
    const response = await this.call<ReadResponse>((done) => this.client.read(request, done));
    const outputs = keepSecrets(fromStruct(response.getProperties()), state);
    const read = { id: response.getId(), outputs };
    return response.hasInputs() ? { ...read, inputs: keepSecrets(fromStruct(response.getInputs()), inputs) } : read;
  }

  async delete(old: ResourceState): Promise<void> {
    const request = new DeleteRequest()
      .setUrn(old.urn)
      .setId(old.id ?? "")
      .setOldInputs(toStruct(old.inputs, plainValue))
      .setProperties(toStruct(old.outputs, plainValue));
    await this.call<Empty>((done) => this.client.delete(request, done));
  }

  /** Ends the process, by force if it does not go. */
  async stop(): Promise<void> {
    this.client.close();
    await this.process.endProcess(PATIENCE);
  }

  private async call<Response>(send: (done: (error: grpc.ServiceError | null, response: Response) => void) => unknown): Promise<Response> {
    try {
      return await call(send);
    } catch (error) {
      // The connection breaks a moment before the process is seen to have ended.
      if ((error as grpc.ServiceError).code !== grpc.status.UNAVAILABLE) throw hostError(error);
      const exit = this.exit ?? (await this.process.endProcess(PATIENCE));
      throw new Error(describeExit("ended during an operation", exit));
    }
  }
}

function describeExit(what: string, exit: Exit): string {
  return `The provider host ${what} (${exit.signal ? `signal ${exit.signal}` : `exit code ${exit.code}`}).`;
}
