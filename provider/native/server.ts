import { setMaxListeners } from "node:events";
import type * as grpc from "@grpc/grpc-js";
import { type PluginAttach, PluginInfo } from "@pulumi/pulumi/proto/plugin_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { type Client, type Clock, createClient, ReadCache, systemClock } from "../../client";
import { approvalFrom } from "../../client/http/approval";
import { version } from "../../client/http/version";
import { withoutHostKeys } from "../dynamic/door";
import { InputError } from "../errors";
import { Lifecycle, type StateDiff } from "../lifecycle/lifecycle";
import { ProviderProcess } from "../lifecycle/process";
import { approvalKeyVariable } from "../announce/hashes";
import { recordsVariable } from "../announce/records";
import { nameAccount } from "../announce/lines";
import type { Operation } from "../lifecycle/operation";
import type { Properties } from "../reconcile/notes";
import { definitionOf } from "../registry";
import { unknownValue } from "../values/unknowns";
import { kindOf as kindOfType, partsOf } from "../values/urn";
import type { CheckFailure } from "../values/validation";
import { answer } from "./answer";
import { detailedDiff } from "./detailed-diff";
import { EngineLog } from "./engine-log";
import { invokeFunction } from "./invoke";
import { pluginSchema } from "./schema";
import { findUnknownSettings, ProviderSettings } from "./settings";
import { type Decoded, decodeProperties, encodeProperties, markSecrets } from "./values";

/** The native door: the engine's plugin protocol over the lifecycle. */

type Handlers = grpc.UntypedServiceImplementation;
type Act<T> = (operation: Operation, lifecycle: Lifecycle) => Promise<T>;

/** Dependencies of a plugin. */
export interface PluginOptions {
  /** The engine's address, if the command line has it. */
  readonly engine?: string | undefined;
  readonly environment?: NodeJS.ProcessEnv;
  readonly clock?: Clock;
}

/** The plugin of one provider resource: the engine starts a process for each. */
export class Plugin {
  private readonly log = new EngineLog();
  /** Lines of single attempts, for GRAPHPLANE_LOG=debug. */
  private readonly attempts = this.log.of("");
  private cancelled = cancellation();
  private readonly clock: Clock;
  private readonly environment: NodeJS.ProcessEnv;
  private lifecycles = new Map<string, Lifecycle>();
  private shared: ProviderProcess;
  private settings: ProviderSettings;
  private client: Client | undefined;
  private reads: ReadCache<unknown>;
  /** True if a program declares the provider: the engine skips CheckConfig for one that it loads from the state. */
  private isDeclaredByProgram = false;
  /** True if CheckConfig was called since the last Configure. */
  private configWasChecked = false;

  constructor(options: PluginOptions = {}) {
    this.clock = options.clock ?? systemClock;
    this.reads = new ReadCache(this.clock, false);
    this.environment = options.environment ?? process.env;
    this.settings = new ProviderSettings({}, this.environment);
    this.shared = new ProviderProcess(this.clock);
    this.log.connect(options.engine ?? "");
  }

  close(): void {
    this.log.close();
  }

  /** The protocol's handlers; gRPC answers UNIMPLEMENTED for any other method, which the engine tolerates. */
  handlers(): Handlers {
    return {
      handshake: answer((request: proto.ProviderHandshakeRequest) => {
        this.log.connect(request.getEngineAddress());
        return new proto.ProviderHandshakeResponse().setAcceptSecrets(true);
      }),
      attach: answer((request: PluginAttach) => {
        this.log.connect(request.getAddress());
        return new Empty();
      }),
      getPluginInfo: answer(() => new PluginInfo().setVersion(version)),
      getSchema: answer(() => new proto.GetSchemaResponse().setSchema(pluginSchema.text())),
      cancel: answer(() => {
        this.cancelled.abort(new InputError("the operation was cancelled. Run the same command again to continue from here"));
        return new Empty();
      }),
      checkConfig: answer((request: proto.CheckRequest) => this.checkConfig(request)),
      diffConfig: answer((request: proto.DiffRequest) => this.diffConfig(request)),
      configure: answer((request: proto.ConfigureRequest) => this.configure(request)),
      invoke: answer((request: proto.InvokeRequest) => this.invoke(request)),
      ...this.resourceHandlers(),
    };
  }

  private resourceHandlers(): Handlers {
    return {
      check: answer((request: proto.CheckRequest) => this.check(request)),
      diff: answer((request: proto.DiffRequest) => this.diff(request)),
      create: answer(
        (request: proto.CreateRequest) => this.create(request),
        (request) => this.secretTest(request.getUrn(), decodeProperties(request.getProperties())),
      ),
      update: answer(
        (request: proto.UpdateRequest) => this.update(request),
        (request) => this.secretTest(request.getUrn(), decodeProperties(request.getNews()), decodeState(request.getOlds())),
      ),
      read: answer((request: proto.ReadRequest) => this.read(request)),
      delete: answer((request: proto.DeleteRequest) => this.delete(request)),
    };
  }

  /** Reports unknown settings, and marks the API key as secret even if the program did not. */
  private async checkConfig(request: proto.CheckRequest): Promise<proto.CheckResponse> {
    this.configWasChecked = true;
    const { properties, secrets } = decodeProperties(request.getNews());
    const inputs = encodeProperties(properties, (name) => name === "apiKey" || secrets.includes(name));
    const { failures, warnings } = findUnknownSettings(request.getUrn(), properties);
    const lines = this.log.of(request.getUrn());
    warnings.forEach(lines.warn);
    await lines.flush();
    return checkResponse(inputs, failures);
  }

  private diffConfig(request: proto.DiffRequest): proto.DiffResponse {
    const [{ properties: before }, { properties: after }] = [decodeProperties(request.getOlds()), decodeProperties(request.getNews())];
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return diffResponse({
      changed: names.filter((name) => before[name] !== after[name]),
      replaces: [],
      pending: false,
      deletesFirst: false,
    });
  }

  /** Resets the plugin: an engine that attaches to a running process configures it again for each operation. */
  private configure(request: proto.ConfigureRequest): proto.ConfigureResponse {
    this.settings = new ProviderSettings(decodeProperties(request.getArgs()).properties, this.environment, request.getUrn());
    this.isDeclaredByProgram = this.configWasChecked;
    this.configWasChecked = false;
    this.client = undefined;
    this.cancelled = cancellation();
    this.reads = new ReadCache(this.clock, false);
    this.shared = new ProviderProcess(this.clock);
    this.lifecycles = new Map();
    return new proto.ConfigureResponse().setAcceptsecrets(true).setSupportspreview(true);
  }

  private async invoke(request: proto.InvokeRequest): Promise<proto.InvokeResponse> {
    const connect = () => ({ client: this.connect().withContext({ signal: this.cancelled.signal }), reads: this.reads });
    const { properties } = decodeProperties(request.getArgs());
    const found = await invokeFunction(request.getTok(), properties, { connect, describeSettings: this.settings.describe });
    return new proto.InvokeResponse().setReturn(encodeProperties(found));
  }

  private async check(request: proto.CheckRequest): Promise<proto.CheckResponse> {
    const [olds, news] = [decodeState(request.getOlds()), decodeProperties(request.getNews())];
    return this.run(request.getUrn(), [news], async (operation, lifecycle) =>
      checkResponse(
        markSecrets(request.getNews(), definitionOf(kindOfUrn(request.getUrn())).secret),
        await lifecycle.check(operation, olds.properties, news.properties),
      ),
    );
  }

  private async diff(request: proto.DiffRequest): Promise<proto.DiffResponse> {
    const [olds, news] = [this.declaredState(request), decodeProperties(request.getNews())];
    return this.run(request.getUrn(), [news, olds], async (operation, lifecycle) => {
      const difference = await lifecycle.diff(operation, request.getId(), olds.properties, news.properties);
      const response = diffResponse(difference).setHasdetaileddiff(difference.changed.length > 0);
      const map = response.getDetaileddiffMap();
      for (const [path, diff] of detailedDiff(difference, olds.properties, news.properties)) map.set(path, diff);
      return response;
    });
  }

  private async create(request: proto.CreateRequest): Promise<proto.CreateResponse> {
    const news = decodeProperties(request.getProperties());
    const isSecret = this.secretTest(request.getUrn(), news);
    if (request.getPreview()) {
      const outputs = Object.fromEntries(this.outputsOf(request.getUrn()).map((name) => [name, unknownValue]));
      return new proto.CreateResponse().setProperties(encodeProperties({ ...outputs, ...news.properties }, isSecret));
    }
    return this.write(request, [news], async (operation, lifecycle) => {
      const { id, state } = await lifecycle.create(operation, news.properties);
      return new proto.CreateResponse().setId(id).setProperties(encodeProperties(state, isSecret));
    });
  }

  private async update(request: proto.UpdateRequest): Promise<proto.UpdateResponse> {
    const [olds, news] = [this.declaredState(request), decodeProperties(request.getNews())];
    const isSecret = this.secretTest(request.getUrn(), news, olds);
    if (request.getPreview())
      return new proto.UpdateResponse().setProperties(encodeProperties(this.previewUpdate(request, olds, news), isSecret));
    return this.write(request, [news, olds], async (operation, lifecycle) => {
      const state = await lifecycle.update(operation, request.getId(), olds.properties, news.properties);
      return new proto.UpdateResponse().setProperties(encodeProperties(state, isSecret));
    });
  }

  private previewUpdate(request: proto.UpdateRequest, { properties: olds }: Decoded, { properties: news }: Decoded): Properties {
    const outputs = this.outputsOf(request.getUrn());
    const kept = this.lifecycleOf(request.getUrn()).unchangedOutputs(outputs, olds, news);
    return { ...Object.fromEntries(outputs.map((name) => [name, kept.includes(name) ? olds[name] : unknownValue])), ...news };
  }

  private async read(request: proto.ReadRequest): Promise<proto.ReadResponse> {
    const [state, inputs] = [decodeState(request.getProperties()), decodeState(request.getInputs())];
    const isSecret = this.secretTest(request.getUrn(), state, inputs);
    return this.run(request.getUrn(), [state, inputs], async (operation, lifecycle) => {
      const declared = lifecycle.declaredState(state.properties, inputs.properties);
      const found = await lifecycle.read(operation, request.getId(), declared);
      if (found === undefined) return new proto.ReadResponse();
      return new proto.ReadResponse()
        .setId(found.id)
        .setProperties(encodeProperties(found.state, isSecret))
        .setInputs(encodeProperties(found.inputs, isSecret));
    });
  }

  private async delete(request: proto.DeleteRequest): Promise<Empty> {
    const state = decodeState(request.getProperties());
    return this.write(request, [state], async (operation, lifecycle) => {
      await lifecycle.delete(operation, request.getId(), state.properties);
      return new Empty();
    });
  }

  /** Runs one operation of a resource, and flushes its lines before the response is sent. */
  private async run<T>(urn: string, sources: readonly Decoded[], act: Act<T>, timeoutSeconds = 0): Promise<T> {
    const lines = this.log.of(urn);
    try {
      return await act({ ...this.operation(urn, sources, lines.add), timeoutSeconds }, this.lifecycleOf(urn));
    } finally {
      await Promise.all([lines.flush(), this.attempts.flush()]);
    }
  }

  /** Runs an operation that may write, then drops what look-ups have read, since it may be stale. */
  private async write<T>(
    request: proto.CreateRequest | proto.UpdateRequest | proto.DeleteRequest,
    sources: readonly Decoded[],
    act: Act<T>,
  ): Promise<T> {
    try {
      return await this.run(request.getUrn(), sources, act, request.getTimeout());
    } finally {
      this.reads = new ReadCache(this.clock, false);
    }
  }

  /** The old state of a resource, as the program declared it. */
  private declaredState(request: proto.DiffRequest | proto.UpdateRequest): Decoded {
    const { properties, secrets } = decodeState(request.getOlds());
    const inputs = decodeState(request.getOldInputs()).properties;
    return { properties: this.lifecycleOf(request.getUrn()).declaredState(properties, inputs), secrets };
  }

  private connect(): Client {
    // The standard error of a plugin is shown only with "pulumi --debug".
    const debug = this.environment["GRAPHPLANE_LOG"] === "debug" ? this.attempts.add : () => undefined;
    return (this.client ??= createClient(this.settings.read(), {
      clock: this.clock,
      debug,
      approval: approvalFrom(this.environment),
      account: this.settings.account,
    }));
  }

  private operation(urn: string, sources: readonly Decoded[], log: (line: string) => void): Operation {
    return {
      urn,
      imports: true,
      connect: () => this.connect(),
      apiKey: this.settings.read().apiKey ?? "",
      storedKeyHint: this.isDeclaredByProgram ? undefined : this.settings.keyHint(),
      describeSettings: this.settings.describe,
      log: (line) => log(this.settings.account === undefined ? line : nameAccount(line, this.settings.account)),
      secrets: sources.flatMap(({ secrets }) => secrets),
      approvalKey: this.environment[approvalKeyVariable],
      records: this.environment[recordsVariable] === "1",
      hasOtherAccounts: !this.settings.isDefault,
      signal: this.cancelled.signal,
    };
  }

  private lifecycleOf(urn: string): Lifecycle {
    const kind = kindOfUrn(urn);
    const lifecycle = this.lifecycles.get(kind) ?? new Lifecycle(definitionOf(kind), this.shared);
    this.lifecycles.set(kind, lifecycle);
    return lifecycle;
  }

  private outputsOf(urn: string): readonly string[] {
    return pluginSchema.outputsOf(kindOfUrn(urn));
  }

  private secretTest(urn: string, ...sources: Decoded[]): (name: string) => boolean {
    return this.lifecycleOf(urn).secretTest(sources.flatMap(({ secrets }) => secrets));
  }
}

/** Ends all operations. Each listens more than once, and Node warns of more than ten listeners. */
function cancellation(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}

/** The kind in a URN, e.g. `DatabaseUser` of `urn:pulumi:s::p::graphplane:index:DatabaseUser::reader`. */
function kindOfUrn(urn: string): string {
  const { type } = partsOf(urn);
  return kindOfType(type) ?? type;
}

/** Decodes a state, without the keys that the dynamic host adds: a stack that moved to the plugin still has them. */
function decodeState(struct: Struct | undefined): Decoded {
  const { properties, secrets } = decodeProperties(struct);
  return { properties: withoutHostKeys(properties), secrets };
}

function checkResponse(inputs: Struct | undefined, failures: readonly CheckFailure[]): proto.CheckResponse {
  const list = failures.map(({ property, reason }) => new proto.CheckFailure().setProperty(property).setReason(reason));
  return new proto.CheckResponse().setInputs(inputs).setFailuresList(list);
}

function diffResponse({ changed, replaces, pending, deletesFirst }: StateDiff): proto.DiffResponse {
  const { DIFF_SOME, DIFF_NONE } = proto.DiffResponse.DiffChanges;
  return new proto.DiffResponse()
    .setChanges(changed.length > 0 || pending ? DIFF_SOME : DIFF_NONE)
    .setReplacesList([...replaces])
    .setDeletebeforereplace(deletesFirst)
    .setDiffsList([...changed]);
}
