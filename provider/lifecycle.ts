import type * as dynamic from "@pulumi/pulumi/dynamic";
import type { z } from "zod";
import { type Client, type Clock, type Heard, InputError as ClientInputError, isServiceError, SettingsError } from "../client";
import { sentence } from "../client/errors";
import { partOf, redactor, type SecretText } from "../client/redact";
import { type CheckFailure, isUnknown, problemsOf } from "./arguments";
import { settingsMessage } from "./config";
import { canonicalJson, same, wellFormed, withoutNulls } from "./diff";
import { InputError, OperationError, partialError } from "./errors";
import { texts } from "./texts";

/** What one operation of a resource works with. */
export interface Call {
  /** Speaks on this operation's behalf; the first use fails where a setting is missing or malformed. */
  readonly client: Client;
  /** The same, for what goes along with values that are told nowhere: neither they nor what they hold stand in its errors. */
  readonly hiding: (values: readonly unknown[]) => Client;
  readonly clock: Clock;
  /** Tells the user one line while the operation runs. */
  readonly say: (line: string) => void;
  /** True for arguments that the program keeps secret: their values are never told. */
  readonly secret: (argument: string) => boolean;
}

/** A call as its lifecycle knows it. */
interface Begun extends Call {
  /** What the user reads of an error. */
  readonly messageOf: (error: unknown) => string;
}

/** A resource that was made or changed: what is known of it now, and what is still to be waited for. */
export interface Applied<State, Waiting> {
  readonly id: string;
  readonly state: State;
  readonly waiting?: Waiting | undefined;
}

/** What a user declares, and how it maps to the service's calls. Every method fails with an error whose message is for the user. */
export interface Noun<Args extends object, State extends Args, Waiting = never> {
  readonly kind: string;
  readonly schema: z.ZodObject;
  /** Arguments whose change needs another object. */
  readonly replacedBy: readonly (keyof Args & string)[];
  /** Arguments that say how to behave: a change of these alone sends nothing. */
  readonly behaviour: readonly (keyof Args & string)[];
  /** Arguments that are always secret. */
  readonly secret?: readonly (keyof Args & string)[];
  /** Arguments that are the user's own data and sent as they are: a null in them is a value. */
  readonly verbatim?: readonly (keyof Args & string)[];
  /** Arguments in the form in which equal meanings are equal. */
  meaning?(args: Partial<Args>): Partial<Args>;
  /** The object in words, e.g. `workspace "ws" of workgroup "wg"`. */
  describe(args: Partial<Args>): string;
  /** The argument that declares a field of the service. */
  argumentOf?(wireField: string): string | undefined;
  /** The identifying arguments that an id holds, for a resource that is only read. */
  identify(id: string): Partial<Args>;
  /** Rules that the schema cannot state; `old` are the inputs in state. */
  refuse?(args: Partial<Args>, old: Partial<Args>): CheckFailure[];
  /** Looks ahead: says what would be sent, and returns what would certainly fail. `last` is absent for a new resource. */
  foresee?(args: Args, last: Partial<State> | undefined, call: Call): Promise<CheckFailure[]>;
  create(args: Args, call: Call): Promise<Applied<State, Waiting>>;
  update(args: Args, last: State, call: Call, id: string): Promise<Applied<State, Waiting>>;
  /** Waits for what create or update began. When it fails, the resource stays with the state of {@link stopped}. */
  settle?(args: Args, applied: Applied<State, Waiting>, call: Call): Promise<State>;
  /** The state as the service shows it; undefined when the object is certainly gone. */
  read(last: State, call: Call, id: string): Promise<State | undefined>;
  delete(last: State, call: Call, id: string): Promise<void>;
}

/** A wait that ended without what it waited for; `state` is what is known and what the next update goes on with. */
export class Unsettled<State> extends Error {
  override readonly name = "Unsettled";
  constructor(
    message: string,
    readonly state: State,
  ) {
    super(message);
  }
}

/** What the provider host gives to the resources in it. */
export interface Host {
  /** Makes or finds the client for the stack's configuration; throws a `SettingsError`. */
  readonly connect: (config: dynamic.Config) => Client;
  readonly clock: Clock;
  readonly say: (line: string) => void;
  /** Lines told ahead by this process: an engine may diff one resource several times in one phase. */
  readonly foretold: Set<string>;
  /** What the program declares, by kind, as this process was given it to check. */
  readonly declared: Set<string>;
  /** By the kind and id of an object: the resources that hold it, made by this process or compared with what the program declares. */
  readonly held: Map<string, Set<string>>;
  /** A name for a resource that is made, unlike all others. */
  readonly newInstance: () => string;
}

type Properties = Record<string, unknown>;

/** Arguments of the program that it keeps secret, by name: the engine hands a provider plain values only. */
const secretsKey = "__secrets";
const providerKey = "__provider";
/** Tells resources apart that hold the same object: the engine does not say which one it deletes. */
const instanceKey = "__instance";

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
    this.host.declared.add(this.keyOf(news));
    const failures = problemsOf(this.noun.schema, args, old);
    failures.push(...(this.noun.refuse?.(args as Partial<Args>, old as Partial<Args>) ?? []));
    if (failures.length === 0 && Object.keys(old).length === 0) failures.push(...(await this.foresee("preview", news, undefined)));
    return { inputs: news, failures: failures.map((failure) => wellFormed(this.concealed(failure, news))) };
  };

  diff = async (id: string, olds: Properties, news: Properties): Promise<dynamic.DiffResult> => {
    const changed = this.changed(olds, news);
    const replaces = changed.filter((name) => (this.noun.replacedBy as readonly string[]).includes(name));
    // A refresh compares as well what the program may not declare any more.
    if (replaces.length === 0 && this.host.declared.has(this.keyOf(news))) this.holdersOf(id).add(instanceOf(olds));
    // A refresh takes the reasons of a partial error out of the state; what is still pending goes on all the same.
    if (changed.length === 0) return { changes: "__pending" in olds };
    if (replaces.length === 0 && !this.behavesOnly(changed)) await this.foresee("preview", news, olds);
    // Neither true nor false: the engine then compares the inputs itself and shows the user each changed property.
    return { replaces };
  };

  create = async (news: Properties): Promise<dynamic.CreateResult> => {
    return this.apply("create", news, {}, (args, call) => this.noun.create(args, call));
  };

  update = async (id: string, olds: Properties, news: Properties): Promise<dynamic.UpdateResult> => {
    const last = this.stateOf(olds);
    const { outs } = await this.apply("update", news, olds, async (args, call) => {
      if (!("__pending" in olds) && this.behavesOnly(this.changed(olds, news))) return { id, state: this.behaving(last, args) };
      return this.noun.update(args, last, call, id);
    });
    return { outs };
  };

  read = async (id: string, props: Properties = {}): Promise<dynamic.ReadResult> => {
    const last = this.identified(id, props);
    return this.run("read", last, [props], async (call) => {
      const state = await this.noun.read(last, call, id);
      // Known by its id alone, it is to be read only: the engine would take an empty answer for its outputs.
      if (state === undefined && Object.keys(this.stateOf(props)).length === 0)
        throw new InputError("it does not exist: check the id that get() was given");
      if (state === undefined) return {};
      const instance = instanceOf(props);
      return { id, props: whole(state, props, instance), inputs: whole(this.argumentsOf(state as Properties), props) };
    });
  };

  delete = async (id: string, props: Properties): Promise<void> => {
    const last = this.identified(id, props);
    await this.run("delete", last, [props], async (call) => {
      const own = instanceOf(props);
      const holders = this.holdersOf(id);
      const others = [...holders].filter((holder) => holder !== own);
      // Under another name, or replaced by order: the engine deletes last, when the one that stays has been made or compared.
      if (own !== "" && others.length > 0)
        call.say(`graphplane: ${this.noun.describe(last)} is left as it is: another resource of the program holds it`);
      else await this.noun.delete(last, call, id);
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
    act: (args: Args, call: Call) => Promise<Applied<State, Waiting>>,
  ): Promise<{ id: string; outs: Properties }> {
    const args = this.given(news);
    const instance = instanceOf(olds) || this.host.newInstance();
    return this.run(operation, args, [news, olds], async (call) => {
      const applied = await act(args, call);
      const { waiting } = applied;
      const id = wellFormed(applied.id);
      this.holdersOf(id).add(instance);
      if (waiting === undefined || this.noun.settle === undefined) return { id, outs: whole(applied.state, news, instance) };
      try {
        return { id, outs: whole(await this.noun.settle(args, applied, call), news, instance) };
      } catch (error) {
        const state = error instanceof Unsettled ? (error.state as State) : applied.state;
        throw partialError(call.messageOf(error), id, whole(state, news, instance));
      }
    });
  }

  /** Says what would be sent. What is not certain (no answer, no key) is a notice here: the operation itself will tell. */
  private async foresee(operation: string, news: Properties, olds: Properties | undefined): Promise<CheckFailure[]> {
    const { noun } = this;
    const args = this.given(news) as Properties;
    const known = Object.fromEntries(Object.entries(args).filter(([, value]) => !isUnknown(value)));
    if (noun.foresee === undefined || noun.replacedBy.some((name) => !(name in known))) return [];
    const later = Object.keys(args).filter((name) => !(name in known));
    // An argument that is not known yet is still declared: without its old value it is neither compared nor taken for dropped.
    const last =
      olds === undefined
        ? undefined
        : (Object.fromEntries(Object.entries(this.stateOf(olds)).filter(([name]) => !later.includes(name))) as Partial<State>);
    const note = later.length === 0 ? "" : ` (${later.join(", ")}: known later)`;
    const sources = [news, olds ?? {}];
    const hide = this.hider(sources);
    const say = (line: string) => {
      if (!this.host.foretold.has(line)) this.host.say(hide(line) + note);
      this.host.foretold.add(line);
    };
    const call = Object.assign(this.call(operation, known as Partial<Args>, sources), { say });
    try {
      const failures = await noun.foresee(known as Args, last, call);
      return failures.map(({ property, reason }) => ({ property, reason: hide(reason) }));
    } catch (error) {
      say(`graphplane: cannot look ahead: ${call.messageOf(error)}`);
      return [];
    }
  }

  private async run<T>(
    operation: string,
    args: Partial<Args>,
    sources: readonly Properties[],
    act: (call: Begun) => Promise<T>,
  ): Promise<T> {
    const call = this.call(operation, args, sources);
    try {
      return await act(call);
    } catch (error) {
      throw error instanceof OperationError ? error : new OperationError(call.messageOf(error));
    }
  }

  /** `sources` are the properties that values come from: what is secret in one of them is told of none. */
  private call(operation: string, args: Partial<Args>, sources: readonly Properties[]): Begun {
    const { noun, host } = this;
    const secret = this.secretNames(sources);
    const secrets = secretTexts(sources, secret);
    const hide = this.hider(sources);
    const purpose = { kind: noun.kind, operation, object: noun.describe(args), nameOf: (field: string) => noun.argumentOf?.(field) };
    const connect = (more: readonly SecretText[] = []) => {
      if (this.config === undefined) throw new InputError("the engine gave no configuration");
      return host.connect(this.config).during({ purpose, secrets: [...secrets, ...more], heard });
    };
    // An error tells the answer to what was sent, or else the last one.
    let told: Heard | undefined;
    const heard = (answer: Heard) => {
      if (answer.method !== "GET" || told === undefined || told.method === "GET") told = answer;
    };
    let client: Client | undefined;
    return {
      // Only when it is needed: what sends nothing works without a key.
      get client() {
        return (client ??= connect());
      },
      hiding: (values) => connect(values.flatMap(texts).map(partOf)),
      clock: host.clock,
      say: (line) => host.say(hide(line)),
      secret,
      messageOf: (error) => {
        if (isServiceError(error)) return hide(error.message);
        const text = `${noun.kind}: ${operation} of ${purpose.object} failed: ${textOf(error)}`;
        return hide(told === undefined || text.includes("RequestID: ") ? text : `${sentence(text)} RequestID: ${told.requestId}`);
      },
    };
  }

  /** The names of the arguments whose meaning differs between the state and the program. */
  private changed(olds: Properties, news: Properties): string[] {
    const meaning = (args: Properties): Properties => (this.noun.meaning?.(args as Partial<Args>) as Properties | undefined) ?? args;
    const before = meaning(this.argumentsOf(olds));
    const after = meaning(declared(news));
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => !same(before[name], after[name]));
  }

  private behavesOnly(changed: readonly string[]): boolean {
    return changed.every((name) => (this.noun.behaviour as readonly string[]).includes(name));
  }

  /** The last state with the arguments as they are declared now. */
  private behaving(last: State, args: Args): State {
    const kept = Object.entries(last).filter(([name]) => !(name in this.noun.schema.shape));
    return { ...Object.fromEntries(kept), ...args } as State;
  }

  /** What the program declares, in the form in which it is sent. */
  private given(news: Properties): Args {
    const args = declared(news);
    const own = (this.noun.verbatim ?? []).filter((name) => name in args).map((name) => [name, news[name]]);
    return { ...args, ...Object.fromEntries(own) } as Args;
  }

  /** The state; what it lacks of the identifiers, or holds in another form than a text, comes from the id. */
  private identified(id: string, properties: Properties): State {
    const state = this.stateOf(properties);
    const identifiers = Object.entries(this.noun.identify(id)).filter(([name]) => typeof (state as Properties)[name] !== "string");
    return { ...state, ...Object.fromEntries(identifiers) };
  }

  private stateOf(properties: Properties): State {
    return declared(properties) as State;
  }

  private argumentsOf(properties: Properties): Properties {
    return Object.fromEntries(Object.entries(declared(properties)).filter(([name]) => name in this.noun.schema.shape));
  }

  private secretNames(sources: readonly Properties[]): (argument: string) => boolean {
    const listed = sources.flatMap((props) => (Array.isArray(props[secretsKey]) ? (props[secretsKey] as unknown[]) : []));
    const names = new Set<unknown>([...listed, ...(this.noun.secret ?? [])]);
    return (argument) => names.has(argument);
  }

  /** Blanks secret identifiers: lines and errors name objects by them. Other arguments' values are told nowhere but behind `secret`. */
  private hider(sources: readonly Properties[]): (text: string) => string {
    const secret = this.secretNames(sources);
    return redactor(secretTexts(sources, (name) => secret(name) && (this.noun.replacedBy as readonly string[]).includes(name)));
  }

  /** The engine prints the value of the property that a failure names, so one of a secret argument names none. */
  private concealed(failure: CheckFailure, props: Properties): CheckFailure {
    const [name = ""] = failure.property.split(".");
    return this.secretNames([props])(name) ? { property: "", reason: `${failure.property} ${failure.reason}` } : failure;
  }
}

/** What the program or the state declares: without nulls and without what is between us and the engine. */
function declared(properties: Properties): Properties {
  const plain = Object.entries(properties).filter(([name]) => ![providerKey, secretsKey, instanceKey].includes(name));
  return withoutNulls(Object.fromEntries(plain)) as Properties;
}

/** Everything that the engine is to keep; a key without a value would fail a refresh. */
function whole(state: object, props: Properties, instance = ""): Properties {
  const ours = Object.fromEntries([secretsKey, providerKey].filter((key) => key in props).map((key) => [key, props[key]]));
  return { ...(wellFormed(withoutNulls(state)) as Properties), ...ours, ...(instance === "" ? {} : { [instanceKey]: instance }) };
}

/** The name of the resource that a state is of; empty where it has none. */
function instanceOf({ [instanceKey]: instance }: Properties): string {
  return typeof instance === "string" ? instance : "";
}

function secretTexts(sources: readonly Properties[], secret: (argument: string) => boolean): SecretText[] {
  const values = sources.flatMap((props) => Object.entries(declared(props)).flatMap(([name, value]) => (secret(name) ? [value] : [])));
  return values.flatMap((value) => texts(value).map((text) => (text === value ? text : partOf(text))));
}

/** An error's own words; one that nobody foresaw is named as such. */
function textOf(error: unknown): string {
  if (error instanceof SettingsError) return settingsMessage(error);
  const known = error instanceof InputError || error instanceof ClientInputError || error instanceof Unsettled;
  return known ? error.message : `an error of this provider, please report it (${nameOf(error)})`;
}

function nameOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : typeof error;
}
