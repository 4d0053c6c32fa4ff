import type { Destroy, RawState } from "./inputs";
import type { Change } from "./model";

/** Reviews `pulumi destroy`. Its preview does not call the provider, so all requests are derived from the state. Pure. */

/** Parses the arguments after `--` that affect a destroy. */
export function destroyOf(passed: readonly string[]): Destroy {
  return { refusesProtected: !passed.some((argument) => /^--ignore-protect(=true)?$/.test(argument)) };
}

/**
 * Returns the arguments of the preview. A preview stops at the first protected resource, so protection is turned off, and the review lists
 * the refusals instead. With `--exclude-protected`, the engine skips these resources itself and does not accept `--ignore-protect`.
 */
export function destroyCommand(passed: readonly string[]): string[] {
  const lists = passed.includes("--exclude-protected") ? [] : ["--ignore-protect"];
  return ["destroy", "--preview-only", "--json", "--show-replacement-steps", ...lists];
}

/** Returns true if Pulumi refuses to delete a resource, regardless of its provider. The preview of the destroy then fails. */
export function isRefusedByPulumi(destroy: Destroy | undefined, before: RawState | undefined): boolean {
  return destroy?.refusesProtected === true && before?.protect === true;
}

/** Explains how to resolve refused deletions, without repeating itself. */
export function destroyWay(refusals: readonly Pick<Change, "consequences">[]): string {
  return [...new Set(refusals.flatMap(({ consequences }) => consequences.map(({ description }) => description)))].join(" ");
}

/** The part of a destroy that a preview cannot predict. */
export const destroyBlindSpots = [
  "deletions that are refused only when they run: of a workgroup that has other workspaces, or of the last entry of an enforced allow list",
  "objects that were already deleted outside the program: the preview reads nothing, and a DELETE for one of them changes nothing",
  "anything that changes after this preview and before `pulumi destroy`",
];
