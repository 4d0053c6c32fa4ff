/** The parts of a URN. A name may hold anything, also `::`. Pure. */
export interface UrnParts {
  readonly stack: string;
  readonly project: string;
  /** Without the types of its parents. */
  readonly type: string;
  readonly name: string;
}

/** Reads `urn:pulumi:<stack>::<project>::<types>::<name>`; of any other text, all of it is the name. */
export function partsOf(urn: string): UrnParts {
  const [head = "", project = "", types = "", ...name] = urn.split("::");
  if (name.length === 0) return { stack: "", project: "", type: "", name: urn };
  return { stack: head.split(":").slice(2).join(":"), project, type: types.split("$").at(-1) ?? types, name: name.join("::") };
}

/** The kind of this package's resources that a type names, by either door; undefined for other packages' types. */
export function kindOf(type: string): string | undefined {
  return /^(?:pulumi-nodejs:dynamic\/graphplane|graphplane:index):(\w+)$/.exec(type)?.[1];
}
