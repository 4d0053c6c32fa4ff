import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { formats } from "../../../../cli/review/formats";
import type { Review } from "../../../../cli/review/model";
import { type EngineEvent, parsePreview, type Preview, type RawStep } from "../../../../cli/review/inputs";
import { reviewOf } from "../../../../cli/review/read";
import type { LoggedPlan, PlanEntry, LoggedField } from "../../../../provider/messages/plan-entry";
import { PlanBuilder } from "../../../../provider/lifecycle/plan-builder";
import { decideDeletion } from "../../../../provider/reconcile/decide";
import { definitionOf } from "../../../../provider/registry";
import { getIn, omit, parseJson, type Values } from "../../../../provider/values/json";
import { argumentsIn, type FieldNames } from "../../../../provider/values/names";

const version: PlanEntry["version"] = 1;

const recorded = join(__dirname, "../../../golden/preview-json");

/** One run of the CLI in a scene (tests/cli/ci/scenes.ts): its output as text, its events and the records of its plans. */
export interface Sample {
  readonly exitCode: number;
  readonly preview: string;
  readonly events: readonly EngineEvent[];
  readonly records: readonly PlanEntry[];
}

/** The names of all recorded scenes. */
export const sampleNames = readdirSync(recorded).map((name) => name.replace(/\.json$/, ""));

export function sample(name: string): Sample {
  const { preview, ...run } = JSON.parse(readFileSync(join(recorded, `${name}.json`), "utf8")) as Omit<Sample, "preview"> & {
    readonly preview: unknown;
  };
  return { ...run, preview: JSON.stringify(preview) };
}

/** The facts of a recorded scene. */
export function previewOf(name: string): Preview {
  const { preview, events, records } = sample(name);
  return { ...parsePreview(preview), events, records };
}

/** The review of a recorded scene. */
export const sampleReview = (name: string): Review => reviewOf(previewOf(name));

/** A step that was not recorded, of a resource of this package. */
export interface Step {
  /** @default "WorkspaceSettings" */
  readonly kind?: string;
  readonly name: string;
  /** By default a creation, an update or a deletion, according to the states. */
  readonly op?: string;
  readonly before?: Record<string, unknown>;
  readonly after?: Record<string, unknown>;
  readonly outputs?: Record<string, unknown>;
  readonly more?: Partial<RawStep>;
  /** True if the provider plans it without reading, since an identifier is known later. */
  readonly blind?: true;
  /** Sentences of the provider about it. */
  readonly notices?: readonly string[];
}

/** A preview with the given steps, and the provider's records of the plans that are given in short. */
export function previewWith(resources: readonly Step[], plans: readonly string[] = [], more: readonly Partial<PlanEntry>[] = []): Preview {
  const root: RawStep = { op: "same", urn: "urn:pulumi:dev::movies::pulumi:pulumi:Stack::movies-dev" };
  const steps = resources.map((step): RawStep => {
    const { before, after, outputs, more } = step;
    const urn = urnOf(step);
    const common = { urn, custom: true, sourcePosition: "project:///index.ts#9,22" };
    return {
      op: opOf(step),
      urn,
      ...(before === undefined ? {} : { oldState: { ...common, inputs: before, outputs: { ...before, ...outputs } } }),
      ...(after === undefined ? {} : { newState: { ...common, inputs: after } }),
      ...more,
    };
  });
  const planned = resources.filter(
    (step) => ["create", "update", "replace", "create-replacement"].includes(opOf(step)) && step.blind !== true,
  );
  const records: readonly PlanEntry[] = [
    ...plans.flatMap((plan, index) => recordOf(planned[index] ?? { name: "another" }, plan)),
    ...resources.flatMap((step) => (step.notices === undefined ? [] : [noticesOf(step)])),
    ...more.map((record) => ({ version, kind: "WorkspaceSettings", notices: [], ...record })),
    ...resources.filter(({ blind }) => blind).flatMap((step) => unseenRecords(step)),
  ];
  return { steps: [root, ...steps], events: [{ summaryEvent: {} }], records };
}

export function urnOf({ kind = "WorkspaceSettings", name, more }: Step): string {
  return more?.urn ?? `urn:pulumi:dev::movies::pulumi-nodejs:dynamic/graphplane:${kind}::${name}`;
}

function opOf({ op, before, after, more }: Step): string {
  return (
    more?.op ??
    op ??
    (before === undefined && more?.oldState === undefined
      ? "create"
      : after === undefined && more?.newState === undefined
        ? "delete"
        : "update")
  );
}

/** A record of a plan in short: `PUT <path> <body> was <live body>`, `nothing`, or `cannot plan: <reason>`; ` (<argument>: known later)` at the end. */
function recordOf(step: Step, text: string): PlanEntry[] {
  const { kind = "WorkspaceSettings", after = step.more?.newState?.inputs ?? {}, outputs = {} } = step;
  const { fields: names = {}, review } = definitionOf(kind);
  const [, head = "", laterName] = /^(.*?)(?: \((\w+): known later\))?$/s.exec(text) ?? [];
  const reason = /^cannot plan.*?: (.*)$/.exec(head)?.[1];
  if (reason !== undefined) return unseenRecords(step, reason);
  const later = laterName === undefined ? [] : [laterName];
  const [, method = "", path = "", rest = ""] = /^(PUT|POST) (\S+)(?: (.*))?$/s.exec(head) ?? [];
  const [body, was] = ` ${rest}`.split(" was ").map((part) => parseJson(part) ?? (part.trim() || undefined));
  const [sent, live] = [body, was].map((one) => leavesIn(names, one));
  const fieldOf = (name: string): LoggedField => {
    const value = live?.get(name);
    const isObject = typeof after[name] === "object";
    const path = name.split(".");
    const shown = value !== undefined && { live: isObject && typeof value === "string" ? parseJson(value) : value };
    return { path, ...shown, after: getIn(after, path) };
  };
  const isNew = opOf(step) !== "update";
  const verb = review.runs ? "run" : !isNew ? "update" : method === "POST" && !review.adopts ? "create" : "adopt";
  const request = { method, path, ...(body !== undefined && { body }), ...(was !== undefined && { was }), later };
  const plan: LoggedPlan = {
    operation: method === "" && !isNew ? "nothing" : verb,
    seen: true,
    requests: method === "" ? [] : [request],
    fields: [...new Set([...(sent?.keys() ?? []), ...(live?.keys() ?? [])])].map(fieldOf),
    names: review.subject(after, outputs).flatMap(([word, name]) => (typeof name === "string" ? [[word, name] as const] : [])),
  };
  return [{ version, urn: urnOf(step), kind, notices: [], plan }];
}

function noticesOf(step: Step): PlanEntry {
  const notices = (step.notices ?? []).map((text) => ({ code: "notice", text }) as const);
  return { version, urn: urnOf(step), kind: step.kind ?? "WorkspaceSettings", notices };
}

/** The values of a body by the paths of their arguments. */
function leavesIn(names: FieldNames, body: unknown): ReadonlyMap<string, unknown> {
  const unnamed = omit({ ...(body as object) }, Object.values(names));
  const { addons, ...others } = { ...unnamed, ...argumentsIn(names, body) } as Record<string, unknown>;
  const switches = Array.isArray(addons) ? (addons as { addons_id: string; enable: unknown }[]) : [];
  return new Map([...Object.entries(others), ...switches.map(({ addons_id, enable }) => [`addons.${addons_id}.enable`, enable] as const)]);
}

/** What the provider records of a resource whose object it cannot read yet. */
function unseenRecords(step: Step, reason?: string): PlanEntry[] {
  const { kind = "WorkspaceSettings", before, after = step.more?.newState?.inputs ?? {}, outputs } = step;
  const records: PlanEntry[] = [];
  const isSecret = () => false;
  const logPlan = (plan: LoggedPlan) => void records.push({ version, urn: urnOf(step), kind, notices: [], plan });
  const definition = definitionOf(kind);
  const [, call, outcome = ""] = /(?:^|failed: )([A-Z]+ \S+) (.+?)(?:\. |$)/.exec(reason ?? "") ?? [];
  const failedRead = call === undefined ? undefined : { call, outcome, hasNoResponse: !outcome.includes("HTTP") };
  const failure = reason === undefined ? undefined : { reason, failedRead };
  const recording = (last?: Values) =>
    new PlanBuilder(definition, { args: after, last, object: "", context: { isSecret, logPlan, emit: () => undefined } });
  const last = before && { ...before, ...outputs };
  if (opOf(step) === "update") recording(last).addUnread(failure);
  else recording().addUnread(failure);
  if (opOf(step) === "replace") recording(last).addReplacement(decideDeletion(definition, last ?? {}, last ?? {}, isSecret));
  return records;
}

/** The review of such a preview. */
export const reviewWith = (steps: readonly Step[], plans: readonly string[] = []): Review => reviewOf(previewWith(steps, plans));

export const workspace = { workgroupId: "wg-1", workspaceId: "ws-1" };
export const path = "/workgroups/wg-1/workspaces/ws-1";

/** An update of the settings of the workspace `ws-1`, or of another one that `before` names. */
export const changed = (name: string, before: object, after: object, more: Partial<RawStep> = {}): Step => ({
  name,
  before: { ...workspace, ...before },
  after: { ...workspace, ...before, ...after },
  more,
});

/** The comment of a pull request. */
export const comment = (review: Review, more: object = {}): string => formats.markdown(review, { directory: "", ...more });
