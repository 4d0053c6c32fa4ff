import { readFileSync, statSync } from "node:fs";
import { type ApprovalContents, approvalContents, type ApprovedRequest } from "./approval-contents";
import { isSameCall, type PathPart, type UnsentRequest, whyOther } from "./approved-request";
import { mayHaveBeenProcessed } from "./error-classification";
import { InputError } from "./errors";
import { MadeIdentifiers } from "./made-identifiers";
import { parseJson } from "../wire/json";

/** The environment variable that names the file of the approved requests. */
export const approvalVariable = "GRAPHPLANE_APPROVAL";

/** A request that the approval does not hold, and that was not sent. No RequestID belongs to it. */
export class NotApprovedError extends InputError {}

/** The approved requests of a run: each may be sent once, and nothing else but GET requests. */
export class Approval {
  private readonly requests: readonly ApprovedRequest[];
  private readonly sent = new Set<ApprovedRequest>();
  private readonly ids = new MadeIdentifiers();

  /** @param problem the reason why the file cannot be used: nothing is approved */
  constructor(
    private readonly contents: ApprovalContents,
    private readonly problem?: string,
  ) {
    // The most exact ones first: an open place must not use up what is approved for another request.
    this.requests = contents.requests.toSorted((a, b) => openness(a) - openness(b));
  }

  /** Sends a request if it is approved. A failed request that is repeatable, or was certainly not processed, may be sent again. */
  async send<T>(request: UnsentRequest, shown: string, act: () => Promise<T>, repeatable = false): Promise<T> {
    const approved = this.take(request, shown);
    try {
      return await act();
    } catch (error) {
      if (repeatable || !mayHaveBeenProcessed(error)) this.sent.delete(approved);
      throw error;
    }
  }

  /** Allows the exchange of a credential, which is part of every approved request to its data plane. */
  assertApprovedOrigin(origin: string, shown: string): void {
    if (!this.requests.some(({ path }) => path.slice(0, 3).join("/") === origin))
      throw this.refusal(shown, "no request to this data plane is approved");
  }

  /** Notes the Result of a request of this run, which may show the identifiers of what the run made. */
  addResult(method: string, path: readonly PathPart[], result: unknown): void {
    const texts = path.map(({ text }) => text);
    // What a data plane returns is the user's data.
    if (texts[0] !== "") return;
    if (method === "GET") this.ids.addRead(texts, result);
    if (method === "POST") this.ids.addCreation(texts, result);
  }

  private take(request: UnsentRequest, shown: string): ApprovedRequest {
    if (this.problem !== undefined) throw this.refusal(shown, this.problem);
    const candidates = this.requests
      .filter((one) => isSameCall(one, request))
      .map((one) => ({ one, why: whyOther(one, request, this.ids.has, this.contents.key) }));
    const unsent = candidates.filter(({ one }) => !this.sent.has(one));
    const approved = unsent.find(({ why }) => why === undefined)?.one;
    if (approved !== undefined) {
      this.sent.add(approved);
      return approved;
    }
    if (candidates.some(({ why }) => why === undefined)) throw this.refusal(shown, "it was already sent as many times as approved");
    throw this.refusal(shown, unsent[0]?.why ?? "no such request of this resource is approved");
  }

  private refusal(shown: string, why: string): NotApprovedError {
    return new NotApprovedError(
      `${shown} was not sent, since the approval (${approvalVariable}) does not cover it: ${why}. The state keeps what was sent before. Preview again, and apply what that preview shows`,
    );
  }
}

const approvals = new Map<string, Approval>();

/** The approval that the environment names, the same one for every client of the process; undefined if it names none. */
export function approvalFrom(environment: NodeJS.ProcessEnv): Approval | undefined {
  const file = environment[approvalVariable];
  if (file === undefined) return undefined;
  const known = approvals.get(file) ?? readApproval(file);
  approvals.set(file, known);
  return known;
}

/** Reads the file of an approval. One that cannot be used approves nothing. */
function readApproval(file: string): Approval {
  const nothing = (problem: string) => new Approval({ version: 1, key: "none", requests: [] }, problem);
  try {
    if (process.platform !== "win32" && (statSync(file).mode & 0o077) !== 0)
      return nothing("other users may read its file, which must have mode 600");
    const { data } = approvalContents.safeParse(parseJson(readFileSync(file, "utf8")));
    return data === undefined ? nothing("its file does not contain approved requests") : new Approval(data);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return nothing(`its file cannot be read (${code ?? "unknown reason"})`);
  }
}

/** The number of places at which any value is approved. */
function openness({ path, open, later, begins }: ApprovedRequest): number {
  return path.filter((part) => part === null).length + open.length + later.length + (begins === undefined ? 0 : 1);
}
