import type { z } from "zod";
import type { Client, Clock, ServiceError } from "../client";
import type { CheckFailure } from "./validation";
import type { AnnouncedRequest } from "./messages";

/** The contract between a resource, which users declare, and its lifecycle. */

/** What one operation of a resource works with. */
export interface OperationContext {
  /** Speaks on this operation's behalf; the first use fails where a setting is missing or malformed. */
  readonly client: Client;
  /** The same, for what goes along with values that are told nowhere: neither they nor what they hold stand in its errors. */
  readonly redacting: (values: readonly unknown[]) => Client;
  readonly clock: Clock;
  /** Tells the user one line while the operation runs. */
  readonly say: (line: string) => void;
  /** True for arguments that the program keeps secret: their values are never told. */
  readonly secret: (argument: string) => boolean;
  /** Whether a look-up has shown the object to this stack: then an empty answer to it means more than that the service shows none. */
  readonly seenBefore: boolean;
  /** Notes in the state that a look-up shows the object. */
  readonly recordSeen: () => void;
}

/** What a preview works with. */
export interface PreviewContext extends OperationContext {
  /** Tells the user the request that the update will send. */
  readonly announce: (request: AnnouncedRequest) => void;
}

/** A resource that was made or changed: what is known of it now, and what is still to be waited for. */
export interface Applied<State, Waiting> {
  readonly id: string;
  readonly state: State;
  readonly waiting?: Waiting | undefined;
  /** Why it is not known whether a write was acted on: the operation fails with this, and the resource stays with the state. */
  readonly lost?: ServiceError | undefined;
}

/** What a user declares, and how it maps to the service's calls. Every method fails with an error whose message is for the user. */
export interface ResourceDefinition<Args extends object, State extends Args, Waiting = never> {
  readonly kind: string;
  readonly schema: z.ZodObject;
  /** Arguments whose change needs another object. */
  readonly replaceOnChanges: readonly (keyof Args & string)[];
  /** Arguments that say how to behave: a change of these alone sends nothing. */
  readonly localArguments: readonly (keyof Args & string)[];
  /** Arguments that are always secret. */
  readonly secret?: readonly (keyof Args & string)[];
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
  /** Rules that the schema cannot state; `old` are the inputs in state. */
  validate?(args: Partial<Args>, old: Partial<Args>): CheckFailure[];
  /** What the object is called in the lines of a preview: without spaces, and as `graphplane review` derives it from the inputs. */
  address(args: Partial<Args>): string;
  /** Arguments without which a preview knows no object to look at; by default those of `replacedBy`. */
  readonly addressedBy?: readonly (keyof Args & string)[];
  /** The service's name of the field at a path of arguments. */
  fieldOf?(path: readonly string[]): string;
  /**
   * Looks ahead: announces what the update will send, nothing where it sends nothing. Returns what makes the creation of a new
   * resource fail (`last` is absent), throws what makes an update fail.
   */
  preview?(args: Args, last: Partial<State> | undefined, context: PreviewContext): Promise<CheckFailure[]>;
  create(args: Args, context: OperationContext): Promise<Applied<State, Waiting>>;
  update(args: Args, last: State, context: OperationContext, id: string): Promise<Applied<State, Waiting>>;
  /** Waits for what create or update began. When it fails, the resource stays with the state of {@link stopped}. */
  waitUntilApplied?(args: Args, applied: Applied<State, Waiting>, context: OperationContext): Promise<State>;
  /** The state as the service shows it; `last` itself where the service cannot show it, undefined when the object is certainly gone. */
  read(last: State, context: OperationContext, id: string): Promise<State | undefined>;
  /** Whether the deletion sends something; by default it does not. */
  sendsOnDelete?(last: Partial<State>): boolean;
  delete(last: State, context: OperationContext, id: string): Promise<void>;
}
