import type { Failure } from "../../client";
import { type ShownRequest, formatSent, type Message } from "../messages/message";
import type { CheckFailure } from "../values/validation";
import type { Properties } from "./properties";

/** What this process has printed and reported. All its resources share it, so that people read each fact once. */
export class RunLog {
  /** How often the lines of requests were announced and not sent yet: two resources may send the same request. */
  private readonly previewedRequests = new Map<string, number>();
  /** The results of previews, by resource: an engine may compare one resource several times in a phase. */
  private readonly previews = new Map<string, Promise<CheckFailure[]>>();
  /** Reported failures and texts, each with the object that it was reported for first. */
  private readonly reported = new Map<Failure | string, string>();
  private readonly logged = new Set<string>();

  /** Returns true for a text that was not logged before. */
  shouldLogOnce(text: string): boolean {
    return !this.logged.has(text) && this.logged.add(text).has(text);
  }

  /** Returns false for a line whose notice was printed about another object. */
  shouldEmitOnce(line: Message): boolean {
    return line.is !== "notice" || this.firstReportedFor(line.text, line.object) === line.object;
  }

  /** The object that a failure or a text was reported for first: several may share a read that failed, and one message in full is enough. */
  firstReportedFor(what: Failure | string, object: string): string {
    const first = this.reported.get(what) ?? object;
    this.reported.set(what, first);
    return first;
  }

  /** Announces something once for a resource and phase. A state without an owner, from an earlier version, is announced each time. */
  once(phase: string, owner: string, { key }: Properties, announce: () => Promise<CheckFailure[]>): Promise<CheckFailure[]> {
    const place = `${phase} ${owner} ${key}`;
    const result = (owner === "" ? undefined : this.previews.get(place)) ?? announce();
    this.previews.set(place, result);
    return result;
  }

  wasPreviewed(phase: string, owner: string, { key }: Properties): boolean {
    return this.previews.has(`${phase} ${owner} ${key}`);
  }

  addPreviewed(request: ShownRequest): void {
    this.previewedRequests.set(formatSent(request), this.timesPreviewed(request) + 1);
  }

  /** Returns true if a line has announced the request, once for each time that it is sent. */
  takePreviewed(request: ShownRequest): boolean {
    const times = this.timesPreviewed(request);
    this.previewedRequests.set(formatSent(request), Math.max(0, times - 1));
    return times > 0;
  }

  private timesPreviewed(request: ShownRequest): number {
    return this.previewedRequests.get(formatSent(request)) ?? 0;
  }
}
