import { getIn, isObject, type Values } from "./json";

/** Formats ids and names by the templates of a resource, and maps arguments to fields of the service. Pure. */

/** The fields of the service by the arguments that declare them; a dot separates nested names. */
export type FieldNames = Readonly<Record<string, string>>;

/** Quotes a name or an identifier for a message; in a state of another version, it might be missing or have a different type. */
export function quoteName(name: unknown): string {
  return typeof name === "string" ? JSON.stringify(name) : "(not known)";
}

/** Normalizes a name for comparison, because some services change case and punctuation. */
export function comparableName(name: unknown): string {
  return String(name)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

const placeholder = /<(\w+)>/g;

/** Parses an id by a template such as `<workgroupId>/<workspaceId>`. The last part contains the rest of the id; missing parts are empty. */
export function parseId(form: string, id: string): Readonly<Record<string, string>> {
  const names = namesIn(form);
  const parts = id.split("/");
  const rest = parts.slice(names.length - 1).join("/");
  return Object.fromEntries(names.map((name, index) => [name, index === names.length - 1 ? rest : (parts[index] ?? "")]));
}

/** Formats the id of a state; undefined if a part of it is missing from the state, or the template has no names. */
export function formatId(form: string, state: object): string | undefined {
  const names = namesIn(form);
  if (names.length === 0 || names.some((name) => typeof getIn(state, [name]) !== "string")) return undefined;
  return form.replaceAll(placeholder, (_, name: string) => String(getIn(state, [name])));
}

/** Formats a template such as `workspace <workspaceId>` with the quoted arguments. */
export function formatObject(form: string, args: object): string {
  return form.replaceAll(placeholder, (_, name: string) => quoteName(getIn(args, [name])));
}

/** Path parameters with the same meaning in every call. */
const parameters: FieldNames = { workgroupId: "workgroupID", workspaceId: "workspaceID", installedAddonId: "installedAddonsID" };

/** Finds the argument that declares a field or a parameter of the service; an inner field is also found by its own name. */
export function argumentOf(fields: FieldNames, wireName: string): string | undefined {
  const all = [...Object.entries(parameters), ...Object.entries(fields)];
  const found = all.find(([, field]) => field === wireName) ?? all.find(([, field]) => field.endsWith(`.${wireName}`));
  return found?.[0];
}

/** Returns the service's name of the field that an argument path declares. */
export function fieldOf(fields: FieldNames, path: readonly string[]): string {
  const all = new Map(Object.entries(fields));
  const [name = "", ...inner] = path;
  return all.get(path.join(".")) ?? [all.get(name) ?? name, ...inner].join(".");
}

/** Returns the fields of a body by their arguments, without fields that no argument declares. */
export function argumentsIn(fields: FieldNames, body: unknown): Values {
  if (!isObject(body)) return {};
  const known = Object.entries(fields).filter(([, field]) => Object.hasOwn(body, field));
  return Object.fromEntries(known.map(([argument, field]) => [argument, body[field]]));
}

const namesIn = (form: string): string[] => [...form.matchAll(placeholder)].map(([, name = ""]) => name);
