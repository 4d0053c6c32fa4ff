import { equals, getIn } from "../../provider/values/json";
import { isPending, type PendingChange } from "../../provider/proof/pending";
import { isUnknown } from "../../provider/values/unknowns";
import type { Field, Label, ShownValue } from "./model";
import { absent, omitHostKeys, hidden, type Leaf, leavesOf, pathText, areShownAlike, showValue, unread } from "./values";

/** The three sides of a change, and what is known of them beside their values. */
export interface Sides {
  /** The values applied last; undefined for a new resource. */
  readonly before: Record<string, unknown> | undefined;
  /** A resource that is new takes over what exists, so that values may be so already. */
  readonly adopting: boolean;
  /** True if the live object is another one than the one applied last. */
  readonly replaced: boolean;
  /** The live values were found at another control plane. */
  readonly elsewhere: boolean;
  /** The values just read; undefined if nothing was read. */
  readonly live: Record<string, unknown> | undefined;
  readonly after: Record<string, unknown>;
  /** Live values that a request's line states: fresher than what was read. */
  readonly lineLive: readonly Leaf[];
  /** True if a value that no line names is as declared: the provider read it, and would have printed a difference. */
  readonly restAsDeclared: boolean;
  /** Paths that the engine says differ, and top-level names that the plan says differ. */
  readonly changedPaths: readonly string[];
  readonly changedNames: readonly string[];
  readonly replacing: readonly string[];
  /** The values that a failed update had sent. */
  readonly pending: PendingChange;
  /** Arguments that never reach the service: what is live says nothing of them. */
  readonly own: readonly string[];
  /** Arguments that the review shows in another place where the resource is new. */
  readonly shownElsewhere: readonly string[];
}

/** Every value that changes, as code before, live now, code after; and how many declared values of a new resource are so already. */
export function fieldsOf(sides: Sides): { readonly fields: Field[]; readonly alreadySo: number } {
  const leaves = {
    before: leavesOf(omitHostKeys(sides.before)),
    after: leavesOf(omitHostKeys(sides.after)),
    live: leavesOf(omitHostKeys(sides.live)),
  };
  const isNew = sides.before === undefined;
  const all = pathsOf(leaves)
    .filter(([name = ""]) => !isNew || !sides.shownElsewhere.includes(name))
    .map((path) => fieldOf(path, leaves, sides));
  const changed = all.filter(({ changes }) => changes).map(({ field }) => field);
  const judged = all.filter(({ field }) => field.after.is !== "secret").map(({ field }) => field);
  return {
    fields: [...changed, ...fieldsWithoutValues([...changed, ...judged], sides)],
    alreadySo: isNew ? all.length - changed.length : 0,
  };
}

interface Leaves {
  readonly before: readonly Leaf[];
  readonly live: readonly Leaf[];
  readonly after: readonly Leaf[];
}

/** The paths of all sides; in place of one under which another side has keys, the paths of those keys. */
function pathsOf({ before, live, after }: Leaves): (readonly string[])[] {
  const all = distinct([...after, ...before, ...live].map(({ path }) => path));
  const isDropped = (path: readonly string[]) => isAbove(path, before) && valueAt(after, path) === undefined;
  return all.filter((path) => !isAbove(path, after) && !isDropped(path));
}

function fieldOf(path: readonly string[], leaves: Leaves, sides: Sides): { readonly field: Field; readonly changes: boolean } {
  const after = showValue(valueAt(leaves.after, path));
  const before = showValue(valueAt(leaves.before, path));
  const { live, sent } = liveOf(path, after, leaves, sides);
  const secretChanged = after.is === "secret" && before.is === "secret" && isNamedAsChanged(path, sides);
  const labels = labelsOf(path, { before, live, after }, secretChanged, sides);
  const field: Field = {
    path,
    before,
    live,
    after: secretChanged ? { is: "secret", changed: true } : after,
    labels,
    forcesReplacement: sides.replacing.some((name) => name === path[0] || name === pathText(path)),
  };
  const asLive = areShownAlike(live, after) && !(sent && after.is === "secret");
  return { field, changes: labels.length > 0 && !(sides.before === undefined && asLive) };
}

/** The live value at a path, and whether a request carries it. */
function liveOf(
  path: readonly string[],
  after: ShownValue,
  leaves: Leaves,
  sides: Sides,
): { readonly live: ShownValue; readonly sent: boolean } {
  const { lineLive, before, own, live } = sides;
  if (before === undefined && !sides.adopting) return { live: absent, sent: true };
  if (own.includes(path[0] ?? "")) return { live: showValue(valueAt(leaves.before, path)), sent: false };
  if (sides.replaced && sides.shownElsewhere.includes(path[0] ?? "")) return { live: absent, sent: false };
  const stated = lineLive.find((leaf) => equals(leaf.path, path));
  if (stated !== undefined) return { live: after.is === "secret" ? after : showValue(stated.value), sent: true };
  // A line may show an argument as a whole: as one word where it is secret.
  const sent = lineLive.some((leaf) => isPrefix(leaf.path, path));
  if (live !== undefined) return { live: showValue(valueAt(leaves.live, path)), sent };
  if (sent) return { live: after.is === "secret" ? after : unread, sent };
  // The provider compares no argument that is known later, or in part.
  return { live: sides.restAsDeclared && !isUnknown(sides.after[path[0] ?? ""]) ? after : unread, sent };
}

type Three = Pick<Field, "before" | "live" | "after">;

function labelsOf(path: readonly string[], { before, live, after }: Three, secretChanged: boolean, sides: Sides): Label[] {
  if (sides.before === undefined) return ["new"];
  if (after.is === "absent") return before.is === "absent" ? [] : ["no longer declared"];
  const edited = secretChanged || !areShownAlike(before, after);
  // Who set a value that was never applied is not known.
  const moved = !sides.replaced && live.is !== "unread" && live.is !== "absent" && before.is !== "absent" && !areShownAlike(before, live);
  const sent = getIn(sides.pending.sent, path);
  if (isPending(sides.pending, path)) {
    if (sent !== undefined && after.is === "value" && !areShownAlike(showValue(sent), after)) return ["new"];
    return edited || moved ? ["resumes a failed update"] : [];
  }
  if (moved) {
    if (sides.elsewhere) return [...(edited ? (["new"] as const) : []), "differs at the new address"];
    if (areShownAlike(live, after)) return ["adopts an outside change"];
    return [...(edited ? (["new"] as const) : []), "reverts an outside change"];
  }
  const another = sides.replaced && live.is !== "unread" && live.is !== "absent" && !areShownAlike(live, after);
  if (edited) return ["new"];
  return another ? ["set on the new object"] : [];
}

/** Fields that differ by the engine or the plan, and not by any value; `known` are the fields that have values. */
function fieldsWithoutValues(known: readonly Field[], { changedPaths, changedNames, replacing, after }: Sides): Field[] {
  const shown = known.map(({ path }) => pathText(path));
  const tops = known.map(({ path }) => path[0]);
  const paths = changedPaths.filter((path) => !/^__(?!provider$)/.test(path) && !shown.some((other) => isUnder(path, other)));
  const names = changedNames.filter((name) => !name.startsWith("__") && !tops.includes(name) && !changedPaths.includes(name));
  const bareField = (path: string): Field => {
    const value: ShownValue = showValue(after[path]).is === "secret" ? { is: "secret", changed: true } : hidden;
    return { path: [path], before: hidden, live: hidden, after: value, labels: ["new"], forcesReplacement: replacing.includes(path) };
  };
  return distinctTexts([...paths, ...names]).map(bareField);
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

function valueAt(leaves: readonly Leaf[], path: readonly string[]): unknown {
  return leaves.find((leaf) => equals(leaf.path, path))?.value;
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

function distinctTexts(texts: readonly string[]): string[] {
  return [...new Set(texts)].toSorted(compare);
}

const natural = new Intl.Collator("en", { numeric: true });

/** Names as people order them, with the numbers in them by their size: the same in every locale. */
export function compareNames(a: string, b: string): number {
  return natural.compare(a, b) || compare(a, b);
}

/** By code points: the same in every locale. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
