import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { type ApprovalContents, approvalContents, type ApprovedRequest } from "./approval-contents";
import { isSameCall, type PathPart, type UnsentRequest, whyOther } from "./approved-request";
import { mayHaveBeenProcessed } from "./error-classification";
import { InputError } from "./errors";
import { CreatedIdentifiers } from "./created-identifiers";
import { parseJson } from "../wire/json";

/** The environment variable with the path of the approval file. */
export const approvalVariable = "GRAPHPLANE_APPROVAL";

/** Thrown if a request is not sent because it is not approved. Has no RequestID. */
export class NotApprovedError extends InputError {}

/** The approved requests of a run. Each request can be sent once. All other requests are refused, except GET requests. */
export class Approval {
  private readonly requests: readonly ApprovedRequest[];
  private readonly ids = new CreatedIdentifiers();

  /** @param problem explains why the file is unusable; nothing is approved in this case */
  constructor(
    private readonly contents: ApprovalContents,
    private readonly sent: SentRequests = new SentByProcess(),
    private readonly problem?: string,
  ) {
    // Requests with the fewest wildcards come first, so that a request with wildcards is not used up for them.
    this.requests = contents.requests.toSorted((a, b) => wildcardCount(a) - wildcardCount(b));
  }

  /** Sends a request if it is approved. If the request fails, it can be sent again if it is repeatable or was certainly not processed. */
  async send<T>(request: UnsentRequest, shown: string, act: () => Promise<T>, repeatable = false): Promise<T> {
    const approved = this.take(request, shown);
    try {
      return await act();
    } catch (error) {
      if (repeatable || !mayHaveBeenProcessed(error)) this.sent.delete(this.placeOf(approved));
      throw error;
    }
  }

  /** Allows a credential exchange, which is a part of every approved request to the data plane. */
  assertApprovedOrigin(origin: string, shown: string): void {
    if (!this.requests.some(({ path }) => path.slice(0, 3).join("/") === origin))
      throw this.refusal(shown, "no request to this data plane is approved");
  }

  /** Records the Result of a request, which can contain the identifiers of created objects. */
  addResult(method: string, path: readonly PathPart[], result: unknown): void {
    const texts = path.map(({ text }) => text);
    // Responses of the data plane contain user data.
    if (texts[0] !== "") return;
    if (method === "GET") this.ids.addRead(texts, result);
    if (method === "POST") this.ids.addCreation(texts, result);
  }

  private take(request: UnsentRequest, shown: string): ApprovedRequest {
    if (this.problem !== undefined) throw this.refusal(shown, this.problem);
    const candidates = this.requests
      .filter((one) => isSameCall(one, request))
      .map((one) => ({ one, why: whyOther(one, request, this.ids.has, this.contents.key) }));
    const same = candidates.filter(({ why }) => why === undefined);
    if (same.length === 0) throw this.refusal(shown, candidates[0]?.why ?? "it contains no such request of this resource");
    const approved = same.find(({ one }) => this.mark(one, shown))?.one;
    if (approved === undefined) throw this.refusal(shown, "it was already sent as many times as approved");
    return approved;
  }

  /** Marks a request as sent. Returns false if it was already sent. */
  private mark(request: ApprovedRequest, shown: string): boolean {
    try {
      return this.sent.add(this.placeOf(request));
    } catch (error) {
      throw this.refusal(shown, `it cannot be marked as sent (${codeOf(error)})`);
    }
  }

  /** Returns the position of a request in the file. */
  private placeOf(request: ApprovedRequest): number {
    return this.contents.requests.indexOf(request);
  }

  private refusal(shown: string, why: string): NotApprovedError {
    return new NotApprovedError(
      `${shown} was not sent, because the approval (${approvalVariable}) does not cover it: ${why}. Run a new preview, and apply it. The state keeps the changes that were already sent`,
    );
  }
}

/** The positions, in the file, of approved requests that have already been sent. */
interface SentRequests {
  /** Adds a request. Returns false if it was already added. */
  add(place: number): boolean;
  delete(place: number): void;
}

class SentByProcess implements SentRequests {
  private readonly places = new Set<number>();

  add = (place: number) => !this.places.has(place) && this.places.add(place).has(place);
  delete = (place: number) => void this.places.delete(place);
}

/** Tracks sent requests across processes. Creates an empty file for each request next to the approval file, which only one process can do. */
class SentByRun implements SentRequests {
  constructor(private readonly file: string) {}

  add(place: number): boolean {
    try {
      writeFileSync(this.markerOf(place), "", { flag: "wx", mode: 0o600 });
      return true;
    } catch (error) {
      if (codeOf(error) === "EEXIST") return false;
      throw error;
    }
  }

  delete(place: number): void {
    rmSync(this.markerOf(place), { force: true });
  }

  private markerOf(place: number): string {
    return `${this.file}.sent-${place}`;
  }
}

const approvals = new Map<string, Approval>();

/** Returns the approval from the file in the environment variable, which all clients of the process share. Undefined if the variable is not set. */
export function approvalFrom(environment: NodeJS.ProcessEnv): Approval | undefined {
  const file = environment[approvalVariable];
  if (file === undefined) return undefined;
  const known = approvals.get(file) ?? readApproval(file);
  approvals.set(file, known);
  return known;
}

/** Reads an approval file. An unusable file approves nothing. */
function readApproval(file: string): Approval {
  const nothing = (problem: string) => new Approval({ version: 1, key: "none", requests: [] }, undefined, problem);
  try {
    if (process.platform !== "win32" && (statSync(file).mode & 0o077) !== 0)
      return nothing("other users can read its file, which must have mode 600");
    const { data } = approvalContents.safeParse(parseJson(readFileSync(file, "utf8")));
    return data === undefined ? nothing("its file does not contain approved requests") : new Approval(data, new SentByRun(file));
  } catch (error) {
    return nothing(`its file cannot be read (${codeOf(error)})`);
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? "unknown reason";
}

/** Returns the number of places at which any value is approved. */
function wildcardCount({ path, wildcards, later, begins }: ApprovedRequest): number {
  return path.filter((part) => part === null).length + wildcards.length + later.length + (begins === undefined ? 0 : 1);
}
