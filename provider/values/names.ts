import { getIn, isObject, type Values } from "./json";

/** Ids, sentences and fields follow from the forms and tables that a resource gives. Pure. */

/** The fields of the service by the arguments that declare them; a dot leads into an object. */
export type FieldNames = Readonly<Record<string, string>>;

/** A name or an identifier as sentences show it; a state of another version may lack one, or hold something else. */
export function quoteName(name: unknown): string {
  return typeof name === "string" ? JSON.stringify(name) : "(not known)";
}

/** The part of a name that every form of it has: some services change case and punctuation. */
export function comparableName(name: unknown): string {
  return String(name)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

const placeholder = /<(\w+)>/g;

/** Splits an id of a form such as `<workgroupId>/<workspaceId>`; the last name takes the rest, and a missing one is empty. */
export function parseId(form: string, id: string): Readonly<Record<string, string>> {
  const names = namesIn(form);
  const parts = id.split("/");
  const rest = parts.slice(names.length - 1).join("/");
  return Object.fromEntries(names.map((name, index) => [name, index === names.length - 1 ? rest : (parts[index] ?? "")]));
}

/** The id of a state; undefined if the state lacks a part of it, or the form has none. */
export function formatId(form: string, state: object): string | undefined {
  const names = namesIn(form);
  if (names.length === 0 || names.some((name) => typeof getIn(state, [name]) !== "string")) return undefined;
  return form.replaceAll(placeholder, (_, name: string) => String(getIn(state, [name])));
}

/** A form such as `workspace <workspaceId>` with the arguments in quotes. */
export function formatObject(form: string, args: object): string {
  return form.replaceAll(placeholder, (_, name: string) => quoteName(getIn(args, [name])));
}

/** Parameters of paths that name the same thing in every call. */
const parameters: FieldNames = { workgroupId: "workgroupID", workspaceId: "workspaceID", installedAddonId: "installedAddonsID" };

/** The argument that declares a field or a parameter of the service; an inner field is found by its own name too. */
export function argumentOf(fields: FieldNames, wireName: string): string | undefined {
  const all = [...Object.entries(parameters), ...Object.entries(fields)];
  const found = all.find(([, field]) => field === wireName) ?? all.find(([, field]) => field.endsWith(`.${wireName}`));
  return found?.[0];
}

/** The service's name of the field that a path of arguments declares. */
export function fieldOf(fields: FieldNames, path: readonly string[]): string {
  const all = new Map(Object.entries(fields));
  const [name = "", ...inner] = path;
  return all.get(path.join(".")) ?? [all.get(name) ?? name, ...inner].join(".");
}

/** The fields of a body by their arguments; a field of no argument is left out. */
export function argumentsIn(fields: FieldNames, body: unknown): Values {
  if (!isObject(body)) return {};
  const known = Object.entries(fields).filter(([, field]) => Object.hasOwn(body, field));
  return Object.fromEntries(known.map(([argument, field]) => [argument, body[field]]));
}

const namesIn = (form: string): string[] => [...form.matchAll(placeholder)].map(([, name = ""]) => name);
