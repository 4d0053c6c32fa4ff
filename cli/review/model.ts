import type Big from "big.js";
import type { Consequence } from "../../provider/messages/consequences";
import type { PlanEntry, LoggedRequest } from "../../provider/messages/plan-entry";
import type { Action } from "./actions";
import type { Run } from "./run";

/** The parsed preview that every format renders. It contains no secrets; its texts are not escaped. */
export interface Review {
  readonly project: string;
  readonly stack: string;
  /** False if the preview failed, if the requests of a change are unknown, if a deletion will be refused, or if a mandatory policy is violated. */
  readonly complete: boolean;
  readonly failed: boolean;
  /** True for the review of a destroy: no pull request can approve it. */
  readonly destroys?: true;
  /** True if the resources were read before they were compared. */
  readonly refreshed: boolean;
  /** In the order in which they are printed: losses first. */
  readonly changes: readonly Change[];
  readonly unchanged: number;
  /** Names of the stack's outputs that change, as far as they are known. */
  readonly outputs: readonly string[];
  readonly messages: readonly Message[];
  /** Requests that the provider recorded and that belong to no change. */
  readonly strayRequests: readonly Request[];
  /** Changes of the control plane's address. */
  readonly services: readonly ServiceMove[];
  /** The origins that get a request and a credential, and that no resource of the state belongs to. */
  readonly newHosts: readonly string[];
  readonly highestImpact?: Consequence | undefined;
  readonly cost?: Cost | undefined;
  /** Violations of policies: the mandatory ones first. */
  readonly violations: readonly Violation[];
  /** The settings that are missing, so that nothing could be planned. */
  readonly settings: readonly string[];
}

export interface Violation {
  readonly policy: string;
  readonly pack: string;
  /** True if it stops an update. */
  readonly mandatory: boolean;
  /** The resource's name; undefined for the whole stack. */
  readonly resource?: string | undefined;
  readonly declaredAt?: SourceLocation | undefined;
  readonly text: string;
}

/** Another address of the control plane. `found`: a refresh has found the resources there. */
export type ServiceMove = NonNullable<PlanEntry["service"]>;

export interface Change {
  /** Its URN and, if its deletion is pending, the id of its object. */
  readonly key: string;
  readonly urn: string;
  readonly name: string;
  /** The kind of a resource of this package, e.g. `WorkspaceSettings`; the whole type of another. */
  readonly kind: string;
  readonly isGraphplane: boolean;
  /** True for a component, which only groups other resources. */
  readonly isComponent?: true;
  readonly action: Action;
  /** The path of the object in the service; undefined for unknown kinds. */
  readonly address?: string | undefined;
  /** The object in words, e.g. `workspace main, database movies`; name and value in turn. */
  readonly subject: readonly (readonly [string, string])[];
  readonly declaredAt?: SourceLocation | undefined;
  /** False if the program no longer declares it: the place is that of the last update. */
  readonly stillDeclared: boolean;
  readonly fields: readonly Field[];
  /** The declared values of a new resource that already match. */
  readonly matching: readonly Field[];
  readonly resumesFailedUpdate: boolean;
  /** True if it was deleted outside Pulumi, so that the update creates it again. */
  readonly isRecreated?: true;
  /** The name of the resource that manages the object from now on. */
  readonly managedBy?: string;
  readonly replaced?: Replacement | undefined;
  /** The resource whose deletion takes the object along, if it is no longer managed itself. */
  readonly deletedWith?: string;
  /** The names of resources that stay declared inside the deleted object, which makes the review incomplete. */
  readonly leavesInside?: readonly string[];
  /** The names of the changing resources on which its values depend, if it only might change. */
  readonly dependsOn: readonly string[];
  /** The name of its provider, if the preview has resources of several. */
  readonly account?: string | undefined;
  /** The name of its provider, unless it is a default one: what a fingerprint says does not depend on other resources. */
  readonly provider?: string | undefined;
  /** The address of the control plane that its requests go to, if it is known. */
  readonly controlPlane?: string | undefined;
  /** The requests to the service, as far as they are known. */
  readonly requests: readonly Request[];
  /** The reason why requests are missing; undefined if all are known. */
  readonly requestsUnknown?: string | undefined;
  /** True if the provider could not read the object, or recorded no plan of it: the review is incomplete. */
  readonly unannounced: boolean;
  readonly consequences: readonly Consequence[];
  /** Further sentences of the provider. */
  readonly remarks: readonly string[];
  readonly cost?: ChangeCost | undefined;
  /** The parts of the account that a revert does not restore. */
  readonly losses?: readonly Loss[];
}

/** A value (`path`) or a part of an object, or the object itself, that a revert of the change does not restore. */
export interface Loss {
  /** `possible`: the preview does not show it. `refused`: the update of the revert fails there. `deleted`: the revert deletes the object. */
  readonly is: "lost" | "possible" | "refused" | "deleted";
  readonly path?: readonly string[];
  readonly part?: string;
  readonly why?: string;
  /** The live value before the change, and that after the revert if the code declares it. */
  readonly live?: ShownValue;
  readonly back?: ShownValue;
}

/** The declaration of a resource in the program; the file's path starts at the project directory. */
export interface SourceLocation {
  readonly file: string;
  readonly line: number;
}

/** The objects that a replacement no longer manages and newly manages, in the words of `subject`. */
export interface Replacement {
  readonly was: Change["subject"];
  readonly now: Change["subject"];
  /** True if the new object exists already. */
  readonly adopts: boolean;
}

export type Label =
  | "new"
  | "set on the new object"
  | "reverts an outside change"
  | "adopts an outside change"
  | "differs at the new address"
  | "resumes a failed update"
  | "may change"
  | "no longer declared";

/** One value of a resource: as the code had it when it was applied last, as it is live, and as the code has it now. */
export interface Field {
  readonly path: readonly string[];
  readonly before: ShownValue;
  readonly live: ShownValue;
  readonly after: ShownValue;
  readonly labels: readonly Label[];
  readonly forcesReplacement: boolean;
  /** True if no request carries it. */
  readonly isUnsent?: true;
}

/** A value as far as it can be shown and is known. */
export type ShownValue =
  | { readonly is: "value"; readonly value: unknown }
  /** It is secret; `changed` if it is known to change. */
  | { readonly is: "secret"; readonly changed?: boolean }
  /** It is known only while the update runs. */
  | { readonly is: "later" }
  /** It is not declared, or does not exist. */
  | { readonly is: "absent" }
  /** Nobody has read it. */
  | { readonly is: "unread" }
  /** It exists and is not shown: a provider's code. */
  | { readonly is: "hidden" };

export type Request = LoggedRequest;

/** A message of the program, the provider or the engine, without colors, stacks and paths of the machine. */
export interface Message {
  readonly severity: "error" | "warning";
  readonly resource?: string | undefined;
  readonly text: string;
  readonly declaredAt?: SourceLocation | undefined;
}

/** The context of a format, beside the review. */
export interface RenderOptions {
  /** The project directory in the repository; file paths start there. */
  readonly directory: string;
  readonly run?: Run | undefined;
  /** The directory in the marker, by which the text is found again; by default `directory`. */
  readonly folder?: string | undefined;
  /** The options that narrow the preview, such as `--target <urn>`. */
  readonly narrowed?: readonly string[];
  /** Marks a report of drift: the preview is of an unchanged program, and there is nothing to approve. */
  readonly drift?: boolean;
  /** Sentences in Markdown about how the preview ran. */
  readonly notes?: readonly string[];
  /** True if merging applies the review, by `graphplane ci apply`. */
  readonly merges?: boolean;
  /** True if a text can have colors. */
  readonly color?: boolean;
}

/** The price of an hour, and its parts: an amount, then factors. */
export interface Price {
  readonly amount: Big;
  readonly parts: readonly PricePart[];
  /** The parts of each size that a timetable sets, instead, with its hours of a month. */
  readonly sizes?: readonly { readonly hours: number; readonly parts: readonly PricePart[] }[];
}

/** `size TG-1 2.00`, `high availability 2`, `paused` */
export interface PricePart {
  readonly what: string;
  readonly name?: string;
  readonly value?: string;
}

/** The cost of one change: a side that is undefined costs nothing. A `reason` explains an unknown cost. */
export type ChangeCost =
  | {
      readonly currency: string;
      readonly before: Price | undefined;
      readonly after: Price | undefined;
      readonly perHour: Big;
      /** The minutes without use after which it stops, if it does. */
      readonly autoStopMinutes?: number | undefined;
    }
  | { readonly reason: string; readonly size?: string };

export interface Cost {
  readonly currency: string;
  /** The sum of the known differences. */
  readonly perHour: Big;
  readonly perMonth: Big;
  /** The known monthly cost before the changes. */
  readonly monthBefore: Big;
  /** The number of changes whose cost is known, and of those whose cost is not. */
  readonly known: number;
  readonly unknown: number;
  /** The allowed increase of a month. An unknown price can exceed any limit. */
  readonly limit?: { readonly perMonth: Big; readonly exceeded: "yes" | "no" | "unknown" };
}
