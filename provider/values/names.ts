import { getIn, isObject, type Values } from "./json";

/** Formats ids and names with the templates of a resource, and maps arguments to the service's fields. Pure. */

/** The service's fields, keyed by the argument that declares each of them. A dot separates nested names. */
export type FieldNames = Readonly<Record<string, string>>;

/** Quotes a name or an identifier for a message. In a state of a different version, it might be missing or have a different type. */
export function quoteName(name: unknown): string {
  return typeof name === "string" ? JSON.stringify(name) : "(unknown)";
}

/** Normalizes a name for comparison, because some services change case and punctuation. */
export function comparableName(name: unknown): string {
  return String(name)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

const placeholder = /<(\w+)>/g;

/** Parses an id with a template such as `<workgroupId>/<workspaceId>`. The last part contains the remainder of the id, and missing parts are empty. */
export function parseId(template: string, id: string): Readonly<Record<string, string>> {
  const names = namesIn(template);
  const parts = id.split("/");
  const rest = parts.slice(names.length - 1).join("/");
  return Object.fromEntries(names.map((name, index) => [name, index === names.length - 1 ? rest : (parts[index] ?? "")]));
}

/** Formats the id of a state; undefined if a part is missing from the state, or if the template has no placeholders. */
export function formatId(template: string, state: object): string | undefined {
  const names = namesIn(template);
  if (names.length === 0 || names.some((name) => typeof getIn(state, [name]) !== "string")) return undefined;
  return template.replaceAll(placeholder, (_, name: string) => String(getIn(state, [name])));
}

/** Formats a template such as `workspace <workspaceId>` with the quoted arguments. */
export function formatObject(template: string, args: object): string {
  return template.replaceAll(placeholder, (_, name: string) => quoteName(getIn(args, [name])));
}

/** Path parameters with the same meaning in every call. */
const parameters: FieldNames = { workgroupId: "workgroupID", workspaceId: "workspaceID", installedAddonId: "installedAddonsID" };

/** Finds the argument that declares a field or a path parameter. An inner field also matches by its own name. */
export function argumentOf(fields: FieldNames, wireName: string): string | undefined {
  const all = [...Object.entries(parameters), ...Object.entries(fields)];
  const found = all.find(([, field]) => field === wireName) ?? all.find(([, field]) => field.endsWith(`.${wireName}`));
  return found?.[0];
}

/** Returns the name of the service's field for the argument at a path. */
export function fieldOf(fields: FieldNames, path: readonly string[]): string {
  const all = new Map(Object.entries(fields));
  const [name = "", ...inner] = path;
  return all.get(path.join(".")) ?? [all.get(name) ?? name, ...inner].join(".");
}

/** Returns the fields of a body, keyed by argument. Fields that no argument declares are omitted. */
export function argumentsIn(fields: FieldNames, body: unknown): Values {
  if (!isObject(body)) return {};
  const known = Object.entries(fields).filter(([, field]) => Object.hasOwn(body, field));
  return Object.fromEntries(known.map(([argument, field]) => [argument, body[field]]));
}

const namesIn = (template: string): string[] => [...template.matchAll(placeholder)].map(([, name = ""]) => name);
