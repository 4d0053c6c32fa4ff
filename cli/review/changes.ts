import { consequencesOf, type Consequence, gravities, sortByGravity } from "../../provider/consequences";
import { equals } from "../../provider/json";
import type { AnnouncedRequest, Line } from "../../provider/messages";
import { readPending } from "../../provider/pending";
import { factsOf } from "../../provider/review";
import type { ReviewFacts, ShownValues } from "../../provider/review-facts";
import { isUnknown } from "../../provider/unknowns";
import type { Announcement } from "./announced";
import { compare, fieldsOf } from "./fields";
import { type Action, actions, type Change, type Field, type Request } from "./model";
import { kindOf, partsOf, type RawPlan, type RawState, type RawStep } from "./preview";
import { declaredIn, type Leaf, leavesOf, toldOf, withMarks } from "./values";

/** What a resource's steps say, put together. */
export interface Resource {
  readonly urn: string;
  readonly ops: readonly string[];
  /** As it was applied last: before a refresh. */
  readonly before: RawState | undefined;
  /** As it is compared: after a refresh, where there was one. */
  readonly old: RawState | undefined;
  readonly now: RawState | undefined;
  readonly refreshed: boolean;
  readonly steps: readonly RawStep[];
}

/** The steps of one resource in one place: a refresh and an update, or the parts of a replacement, are several. */
export function resourcesOf(steps: readonly RawStep[]): Resource[] {
  const byUrn = new Map<string, RawStep[]>();
  for (const step of steps) byUrn.set(step.urn, [...(byUrn.get(step.urn) ?? []), step]);
  return [...byUrn].map(([urn, own]) => {
    const refresh = own.find(({ op }) => op === "refresh");
    const others = own.filter(({ op }) => op !== "refresh");
    const old = others.map(({ oldState }) => oldState).find((state) => state !== undefined);
    return {
      urn,
      ops: others.map(({ op }) => op),
      before: refresh?.oldState ?? old,
      old,
      now: others.map(({ newState }) => newState).find((state) => state !== undefined),
      refreshed: refresh !== undefined,
      steps: others,
    };
  });
}

/** What the provider said: of this resource, and in sentences. */
export interface Said {
  readonly announcement: Announcement;
  readonly lines: readonly Line[];
}

/** The inputs of a resource whose update the provider is asked about; undefined for any other. */
export function askedInputs({ ops, now, before }: Resource): ShownValues | undefined {
  const op = operationOf(ops);
  return op === "create" || op === "update" || op === "replace" ? declaredIn(now?.inputs ?? before?.inputs) : undefined;
}

/** What becomes of one resource; undefined where nothing does. */
export function changeOf(resource: Resource, { announcement, lines }: Said, plan: RawPlan | undefined): Change | undefined {
  const { urn, before, now } = resource;
  const { type, name } = partsOf(urn);
  const kind = kindOf(type);
  const facts = kind === undefined ? undefined : factsOf(kind);
  const planned = plan?.resourcePlans[urn];
  const adopted = adoptedState(resource, planned);
  const op = operationOf(resource.ops) ?? (adopted === undefined ? undefined : "record");
  if (op === undefined || type === "pulumi:pulumi:Stack" || type.startsWith("pulumi:providers:")) return undefined;

  const outputs = before?.outputs ?? {};
  const inputs = declaredIn(now?.inputs ?? before?.inputs);
  const old = declaredIn((resource.old ?? before)?.inputs);
  const reasons = resource.steps.flatMap(({ diffReasons }) => diffReasons ?? []);
  const compared = facts?.compares === true && (announcement.is === "request" || announcement.is === "nothing");
  const { fields, alreadySo } = fieldsOf({
    before: op === "create" ? undefined : declaredIn(before?.inputs),
    adopting: facts?.adopts ?? false,
    replaced: op === "replace",
    live: adopted ?? (resource.refreshed && op === "update" ? old : undefined),
    after: op === "delete" ? declaredIn(before?.inputs) : (adopted ?? inputs),
    lineLive: announcement.is === "request" && facts !== undefined ? lineLive(facts, announcement.request, inputs) : [],
    elseAsDeclared: compared,
    changedPaths: resource.steps.flatMap(({ detailedDiff }) => Object.keys(detailedDiff ?? {})),
    changedNames: op === "update" || op === "replace" ? [...reasons, ...namesIn(planned?.goal?.inputDiff)] : [],
    replacing: resource.steps.flatMap(({ replaceReasons }) => replaceReasons ?? []),
    pending: facts === undefined ? [] : pendingOf(resource),
    own: facts?.localArguments ?? [],
    toldElsewhere: [...(facts?.addressedBy ?? []), ...(facts?.localArguments.filter((argument) => argument !== "deletionPolicy") ?? [])],
  });
  const told = op === "delete" || op === "record" ? [] : fields;
  const { requests, unknown, unannounced } =
    facts === undefined ? ofNoKnownKind(kind, op) : requestsOf({ op, facts, inputs, old, outputs, fields: told, announcement, resource });
  const custom = (now ?? before)?.custom !== false;
  const action = actionOf(op, facts, requests, custom, before);
  return {
    urn,
    name,
    kind: kind ?? type,
    ours: kind !== undefined,
    action,
    subject: (facts?.subject(op === "delete" ? old : inputs, op === "replace" ? {} : outputs) ?? []).flatMap(namedWords),
    declaredAt: declaredAt(now ?? before),
    stillDeclared: op !== "delete",
    fields: op === "record" ? fields : told,
    alreadySo,
    goesOn: (before?.initErrors?.length ?? 0) > 0 && op !== "delete",
    requests,
    requestsUnknown: unknown,
    unannounced: unannounced ?? false,
    consequences: facts === undefined ? otherConsequences(kind, action, custom) : consequencesOfAll(facts, requests),
    remarks: op === "delete" || facts === undefined ? [] : remarksFor(facts.address(inputs), lines),
  };
}

type Operation = "create" | "update" | "replace" | "delete" | "import" | "record";

function operationOf(ops: readonly string[]): Operation | undefined {
  const has = (...names: string[]) => names.some((name) => ops.includes(name));
  if (has("replace", "create-replacement", "delete-replaced", "import-replacement", "read-replacement", "discard-replaced"))
    return "replace";
  if (has("delete", "discard")) return has("create") ? "replace" : "delete";
  if (has("create")) return "create";
  if (has("import")) return "import";
  return has("update") ? "update" : undefined;
}

/** What the state takes over of a resource that is compared as unchanged: someone changed it, and the code now says the same. */
function adoptedState({ ops, before, old, refreshed }: Resource, planned: RawPlan["resourcePlans"][string] | undefined) {
  const same = ops.length === 0 ? planned?.steps?.every((op) => op === "same") === true : ops.every((op) => op === "same");
  const found = ops.length === 0 ? planned?.state : old?.inputs;
  if (!refreshed || !same || before === undefined || found === undefined) return undefined;
  const declared = declaredIn(before.inputs);
  const live = Object.fromEntries(Object.entries(declaredIn(found)).filter(([name]) => name in declared));
  const differs = leavesOf(declared).some(({ path, value }) => {
    const other = leavesOf(live).find((leaf) => equals(leaf.path, path));
    return other !== undefined && JSON.stringify(toldOf(other.value)) !== JSON.stringify(toldOf(value));
  });
  return differs ? live : undefined;
}

/** What the request's line says is live: what it carries and says nothing of was not shown by the service. */
function lineLive(facts: ReviewFacts, { body, was }: Request, inputs: ShownValues): Leaf[] {
  const live = leavesOf(facts.argumentsOf(was, inputs));
  const sent = leavesOf(facts.argumentsOf(body, inputs));
  const silent = sent.filter(({ path }) => !live.some((leaf) => equals(leaf.path, path)));
  return [...live, ...silent.map(({ path }) => ({ path, value: undefined }))];
}

function pendingOf({ before }: Resource): string[] {
  const { sent, uncertain } = readPending(before?.outputs);
  return [...leavesOf(sent).map(({ path }) => path.join(".")), ...uncertain];
}

interface Known {
  readonly op: Operation;
  readonly facts: ReviewFacts;
  readonly inputs: ShownValues;
  readonly old: ShownValues;
  readonly outputs: ShownValues;
  readonly fields: readonly Field[];
  readonly announcement: Announcement;
  readonly resource: Resource;
}

interface Requests {
  readonly requests: readonly Request[];
  readonly unknown?: string | undefined;
  /** What is not known is not the engine's to tell: the review is incomplete. */
  readonly unannounced?: boolean;
}

/** A kind of a later version of this package, of which nothing is known here, or a resource of another package. */
function ofNoKnownKind(kind: string | undefined, op: Operation): Requests {
  if (kind === undefined || op === "record") return { requests: [] };
  return { requests: [], unknown: "this version of graphplane review does not know this kind of resource", unannounced: true };
}

function requestsOf({ op, facts, inputs, old, outputs, fields, announcement, resource }: Known): Requests {
  if (op === "record" || op === "import") return { requests: [] };
  const isDeleted = (op === "delete" || op === "replace") && resource.before?.retainOnDelete !== true;
  const removal = isDeleted ? expected(facts.deletionRequest?.(shownInputs(old), shownInputs(outputs))) : [];
  if (op === "delete") return { requests: removal };
  if (announcement.is === "request") return { requests: [announcement.request, ...removal] };
  const sent = fields.filter(({ path, after }) => !facts.localArguments.includes(path[0] ?? "") && after.is !== "absent");
  const later = sent.filter(({ after }) => after.is === "later").map(({ path }) => path.join("."));
  const known = announcement.is === "nothing" || changesNothing(facts, resource);
  if (known && later.length === 0) return { requests: removal };
  const shown = { inputs: shownInputs(inputs), outputs: shownInputs(outputs), exists: op === "update" };
  const changed = sent.map(({ path }) => ({ path, value: plainInput(path, shown.inputs) }));
  const requests = [...expected(facts.requestFor(changed, shown)), ...removal];
  return { requests, ...whyNotKnown(facts, inputs, known ? later : [], announcement) };
}

/** A request that nobody announced. */
function expected(request: AnnouncedRequest | undefined): Request[] {
  return request === undefined ? [] : [{ ...request, announced: false, later: [] }];
}

function whyNotKnown(
  facts: ReviewFacts,
  inputs: ShownValues,
  later: readonly string[],
  announcement: Announcement,
): Omit<Requests, "requests"> {
  if (facts.addressedBy.some((argument) => isUnknown(inputs[argument])))
    return { unknown: "which object it is about is known only during the update" };
  if (later.length > 0) return { unknown: `${later.join(", ")} ${later.length === 1 ? "is" : "are"} known only during the update` };
  const unknown = announcement.is === "incomplete" ? announcement.text : "the provider said nothing about this resource";
  return { unknown, unannounced: true };
}

/** True where the engine tells that nothing differs but arguments that never reach the service. */
function changesNothing(facts: ReviewFacts, { ops, steps, before }: Resource): boolean {
  const paths = steps.flatMap(({ diffReasons, detailedDiff }) => [...(diffReasons ?? []), ...Object.keys(detailedDiff ?? {})]);
  const local = (path: string) => path.startsWith("__") || facts.localArguments.includes(path.split(/[.[]/)[0] ?? "");
  const pending = (before?.initErrors?.length ?? 0) > 0 || before?.outputs?.["__pending"] !== undefined;
  return operationOf(ops) === "update" && !pending && paths.length > 0 && paths.every(local);
}

/** Inputs or outputs as a request may show them. */
function shownInputs(values: ShownValues): ShownValues {
  return withMarks(values) as ShownValues;
}

function plainInput(path: readonly string[], inputs: ShownValues): unknown {
  return leavesOf(inputs).find((leaf) => equals(leaf.path, path))?.value;
}

function actionOf(
  op: Operation,
  facts: ReviewFacts | undefined,
  requests: readonly Request[],
  custom: boolean,
  state: RawState | undefined,
): Action {
  if (op === "update") return "change";
  if (op === "create") return facts?.adopts === true ? "adopt" : "create";
  if (op !== "delete") return op;
  const kept = facts === undefined ? !custom || state?.retainOnDelete === true : !requests.some(({ method }) => method === "DELETE");
  return kept ? "let go" : "delete";
}

/** What the requests mean, each consequence once. */
function consequencesOfAll({ consequences }: ReviewFacts, requests: readonly Request[]): Consequence[] {
  const all = requests.flatMap((request) => consequencesOf(consequences, request));
  return sortByGravity([...new Map(all.map((one) => [one.id, one])).values()]);
}

/** Of another package's resources it is only known that they go. */
function otherConsequences(kind: string | undefined, action: Action, custom: boolean): Consequence[] {
  return kind === undefined && custom && (action === "delete" || action === "replace") ? [otherGone(action)] : [];
}

function otherGone(action: "delete" | "replace"): Consequence {
  const what = action === "delete" ? "deleted" : "replaced";
  return {
    id: `other-${what}`,
    gravity: "destroys",
    inShort: `a resource of another package is ${what}`,
    says: `The resource is ${what}. What it holds may be lost: graphplane does not know this package.`,
    source: "the engine",
  };
}

/** What the provider says of an object beside its values, which the fields tell. */
function remarksFor(address: string, lines: readonly Line[]): string[] {
  const own = lines.flatMap((line) => (line.is === "notice" && line.object === address ? [line.text] : []));
  return [...new Set(own)].toSorted(compare);
}

function namesIn(diff: Readonly<Record<string, unknown>> | null | undefined): string[] {
  return Object.values(diff ?? {}).flatMap((part) => {
    if (Array.isArray(part)) return part.filter((name) => typeof name === "string");
    return typeof part === "object" && part !== null ? Object.keys(part) : [];
  });
}

/** Names of the stack's outputs that the plan says change. */
export function changedOutputs(plan: RawPlan | undefined): string[] {
  const stacks = Object.entries(plan?.resourcePlans ?? {}).filter(([urn]) => partsOf(urn).type === "pulumi:pulumi:Stack");
  return [...new Set(stacks.flatMap(([, { goal }]) => namesIn(goal?.outputDiff)))].toSorted(compare);
}

function namedWords([word, value]: readonly [string, unknown]): [string, string][] {
  return typeof value === "string" && value !== "" && !isUnknown(value) ? [[word, value]] : [];
}

/** `project:///index.ts#9,22`: the line that declares a resource. */
export function declaredAt(state: RawState | undefined): Change["declaredAt"] {
  const [, file, line] = /^project:\/\/\/(.+)#(\d+)(?:,\d+)?$/.exec(state?.sourcePosition ?? "") ?? [];
  if (file === undefined || line === undefined || /(^|\/)node_modules\//.test(file)) return undefined;
  return { file: decodeSegment(file), line: Number(line) };
}

function decodeSegment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What is lost first; of equally grave ones the action decides, then the URN. */
export function inOrder(changes: readonly Change[]): Change[] {
  const worst = ({ consequences: [first] }: Change) => (first === undefined ? gravities.length : gravities.indexOf(first.gravity));
  return changes.toSorted(
    (a, b) =>
      actions.indexOf(a.action) - actions.indexOf(b.action) || worst(a) - worst(b) || compare(a.name, b.name) || compare(a.urn, b.urn),
  );
}
