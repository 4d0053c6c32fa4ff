/** Versions of graphplane, in the order of semantic versioning. Pure. */

/** Returns true if a version is later than another; false for a text that is no version. */
export function isLater(version: string, than: string): boolean {
  const [one, other] = [version, than].map(parse);
  if (one === undefined || other === undefined) return false;
  const at = one.numbers.findIndex((number, index) => number !== other.numbers[index]);
  if (at >= 0) return (one.numbers[at] ?? 0) > (other.numbers[at] ?? 0);
  // A pre-release comes before its release.
  if (one.label === "" || other.label === "") return one.label === "" && other.label !== "";
  return one.label.localeCompare(other.label, "en", { numeric: true }) > 0;
}

function parse(text: string): { readonly numbers: readonly number[]; readonly label: string } | undefined {
  const [, core, label = ""] = /^(\d{1,9}\.\d{1,9}\.\d{1,9})(?:-([\w.-]+))?(?:\+[\w.-]+)?$/.exec(text) ?? [];
  return core === undefined ? undefined : { numbers: core.split(".").map(Number), label };
}
