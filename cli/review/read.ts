import type Big from "big.js";
import { secretText } from "../../provider/messages/message";
import { highestImpactOf } from "../../provider/registry";
import { isUnknown } from "../../provider/values/unknowns";
import { withContents } from "./dependents";
import { changeOf, declaredAt, sortChanges, previewContextOf } from "./changes";
import { sumOf } from "./cost";
import { messagesOf } from "./diagnostics";
import { readMetadata } from "../../provider/reconcile/state-metadata";
import { partsOf } from "../../provider/values/urn";
import type { PlanEntry } from "../../provider/messages/plan-entry";
import { equals, isObject, omit } from "../../provider/values/json";
import type { EngineEvent, PolicyEvent, Preview, Prices, RawDiagnostic, RawStep } from "./inputs";
import type { Change, Message, Review, ServiceMove, Violation } from "./model";
import { refusedMappings } from "./provider-environment";
import { type Resource, resourcesOf } from "./resources";
import { compare, withMarks } from "./values";
import { lossesOf } from "./way-back";

/** A team's prices and the allowed monthly increase. */
export interface Costs {
  readonly prices?: Prices | undefined;
  readonly maxIncrease?: Big | undefined;
}

/** Reviews the preview of a single engine run. Pure, and independent of the order of steps, records and events. */
export function reviewOf(preview: Preview, { prices, maxIncrease }: Costs = {}): Review {
  const { steps = [], diagnostics = [], events, records, unreadable = 0, failure, destroy } = preview;
  const resources = resourcesOf(preview);
  const strayRequests = resources.flatMap(({ recorded }) => recorded.stray);
  const gaps = [...unstatedFailures(resources), ...refusedMappings(steps), ...(unreadable > 0 ? [lostRecords] : [])];
  const surroundings = previewContextOf(resources, destroy);
  const found = resources.flatMap((resource) => {
    const change = changeOf(resource, surroundings, prices);
    return change === undefined ? [] : [{ change, resource }];
  });
  const whole = withContents(found, resources).map(({ change, resource }) => ({ ...change, losses: lossesOf(change, resource) }));
  const changes = sortChanges(whole);
  const violations = violationsOf(
    events.flatMap(({ policyEvent }) => policyEvent ?? []),
    changes,
  );
  const isForbidden = violations.some(({ mandatory }) => mandatory);
  const places = new Map(resources.map(({ urn, state }) => [urn, declaredAt(state)]));
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  // A mandatory policy ends a complete preview with a single error that has no URN.
  const isStopped = isForbidden && errors.every(({ urn }) => urn === undefined) && errors.length === 1;
  // Omits the engine's hint for resources that `deletionPolicy` also protects, because following the hint would not be sufficient.
  const isStated = ({ urn, message }: RawDiagnostic) =>
    /because it is protected/.test(message) && changes.some((change) => change.urn === urn && change.action === "refused deletion");
  const shown = diagnostics.filter((one) => !isStated(one) && !(isStopped && errors.includes(one)));
  const all = failure === undefined ? shown : [...shown, { severity: "error", message: failure }];
  const isWhole =
    failure === undefined && (steps.length > 0 || destroy !== undefined) && events.some(({ summaryEvent }) => summaryEvent !== undefined);
  const failed = !isWhole || (errors.length > 0 && !(isStopped && changes.length > 0));
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
    ...(destroy && { destroys: true }),
    refreshed: isRefreshed(preview),
    changes,
    unchanged: countUnchanged(preview, changes.filter(({ action }) => action === "keep live values").length),
    outputs: failed ? [] : changedOutputs(events),
    messages: [
      ...messagesOf(all, (urn) => places.get(urn)).filter(({ text }) => !diagnostics.some(isStated) || text !== "preview failed"),
      ...doublesOf(resources, changes),
      ...gaps.map((text): Message => ({ severity: "warning", text })),
    ],
    strayRequests,
    services: servicesOf(resources, records),
    newHosts: newHostsOf(resources, changes),
    highestImpact: highestImpactOf(changes.flatMap(({ consequences }) => consequences)),
    violations,
    settings: [...new Set(records.flatMap(({ settings }) => settings ?? []))],
    ...(prices && { cost: sumOf(costs, prices, maxIncrease) }),
  };
}

const lostRecords =
  "the plan records of this preview were changed, or come from a different version of graphplane: use one version for the command and the project";

function isRefreshed({ steps = [], changeSummary }: Preview): boolean {
  if (steps.some(({ op }) => op === "refresh")) return true;
  const urnsOf = (wanted: string) => steps.flatMap(({ op, urn }) => (op === wanted ? [urn] : []));
  const imported = new Set(urnsOf("import"));
  // A preview does not list unchanged resources. It only counts them in its summary.
  const isUnlisted = (changeSummary?.["same"] ?? 0) > urnsOf("same").length;
  return !isUnlisted && !steps.some((step) => isReadByRefresh(step) && !imported.has(step.urn));
}

/** Returns true for a resource that every refresh reads. Excludes the stack, providers and, with `--run-program`, undeclared resources. */
function isReadByRefresh({ op, urn, oldState }: RawStep): boolean {
  return op !== "delete" && oldState !== undefined && isRead(urn, oldState["custom"]);
}

const isRead = (urn: string, custom: unknown): boolean => custom !== false && !partsOf(urn).type.startsWith("pulumi:providers:");

/** Returns the warnings about namesakes of unchanged resources. Changed resources list their own. */
function doublesOf(resources: readonly Resource[], changes: readonly Change[]): Message[] {
  const unchanged = resources.filter(({ key }) => !changes.some((change) => change.key === key));
  return unchanged.flatMap(({ name: resource, state, recorded }) =>
    recorded.notices.flatMap(({ code, text }): Message[] =>
      code === "double" ? [{ severity: "warning", resource, declaredAt: declaredAt(state), text }] : [],
    ),
  );
}

/** Returns the plan failures of unchanged resources. Changed resources list their own. */
function unstatedFailures(resources: readonly Resource[]): string[] {
  const isStated = ({ op }: Resource) => op === "create" || op === "update" || op === "replace";
  return resources.flatMap((resource) => (isStated(resource) ? [] : (resource.recorded.failure ?? [])));
}

/** Returns the policy violations in a fixed order, starting with mandatory ones. */
function violationsOf(events: readonly PolicyEvent[], changes: readonly Change[]): Violation[] {
  const violations = events.map(({ policyName, policyPackName, enforcementLevel, message, resourceUrn: urn }): Violation => {
    const { type, name } = partsOf(urn ?? "");
    const change = changes.find(({ key }) => key === urn);
    return {
      policy: policyName,
      pack: policyPackName,
      // Any level above "advisory" stops an update.
      mandatory: enforcementLevel !== "advisory",
      text: message.trim().replace(/\s*\n\s*/g, " "),
      resource: urn === undefined || type === "pulumi:pulumi:Stack" ? undefined : name,
      declaredAt: change?.stillDeclared === true ? change.declaredAt : undefined,
    };
  });
  const rank = ({ mandatory, policy, resource = "" }: Violation) => `${mandatory ? 0 : 1} ${policy} ${resource}`;
  return violations.toSorted((a, b) => compare(rank(a), rank(b)));
}

/** Returns the names of the stack outputs that differ or might differ. The engine hides secrets, so changes to secret outputs are unknown. */
function changedOutputs(events: readonly EngineEvent[]): string[] {
  const [last] = stackOutputs(events);
  if (last === undefined) return [];
  const [before, after] = [last.old?.outputs ?? {}, last.new?.outputs ?? {}].map((outputs) => withMarks(outputs));
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].filter((name) => !equals(plainOutput(before?.[name]), plainOutput(after?.[name]))).toSorted(compare);
}

/** Returns the states of the stack, which contain its outputs; empty if the program did not finish. */
export function stackOutputs(events: readonly EngineEvent[]) {
  return events
    .flatMap(({ resOutputsEvent: { metadata } = {} }) =>
      metadata !== undefined && metadata.op !== "refresh" && partsOf(metadata.urn).type === "pulumi:pulumi:Stack" ? [metadata] : [],
    )
    .slice(-1);
}

/** Removes the marks that the SDK adds to exported resources, because states do not contain them. */
function plainOutput(output: unknown): unknown {
  return isObject(output) ? omit(output, ["@isPulumiResource"]) : output;
}

/** Returns the changed control-plane URLs, based on plan entries and on the arguments of explicit providers. */
function servicesOf(resources: readonly Resource[], records: readonly PlanEntry[]): ServiceMove[] {
  const recorded = records.flatMap(({ service }) => service ?? []);
  const declared = resources.flatMap(({ type, op, applied, inputs }) => {
    const [from, to] = [addressText(applied["baseUrl"]), addressText(inputs["baseUrl"])];
    return type !== "pulumi:providers:graphplane" || (op !== "update" && op !== "replace") || from === to
      ? []
      : [{ from, to, found: false }];
  });
  const all = new Map<string, ServiceMove>();
  // Plan entries take precedence over arguments, because a refresh that runs the program adds to them.
  for (const move of [...declared, ...recorded.toSorted((a, b) => Number(a.found) - Number(b.found))])
    all.set(`${move.from} ${move.to}`, move);
  return [...all].toSorted(([a], [b]) => compare(a, b)).map(([, move]) => move);
}

/** Returns the origins of requests that would receive a credential, and that no resource in the state uses. */
function newHostsOf(resources: readonly Resource[], changes: readonly Change[]): string[] {
  const known = resources.flatMap(({ outputs, applied }) => [
    originOf(readMetadata(outputs).service),
    originOf(`https://${String(applied["host"])}`),
  ]);
  const sent = changes.flatMap(({ requests, controlPlane }) =>
    requests.map(({ path }) => (path.startsWith("/") ? originOf(controlPlane ?? "") : originOf(path))),
  );
  return [...new Set(sent)].filter((origin) => origin !== "" && !known.includes(origin)).toSorted(compare);
}

const originOf = (address: string): string => (URL.canParse(address) ? new URL(address).origin : "");

/** Returns an address without its trailing slash, or a description of an unknown address. */
function addressText(address: unknown): string {
  if (typeof address !== "string" || address === secretText) return "an address that is not shown";
  return isUnknown(address) ? "an address that is known during the update" : address.replace(/\/+$/, "");
}

function countUnchanged({ changeSummary, steps = [] }: Preview, recorded: number): number {
  const root = steps.some(({ op, urn }) => op === "same" && partsOf(urn).type === "pulumi:pulumi:Stack");
  return Math.max(0, (changeSummary?.["same"] ?? 0) - (root ? 1 : 0) - recorded);
}
