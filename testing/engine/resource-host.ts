import { type InvokeResponse } from "@pulumi/pulumi/proto/provider_pb";
import { type PropertyChange } from "./diff";
import { type ResourceState } from "./state";
import { type Properties } from "./values";

/** The response to Check: the inputs to go on with, and what is wrong with them. */
export interface Checked {
  inputs: Properties;
  failures: { property: string; reason: string }[];
}

/** The response to Diff. */
export interface DiffAnswer {
  changes: "unknown" | "none" | "some";
  replaces: string[];
  deleteBeforeReplace: boolean;
  /** By path, without values, if the provider compares property by property. */
  detailed?: Record<string, PropertyChange>;
  /** Why the response may be wrong. */
  warning?: string;
}

/** The response to Read; an empty `id` means that the resource is gone. `inputs` only if the provider returned them. */
export interface Found {
  id: string;
  outputs: Properties;
  inputs?: Properties;
}

/** The resource operations of a provider that has its configuration. */
export interface ResourceHost {
  /** Whether `create` and `update` predict their results, given `preview`. */
  readonly supportsPreview: boolean;
  check(urn: string, olds: Properties, news: Properties): Promise<Checked>;
  diff(old: ResourceState, news: Properties, ignoreChanges: string[]): Promise<DiffAnswer>;
  create(urn: string, inputs: Properties, preview: boolean): Promise<{ id: string; outputs: Properties }>;
  update(old: ResourceState, news: Properties, ignoreChanges: string[], preview: boolean): Promise<Properties>;
  read(urn: string, id: string, inputs: Properties, state: Properties): Promise<Found>;
  delete(old: ResourceState): Promise<void>;
  /** Calls a function; undefined while the provider cannot be asked. */
  invoke?(token: string, args: Properties): Promise<InvokeResponse | undefined>;
}

/** A resource that exists but did not become ready, as its provider describes it. */
export interface PartialFailure {
  id: string;
  properties: Properties;
  reasons: string[];
}

/** The failure of a provider, with the part of the resource that exists nevertheless. */
export class HostError extends Error {
  override readonly name = "HostError";
  constructor(
    message: string,
    readonly partial: PartialFailure | undefined,
    /** The status of the call. */
    readonly code?: number,
  ) {
    super(message);
  }
}
