import { getIn, isObject, type Values } from "../values/json";
import { isMarker, knownLater } from "../values/unknowns";
import type { RecordedRequest } from "./record-shape";

/** The lines that the provider prints for people. Pure. */

/** A request as a line shows it. */
export type AnnouncedRequest = Omit<RecordedRequest, "later">;

/** One line. `object` names what it is about, without spaces; `later` are arguments that are known only during the update. */
export type Line =
  | RequestLine
  /** The provider read the object, and the update sends nothing. */
  | { readonly is: "nothing"; readonly object: string; readonly later: readonly string[] }
  /** A read failed, so that what the update sends is not known. */
  | { readonly is: "unplanned"; readonly object: string; readonly text: string }
  /** The base URL names another control plane than the state does. `found`: a read found the object there. */
  | { readonly is: "service"; readonly object: string; readonly from: string; readonly to: string; readonly found: boolean }
  /** A sentence about the object; its label says which kind. */
  | { readonly is: keyof typeof labels; readonly object: string; readonly text: string };

/** A request that the update sends: always, or only if the object, which was not read, or its identifiers differ. */
export type RequestLine = AnnouncedRequest & { readonly is: "request"; readonly later: readonly string[]; readonly ifDifferent?: boolean };

/** A line that is a sentence about an object. */
export type NoticeLine = Extract<Line, { readonly is: keyof typeof labels }>;

export const secretText = "[secret]";
/** The maximum length of a value that a line shows whole, as JSON. */
export const longestShown = 500;
/** Replaces a live value that the program does not declare. */
export const hiddenText = "[hidden]";

/** The values, each secret replaced by a word. */
export function blankSecrets(values: Values, isSecret: (name: string) => boolean, word = secretText): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isSecret(name) ? word : value]));
}

/** A live value as lines show it: for what the program does not declare, only the names. */
export function hideUndeclared(value: unknown, declared: unknown): unknown {
  if (declared !== undefined && !isObject(declared)) return value;
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, hideUndeclared(inner, getIn(declared, [key]))]));
  return value === undefined ? undefined : hiddenText;
}

const prefix = "graphplane: ";
const labels = {
  /** A refresh found another value than the one applied last. */
  drift: "drift: ",
  /** Someone else changed a declared value, and the update sets it back. */
  overwrite: "overwrites an outside change: ",
  /** An argument that was applied is not declared any more. */
  undeclared: "no longer declared: ",
  notice: "",
  /** The service set a value because it was told to. */
  moved: "",
  /** Another object has the name of this one. */
  double: "",
  /** A schedule for one date has run, and the service has removed it. */
  done: "",
  /** The workspace is stopped and hides what its database holds. */
  stopped: "",
  /** A consequence that a review states anyway. */
  consequence: "",
} as const;

/** The line as it is printed. Texts are joined to one line. */
export function formatLine(line: Line): string {
  return `${prefix}${contentOf(line)}`;
}

function contentOf(line: Line): string {
  if (line.is === "request") {
    const { method, path, body, was, later, ifDifferent = false } = line;
    const before = was === undefined ? "{}" : toJson(was);
    const parts = [method, path, ...(body === undefined ? [] : [toJson(body)]), ...(before === "{}" ? [] : ["was", before])];
    return `${parts.join(" ")}${laterSuffix(later, ifDifferent ? "; sent only if something differs" : "")}`;
  }
  if (line.is === "nothing" && line.later.length > 0) return `cannot plan ${line.object} yet${laterSuffix(line.later)}`;
  if (line.is === "nothing") return `nothing to send for ${line.object}`;
  if (line.is === "unplanned") return `cannot plan ${line.object}: ${oneLine(line.text)}`;
  if (line.is !== "service") return `${line.object}: ${labels[line.is]}${oneLine(line.text)}`;
  const [from, to] = [line.from, line.to].map((address) => address.replaceAll(/\s/g, "_"));
  const next = line.found
    ? "it was found there, and belongs to the new address from now on"
    : 'nothing is written there until "pulumi refresh --run-program" has found it';
  return `${line.object}: another service: ${from} → ${to}; ${next}`;
}

/** The line with the name of its account, for a program that may work with several. */
export function nameAccount(line: string, account: string): string {
  return line.startsWith(prefix) ? `graphplane (${segment(account)}): ${line.slice(prefix.length)}` : line;
}

/** The line of a request that was sent and answered. */
export function formatSent(request: AnnouncedRequest, more = ""): string {
  return `${prefix}sent ${contentOf({ is: "request", ...request, later: [] })}${more}`;
}

export interface Progress {
  /** The object, by its name if that is known. */
  readonly object: string;
  /** The activity, e.g. `resizing TG-0 → TG-1`. */
  readonly activity: string;
  /** Further facts of the last read. */
  readonly seen?: readonly string[];
  /** A sentence about a last read that failed, with a space before it; empty without one. */
  readonly trouble?: string;
}

/** The progress line of a wait: `main: resizing TG-0 → TG-1, 30 s of at most 1800 s`. */
export function formatProgress({ object, activity, seen = [], trouble = "" }: Progress, elapsed: number, limit: number): string {
  const [passed, most] = [elapsed, limit].map((milliseconds) => Math.round(milliseconds / 1000));
  const state = [`${object}: ${activity}, ${passed} s of at most ${most} s`, ...seen].join("; ");
  return `${prefix}${oneLine(trouble === "" ? state : `${state}.${trouble}`)}`;
}

/** A value as one part of a path; a blanked or unknown one stays readable. */
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

/** The identifiers of a workgroup or a workspace, as a line shows them. */
export type ShownIds = Readonly<Partial<Record<"workgroupId" | "workspaceId", unknown>>>;

const laterSuffix = (later: readonly string[], end = ""): string => (later.length === 0 ? "" : ` (${later.join(", ")}: known later${end})`);

function toJson(value: unknown): string {
  return escapeForEngine(typeof value === "string" ? value : JSON.stringify(value), /[\p{Cc}\u2028-\u202e\u2066-\u2069]|<(?=\{%)/gu);
}

/** JSON whose chosen characters are escaped: lines are joined at some, and the engine takes others for its colours. */
export function escapeForEngine(json: string, characters: RegExp): string {
  return json.replace(characters, (text) => `\\u${text.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Joins lines: text of a service or a program must not begin a line of its own, or turn the direction of writing. */
export function oneLine(text: string): string {
  return text.replace(/\s*[\p{Cc}\u2028-\u202e\u2066-\u2069]\s*/gu, " ");
}
