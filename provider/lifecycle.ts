import type * as dynamic from "@pulumi/pulumi/dynamic";
import type { z } from "zod";
import type { Client, Clock, ResponseTrace } from "../client";
import { sentence } from "../client/errors";
import { identifierRedactor, partOf, type SecretText, valueRedactor } from "../client/redact";
import { type CheckFailure, problemsOf } from "./validation";
import { apiKeyOf, storedKeyHint } from "./config";
import { canonicalJson, identical, equals, toWellFormed } from "./json";
import { errorMessage, mayStillDelete, type ReportedFailures, requestErrorMessage } from "./error-text";
import { InputError, OperationError, partialError, NotAppliedError } from "./errors";
import { formatLine, type Line } from "./messages";
import type { Applied, OperationContext, ResourceDefinition } from "./definition";
import { hasPendingChange } from "./pending";
import { driftTexts, preview } from "./preview";
import { withoutEngineKeys, pickEngineKeys, type Notes, readNotes, type Properties, writeNotes } from "./properties";
import { redactProperty, secretNames, secretTexts } from "./secrets";
import { foundText, type ServiceChange, serviceChange, notFoundText, nothingSentText } from "./service";
import { collectStrings } from "./secret-strings";
import { isUnknown } from "./unknowns";

/** A call as its lifecycle knows it. */
interface LifecycleContext extends OperationContext {
  /** What the user reads of an error. */
  readonly messageOf: (error: unknown) => string;
  /** Whether a look-up has shown the object, in this operation or before. */
  readonly seen: () => boolean;
  /** The address of the control plane, where it was used. */
  readonly service: () => string;
  /** Where the state is of another control plane than the one that is configured: both addresses. */
  readonly serviceChange: () => ServiceChange | undefined;
}

/** What the provider host gives to the resources in it. */
export interface Host {
  /** Makes or finds the client for the stack's configuration; throws a `SettingsError`. */
  readonly connect: (config: dynamic.Config) => Client;
  readonly clock: Clock;
  readonly say: (line: string) => void;
  /** What this process announced of a resource, and what it came to: an engine may diff one resource several times in a phase. */
  readonly announced: Map<string, Promise<CheckFailure[]>>;
  readonly reportedFailures: ReportedFailures;
  /** What the program declares, by kind, as this process was given it to check; and whether that differs from what state holds. */
  readonly declared: Map<string, boolean>;
  /** By the kind and id of an object: the resources that hold it, made by this process or compared with what the program declares. */
  readonly owners: Map<string, Set<string>>;
  /** A name for a resource that is made, unlike all others. */
  readonly newOwner: () => string;
}

/** The engine's side of a resource definition: the only code that knows checks, unknowns, partial errors, gone objects and whole outputs. */
export class Lifecycle<Args extends object, State extends Args, Waiting> implements dynamic.ResourceProvider {
  private config: dynamic.Config | undefined;

  constructor(
    private readonly definition: ResourceDefinition<Args, State, Waiting>,
    private readonly host: Host,
  ) {}

  /** Keeps the configuration at once: the host may begin an operation before this has returned. */
  configure = async ({ config }: dynamic.ConfigureRequest): Promise<void> => {
    this.config = config;
  };

  check = async (olds: Properties, news: Properties): Promise<dynamic.CheckResult> => {
    const args = withoutEngineKeys(news);
    const old = withoutEngineKeys(olds);
    this.host.declared.set(this.keyOf(args), !identical(this.declaredArguments(news), this.declaredArguments(olds)));
    const failures = problemsOf(this.definition.schema, args, old);
    failures.push(...(this.definition.validate?.(args as Partial<Args>, old as Partial<Args>) ?? []));
    if (failures.length === 0 && Object.keys(old).length === 0) failures.push(...(await this.preview(news, undefined)));
    return {
      inputs: news,
      failures: failures.map((failure) => toWellFormed(redactProperty(failure, secretNames(this.definition, [news])))),
    };
  };

  diff = async (id: string, olds: Properties, news: Properties): Promise<dynamic.DiffResult> => {
    const changed = this.changed(olds, news);
    const replaces = changed.filter((name) => (this.definition.replaceOnChanges as readonly string[]).includes(name));
    // A refresh compares too, what it has read with the inputs in state: before the program's are checked, if they ever are.
    const planned = this.host.declared.has(this.keyOf(withoutEngineKeys(news)));
    if (replaces.length === 0 && planned) this.ownersOf(id).add(readNotes(olds).owner);
    // A refresh takes the reasons of a partial error out of the state; what is still pending goes on all the same.
    const pending = hasPendingChange(olds, withoutEngineKeys(news));
    const writes =
      replaces.length === 0 ? pending || !this.onlyLocalChanges(changed) : this.definition.sendsOnDelete?.(this.stateOf(olds)) === true;
    if (writes && planned) await this.run("update", this.stateOf(olds), [news, olds], async (context) => assertSameService(context));
    if (replaces.length === 0 && writes && planned) await this.announce(olds, news);
    // With values that are not known yet the engine only asks what another resource's replacement would lead to.
    else if (replaces.length === 0 && !planned && !isUnknown(news)) await this.printDrift(olds, news);
    if (changed.length === 0) return { changes: pending };
    // The engine takes a null for nothing: a change by nulls alone it would not see.
    if (changed.every((name) => equals(olds[name], news[name]))) return { changes: true };
    // Neither true nor false: the engine then compares the inputs itself and shows the user each changed property.
    return { replaces };
  };

  create = async (news: Properties): Promise<dynamic.CreateResult> => {
    return this.apply("create", news, {}, (args, context) => this.definition.create(args, context));
  };

  update = async (id: string, olds: Properties, news: Properties): Promise<dynamic.UpdateResult> => {
    const last = this.stateOf(olds);
    const { outs } = await this.apply("update", news, olds, async (args, context) => {
      if (!hasPendingChange(olds, args as Properties) && this.onlyLocalChanges(this.changed(olds, news)))
        return { id, state: this.withLocalArguments(last, args) };
      assertSameService(context);
      return this.definition.update(args, last, context, id);
    });
    return { outs };
  };

  read = async (id: string, props: Properties = {}): Promise<dynamic.ReadResult> => {
    const last = this.stateWithId(id, props);
    const malformed = Object.entries(this.argumentsFromId(id, props)).some(([name, value]) => !this.mayIdentify(name, value));
    const read = async (context: LifecycleContext): Promise<dynamic.ReadResult> => {
      if (malformed) throw new InputError(`the id must have the form ${this.definition.idForm}`);
      const state = await this.definition.read(last, context, id);
      const shown = state !== undefined && state !== last;
      const moved = context.serviceChange();
      if (moved !== undefined && !shown) throw new InputError(notFoundText(moved));
      if (moved !== undefined) context.say(foundText(this.definition.describe(last), moved));
      // Known by its id alone, it is to be read only: the engine would take an empty answer for its outputs.
      if (state === undefined && Object.keys(this.stateOf(props)).length === 0)
        throw new InputError("it does not exist. Check the id that get() was given");
      if (state === undefined) return {};
      const { owner, service } = readNotes(props);
      const notes = { owner, service: (shown && context.service()) || service, seen: context.seen() };
      return { id, props: this.toEngine(state, props, notes), inputs: this.toEngine(this.argumentsOf(state as Properties), props) };
    };
    return this.run("read", last, [props], read, malformed ? JSON.stringify(id) : undefined);
  };

  delete = async (id: string, props: Properties): Promise<void> => {
    const last = this.stateWithId(id, props);
    await this.run("delete", last, [props], async (context) => {
      const own = readNotes(props).owner;
      const owners = this.ownersOf(id);
      const others = [...owners].filter((owner) => owner !== own);
      // Under another name, or replaced by order: the engine deletes last, when the one that stays has been made or compared.
      if (own !== "" && others.length > 0)
        context.say(`graphplane: nothing is sent for ${this.definition.describe(last)}: another resource of the program manages it`);
      else await this.definition.delete(last, context, id).catch(mayStillDelete);
      owners.delete(own);
    });
  };

  private ownersOf(id: string): Set<string> {
    const key = this.keyOf(id);
    const owners = this.host.owners.get(key) ?? new Set();
    this.host.owners.set(key, owners);
    return owners;
  }

  private keyOf(what: string | Properties): string {
    return canonicalJson([this.definition.kind, what]);
  }

  /** Makes or changes an object, then waits for it; a failed wait keeps what is known. */
  private async apply(
    operation: string,
    news: Properties,
    olds: Properties,
    act: (args: Args, context: LifecycleContext) => Promise<Applied<State, Waiting>>,
  ): Promise<{ id: string; outs: Properties }> {
    const args = this.declaredArguments(news);
    const known = readNotes(olds);
    const owner = known.owner || this.host.newOwner();
    return this.run(operation, args, [news, olds], async (context) => {
      const outs = (state: State) =>
        this.toEngine(state, news, { owner, service: known.service || context.service(), seen: context.seen() });
      const applied = await act(args, context);
      const { waiting, lost } = applied;
      const id = toWellFormed(applied.id);
      this.ownersOf(id).add(owner);
      if (lost !== undefined) throw partialError(context.messageOf(lost), id, outs(applied.state));
      if (waiting === undefined || this.definition.waitUntilApplied === undefined) return { id, outs: outs(applied.state) };
      try {
        return { id, outs: outs(await this.definition.waitUntilApplied(args, applied, context)) };
      } catch (error) {
        const state = error instanceof NotAppliedError ? (error.state as State) : applied.state;
        throw partialError(context.messageOf(error), id, outs(state));
      }
    });
  }

  /** Says what the update of a resource will send; fails where it certainly will. */
  private async announce(olds: Properties, news: Properties): Promise<void> {
    const failures = await this.once("plan", olds, news, () => this.preview(news, olds));
    if (failures.length === 0) return;
    const text = failures.map(({ reason }) => reason).join("\n");
    if (this.host.declared.get(this.keyOf(withoutEngineKeys(news))) === true) throw new OperationError(text);
    // An engine may compare what it is about to delete too, which needs no key where the policy is to leave it.
    this.printLine({ is: "incomplete", object: this.addressOf(news), text }, [news, olds]);
  }

  /** Does it once for a resource and phase; a state of an earlier version does not tell resources of one object apart. */
  private once(phase: string, olds: Properties, news: Properties, act: () => Promise<CheckFailure[]>): Promise<CheckFailure[]> {
    const { announced } = this.host;
    const { owner } = readNotes(olds);
    const key = this.keyOf({ phase, owner, news: withoutEngineKeys(news) });
    const result = (owner === "" ? undefined : announced.get(key)) ?? act();
    announced.set(key, result);
    return result;
  }

  private preview(news: Properties, olds: Properties | undefined): Promise<CheckFailure[]> {
    const sources = [news, olds ?? {}];
    return preview(this.definition, {
      args: this.declaredArguments(news) as Properties,
      last: olds && this.stateOf(olds),
      object: this.addressOf(news),
      call: (known) => this.call("preview", known, sources),
      print: (line) => this.printLine(line, sources),
      redact: this.redactorFor(sources),
    });
  }

  /** Says what a refresh found to differ: `olds` are the live values here, and `news` those in state. */
  private printDrift(olds: Properties, news: Properties): Promise<CheckFailure[]> {
    return this.once("drift", olds, news, async () => {
      const sources = [news, olds];
      const [live, applied] = sources.toReversed().map((properties) => this.normalized(this.argumentsOf(properties)));
      // What is still on its way is nobody else's change.
      const drifts = "__pending" in olds ? [] : driftTexts(this.definition, live, applied, secretNames(this.definition, sources));
      for (const text of drifts) this.printLine({ is: "drift", object: this.addressOf(news), text }, sources);
      return [];
    });
  }

  private printLine(line: Line, sources: readonly Properties[]): void {
    this.host.say(this.redactorFor(sources)(formatLine(line)));
  }

  private addressOf(news: Properties): string {
    const secret = secretNames(this.definition, [news]);
    const shown = Object.entries(withoutEngineKeys(news)).map(([name, value]) => [name, secret(name) ? "[secret]" : value]);
    return this.definition.address(Object.fromEntries(shown) as Partial<Args>);
  }

  private async run<T>(
    operation: string,
    args: Partial<Args>,
    sources: readonly Properties[],
    act: (context: LifecycleContext) => Promise<T>,
    id?: string,
  ): Promise<T> {
    const context = this.call(operation, args, sources, id);
    try {
      return await act(context);
    } catch (error) {
      throw error instanceof OperationError ? error : new OperationError(context.messageOf(error));
    }
  }

  /** `sources` are the properties that values come from: what is secret in one of them is told of none. */
  private call(operation: string, args: Partial<Args>, sources: readonly Properties[], id?: string): LifecycleContext {
    const { definition: definition, host } = this;
    const secret = secretNames(definition, sources);
    const secrets = secretTexts(sources, secret);
    const hide = this.redactorFor(sources);
    const shown = Object.fromEntries(Object.entries(args).map(([name, value]) => [name, secret(name) ? "[redacted]" : value]));
    const object = id ?? definition.describe(shown as Partial<Args>);
    const purpose = { kind: definition.kind, operation, object, nameOf: (field: string) => definition.argumentOf?.(field) };
    const connect = (more: readonly SecretText[] = []) => {
      // Without a check the program does not run, and the engine takes the configuration from the state.
      const apiKeyHint = host.declared.size === 0 ? storedKeyHint((name) => this.config?.get(name)) : undefined;
      const moved = this.moved(sources);
      const readOnly = moved && nothingSentText(moved);
      return this.connectClient().withContext({ purpose, secrets: [...secrets, ...more], onResponse, apiKeyHint, readOnly });
    };
    // An error tells the answer to what was sent, or else the last one.
    let lastResponse: ResponseTrace | undefined;
    const onResponse = (answer: ResponseTrace) => {
      if (answer.method !== "GET" || lastResponse === undefined || lastResponse.method === "GET") lastResponse = answer;
    };
    let client: Client | undefined;
    const seenBefore = sources.some((source) => readNotes(source).seen);
    let seen = seenBefore;
    return {
      // Only when it is needed: what sends nothing works without a key.
      get client() {
        return (client ??= connect());
      },
      service: () => (definition.ownHost === true ? "" : (client?.address ?? "")),
      serviceChange: () => this.moved(sources),
      redacting: (values) => connect(values.flatMap(collectStrings).map(partOf)),
      clock: host.clock,
      say: (line) => host.say(hide(line)),
      secret,
      seenBefore,
      recordSeen: () => (seen = true),
      seen: () => seen,
      messageOf: (error) => {
        const request = requestErrorMessage(error, host.reportedFailures, hide);
        if (request !== undefined) return request;
        const text = `${definition.kind}: ${operation} of ${purpose.object} failed: ${errorMessage(error)}`;
        return hide(
          lastResponse === undefined || text.includes("RequestID: ") ? text : `${sentence(text)} RequestID: ${lastResponse.requestId}`,
        );
      },
    };
  }

  private connectClient(): Client {
    if (this.config === undefined) throw new InputError("the engine gave no configuration");
    return this.host.connect(this.config);
  }

  /** Both addresses where the state is of another control plane than the one that is configured. */
  private moved(sources: readonly Properties[]): ServiceChange | undefined {
    const known = sources.map((source) => readNotes(source).service).find(Boolean) ?? "";
    if (known === "" || this.definition.ownHost === true) return undefined;
    try {
      return serviceChange(known, this.connectClient().address);
    } catch {
      // Without settings nothing can be sent anyway, and whoever sends something says what is missing.
      return undefined;
    }
  }

  /** The names of the arguments whose meaning differs between the state and the program. */
  private changed(olds: Properties, news: Properties): string[] {
    const before = this.normalized(this.argumentsOf(olds));
    const after = this.normalized(this.declaredArguments(news) as Properties);
    const equal = (name: string) => (this.isVerbatim(name) ? identical : equals)(before[name], after[name]);
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => !equal(name));
  }

  private normalized(args: Properties): Properties {
    return (this.definition.normalize?.(args as Partial<Args>) as Properties | undefined) ?? args;
  }

  private onlyLocalChanges(changed: readonly string[]): boolean {
    return changed.every((name) => (this.definition.localArguments as readonly string[]).includes(name));
  }

  /** The last state with the arguments as they are declared now. */
  private withLocalArguments(last: State, args: Args): State {
    const kept = Object.entries(last).filter(([name]) => !(name in this.definition.schema.shape));
    return { ...Object.fromEntries(kept), ...args } as State;
  }

  /** What the program declares or the state holds, in the form in which it is sent. */
  private declaredArguments(properties: Properties): Args {
    const plain = Object.entries(withoutEngineKeys(properties));
    return Object.fromEntries(plain.map(([name, value]) => [name, this.isVerbatim(name) ? properties[name] : value])) as Args;
  }

  private isVerbatim(name: string): boolean {
    return (this.definition.verbatim as readonly string[] | undefined)?.includes(name) === true;
  }

  /** Everything that the engine is to keep; a key without a value would fail a refresh. */
  private toEngine(state: object, props: Properties, notes: Partial<Notes> = {}): Properties {
    return { ...toWellFormed(this.declaredArguments(state as Properties)), ...pickEngineKeys(props), ...writeNotes(notes) };
  }

  /** The state; what it lacks of the identifiers comes from the id. */
  private stateWithId(id: string, properties: Properties): State {
    return { ...this.stateOf(properties), ...this.argumentsFromId(id, properties) };
  }

  /** The identifiers that a state lacks, or holds in another form than a text, as the id tells them. */
  private argumentsFromId(id: string, properties: Properties): Properties {
    const state = this.stateOf(properties) as Properties;
    return Object.fromEntries(Object.entries(this.definition.parseId(id)).filter(([name]) => typeof state[name] !== "string"));
  }

  private mayIdentify(name: string, value: unknown): boolean {
    const type = (this.definition.schema.shape as Record<string, z.ZodType>)[name];
    return value !== "" && type?.safeParse(value).success !== false;
  }

  private stateOf(properties: Properties): State {
    return this.declaredArguments(properties) as State;
  }

  private argumentsOf(properties: Properties): Properties {
    return Object.fromEntries(Object.entries(this.declaredArguments(properties)).filter(([name]) => name in this.definition.schema.shape));
  }

  /**
   * Blanks secret identifiers in our sentences, which name objects by them, and the API key, which may have been given where an
   * identifier belongs. Other arguments' values are told nowhere but behind `secret`.
   */
  private redactorFor(sources: readonly Properties[]): (sentence: string) => string {
    const secret = secretNames(this.definition, sources);
    const values = sources.flatMap((source) => this.definition.replaceOnChanges.filter(secret).map((name) => source[name]));
    const hideValues = valueRedactor(values.filter((value) => typeof value === "string"));
    const { config } = this;
    const hideKey = identifierRedactor(config === undefined ? [] : [apiKeyOf((name) => config.get(name), process.env)]);
    return (sentence) => hideKey(hideValues(sentence));
  }
}

/** Fails where the state is of another service than the one that is configured. */
function assertSameService(context: LifecycleContext): void {
  const moved = context.serviceChange();
  if (moved !== undefined) throw new InputError(nothingSentText(moved));
}
