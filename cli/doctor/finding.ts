import { type Failure } from "../../client";
import { sentence, serviceWords } from "../../client/http/errors";
import { groupBy } from "../review/values";
import { count } from "../words";

/** The result of a check. `ok` and `skipped` need no action, and a `warning` might. `failed` means that graphplane does not work. */
export interface Finding {
  readonly check: string;
  readonly result: "ok" | "warning" | "failed" | "skipped";
  readonly text: string;
  readonly fix?: string;
}

export const ok = (check: string, text: string): Finding => ({ check, result: "ok", text });
export const warning = (check: string, text: string, fix: string): Finding => ({ check, result: "warning", text, fix });
export const failed = (check: string, text: string, fix: string): Finding => ({ check, result: "failed", text, fix });
export const skipped = (check: string, text: string, fix?: string): Finding => {
  return { check, result: "skipped", text, ...(fix !== undefined && { fix }) };
};

/** The marks of the results, in print order. */
const marks = { failed: "✗", warning: "!", ok: "✓", skipped: "–" } as const satisfies Record<Finding["result"], string>;

/** Returns the findings as text, failures first: one line for each check, its fix on the next line, and a count at the end. */
export function findingLines(found: readonly Finding[]): string[] {
  const column = (mark: string, check: string) => `${mark} ${check.padEnd(13)}`;
  const groups = groupBy(found, (one) => (isCounted(one) ? "counted" : [one.check, one.result, one.fix]));
  const lines = groups.map((group) => {
    const { check, result, text, fix } = isCounted(group[0]) ? countPermissions(group, found) : joinTexts(group);
    const line = `${column(marks[result], check)}${text}`;
    return { result, lines: fix === undefined ? [line] : [line, `${column(" ", "")}Fix: ${fix}`] };
  });
  const ordered = Object.keys(marks).flatMap((wanted) => lines.filter(({ result }) => result === wanted));
  const countOf = (wanted: Finding["result"]) => found.filter(({ result }) => result === wanted).length;
  return [...ordered.flatMap((one) => one.lines), `${countOf("failed")} failed, ${count(countOf("warning"), "warning")}`];
}

const joinTexts = (group: readonly [Finding, ...Finding[]]): Finding => ({ ...group[0], text: group.map(({ text }) => text).join(" ") });

/** Returns true for permitted and skipped calls, which are counted rather than listed. */
const isCounted = ({ check, result }: Finding): boolean => check === "permission" && (result === "ok" || result === "skipped");

function countPermissions(counted: readonly Finding[], found: readonly Finding[]): Finding {
  const [unsent, all] = [counted.filter(({ result }) => result === "skipped"), found.filter(({ check }) => check === "permission")];
  const rest = unsent.length === 0 ? "" : ` ${unsent.length} ${unsent.length === 1 ? "was" : "were"} skipped (see --json).`;
  const fix = unsent.find((one) => one.fix !== undefined)?.fix;
  const text = `${counted.length - unsent.length} of ${all.length} GETs succeeded.${rest}`;
  return { ...ok("permission", text), ...(fix !== undefined && { fix }) };
}

/** A failed request. The method is GET unless specified. */
export interface FailedRead {
  readonly method?: string;
  readonly path: string;
  readonly failure: Failure;
}

/** Describes the failure of a request, including the service's own message and the fix. */
export function explain({ method = "GET", path, failure }: FailedRead): [text: string, fix: string] {
  const { summary, requestId, hint = "Try again later" } = failure;
  const sentences = [`${method} ${path} ${summary}.`, ...serviceWords(failure)];
  if (requestId !== undefined) sentences.push(`RequestID: ${requestId}.`);
  return [sentences.join(" "), sentence(hint)];
}
