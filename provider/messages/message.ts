import { getIn, isObject, type Values } from "../values/json";
import { isMarker, knownLater } from "../values/unknowns";
import type { LoggedRequest } from "./plan-entry";

/** The messages that the provider prints for users. Pure. */

export type ShownRequest = Omit<LoggedRequest, "later">;

/** A message. `object` is the name of the object, without spaces. `later` contains unknown arguments. */
export type Message =
  | RequestMessage
  | Notice
  /** The provider read the object, and the update sends no request. */
  | { readonly is: "nothing"; readonly object: string; readonly later: readonly string[] }
  /** A read failed, so the requests of the update are unknown. */
  | { readonly is: "unplanned"; readonly object: string; readonly text: string }
  /** The control plane in the state differs from the configured one. `found`: a read found the object on the new one. */
  | { readonly is: "service"; readonly object: string; readonly from: string; readonly to: string; readonly found: boolean };

/** A planned request. With `ifDifferent`, the object was not read, and the request is sent only if it differs. */
export type RequestMessage = ShownRequest & { readonly is: "request"; readonly later: readonly string[]; readonly ifDifferent?: boolean };

/** A sentence about an object. */
export interface Notice {
  readonly is: keyof typeof labels;
  readonly object: string;
  readonly text: string;
}

export const secretText = "[secret]";
/** Maximum length of a value, as JSON, that is printed in full. */
export const maxShownLength = 500;
/** The placeholder for a live value that the program does not declare. */
export const hiddenText = "[hidden]";

export function blankSecrets(values: Values, isSecret: (name: string) => boolean, word = secretText): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isSecret(name) ? word : value]));
}

/** Hides the parts of a live value that the program does not declare. Their keys remain visible. */
export function hideUndeclared(value: unknown, declared: unknown): unknown {
  if (declared !== undefined && !isObject(declared)) return value;
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, hideUndeclared(inner, getIn(declared, [key]))]));
  return value === undefined ? undefined : hiddenText;
}

const prefix = "graphplane: ";
const labels = {
  /** A live value differs from the last applied one. */
  drift: "drift: ",
  /** The update restores a declared value that was changed outside. */
  overwrite: "overwrites an outside change: ",
  undeclared: "no longer declared: ",
  notice: "",
  /** The service will probably refuse the request. */
  refusal: "",
  /** A timetable will change a sent value again. */
  temporary: "",
  /** The service changed a value because of a timetable or an automatic upgrade. */
  moved: "",
  /** Another object has the same name. */
  double: "",
  /** A one-time schedule has run, and the service has removed it. */
  done: "",
  /** The workspace is stopped and hides the contents of its database. */
  stopped: "",
  /** A consequence that a review states separately. */
  consequence: "",
} as const;

export function formatMessage(line: Message): string {
  return `${prefix}${contentOf(line)}`;
}

function contentOf(line: Message): string {
  if (line.is === "request") {
    const { method, path, body, was, later, ifDifferent = false } = line;
    const before = was === undefined ? "{}" : toJson(was);
    const parts = [method, path, ...(body === undefined ? [] : [toJson(body)]), ...(before === "{}" ? [] : ["was", before])];
    return `${parts.join(" ")}${laterSuffix(later, ifDifferent ? "; sent only if something differs" : "")}`;
  }
  if (line.is === "nothing" && line.later.length > 0) return `cannot plan ${line.object} yet${laterSuffix(line.later)}`;
  if (line.is === "nothing") return `no changes for ${line.object}`;
  if (line.is === "unplanned") return `cannot plan ${line.object}: ${oneLine(line.text)}`;
  if (line.is !== "service") return `${line.object}: ${labels[line.is]}${oneLine(line.text)}`;
  const [from, to] = [line.from, line.to].map((address) => address.replaceAll(/\s/g, "_"));
  const next = line.found
    ? "it exists there, and now belongs to the new address"
    : 'graphplane writes nothing there until "pulumi refresh --run-program" has found it';
  return `${line.object}: control plane changed: ${from} → ${to}; ${next}`;
}

/** Adds the account's name to a message, for programs with several accounts. */
export function nameAccount(line: string, account: string): string {
  return line.startsWith(prefix) ? `graphplane (${segment(account)}): ${line.slice(prefix.length)}` : line;
}

export function formatSent(request: ShownRequest, more = ""): string {
  return `${prefix}sent ${contentOf({ is: "request", ...request, later: [] })}${more}`;
}

export interface Progress {
  readonly object: string;
  /** For example `resizing TG-0 → TG-1`. */
  readonly activity: string;
  /** Further facts from the last read. */
  readonly seen?: readonly string[];
  /** If the last read failed, a sentence about it that begins with a space; otherwise empty. */
  readonly trouble?: string;
}

/** Formats the progress of a wait: `main: resizing TG-0 → TG-1, 30 s of at most 1800 s`. */
export function formatProgress({ object, activity, seen = [], trouble = "" }: Progress, elapsed: number, limit: number): string {
  const [passed, max] = [elapsed, limit].map((milliseconds) => Math.round(milliseconds / 1000));
  const state = [`${object}: ${activity}, ${passed} s of at most ${max} s`, ...seen].join("; ");
  return `${prefix}${oneLine(trouble === "" ? state : `${state}.${trouble}`)}`;
}

/** Encodes a value as a path segment. Redacted and unknown values remain readable. */
export function segment(value: unknown): string {
  if (typeof value !== "string") return "…";
  if (isMarker(value)) return segment(knownLater);
  return value === secretText || value === knownLater ? value.replaceAll(" ", "-") : encodeURIComponent(value.toWellFormed());
}

export function workgroupPath({ workgroupId }: ShownIds): string {
  return `/workgroups/${segment(workgroupId)}`;
}

export function workspacePath(ids: ShownIds): string {
  return `${workgroupPath(ids)}/workspaces/${segment(ids.workspaceId)}`;
}

export type ShownIds = Readonly<Partial<Record<"workgroupId" | "workspaceId", unknown>>>;

const laterSuffix = (later: readonly string[], end = ""): string => (later.length === 0 ? "" : ` (${later.join(", ")}: known later${end})`);

function toJson(value: unknown): string {
  const json = typeof value === "string" ? value : JSON.stringify(value);
  // The engine would remove line breaks, and interpret `<{%` as a color.
  const special = /[\p{Cc}\u2028-\u202e\u2066-\u2069]|<(?=\{%)/gu;
  return json.replace(special, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Joins lines and removes control characters, so that text from a service or a program cannot start a new line or change the writing direction. */
export function oneLine(text: string): string {
  return text.replace(/\s*[\p{Cc}\u2028-\u202e\u2066-\u2069]\s*/gu, " ");
}
