import { isMarked, markerOf, type Marker, type StackId } from "../review/marker";
import type { Context } from "./context";
import type { Comment, Published, Pull } from "./host";
import { HostError } from "./http";

/** Maintains a single comment of a kind for each stack. Resolves with undefined if nothing was written, which happens in a dry run and if no comment is needed. */
export async function publish(
  context: Context,
  pull: Pull,
  kind: Marker["kind"],
  id: StackId,
  /** The new text, or a function that computes it from the latest comment, which another run might have written in the meantime. */
  text: string | ((last: string | undefined) => string),
  { creates = true }: { readonly creates?: boolean } = {},
): Promise<Published | undefined> {
  if (context.isDry) return undefined;
  const { host } = context;
  const find = async () => (await host.comments(pull.number)).filter(isMarked(kind, id));
  const last = (await find()).at(-1);
  const body = context.redact(typeof text === "string" ? text : text(last?.body));
  if (last === undefined && !creates) return undefined;
  const reason = last && kind === "review" ? await reasonToKeep(context, pull, last, body) : undefined;
  if (last && reason !== undefined) {
    context.log(reason);
    return { id: last.id, action: "unchanged" };
  }
  // The comment might have been deleted in the meantime.
  if (last !== undefined && (await host.editComment(pull.number, last.id, body))) return { id: last.id, action: "updated" };
  const { id: own } = await host.addComment(pull.number, body).catch(async (error: unknown) => {
    const isUnsure = error instanceof HostError && error.kind === "unsure";
    const created = isUnsure ? (await find()).find((comment) => comment.body.trim() === body.trim()) : undefined;
    if (created === undefined) throw error;
    return created;
  });
  // Two concurrent runs might both find no comment. The later one gives way.
  const [first] = await find();
  if (first === undefined || first.id >= own || !(await host.editComment(pull.number, first.id, body)))
    return { id: own, action: "created" };
  await host.editComment(pull.number, own, "The review is in the comment above, because two runs ended at the same time.");
  return { id: first.id, action: "updated" };
}

/** Returns the reason for not changing a review. Approvals refer to the existing review, and merged changes cannot be reviewed again. */
async function reasonToKeep({ host }: Context, { number, head }: Pull, comment: Comment, body: string): Promise<string | undefined> {
  const commit = markerOf(comment.body)?.commit;
  if (commit === head && withoutRun(comment.body) === withoutRun(body))
    return "the review has not changed, so the comment stays unchanged.";
  const pull = (await host.pullsOf(head).catch(() => [])).find((one) => one.number === number);
  if (pull?.isMerged === true) return `pull request ${number} is merged, so its review stays unchanged.`;
  return commit !== undefined && commit !== head && pull?.head === commit
    ? `the comment is for a newer commit than ${head}, so it stays unchanged.`
    : undefined;
}

/** Removes the time and the link to the run from a review, so that reviews can be compared. */
function withoutRun(body: string): string {
  return body.replace(/(<summary>[^<]*?)\d{4}-\d\d-\d\d \d\d:\d\d UTC(?: · <a [^>]*>[^<]*<\/a>)?/, "$1");
}
