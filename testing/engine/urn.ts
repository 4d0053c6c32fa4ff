/** The type of the root resource of every stack. */
export const STACK_TYPE = "pulumi:pulumi:Stack";

/** The parts of a URN; `type` is the resource's own type, `qualifiedType` has its parents' types before it. */
export interface UrnParts {
  stack: string;
  project: string;
  qualifiedType: string;
  type: string;
  name: string;
}

/** Takes a URN apart; the name may itself contain `::`. */
export function parseUrn(urn: string): UrnParts {
  const [start = "", project = "", qualifiedType = "", ...name] = urn.split("::");
  return {
    stack: start.slice("urn:pulumi:".length),
    project,
    qualifiedType,
    type: qualifiedType.slice(qualifiedType.lastIndexOf("$") + 1),
    name: name.join("::"),
  };
}

/** The URN of a resource; the stack's own type does not count as a parent's. */
export function makeUrn(stack: string, project: string, parent: string | undefined, type: string, name: string): string {
  const parentType = parent ? parseUrn(parent).qualifiedType : "";
  const qualified = parentType && parentType !== STACK_TYPE ? `${parentType}$${type}` : type;
  return `urn:pulumi:${stack}::${project}::${qualified}::${name}`;
}
