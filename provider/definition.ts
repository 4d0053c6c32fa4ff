import type { Client, Clock, ServiceError } from "../client";
import type { DescribedParts } from "./describe/schema";
import type { Values } from "./values/json";
import type { CheckFailure } from "./values/validation";
import type { AnnouncedRequest, Line, NoticeLine } from "./announce/lines";

/** The contract between a resource, which users declare, and its lifecycle. */

/** Returns true for arguments that the program keeps secret: their values are kept out of every line and error. */
export type IsSecret = (argument: string) => boolean;

/** The tools of one operation of a resource. */
export interface OperationContext {
  /** The client of this operation: errors name the operation and its object. The first use fails if a setting is missing or malformed. */
  readonly client: Client;
  /** The same client for requests that carry hidden values: these values, and every text inside them, are kept out of its errors. */
  readonly redacting: (values: readonly unknown[]) => Client;
  /** The same context for reads that are sent from now on: no response to an earlier request serves. */
  readonly anew: () => OperationContext;
  readonly clock: Clock;
  /** Prints one line for the user while the operation runs. */
  readonly say: (line: string) => void;
  /** Prints a line about an object; a preview that records takes it up in its record. */
  readonly print: (line: Line) => void;
  /** Prints a request that was sent and answered, unless a line has announced it and `more` adds nothing. */
  readonly reportSent: (request: AnnouncedRequest, more?: string) => void;
  readonly isSecret: IsSecret;
  /** True once a read has shown the object to this stack. Then an empty response cannot mean that the service never shows such objects. */
  readonly seenBefore: boolean;
  /** True for a read that knows the id alone, as of a `get` or an import: it returns every setting that the service shows. */
  readonly knowsIdAlone: boolean;
  /** Notes in the state that a read shows the object. */
  readonly recordSeen: () => void;
  /** Returns true if another resource of the program is known to manage the object of this id. */
  readonly isManagedElsewhere: (id: string) => boolean;
  /** The other resource of the program that is known to manage the object of this id; undefined if there is none. */
  readonly managerOf: (id: string) => OtherManager | undefined;
  /** True in a preview, which waits for nothing. */
  readonly previewing: boolean;
  /** Refuses an object that a resource of another kind is known to manage. */
  readonly assertOnlyKind: (id: string) => void;
  /** Returns true for the id of an object that its own replacement deletes first, in this run. */
  readonly isReplacedFirst: (id: string) => boolean;
  /** Names of objects of which this process has sent a deletion: a list may show them for a while. */
  readonly deletions: Set<string>;
  /** In a preview, the arguments of what the program has declared so far of a kind, and will make or change first. Empty outside previews. */
  readonly declaredSoFar: (kind: string) => readonly object[];
}

/** Another resource of the program that manages an object. */
export interface OtherManager {
  /** The resource in a sentence: `Workspace "blue"`. */
  readonly resource: string;
  /** The arguments that name the object, as the program declares them. */
  readonly declared: Readonly<Record<string, unknown>>;
  /** True if the run has not changed the object yet as the program declares it. A preview counts it as done. */
  readonly isChanging: boolean;
}

/** An argument that a request sends, or a value inside it, with its live value as a record may show it. */
export interface PlannedField {
  readonly path: readonly string[];
  readonly live?: unknown;
}

interface Decision {
  /** Lines that a preview prints, before the request if there is one. */
  readonly notices?: readonly NoticeLine[] | undefined;
  /** The names that the live object shows, by output. */
  readonly shownNames?: Readonly<Record<string, unknown>> | undefined;
  /** The identifier of the object that is adopted, if only its name is declared: other resources of the program may use it. */
  readonly adopted?: string;
}

export interface NothingToSend extends Decision {
  readonly action: "none";
  readonly request?: undefined;
}

export interface Sending extends Decision {
  readonly action: "post" | "put" | "delete";
  /** The request as lines may show it. */
  readonly request: AnnouncedRequest;
  /** A request that follows once the object exists, with the values that the first request does not take. */
  readonly followUp?: AnnouncedRequest | undefined;
  /** The values that it sends; by default all that are declared, of an object that has none yet. */
  readonly fields?: readonly PlannedField[] | undefined;
}

/** The decision about an object, made once: a preview prints it, and the operation executes it. */
export type Plan = NothingToSend | Sending;

/** The plans of a type that send a request by one of the given methods. */
export type Sends<Planned extends Plan, Action extends Sending["action"] = Sending["action"]> = Extract<Planned, { action: Action }>;

/** The reason why nothing can be done. */
export interface Refusal extends CheckFailure {
  readonly action: "refuse";
  /** The response that shows it. */
  readonly behind?: ServiceError | undefined;
}

export function refuse(property: string, reason: string, behind?: ServiceError): Refusal {
  return { action: "refuse", property, reason, ...(behind && { behind }) };
}

/** The message of a refusal, or of another problem, with the argument that it is about. */
export function textOf({ property, reason }: CheckFailure): string {
  return `${property}: ${reason}`;
}

export function isRefusal(plan: Plan | Refusal): plan is Refusal {
  return plan.action === "refuse";
}

/** The certainty that the parent of an object, which contains it, does not exist. */
export interface Missing {
  /** A sentence that names it. */
  readonly missing: string;
  /** Its kind; the argument that names it ends in `Id`. */
  readonly what: "workgroup" | "workspace" | "installedAddon";
  /** The response that shows it. */
  readonly behind?: ServiceError | undefined;
}

/** A resource that was made or changed, as far as it is known. */
export interface Applied<State, Pending> {
  readonly state: State;
  /** The id of a new resource whose state does not hold it. */
  readonly id?: string;
  /** The part that must still be waited for. */
  readonly pending?: Pending | undefined;
  /** The error of a write whose outcome is not known: the operation fails with it, and the resource stays with the state. */
  readonly lost?: Error | undefined;
  /** True if this update or creation made the object, rather than adopting one. */
  readonly made?: boolean | undefined;
}

/** A resource that was made or changed, with the part that is waited for. */
type Unfinished<State, Pending> = Applied<State, Pending> & { readonly pending: Exclude<Pending, undefined> };

/** A kind of resource: its arguments, and how it calls the service. Methods throw errors whose messages are written for the user. */
export interface ResourceDefinition<
  Args extends object,
  State extends Args,
  Live = unknown,
  Planned extends Plan = Plan,
  Pending = unknown,
> extends DescribedParts {
  /** True if the old object must be deleted before its replacement can be made. */
  readonly deleteBeforeReplace?: boolean;
  /** True if it acts on a host that its arguments name, and writes nothing at the control plane. */
  readonly usesDataPlane?: boolean;
  /** Normalizes arguments, so that equivalent ones compare equal. */
  normalize?(args: Partial<Args>): Partial<Args>;
  /** Rules that the schema cannot state; `old` are the inputs in state. */
  validate?(args: Partial<Args>, old: Partial<Args>): CheckFailure[];
  /** Warnings about values that are sent all the same; `old` are those in state. */
  warnings?(args: Partial<Args>, old: Partial<Args>, context: Pick<OperationContext, "clock" | "isSecret">): string[];
  /** The live value of an argument, formatted like the declared one. By default unchanged. */
  showLive?(argument: string, live: unknown, declared: unknown): unknown;
  /** Creations and updates for which this is equal run one after the other: each reads before it makes the object. */
  lockKey?(args: Args, last: Partial<State>): readonly string[] | undefined;
  /** Reads the object, by reads that resources share. */
  observe(args: Args, last: Partial<State> | undefined, context: OperationContext): Promise<Live | Missing>;
  /** The live object for the plan of an object that cannot be read, e.g. before its parent is known: what `last` identifies, without values. */
  unseen(last: Partial<State> | undefined): Live;
  /** Decides about an object whose parent exists; pure. `last` is absent for a new resource. In a preview, arguments that are not known yet are absent. */
  plan(args: Args, last: Partial<State> | undefined, live: Live, isSecret: IsSecret): Planned | Refusal;
  execute(plan: Planned, args: Args, last: State | undefined, context: OperationContext): Promise<Applied<State, Pending>>;
  /** Waits until the change has taken effect; called only if something is pending. If it fails, the resource keeps the state of the {@link NotAppliedError}. */
  waitUntilApplied?(args: Args, applied: Unfinished<State, Pending>, context: OperationContext): Promise<State>;
  /** The state as the service shows it; `last` itself if the service cannot show it, undefined if the object is certainly gone. */
  read(last: State, context: OperationContext): Promise<State | undefined>;
  /** The notice of a deletion that keeps the object; without it, such a deletion prints nothing. */
  describeKept?(last: State, isSecret: IsSecret): Kept;
  /** Refuses a deletion that the service would, or that would take away what others need; asked before a replacement too. */
  assertDeletable?(last: State, context: OperationContext): Promise<void>;
  delete?(plan: Sending, last: State, context: OperationContext): Promise<void>;
}

export type Planner<Args extends object, State extends Args, Live, Planned extends Plan> = ResourceDefinition<
  Args,
  State,
  Live,
  Planned
>["plan"];

/** A kind of resource, as code for all kinds uses it. */
export type AnyResource = ResourceDefinition<Values, Values>;

/** An object that its resource no longer manages. */
export interface Kept {
  /** The path by which lines name it. */
  readonly path: string;
  /** Its name in a sentence: `the schedule`. */
  readonly object: string;
  /** A clause about it: `the service keeps it`. */
  readonly effect: string;
  /** Changes that may still take effect; by default one sentence about all of them. */
  readonly more?: string;
}
