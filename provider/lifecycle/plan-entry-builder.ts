import { hashOf } from "../../client/http/approved-request";
import { type Message, maxShownLength } from "../messages/message";
import type { LoggedPlan, PlanEntry, LoggedRequest } from "../messages/plan-entry";
import type { IsSecret } from "../definition";
import { canonicalJson, mapTexts } from "../values/json";
import { isUnknown } from "../values/unknowns";

/** Collects the facts about a resource during one call of the engine, for its plan entry. */
export class PlanEntryBuilder {
  private entry: PlanEntry;
  private isEmpty = true;

  /** @param key the key of the run, with which arguments are hashed */
  constructor(
    kind: string,
    urn: string | undefined,
    private readonly key: string,
  ) {
    this.entry = { version: 1, urn, kind, notices: [] };
  }

  /** Adds a message. Requests, and messages about objects that cannot be planned, are part of the plan instead. */
  addMessage(line: Message, redact: (text: string) => string): void {
    if (line.is === "request" || line.is === "nothing" || line.is === "unplanned") return;
    if (line.is === "service") this.add({ service: { from: line.from, to: line.to, found: line.found } });
    else this.add({ notices: [...this.entry.notices, { code: line.is, text: redact(line.text) }] });
  }

  addPlan(planned: LoggedPlan, redact: (text: string) => string): void {
    const { reason, failedRead, names, requests, instead, fields } = planned;
    const redacted = (all: readonly LoggedRequest[]) => all.map(({ method, ...one }) => ({ method, ...mapTexts(one, redact) }));
    const plan = {
      ...planned,
      reason: reason && redact(reason),
      failedRead: failedRead && mapTexts(failedRead, redact),
      names: names.map(([word, name]) => [word, redact(name)] as const),
      requests: redacted(requests),
      instead: instead && redacted(instead),
      fields: mapTexts(fields, redact),
    };
    this.add({ plan });
  }

  addSettings(settings: readonly string[]): void {
    this.add({ settings });
  }

  addControlPlane(controlPlane: string): void {
    this.entry = { ...this.entry, controlPlane };
  }

  /** Adds keyed hashes of known arguments that are secret or too long to show, so that an approval can detect changes to them. */
  addHashes(args: object, isSecret: IsSecret): void {
    const isHidden = (name: string, value: unknown) => isSecret(name) || canonicalJson(value).length > maxShownLength;
    const hidden = Object.entries(args).filter(([name, value]) => value !== undefined && !isUnknown(value) && isHidden(name, value));
    if (hidden.length > 0) this.add({ hashes: Object.fromEntries(hidden.map(([name, value]) => [name, hashOf(this.key, value)])) });
  }

  get contents(): PlanEntry | undefined {
    return this.isEmpty ? undefined : this.entry;
  }

  private add(part: Partial<PlanEntry>): void {
    this.entry = { ...this.entry, ...part };
    this.isEmpty = false;
  }
}
