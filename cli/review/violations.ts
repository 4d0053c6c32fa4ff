import { z } from "zod";
import { parseJson } from "../../provider/values/json";
import type { Review, Violation } from "./model";
import { partsOf } from "./preview";

/** One line of the engine's event log, as far as it is read here. */
const event = z.looseObject({
  sequence: z.number(),
  policyEvent: z
    .looseObject({
      policyName: z.string(),
      policyPackName: z.string(),
      enforcementLevel: z.string(),
      message: z.string(),
      resourceUrn: z.string().optional(),
    })
    .optional(),
});

/** A violation as the engine reports it. */
export interface ReportedViolation extends Pick<Violation, "policy" | "pack" | "mandatory" | "text"> {
  readonly urn: string | undefined;
}

/** Reads the file of `--event-log`; undefined for any other text. A preview that failed early may have left it empty. */
export function parseViolations(text: string): ReportedViolation[] | undefined {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const events = lines.flatMap((line) => event.safeParse(parseJson(line)).data ?? []);
  if (events.length === 0 && lines.length > 0) return undefined;
  return events.flatMap(({ policyEvent }) => {
    if (policyEvent === undefined) return [];
    const { policyName: policy, policyPackName: pack, enforcementLevel, message, resourceUrn: urn } = policyEvent;
    // The engine stops an update for everything above "advisory".
    const mandatory = enforcementLevel !== "advisory";
    return [{ policy, pack, mandatory, text: message.trim().replace(/\s*\n\s*/g, " "), urn }];
  });
}

/** The CLI's only error for a preview that a mandatory policy stops. Everything was still previewed. */
const stopped = "preview failed";

/** Adds the violations of policies: a mandatory one leaves nothing to approve. */
export function withViolations(review: Review, reported: readonly ReportedViolation[]): Review {
  const places = new Map(review.changes.map(({ urn, declaredAt, stillDeclared }) => [urn, stillDeclared ? declaredAt : undefined]));
  const all = reported.map(({ urn, ...violation }): Violation => {
    const isStack = urn === undefined || partsOf(urn).type === "pulumi:pulumi:Stack";
    return { ...violation, resource: isStack ? undefined : partsOf(urn).name, declaredAt: urn === undefined ? undefined : places.get(urn) };
  });
  // The same order in every run: the mandatory ones first.
  const rank = ({ mandatory, policy, resource = "" }: Violation) => `${mandatory ? 0 : 1} ${policy} ${resource}`;
  const violations = all.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1));
  if (!violations.some(({ mandatory }) => mandatory)) return { ...review, violations };
  const messages = review.messages.filter(({ severity, text }) => severity !== "error" || text !== stopped);
  const failed = review.failed && (review.changes.length === 0 || messages.some(({ severity }) => severity === "error"));
  return { ...review, complete: false, failed, messages, violations };
}
