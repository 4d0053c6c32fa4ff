import type { Request } from "./model";
import type { RawDiagnostic } from "./preview";

/** What the provider said in its lines `graphplane: …`, in order. */
export interface ProviderLines {
  readonly requests: readonly Request[];
  /** The requests about one object, by the part of the path that names it; see `objectIn`. */
  readonly byObject: ReadonlyMap<string, readonly Request[]>;
  /** `graphplane: <path>: <sentence>` */
  readonly remarks: readonly { readonly path: string; readonly text: string }[];
  /** Why a look ahead was not possible, whole sentences. */
  readonly blind: readonly string[];
}

const requestLine = /^graphplane: (PUT|POST|DELETE) (\S+)(?: (.*))?$/s;
const remarkLine = /^graphplane: (\/\S+): (.*)$/s;
const blindLine = /^graphplane: cannot look ahead: (.*)$/s;

/** Reads the provider's lines among the diagnostics. A line that is none of its forms is not one of its lines. */
export function providerLines(diagnostics: readonly RawDiagnostic[]): ProviderLines {
  const lines = diagnostics
    .filter(({ severity }) => severity === undefined || severity.startsWith("info"))
    .flatMap(({ message }) => message.split("\n"))
    .map((line) => line.trim())
    .filter((line) => line.startsWith("graphplane: "));
  const requests = lines.flatMap((line) => requestIn(line) ?? []);
  const byObject = new Map<string, Request[]>();
  for (const request of requests) {
    const object = objectIn(request.path);
    const others = byObject.get(object);
    if (others === undefined) byObject.set(object, [request]);
    else others.push(request);
  }
  return {
    requests,
    byObject,
    remarks: lines.flatMap((line) => matched(remarkLine, line, ([path, text]) => ({ path, text }))),
    blind: lines.flatMap((line) => matched(blindLine, line, ([why]) => why)),
  };
}

/** The part of a path that names the object: a workspace, an installed add-on, a query of a graph. */
export function objectIn(path: string): string {
  const found = /^\/workgroups\/[^/]+\/workspaces\/[^/]+|^\/add-ons\/[^/]+|\/restpp\/query\/[^/]+\/[^/]+$/.exec(path);
  return found?.[0] ?? path;
}

/** `<method> <path> <body> was <body> (<arguments>: known later)`, of which all but method and path may be missing. */
function requestIn(line: string): Request | undefined {
  const [, method, path, rest = ""] = requestLine.exec(line) ?? [];
  if (method === undefined || path === undefined) return undefined;
  const [, told = rest, names] = /^(.*?) ?\(([\w, ]+): known later\)$/s.exec(rest) ?? [];
  const base = { method, path, foretold: true, later: names?.split(", ") ?? [] };
  if (told === "") return base;
  for (const { index } of [{ index: told.length }, ...told.matchAll(/ was /g)]) {
    const body = json(told.slice(0, index));
    const was = index === told.length ? undefined : json(told.slice(index + " was ".length));
    if (body !== undefined && (index === told.length || was !== undefined)) return { ...base, body, ...(was === undefined ? {} : { was }) };
  }
  // A body that was cut for its length is told as the text it is.
  return { ...base, body: told };
}

function matched<T>(form: RegExp, line: string, make: (groups: readonly [string, string]) => T): T[] {
  const found = form.exec(line);
  return found === null ? [] : [make([found[1] ?? "", found[2] ?? ""])];
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
