import { factsOf, worstOf } from "../../provider/review";
import { announcementsOf } from "./announced";
import { askedInputs, changedOutputs, changeOf, declaredAt, inOrder, resourcesOf, type Resource } from "./changes";
import { providerLines } from "./lines";
import { messagesOf } from "./messages";
import type { Message, Review } from "./model";
import { kindOf, partsOf, type RawPlan, type RawPreview } from "./preview";

/** What a preview says. Pure: the same preview and plan give the same review, in whatever order their parts stand. */
export function reviewOf(preview: RawPreview, plan?: RawPlan): Review {
  const steps = preview.steps ?? [];
  const diagnostics = preview.diagnostics ?? [];
  const resources = resourcesOf(steps).concat(onlyPlanned(steps, plan));
  const lines = providerLines(diagnostics);
  const places = new Map(resources.map(({ urn, now, before }) => [urn, declaredAt(now ?? before)]));
  const asked = resources.flatMap((resource) => {
    const facts = factsOf(kindOf(partsOf(resource.urn).type) ?? "");
    const inputs = askedInputs(resource);
    return facts === undefined || inputs === undefined ? [] : [{ urn: resource.urn, facts, inputs }];
  });
  const { byUrn, strayRequests, strayReasons } = announcementsOf(asked, lines);
  const said = (urn: string) => ({ announcement: byUrn.get(urn) ?? ({ is: "silence" } as const), lines });
  const changes = inOrder(resources.flatMap((resource) => changeOf(resource, said(resource.urn), plan) ?? []));
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
    unchanged: unchangedIn(preview, steps, changes.filter(({ action }) => action === "record").length),
    outputs: changedOutputs(plan),
    messages: [...messagesOf(diagnostics, (urn) => places.get(urn)), ...warnings],
    strayRequests,
    worst: worstOf(changes.flatMap(({ consequences }) => consequences)),
  };
}

/** What is said where the CLI printed no preview at all. */
export function failedReview(reason: string): Review {
  const message: Message = { severity: "error", text: reason };
  const nothing = { changes: [], unchanged: 0, outputs: [], strayRequests: [] };
  return { project: "", stack: "", complete: false, failed: true, refreshed: true, planned: true, ...nothing, messages: [message] };
}

/** Resources of the plan alone have no steps; nothing is known of them but their names. */
function onlyPlanned(steps: readonly { readonly urn: string }[], plan: RawPlan | undefined): Resource[] {
  const known = new Set(steps.map(({ urn }) => urn));
  return Object.entries(plan?.resourcePlans ?? {})
    .filter(([urn, { steps: ops }]) => !known.has(urn) && ops?.some((op) => op !== "same") === true)
    .map(([urn, { steps: ops }]) => ({
      urn,
      ops: ops ?? [],
      before: undefined,
      old: undefined,
      now: undefined,
      refreshed: false,
      steps: [],
    }));
}

function unchangedIn(
  { changeSummary }: RawPreview,
  steps: readonly { readonly op: string; readonly urn: string }[],
  recorded: number,
): number {
  const root = steps.some(({ op, urn }) => op === "same" && partsOf(urn).type === "pulumi:pulumi:Stack");
  return Math.max(0, (changeSummary?.["same"] ?? 0) - (root ? 1 : 0) - recorded);
}
