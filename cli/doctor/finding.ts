import type { Failure } from "../../client";
import { count } from "../words";

/** The result of one check. `ok` needs nothing; a `warning` may; a `failed` one keeps graphplane from working; `skipped` was not tried. */
export interface Finding {
  readonly check: string;
  readonly result: "ok" | "warning" | "failed" | "skipped";
  readonly text: string;
  /** The fix, in sentences. */
  readonly fix?: string;
}

export function findings(check: string) {
  return {
    ok: (text: string): Finding => ({ check, result: "ok", text }),
    warning: (text: string, fix: string): Finding => ({ check, result: "warning", text, fix }),
    failed: (text: string, fix: string): Finding => ({ check, result: "failed", text, fix }),
    skipped: (text: string, fix?: string): Finding => ({ check, result: "skipped", text, ...(fix !== undefined && { fix }) }),
  };
}

/** The results with their marks, in the order in which they are printed. */
const marks = { failed: "✗", warning: "!", ok: "✓", skipped: "–" } as const satisfies Record<Finding["result"], string>;

/** The findings as text, failures first: a line for each check and result, its fix on a line of its own, and at the end a count. */
export function findingLines(found: readonly Finding[]): string[] {
  const groups = new Map<string, [Finding, ...Finding[]]>();
  for (const finding of foldPermissions(found)) {
    const key = JSON.stringify([finding.check, finding.result, finding.fix]);
    groups.set(key, [...(groups.get(key) ?? []), finding] as [Finding, ...Finding[]]);
  }
  const column = (mark: string, check: string) => `${mark} ${check.padEnd(13)}`;
  const lines = [...groups.values()].map((group) => {
    const [{ check, result, fix }] = group;
    const text = column(marks[result], check) + group.map((one) => one.text).join(" ");
    return { result, lines: fix === undefined ? [text] : [text, `${column(" ", "")}Fix: ${fix}`] };
  });
  const ordered = Object.keys(marks).flatMap((wanted) => lines.filter(({ result }) => result === wanted));
  const countOf = (wanted: Finding["result"]) => found.filter(({ result }) => result === wanted).length;
  return [...ordered.flatMap((one) => one.lines), `${countOf("failed")} failed, ${count(countOf("warning"), "warning")}`];
}

/** Of the calls that the key may make, and of those that were not tried, a count. */
function foldPermissions(found: readonly Finding[]): readonly Finding[] {
  const all = found.filter(({ check }) => check === "permission");
  const [answered, skipped] = [all.filter(({ result }) => result === "ok"), all.filter(({ result }) => result === "skipped")];
  const [first] = [...answered, ...skipped];
  if (first === undefined) return found;
  const { ok } = findings("permission");
  const untried = skipped.length === 0 ? "" : ` ${skipped.length} ${skipped.length === 1 ? "was" : "were"} skipped (see --json).`;
  const fix = skipped.find((finding) => finding.fix !== undefined)?.fix;
  const folded = { ...ok(`${answered.length} of ${all.length} GETs succeeded.${untried}`), ...(fix !== undefined && { fix }) };
  return found.flatMap((finding) => {
    if (finding === first) return [folded];
    return answered.includes(finding) || skipped.includes(finding) ? [] : [finding];
  });
}

/** A request that failed: a GET, unless it names another method. */
export interface FailedRead {
  readonly method?: string;
  readonly path: string;
  readonly failure: Failure;
}

/** The outcome of a request, in a sentence: the service's own words included. */
export function failureText({ method = "GET", path, failure: { summary, message, requestId } }: FailedRead): string {
  const said = message === undefined ? "" : ` The service says: ${message.replace(/\.$/, "")}.`;
  return `${method} ${path} ${summary}.${said}${requestId === undefined ? "" : ` RequestID: ${requestId}.`}`;
}

export function failureFix({ failure: { hint = "Try again later" } }: Pick<FailedRead, "failure">): string {
  return /[.!?]$/.test(hint) ? hint : `${hint}.`;
}
