import { equal, isProperties, type Json, plainValue, type Properties, Secret, SECRET_MARK, show, Unknown, type Value } from "./values";

/** The change of one property. */
export type ChangeKind = "add" | "delete" | "update";

/** One changed property; the values are masked. */
export interface PropertyChange {
  kind: ChangeKind;
  old?: Json;
  new?: Json;
  /** Given by a provider: whether the old value is an input, and whether the change requires a replacement. */
  inputDiff?: boolean;
  replaces?: true;
}

/** Changed properties by path, such as `addons.x.enable` or `list[0]`. */
export type PropertyDiff = Record<string, PropertyChange>;

/** The value at a path such as `a.b[0]["c d"]`, as it may be shown; undefined if there is none. */
export function showAt(properties: Properties, path: string): Json | undefined {
  const keys = [...path.matchAll(/\["((?:[^"\\]|\\.)*)"\]|\[(\d+)\]|([^.[\]]+)/g)];
  let value: Value | undefined = properties;
  for (const [, quoted, index, name] of keys) {
    // Nothing inside a secret is shown.
    if (value instanceof Secret || value instanceof Unknown) return show(value);
    const key = quoted === undefined ? (index ?? name ?? "") : (JSON.parse(`"${quoted}"`) as string);
    if (Array.isArray(value)) value = value[Number(key)];
    else value = isProperties(value) ? value[key] : undefined;
  }
  return value === undefined ? undefined : show(value);
}

/** Compares inputs as the engine does: by value, secret or not; an absent property equals null. */
export function compareInputs(olds: Properties, news: Properties): PropertyDiff {
  const diff: PropertyDiff = {};
  compareObjects(olds, news, "", false, diff);
  return diff;
}

/** The name of the property that a path begins with. */
export function topLevel(path: string): string {
  return path.replace(/[.[].*$/s, "") || path;
}

/** The diff with both sides exchanged: of a refresh, what changed rather than what an update would do. */
export function invert(diff: PropertyDiff): PropertyDiff {
  const kinds: Record<ChangeKind, ChangeKind> = { add: "delete", delete: "add", update: "update" };
  return Object.fromEntries(
    Object.entries(diff).map(([path, change]) => {
      const { old, new: now, kind, ...more } = change;
      return [path, { ...more, kind: kinds[kind], ...(now !== undefined && { old: now }), ...(old !== undefined && { new: old }) }];
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
      // In an array null is an element too: one more of them is a change.
      if (from === null && to === null && !(index in before && index in after))
        diff[`${path}[${index}]`] = { kind: index in after ? "add" : "delete" };
      else compare(from, to, `${path}[${index}]`, secret, diff);
    }
    return;
  }
  if (equal(before, after, plainValue)) return;
  const change: PropertyChange = { kind: before === null ? "add" : after === null ? "delete" : "update" };
  if (before !== null) change.old = secret ? SECRET_MARK : show(before);
  if (after !== null) change.new = secret ? SECRET_MARK : show(after);
  diff[path] = change;
}

function join(path: string, key: string): string {
  if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path ? `${path}.${key}` : key;
}
