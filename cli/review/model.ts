import type Big from "big.js";
import type { Consequence } from "../../provider/messages/consequences";
import type { LoggedPlan, LoggedRequest, PlanEntry } from "../../provider/messages/plan-entry";
import type { Action } from "./actions";
import type { Run } from "./run";

/** The parsed preview, from which every format is rendered. It contains no secrets, and its texts are not escaped. */
export interface Review {
  readonly project: string;
  readonly stack: string;
  /** False if the preview failed, the requests of a change are unknown, a deletion will be refused, or a mandatory policy is violated. */
  readonly complete: boolean;
  readonly failed: boolean;
  /** True for the review of a destroy, which cannot be approved on a pull request. */
  readonly destroys?: true;
  /** True if the preview refreshed the resources before comparing them. */
  readonly refreshed: boolean;
  /** The changes in print order, starting with losses. */
  readonly changes: readonly Change[];
  readonly unchanged: number;
  /** The names of the stack outputs that are known to change. */
  readonly outputs: readonly string[];
  readonly messages: readonly Message[];
  /** Recorded requests that do not belong to any change. */
  readonly strayRequests: readonly Request[];
  /** Changes to the control plane's address. */
  readonly services: readonly ServiceMove[];
  /** Origins that no resource in the state uses, and that will receive a request with a credential. */
  readonly newHosts: readonly string[];
  readonly highestImpact?: Consequence | undefined;
  readonly cost?: Cost | undefined;
  /** Policy violations, mandatory ones first. */
  readonly violations: readonly Violation[];
  /** Missing settings, which prevent a plan. */
  readonly settings: readonly string[];
}

export interface Violation {
  readonly policy: string;
  readonly pack: string;
  /** True if the violation prevents an update. */
  readonly mandatory: boolean;
  /** The resource's name; undefined for the whole stack. */
  readonly resource?: string | undefined;
  readonly declaredAt?: SourceLocation | undefined;
  readonly text: string;
}

/** A change to the control plane's address. `found`: a refresh found the resources at the new address. */
export type ServiceMove = NonNullable<PlanEntry["service"]>;

export interface Change {
  /** The URN and, if a deletion is pending, the id of the object. */
  readonly key: string;
  readonly urn: string;
  readonly name: string;
  /** The kind of a resource of this package, such as `WorkspaceSettings`, or the full type of any other resource. */
  readonly kind: string;
  readonly isGraphplane: boolean;
  /** True for a component, which only groups other resources. */
  readonly isComponent?: true;
  readonly action: Action;
  /** The path of the object on the service; undefined for unknown kinds. */
  readonly address?: string | undefined;
  /** Pairs of words that identify the object, such as `["workspace", "main"]`, `["database", "movies"]`. */
  readonly subject: readonly (readonly [string, string])[];
  readonly declaredAt?: SourceLocation | undefined;
  /** False if the program no longer declares the resource. `declaredAt` is then from the last update. */
  readonly stillDeclared: boolean;
  readonly fields: readonly Field[];
  /** The declared values of a new resource that the live object already has. */
  readonly matching: readonly Field[];
  readonly resumesFailedUpdate: boolean;
  /** True if the object was deleted outside Pulumi and the update creates it again. */
  readonly isRecreated?: true;
  /** The name of the resource that takes over the object. */
  readonly managedBy?: string;
  readonly replaced?: Replacement | undefined;
  /** The resource whose deletion also deletes this object, if this object itself is no longer managed. */
  readonly deletedWith?: string;
  /** The names of resources that are still declared inside the deleted object, which makes the review incomplete. */
  readonly leavesInside?: readonly string[];
  /** For a resource that might change, the names of the changing resources that its values depend on. */
  readonly dependsOn: readonly string[];
  /** The name of the resource's provider, if the preview contains resources of several providers. */
  readonly account?: string | undefined;
  /** The name of the resource's provider, unless it is a default provider. Fingerprints contain it, because they must not depend on other resources. */
  readonly provider?: string | undefined;
  /** The control-plane address to which the requests are sent, if known. */
  readonly controlPlane?: string | undefined;
  /** The requests to the service, as far as known. */
  readonly requests: readonly Request[];
  /** The reason why some requests are unknown; undefined if all are known. */
  readonly requestsUnknown?: string | undefined;
  /** The failed read that caused `requestsUnknown`. */
  readonly failedRead?: LoggedPlan["failedRead"];
  /** True if the provider could not read the object or recorded no plan. The review is then incomplete. */
  readonly unannounced: boolean;
  readonly consequences: readonly Consequence[];
  /** Additional messages from the provider. */
  readonly remarks: readonly string[];
  readonly cost?: ChangeCost | undefined;
  /** The parts of the account that reverting the change does not restore. */
  readonly losses: readonly Loss[];
}

/** A change before its losses are determined, which depend on the other changes. */
export type PlainChange = Omit<Change, "losses">;

/** A value (`path`), a part of an object, or a whole object that reverting the change does not restore. */
export interface Loss {
  /** `possible`: the preview does not contain the value. `refused`: the update of the revert fails. `deleted`: the revert deletes the object. */
  readonly is: "lost" | "possible" | "refused" | "deleted";
  readonly path?: readonly string[];
  readonly part?: string;
  readonly why?: string;
  /** The live value before the change and, if the code declares one, the value after the revert. */
  readonly live?: ShownValue;
  readonly back?: ShownValue;
}

/** The location of a resource's declaration. The path is relative to the project directory. */
export interface SourceLocation {
  readonly file: string;
  readonly line: number;
}

/** The old and the new object of a replacement, in the format of `subject`. */
export interface Replacement {
  readonly was: Change["subject"];
  readonly now: Change["subject"];
  /** True if the new object already exists. */
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

/** A value of a resource, in the last applied code, live, and in the new code. */
export interface Field {
  readonly path: readonly string[];
  readonly before: ShownValue;
  readonly live: ShownValue;
  readonly after: ShownValue;
  readonly labels: readonly Label[];
  readonly forcesReplacement: boolean;
  /** True if no request contains the value. */
  readonly isUnsent?: true;
}

/** A value to print, or the reason why there is none. */
export type ShownValue =
  | { readonly is: "value"; readonly value: unknown }
  /** The value is secret; `changed` is true if it is known to change. */
  | { readonly is: "secret"; readonly changed?: true }
  /** The value is not known until the update. */
  | { readonly is: "later" }
  /** The value is not declared, or does not exist. */
  | { readonly is: "absent" }
  /** The value was not read. */
  | { readonly is: "unread" }
  /** The value exists but is not printed, such as a provider's code. */
  | { readonly is: "hidden" };

export type Request = LoggedRequest;

export function isDeleting({ method }: Pick<Request, "method">): boolean {
  return method === "DELETE";
}

export function hasDeletion(requests: readonly Request[]): boolean {
  return requests.some(isDeleting);
}

/** A message from the program, the provider or the engine, without colors, stack traces and local paths. */
export interface Message {
  readonly severity: "error" | "warning";
  readonly resource?: string | undefined;
  readonly text: string;
  readonly declaredAt?: SourceLocation | undefined;
}

export interface RenderOptions {
  /** The project directory relative to the repository, which is prepended to file paths. */
  readonly directory: string;
  readonly run?: Run | undefined;
  /** The directory or name in the marker. @default `directory` */
  readonly folder?: string | undefined;
  /** The options that limit the preview to a part of the stack, such as `--target <urn>`. */
  readonly narrowed?: readonly string[];
  /** True for a drift report, which previews the unchanged program and cannot be approved. */
  readonly drift?: boolean;
  /** Additional sentences about the preview, in Markdown. */
  readonly notes?: readonly string[];
  /** True if `graphplane ci apply` applies the reviewed changes after the merge. */
  readonly merges?: boolean;
  readonly color?: boolean;
}

/** An hourly price and its parts: an amount followed by factors. */
export interface Price {
  readonly amount: Big;
  readonly parts: readonly PricePart[];
  /** Replaces `parts` for a timetable: the parts of the price for each size, and the hours per month. */
  readonly sizes?: readonly { readonly hours: number; readonly parts: readonly PricePart[] }[];
}

/** `size TG-1 2.00`, `high availability 2`, `paused` */
export interface PricePart {
  readonly what: string;
  readonly name?: string;
  readonly value?: string;
}

/** The cost of a change. An undefined side costs nothing. `reason` explains why the cost is unknown. */
export type ChangeCost =
  | {
      readonly currency: string;
      readonly before: Price | undefined;
      readonly after: Price | undefined;
      readonly perHour: Big;
      /** The idle time in minutes before the workspace stops, if auto-stop is enabled. */
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
  /** The number of changes whose cost is known, and of those whose cost is unknown. */
  readonly known: number;
  readonly unknown: number;
  /** The allowed monthly increase. An unknown price might exceed any limit. */
  readonly limit?: { readonly perMonth: Big; readonly exceeded: "yes" | "no" | "unknown" };
}
