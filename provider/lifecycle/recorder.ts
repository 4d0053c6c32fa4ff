import { hashesOf } from "../announce/hashes";
import type { Line } from "../announce/lines";
import type { Planned, PlanRecord, RecordedRequest } from "../announce/record-shape";
import { formatRecord } from "../announce/records";
import type { IsSecret } from "../definition";
import { mapTexts } from "../values/json";

/** Collects what one call of the engine finds out about a resource, for its record. */
export class Recorder {
  private record: PlanRecord;
  isEmpty = true;

  constructor(kind: string, urn: string | undefined) {
    this.record = { version: 1, urn, kind, notices: [] };
  }

  /** Adds a line. Requests, and what cannot be planned, are part of the plan. */
  addLine(line: Line, redact: (text: string) => string): void {
    if (line.is === "request" || line.is === "nothing" || line.is === "unplanned") return;
    if (line.is === "service") this.add({ service: { from: line.from, to: line.to, found: line.found } });
    else this.add({ notices: [...this.record.notices, { code: line.is, text: redact(line.text) }] });
  }

  addPlan(planned: Planned, redact: (text: string) => string): void {
    const { reason, names, requests, instead, fields } = planned;
    const redacted = (all: readonly RecordedRequest[]) => all.map(({ method, ...one }) => ({ method, ...mapTexts(one, redact) }));
    const plan = {
      ...planned,
      reason: reason && redact(reason),
      names: names.map(([word, name]) => [word, redact(name)] as const),
      requests: redacted(requests),
      instead: instead && redacted(instead),
      fields: fields.map(({ why, effects, ...field }) => ({ why, effects, ...mapTexts(field, redact) })),
    };
    this.add({ plan });
  }

  /** Adds hashes of the arguments that no request shows, if they are asked for. */
  addHashes(key: string | undefined, args: object, isSecret: IsSecret): void {
    const hashes = key === undefined ? {} : hashesOf(key, args, isSecret);
    if (Object.keys(hashes).length > 0) this.add({ hashes });
  }

  line(): string {
    return formatRecord(this.record);
  }

  private add(part: Partial<PlanRecord>): void {
    this.record = { ...this.record, ...part };
    this.isEmpty = false;
  }
}
