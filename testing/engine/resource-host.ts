import { type ResourceState } from "./state";
import { type Properties } from "./values";

/** What Check answered: the inputs to go on with, and what is wrong with them. */
export interface Checked {
  inputs: Properties;
  failures: { property: string; reason: string }[];
}

/** What Diff answered. */
export interface DiffAnswer {
  changes: "unknown" | "none" | "some";
  replaces: string[];
  deleteBeforeReplace: boolean;
}

/** What Read found; an empty `id` means that the resource is gone. `inputs` only if the provider named them. */
export interface Found {
  id: string;
  outputs: Properties;
  inputs?: Properties;
}

/** Speaks for the providers of dynamic resources, with the configuration that it was started with. */
export interface ResourceHost {
  check(urn: string, olds: Properties, news: Properties): Promise<Checked>;
  diff(old: ResourceState, news: Properties, ignoreChanges: string[]): Promise<DiffAnswer>;
  create(urn: string, inputs: Properties): Promise<{ id: string; outputs: Properties }>;
  update(old: ResourceState, news: Properties, ignoreChanges: string[]): Promise<Properties>;
  read(urn: string, id: string, inputs: Properties, state: Properties): Promise<Found>;
  delete(old: ResourceState): Promise<void>;
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
