import { isMarked, markerOf, type Marker, type StackId } from "../review/marker";
import type { Context } from "./context";
import type { Comment, Published, Pull } from "./host";
import { HostError } from "./http";

/** Keeps one comment of a kind for a stack. Resolves to undefined if nothing was written: in a dry run, or if no comment is needed. */
export async function publish(
  context: Context,
  pull: Pull,
  kind: Marker["kind"],
  id: StackId,
  /** The text, or a function of the newest comment, which another run might have written in the meantime. */
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
  if (last !== undefined && reason !== undefined) {
    context.log(reason);
    return { id: last.id, action: "unchanged" };
  }
  // The comment might be deleted at any time.
  if (last !== undefined && (await host.editComment(pull.number, last.id, body))) return { id: last.id, action: "updated" };
  const { id: own } = await host.addComment(pull.number, body).catch(async (error: unknown) => {
    const isUnsure = error instanceof HostError && error.kind === "unsure";
    const created = isUnsure ? (await find()).find((comment) => comment.body.trim() === body.trim()) : undefined;
    if (created === undefined) throw error;
    return created;
  });
  // Concurrent runs might both find no comment; the later one yields.
  const [first] = await find();
  if (first === undefined || first.id >= own || !(await host.editComment(pull.number, first.id, body)))
    return { id: own, action: "created" };
  await host.editComment(pull.number, own, "The review is in the comment above: two runs ended at the same time.");
  return { id: first.id, action: "updated" };
}

/** Returns the reason why a review stays unchanged: approvals are for it, and merged changes cannot be reviewed again. */
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

/** Removes the time and the link to the run from a review. */
function withoutRun(body: string): string {
  return body.replace(/(<summary>[^<]*?)\d{4}-\d\d-\d\d \d\d:\d\d UTC(?: · <a [^>]*>[^<]*<\/a>)?/, "$1");
}
