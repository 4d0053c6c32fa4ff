import type Big from "big.js";
import { secretText } from "../../provider/announce/lines";
import { highestImpactOf } from "../../provider/registry";
import { isUnknown } from "../../provider/values/unknowns";
import { withContents } from "./cascade";
import { changeOf, declaredAt, sortChanges, surroundingsOf } from "./changes";
import { sumOf } from "./cost";
import { messagesOf } from "./diagnostics";
import { partsOf } from "../../provider/values/urn";
import { namesIn, type PolicyEvent, type Prices, type RawPlan, type RawPreview, type RawStep } from "./inputs";
import type { Change, Message, Review, ServiceMove, Violation } from "./model";
import { recordsIn } from "./records";
import { type Resource, resourcesOf } from "./resources";
import { compare } from "./values";

/** The prices of a team, and with them the allowed increase of a month. */
export interface Costs {
  readonly prices?: Prices | undefined;
  readonly maxIncrease?: Big | undefined;
}

/** The optional inputs of a review beside the preview. */
export interface Additions extends Costs {
  /** Names changed secrets and outputs. */
  readonly plan?: RawPlan | undefined;
  readonly events?: readonly PolicyEvent[] | undefined;
}

/** The CLI's only error for a preview that a mandatory policy stops. Everything was still previewed. */
const stopped = "preview failed";

/** Reviews a preview, or the reason why the CLI printed none. Pure: the order of steps, records and events does not matter. */
export function reviewOf(given: RawPreview | string, { plan: saved, events, prices, maxIncrease }: Additions = {}): Review {
  const isMissing = typeof given === "string";
  const preview = isMissing ? { diagnostics: [{ severity: "error", message: given }] } : given;
  const plan = isMissing ? { resourcePlans: {} } : saved;
  const { steps = [], diagnostics = [] } = preview;
  const records = recordsIn(diagnostics);
  const resources = resourcesOf(steps, plan, records.all);
  const strayRequests = resources.flatMap(({ recorded }) => recorded.stray);
  const gaps = [...unstatedFailures(resources), ...missingRecords(resources, records)];
  const surroundings = surroundingsOf(resources);
  const found = resources.flatMap((resource) => changeOf(resource, surroundings, prices) ?? []);
  const changes = sortChanges(withContents(found, resources));
  const violations = events && violationsOf(events, changes);
  const isForbidden = violations?.some(({ mandatory }) => mandatory) === true;
  const places = new Map(resources.map(({ urn, state }) => [urn, declaredAt(state)]));
  const messages = messagesOf(diagnostics, (urn) => places.get(urn)).filter(
    ({ severity, text }) => !isForbidden || severity !== "error" || text !== stopped,
  );
  const hasFailed = diagnostics.some(({ severity }) => severity === "error") || steps.length === 0;
  const failed = hasFailed && (!isForbidden || changes.length === 0 || messages.some(({ severity }) => severity === "error"));
  const costs = changes.flatMap(({ cost }) => cost ?? []);
  const { project, stack } = partsOf(steps[0]?.urn ?? diagnostics.find(({ urn }) => urn !== undefined)?.urn ?? "");
  return {
    project,
    stack,
    complete:
      !failed &&
      !isForbidden &&
      gaps.length + strayRequests.length === 0 &&
      !changes.some(({ unannounced, action, leavesInside }) => unannounced || action === "refused deletion" || leavesInside !== undefined),
    failed,
    refreshed: isRefreshed(preview, plan),
    planned: plan !== undefined,
    changes,
    unchanged: countUnchanged(preview, changes.filter(({ action }) => action === "keep live values").length),
    outputs: changedOutputs(plan),
    messages: [...messages, ...gaps.map((text): Message => ({ severity: "warning", text }))],
    strayRequests,
    services: servicesOf(resources, records),
    highestImpact: highestImpactOf(changes.flatMap(({ consequences }) => consequences)),
    ...(violations && { violations }),
    ...(prices && { cost: sumOf(costs, prices, maxIncrease) }),
  };
}

/** Returns true if a refresh read the stack's resources, or would have read none. */
function isRefreshed({ steps = [], changeSummary }: RawPreview, plan: RawPlan | undefined): boolean {
  if (steps.some(({ op }) => op === "refresh")) return true;
  const urnsOf = (wanted: string) => steps.flatMap(({ op, urn }) => (op === wanted ? [urn] : []));
  const imported = new Set(urnsOf("import"));
  // A preview lists no unchanged resource: its plan names them, and without one its summary counts them.
  const isUnlisted =
    plan === undefined
      ? (changeSummary?.["same"] ?? 0) > urnsOf("same").length
      : Object.entries(plan.resourcePlans).some(([urn, one]) => one.steps?.includes("same") === true && isRead(urn, one.goal?.custom));
  return !isUnlisted && !steps.some((step) => isReadByRefresh(step) && !imported.has(step.urn));
}

/** Returns true for a resource that every refresh reads: no stack, no provider and, for `--run-program`, no undeclared resource. */
function isReadByRefresh({ op, urn, oldState }: RawStep): boolean {
  return op !== "delete" && oldState !== undefined && isRead(urn, oldState["custom"]);
}

const isRead = (urn: string, custom: unknown): boolean => custom !== false && !partsOf(urn).type.startsWith("pulumi:providers:");

type Records = ReturnType<typeof recordsIn>;

const howToRecord =
  "run `graphplane review` without a file, `graphplane ci preview`, or `GRAPHPLANE_RECORDS=1 pulumi preview --refresh --json`";

/** Explains why the records are not all there: without them, a preview says only in part what an update sends. */
function missingRecords(resources: readonly Resource[], { all, unreadable }: Records): string[] {
  if (unreadable > 0)
    return [`the preview holds plan records of another version of graphplane, which this one cannot read: ${howToRecord}`];
  // About a deletion alone the engine does not ask the provider.
  const isMissing = all.length === 0 && resources.some(({ kind, op }) => kind !== undefined && op !== "delete");
  return isMissing ? [`the preview was made without plan records, so it does not show what is sent: ${howToRecord}`] : [];
}

/** The failures of plans that no change states: the engine asks the provider only before it creates, updates or replaces. */
function unstatedFailures(resources: readonly Resource[]): string[] {
  const isStated = ({ op }: Resource) => op === "create" || op === "update" || op === "replace";
  return resources.flatMap((resource) => (isStated(resource) ? [] : (resource.recorded.failure ?? [])));
}

/** The violations of policies in a fixed order, the mandatory ones first. */
function violationsOf(events: readonly PolicyEvent[], changes: readonly Change[]): Violation[] {
  const violations = events.map(({ policyName, policyPackName, enforcementLevel, message, resourceUrn: urn }): Violation => {
    const { type, name } = partsOf(urn ?? "");
    const change = changes.find((one) => one.urn === urn);
    return {
      policy: policyName,
      pack: policyPackName,
      // The engine stops an update for everything above "advisory".
      mandatory: enforcementLevel !== "advisory",
      text: message.trim().replace(/\s*\n\s*/g, " "),
      resource: urn === undefined || type === "pulumi:pulumi:Stack" ? undefined : name,
      declaredAt: change?.stillDeclared === true ? change.declaredAt : undefined,
    };
  });
  const rank = ({ mandatory, policy, resource = "" }: Violation) => `${mandatory ? 0 : 1} ${policy} ${resource}`;
  return violations.toSorted((a, b) => compare(rank(a), rank(b)));
}

function changedOutputs(plan: RawPlan | undefined): string[] {
  const stacks = Object.entries(plan?.resourcePlans ?? {}).filter(([urn]) => partsOf(urn).type === "pulumi:pulumi:Stack");
  return [...new Set(stacks.flatMap(([, { goal }]) => namesIn(goal?.outputDiff)))].toSorted(compare);
}

/** The addresses that change, by the records and by the arguments of the program's own providers. */
function servicesOf(resources: readonly Resource[], { all: records }: Records): ServiceMove[] {
  const recorded = records.flatMap(({ service }) => service ?? []);
  const declared = resources.flatMap(({ type, op, applied, inputs }) => {
    const [from, to] = [addressText(applied["baseUrl"]), addressText(inputs["baseUrl"])];
    return type !== "pulumi:providers:graphplane" || (op !== "update" && op !== "replace") || from === to
      ? []
      : [{ from, to, found: false }];
  });
  const all = new Map<string, ServiceMove>();
  // A refresh with the program shows more than the arguments.
  for (const move of [...declared, ...recorded.toSorted((a, b) => Number(a.found) - Number(b.found))])
    all.set(`${move.from} ${move.to}`, move);
  return [...all].toSorted(([a], [b]) => compare(a, b)).map(([, move]) => move);
}

/** An address without its trailing slash, or a phrase for an unknown address. */
function addressText(address: unknown): string {
  if (typeof address !== "string" || address === secretText) return "an address that is not shown";
  return isUnknown(address) ? "an address that is known during the update" : address.replace(/\/+$/, "");
}

function countUnchanged({ changeSummary, steps = [] }: RawPreview, recorded: number): number {
  const root = steps.some(({ op, urn }) => op === "same" && partsOf(urn).type === "pulumi:pulumi:Stack");
  return Math.max(0, (changeSummary?.["same"] ?? 0) - (root ? 1 : 0) - recorded);
}
