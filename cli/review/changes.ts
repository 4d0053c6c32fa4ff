import {
  type Consequence,
  type ConsequenceRow,
  consequencesOf,
  consequencesOfDeclared,
  gravities,
  possibly,
  sortByGravity,
} from "../../provider/announce/consequences";
import { decodeEscapes, equals, setIn } from "../../provider/values/json";
import { readNotes } from "../../provider/reconcile/notes";
import { isProtected } from "../../provider/reconcile/deletion-policy";
import type { ReviewFacts, ShownValues } from "../../provider/describe/resource";
import { isUnknown } from "../../provider/values/unknowns";
import { isReplacedAtMost, replacedPerhaps, takenOver } from "./cascade";
import { costOf } from "./cost";
import { type Destroy, isRefusedByPulumi, refusalOf } from "./destroy";
import { changedFields } from "./fields";
import { partsOf } from "../../provider/values/urn";
import type { Prices, RawState } from "./inputs";
import { type Action, actionOrder } from "./actions";
import type { Change, Field, Place, Replacement, Request } from "./model";
import { requestsOf } from "./requests";
import { type Resource, takesOver } from "./resources";
import { timetablesOf } from "./timetable";
import { areShownAlike, compare, compareNames, leavesOf, showValue, valueAt, withMarks } from "./values";

/** Facts of a whole preview that one resource does not show. */
export function surroundingsOf(resources: readonly Resource[], destroy?: Destroy) {
  const urnsOf = (isOne: (resource: Resource) => boolean) => new Set(resources.filter(isOne).map(({ urn }) => urn));
  const byUrn = new Map(resources.filter(({ isPendingDeletion }) => !isPendingDeletion).map((resource) => [resource.urn, resource]));
  /** The resource that takes an object along, if both end: then the engine asks for no deletion of the object. */
  const holderOf = ({ before }: Resource): Resource | undefined => {
    const holder = byUrn.get(before?.deletedWith ?? "");
    return holder?.op === "delete" || holder?.op === "replace" ? holder : undefined;
  };
  const isDeleted = (resource: Resource): boolean => {
    const holder = holderOf(resource);
    return holder === undefined || holder === resource
      ? resource.kind === undefined || requestsOf(resource, false).requests.some(({ method }) => method === "DELETE")
      : isDeleted(holder);
  };
  const accounts = new Set(resources.flatMap((resource) => (resource.kind === undefined ? [] : (accountOf(resource) ?? []))));
  return {
    destroy,
    /** The URNs of all resources that change, and of those that may be replaced. */
    changing: urnsOf(({ op }) => op !== undefined),
    holderOf,
    /** Returns true if a resource that ends does not leave its object in place. */
    isDeleted,
    replacedPerhaps: replacedPerhaps(resources),
    /** The keys of the removed resources whose objects other resources take over. */
    takenOver: takenOver(resources),
    timetables: timetablesOf(resources),
    /** True if the preview has resources of several providers of this package. */
    hasAccounts: accounts.size > 1,
  };
}

type Surroundings = ReturnType<typeof surroundingsOf>;

/** The change of one resource; undefined if it does not change or is not reviewed. */
export function changeOf(shown: Resource, around: Surroundings, prices: Prices | undefined): Change | undefined {
  const mayChange = mayStayUnchanged(shown, changedFields(shown).fields);
  const isOpen = mayChange || isReplacedAtMost(shown) || (shown.op === "update" && around.replacedPerhaps.has(shown.urn));
  const resource = isOpen ? atWorst(shown, around) : shown;
  const { key, urn, name, type, kind, facts, op, before, state, inputs, outputs, recorded } = resource;
  const isProvider = type.startsWith("pulumi:providers:");
  // The default provider changes with any key of the stack's configuration.
  if (isProvider && /^default(_|$)/.test(name)) return undefined;
  if (op === undefined || type === "pulumi:pulumi:Stack" || (isProvider && op !== "update" && op !== "replace")) return undefined;
  const { fields, matchingCount } = changedFields(mayChange ? shown : resource);
  const holder = resource.isPendingDeletion ? undefined : around.holderOf(resource);
  const staysWithHolder = holder !== undefined && op === "delete" && !around.isDeleted(holder);
  const isReplacedPerhaps = isOpen && op === "replace";
  const isTakenOver = around.takenOver.has(key);
  const isRefused = op === "delete" && isRefusedByPulumi(around.destroy, before);
  // A component has no object that a destroy could delete or leave.
  if (around.destroy !== undefined && state?.custom === false && !isRefused) return undefined;
  const sent = requestsOf(resource, holder !== undefined || isTakenOver || isRefused);
  // It is updated if the value turns out to be equal.
  const instead = (isReplacedPerhaps ? recorded.removal?.instead : undefined) ?? [];
  const requests = [...instead.filter((one) => !sent.requests.some((other) => equals(one, other))), ...sent.requests];
  const action = mayChange ? "may change" : isRefused ? "refused deletion" : actionOf(resource, requests, isTakenOver);
  const provider = kind === undefined ? undefined : accountOf(resource);
  const account = around.hasAccounts ? provider : undefined;
  const subject = op === "delete" ? facts?.subject(resource.compared, outputs) : facts?.subject(inputs, op === "replace" ? {} : outputs);
  const names = op === "delete" ? undefined : recorded.plan?.names;
  // The refresh did not find the object, so the update creates it again. The engine says so too of a provider that it could not ask.
  const isAsked = facts === undefined || recorded.plan !== undefined;
  const isDeletedOutside = op === "create" && resource.isRefreshed && before !== undefined && isAsked;
  const ownFields = isDeletedOutside ? restored(fields, resource) : fields;
  return {
    key,
    urn,
    name,
    kind: kind ?? type,
    isGraphplane: kind !== undefined,
    ...(state?.custom === false && { isComponent: true }),
    action,
    address: facts?.address(withMarks(inputs)),
    subject: [...(names ?? subject ?? []), ["account", account] as const].flatMap(namedWords),
    account,
    ...(provider !== undefined && !/^default(_|$)/.test(provider) && { provider }),
    controlPlane: recorded.controlPlane ?? (readNotes(outputs).service || undefined),
    dependsOn: mayChange ? dependenciesOf(resource, around) : [],
    declaredAt: declaredAt(state),
    stillDeclared: op !== "delete",
    fields: mayChange ? ownFields.map((field) => ({ ...field, labels: ["may change"] })) : ownFields,
    matchingCount,
    replaced: !isOpen && op === "replace" && facts?.deletions !== undefined ? replacementOf(resource, facts) : undefined,
    ...(holder !== undefined && !staysWithHolder && (op === "delete" || op === "replace") && { deletedWith: holder.name }),
    resumesFailedUpdate: (before?.initErrors?.length ?? 0) > 0 && op !== "delete",
    ...sent,
    requests,
    consequences: [
      ...(isDeletedOutside ? [deletedOutside] : []),
      ...(staysWithHolder ? [keptWithHolder] : []),
      ...consequencesFor(resource, { requests, action, fields: ownFields }, isReplacedPerhaps, around),
    ],
    remarks: remarksFor(resource, isTakenOver),
    cost: prices && costOf(resource, { action, requests, live: liveValues(recorded) }, prices, around.timetables),
  };
}

/** The fields of an object that is created again: its values were applied before. */
function restored(fields: readonly Field[], { applied }: Resource): Field[] {
  const leaves = leavesOf(applied);
  return fields.map((field): Field => {
    const before = showValue(valueAt(leaves, field.path));
    return areShownAlike(before, field.after) ? { ...field, before, labels: ["reverts an outside change"] } : { ...field, before };
  });
}

/** The resource at its worst: replaced if an argument that names another object may get another value, otherwise updated. */
function atWorst(resource: Resource, { replacedPerhaps }: Surroundings): Resource {
  if (replacedPerhaps.has(resource.urn)) return { ...resource, op: "replace" };
  const { recorded } = resource;
  const { removal, plan } = recorded;
  // The engine planned a replacement, and the provider the update instead.
  const updated = plan && removal && { ...plan, operation: "update" as const, requests: removal.instead ?? [] };
  return { ...resource, op: "update", recorded: { ...recorded, plan: updated ?? plan } };
}

/** The action of a change that certainly happens. */
function actionOf(resource: Resource, requests: readonly Request[], isTakenOver: boolean): Action {
  const { op, facts, state, before, compared } = resource;
  if (op === "update" || op === undefined) return "change";
  if (op === "create") return takesOver(resource) ? "adopt" : "create";
  if (op !== "delete") return op === "record" ? "keep live values" : op;
  if (!isTakenOver && before?.retainOnDelete !== true && isProtected(facts ?? {}, compared)) return "refused deletion";
  const isKept =
    facts === undefined ? state?.custom === false || before?.retainOnDelete === true : !requests.some(({ method }) => method === "DELETE");
  return isKept ? "stop managing" : "delete";
}

/** The object of a replacement, old and new: the word that names it, and the others in which the two differ. */
function replacementOf({ compared, inputs }: Resource, facts: ReviewFacts): Replacement {
  const wordsOf = (values: ShownValues): Words => facts.subject(values, {}).flatMap(namedWords);
  const [was, now] = [wordsOf(compared), wordsOf(inputs)];
  const isCommon = (pair: Words[number]) => [was, now].every((words) => words.some((other) => equals(other, pair)));
  const shown = (words: Words) => words.filter((pair, index) => index === 0 || !isCommon(pair));
  return { was: shown(was), now: shown(now), adopts: facts.adopts };
}

type Words = Change["subject"];

/** The consequences of a change, each once. For another package's resources only their deletion is known. */
function consequencesFor(
  { kind, type, facts, state, compared }: Resource,
  { requests, action, fields }: Pick<Change, "requests" | "action" | "fields">,
  isReplacedPerhaps: boolean,
  { destroy }: Surroundings,
): Consequence[] {
  if (type.startsWith("pulumi:providers:")) return [];
  if (action === "refused deletion") return [destroy === undefined ? refused : refusalOf(isProtected(facts ?? {}, compared))];
  if (kind === undefined && state?.custom !== false && (action === "delete" || action === "replace"))
    return [foreignResourceConsequence(action)];
  const rows = facts?.consequences ?? [];
  const isMade = action === "create" && requests[0]?.method === "POST";
  const sent = isMade ? consequencesOfCreation(rows, requests) : requests.flatMap((request) => consequencesOf(rows, request));
  const all = [...sent, ...consequencesOfDeclared(rows, declaredBy(fields))];
  // Of two with one id the Map keeps the later one.
  const certainLast = all.toSorted((a, b) => Number(b.possible ?? false) - Number(a.possible ?? false));
  const once = [...new Map(certainLast.map((one) => [one.id, one])).values()];
  if (action !== "may change" && !isReplacedPerhaps) return sortByGravity(once);
  const isRefused = isReplacedPerhaps && isProtected(facts ?? {}, compared);
  return sortByGravity([...once, ...(isRefused ? [refused] : [])].map(possibly));
}

/** The consequences of a POST that creates an object, and of the PUT that follows it. */
function consequencesOfCreation(rows: readonly ConsequenceRow[], requests: readonly Request[]): Consequence[] {
  const all = requests.flatMap((request) => consequencesOf(rows, request).map((one) => ({ one, follows: request.method === "PUT" })));
  const isPaused = all.some(({ one, follows }) => follows && one.id === "paused" && !one.possible);
  // A change of a new object interrupts nobody.
  const felt = all.filter(({ one, follows }) => !(follows && one.gravity === "offline"));
  return felt.map(({ one }) => (isPaused && one.id === "workspace-made" ? createdPaused : one));
}

/** The newly declared values by path, without those that a new object repeats. */
function declaredBy(fields: readonly Field[]): Record<string, unknown> {
  const isNew = ({ before, after }: Field) => !areShownAlike(before, after);
  return Object.fromEntries(
    fields.filter(isNew).flatMap(({ path, after }) => (after.is === "value" ? [[path.join("."), after.value]] : [])),
  );
}

const refused: Consequence = {
  id: "deletion-refused",
  gravity: "risks",
  inShort: "a deletion that is refused",
  says: 'The update refuses this deletion, since `deletionPolicy` is "protect" in the state. To delete the object, set it to "delete" ("retain" leaves the object in place), run `pulumi up`, and remove the resource in the next change.',
  source: "docs/behaviour.md",
};

const createdPaused: Consequence = {
  id: "workspace-made-paused",
  gravity: "care",
  inShort: "a workspace is created, and paused",
  says: "A workspace is created, and paused at once.",
  source: "docs/internals/api.md, section 11",
};

const deletedOutside: Consequence = {
  id: "deleted-outside",
  gravity: "care",
  inShort: "an object that was deleted outside the program",
  says: "The refresh did not find it: it was deleted outside the program, and the update creates it again.",
  source: "docs/behaviour.md",
};

const keptWithHolder: Consequence = {
  id: "kept-with-holder",
  gravity: "risks",
  inShort: "an object stays because the resource in its `deletedWith` keeps its own",
  says: "Pulumi does not delete this object because `deletedWith` names a resource that is removed too. That resource keeps its object, so this one stays as well: a user can still log in. To delete it, remove `deletedWith` first.",
  source: "the engine",
};

function foreignResourceConsequence(action: "delete" | "replace"): Consequence {
  const what = action === "delete" ? "deleted" : "replaced";
  return {
    id: `other-${what}`,
    gravity: "destroys",
    inShort: `a resource of another package is ${what}`,
    says: `The resource is ${what}. What it holds may be lost: graphplane does not know this package.`,
    source: "the engine",
  };
}

/** The provider's notices about this object, except those that a consequence already states. */
function remarksFor({ op, recorded }: Resource, isTakenOver: boolean): string[] {
  if (op === "delete") return isTakenOver ? ["another resource of the program manages it from now on"] : [];
  const own = recorded.notices.flatMap(({ code, text }) => (remarkCodes.includes(code) ? [text] : []));
  return [...new Set(own)].toSorted(compare);
}

const remarkCodes: readonly string[] = ["notice", "moved", "done", "stopped", "double"];

function liveValues({ plan }: Resource["recorded"]): ShownValues {
  const fields = plan?.fields ?? [];
  return fields.reduce<unknown>((all, { path, live }) => (live === undefined ? all : setIn(all, path, live)), {}) as ShownValues;
}

/** Returns true if every difference is in an existing value that is known only during the update and may stay the same. */
function mayStayUnchanged({ facts, inputs }: Resource, fields: readonly Field[]): boolean {
  const isLater = ({ path: [name = ""], before, labels }: Field) =>
    before.is !== "absent" && labels.includes("new") && isUnknown(inputs[name]);
  return facts !== undefined && fields.length > 0 && fields.every(isLater);
}

/** The changing resources on which this resource's unknown values depend, by name. */
function dependenciesOf({ state, inputs }: Resource, { changing }: Surroundings): string[] {
  const later = Object.entries(state?.propertyDependencies ?? {}).filter(([name]) => isUnknown(inputs[name]));
  const known = later
    .flatMap(([, urns]) => urns ?? [])
    .filter((urn) => changing.has(urn))
    .map((urn) => partsOf(urn).name);
  return [...new Set(known)].toSorted(compareNames);
}

/** The name of a resource's provider: `urn:…::pulumi:providers:graphplane::partner::<id>`. */
export function accountOf({ state }: Pick<Resource, "state">): string | undefined {
  return /::pulumi:providers:[^:]+::(.+)::[^:]*$/.exec(state?.provider ?? "")?.[1];
}

function namedWords([word, value]: readonly [string, unknown]): [string, string][] {
  return typeof value === "string" && value !== "" && !isUnknown(value) ? [[word, value]] : [];
}

/** The line that declares a resource: `project:///index.ts#9,22`. A path that begins at the root names a folder of the machine. */
export function declaredAt(state: RawState | undefined): Place | undefined {
  const [, file, line] = /^project:\/\/\/(?!\/|file:)(.+)#(\d+)(?:,\d+)?$/.exec(state?.sourcePosition ?? "") ?? [];
  if (file === undefined || line === undefined || /(^|\/)(node_modules|\.\.)\//.test(file)) return undefined;
  return { file: decodeEscapes(file), line: Number(line) };
}

/** Sorts changes by action, then by gravity, name and URN. */
export function sortChanges(changes: readonly Change[]): Change[] {
  const impact = ({ consequences: [first] }: Change) => (first === undefined ? gravities.length : gravities.indexOf(first.gravity));
  return changes.toSorted(
    (a, b) =>
      actionOrder.indexOf(a.action) - actionOrder.indexOf(b.action) ||
      impact(a) - impact(b) ||
      compareNames(a.name, b.name) ||
      compare(a.key, b.key),
  );
}
