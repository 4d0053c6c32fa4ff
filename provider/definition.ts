import type { Client, Clock, ServiceError } from "../client";
import type { DescribedParts } from "./describe/schema";
import type { Values } from "./values/json";
import type { CheckFailure } from "./values/validation";
import type { ShownRequest, Message, Notice } from "./messages/message";

/** The interface between a kind of resource and the lifecycle code that runs it. */

/** Returns true for secret arguments: no message or error may contain their values. */
export type IsSecret = (argument: string) => boolean;

/** The tools of one operation of a resource. */
export interface OperationContext {
  /** The client of this operation: its errors name the operation and its object. The first use fails if a setting is missing or malformed. */
  readonly client: Client;
  /** The same client for requests that contain hidden values: its errors contain neither these values nor any string inside them. */
  readonly redacting: (values: readonly unknown[]) => Client;
  /** The same context, whose reads ignore responses cached before this call. */
  readonly withFreshReads: () => OperationContext;
  readonly clock: Clock;
  /** Prints a message while the operation runs. */
  readonly log: (line: string) => void;
  /** Prints a message about an object. A preview that writes plan entries also adds the message to its entry. */
  readonly emit: (line: Message) => void;
  /** Prints a request after its response, unless an earlier message announced it and `more` is empty. */
  readonly logSent: (request: ShownRequest, more?: string) => void;
  readonly isSecret: IsSecret;
  /** True once a read has returned the object to this stack: an empty response then cannot mean that the service never returns such objects. */
  readonly seenBefore: boolean;
  /** True for a read by id only, as in `get` or an import, which returns every setting in the record. */
  readonly onlyIdKnown: boolean;
  /** Records in the state that a read returned the object. */
  readonly markSeen: () => void;
  /** Returns true if another resource of the program is known to manage the object with this id. */
  readonly isManagedElsewhere: (id: string) => boolean;
  /** Returns the other resource of the program that is known to manage the object with this id, if any. */
  readonly managerOf: (id: string) => OtherManager | undefined;
  /** True in a preview, which never waits. */
  readonly isPreview: boolean;
  /** Throws if a resource of another kind is known to manage the object. */
  readonly assertOnlyKind: (id: string) => void;
  /** Returns true if a replacement in this run deletes the object before it creates the new one. */
  readonly isDeletedBeforeReplace: (id: string) => boolean;
  /** Names of objects whose deletion this process has sent: a list might still show them for a while. */
  readonly deletions: Set<string>;
  /** In a preview, the arguments of the resources of a kind that the program has declared so far, which the update creates or changes first. Empty outside previews. */
  readonly declaredSoFar: (kind: string) => readonly object[];
}

/** Another resource of the program that manages an object. */
export interface OtherManager {
  /** The resource in a sentence: `Workspace "blue"`. */
  readonly resource: string;
  /** The arguments that name the object, as the program declares them. */
  readonly declared: Readonly<Record<string, unknown>>;
  /** True if this run has yet to apply the declared change to the object. A preview treats it as applied. */
  readonly isChanging: boolean;
}

/** An argument that a request sends, or a value inside it, with its live value, redacted for a plan entry. */
export interface PlannedField {
  readonly path: readonly string[];
  readonly live?: unknown;
}

interface Decision {
  /** Messages that a preview prints before the request, if any. */
  readonly notices?: readonly Notice[] | undefined;
  /** The live object's names, keyed by output. */
  readonly shownNames?: Readonly<Record<string, unknown>> | undefined;
  /** The identifier of the adopted object, if only its name is declared, for other resources of the program that use it. */
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
  /** The request that follows once the object exists, with the values that the first request does not accept. */
  readonly followUp?: ShownRequest | undefined;
  /** The values that the request sends; by default all declared values, for an object that has none yet. */
  readonly fields?: readonly PlannedField[] | undefined;
}

/** The plan for an object: a preview prints it, and the operation executes it. */
export type Plan = NoRequestPlan | RequestPlan;

/** The plans of a type that send a request with one of the given methods. */
export type PlanWithRequest<Planned extends Plan, Action extends RequestPlan["action"] = RequestPlan["action"]> = Extract<
  Planned,
  { action: Action }
>;

const actions = { POST: "post", PUT: "put" } as const;

/** Plans a request with a body. The operation sends the same body that a preview shows, redacted with `show`; `was` is the live part. */
export function planRequest<Method extends keyof typeof actions, Body extends object>(
  { method, path }: { readonly method: Method; readonly path: string },
  body: Body,
  show: (body: Body) => object,
  was?: Body,
) {
  const request: ShownRequest = { method, path, body: show(body), ...(was && { was: show(was) }) };
  return { action: actions[method], request, body };
}

/** The reason why the operation is refused. */
export interface Refusal extends CheckFailure {
  readonly action: "refuse";
  /** The response that led to the refusal. */
  readonly cause?: ServiceError | undefined;
}

export function refuse(property: string, reason: string, cause?: ServiceError): Refusal {
  return { action: "refuse", property, reason, ...(cause && { cause }) };
}

/** Formats a refusal or another problem, with its argument. */
export function textOf({ property, reason }: CheckFailure): string {
  return `${property}: ${reason}`;
}

export function isRefusal(plan: Plan | Refusal): plan is Refusal {
  return plan.action === "refuse";
}

/** Proof that the parent of an object does not exist. */
export interface MissingParent {
  /** A sentence that names the missing parent. */
  readonly missing: string;
  /** The kind of the parent; the argument that names it has the suffix `Id`. */
  readonly what: "workgroup" | "workspace" | "installedAddon";
  readonly cause?: ServiceError | undefined;
}

/** The known result of a create or an update. */
export interface Applied<State, Pending> {
  readonly state: State;
  /** The id of a new resource whose state does not contain it. */
  readonly id?: string;
  /** The part that still has to take effect. */
  readonly pending?: Pending | undefined;
  /** The error of a write with an unknown outcome: the operation fails with it, and the resource keeps the state. */
  readonly lost?: Error | undefined;
  /** True if this create or update created the object; false if it adopted one. */
  readonly created?: boolean | undefined;
}

/** The result of a create or an update that still has to take effect. */
type Unfinished<State, Pending> = Applied<State, Pending> & { readonly pending: Exclude<Pending, undefined> };

/** A kind of resource: its arguments, and how it calls the service. Methods throw errors whose messages users can read. */
export interface ResourceDefinition<
  Args extends object,
  State extends Args,
  Live = unknown,
  Planned extends Plan = Plan,
  Pending = unknown,
> extends DescribedParts {
  readonly deleteBeforeReplace?: boolean;
  /** True if it calls the host named in its arguments and never writes to the control plane. */
  readonly usesDataPlane?: boolean;
  /** Normalizes arguments, so that equivalent ones compare equal. */
  normalize?(args: Partial<Args>): Partial<Args>;
  /** Checks rules that the schema cannot express; `old` contains the inputs from the state. */
  validate?(args: Partial<Args>, old: Partial<Args>): CheckFailure[];
  /** Returns warnings about values that are still sent; `old` contains the values from the state. */
  warnings?(args: Partial<Args>, old: Partial<Args>, context: Pick<OperationContext, "clock" | "isSecret">): string[];
  /** Formats the live value of an argument like the declared one. By default the value is unchanged. */
  showLive?(argument: string, live: unknown, declared: unknown): unknown;
  /** Serializes creates and updates with the same key, because each reads before it creates the object. */
  lockKey?(args: Args, last: Partial<State>): readonly string[] | undefined;
  /** Reads the object, with reads that resources share. */
  observe(args: Args, last: Partial<State> | undefined, context: OperationContext): Promise<Live | MissingParent>;
  /** The live object to assume if it cannot be read, e.g. before its parent is known: the object that `last` identifies, without values. */
  assumedLive(last: Partial<State> | undefined): Live;
  /** Plans the change to an object whose parent exists; pure. `last` is absent for a new resource. In a preview, unknown arguments are absent. */
  plan(args: Args, last: Partial<State> | undefined, live: Live, isSecret: IsSecret): Planned | Refusal;
  execute(plan: Planned, args: Args, last: State | undefined, context: OperationContext): Promise<Applied<State, Pending>>;
  /** Waits until the change takes effect; called only if a change is pending. If it fails, the resource keeps the state of the {@link NotAppliedError}. */
  waitUntilApplied?(args: Args, applied: Unfinished<State, Pending>, context: OperationContext): Promise<State>;
  /** Reads the state from the service. Returns `last` itself if the service does not return such objects, undefined if the object no longer exists. */
  read(last: State, context: OperationContext): Promise<State | undefined>;
  /** Describes the object that a deletion leaves in place. Without this method, such a deletion prints nothing. */
  describeRetained?(last: State, isSecret: IsSecret): RetainedObject;
  /** Throws if the service would refuse the deletion, or if others still need the object; also called before a replacement. */
  assertDeletable?(last: State, context: OperationContext): Promise<void>;
  delete?(plan: RequestPlan, last: State, context: OperationContext): Promise<void>;
}

export type Planner<Args extends object, State extends Args, Live, Planned extends Plan> = ResourceDefinition<
  Args,
  State,
  Live,
  Planned
>["plan"];

/** Any kind of resource, for code that handles all kinds. */
export type AnyResource = ResourceDefinition<Values, Values>;

/** An object that its resource no longer manages. */
export interface RetainedObject {
  /** The object's path in messages. */
  readonly path: string;
  /** Its name in a sentence: `the schedule`. */
  readonly object: string;
  /** The effect of the deletion, as a clause: `the service keeps it`. */
  readonly effect: string;
  /** The changes that might still take effect; by default one sentence about all of them. */
  readonly more?: string;
}
