import { type Properties } from "./values";

export const STACK_TYPE = "pulumi:pulumi:Stack";

/** A resource of a stack, compared by reference. */
export interface ResourceState {
  urn: string;
  type: string;
  custom: boolean;
  parent: string | undefined;
  id: string | undefined;
  inputs: Properties;
  outputs: Properties;
  /** Source position of the declaration: `project:///index.ts#9,22`. */
  sourcePosition: string | undefined;
  /** Reasons why initialization failed. */
  initErrors: string[];
  /** Already replaced, but not yet deleted. */
  delete: boolean;
  /** Already deleted, but not yet re-created. */
  pendingReplacement: boolean;
}

/** Returns an otherwise empty state with the given properties. */
export function newState(known: Pick<ResourceState, "urn" | "type" | "custom"> & Partial<ResourceState>): ResourceState {
  return {
    parent: undefined,
    id: undefined,
    inputs: {},
    outputs: {},
    sourcePosition: undefined,
    initErrors: [],
    delete: false,
    pendingReplacement: false,
    ...known,
  };
}

/** Returns the URN of a top-level resource. */
export function makeUrn({ stack, project }: StackNames, type: string, name: string): string {
  return `urn:pulumi:${stack}::${project}::${type}::${name}`;
}

/** Returns the type in the URN of a top-level resource. */
export const typeOf = (urn: string): string => urn.split("::")[2] ?? "";

/** Returns the name in a URN, which can itself contain `::`. */
export const nameOf = (urn: string): string => urn.split("::").slice(3).join("::");

/** The project and stack names in the stack's URNs. */
export interface StackNames {
  readonly stack: string;
  readonly project: string;
}
