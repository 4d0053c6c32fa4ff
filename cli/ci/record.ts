import { messageOf } from "../errors";
import { packDigests, unpackDigests } from "../review/fingerprint";
import { markerLine, markerOf, type StackId } from "../review/marker";
import { maxCommentLength } from "../review/render-markdown";
import type { Context } from "./context";
import type { Published, Pull } from "./host";
import { publish } from "./publish";
import { isRefusal, isUnfinished } from "./reports";

/** The apply comment of a pull request. Each run adds its report above the earlier reports. */

const separator = "\n\n<!-- graphplane-run -->\n\n";

/** Returns the reports in a comment, newest first. */
export function reportsIn(body: string): string[] {
  const text = body.trimEnd();
  const reports = markerOf(text) === undefined ? text : text.slice(0, text.lastIndexOf("<!--"));
  return reports.split(separator.trim()).map((report) => report.trim());
}

export interface Entry {
  readonly report: string;
  /** The digests of the changes that the run applied. */
  readonly applied?: readonly string[];
  /** The last commit whose changes have all been applied. */
  readonly done?: string | undefined;
}

/** Adds a report to the comment of a pull request. The update does not fail if the comment cannot be written. */
export async function addReport(context: Context, id: StackId, pull: Pull, entry: Entry): Promise<Published | undefined> {
  return publish(context, pull, "apply", id, (last = "") => bodyOf(context, id, last, entry)).catch((error: unknown) => {
    context.reportFailure(`The comment on pull request ${pull.number} could not be written: ${messageOf(error)}`);
    return undefined;
  });
}

function bodyOf({ run, ci }: Context, id: StackId, last: string, { report, applied = [], done }: Entry): string {
  // The final report of a run replaces its first report, and a refusal replaces an earlier refusal.
  const isOwn = (one: string) => run?.url === undefined || one.includes(run.url);
  const isReplaced = (one: string) => (isUnfinished(one) ? isOwn(one) : isRefusal(one) && isRefusal(report));
  const kept = reportsIn(last).filter((one, index) => one !== "" && (index > 0 || !isReplaced(one)));
  const before = markerOf(last);
  const all = new Set([...unpackDigests(before?.applied ?? ""), ...applied]);
  const digests = all.size > 0 ? { applied: packDigests(all) } : {};
  const marker = markerLine({ kind: "apply", ...id, commit: ci.commit, ...digests, done: done ?? before?.done });
  const bodyWith = (count: number) => `${[report, ...kept.slice(0, count)].join(separator)}\n\n${marker}\n`;
  let count = kept.length;
  while (count > 0 && bodyWith(count).length > maxCommentLength) count--;
  return bodyWith(count);
}
