import { setMaxListeners } from "node:events";
import type * as grpc from "@grpc/grpc-js";
import { PluginInfo } from "@pulumi/pulumi/proto/plugin_pb";
import type { IResourceProviderServer } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { type Client, type Clock, createClient, systemClock } from "../../client";
import * as schema from "../../schema.json";
import { approvalFrom } from "../../client/http/approval";
import { version } from "../../client/http/version";
import { withoutHostKeys } from "../dynamic/adapter";
import type { AccountSettings } from "../config";
import { InputError, partialState } from "../errors";
import { ResourceController } from "../lifecycle/resource-controller";
import type { StateDiff } from "../lifecycle/planning";
import { ProviderProcess } from "../lifecycle/process";
import { type PlanLog, planLogFrom } from "../lifecycle/plan-log-file";
import { withoutUndeclared } from "../lifecycle/properties";
import { nameAccount } from "../messages/message";
import type { Operation } from "../lifecycle/operation";
import { pickKeysOf, type Values } from "../values/json";
import { definitionOf } from "../registry";
import { kindOf as kindOfType, partsOf } from "../values/urn";
import type { CheckFailure } from "../values/validation";
import type { FunctionSession } from "../functions/function";
import { unaryHandler } from "./unary-handler";
import { detailedDiff } from "./detailed-diff";
import { EngineLog } from "./engine-log";
import { invokeFunction } from "./invoke";
import { findUnknownSettings, settingsOf } from "./settings";
import { type Decoded, decodeProperties, encodeProperties, markedProperties, markSecrets } from "./values";

/** The plugin server, which implements the engine's plugin protocol with resource controllers. */

/** A protocol call for a resource. */
interface Call {
  readonly controller: ResourceController;
  readonly operation: Operation;
  /** Encodes properties. Marks those that are always secret, and those that are secret in the program or the state. */
  readonly encode: (properties: Values) => Struct;
}

export interface PluginOptions {
  /** The engine's address from the command line, if any. */
  readonly engine?: string | undefined;
  readonly environment?: NodeJS.ProcessEnv;
  readonly clock?: Clock;
}

/** Creates the state of the plugin until the next call of Configure. */
function newSession(settings: AccountSettings, clock: Clock, isDeclaredByProgram: boolean) {
  return {
    settings,
    /** True if the program declares the provider. The engine does not call CheckConfig for a provider that it loads from the state. */
    isDeclaredByProgram,
    shared: new ProviderProcess(clock),
    controllers: new Map<string, ResourceController>(),
    cancelled: cancellation(),
    client: undefined as Client | undefined,
    functionSession: undefined as FunctionSession | undefined,
  };
}

/** The plugin for a provider resource. The engine starts a separate process for each provider resource. */
export class Plugin {
  private readonly log = new EngineLog();
  /** The log of all attempts at requests, for GRAPHPLANE_LOG=debug. */
  private readonly attempts = this.log.of("");
  private readonly clock: Clock;
  private readonly environment: NodeJS.ProcessEnv;
  private readonly planLog: PlanLog | undefined;
  private session: ReturnType<typeof newSession>;
  /** True if CheckConfig was called since the last Configure. */
  private configWasChecked = false;

  constructor({ engine = "", environment = process.env, clock = systemClock }: PluginOptions = {}) {
    this.clock = clock;
    this.environment = environment;
    this.planLog = planLogFrom(environment);
    this.session = newSession(settingsOf({}, environment), clock, false);
    this.log.connect(engine);
  }

  close(): void {
    this.log.close();
  }

  /** Returns the protocol's handlers. For any other method, gRPC returns UNIMPLEMENTED, which the engine tolerates. */
  handlers(): grpc.UntypedServiceImplementation {
    return {
      handshake: unaryHandler((request) => {
        this.log.connect(request.getEngineAddress());
        return new proto.ProviderHandshakeResponse().setAcceptSecrets(true);
      }),
      attach: unaryHandler((request) => {
        this.log.connect(request.getAddress());
        return new Empty();
      }),
      getPluginInfo: unaryHandler(() => new PluginInfo().setVersion(version)),
      getSchema: unaryHandler(() => new proto.GetSchemaResponse().setSchema(JSON.stringify(schema))),
      cancel: unaryHandler(() => {
        const reason = "the operation was canceled. Run the same command again to continue";
        this.session.cancelled.abort(new InputError(reason));
        return new Empty();
      }),

      /** Reports unknown settings, and marks the API key as secret even if the program does not. */
      checkConfig: unaryHandler(async (request) => {
        this.configWasChecked = true;
        const { properties, secrets } = decodeProperties(request.getNews());
        const inputs = encodeProperties(properties, (name) => name === "apiKey" || secrets.includes(name));
        const { failures, warnings } = findUnknownSettings(request.getUrn(), properties);
        const lines = this.log.of(request.getUrn());
        warnings.forEach(lines.warn);
        await lines.flush();
        return checkResponse(inputs, failures);
      }),
      diffConfig: unaryHandler((request) => {
        const [before, after] = [decodeProperties(request.getOlds()).properties, decodeProperties(request.getNews()).properties];
        const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
        const changed = names.filter((name) => before[name] !== after[name]);
        return diffResponse({ changed, replaces: [], pending: false, deletesFirst: false });
      }),
      /** Resets the plugin. An engine that attaches to a running process configures it again for each operation. */
      configure: unaryHandler((request) => {
        const settings = settingsOf(decodeProperties(request.getArgs()).properties, this.environment, request.getUrn());
        this.session = newSession(settings, this.clock, this.configWasChecked);
        this.configWasChecked = false;
        return new proto.ConfigureResponse().setAcceptsecrets(true).setSupportspreview(true);
      }),

      invoke: unaryHandler(async (request) => {
        const { session } = this;
        const connect = () =>
          (session.functionSession ??= { client: this.connect().withContext({ signal: session.cancelled.signal }).withFreshReads() });
        const { properties } = decodeProperties(request.getArgs());
        const found = await invokeFunction(request.getTok(), properties, { connect, describeSettings: session.settings.describe });
        return new proto.InvokeResponse().setReturn(encodeProperties(found));
      }),
      check: unaryHandler((request) => {
        const [olds, news] = [decodeState(request.getOlds()), decodeProperties(request.getNews())];
        return this.run(request.getUrn(), [news], async ({ controller, operation }) => {
          const failures = await controller.check(operation, olds.properties, news.properties);
          return checkResponse(markSecrets(request.getNews(), controller.definition.secret), failures);
        });
      }),
      diff: unaryHandler((request) => {
        const [olds, news] = [decodeState(request.getOlds()), decodeProperties(request.getNews())];
        return this.run(request.getUrn(), [news, olds], async ({ controller, operation }) => {
          const before = declaredState(controller, olds, request.getOldInputs());
          const difference = await controller.diff(operation, request.getId(), before, news.properties);
          const response = diffResponse(difference).setHasdetaileddiff(difference.changed.length > 0);
          const map = response.getDetaileddiffMap();
          for (const [path, diff] of detailedDiff(difference, before, news.properties)) map.set(path, diff);
          return response;
        });
      }),
      create: unaryHandler((request) => {
        const news = decodeProperties(request.getProperties());
        if (request.getPreview())
          return this.run(request.getUrn(), [news], async ({ controller, encode }) =>
            new proto.CreateResponse().setProperties(encode(controller.previewState({}, news.properties))),
          );
        return this.write(request, [news], async ({ controller, operation, encode }) => {
          const { id, state } = await controller.create(operation, news.properties);
          return new proto.CreateResponse().setId(id).setProperties(encode(state));
        });
      }),
      update: unaryHandler((request) => {
        const [olds, news] = [decodeState(request.getOlds()), decodeProperties(request.getNews())];
        if (request.getPreview())
          return this.run(request.getUrn(), [news, olds], async ({ controller, encode }) => {
            const before = declaredState(controller, olds, request.getOldInputs());
            return new proto.UpdateResponse().setProperties(encode(controller.previewState(before, news.properties)));
          });
        return this.write(request, [news, olds], async ({ controller, operation, encode }) => {
          const before = declaredState(controller, olds, request.getOldInputs());
          const state = await controller.update(operation, request.getId(), before, news.properties);
          return new proto.UpdateResponse().setProperties(encode(state));
        });
      }),
      read: unaryHandler((request) => {
        const [state, inputs] = [decodeState(request.getProperties()), decodeState(request.getInputs())];
        return this.run(request.getUrn(), [state, inputs], async ({ controller, operation, encode }) => {
          const declared = withoutUndeclared(controller.definition, state.properties, Object.keys(inputs.properties));
          const found = await controller.read(operation, request.getId(), declared);
          const response = new proto.ReadResponse();
          if (found === undefined) return response;
          // Without the declared arguments that the service can choose, the engine would report that the program removed them.
          const optionalComputed = pickKeysOf(inputs.properties, found.state);
          return response
            .setId(found.id)
            .setProperties(encode(found.state))
            .setInputs(encode({ ...optionalComputed, ...found.inputs }));
        });
      }),
      delete: unaryHandler((request) => {
        const state = decodeState(request.getProperties());
        return this.write(request, [state], async ({ controller, operation }) => {
          await controller.delete(operation, request.getId(), state.properties);
          return new Empty();
        });
      }),
    } satisfies Partial<IResourceProviderServer>;
  }

  /** Runs an operation on a resource, and flushes its log before the response is sent. */
  private async run<T>(urn: string, sources: readonly Decoded[], act: (call: Call) => Promise<T>, timeoutSeconds = 0): Promise<T> {
    const lines = this.log.of(urn);
    const { type } = partsOf(urn);
    const kind = kindOfType(type) ?? type;
    const { controllers, shared } = this.session;
    const controller = controllers.get(kind) ?? new ResourceController(definitionOf(kind), shared);
    controllers.set(kind, controller);
    const secrets = sources.flatMap((source) => source.secrets);
    const isSecret = controller.secretTest(secrets);
    const operation = { ...this.operation(urn, secrets, lines.add), timeoutSeconds };
    const encode = (properties: Values) => encodeProperties(properties, isSecret);
    try {
      return await act({ controller, operation, encode });
    } catch (error) {
      throw partialState(error, (state) => markedProperties(state, isSecret));
    } finally {
      await Promise.all([lines.flush(), this.attempts.flush()]);
    }
  }

  /** Runs an operation that might write. Then discards the cached reads of functions, because they might be stale. */
  private async write<T>(
    request: proto.CreateRequest | proto.UpdateRequest | proto.DeleteRequest,
    sources: readonly Decoded[],
    act: (call: Call) => Promise<T>,
  ): Promise<T> {
    try {
      return await this.run(request.getUrn(), sources, act, request.getTimeout());
    } finally {
      this.session.functionSession = undefined;
    }
  }

  private connect(): Client {
    return (this.session.client ??= this.createClient());
  }

  private createClient(): Client {
    // The standard error of a plugin is visible only with "pulumi --debug".
    const debug = this.environment["GRAPHPLANE_LOG"] === "debug" ? this.attempts.add : () => undefined;
    const { provider: account, values } = this.session.settings;
    return createClient(values, { clock: this.clock, debug, approval: approvalFrom(this.environment), account });
  }

  private operation(urn: string, secrets: readonly string[], log: (line: string) => void): Operation {
    const { settings, isDeclaredByProgram, cancelled } = this.session;
    const { provider } = settings;
    return {
      urn,
      imports: true,
      connect: () => this.connect(),
      settings,
      storedKeyHint: isDeclaredByProgram ? undefined : settings.storedKeyHint,
      log: (line) => log(provider === undefined ? line : nameAccount(line, provider)),
      secrets,
      planLog: this.planLog,
      signal: cancelled.signal,
    };
  }
}

/** Creates the controller that aborts all operations. */
function cancellation(): AbortController {
  const controller = new AbortController();
  // Each operation adds several listeners, and Node warns about more than ten.
  setMaxListeners(0, controller.signal);
  return controller;
}

/** Decodes a state without the keys of the dynamic host, which the state still contains after a migration to the plugin. */
function decodeState(struct: Struct | undefined): Decoded {
  const { properties, secrets } = decodeProperties(struct);
  return { properties: withoutHostKeys(properties), secrets };
}

/** Returns the old state of a resource, without arguments that the program did not declare. */
function declaredState(controller: ResourceController, { properties }: Decoded, inputs: Struct | undefined): Values {
  return withoutUndeclared(controller.definition, properties, [...(inputs?.getFieldsMap().keys() ?? [])]);
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
