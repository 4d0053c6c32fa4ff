import { same } from "../../provider/diff";
import type { Field, Label, Told } from "./model";
import { absent, declaredIn, type Leaf, leavesOf, pathText, toldAlike, toldOf, unread } from "./values";

/** The three sides of a change, and what is known of them beside their values. */
export interface Sides {
  /** What was applied last; undefined for a resource that is new. */
  readonly before: Record<string, unknown> | undefined;
  /** What was read just now; undefined where nothing was. */
  readonly live: Record<string, unknown> | undefined;
  readonly after: Record<string, unknown>;
  /** Live values that a request's line told: fresher than what was read. */
  readonly lineLive: readonly Leaf[];
  /** Whether what no line tells is as it is declared: the provider looked, and would have told. */
  readonly elseAsDeclared: boolean;
  /** Paths that the engine says differ, and top-level names that the plan says differ. */
  readonly changedPaths: readonly string[];
  readonly changedNames: readonly string[];
  readonly replacing: readonly string[];
  /** Arguments that a failed update had sent. */
  readonly pending: readonly string[];
  /** Arguments that never reach the service: what is live says nothing of them. */
  readonly own: readonly string[];
}

/** Every value that changes, as code before, live now, code after; and how many declared values of a new resource are so already. */
export function fieldsOf(sides: Sides): { readonly fields: Field[]; readonly alreadySo: number } {
  const before = leavesOf(declaredIn(sides.before));
  const after = leavesOf(declaredIn(sides.after));
  const live = leavesOf(declaredIn(sides.live));
  const paths = distinct([...after, ...before, ...live].map(({ path }) => path)).filter(
    (path) => !isAbove(path, after) && !(isAbove(path, before) && valueAt(after, path) === undefined),
  );
  const all = paths.map((path) => fieldOf(path, { before, live, after }, sides));
  const changed = all.filter(({ field, changes }) => changes && !field.path[0]?.startsWith("__"));
  const alreadySo = sides.before === undefined ? all.filter(({ field, changes }) => !changes && field.after.is !== "absent").length : 0;
  return { fields: [...changed.map(({ field }) => field), ...unseen(changed.map(({ field }) => field), sides)], alreadySo };
}

interface Leaves {
  readonly before: readonly Leaf[];
  readonly live: readonly Leaf[];
  readonly after: readonly Leaf[];
}

function fieldOf(path: readonly string[], leaves: Leaves, sides: Sides): { readonly field: Field; readonly changes: boolean } {
  const after = toldOf(valueAt(leaves.after, path));
  const before = sides.before === undefined ? absent : toldOf(valueAt(leaves.before, path));
  const live = liveOf(path, after, leaves, sides);
  const secretChanged = after.is === "secret" && before.is === "secret" && namedAsChanged(path, sides);
  const field: Field = {
    path,
    before,
    live,
    after: secretChanged ? { is: "secret", changed: true } : after,
    labels: labelsOf(path, before, live, after, secretChanged, sides),
    forcesReplacement: sides.replacing.some((name) => name === path[0] || name === pathText(path)),
  };
  const asLive = live.is === "unread" || toldAlike(live, after);
  const changes = sides.before === undefined ? !(live.is !== "unread" && toldAlike(live, after) && live.is !== "secret") : !toldAlike(before, after) || !asLive || secretChanged;
  return { field, changes: changes && field.labels.length > 0 };
}

function liveOf(path: readonly string[], after: Told, leaves: Leaves, { lineLive, live, elseAsDeclared, own, before }: Sides): Told {
  if (own.includes(path[0] ?? "")) return before === undefined ? absent : toldOf(valueAt(leaves.before, path));
  const told = lineLive.find((leaf) => same(leaf.path, path)) ?? lineLive.find(({ path: whole, value }) => value === "[secret]" && isPrefix(whole, path));
  if (told !== undefined) return after.is === "secret" ? { is: "secret" } : toldOf(told.value);
  if (live !== undefined) return toldOf(valueAt(leaves.live, path));
  return elseAsDeclared ? after : unread;
}

function labelsOf(path: readonly string[], before: Told, live: Told, after: Told, secretChanged: boolean, sides: Sides): Label[] {
  if (sides.before === undefined) return ["new"];
  if (after.is === "absent" && before.is !== "absent") return ["let go"];
  const edited = secretChanged || !toldAlike(before, after);
  const moved = live.is !== "unread" && live.is !== "absent" && before.is !== "absent" && !toldAlike(before, live) && !sides.own.includes(path[0] ?? "");
  const goesOn = sides.pending.some((argument) => argument === path.join(".") || argument === path[0]);
  if (goesOn) return edited || moved ? ["goes on after a failed up"] : [];
  if (moved && toldAlike(live, after)) return ["adopts a console change"];
  if (moved) return edited ? ["new", "reverts a console change"] : ["reverts a console change"];
  return edited ? ["new"] : [];
}

/** What the engine or the plan says differs, and no value shows. */
function unseen(fields: readonly Field[], { changedPaths, changedNames, replacing, after }: Sides): Field[] {
  const shown = fields.map(({ path }) => pathText(path));
  const tops = fields.map(({ path }) => path[0]);
  const paths = changedPaths.filter(
    (path) => !/^__(?!provider$)/.test(path) && !shown.some((other) => other === path || path.startsWith(`${other}[`) || path.startsWith(`${other}.`)),
  );
  const names = changedNames.filter((name) => !name.startsWith("__") && !tops.includes(name) && !changedPaths.includes(name));
  const bare = (path: string): Field => {
    const name = path === "__provider" ? "the provider's code" : path;
    const told = toldOf(after[path]);
    const value: Told = path === "__provider" || told.is !== "secret" ? unread : { is: "secret", changed: true };
    return { path: [name], before: unread, live: unread, after: value, labels: ["new"], forcesReplacement: replacing.includes(path) };
  };
  return distinctTexts([...paths, ...names]).map(bare);
}

function namedAsChanged(path: readonly string[], { changedPaths, changedNames }: Sides): boolean {
  const text = pathText(path);
  const named = changedPaths.some((other) => other === text || other.startsWith(`${text}.`) || other.startsWith(`${text}[`) || text.startsWith(`${other}.`) || text.startsWith(`${other}[`));
  return named || (changedNames.includes(path[0] ?? "") && !changedPaths.some((other) => other === path[0] || other.startsWith(`${path[0]}.`) || other.startsWith(`${path[0]}[`)));
}

function valueAt(leaves: readonly Leaf[], path: readonly string[]): unknown {
  return leaves.find((leaf) => same(leaf.path, path))?.value;
}

/** A value stands where others have an object with keys: the keys tell it. */
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

/** By code points: the same in every locale. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
