import { hiddenText } from "../../provider/announce/lines";
import type { Planned } from "../../provider/announce/record-shape";
import { equals, getIn, isObject, parseJsonText } from "../../provider/values/json";
import { isPending, readPending } from "../../provider/reconcile/pending";
import { isUnknown } from "../../provider/values/unknowns";
import { namesIn } from "./inputs";
import type { Field, Label, ShownValue } from "./model";
import { type Recorded, takesOver } from "./records";
import type { Resource } from "./resources";
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

/** Every value that changes, as code before, live now, code after; and how many declared values of a new resource already match. */
export function changedFields(
  resource: Resource,
  recorded: Recorded | undefined,
): { readonly fields: Field[]; readonly alreadySo: number } {
  if (resource.op === "delete") return { fields: [], alreadySo: 0 };
  const sides = sidesOf(resource, recorded);
  const all = pathsOf(sides)
    .filter(([name = ""]) => !sides.isNew || !sides.shownElsewhere.includes(name))
    .map((path) => fieldOf(path, sides));
  const changed = all.filter(({ changes }) => changes).map(({ field }) => field);
  const known = all.map(({ field }) => field);
  return {
    fields: [...changed, ...fieldsWithoutValues(known, changed, sides)],
    alreadySo: sides.isNew ? all.length - changed.length : 0,
  };
}

type Sides = ReturnType<typeof sidesOf>;

/** The three sides of a change, and what is known of them beside their values. */
function sidesOf(resource: Resource, recorded: Recorded | undefined) {
  const { op, facts, recorded: taken, steps } = resource;
  const plan = recorded?.failure === undefined ? recorded?.plan : undefined;
  const { compares = false, localArguments = [], addressedBy = [], wholeArguments = [] } = facts ?? {};
  const live = taken ?? (resource.isRefreshed && op === "update" ? resource.compared : undefined);
  const inputs = taken ?? resource.inputs;
  const reasons = steps.flatMap(({ diffReasons }) => diffReasons ?? []);
  const stated = plan?.seen === true ? statedLive(plan) : [];
  const liveLeaves = live && leavesOf(live);
  const shown = [...stated, ...(liveLeaves ?? [])];
  return {
    isNew: op === "create",
    /** True if a new resource takes over what exists, so that values may already match. */
    isAdopting: takesOver(resource, recorded),
    /** True if the live object is another one than the one applied last. */
    isReplaced: op === "replace",
    /** True if the live values were found at another control plane. */
    isElsewhere: recorded?.isElsewhere === true,
    /** The values applied last. */
    before: op === "create" ? [] : leavesOf(resource.applied),
    /** The values just read; undefined if nothing was read. */
    live: liveLeaves,
    after: leavesOf(inputs),
    inputs,
    /** Live values that the plan shows: fresher than what was read. */
    stated,
    /** Live keys that the update removes, and that the program never declared. */
    removed: op === "update" && plan?.operation !== "nothing" ? removedPaths(resource, shown) : [],
    /** Arguments that are one value and whose live value is seen: a key that it lacks is not there. */
    seenWhole: wholeArguments.filter((name) => shown.some(({ path, value }) => path[0] === name && value !== undefined)),
    /** True if a value that no request sends is as declared: the provider read it, and would have recorded a difference. */
    isRestAsDeclared: compares && plan?.seen === true,
    /** Paths that differ according to the engine, and top-level names that differ according to the engine or the plan. */
    changedPaths: steps.flatMap(({ detailedDiff }) => Object.keys(detailedDiff ?? {})),
    changedNames: op === "update" || op === "replace" ? [...reasons, ...namesIn(resource.planned?.goal?.inputDiff)] : [],
    replacing: steps.flatMap(({ replaceReasons }) => replaceReasons ?? []),
    /** The values that a failed update had sent. */
    pending: readPending(facts && resource.outputs),
    /** Arguments that never reach the service, so no live value tells anything about them. */
    local: localArguments,
    /** Arguments that the review of a new resource shows in another place. */
    shownElsewhere: [...addressedBy, ...localArguments.filter((argument) => argument !== "deletionPolicy")],
  };
}

/** The live values of the fields that are sent. One without a live value is one that the service did not show. */
function statedLive({ fields }: Planned): Leaf[] {
  const live = fields.flatMap(({ path, live: value }) => (value === undefined ? [] : leavesOf(value, path)));
  const sent = fields.flatMap(({ path, after }) => leavesOf(after, path));
  // The first leaf of a path counts.
  return [...live, ...sent.map(({ path }) => ({ path, value: undefined }))];
}

/** The paths of live keys that were never declared, in objects that are sent as one value. */
function removedPaths({ facts, applied, inputs }: Resource, live: readonly Leaf[]): (readonly string[])[] {
  const { wholeArguments = [] } = facts ?? {};
  return wholeArguments.flatMap((name) => {
    // An object may have been declared as its text. A secret may have any key.
    const [before, after] = [parseJsonText(withMarks(applied[name])), withMarks(inputs[name])];
    if (!isObject(before) || !isObject(after)) return [];
    const declared = [before, after].flatMap((value) => leavesOf(value, [name]));
    const isDeclared = (path: readonly string[]) => declared.some((leaf) => isPrefix(path, leaf.path));
    const inside = live.filter(({ path }) => path[0] === name && path.length > 1 && !isDeclared(path));
    return inside.map(({ path }) => path.filter((_, index) => index === 0 || isDeclared(path.slice(0, index))));
  });
}

/** The paths of all sides; in place of one under which another side has keys, the paths of those keys. */
function pathsOf({ before, live = [], after, removed }: Sides): (readonly string[])[] {
  const all = distinct([...[...after, ...before, ...live].map(({ path }) => path), ...removed]);
  return all.filter((path) => !isAbove(path, after));
}

function fieldOf(path: readonly string[], sides: Sides): { readonly field: Field; readonly changes: boolean } {
  const after = showValue(valueAt(sides.after, path));
  const before = showValue(valueAt(sides.before, path));
  const live = liveOf(path, after, sides);
  const secretChanged = after.is === "secret" && before.is === "secret" && isNamedAsChanged(path, sides);
  const labels = labelsOf(path, { before, live, after }, secretChanged, sides);
  const field: Field = {
    path,
    before,
    live,
    after: secretChanged ? { is: "secret", changed: true } : after,
    labels,
    forcesReplacement: sides.replacing.some((name) => name === path[0] || isUnder(pathText(path), name)),
  };
  const asLive = areShownAlike(live, after) && !(after.is === "secret" && isSent(path, sides));
  return { field, changes: labels.length > 0 && !(sides.isNew && asLive) };
}

/** The live value at a path. */
function liveOf(path: readonly string[], after: ShownValue, sides: Sides): ShownValue {
  const [name = ""] = path;
  if (sides.isNew && !sides.isAdopting) return absent;
  if (sides.local.includes(name)) return showValue(valueAt(sides.before, path));
  if (sides.isReplaced && sides.shownElsewhere.includes(name)) return absent;
  if (isRemoved(path, sides)) return showValue(hiddenText);
  const stated = sides.stated.find((leaf) => equals(leaf.path, path));
  if (stated !== undefined) return after.is === "secret" ? after : showValue(stated.value);
  if (sides.live !== undefined) return showValue(valueAt(sides.live, path));
  if (isSent(path, sides)) return after.is === "secret" ? after : unread;
  // The provider compares no argument that is known later, or in part.
  return sides.isRestAsDeclared && !isUnknown(sides.inputs[name]) ? after : unread;
}

/** Returns true if a request carries the value. Its plan may show an argument as a whole: as one word if it is secret. */
function isSent(path: readonly string[], { stated }: Sides): boolean {
  return stated.some((leaf) => isPrefix(leaf.path, path));
}

function isRemoved(path: readonly string[], { removed }: Sides): boolean {
  return removed.some((other) => equals(other, path));
}

type Three = Pick<Field, "before" | "live" | "after">;

function labelsOf(path: readonly string[], { before, live, after }: Three, secretChanged: boolean, sides: Sides): Label[] {
  if (sides.isNew) return ["new"];
  const outside: Label = sides.isElsewhere ? "differs at the new address" : "reverts an outside change";
  if (isRemoved(path, sides)) return [outside];
  if (after.is === "absent") return before.is === "absent" ? [] : ["no longer declared"];
  const edited = secretChanged || !areShownAlike(before, after);
  const isSeen = live.is !== "unread" && (live.is !== "absent" || sides.seenWhole.includes(path[0] ?? ""));
  // It is not known who set a value that was never applied.
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

/** Fields that differ by the engine or the plan, and not by any value. Of the `known` fields, which have values, the `changed` ones are shown. */
function fieldsWithoutValues(
  known: readonly Field[],
  changed: readonly Field[],
  { changedPaths, changedNames, replacing }: Sides,
): Field[] {
  // The engine names a block that comes or goes, and not the values in it.
  const isShown = (name: string) =>
    known.some(({ path }) => isUnder(name, pathText(path))) || changed.some(({ path }) => isUnder(pathText(path), name));
  const tops = known.map(({ path }) => path[0]);
  const paths = changedPaths.filter((path) => !/^__(?!provider$)/.test(path) && !isShown(path));
  const names = changedNames.filter((name) => !name.startsWith("__") && !tops.includes(name));
  const bareField = (path: string): Field => {
    return {
      path: keysIn(path),
      before: hidden,
      live: hidden,
      after: hidden,
      labels: ["new"],
      forcesReplacement: replacing.includes(path),
    };
  };
  return [...new Set([...paths, ...names])].toSorted(compare).map(bareField);
}

function isNamedAsChanged(path: readonly string[], { changedPaths, changedNames }: Sides): boolean {
  const text = pathText(path);
  const name = path[0] ?? "";
  if (changedPaths.some((other) => isUnder(other, text) || isUnder(text, other))) return true;
  return changedNames.includes(name) && !changedPaths.some((other) => isUnder(other, name));
}

/** Returns true if one path, in the engine's form, equals another or leads into it. */
function isUnder(path: string, other: string): boolean {
  return path === other || path.startsWith(`${other}.`) || path.startsWith(`${other}[`);
}

/** Returns true if the path is above a leaf: another side has an object with keys there. */
function isAbove(path: readonly string[], leaves: readonly Leaf[]): boolean {
  return leaves.some((leaf) => leaf.path.length > path.length && isPrefix(path, leaf.path));
}

function isPrefix(head: readonly string[], path: readonly string[]): boolean {
  return head.length <= path.length && head.every((key, index) => key === path[index]);
}

function distinct(paths: readonly (readonly string[])[]): (readonly string[])[] {
  return [...new Map(paths.map((path) => [JSON.stringify(path), path])).values()].toSorted((a, b) => compare(pathText(a), pathText(b)));
}
