import { equal, isProperties, type Properties, reveal, Secret, Unknown, type Value } from "./values";

/** How one property changes. */
export type ChangeKind = "add" | "delete" | "update";

/** A value as it may be shown: JSON, in which secrets and unknowns are marks. */
export type Shown = null | boolean | number | string | Shown[] | { [key: string]: Shown };

/** One changed property; the values are masked. */
export interface PropertyChange {
  kind: ChangeKind;
  old?: Shown;
  new?: Shown;
  /** What a provider says itself: whether the old value is an input, and whether the change needs a replacement. */
  inputDiff?: boolean;
  replaces?: true;
}

/** Changed properties by path, such as `addons.x.enable` or `list[0]`. */
export type PropertyDiff = Record<string, PropertyChange>;

/** What stands for a secret wherever values are shown. */
export const SECRET_MARK = "[secret]";
/** What stands for a value that is known only after the update. */
export const UNKNOWN_MARK = "[unknown]";

/** A value as it may be shown. */
export function show(value: Value): Shown {
  if (value instanceof Secret) return SECRET_MARK;
  if (value instanceof Unknown) return UNKNOWN_MARK;
  if (Array.isArray(value)) return value.map(show);
  return isProperties(value) ? showAll(value) : value;
}

/** `show` of each property. */
export function showAll(properties: Properties): { [key: string]: Shown } {
  return Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, show(value)]));
}

/** The value at a path such as `a.b[0]["c d"]`, as it may be shown; undefined if there is none. */
export function showAt(properties: Properties, path: string): Shown | undefined {
  const keys = [...path.matchAll(/\["((?:[^"\\]|\\.)*)"\]|\[(\d+)\]|([^.[\]]+)/g)];
  let value: Value | undefined = properties;
  for (const [, quoted, index, name] of keys) {
    // Of a secret nothing is shown, whatever is inside.
    if (value instanceof Secret || value instanceof Unknown) return show(value);
    const key = quoted === undefined ? (index ?? name ?? "") : (JSON.parse(`"${quoted}"`) as string);
    if (Array.isArray(value)) value = value[Number(key)];
    else value = isProperties(value) ? value[key] : undefined;
  }
  return value === undefined ? undefined : show(value);
}

/** Compares inputs as the engine itself does: in value, secret or not, an absent property being the same as null. */
export function compareInputs(olds: Properties, news: Properties): PropertyDiff {
  const diff: PropertyDiff = {};
  compareObjects(olds, news, "", false, diff);
  return diff;
}

/** The name of the property that a path begins with. */
export function topLevel(path: string): string {
  return path.replace(/[.[].*$/s, "") || path;
}

/** The diff seen from the other side: what a refresh found, rather than what an update would do. */
export function invert(diff: PropertyDiff): PropertyDiff {
  const kinds: Record<ChangeKind, ChangeKind> = { add: "delete", delete: "add", update: "update" };
  return Object.fromEntries(
    Object.entries(diff).map(([path, change]) => {
      const { old, new: now, ...more } = change;
      const turned: PropertyChange = { ...more, kind: kinds[change.kind] };
      if (now !== undefined) turned.old = now;
      if (old !== undefined) turned.new = old;
      return [path, turned];
    }),
  );
}

function compareObjects(olds: Properties, news: Properties, path: string, secret: boolean, diff: PropertyDiff): void {
  for (const key of new Set([...Object.keys(olds), ...Object.keys(news)])) {
    compare(olds[key] ?? null, news[key] ?? null, join(path, key), secret, diff);
  }
}

function compare(old: Value, now: Value, path: string, inSecret: boolean, diff: PropertyDiff): void {
  const secret = inSecret || old instanceof Secret || now instanceof Secret;
  const before = old instanceof Secret ? old.value : old;
  const after = now instanceof Secret ? now.value : now;
  if (before instanceof Secret || after instanceof Secret) return compare(before, after, path, secret, diff);
  if (isProperties(before) && isProperties(after)) return compareObjects(before, after, path, secret, diff);
  if (Array.isArray(before) && Array.isArray(after)) {
    for (let index = 0; index < Math.max(before.length, after.length); index++) {
      const [from = null, to = null] = [before[index], after[index]];
      // Of an array also a null is an element: one more of them is a change.
      if (from === null && to === null && !(index in before && index in after))
        diff[`${path}[${index}]`] = { kind: index in after ? "add" : "delete" };
      else compare(from, to, `${path}[${index}]`, secret, diff);
    }
    return;
  }
  if (equal(reveal(before), reveal(after))) return;
  const change: PropertyChange = { kind: before === null ? "add" : after === null ? "delete" : "update" };
  if (before !== null) change.old = secret ? SECRET_MARK : show(before);
  if (after !== null) change.new = secret ? SECRET_MARK : show(after);
  diff[path] = change;
}

function join(path: string, key: string): string {
  if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path ? `${path}.${key}` : key;
}
