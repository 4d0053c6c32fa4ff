import { consequencesOf, gravities, type Consequence } from "../../provider/consequences";
import { readPending } from "../../provider/pending";
import { compare, fieldsOf } from "./fields";
import type { Line } from "../../provider/messages";
import { isUnknown } from "../../provider/unknowns";
import type { Announcement } from "./announced";
import { type Inputs, type Kind, kindName, kindOf } from "./kinds";
import { type Action, actions, type Change, type Field, type Request } from "./model";
import { partsOf, type RawPlan, type RawState, type RawStep } from "./preview";
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
export function askedInputs({ ops, now, before }: Resource): Inputs | undefined {
  const op = operationOf(ops);
  return op === "create" || op === "update" || op === "replace" ? declaredIn(now?.inputs ?? before?.inputs) : undefined;
}

/** What becomes of one resource; undefined where nothing does. */
export function changeOf(resource: Resource, { announcement, lines }: Said, plan: RawPlan | undefined): Change | undefined {
  const { urn, before, now } = resource;
  const { type, name } = partsOf(urn);
  const ours = kindName(type);
  const kind = kindOf(type);
  const planned = plan?.resourcePlans[urn];
  const adopted = adoptedState(resource, planned);
  const op = operationOf(resource.ops) ?? (adopted === undefined ? undefined : "record");
  if (op === undefined || type === "pulumi:pulumi:Stack" || type.startsWith("pulumi:providers:")) return undefined;

  const outputs = before?.outputs ?? {};
  const inputs = declaredIn(now?.inputs ?? before?.inputs);
  const old = declaredIn((resource.old ?? before)?.inputs);
  const reasons = resource.steps.flatMap(({ diffReasons }) => diffReasons ?? []);
  const compared = kind?.compares === true && (announcement.is === "request" || announcement.is === "nothing");
  const { fields, alreadySo } = fieldsOf({
    before: op === "create" ? undefined : declaredIn(before?.inputs),
    adopting: kind?.adopts ?? false,
    replaced: op === "replace",
    live: adopted ?? (resource.refreshed && op === "update" ? old : undefined),
    after: op === "delete" ? declaredIn(before?.inputs) : (adopted ?? inputs),
    lineLive: announcement.is === "request" && kind !== undefined ? lineLive(kind, announcement.request) : [],
    elseAsDeclared: compared,
    changedPaths: resource.steps.flatMap(({ detailedDiff }) => Object.keys(detailedDiff ?? {})),
    changedNames: op === "update" || op === "replace" ? [...reasons, ...namesIn(planned?.goal?.inputDiff)] : [],
    replacing: resource.steps.flatMap(({ replaceReasons }) => replaceReasons ?? []),
    pending: pendingOf(resource, kind),
    own: kind?.behaviour ?? [],
    toldElsewhere: [...(kind?.identity ?? []), ...(kind?.behaviour.filter((argument) => argument !== "deletionPolicy") ?? [])],
  });
  const told = op === "delete" || op === "record" ? [] : fields;
  const { requests, unknown, unannounced } =
    kind === undefined ? ofNoKnownKind(ours, op) : requestsOf({ op, kind, inputs, old, outputs, fields: told, announcement, resource });
  const custom = (now ?? before)?.custom !== false;
  const action = actionOf(op, kind, requests, custom, before);
  return {
    urn,
    name,
    kind: ours ?? type,
    ours: ours !== undefined,
    action,
    subject: (kind?.subject(op === "delete" ? old : inputs, op === "replace" ? {} : outputs) ?? []).flatMap(namedWords),
    declaredAt: declaredAt(now ?? before),
    stillDeclared: op !== "delete",
    fields: op === "record" ? fields : told,
    alreadySo,
    goesOn: (before?.initErrors?.length ?? 0) > 0 && op !== "delete",
    requests,
    requestsUnknown: unknown,
    unannounced: unannounced ?? false,
    consequences: meaningOf(requests, action, ours !== undefined, custom),
    remarks: op === "delete" ? [] : remarksFor(kind, inputs, lines),
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
    const other = leavesOf(live).find((leaf) => JSON.stringify(leaf.path) === JSON.stringify(path));
    return other !== undefined && JSON.stringify(toldOf(other.value)) !== JSON.stringify(toldOf(value));
  });
  return differs ? live : undefined;
}

/** What the request's line says is live: what it carries and says nothing of was not shown by the service. */
function lineLive(kind: Kind, { body, was }: Request): Leaf[] {
  const live = kind.arguments(was);
  const silent = kind.arguments(body).filter(({ path }) => !live.some((leaf) => JSON.stringify(leaf.path) === JSON.stringify(path)));
  return [...live, ...silent.map(({ path }) => ({ path, value: undefined }))];
}

function pendingOf({ before }: Resource, kind: Kind | undefined): string[] {
  const pending: unknown = before?.outputs?.["__pending"];
  if (kind === undefined) return [];
  if (Array.isArray(pending))
    return pending.flatMap((field) => kind.arguments({ [String(field)]: true }).map(({ path }) => path.join(".")));
  const { sent, uncertain } = readPending({ __pending: pending });
  return [...leavesOf(sent).map(({ path }) => path.join(".")), ...uncertain];
}

interface Known {
  readonly op: Operation;
  readonly kind: Kind;
  readonly inputs: Inputs;
  readonly old: Inputs;
  readonly outputs: Inputs;
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
function ofNoKnownKind(ours: string | undefined, op: Operation): Requests {
  if (ours === undefined || op === "record") return { requests: [] };
  return { requests: [], unknown: "this version of graphplane review does not know this kind of resource", unannounced: true };
}

function requestsOf({ op, kind, inputs, old, outputs, fields, announcement, resource }: Known): Requests {
  if (op === "record" || op === "import") return { requests: [] };
  const kept = resource.before?.retainOnDelete === true;
  const goes = (op === "delete" || op === "replace") && !kept ? kind.onDelete(shownInputs(old), shownInputs(outputs)) : undefined;
  const removal = goes === undefined ? [] : [{ ...goes, later: [] }];
  if (op === "delete") return { requests: removal };
  if (announcement.is === "request") return { requests: [announcement.request, ...removal] };
  const sent = fields.filter(({ path, after }) => !kind.behaviour.includes(path[0] ?? "") && after.is !== "absent");
  const later = sent.filter(({ after }) => after.is === "later").map(({ path }) => path.join("."));
  const known = announcement.is === "nothing" || changesNothing(kind, resource);
  if (known && later.length === 0) return { requests: removal };
  const changed = sent.map(({ path }) => ({ path, value: plainInput(path, shownInputs(inputs)) }));
  const expected = kind.expected(changed, shownInputs(inputs), shownInputs(outputs), op === "update");
  const requests = [...(expected === undefined ? [] : [{ ...expected, later: [] }]), ...removal];
  return { requests, ...whyNotKnown(kind, inputs, known ? later : [], announcement) };
}

function whyNotKnown(kind: Kind, inputs: Inputs, later: readonly string[], announcement: Announcement): Omit<Requests, "requests"> {
  if (kind.identity.some((argument) => isUnknown(inputs[argument])))
    return { unknown: "which object it is about is known only during the update" };
  if (later.length > 0) return { unknown: `${later.join(", ")} ${later.length === 1 ? "is" : "are"} known only during the update` };
  const unknown = announcement.is === "incomplete" ? announcement.text : "the provider said nothing about this resource";
  return { unknown, unannounced: true };
}

/** True where the engine tells that nothing differs but arguments that never reach the service. */
function changesNothing(kind: Kind, { ops, steps, before }: Resource): boolean {
  const paths = steps.flatMap(({ diffReasons, detailedDiff }) => [...(diffReasons ?? []), ...Object.keys(detailedDiff ?? {})]);
  const local = (path: string) => path.startsWith("__") || kind.behaviour.includes(path.split(/[.[]/)[0] ?? "");
  const pending = (before?.initErrors?.length ?? 0) > 0 || before?.outputs?.["__pending"] !== undefined;
  return operationOf(ops) === "update" && !pending && paths.length > 0 && paths.every(local);
}

/** Inputs or outputs as a request may show them. */
function shownInputs(values: Inputs): Inputs {
  return withMarks(values) as Inputs;
}

function plainInput(path: readonly string[], inputs: Inputs): unknown {
  return leavesOf(inputs).find((leaf) => JSON.stringify(leaf.path) === JSON.stringify(path))?.value;
}

function actionOf(
  op: Operation,
  kind: Kind | undefined,
  requests: readonly Request[],
  custom: boolean,
  state: RawState | undefined,
): Action {
  if (op === "update") return "change";
  if (op === "create") return kind?.adopts === true ? "adopt" : "create";
  if (op !== "delete") return op;
  const kept = kind === undefined ? !custom || state?.retainOnDelete === true : !requests.some(({ method }) => method === "DELETE");
  return kept ? "let go" : "delete";
}

/** What the requests mean; of another package's resources it is only known that they go. */
function meaningOf(requests: readonly Request[], action: Action, ours: boolean, custom: boolean): Consequence[] {
  const known = requests.flatMap((request) => consequencesOf(request));
  const foreign = !ours && custom && (action === "delete" || action === "replace") ? [otherGone(action)] : [];
  const once = [...new Map([...known, ...foreign].map((one) => [one.id, one])).values()];
  return once.toSorted((a, b) => gravities.indexOf(a.gravity) - gravities.indexOf(b.gravity));
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

/** Sentences of the provider that the fields do not tell already. */
function remarksFor(kind: Kind | undefined, inputs: Inputs, lines: readonly Line[]): string[] {
  const told = /^(overwriting a change made elsewhere|\S+ is no longer declared)/;
  const own = lines.flatMap((line) =>
    line.is === "notice" && !told.test(line.text) && kind?.claims({ ...bare, path: line.object }, inputs) === true ? [line.text] : [],
  );
  return [...new Set(own)].toSorted(compare);
}
const bare: Omit<Request, "path"> = { method: "PUT", announced: true, later: [] };

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
