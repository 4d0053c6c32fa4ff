import { isMarked, markerOf } from "../review/marker";
import type { Context } from "./context";
import type { Pull } from "./host";

/** The reviewed fingerprint of a commit, or the reason why none counts. */
type Reviewed = { readonly fingerprint: string } | { readonly refusal: string };

/** The merged pull request that brought a commit. */
export async function pullThatBrought(context: Context, commit: string): Promise<Pull | undefined> {
  const merged = (await context.host.pullsOf(commit)).filter(({ isMerged }) => isMerged);
  return merged.find(({ mergedBy }) => mergedBy.includes(commit)) ?? merged[0];
}

/** Finds the comment of a pull request, and the fingerprint in it. */
export async function findReviewed(context: Context, stack: string, pull: Pull | undefined): Promise<Reviewed> {
  const { host } = context;
  const { commit } = context.place;
  if (pull === undefined) return { refusal: `${commit ?? "This commit"} belongs to no pull request, so nobody has reviewed its preview.` };
  const marker = (await host.comments(pull.number))
    .filter(isMarked("review", stack))
    .map(({ body }) => markerOf(body))
    .at(-1);
  if (marker === undefined) return { refusal: `Pull request ${pull.number} has no comment with the review of ${stack}.` };
  const { commit: reviewed, fingerprint } = marker;
  const review = `The review of ${stack} on pull request ${pull.number}`;
  if (reviewed !== pull.head) {
    const other = reviewed === undefined ? "names no commit" : `is for commit ${reviewed}`;
    return { refusal: `${review} ${other}, but the last commit is ${pull.head}.` };
  }
  if (fingerprint === undefined) return { refusal: `${review} has no fingerprint: its preview was incomplete, or not allowed.` };
  return { fingerprint };
}

/** The reason why a pull request has too few approvals; undefined if it has enough. */
export async function missingApprovals({ host }: Context, pull: Pull | undefined, required: number): Promise<string | undefined> {
  if (required === 0) return undefined;
  if (pull === undefined) return `--require-approval ${required}: this commit belongs to no pull request, so nobody has approved it.`;
  const verdicts = await host.verdicts(pull.number);
  const approvals = verdicts.filter(({ verdict, commit = pull.head }) => verdict === "approved" && commit === pull.head).length;
  if (approvals >= required) return undefined;
  return `Pull request ${pull.number} has ${approvals} of ${required} approvals for its last commit ${pull.head}.`;
}
