/** Compares versions. Pure. */

const pattern = /^(\d{1,9}\.\d{1,9}\.\d{1,9})(?:-([\w.-]+))?(?:\+[\w.-]+)?$/;

/** Uses `localeCompare`, because loading a collator takes 5 ms and few runs compare versions. */
const compare = (one: string, other: string) => one.localeCompare(other, "en", { numeric: true });

/** Returns true if a version of graphplane is later than another according to semantic versioning. False if either of them is not a version. */
export function isLater(version: string, than: string): boolean {
  const [one, other] = [pattern.exec(version), pattern.exec(than)];
  if (one === null || other === null) return false;
  const [[, core = "", label = ""], [, otherCore = "", otherLabel = ""]] = [one, other];
  if (core !== otherCore) return compare(core, otherCore) > 0;
  // A pre-release comes before its release.
  return label === "" ? otherLabel !== "" : otherLabel !== "" && compare(label, otherLabel) > 0;
}

/**
 * Returns true if a database version is newer than another. False if either of them is not a version. Only the numbers are compared,
 * because the format is undocumented.
 */
export function isNewer(version: string, than: string): boolean {
  const [one, other] = [version, than].map((text) => /^v?(\d{1,9}(?:\.\d{1,9})*)/i.exec(text.trim())?.[1]?.split(".").map(Number));
  if (one === undefined || other === undefined) return false;
  const differences = Array.from({ length: Math.max(one.length, other.length) }, (_, index) => (one[index] ?? 0) - (other[index] ?? 0));
  return (differences.find((difference) => difference !== 0) ?? 0) > 0;
}
