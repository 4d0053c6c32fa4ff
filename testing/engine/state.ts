import { type Properties } from "./values";

export const STACK_TYPE = "pulumi:pulumi:Stack";

/** One resource of a stack. Its identity is the object's. */
export interface ResourceState {
  urn: string;
  type: string;
  custom: boolean;
  parent: string | undefined;
  id: string | undefined;
  inputs: Properties;
  outputs: Properties;
  /** The place where the program declares it: `project:///index.ts#9,22`. */
  sourcePosition: string | undefined;
  /** The reasons why the provider could not complete it. */
  initErrors: string[];
  /** Replaced already, but not deleted yet. */
  delete: boolean;
  /** Deleted already, but not created again yet. */
  pendingReplacement: boolean;
}

/** A state with the given properties, otherwise empty. */
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

/** The URN of a resource whose parent is the stack. */
export function makeUrn({ stack, project }: StackNames, type: string, name: string): string {
  return `urn:pulumi:${stack}::${project}::${type}::${name}`;
}

/** The type in a URN of a resource whose parent is the stack. */
export const typeOf = (urn: string): string => urn.split("::")[2] ?? "";

/** The name in a URN, which may itself contain `::`. */
export const nameOf = (urn: string): string => urn.split("::").slice(3).join("::");

/** The names that are part of every URN of a stack. */
export interface StackNames {
  readonly stack: string;
  readonly project: string;
}
