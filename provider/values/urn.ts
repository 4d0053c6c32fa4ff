/** URNs: the names of resources in a stack. Pure. */

/** The parts of `urn:pulumi:<stack>::<project>::<types>::<name>`, with the last type; a name may hold `::`. Any other text is all name. */
export function partsOf(urn: string) {
  const [head = "", project = "", types = "", ...name] = urn.split("::");
  if (name.length === 0) return { stack: "", project: "", type: "", name: urn };
  return { stack: head.split(":").slice(2).join(":"), project, type: types.split("$").at(-1) ?? types, name: name.join("::") };
}

/** The kind of this package's resources that a type names, by either provider; undefined for other packages' types. */
export function kindOf(type: string): string | undefined {
  return /^(?:pulumi-nodejs:dynamic\/graphplane|graphplane:index):(\w+)$/.exec(type)?.[1];
}
