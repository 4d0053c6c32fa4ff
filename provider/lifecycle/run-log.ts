import type { Failure } from "../../client";
import { type ShownRequest, formatSent, type Message } from "../messages/message";
import type { CheckFailure } from "../values/validation";
import type { Properties } from "./properties";

/** Tracks printed messages and reported failures, so that each is reported once. Shared by all resources of a process. */
export class RunLog {
  /** The number of times that each request was previewed but not yet sent, because two resources can send the same request. */
  private readonly previewedRequests = new Map<string, number>();
  /** The results of previews, keyed by resource, because an engine can compare a resource several times in a phase. */
  private readonly previews = new Map<string, Promise<CheckFailure[]>>();
  /** Reported failures and messages, each with the object for which it was first reported. */
  private readonly reported = new Map<Failure | string, string>();
  private readonly logged = new Set<string>();

  /** Returns true the first time that a message is logged. */
  shouldLogOnce(text: string): boolean {
    return !this.logged.has(text) && this.logged.add(text).has(text);
  }

  /** Returns false for a notice that has already been printed for another object. */
  shouldEmitOnce(line: Message): boolean {
    return line.is !== "notice" || this.firstReportedFor(line.text, line.object) === line.object;
  }

  /** Returns the object for which a failure or a message was first reported. If several objects share a failed read, one full message is enough. */
  firstReportedFor(what: Failure | string, object: string): string {
    const first = this.reported.get(what) ?? object;
    this.reported.set(what, first);
    return first;
  }

  /** Runs a preview once per resource and phase. For a state of an earlier version, which has no owner, runs it every time. */
  once(phase: string, owner: string, { key }: Properties, announce: () => Promise<CheckFailure[]>): Promise<CheckFailure[]> {
    const id = `${phase} ${owner} ${key}`;
    const result = (owner === "" ? undefined : this.previews.get(id)) ?? announce();
    this.previews.set(id, result);
    return result;
  }

  wasPreviewed(phase: string, owner: string, { key }: Properties): boolean {
    return this.previews.has(`${phase} ${owner} ${key}`);
  }

  addPreviewed(request: ShownRequest): void {
    this.previewedRequests.set(formatSent(request), this.timesPreviewed(request) + 1);
  }

  /** Returns true if the request was previewed. Each preview of a request counts for one sent request. */
  takePreviewed(request: ShownRequest): boolean {
    const times = this.timesPreviewed(request);
    this.previewedRequests.set(formatSent(request), Math.max(0, times - 1));
    return times > 0;
  }

  private timesPreviewed(request: ShownRequest): number {
    return this.previewedRequests.get(formatSent(request)) ?? 0;
  }
}
