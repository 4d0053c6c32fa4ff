import { type Failure } from "../../client";
import { sentence, serviceWords } from "../../client/http/errors";
import { groupBy } from "../review/values";
import { count } from "../words";

/** The result of one check. `ok` needs nothing; a `warning` may; a `failed` one keeps graphplane from working; `skipped` was not tried. */
export interface Finding {
  readonly check: string;
  readonly result: "ok" | "warning" | "failed" | "skipped";
  readonly text: string;
  /** The fix, in sentences. */
  readonly fix?: string;
}

export const ok = (check: string, text: string): Finding => ({ check, result: "ok", text });
export const warning = (check: string, text: string, fix: string): Finding => ({ check, result: "warning", text, fix });
export const failed = (check: string, text: string, fix: string): Finding => ({ check, result: "failed", text, fix });
export const skipped = (check: string, text: string, fix?: string): Finding => {
  return { check, result: "skipped", text, ...(fix !== undefined && { fix }) };
};

/** The results with their marks, in the order in which they are printed. */
const marks = { failed: "✗", warning: "!", ok: "✓", skipped: "–" } as const satisfies Record<Finding["result"], string>;

/** The findings as text, failures first: a line for each check and result, its fix on a line of its own, and at the end a count. */
export function findingLines(found: readonly Finding[]): string[] {
  const column = (mark: string, check: string) => `${mark} ${check.padEnd(13)}`;
  const lines = groupBy(foldPermissions(found), ({ check, result, fix }) => [check, result, fix]).map((group) => {
    const [{ check, result, fix }] = group;
    const text = column(marks[result], check) + group.map((one) => one.text).join(" ");
    return { result, lines: fix === undefined ? [text] : [text, `${column(" ", "")}Fix: ${fix}`] };
  });
  const ordered = Object.keys(marks).flatMap((wanted) => lines.filter(({ result }) => result === wanted));
  const countOf = (wanted: Finding["result"]) => found.filter(({ result }) => result === wanted).length;
  return [...ordered.flatMap((one) => one.lines), `${countOf("failed")} failed, ${count(countOf("warning"), "warning")}`];
}

/** Replaces the permitted calls, and those that were not tried, by their number. */
function foldPermissions(found: readonly Finding[]): readonly Finding[] {
  const all = found.filter(({ check }) => check === "permission");
  const [answered, untried] = [all.filter(({ result }) => result === "ok"), all.filter(({ result }) => result === "skipped")];
  const [first] = [...answered, ...untried];
  if (first === undefined) return found;
  const rest = untried.length === 0 ? "" : ` ${untried.length} ${untried.length === 1 ? "was" : "were"} skipped (see --json).`;
  const fix = untried.find((finding) => finding.fix !== undefined)?.fix;
  const text = `${answered.length} of ${all.length} GETs succeeded.${rest}`;
  const folded = { ...ok("permission", text), ...(fix !== undefined && { fix }) };
  return found.flatMap((finding) => {
    if (finding === first) return [folded];
    return answered.includes(finding) || untried.includes(finding) ? [] : [finding];
  });
}

/** A request that failed: a GET, unless it names another method. */
export interface FailedRead {
  readonly method?: string;
  readonly path: string;
  readonly failure: Failure;
}

/** The outcome of a request, the service's own words included, and the fix: in sentences. */
export function explain({ method = "GET", path, failure }: FailedRead): [text: string, fix: string] {
  const { summary, requestId, hint = "Try again later" } = failure;
  const sentences = [`${method} ${path} ${summary}.`, ...serviceWords(failure)];
  if (requestId !== undefined) sentences.push(`RequestID: ${requestId}.`);
  return [sentences.join(" "), sentence(hint)];
}
