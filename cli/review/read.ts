import { secretText } from "../../provider/announce/lines";
import { highestImpactOf } from "../../provider/registry";
import { isUnknown } from "../../provider/values/unknowns";
import { type Announcement, announcementsOf } from "./announced";
import { accountOf, changedOutputs, changeOf, declaredAt, inOrder, type Surroundings, withHolders } from "./changes";
import { compare } from "./fields";
import { type ProviderLine, providerLines } from "./lines";
import { messagesOf } from "./messages";
import type { Message, Review, ServiceMove } from "./model";
import { partsOf, type RawPlan, type RawPreview } from "./preview";
import { type Resource, resourcesOf } from "./resources";

/** Reads a preview. Pure: the same preview and plan give the same review, whatever the order of their parts. */
export function reviewOf(preview: RawPreview, plan?: RawPlan): Review {
  const steps = preview.steps ?? [];
  const diagnostics = preview.diagnostics ?? [];
  const resources = resourcesOf(steps, plan);
  const lines = providerLines(diagnostics);
  const places = new Map(resources.map(({ urn, state }) => [urn, declaredAt(state)]));
  const { byUrn, strayRequests, strayReasons } = announcementsOf(resources, lines);
  const silence: Announcement = { is: "silence" };
  const around: Surroundings = {
    lines,
    changing: new Set(resources.flatMap(({ urn, op }) => (op === undefined ? [] : [urn]))),
    hasAccounts: new Set(resources.flatMap((resource) => (resource.kind === undefined ? [] : (accountOf(resource) ?? [])))).size > 1,
  };
  const changes = inOrder(
    withHolders(resources.flatMap((resource) => changeOf(resource, byUrn.get(resource.urn) ?? silence, around) ?? [])),
  );
  const failed = diagnostics.some(({ severity }) => severity === "error") || steps.length === 0;
  const warnings = strayReasons.map((text): Message => ({ severity: "warning", text }));
  const { project, stack } = partsOf(steps[0]?.urn ?? diagnostics.find(({ urn }) => urn !== undefined)?.urn ?? "");
  return {
    project,
    stack,
    complete:
      !failed &&
      strayReasons.length + strayRequests.length === 0 &&
      !changes.some(({ unannounced, action }) => unannounced || action === "refused deletion"),
    failed,
    refreshed: steps.some(({ op }) => op === "refresh") || !steps.some(({ oldState }) => oldState !== undefined),
    planned: plan !== undefined,
    changes,
    unchanged: countUnchanged(preview, steps, changes.filter(({ action }) => action === "record").length),
    outputs: changedOutputs(plan),
    messages: [...messagesOf(diagnostics, (urn) => places.get(urn)), ...warnings],
    strayRequests,
    services: servicesOf(resources, lines),
    highestImpact: highestImpactOf(changes.flatMap(({ action, consequences }) => (action === "may change" ? [] : consequences))),
  };
}

/** The review of a run in which the CLI printed no preview. */
export function failedReview(reason: string): Review {
  const message: Message = { severity: "error", text: reason };
  const nothing = { changes: [], unchanged: 0, outputs: [], strayRequests: [], services: [] };
  return { project: "", stack: "", complete: false, failed: true, refreshed: true, planned: true, ...nothing, messages: [message] };
}

/** The addresses that change: by the provider's lines, and by the arguments of a provider that a program makes. */
function servicesOf(resources: readonly Resource[], lines: readonly ProviderLine[]): ServiceMove[] {
  const printed = lines.flatMap((line) => (line.is === "service" ? [{ from: line.from, to: line.to, found: line.found }] : []));
  const declared = resources.flatMap(({ type, op, applied, inputs }) => {
    const [from, to] = [addressText(applied["baseUrl"]), addressText(inputs["baseUrl"])];
    return type !== "pulumi:providers:graphplane" || (op !== "update" && op !== "replace") || from === to
      ? []
      : [{ from, to, found: false }];
  });
  const all = new Map<string, ServiceMove>();
  // A refresh with the program knows more than the arguments.
  for (const move of [...declared, ...printed.toSorted((a, b) => Number(a.found) - Number(b.found))])
    all.set(`${move.from} ${move.to}`, move);
  return [...all].toSorted(([a], [b]) => compare(a, b)).map(([, move]) => move);
}

/** An address without the slash at its end, or why it is not known here. */
function addressText(address: unknown): string {
  if (typeof address !== "string" || address === secretText) return "an address that is not shown";
  return isUnknown(address) ? "an address that is known during the update" : address.replace(/\/+$/, "");
}

function countUnchanged(
  { changeSummary }: RawPreview,
  steps: readonly { readonly op: string; readonly urn: string }[],
  recorded: number,
): number {
  const root = steps.some(({ op, urn }) => op === "same" && partsOf(urn).type === "pulumi:pulumi:Stack");
  return Math.max(0, (changeSummary?.["same"] ?? 0) - (root ? 1 : 0) - recorded);
}
