import type { Client, Clock, ServiceError } from "../client";
import type { DescribedParts } from "./describe/schema";
import type { Values } from "./values/json";
import type { CheckFailure } from "./values/validation";
import type { ShownRequest, Message, Notice } from "./messages/message";

/** The interface between the kinds of resources and the lifecycle code that runs them. */

/** Returns true for secret arguments, whose values must not appear in messages and errors. */
export type IsSecret = (argument: string) => boolean;

/** The tools available to an operation of a resource. */
export interface OperationContext {
  /** The client. Its errors contain the operation and its object. Throws on first use if a setting is missing or malformed. */
  readonly client: Client;
  /** Returns the same client for requests with hidden values. Its errors contain neither these values nor any string inside them. */
  readonly redacting: (values: readonly unknown[]) => Client;
  /** Returns the same context, except that its reads ignore responses cached before this call. */
  readonly withFreshReads: () => OperationContext;
  readonly clock: Clock;
  readonly log: (line: string) => void;
  /** Prints a message about an object. If plan entries are requested, adds the message to the entry instead. */
  readonly emit: (line: Message) => void;
  /** Prints a request that was sent, unless the preview announced it and `more` is empty. */
  readonly logSent: (request: ShownRequest, more?: string) => void;
  readonly isSecret: IsSecret;
  /** True once a read has returned the object to this stack. An empty response then cannot mean that the service never returns such objects. */
  readonly seenBefore: boolean;
  /** True for a read by id only, as for `get` and imports, which returns all settings in the record. */
  readonly onlyIdKnown: boolean;
  /** Records in the state that a read has returned the object. */
  readonly markSeen: () => void;
  /** Returns true if, as far as this process knows, another resource of the program manages the object with this id. */
  readonly isManagedElsewhere: (id: string) => boolean;
  /** Returns the other resource of the program that manages the object with this id, as far as this process knows. */
  readonly managerOf: (id: string) => OtherManager | undefined;
  /** True in a preview, which never waits. */
  readonly isPreview: boolean;
  /** Throws if, as far as this process knows, a resource of a different kind manages the object. */
  readonly assertOnlyKind: (id: string) => void;
  /** Returns true if a replacement in this run deletes the object before it creates the new one. */
  readonly isDeletedBeforeReplace: (id: string) => boolean;
  /** The names of objects that this process has deleted. Lists might still contain them for a while. */
  readonly deletions: Set<string>;
  /** Returns the arguments of the resources of a kind that the program has declared so far, which the update creates or changes first. Empty outside previews. */
  readonly declaredSoFar: (kind: string) => readonly object[];
}

/** Another resource of the program that manages an object. */
export interface OtherManager {
  /** The name of the resource for a sentence: `Workspace "blue"`. */
  readonly resource: string;
  /** The declared arguments that identify the object. */
  readonly declared: Readonly<Record<string, unknown>>;
  /** True if this run has not applied the declared change to the object yet. A preview treats the change as applied. */
  readonly isChanging: boolean;
}

/** An argument to send, or a value inside it, along with the redacted live value. */
export interface PlannedField {
  readonly path: readonly string[];
  readonly live?: unknown;
}

interface Decision {
  /** Messages to print before the request in a preview. */
  readonly notices?: readonly Notice[] | undefined;
  /** The names of the live object, keyed by output. */
  readonly shownNames?: Readonly<Record<string, unknown>> | undefined;
  /** The identifier of an object that is adopted by name, for other resources in the program that use it. */
  readonly adopted?: string;
}

export interface NoRequestPlan extends Decision {
  readonly action: "none";
  readonly request?: undefined;
}

export interface RequestPlan extends Decision {
  readonly action: "post" | "put" | "delete";
  /** The request, redacted for messages. */
  readonly request: ShownRequest;
  /** The second request of a creation, which sends the values that the first request does not accept. */
  readonly followUp?: ShownRequest | undefined;
  /** The values that the request sends. @default all declared values */
  readonly fields?: readonly PlannedField[] | undefined;
}

/** The plan for an object, which a preview prints and an operation executes. */
export type Plan = NoRequestPlan | RequestPlan;

/** The plans that send a request with one of the given methods. */
export type PlanWithRequest<Planned extends Plan, Action extends RequestPlan["action"] = RequestPlan["action"]> = Extract<
  Planned,
  { action: Action }
>;

const actions = { POST: "post", PUT: "put" } as const;

/** Plans a request with a body. A preview prints the body, redacted with `show`, and the live values `was`. */
export function planRequest<Method extends keyof typeof actions, Body extends object>(
  { method, path }: { readonly method: Method; readonly path: string },
  body: Body,
  show: (body: Body) => object,
  was?: Body,
) {
  const request: ShownRequest = { method, path, body: show(body), ...(was && { was: show(was) }) };
  return { action: actions[method], request, body };
}

/** An operation that is refused. */
export interface Refusal extends CheckFailure {
  readonly action: "refuse";
  /** The response that led to the refusal. */
  readonly cause?: ServiceError | undefined;
}

export function refuse(property: string, reason: string, cause?: ServiceError): Refusal {
  return { action: "refuse", property, reason, ...(cause && { cause }) };
}

export function textOf({ property, reason }: CheckFailure): string {
  return `${property}: ${reason}`;
}

export function isRefusal(plan: Plan | Refusal): plan is Refusal {
  return plan.action === "refuse";
}

/** The proof that the parent of an object does not exist. */
export interface MissingParent {
  /** A sentence about the missing parent. */
  readonly missing: string;
  /** The kind of the parent. The argument with its identifier has the suffix `Id`. */
  readonly what: "workgroup" | "workspace" | "installedAddon";
  readonly cause?: ServiceError | undefined;
}

/** The result of a create or an update. */
export interface Applied<State, Pending> {
  readonly state: State;
  /** The id of a new resource, if its state does not contain it. */
  readonly id?: string;
  /** The part that has not taken effect yet. */
  readonly pending?: Pending | undefined;
  /** The error of a write whose outcome is unknown. The operation fails with this error, and the resource keeps the state. */
  readonly lost?: Error | undefined;
  /** True if this create or update created the object, and false if it adopted an existing one. */
  readonly created?: boolean | undefined;
}

type Unfinished<State, Pending> = Applied<State, Pending> & { readonly pending: Exclude<Pending, undefined> };

/** A kind of resource, with its arguments and its calls to the service. The messages of thrown errors are for users. */
export interface ResourceDefinition<
  Args extends object,
  State extends Args,
  Live = unknown,
  Planned extends Plan = Plan,
  Pending = unknown,
> extends DescribedParts {
  readonly deleteBeforeReplace?: boolean;
  /** True if the kind calls the host in its arguments and never writes to the control plane. */
  readonly usesDataPlane?: boolean;
  /** Normalizes arguments, so that equivalent arguments are equal. */
  normalize?(args: Partial<Args>): Partial<Args>;
  /** Checks rules that the schema cannot express. `old` contains the inputs in the state. */
  validate?(args: Partial<Args>, old: Partial<Args>): CheckFailure[];
  /** Returns warnings about values that are sent anyway. `old` contains the values in the state. */
  warnings?(args: Partial<Args>, old: Partial<Args>, context: Pick<OperationContext, "clock" | "isSecret">): string[];
  /** Formats a live value like the declared one. @default the unchanged value */
  showLive?(argument: string, live: unknown, declared: unknown): unknown;
  /** Returns the key of operations that must not run in parallel, because each of them reads before it creates the object. */
  lockKey?(args: Args, last: Partial<State>): readonly string[] | undefined;
  /** Reads the object. Resources share these reads. */
  observe(args: Args, last: Partial<State> | undefined, context: OperationContext): Promise<Live | MissingParent>;
  /** Returns a live object without values for the object that `last` identifies, if it cannot be read, for example because its parent is unknown. */
  assumedLive(last: Partial<State> | undefined): Live;
  /** Plans the change to an object whose parent exists. Pure. `last` is undefined for a new resource. In a preview, unknown arguments are omitted. */
  plan(args: Args, last: Partial<State> | undefined, live: Live, isSecret: IsSecret): Planned | Refusal;
  execute(plan: Planned, args: Args, last: State | undefined, context: OperationContext): Promise<Applied<State, Pending>>;
  /** Waits until a pending change takes effect. If the wait fails, the resource keeps the state of the {@link NotAppliedError}. */
  waitUntilApplied?(args: Args, applied: Unfinished<State, Pending>, context: OperationContext): Promise<State>;
  /** Reads the state from the service. Returns `last` itself if the service never returns objects of this kind. Undefined if the object no longer exists. */
  read(last: State, context: OperationContext): Promise<State | undefined>;
  /** Describes an object that a deletion leaves in place, for a message. */
  describeRetained?(last: State, isSecret: IsSecret): RetainedObject;
  /** Throws if the service would refuse the deletion, or if other objects still need this one. Also called before a replacement. */
  assertDeletable?(last: State, context: OperationContext): Promise<void>;
  delete?(plan: RequestPlan, last: State, context: OperationContext): Promise<void>;
}

export type Planner<Args extends object, State extends Args, Live, Planned extends Plan> = ResourceDefinition<
  Args,
  State,
  Live,
  Planned
>["plan"];

/** A resource definition of any kind. */
export type AnyResource = ResourceDefinition<Values, Values>;

/** An object that is no longer managed by its resource. */
export interface RetainedObject {
  /** The path of the object, for messages. */
  readonly path: string;
  /** The name of the object, for a sentence: `the schedule`. */
  readonly object: string;
  /** The effect of the deletion as a clause: `the service keeps it`. */
  readonly effect: string;
  /** The end of the message, about changes that might still take effect. @default a clause about all of them */
  readonly more?: string;
}
