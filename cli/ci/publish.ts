import { isMarked, markerOf, type Marker } from "../review/marker";
import type { Context } from "./context";
import type { Comment, Published, Pull } from "./host";
import { HostError } from "./http";

/** Keeps one comment of a kind and a stack. Undefined if nothing was written: in a dry run, or if a newer commit was reviewed meanwhile. */
export async function publish(
  context: Context,
  pull: Pull,
  kind: Marker["kind"],
  stack: string,
  text: string,
): Promise<Published | undefined> {
  if (context.isDry) return undefined;
  const { host } = context;
  const body = context.clean(text);
  const find = async () => (await host.comments(pull.number)).filter(isMarked(kind, stack));
  const last = (await find()).at(-1);
  if (last !== undefined && (await isOutdated(context, pull, last))) {
    context.note(`the comment is for a newer commit than ${pull.head}, and stays as it is.`);
    return undefined;
  }
  // A comment may be deleted at any time.
  if (last !== undefined && (await host.editComment(pull.number, last.id, body))) return { id: last.id, action: "updated" };
  const { id } = await host.addComment(pull.number, body).catch(async (error: unknown) => {
    const isUnsure = error instanceof HostError && error.kind === "unsure";
    const made = isUnsure ? (await find()).find((comment) => comment.body.trim() === body.trim()) : undefined;
    if (made === undefined) throw error;
    return made;
  });
  // Of two runs at once, each has found no comment: the second one gives way.
  const [first] = await find();
  if (first === undefined || first.id >= id || !(await host.editComment(pull.number, first.id, body))) return { id, action: "created" };
  await host.editComment(pull.number, id, "The review is in the comment above: two runs ended at the same time.");
  return { id: first.id, action: "updated" };
}

/** Returns true if a comment is of the pull request's last commit, and this run is of another. */
async function isOutdated({ host }: Context, { number, head }: Pull, comment: Comment): Promise<boolean> {
  const commit = markerOf(comment.body)?.commit;
  if (commit === undefined || commit === head) return false;
  const pulls = await host.pullsOf(head).catch(() => []);
  return pulls.some((pull) => pull.number === number && pull.head === commit);
}
