import {
  type Consequence,
  type ConsequenceRow,
  consequencesOf,
  consequencesOfDeclared,
  severities,
  possibly,
  sortBySeverity,
} from "../../provider/messages/consequences";
import { decodeEscapes, equals, setIn } from "../../provider/values/json";
import { readMetadata } from "../../provider/reconcile/state-metadata";
import { isProtected } from "../../provider/reconcile/deletion-policy";
import type { ShownValues } from "../../provider/describe/resource";
import { isUnknown } from "../../provider/values/unknowns";
import {
  createdPaused,
  keptWithHolder,
  ofAnotherPackage,
  ofRecreation,
  refusalBy,
  released,
  resizedAgain,
  resizeRefused,
} from "./consequences";
import { containersOf } from "./containers";
import { isReplacedAtMost, replacedPerhaps, successorsOf } from "./dependents";
import { costOf } from "./cost";
import { isRefusedByPulumi } from "./destroy";
import { changedFields } from "./fields";
import { partsOf } from "../../provider/values/urn";
import type { Destroy, Prices, RawState } from "./inputs";
import { type Action, actionOrder } from "./actions";
import { type Change, type Field, hasDeletion, type PlainChange, type SourceLocation, type Replacement, type Request } from "./model";
import { requestsOf } from "./requests";
import { type Resource, sourcesOf, takesOver } from "./resources";
import { timetablesOf } from "./timetable";
import { areShownAlike, compare, compareNames, leavesOf, showValue, valueAt, withMarks } from "./values";

/** Collects facts about a preview that involve more than one resource. */
export function previewContextOf(resources: readonly Resource[], destroy?: Destroy) {
  const urnsOf = (isOne: (resource: Resource) => boolean) => new Set(resources.filter(isOne).map(({ urn }) => urn));
  const byUrn = new Map(resources.filter(({ isPendingDeletion }) => !isPendingDeletion).map((resource) => [resource.urn, resource]));
  /** Returns the resource whose deletion also deletes the object, if both are removed from the state. The engine then does not call Delete for the object. */
  const holderOf = ({ before }: Resource): Resource | undefined => {
    const holder = byUrn.get(before?.deletedWith ?? "");
    return holder?.op === "delete" || holder?.op === "replace" ? holder : undefined;
  };
  const isDeleted = (resource: Resource): boolean => {
    const holder = holderOf(resource);
    return holder === undefined || holder === resource
      ? resource.kind === undefined || hasDeletion(requestsOf(resource, false).requests)
      : isDeleted(holder);
  };
  const accounts = new Set(resources.flatMap((resource) => (resource.kind === undefined ? [] : (accountOf(resource) ?? []))));
  return {
    destroy,
    /** The URNs of all resources that change, and of those that might be replaced. */
    changing: urnsOf(({ op }) => op !== undefined),
    holderOf,
    /** Returns true if removing a resource from the state also deletes its object. */
    isDeleted,
    replacedPerhaps: replacedPerhaps(resources),
    successorOf: successorsOf(resources),
    containers: containersOf(resources),
    /** Returns true if the object will be inside an object that the update creates, and therefore cannot exist yet. */
    isInNew: (resource: Resource): boolean =>
      resource.facts?.addressedBy.some((argument) => {
        const sources = sourcesOf(resource, argument).flatMap((urn) => byUrn.get(urn) ?? []);
        return isUnknown(resource.inputs[argument]) && sources.some((source) => source.op === "create" && !takesOver(source));
      }) ?? false,
    timetables: timetablesOf(resources),
    /** True if the preview contains resources of several providers of this package. */
    hasAccounts: accounts.size > 1,
  };
}

type PreviewContext = ReturnType<typeof previewContextOf>;

export function changeOf(shown: Resource, context: PreviewContext, prices: Prices | undefined): PlainChange | undefined {
  const mayChange = mayStayUnchanged(shown, changedFields(shown).fields);
  const isUncertain = isReplacedAtMost(shown) || (shown.op === "update" && context.replacedPerhaps.has(shown.urn));
  const resource = isUncertain ? atWorst(shown, context) : shown;
  const { key, urn, name, type, kind, facts, op, before, state, inputs, outputs, recorded } = resource;
  const isProvider = type.startsWith("pulumi:providers:");
  // The default provider changes with every key of the stack's configuration.
  if (isProvider && /^default(_|$)/.test(name)) return undefined;
  if (op === undefined || type === "pulumi:pulumi:Stack" || (isProvider && op !== "update" && op !== "replace")) return undefined;
  const { fields, matching } = changedFields(mayChange ? shown : resource);
  const holder = resource.isPendingDeletion ? undefined : context.holderOf(resource);
  const isDeletedWithHolder = holder !== undefined && context.isDeleted(holder);
  const staysWithHolder = holder !== undefined && !isDeletedWithHolder && op === "delete";
  const isReplacedPerhaps = (mayChange || isUncertain) && op === "replace";
  const successor = context.successorOf(resource);
  // In this case, the provider sends no request. A state without an owner was written by an earlier version, which sends the deletion.
  const isTakenOver = op === "delete" && successor !== undefined && readMetadata(outputs).owner !== "";
  const isRefused = isRefusedByPulumi(context.destroy, before);
  // A component has no object that a destroy could delete or retain.
  if (context.destroy !== undefined && state?.custom === false && !isRefused) return undefined;
  const sent = requestsOf(resource, holder !== undefined || isTakenOver || isRefused);
  // If the unknown value turns out to be unchanged, the object is updated instead.
  const instead = (isReplacedPerhaps ? recorded.removal?.instead : undefined) ?? [];
  const requests = [...instead.filter((one) => !sent.requests.some((other) => equals(one, other))), ...sent.requests];
  const known = isRefused ? "refused deletion" : actionOf(resource, requests, { isTakenOver, isInNew: context.isInNew(resource) });
  const action = mayChange ? "may change" : known;
  const provider = kind === undefined ? undefined : accountOf(resource);
  const account = context.hasAccounts ? provider : undefined;
  const subject = subjectOf(resource, context);
  // Without a plan, the provider might not have been reachable.
  const isAsked = facts === undefined || recorded.plan !== undefined;
  const isRecreated = op === "create" && before !== undefined && isAsked;
  const ownFields = isRecreated ? restored(fields, resource) : fields;
  const isReplaced = op === "replace" && !isReplacedPerhaps;
  const replaced = isReplaced && facts?.deletions !== undefined ? replacementOf(resource, subject, context) : undefined;
  const isKept = !hasDeletion(requests);
  const isReleased = replaced !== undefined && successor === undefined && isKept && !isDeletedWithHolder && !isSameObject(resource);
  return {
    key,
    urn,
    name,
    kind: kind ?? type,
    isGraphplane: kind !== undefined,
    ...(state?.custom === false && { isComponent: true }),
    action,
    address: facts?.address(withMarks(inputs)),
    subject: [...subject, ...(account === undefined ? [] : [["account", account] as const])],
    account,
    ...(provider !== undefined && !/^default(_|$)/.test(provider) && { provider }),
    controlPlane: recorded.controlPlane ?? (readMetadata(outputs).service || undefined),
    dependsOn: mayChange ? dependenciesOf(resource, context) : [],
    declaredAt: declaredAt(state),
    stillDeclared: op !== "delete",
    fields: mayChange ? ownFields.map((field) => ({ ...field, labels: ["may change"] })) : ownFields,
    matching,
    ...(isRecreated && { isRecreated }),
    ...(isKept && successor !== undefined && { managedBy: successor }),
    replaced,
    ...(isDeletedWithHolder && (op === "delete" || op === "replace") && { deletedWith: holder.name }),
    resumesFailedUpdate: (before?.initErrors?.length ?? 0) > 0 && op !== "delete",
    ...sent,
    requests,
    consequences: [
      ...(isReleased ? [released] : []),
      ...(staysWithHolder ? [keptWithHolder] : []),
      ...consequencesFor(resource, { requests, action, fields: ownFields }, { isReplacedPerhaps, isRecreated, ...context }),
    ],
    remarks: remarksFor(resource),
    cost: prices && costOf(resource, { action, requests, live: liveValues(recorded) }, prices, context.timetables),
  };
}

/** Returns the fields of an object that is created again, with the previously applied values. */
function restored(fields: readonly Field[], { applied }: Resource): Field[] {
  const leaves = leavesOf(applied);
  return fields.map((field): Field => {
    const before = showValue(valueAt(leaves, field.path));
    return areShownAlike(before, field.after) ? { ...field, before, labels: ["reverts an outside change"] } : { ...field, before };
  });
}

/** Returns the worst case of an uncertain change: a replacement if an identifying argument might change, and an update otherwise. */
function atWorst(resource: Resource, { replacedPerhaps }: PreviewContext): Resource {
  if (replacedPerhaps.has(resource.urn)) return { ...resource, op: "replace" };
  const { recorded } = resource;
  const { removal, plan } = recorded;
  // The engine planned a replacement, whereas the provider planned an update.
  const updated = plan && removal && { ...plan, operation: "update" as const, requests: removal.instead ?? [] };
  return { ...resource, op: "update", recorded: { ...recorded, plan: updated ?? plan } };
}

function actionOf(
  resource: Resource,
  requests: readonly Request[],
  { isTakenOver, isInNew }: { readonly isTakenOver: boolean; readonly isInNew: boolean },
): Action {
  const { op, facts, state, before, compared } = resource;
  if (op === "update" || op === undefined) return "change";
  if (op === "create") return takesOver(resource) && !isInNew ? "adopt" : "create";
  if (op !== "delete") return op === "record" ? "keep live values" : op;
  if (!isTakenOver && before?.retainOnDelete !== true && isProtected(facts ?? {}, compared)) return "refused deletion";
  const isKept = facts === undefined ? state?.custom === false || before?.retainOnDelete === true : !hasDeletion(requests);
  return isKept ? "stop managing" : "delete";
}

/** Describes the object that exists after the update or, for a deletion, the deleted object. A live name takes precedence over the name in the state. */
function subjectOf(resource: Resource, { containers }: PreviewContext): Words {
  const { op, facts, compared, inputs, outputs, recorded } = resource;
  if (op === "delete") return containers.subjectOf(resource, compared, outputs);
  const planned = facts?.manages === "workspace" ? recorded.plan?.names : undefined;
  return planned ? containers.withNames(planned) : containers.subjectOf(resource, inputs, op === "replace" ? {} : outputs);
}

/** Describes the old and the new object of a replacement by name, and by other words only if they differ. */
function replacementOf(resource: Resource, now: Words, { containers }: PreviewContext): Replacement {
  const { compared, outputs, facts } = resource;
  const was: Words = containers.subjectOf(resource, compared, outputs);
  const isCommon = (pair: Words[number]) => [was, now].every((words) => words.some((other) => equals(other, pair)));
  const shown = (words: Words) => words.filter((pair, index) => index === 0 || !isCommon(pair));
  return { was: shown(was), now: shown(now), adopts: facts?.adopts === true };
}

type Words = Change["subject"];

function isSameObject({ facts, inputs, compared }: Resource): boolean {
  return facts?.address(withMarks(inputs)) === facts?.address(withMarks(compared));
}

/** Returns the consequences of a change, without duplicates. For resources of other packages, only the consequence of a deletion is known. */
function consequencesFor(
  { kind, type, facts, state, compared, outputs, recorded }: Resource,
  { requests, action, fields }: Pick<Change, "requests" | "action" | "fields">,
  {
    isReplacedPerhaps,
    isRecreated,
    destroy,
  }: Pick<PreviewContext, "destroy"> & { readonly isReplacedPerhaps: boolean; readonly isRecreated: boolean },
): Consequence[] {
  if (type.startsWith("pulumi:providers:")) return [];
  const isPolicy = isProtected(facts ?? {}, compared);
  if (action === "refused deletion") return [refusalBy(destroy === undefined ? "update" : isPolicy ? "graphplane" : "pulumi")];
  if (kind === undefined && state?.custom !== false && (action === "delete" || action === "replace")) return [ofAnotherPackage(action)];
  const rows = facts?.consequences ?? [];
  const isMade = action === "create" && requests[0]?.method === "POST";
  const last = { ...outputs, ...compared };
  const sent = isMade ? consequencesOfCreation(rows, requests) : requests.flatMap((request) => consequencesOf(rows, request, last));
  const hasNotice = (wanted: string) => action !== "delete" && recorded.notices.some(({ code }) => code === wanted);
  const isDoubtful = hasNotice("refusal");
  const all = [
    ...sent.map((one) => (isDoubtful ? possibly(one) : isRecreated ? ofRecreation(one) : one)),
    ...consequencesOfDeclared(rows, declaredBy(fields)),
    ...(isDoubtful ? [resizeRefused] : []),
    ...(hasNotice("temporary") ? [resizedAgain] : []),
  ];
  // If two consequences have the same id, the Map keeps the later one.
  const certainLast = all.toSorted((a, b) => Number(b.possible ?? false) - Number(a.possible ?? false));
  const once = [...new Map(certainLast.map((one) => [one.id, one])).values()];
  if (action !== "may change" && !isReplacedPerhaps) return sortBySeverity(once);
  return sortBySeverity([...once, ...(isReplacedPerhaps && isPolicy ? [refusalBy("update")] : [])].map(possibly));
}

/** Returns the consequences of the POST that creates an object, and of the PUT that follows. */
function consequencesOfCreation(rows: readonly ConsequenceRow[], requests: readonly Request[]): Consequence[] {
  const all = requests.flatMap((request) => consequencesOf(rows, request).map((one) => ({ one, follows: request.method === "PUT" })));
  const isPaused = all.some(({ one, follows }) => follows && one.id === "paused" && !one.possible);
  // A change to a new object does not interrupt anyone.
  const remaining = all.filter(({ one, follows }) => !(follows && one.severity === "offline"));
  return remaining.map(({ one }) => (isPaused && one.id === "workspace-made" ? createdPaused : one));
}

/** Returns the newly declared values, keyed by path. Omits values that are needed only for a new object. */
function declaredBy(fields: readonly Field[]): Record<string, unknown> {
  const isNew = ({ before, after }: Field) => !areShownAlike(before, after);
  return Object.fromEntries(
    fields.filter(isNew).flatMap(({ path, after }) => (after.is === "value" ? [[path.join("."), after.value]] : [])),
  );
}

/** Returns the provider's notices about this object. Omits notices that duplicate a consequence. */
function remarksFor({ op, recorded }: Resource): string[] {
  if (op === "delete") return [];
  const own = recorded.notices.flatMap(({ code, text }) => (remarkCodes.includes(code) ? [text] : []));
  return [...new Set(own)].toSorted(compare);
}

const remarkCodes: readonly string[] = ["notice", "temporary", "moved", "done", "stopped", "double"];

function liveValues({ plan }: Resource["recorded"]): ShownValues {
  const fields = plan?.fields ?? [];
  return fields.reduce<unknown>((all, { path, live }) => (live === undefined ? all : setIn(all, path, live)), {}) as ShownValues;
}

/** Returns true if the only differences are values that are unknown until the update, and each of them might stay the same. */
function mayStayUnchanged({ facts, inputs }: Resource, fields: readonly Field[]): boolean {
  const isLater = ({ path: [name = ""], before, labels }: Field) =>
    before.is !== "absent" && labels.includes("new") && isUnknown(inputs[name]);
  return facts !== undefined && fields.length > 0 && fields.every(isLater);
}

function dependenciesOf({ state, inputs }: Resource, { changing }: PreviewContext): string[] {
  const later = Object.entries(state?.propertyDependencies ?? {}).filter(([name]) => isUnknown(inputs[name]));
  const known = later
    .flatMap(([, urns]) => urns ?? [])
    .filter((urn) => changing.has(urn))
    .map((urn) => partsOf(urn).name);
  return [...new Set(known)].toSorted(compareNames);
}

/** Returns the name of a resource's provider: `urn:…::pulumi:providers:graphplane::partner::<id>`. */
export function accountOf({ state }: Pick<Resource, "state">): string | undefined {
  return /::pulumi:providers:[^:]+::(.+)::[^:]*$/.exec(state?.provider ?? "")?.[1];
}

/** Returns the line that declares a resource: `project:///index.ts#9,22`. Undefined for an absolute path, which would refer to a local directory. */
export function declaredAt(state: RawState | undefined): SourceLocation | undefined {
  const [, file, line] = /^project:\/\/\/(?!\/|file:)(.+)#(\d+)(?:,\d+)?$/.exec(state?.sourcePosition ?? "") ?? [];
  if (file === undefined || line === undefined || /(^|\/)(node_modules|\.\.)\//.test(file)) return undefined;
  return { file: decodeEscapes(file), line: Number(line) };
}

/** Sorts changes by action, then by severity, name and URN. */
export function sortChanges(changes: readonly Change[]): Change[] {
  const impact = ({ consequences: [first] }: Change) => (first === undefined ? severities.length : severities.indexOf(first.severity));
  return changes.toSorted(
    (a, b) =>
      actionOrder.indexOf(a.action) - actionOrder.indexOf(b.action) ||
      impact(a) - impact(b) ||
      compareNames(a.name, b.name) ||
      compare(a.key, b.key),
  );
}
