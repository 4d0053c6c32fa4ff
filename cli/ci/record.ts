import { messageOf } from "../errors";
import { packDigests, unpackDigests } from "../review/fingerprint";
import { markerLine, markerOf, type StackId } from "../review/marker";
import { longestComment } from "../review/render-markdown";
import type { Context } from "./context";
import type { Published } from "./host";
import { publish } from "./publish";
import { isUnfinished, isRefusal } from "./reports";
import type { ReviewedPull } from "./reviewed";

/** The apply comment of a pull request. It grows: a later run adds its report above the earlier ones. */

const between = "\n\n<!-- graphplane-run -->\n\n";

/** The reports in a comment, the newest first. */
export function reportsIn(body: string): string[] {
  const text = body.trimEnd();
  return (markerOf(text) === undefined ? text : text.slice(0, text.lastIndexOf("<!--"))).split(between.trim()).map((one) => one.trim());
}

export interface Entry {
  readonly report: string;
  /** The digests that the run has applied. */
  readonly applied?: readonly string[];
  /** The commit up to which everything is applied. */
  readonly done?: string | undefined;
}

/** Adds a report to the comment of a pull request. A failure to write the comment does not fail the update. */
export async function addReport(context: Context, id: StackId, source: ReviewedPull, entry: Entry): Promise<Published | undefined> {
  const { pull } = source;
  return publish(context, pull, "apply", id, (last = "") => bodyOf(context, id, last, entry)).catch((error: unknown) => {
    context.reportFailure(`The comment on pull request ${pull.number} could not be written: ${messageOf(error)}`);
    return undefined;
  });
}

function bodyOf(context: Context, id: StackId, last: string, { report, applied = [], done }: Entry): string {
  const earlier = reportsIn(last).filter(Boolean);
  // The report of a run replaces that of its begin; refusals do not add up.
  const isReplaced = (one: string) => (isUnfinished(one) ? isOwn(one, context) : isRefusal(one) && isRefusal(report));
  const kept = earlier.filter((one, index) => index > 0 || !isReplaced(one));
  const before = markerOf(last);
  const all = new Set([...unpackDigests(before?.applied ?? ""), ...applied]);
  const marker = markerLine({
    kind: "apply",
    ...id,
    commit: context.ci.commit,
    ...(all.size > 0 && { applied: packDigests(all) }),
    done: done ?? before?.done,
  });
  let body = "";
  for (let number = kept.length; number >= 0; number--) {
    body = `${[report, ...kept.slice(0, number)].join(between)}\n\n${marker}\n`;
    if (body.length <= longestComment) break;
  }
  return body;
}

/** Returns true for the report of this run. */
function isOwn(report: string, { run }: Context): boolean {
  return run?.url === undefined || report.includes(run.url);
}
