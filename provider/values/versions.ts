/** Versions of graphplane, in the order of semantic versioning. Pure. */

const form = /^(\d{1,9}\.\d{1,9}\.\d{1,9})(?:-([\w.-]+))?(?:\+[\w.-]+)?$/;

/** Compares by `localeCompare`: a collator takes 5 ms to load, which few runs need. */
const compare = (one: string, other: string) => one.localeCompare(other, "en", { numeric: true });

/** Returns true if a version is later than another; false for a text that is not a version. */
export function isLater(version: string, than: string): boolean {
  const [one, other] = [form.exec(version), form.exec(than)];
  if (one === null || other === null) return false;
  const [[, core = "", label = ""], [, otherCore = "", otherLabel = ""]] = [one, other];
  if (core !== otherCore) return compare(core, otherCore) > 0;
  // A pre-release comes before its release.
  return label === "" ? otherLabel !== "" : otherLabel !== "" && compare(label, otherLabel) > 0;
}
