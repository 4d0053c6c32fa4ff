import { hiddenText } from "../../provider/messages/message";
import type { LoggedPlan } from "../../provider/messages/plan-entry";
import { wireNames } from "../../provider/describe/resource";
import { argumentsOf } from "../../provider/registry";
import { equals, getIn, isObject, parseJsonText } from "../../provider/values/json";
import { isPending, readPending } from "../../provider/reconcile/pending";
import { isUnknown } from "../../provider/values/unknowns";
import type { Field, Label, ShownValue } from "./model";
import { replaceReasonsOf, type Resource, takesOver } from "./resources";
import {
  absent,
  areShownAlike,
  compare,
  hidden,
  keysIn,
  type Leaf,
  leavesOf,
  pathText,
  showValue,
  unread,
  valueAt,
  withMarks,
} from "./values";

/** Returns the changed values of a resource. For a new resource, also returns the declared values that already match. */
export function changedFields(resource: Resource): { readonly fields: Field[]; readonly matching: Field[] } {
  const sides = sidesOf(resource);
  const known = pathsOf(sides)
    .filter(([name = ""]) => !sides.isNew || !sides.shownInHeading.includes(name))
    .map((path) => fieldOf(path, sides));
  const changed = known.filter((field) => isChange(field, sides));
  return {
    fields: [...changed, ...fieldsWithoutValues(known, changed, sides)],
    matching: sides.isNew ? known.filter((field) => !changed.includes(field)) : [],
  };
}

type Path = readonly string[];
type Sides = ReturnType<typeof sidesOf>;

/** Collects the old declared values, the live values, and the new declared values of a resource. */
function sidesOf(resource: Resource) {
  const { op, facts, kept, recorded, steps } = resource;
  const plan = recorded.failure === undefined ? recorded.plan : undefined;
  const { compares = false, providerOnlyArguments = [], addressedBy = [], identity = [], wholeArguments = [] } = facts ?? {};
  const settings = wireNames(argumentsOf(resource.kind ?? ""));
  const isNamed = (argument: string) => identity.includes(argument) || !Object.hasOwn(settings, argument);
  const live = kept ?? (resource.isRefreshed && op === "update" ? resource.compared : undefined);
  const inputs = kept ?? resource.inputs;
  const stated = plan?.seen === true ? statedLive(plan) : [];
  const liveLeaves = live && leavesOf(live);
  const shown = [...stated, ...(liveLeaves ?? [])];
  return {
    isNew: op === "create",
    /** True if an import has just read the earlier values, in which case nothing was declared before. */
    isImported: steps.some((step) => step.op === "import"),
    /** True if a new resource adopts an existing object, whose values might already match. */
    isAdopting: takesOver(resource),
    /** True if the live object is not the last applied one. */
    isReplaced: op === "replace",
    /** True if the live values come from a different control plane. */
    isElsewhere: recorded.isElsewhere,
    before: op === "create" ? [] : leavesOf(resource.applied),
    /** The values that were just read; undefined if nothing was read. */
    live: liveLeaves,
    after: leavesOf(inputs),
    inputs,
    /** Live values in the plan, which are more recent than the refreshed values. */
    stated,
    /** Live keys that the program never declared, and that the update removes. */
    removed: op === "update" && plan?.operation !== "nothing" ? removedPaths(resource, shown) : [],
    /** Arguments that are sent as one value and whose live value is known. Any key that it does not contain does not exist. */
    seenWhole: wholeArguments.filter((name) => shown.some(({ path, value }) => path[0] === name && value !== undefined)),
    /** True if unsent values match the declared values: the provider read them, and recorded no difference. */
    unlistedFieldsMatch: compares && plan?.seen === true,
    differing: differingPaths(resource),
    // The engine also states reasons for replacements that turn out to be updates.
    replacing: op === "replace" ? replaceReasonsOf(resource).map(keysIn) : [],
    pending: readPending(facts && resource.outputs),
    /** Arguments that are never sent to the service and have no live value. */
    local: providerOnlyArguments,
    /** Arguments of a new resource that the heading already contains. */
    shownInHeading: [...addressedBy.filter(isNamed), ...providerOnlyArguments.filter((argument) => argument !== "deletionPolicy")],
  };
}

/** Returns the paths that differ according to the engine. Ignores a name in `diffReasons` if `detailedDiff` contains a path inside it. */
function differingPaths({ op, steps }: Resource): Path[] {
  const paths = steps.flatMap(({ detailedDiff }) => Object.keys(detailedDiff ?? {})).map(keysIn);
  if (op !== "update" && op !== "replace") return paths;
  const names = steps.flatMap(({ diffReasons }) => diffReasons ?? []);
  const isOwn = (name: string) => !name.startsWith("__") && !paths.some(([first]) => first === name);
  return [...paths, ...names.filter(isOwn).map((name) => [name])];
}

/** Returns the live values of the fields to send. A field that the service did not return is undefined. */
function statedLive({ fields }: LoggedPlan): Leaf[] {
  const live = fields.flatMap(({ path, live: value }) => (value === undefined ? [] : leavesOf(value, path)));
  const sent = fields.flatMap(({ path, after }) => leavesOf(after, path));
  // Lookups use the first entry of a path, so that live values take precedence over the placeholders.
  return [...live, ...sent.map(({ path }) => ({ path, value: undefined }))];
}

/** Returns the paths of live keys that were never declared, within objects that are sent as one value. */
function removedPaths({ facts, applied, inputs }: Resource, live: readonly Leaf[]): Path[] {
  const { wholeArguments = [] } = facts ?? {};
  return wholeArguments.flatMap((name) => {
    // An object can be declared as JSON text. A secret can have any key.
    const [before, after] = [parseJsonText(withMarks(applied[name])), withMarks(inputs[name])];
    if (!isObject(before) || !isObject(after)) return [];
    const declared = [before, after].flatMap((value) => leavesOf(value, [name]));
    const isDeclared = (path: Path) => declared.some((leaf) => isPrefix(path, leaf.path));
    const inside = live.filter(({ path }) => path[0] === name && path.length > 1 && !isDeclared(path));
    return inside.map(({ path }) => path.filter((_, index) => index === 0 || isDeclared(path.slice(0, index))));
  });
}

/** Returns all paths. If one side has a value where another has an object, returns only the paths inside the object. */
function pathsOf({ before, live = [], after, removed }: Sides): Path[] {
  const all = distinct([...[...after, ...before, ...live].map(({ path }) => path), ...removed]);
  return all.filter((path) => !after.some((leaf) => leaf.path.length > path.length && isPrefix(path, leaf.path)));
}

function fieldOf(path: Path, sides: Sides): Field {
  const before = showValue(valueAt(sides.before, path));
  const shown = showValue(valueAt(sides.after, path));
  const isNamed = sides.differing.some((other) => isPrefix(other, path) || isPrefix(path, other));
  const isSecretChanged = shown.is === "secret" && before.is === "secret" && isNamed;
  const after: ShownValue = isSecretChanged ? { is: "secret", changed: true } : shown;
  const live = liveOf(path, shown, sides);
  const isUnsent = sides.local.includes(path[0] ?? "") || (sides.unlistedFieldsMatch && after.is !== "later" && !isSent(path, sides));
  return {
    path,
    before,
    live,
    after,
    labels: labelsOf(path, { before, live, after }, sides),
    forcesReplacement: sides.replacing.some((other) => isPrefix(other, path)),
    ...(isUnsent && { isUnsent }),
  };
}

function isChange({ path, live, after, labels }: Field, sides: Sides): boolean {
  const isLive = areShownAlike(live, after) && !(after.is === "secret" && isSent(path, sides));
  return labels.length > 0 && !(sides.isNew && isLive);
}

function liveOf(path: Path, after: ShownValue, sides: Sides): ShownValue {
  const [name = ""] = path;
  if (sides.isNew && !sides.isAdopting) return absent;
  if (sides.local.includes(name)) return showValue(valueAt(sides.before, path));
  if (sides.isReplaced && sides.shownInHeading.includes(name)) return absent;
  if (isRemoved(path, sides)) return showValue(hiddenText);
  const stated = sides.stated.find((leaf) => equals(leaf.path, path));
  if (stated !== undefined) return after.is === "secret" ? after : showValue(stated.value);
  if (sides.live !== undefined) return showValue(valueAt(sides.live, path));
  if (isSent(path, sides)) return after.is === "secret" ? after : unread;
  // The provider does not compare arguments that are completely or partly unknown.
  return sides.unlistedFieldsMatch && !isUnknown(sides.inputs[name]) ? after : unread;
}

/** Returns true if a request contains the value. The plan can contain an argument as a whole, for example a secret one. */
const isSent = (path: Path, { stated }: Sides): boolean => stated.some((leaf) => isPrefix(leaf.path, path));

const isRemoved = (path: Path, { removed }: Sides): boolean => removed.some((other) => equals(other, path));

function labelsOf(path: Path, { before, live, after }: Pick<Field, "before" | "live" | "after">, sides: Sides): Label[] {
  if (sides.isNew) return ["new"];
  const outside: Label = sides.isElsewhere ? "differs at the new address" : "reverts an outside change";
  if (isRemoved(path, sides)) return [outside];
  if (after.is === "absent") return before.is === "absent" || sides.isImported ? [] : ["no longer declared"];
  const edited = (after.is === "secret" && after.changed) || !areShownAlike(before, after);
  const isSeen = live.is !== "unread" && (live.is !== "absent" || sides.seenWhole.includes(path[0] ?? ""));
  // It is unknown who set a value that was never applied.
  const moved = !sides.isReplaced && isSeen && before.is !== "absent" && !areShownAlike(before, live);
  const sent = getIn(sides.pending.sent, path);
  if (isPending(sides.pending, path)) {
    if (sent !== undefined && after.is === "value" && !areShownAlike(showValue(sent), after)) return ["new"];
    return edited || moved ? ["resumes a failed update"] : [];
  }
  if (moved && !sides.isElsewhere && areShownAlike(live, after)) return ["adopts an outside change"];
  const labels: Label[] = edited ? ["new"] : [];
  if (moved) return [...labels, outside];
  return !edited && sides.isReplaced && isSeen && !areShownAlike(live, after) ? ["set on the new object"] : labels;
}

/** Returns fields that differ according to the engine but whose values are unavailable. */
function fieldsWithoutValues(known: readonly Field[], changed: readonly Field[], { differing, replacing }: Sides): Field[] {
  // For an added or removed block, the engine lists only the block and not the values inside it.
  const isShown = (other: Path) => known.some(({ path }) => isPrefix(path, other)) || changed.some(({ path }) => isPrefix(other, path));
  const isHostKey = ([name = ""]: Path) => name.startsWith("__") && name !== "__provider";
  const unavailable = { before: hidden, live: hidden, after: hidden, labels: ["new"] } as const;
  return distinct(differing.filter((path) => !isHostKey(path) && !isShown(path))).map((path) => {
    return { ...unavailable, path, forcesReplacement: replacing.some((other) => isPrefix(other, path)) };
  });
}

const isPrefix = (head: Path, path: Path): boolean => head.length <= path.length && head.every((key, index) => key === path[index]);

function distinct(paths: readonly Path[]): Path[] {
  return [...new Map(paths.map((path) => [JSON.stringify(path), path])).values()].toSorted((a, b) => compare(pathText(a), pathText(b)));
}
