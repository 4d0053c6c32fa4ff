import { type CarriedCredential, type Credentials } from "./credentials";
import { type FaultKind } from "./fault-kinds";
import { type Request } from "./request";
import { isObject, parseJson } from "./values";

/** A received request, without keys, passwords, secrets, tokens, and header values. */
export interface JournalEntry {
  /** Index in the order of arrival, starting at 0. */
  readonly index: number;
  /** Arrival time on the emulator's clock, in milliseconds. */
  readonly at: number;
  /** Number of requests in flight at its arrival, including itself. */
  readonly inFlight: number;
  readonly requestId: string;
  readonly plane: "control" | "data";
  /** The endpoint's number in API 4, an extension's name, `query` or `token`; undefined if no endpoint matches. */
  readonly endpoint: number | string | undefined;
  readonly method: string;
  readonly path: string;
  readonly decodedPath: string;
  readonly query: Readonly<Record<string, string>>;
  /** The parsed body, in which passwords, secrets, and tokens are masked. A string if the body is not JSON; undefined if there is no body. */
  readonly body: unknown;
  readonly headerNames: readonly string[];
  readonly credentials: readonly CarriedCredential[];
  readonly userAgent: string;
  /** The injected fault, if any. */
  readonly fault: FaultKind | undefined;
  /** The status of the response; undefined until a response is sent. */
  status: number | undefined;
}

/** A view of the received requests, in order. Each filter returns a narrower view. */
export class JournalView {
  constructor(private readonly list: () => readonly JournalEntry[]) {}

  get entries(): readonly JournalEntry[] {
    return this.list();
  }

  get length(): number {
    return this.entries.length;
  }

  /** Returns a mark for `since`. */
  mark(): number {
    return (this.entries.at(-1)?.index ?? -1) + 1;
  }

  /** Returns the requests received after the mark. */
  since(mark: number): JournalView {
    return this.filter((entry) => entry.index >= mark);
  }

  /** Returns all requests except GET requests. */
  writes(): JournalView {
    return this.filter((entry) => entry.method !== "GET");
  }

  /** Returns the requests to one endpoint (API 4) or extension (API 11). */
  endpoint(endpoint: number | string): JournalView {
    return this.filter((entry) => entry.endpoint === endpoint);
  }

  /** Returns the requests that match the predicate. */
  filter(fits: (entry: JournalEntry) => boolean): JournalView {
    return new JournalView(() => this.list().filter(fits));
  }
}

/** The journal, which the server writes and tests read. */
export class Journal extends JournalView {
  private readonly kept: JournalEntry[] = [];

  constructor(private readonly credentials: Credentials) {
    super(() => this.kept);
  }

  /** Drops all but the first `length` requests. */
  truncate(length: number): void {
    this.kept.length = length;
  }

  /** Records one request, without its credentials. */
  record(request: Request, facts: Pick<JournalEntry, "at" | "inFlight" | "plane" | "endpoint" | "fault">): JournalEntry {
    const scrub = (value: string) => this.credentials.scrub(value, request);
    const entry: JournalEntry = {
      ...facts,
      index: this.kept.length,
      requestId: request.id,
      method: request.method,
      path: scrub(request.path),
      decodedPath: scrub(request.decodedPath),
      query: maskObject(request.query, scrub) as Record<string, string>,
      body: request.body === undefined ? scrub(request.text) || undefined : mask(request.body, scrub),
      headerNames: Object.keys(request.headers),
      credentials: this.credentials.findCarried(request),
      userAgent: scrub(request.headers["user-agent"] ?? ""),
      status: undefined,
    };
    this.kept.push(entry);
    return entry;
  }
}

const secretName = /password|secret|token|api_?key/i;

function mask(value: unknown, scrub: (text: string) => string): unknown {
  if (typeof value === "string") return scrub(maskJsonText(value, scrub));
  if (Array.isArray(value)) return value.map((item) => mask(item, scrub));
  return isObject(value) ? maskObject(value, scrub) : value;
}

function maskObject(value: Readonly<Record<string, unknown>>, scrub: (text: string) => string): Record<string, unknown> {
  const entries = Object.entries(value).map(([name, inner]) => {
    const secret = secretName.test(name) && typeof inner === "string" && inner !== "";
    return [name, secret ? "***" : mask(inner, scrub)];
  });
  return Object.fromEntries(entries) as Record<string, unknown>;
}

/** Masks passwords in a configuration value that is JSON text. Returns other text unchanged. */
function maskJsonText(text: string, scrub: (text: string) => string): string {
  if (!/^\s*[[{]/.test(text) || !secretName.test(text)) return text;
  const parsed = parseJson(text);
  return parsed === undefined ? text : JSON.stringify(mask(parsed, scrub));
}
