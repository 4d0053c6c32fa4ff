import type { z } from "zod";
import type { Client, Clock, ServiceError } from "../client";
import type { CheckFailure } from "./values/validation";
import type { AnnouncedRequest } from "./announce/lines";
import type { ReviewFacts } from "./announce/review-facts";

/** The contract between a resource, which users declare, and its lifecycle. */

/** What one operation of a resource works with. */
export interface OperationContext {
  /** The client of this operation: errors name the operation and its object. The first use fails where a setting is missing or malformed. */
  readonly client: Client;
  /** The same client for requests that carry hidden values: these values, and every text inside them, are kept out of its errors. */
  readonly redacting: (values: readonly unknown[]) => Client;
  readonly clock: Clock;
  /** Prints one line for the user while the operation runs. */
  readonly say: (line: string) => void;
  /** Prints a request that was sent and answered, unless a line has announced it and `more` adds nothing. */
  readonly reportSent: (request: AnnouncedRequest, more?: string) => void;
  /** True for arguments that the program keeps secret: their values are kept out of every line and error. */
  readonly secret: (argument: string) => boolean;
  /** True once a look-up has shown the object to this stack. Then an empty answer cannot mean that the service never shows such objects. */
  readonly seenBefore: boolean;
  /** Notes in the state that a look-up shows the object. */
  readonly recordSeen: () => void;
  /** True where another resource of the program is known to manage the object of this id. */
  readonly isManagedElsewhere: (id: string) => boolean;
  /** True in a preview, which waits for nothing. */
  readonly previewing: boolean;
  /** Names of objects of which this process has sent a deletion: a list may show them for a while. */
  readonly deletions: Set<string>;
  /** In a preview, the arguments of what the program has declared so far of a kind, and will make or change first. Else none: the service shows it. */
  readonly coming: (kind: string) => readonly object[];
}

/** What will be done to an object, decided once: a preview prints it, and the operation executes it. */
export interface Plan {
  readonly action: "none" | "post" | "put" | "delete";
  /** As it may be shown; absent where nothing is sent. */
  readonly request?: AnnouncedRequest | undefined;
  /** Lines that a preview prints before the request. */
  readonly notices?: readonly string[] | undefined;
}

/** Why nothing can be done. */
export interface Refusal extends CheckFailure {
  readonly action: "refuse";
  /** The answer that it follows from. */
  readonly behind?: ServiceError | undefined;
}

export function isRefusal(plan: Plan | Refusal): plan is Refusal {
  return plan.action === "refuse";
}

/** A resource that was made or changed: what is known of it now, and what is still to be waited for. */
export interface Applied<State, Pending> {
  /** The id of a new resource; an update ignores it. */
  readonly id: string;
  readonly state: State;
  readonly pending?: Pending | undefined;
  /** Why it is not known what a write did: the operation fails with this, and the resource stays with the state. */
  readonly lost?: Error | undefined;
  /** True if this update or creation made the object, rather than adopting one. */
  readonly made?: boolean | undefined;
}

/** What a user declares, and how it maps to the service's calls. Every method fails with an error whose message is for the user. */
export interface ResourceDefinition<
  Args extends object,
  State extends Args,
  Live = unknown,
  Planned extends Plan = Plan,
  Pending = unknown,
> {
  readonly kind: string;
  readonly schema: z.ZodObject;
  /** Arguments whose change needs another object. */
  readonly replaceOnChanges: readonly (keyof Args & string)[];
  /** Its address in lines, its local arguments, and what else `graphplane review` must know. */
  readonly review: ReviewFacts;
  /** Arguments that are always secret. */
  readonly secret?: readonly (keyof Args & string)[];
  /** Outputs that are secret whatever the arguments are. */
  readonly secretOutputs?: readonly (keyof State & string)[];
  /** Outputs that no update changes: a preview of an update shows them. */
  readonly stableOutputs?: readonly (keyof State & string)[];
  /** The arguments that name the object, where a program must not declare it twice. */
  readonly declaredOnce?: readonly (keyof Args & string)[];
  /** True if a deletion by default deletes what graphplane made, and leaves what it adopted or imported. */
  readonly deletesMade?: boolean;
  /** Arguments and outputs that are the user's own data, sent and kept as they are: a null in them is a value. */
  readonly verbatim?: readonly (keyof State & string)[];
  /** True where it acts on a host that its arguments name, and writes nothing at the control plane. */
  readonly ownHost?: boolean;
  /** Arguments in the form in which equal meanings are equal. */
  normalize?(args: Partial<Args>): Partial<Args>;
  /** The object in words, e.g. `workspace "ws" of workgroup "wg"`. */
  describe(args: Partial<Args>): string;
  /** The argument that declares a field of the service. */
  argumentOf?(wireField: string): string | undefined;
  /** The form of an id, e.g. `<workgroupId>/<workspaceId>`. */
  readonly idForm: string;
  /** The identifying arguments that an id holds, for a resource that is only read. */
  parseId(id: string): Partial<Args>;
  /** Another form of id by which a resource is imported, where its own does not hold what a read needs. */
  readonly importId?: {
    readonly form: string;
    parse(id: string): Partial<State>;
  };
  /** The id of a state that a read has completed: one that was imported, or made and not found then, gets its own so. By default the known one. */
  idOf?(state: State): string;
  /** Rules that the schema cannot state; `old` are the inputs in state. */
  validate?(args: Partial<Args>, old: Partial<Args>): CheckFailure[];
  /** A live value of an argument as lines show it, beside the one that is declared. By default as it is. */
  showLive?(argument: string, live: unknown, declared: unknown): unknown;
  /** The service's name of the field at a path of arguments. */
  fieldOf?(path: readonly string[]): string;
  /** Creations and updates for which this is equal run one after the other: each looks before it makes the object. */
  lockKey?(args: Args, last: Partial<State>): readonly string[] | undefined;
  /** Looks at the object, by reads that resources share. */
  observe(args: Args, last: Partial<State> | undefined, context: OperationContext): Promise<Live>;
  /** Decides what is done; pure. `last` is absent for a new resource. In a preview, arguments that are not known yet are absent. */
  plan(args: Args, last: Partial<State> | undefined, live: Live, secret: OperationContext["secret"]): Planned | Refusal;
  /** Does what the plan says, with one request. */
  execute(plan: Planned, args: Args, last: State | undefined, context: OperationContext): Promise<Applied<State, Pending>>;
  /** Waits for what was begun. When it fails, the resource stays with the state of the {@link NotAppliedError}. */
  waitUntilApplied?(args: Args, applied: Applied<State, Pending>, context: OperationContext): Promise<State>;
  /** The state as the service shows it; `last` itself where the service cannot show it, undefined when the object is certainly gone. */
  read(last: State, context: OperationContext): Promise<State | undefined>;
  /** Decides what a deletion does; pure. `outputs` are those in state, with what is noted beside them. By default nothing. */
  planDelete?(last: State, secret: OperationContext["secret"], outputs: Readonly<Record<string, unknown>>): Plan;
  /** Does what {@link planDelete} says, where that is a request. */
  delete?(plan: Plan, last: State, context: OperationContext): Promise<void>;
}
