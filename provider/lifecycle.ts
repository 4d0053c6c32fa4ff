import type * as dynamic from "@pulumi/pulumi/dynamic";
import type { z } from "zod";
import type { Client, Clock, Heard } from "../client";
import { sentence } from "../client/errors";
import { identifierRedactor, partOf, type SecretText, valueRedactor } from "../client/redact";
import { mayStillDelete } from "./answers";
import { type CheckFailure, problemsOf } from "./arguments";
import { apiKeyOf, storedKeyHint } from "./config";
import { canonicalJson, identical, same, wellFormed } from "./diff";
import { requestText, textOf, type ToldFailures } from "./error-text";
import { InputError, OperationError, partialError, Unsettled } from "./errors";
import { formatLine, type Line } from "./messages";
import type { Applied, Call, Noun } from "./noun";
import { goesOn } from "./pending";
import { driftTexts, preview } from "./preview";
import { declared, forEngine, type Notes, notesIn, type Properties, written } from "./properties";
import { concealed, secretNames, secretTexts } from "./secrets";
import { foundText, type Moved, movedBetween, unseenText, unsentText } from "./service";
import { texts } from "./texts";
import { isUnknown } from "./unknowns";

/** A call as its lifecycle knows it. */
interface Begun extends Call {
  /** What the user reads of an error. */
  readonly messageOf: (error: unknown) => string;
  /** Whether a look-up has shown the object, in this operation or before. */
  readonly seen: () => boolean;
  /** The address of the control plane, where it was used. */
  readonly service: () => string;
  /** Where the state is of another control plane than the one that is configured: both addresses. */
  readonly moved: () => Moved | undefined;
}

/** What the provider host gives to the resources in it. */
export interface Host {
  /** Makes or finds the client for the stack's configuration; throws a `SettingsError`. */
  readonly connect: (config: dynamic.Config) => Client;
  readonly clock: Clock;
  readonly say: (line: string) => void;
  /** What was told ahead of a resource by this process, and what it came to: an engine may diff one resource several times in a phase. */
  readonly announced: Map<string, Promise<CheckFailure[]>>;
  readonly toldFailures: ToldFailures;
  /** What the program declares, by kind, as this process was given it to check; and whether that differs from what state holds. */
  readonly declared: Map<string, boolean>;
  /** By the kind and id of an object: the resources that hold it, made by this process or compared with what the program declares. */
  readonly held: Map<string, Set<string>>;
  /** A name for a resource that is made, unlike all others. */
  readonly newInstance: () => string;
}

/** The engine's side of a noun: the only code that knows checks, unknowns, partial errors, gone objects and whole outputs. */
export class Lifecycle<Args extends object, State extends Args, Waiting> implements dynamic.ResourceProvider {
  private config: dynamic.Config | undefined;

  constructor(
    private readonly noun: Noun<Args, State, Waiting>,
    private readonly host: Host,
  ) {}

  /** Keeps the configuration at once: the host may begin an operation before this has returned. */
  configure = async ({ config }: dynamic.ConfigureRequest): Promise<void> => {
    this.config = config;
  };

  check = async (olds: Properties, news: Properties): Promise<dynamic.CheckResult> => {
    const args = declared(news);
    const old = declared(olds);
    this.host.declared.set(this.keyOf(args), !identical(this.given(news), this.given(olds)));
    const failures = problemsOf(this.noun.schema, args, old);
    failures.push(...(this.noun.refuse?.(args as Partial<Args>, old as Partial<Args>) ?? []));
    if (failures.length === 0 && Object.keys(old).length === 0) failures.push(...(await this.preview(news, undefined)));
    return { inputs: news, failures: failures.map((failure) => wellFormed(concealed(failure, secretNames(this.noun, [news])))) };
  };

  diff = async (id: string, olds: Properties, news: Properties): Promise<dynamic.DiffResult> => {
    const changed = this.changed(olds, news);
    const replaces = changed.filter((name) => (this.noun.replacedBy as readonly string[]).includes(name));
    // A refresh compares too, what it has read with the inputs in state: before the program's are checked, if they ever are.
    const planned = this.host.declared.has(this.keyOf(declared(news)));
    if (replaces.length === 0 && planned) this.holdersOf(id).add(notesIn(olds).instance);
    // A refresh takes the reasons of a partial error out of the state; what is still pending goes on all the same.
    const pending = goesOn(olds, declared(news));
    const writes = replaces.length === 0 ? pending || !this.behavesOnly(changed) : this.noun.deletes?.(this.stateOf(olds)) === true;
    if (writes && planned) await this.run("update", this.stateOf(olds), [news, olds], async (call) => refuseMoved(call));
    if (replaces.length === 0 && writes && planned) await this.announce(olds, news);
    // With values that are not known yet the engine only asks what another resource's replacement would lead to.
    else if (replaces.length === 0 && !planned && !isUnknown(news)) await this.tellDrift(olds, news);
    if (changed.length === 0) return { changes: pending };
    // The engine takes a null for nothing: a change by nulls alone it would not see.
    if (changed.every((name) => same(olds[name], news[name]))) return { changes: true };
    // Neither true nor false: the engine then compares the inputs itself and shows the user each changed property.
    return { replaces };
  };

  create = async (news: Properties): Promise<dynamic.CreateResult> => {
    return this.apply("create", news, {}, (args, call) => this.noun.create(args, call));
  };

  update = async (id: string, olds: Properties, news: Properties): Promise<dynamic.UpdateResult> => {
    const last = this.stateOf(olds);
    const { outs } = await this.apply("update", news, olds, async (args, call) => {
      if (!goesOn(olds, args as Properties) && this.behavesOnly(this.changed(olds, news))) return { id, state: this.behaving(last, args) };
      refuseMoved(call);
      return this.noun.update(args, last, call, id);
    });
    return { outs };
  };

  read = async (id: string, props: Properties = {}): Promise<dynamic.ReadResult> => {
    const last = this.identified(id, props);
    const malformed = Object.entries(this.toldById(id, props)).some(([name, value]) => !this.mayIdentify(name, value));
    const read = async (call: Begun): Promise<dynamic.ReadResult> => {
      if (malformed) throw new InputError(`the id must have the form ${this.noun.idForm}`);
      const state = await this.noun.read(last, call, id);
      const shown = state !== undefined && state !== last;
      const moved = call.moved();
      if (moved !== undefined && !shown) throw new InputError(unseenText(moved));
      if (moved !== undefined) call.say(foundText(this.noun.describe(last), moved));
      // Known by its id alone, it is to be read only: the engine would take an empty answer for its outputs.
      if (state === undefined && Object.keys(this.stateOf(props)).length === 0)
        throw new InputError("it does not exist. Check the id that get() was given");
      if (state === undefined) return {};
      const { instance, service } = notesIn(props);
      const notes = { instance, service: (shown && call.service()) || service, seen: call.seen() };
      return { id, props: this.whole(state, props, notes), inputs: this.whole(this.argumentsOf(state as Properties), props) };
    };
    return this.run("read", last, [props], read, malformed ? JSON.stringify(id) : undefined);
  };

  delete = async (id: string, props: Properties): Promise<void> => {
    const last = this.identified(id, props);
    await this.run("delete", last, [props], async (call) => {
      const own = notesIn(props).instance;
      const holders = this.holdersOf(id);
      const others = [...holders].filter((holder) => holder !== own);
      // Under another name, or replaced by order: the engine deletes last, when the one that stays has been made or compared.
      if (own !== "" && others.length > 0)
        call.say(`graphplane: nothing is sent for ${this.noun.describe(last)}: another resource of the program manages it`);
      else await this.noun.delete(last, call, id).catch(mayStillDelete);
      holders.delete(own);
    });
  };

  private holdersOf(id: string): Set<string> {
    const { held } = this.host;
    const key = this.keyOf(id);
    const holders = held.get(key) ?? new Set();
    held.set(key, holders);
    return holders;
  }

  private keyOf(what: string | Properties): string {
    return canonicalJson([this.noun.kind, what]);
  }

  /** Makes or changes an object, then waits for it; a failed wait keeps what is known. */
  private async apply(
    operation: string,
    news: Properties,
    olds: Properties,
    act: (args: Args, call: Begun) => Promise<Applied<State, Waiting>>,
  ): Promise<{ id: string; outs: Properties }> {
    const args = this.given(news);
    const known = notesIn(olds);
    const instance = known.instance || this.host.newInstance();
    return this.run(operation, args, [news, olds], async (call) => {
      const outs = (state: State) => this.whole(state, news, { instance, service: known.service || call.service(), seen: call.seen() });
      const applied = await act(args, call);
      const { waiting, lost } = applied;
      const id = wellFormed(applied.id);
      this.holdersOf(id).add(instance);
      if (lost !== undefined) throw partialError(call.messageOf(lost), id, outs(applied.state));
      if (waiting === undefined || this.noun.settle === undefined) return { id, outs: outs(applied.state) };
      try {
        return { id, outs: outs(await this.noun.settle(args, applied, call)) };
      } catch (error) {
        const state = error instanceof Unsettled ? (error.state as State) : applied.state;
        throw partialError(call.messageOf(error), id, outs(state));
      }
    });
  }

  /** Says what the update of a resource will send; fails where it certainly will. */
  private async announce(olds: Properties, news: Properties): Promise<void> {
    const failures = await this.once("plan", olds, news, () => this.preview(news, olds));
    if (failures.length === 0) return;
    const text = failures.map(({ reason }) => reason).join("\n");
    if (this.host.declared.get(this.keyOf(declared(news))) === true) throw new OperationError(text);
    // An engine may compare what it is about to delete too, which needs no key where the policy is to leave it.
    this.tell({ is: "incomplete", object: this.addressOf(news), text }, [news, olds]);
  }

  /** Does it once for a resource and phase; a state of an earlier version does not tell resources of one object apart. */
  private once(phase: string, olds: Properties, news: Properties, act: () => Promise<CheckFailure[]>): Promise<CheckFailure[]> {
    const { announced } = this.host;
    const { instance } = notesIn(olds);
    const key = this.keyOf({ phase, instance, news: declared(news) });
    const told = (instance === "" ? undefined : announced.get(key)) ?? act();
    announced.set(key, told);
    return told;
  }

  private preview(news: Properties, olds: Properties | undefined): Promise<CheckFailure[]> {
    const sources = [news, olds ?? {}];
    return preview(this.noun, {
      args: this.given(news) as Properties,
      last: olds && this.stateOf(olds),
      object: this.addressOf(news),
      call: (known) => this.call("preview", known, sources),
      tell: (line) => this.tell(line, sources),
      hide: this.hider(sources),
    });
  }

  /** Says what a refresh found to differ: `olds` are the live values here, and `news` those in state. */
  private tellDrift(olds: Properties, news: Properties): Promise<CheckFailure[]> {
    return this.once("drift", olds, news, async () => {
      const sources = [news, olds];
      const [live, applied] = sources.toReversed().map((properties) => this.meaningOf(this.argumentsOf(properties)));
      // What is still on its way is nobody else's change.
      const drifts = "__pending" in olds ? [] : driftTexts(this.noun, live, applied, secretNames(this.noun, sources));
      for (const text of drifts) this.tell({ is: "drift", object: this.addressOf(news), text }, sources);
      return [];
    });
  }

  private tell(line: Line, sources: readonly Properties[]): void {
    this.host.say(this.hider(sources)(formatLine(line)));
  }

  private addressOf(news: Properties): string {
    const secret = secretNames(this.noun, [news]);
    const shown = Object.entries(declared(news)).map(([name, value]) => [name, secret(name) ? "[secret]" : value]);
    return this.noun.address(Object.fromEntries(shown) as Partial<Args>);
  }

  private async run<T>(
    operation: string,
    args: Partial<Args>,
    sources: readonly Properties[],
    act: (call: Begun) => Promise<T>,
    id?: string,
  ): Promise<T> {
    const call = this.call(operation, args, sources, id);
    try {
      return await act(call);
    } catch (error) {
      throw error instanceof OperationError ? error : new OperationError(call.messageOf(error));
    }
  }

  /** `sources` are the properties that values come from: what is secret in one of them is told of none. */
  private call(operation: string, args: Partial<Args>, sources: readonly Properties[], id?: string): Begun {
    const { noun, host } = this;
    const secret = secretNames(noun, sources);
    const secrets = secretTexts(sources, secret);
    const hide = this.hider(sources);
    const shown = Object.fromEntries(Object.entries(args).map(([name, value]) => [name, secret(name) ? "[redacted]" : value]));
    const object = id ?? noun.describe(shown as Partial<Args>);
    const purpose = { kind: noun.kind, operation, object, nameOf: (field: string) => noun.argumentOf?.(field) };
    const connect = (more: readonly SecretText[] = []) => {
      // Without a check the program does not run, and the engine takes the configuration from the state.
      const apiKeyHint = host.declared.size === 0 ? storedKeyHint((name) => this.config?.get(name)) : undefined;
      const moved = this.moved(sources);
      const readOnly = moved && unsentText(moved);
      return this.connected().during({ purpose, secrets: [...secrets, ...more], heard, apiKeyHint, readOnly });
    };
    // An error tells the answer to what was sent, or else the last one.
    let told: Heard | undefined;
    const heard = (answer: Heard) => {
      if (answer.method !== "GET" || told === undefined || told.method === "GET") told = answer;
    };
    let client: Client | undefined;
    const seenBefore = sources.some((source) => notesIn(source).seen);
    let seen = seenBefore;
    return {
      // Only when it is needed: what sends nothing works without a key.
      get client() {
        return (client ??= connect());
      },
      service: () => (noun.ownHost === true ? "" : (client?.address ?? "")),
      moved: () => this.moved(sources),
      hiding: (values) => connect(values.flatMap(texts).map(partOf)),
      clock: host.clock,
      say: (line) => host.say(hide(line)),
      secret,
      seenBefore,
      noteSeen: () => (seen = true),
      seen: () => seen,
      messageOf: (error) => {
        const request = requestText(error, host.toldFailures, hide);
        if (request !== undefined) return request;
        const text = `${noun.kind}: ${operation} of ${purpose.object} failed: ${textOf(error)}`;
        return hide(told === undefined || text.includes("RequestID: ") ? text : `${sentence(text)} RequestID: ${told.requestId}`);
      },
    };
  }

  private connected(): Client {
    if (this.config === undefined) throw new InputError("the engine gave no configuration");
    return this.host.connect(this.config);
  }

  /** Both addresses where the state is of another control plane than the one that is configured. */
  private moved(sources: readonly Properties[]): Moved | undefined {
    const known = sources.map((source) => notesIn(source).service).find(Boolean) ?? "";
    if (known === "" || this.noun.ownHost === true) return undefined;
    try {
      return movedBetween(known, this.connected().address);
    } catch {
      // Without settings nothing can be sent anyway, and whoever sends something says what is missing.
      return undefined;
    }
  }

  /** The names of the arguments whose meaning differs between the state and the program. */
  private changed(olds: Properties, news: Properties): string[] {
    const before = this.meaningOf(this.argumentsOf(olds));
    const after = this.meaningOf(this.given(news) as Properties);
    const equal = (name: string) => (this.isVerbatim(name) ? identical : same)(before[name], after[name]);
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => !equal(name));
  }

  private meaningOf(args: Properties): Properties {
    return (this.noun.meaning?.(args as Partial<Args>) as Properties | undefined) ?? args;
  }

  private behavesOnly(changed: readonly string[]): boolean {
    return changed.every((name) => (this.noun.behaviour as readonly string[]).includes(name));
  }

  /** The last state with the arguments as they are declared now. */
  private behaving(last: State, args: Args): State {
    const kept = Object.entries(last).filter(([name]) => !(name in this.noun.schema.shape));
    return { ...Object.fromEntries(kept), ...args } as State;
  }

  /** What the program declares or the state holds, in the form in which it is sent. */
  private given(properties: Properties): Args {
    const plain = Object.entries(declared(properties));
    return Object.fromEntries(plain.map(([name, value]) => [name, this.isVerbatim(name) ? properties[name] : value])) as Args;
  }

  private isVerbatim(name: string): boolean {
    return (this.noun.verbatim as readonly string[] | undefined)?.includes(name) === true;
  }

  /** Everything that the engine is to keep; a key without a value would fail a refresh. */
  private whole(state: object, props: Properties, notes: Partial<Notes> = {}): Properties {
    return { ...wellFormed(this.given(state as Properties)), ...forEngine(props), ...written(notes) };
  }

  /** The state; what it lacks of the identifiers comes from the id. */
  private identified(id: string, properties: Properties): State {
    return { ...this.stateOf(properties), ...this.toldById(id, properties) };
  }

  /** The identifiers that a state lacks, or holds in another form than a text, as the id tells them. */
  private toldById(id: string, properties: Properties): Properties {
    const state = this.stateOf(properties) as Properties;
    return Object.fromEntries(Object.entries(this.noun.identify(id)).filter(([name]) => typeof state[name] !== "string"));
  }

  private mayIdentify(name: string, value: unknown): boolean {
    const type = (this.noun.schema.shape as Record<string, z.ZodType>)[name];
    return value !== "" && type?.safeParse(value).success !== false;
  }

  private stateOf(properties: Properties): State {
    return this.given(properties) as State;
  }

  private argumentsOf(properties: Properties): Properties {
    return Object.fromEntries(Object.entries(this.given(properties)).filter(([name]) => name in this.noun.schema.shape));
  }

  /**
   * Blanks secret identifiers in our sentences, which name objects by them, and the API key, which may have been given where an
   * identifier belongs. Other arguments' values are told nowhere but behind `secret`.
   */
  private hider(sources: readonly Properties[]): (sentence: string) => string {
    const secret = secretNames(this.noun, sources);
    const values = sources.flatMap((source) => this.noun.replacedBy.filter(secret).map((name) => source[name]));
    const hideValues = valueRedactor(values.filter((value) => typeof value === "string"));
    const { config } = this;
    const hideKey = identifierRedactor(config === undefined ? [] : [apiKeyOf((name) => config.get(name), process.env)]);
    return (sentence) => hideKey(hideValues(sentence));
  }
}

/** Fails where the state is of another service than the one that is configured. */
function refuseMoved(call: Begun): void {
  const moved = call.moved();
  if (moved !== undefined) throw new InputError(unsentText(moved));
}
