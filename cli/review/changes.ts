import { consequencesOf, gravities, type Consequence } from "../../provider/consequences";
import { compare, fieldsOf } from "./fields";
import { type Inputs, type Kind, kindOf, kinds } from "./kinds";
import type { ProviderLines } from "./lines";
import { type Action, actions, type Change, type Field, type Request } from "./model";
import { partsOf, type RawPlan, type RawState, type RawStep } from "./preview";
import { declaredIn, isLater, type Leaf, leavesOf, toldOf } from "./values";

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

/** What becomes of one resource; undefined where nothing does. */
export function changeOf(resource: Resource, lines: ProviderLines, plan: RawPlan | undefined): Change | undefined {
  const { urn, before, now } = resource;
  const { type, name } = partsOf(urn);
  const ours = kindOf(type);
  const kind = ours === undefined ? undefined : kinds[ours];
  const planned = plan?.resourcePlans[urn];
  const adopted = adoptedState(resource, planned);
  const op = operationOf(resource.ops) ?? (adopted === undefined ? undefined : "record");
  if (op === undefined || type === "pulumi:pulumi:Stack" || type.startsWith("pulumi:providers:")) return undefined;

  const outputs = before?.outputs ?? {};
  const inputs = declaredIn(now?.inputs ?? before?.inputs);
  const old = declaredIn((resource.old ?? before)?.inputs);
  const foretold = op === "delete" || op === "record" || kind === undefined ? undefined : foretoldFor(kind, inputs, lines);
  const blind = kind === undefined || op === "delete" || op === "record" ? undefined : whyBlind(ours, kind, inputs, lines);
  const reasons = resource.steps.flatMap(({ diffReasons }) => diffReasons ?? []);
  const { fields, alreadySo } = fieldsOf({
    before: op === "create" ? undefined : declaredIn(before?.inputs),
    adopting: kind?.adopts ?? false,
    replaced: op === "replace",
    live: adopted ?? (resource.refreshed && op === "update" ? old : undefined),
    after: op === "delete" ? declaredIn(before?.inputs) : (adopted ?? inputs),
    lineLive: foretold === undefined || kind === undefined ? [] : lineLive(kind, foretold),
    elseAsDeclared: kind?.adopts === true && blind === undefined,
    changedPaths: resource.steps.flatMap(({ detailedDiff }) => Object.keys(detailedDiff ?? {})),
    changedNames: op === "update" || op === "replace" ? [...reasons, ...namesIn(planned?.goal?.inputDiff)] : [],
    replacing: resource.steps.flatMap(({ replaceReasons }) => replaceReasons ?? []),
    pending: pendingOf(resource, kind),
    own: kind?.behaviour ?? [],
    toldElsewhere: [...(kind?.identity ?? []), ...(kind?.behaviour.filter((argument) => argument !== "deletionPolicy") ?? [])],
  });
  const told = op === "delete" || op === "record" ? [] : fields;
  const { requests, unknown } = requestsOf({ op, kind, inputs, old, outputs, fields: told, foretold, blind, state: before });
  const custom = (now ?? before)?.custom !== false;
  const action = actionOf(op, kind, requests, custom, before);
  return {
    urn,
    name,
    kind: ours ?? type,
    ours: ours !== undefined,
    action,
    subject: (kind?.subject(op === "delete" ? old : inputs, op === "replace" ? {} : outputs) ?? []).flatMap(named),
    declaredAt: declaredAt(now ?? before),
    stillDeclared: op !== "delete",
    fields: op === "record" ? fields : told,
    alreadySo,
    goesOn: (before?.initErrors?.length ?? 0) > 0 && op !== "delete",
    requests,
    requestsUnknown: unknown,
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

function foretoldFor(kind: Kind, inputs: Inputs, lines: ProviderLines): Request | undefined {
  const about = lines.byObject.get(kind.object(inputs)) ?? [];
  return about.findLast((request) => kind.claims(request, inputs) && kind.fits(request, inputs));
}

function whyBlind(name: string | undefined, kind: Kind, inputs: Inputs, lines: ProviderLines): string | undefined {
  if (kind.identity.some((argument) => isLater(inputs[argument]))) return "which object it is about is known only during the update";
  const quoted = kind.identity.map((argument) => JSON.stringify(inputs[argument]));
  const line = lines.blind.find((text) => text.startsWith(`${name}: `) && quoted.every((value) => text.includes(value)));
  return line?.replace(/^.*? failed: /s, "");
}

/** What the request's line says is live: what it carries and says nothing of was not shown by the service. */
function lineLive(kind: Kind, { body, was }: Request): Leaf[] {
  const live = kind.arguments(was);
  const silent = kind.arguments(body).filter(({ path }) => !live.some((leaf) => JSON.stringify(leaf.path) === JSON.stringify(path)));
  return [...live, ...silent.map(({ path }) => ({ path, value: undefined }))];
}

function pendingOf({ before }: Resource, kind: Kind | undefined): string[] {
  const pending: unknown = before?.outputs?.["__pending"];
  if (kind === undefined || !Array.isArray(pending)) return [];
  return pending.flatMap((field) => kind.arguments({ [String(field)]: true }).map(({ path }) => path.join(".")));
}

interface Known {
  readonly op: Operation;
  readonly kind: Kind | undefined;
  readonly inputs: Inputs;
  readonly old: Inputs;
  readonly outputs: Inputs;
  readonly fields: readonly Field[];
  readonly foretold: Request | undefined;
  readonly blind: string | undefined;
  readonly state: RawState | undefined;
}

function requestsOf(known: Known): { readonly requests: Request[]; readonly unknown?: string | undefined } {
  const { op, kind, inputs, old, outputs, fields, foretold, blind, state } = known;
  if (kind === undefined || op === "record" || op === "import") return { requests: [] };
  const goes = op === "delete" || op === "replace" ? (state?.retainOnDelete === true ? undefined : kind.onDelete(old, outputs)) : undefined;
  const removal = goes === undefined ? [] : [{ ...goes, later: [] }];
  if (op === "delete") return { requests: removal };
  if (foretold !== undefined) return { requests: [foretold, ...removal] };
  const sent = fields.filter(({ path, after }) => !kind.behaviour.includes(path[0] ?? "") && after.is !== "absent");
  if (sent.length === 0 && op === "update") return { requests: removal };
  const later = sent.filter(({ after }) => after.is === "later").map(({ path }) => path.join("."));
  if (blind === undefined && later.length === 0 && kind.silenceSaysNothing) return { requests: removal };
  const changed = sent.map(({ path, after }) => ({ path, value: after.is === "later" ? "[known later]" : plain(path, inputs) }));
  const expected = kind.expected(changed, inputs, outputs, op === "update");
  const unfinished = `${later.join(", ")} ${later.length === 1 ? "is" : "are"} known only during the update`;
  const unknown = blind ?? (later.length > 0 ? unfinished : "the provider did not foretell it");
  return { requests: [...(expected === undefined ? [] : [{ ...expected, later: [] }]), ...removal], unknown };
}

function plain(path: readonly string[], inputs: Inputs): unknown {
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
function remarksFor(kind: Kind | undefined, inputs: Inputs, { remarks }: ProviderLines): string[] {
  const told = /^(overwriting a change made elsewhere|\S+ is no longer declared)/;
  const own = remarks.filter(({ path, text }) => !told.test(text) && kind?.claims({ ...bare, path }, inputs) === true);
  return [...new Set(own.map(({ text }) => text))].toSorted(compare);
}
const bare: Omit<Request, "path"> = { method: "PUT", foretold: true, later: [] };

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

function named([word, value]: readonly [string, unknown]): [string, string][] {
  return typeof value === "string" && value !== "" && !isLater(value) ? [[word, value]] : [];
}

/** `project:///index.ts#9,22`: the line that declares a resource. */
export function declaredAt(state: RawState | undefined): Change["declaredAt"] {
  const [, file, line] = /^project:\/\/\/(.+)#(\d+)(?:,\d+)?$/.exec(state?.sourcePosition ?? "") ?? [];
  if (file === undefined || line === undefined || /(^|\/)node_modules\//.test(file)) return undefined;
  return { file: decoded(file), line: Number(line) };
}

function decoded(text: string): string {
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
