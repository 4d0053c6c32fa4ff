import { highestImpactOf } from "../../provider/review";
import { type Announcement, announcementsOf } from "./announced";
import { changedOutputs, changeOf, declaredAt, inOrder } from "./changes";
import { providerLines } from "./lines";
import { messagesOf } from "./messages";
import type { Message, Review } from "./model";
import { partsOf, type RawPlan, type RawPreview } from "./preview";
import { resourcesOf } from "./resources";

/** What a preview says. Pure: the same preview and plan give the same review, in whatever order their parts stand. */
export function reviewOf(preview: RawPreview, plan?: RawPlan): Review {
  const steps = preview.steps ?? [];
  const diagnostics = preview.diagnostics ?? [];
  const resources = resourcesOf(steps, plan);
  const lines = providerLines(diagnostics);
  const places = new Map(resources.map(({ urn, state }) => [urn, declaredAt(state)]));
  const { byUrn, strayRequests, strayReasons } = announcementsOf(resources, lines);
  const silence: Announcement = { is: "silence" };
  const changes = inOrder(resources.flatMap((resource) => changeOf(resource, byUrn.get(resource.urn) ?? silence, lines) ?? []));
  const failed = diagnostics.some(({ severity }) => severity === "error") || steps.length === 0;
  const warnings = strayReasons.map((text): Message => ({ severity: "warning", text }));
  const { project, stack } = partsOf(steps[0]?.urn ?? diagnostics.find(({ urn }) => urn !== undefined)?.urn ?? "");
  return {
    project,
    stack,
    complete: !failed && strayReasons.length === 0 && !changes.some(({ unannounced }) => unannounced),
    failed,
    refreshed: steps.some(({ op }) => op === "refresh") || !steps.some(({ oldState }) => oldState !== undefined),
    planned: plan !== undefined,
    changes,
    unchanged: countUnchanged(preview, steps, changes.filter(({ action }) => action === "record").length),
    outputs: changedOutputs(plan),
    messages: [...messagesOf(diagnostics, (urn) => places.get(urn)), ...warnings],
    strayRequests,
    highestImpact: highestImpactOf(changes.flatMap(({ consequences }) => consequences)),
  };
}

/** What is said where the CLI printed no preview at all. */
export function failedReview(reason: string): Review {
  const message: Message = { severity: "error", text: reason };
  const nothing = { changes: [], unchanged: 0, outputs: [], strayRequests: [] };
  return { project: "", stack: "", complete: false, failed: true, refreshed: true, planned: true, ...nothing, messages: [message] };
}

function countUnchanged(
  { changeSummary }: RawPreview,
  steps: readonly { readonly op: string; readonly urn: string }[],
  recorded: number,
): number {
  const root = steps.some(({ op, urn }) => op === "same" && partsOf(urn).type === "pulumi:pulumi:Stack");
  return Math.max(0, (changeSummary?.["same"] ?? 0) - (root ? 1 : 0) - recorded);
}
