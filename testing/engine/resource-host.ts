import { type InvokeResponse } from "@pulumi/pulumi/proto/provider_pb";
import { type ChangeKind } from "./diff";
import { type ResourceState } from "./state";
import { type Properties } from "./values";

/** What Check answered: the inputs to go on with, and what is wrong with them. */
export interface Checked {
  inputs: Properties;
  failures: { property: string; reason: string }[];
}

/** A property that differs, as a provider says it. */
export interface DetailedChange {
  kind: ChangeKind;
  /** Whether it makes a replacement necessary. */
  replaces: boolean;
  /** Whether the old value stands in the inputs; else in the outputs. */
  inputDiff: boolean;
}

/** What Diff answered. */
export interface DiffAnswer {
  changes: "unknown" | "none" | "some";
  replaces: string[];
  deleteBeforeReplace: boolean;
  /** By path, where the provider says it itself. */
  detailed?: Record<string, DetailedChange>;
  /** Why the answer may not be right. */
  warning?: string;
}

/** What Read found; an empty `id` means that the resource is gone. `inputs` only if the provider named them. */
export interface Found {
  id: string;
  outputs: Properties;
  inputs?: Properties;
}

/** Speaks for a provider, with the configuration that it was started with. */
export interface ResourceHost {
  /** Whether it tells what `create` and `update` would come to, given `preview`. */
  readonly supportsPreview: boolean;
  check(urn: string, olds: Properties, news: Properties): Promise<Checked>;
  diff(old: ResourceState, news: Properties, ignoreChanges: string[]): Promise<DiffAnswer>;
  create(urn: string, inputs: Properties, preview: boolean): Promise<{ id: string; outputs: Properties }>;
  update(old: ResourceState, news: Properties, ignoreChanges: string[], preview: boolean): Promise<Properties>;
  read(urn: string, id: string, inputs: Properties, state: Properties): Promise<Found>;
  delete(old: ResourceState): Promise<void>;
  /** Calls a function; nothing while the provider cannot be asked. */
  invoke?(token: string, args: Properties): Promise<InvokeResponse | undefined>;
}

/** A resource that exists and did not become ready: what its provider said of it. */
export interface PartialFailure {
  id: string;
  properties: Properties;
  reasons: string[];
}

/** What a provider failed with, and what there is of the resource all the same. */
export class HostError extends Error {
  override readonly name = "HostError";
  constructor(
    message: string,
    readonly partial: PartialFailure | undefined,
  ) {
    super(message);
  }
}
