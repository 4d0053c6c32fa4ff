/** Parses URNs, which are the names of resources in a stack. Pure. */

/** Parses `urn:pulumi:<stack>::<project>::<types>::<name>`, and keeps the last type. A name can contain `::`. Any other string is considered a name. */
export function partsOf(urn: string) {
  const [head = "", project = "", types = "", ...name] = urn.split("::");
  if (name.length === 0) return { stack: "", project: "", type: "", name: urn };
  return { stack: head.split(":").slice(2).join(":"), project, type: types.split("$").at(-1) ?? types, name: name.join("::") };
}

/** Returns the kind in a resource type of either provider; undefined for types of other packages. */
export function kindOf(type: string): string | undefined {
  return /^(?:pulumi-nodejs:dynamic\/graphplane|graphplane:index):(\w+)$/.exec(type)?.[1];
}
