import { type ErrorDetail, type ErrorType } from "./envelope";
import { type Delay } from "./profile";
import { fitsPath, type PathPattern, type Request } from "./request";

/** The options of each kind of fault, besides `match`, `times` and `until`. */
export interface FaultOptions {
  /** Answers with any status and an error in the shape of the plane. */
  status: Spoken & { status: number; retryAfter?: number | string };
  /** Answers 200 with `Error: true` (`error: true` on the data plane). */
  "error-200": Spoken;
  /** Answers with a page of HTML, 502 by default. */
  html: { status?: number; applied?: boolean };
  /** Destroys the connection; the request is not applied. */
  "reset-before": object;
  /** Applies the request, then destroys the connection without a response. */
  "reset-after": object;
  /** Answers 429 `Quota-Exceed` with `Retry-After`, 1 second by default. */
  "rate-limit": Spoken & { retryAfter?: number | string };
  /** Never answers, until the client or the emulator ends the connection. */
  hang: { applied?: boolean };
  /** Sends half of the true answer's body, then destroys the connection, or ends `cleanly` as if that were all. */
  truncated: { ends?: "reset" | "cleanly" };
  /** Sends the true status, or the given one, with no body. */
  empty: { status?: number };
  /** Sends the true body under another content type, `text/plain` by default. */
  "wrong-content-type": { contentType?: string };
  /** Sends the true answer with another Result: one of a wrong shape, or the given one. */
  "wrong-shape": { shape?: WrongShape; result?: unknown };
  /** Answers a write as if it were accepted, and drops it. */
  "accepted-not-applied": object;
  /** Answers a write at once, or never if its answer is `lost`, and applies it later, after 2 reads by default. */
  "applied-late": { after?: Delay; lost?: boolean };
  /** An error whose message repeats the credentials, the password and the secret that were sent; `encoded` adds their URL-encoded and base64 forms. */
  "echo-secret": { status?: number; type?: ErrorType; encoded?: boolean };
  /** Redirects, 307 by default. */
  redirect: { location: string; status?: number };
  /** Sends the true body in pieces with pauses between them; a pause of `Infinity` stalls for good after the first piece. */
  "slow-body": { pieces?: number; pauseMs?: number };
}

/** The ways in which a Result can be of a wrong shape. */
export type WrongShape =
  "null" | "absent" | "text" | "number" | "boolean" | "empty-object" | "empty-array" | "empty-lists" | "array" | "no-envelope";

/** The content of an error; `applied` serves the request first and discards the true answer. */
interface Spoken {
  type?: ErrorType;
  message?: string;
  details?: readonly Partial<ErrorDetail>[];
  applied?: boolean;
}

/** The name of a fault. */
export type FaultKind = keyof FaultOptions;

/** The requests that a fault strikes; what is left out matches all. */
export interface FaultMatch {
  readonly method?: string;
  /** The end of the decoded path, or a pattern for it. */
  readonly path?: PathPattern;
  /** The number of API 4, an extension's name, `query` or `token`. */
  readonly endpoint?: number | string;
  /** Returns true if the parsed body is meant. */
  readonly body?: (body: unknown) => boolean;
}

/** A fault: its kind with the options of the kind, the requests that it strikes (all), how many of them (1), and a promise that it waits for first. */
export type Fault = {
  [K in FaultKind]: { kind: K; match?: FaultMatch; times?: number | "always"; until?: Promise<unknown> } & FaultOptions[K];
}[FaultKind];

/** A fault that was set: how often it has struck, and how to remove it. */
export interface FaultHandle {
  readonly hits: number;
  remove(): void;
}

/** The faults that are set. The oldest that matches and has times left strikes, so that several form a script. */
export class Faults {
  private pending: { fault: Fault; left: number; hits: number }[] = [];

  add(fault: Fault): FaultHandle {
    const entry = { fault, left: fault.times === "always" ? Infinity : (fault.times ?? 1), hits: 0 };
    this.pending.push(entry);
    return {
      get hits() {
        return entry.hits;
      },
      remove: () => {
        this.pending = this.pending.filter((other) => other !== entry);
      },
    };
  }

  /** Keeps the faults that are set; the returned function restores them, any number of times. */
  snapshot(): () => void {
    const kept = this.pending.map((entry) => ({ entry, left: entry.left, hits: entry.hits }));
    return () => {
      this.pending = kept.map(({ entry, left, hits }) => Object.assign(entry, { left, hits }));
    };
  }

  /** The number of requests that each fault will still strike, the oldest first. */
  get left(): readonly number[] {
    return this.pending.map(({ left }) => left);
  }

  /** Takes the fault that matches the request, if one does. */
  take(request: Request, endpoint: number | string | undefined): Fault | undefined {
    const entry = this.pending.find(({ fault, left }) => left > 0 && matches(fault.match ?? {}, request, endpoint));
    if (entry === undefined) return undefined;
    entry.left -= 1;
    entry.hits += 1;
    return entry.fault;
  }
}

function matches(match: FaultMatch, request: Request, endpoint: number | string | undefined): boolean {
  return (
    (match.method === undefined || match.method === request.method) &&
    (match.path === undefined || fitsPath(match.path, request.decodedPath)) &&
    (match.endpoint === undefined || match.endpoint === endpoint) &&
    (match.body === undefined || match.body(request.body))
  );
}
