import { isMarked, markerOf } from "../review/marker";
import type { Context } from "./context";
import type { Pull } from "./host";

/** The reviewed fingerprint of a commit, or the reason why there is none that counts. */
export type Reviewed = { readonly pull?: Pull | undefined } & ({ readonly fingerprint: string } | { readonly refusal: string });

/** The pull request that brought a commit; one that is still open has brought nothing. */
export async function pullThatBrought(context: Context, commit: string): Promise<Pull | undefined> {
  const merged = (await context.host.pullsOf(commit)).filter(({ isMerged }) => isMerged);
  return merged.find(({ isMergedBy }) => isMergedBy) ?? merged[0];
}

/** Finds the comment of a pull request, and the fingerprint in it. */
export async function findReviewed(context: Context, stack: string, pull: Pull | undefined): Promise<Reviewed> {
  const { host } = context;
  const { commit } = context.place;
  if (pull === undefined)
    return { refusal: `${commit ?? "This commit"} came through no pull request, so nobody has reviewed its preview.` };
  const marker = (await host.comments(pull.number))
    .filter(isMarked("review", stack))
    .map(({ body }) => markerOf(body))
    .at(-1);
  const of = `Pull request ${pull.number}`;
  if (marker === undefined) return { pull, refusal: `${of} has no comment with the review of ${stack}.` };
  if (marker.commit !== pull.head) {
    const other = marker.commit === undefined ? "names no commit" : `is of commit ${marker.commit}`;
    return { pull, refusal: `The review of ${stack} on pull request ${pull.number} ${other}, and its last commit is ${pull.head}.` };
  }
  if (marker.fingerprint === undefined)
    return {
      pull,
      refusal: `The review of ${stack} on pull request ${pull.number} has no fingerprint: its preview was incomplete, or not allowed.`,
    };
  return { pull, fingerprint: marker.fingerprint };
}

/** The reason why a pull request has too few approvals; undefined if it has enough. */
export async function missingApprovals({ host }: Context, pull: Pull | undefined, required: number): Promise<string | undefined> {
  if (required === 0) return undefined;
  if (pull === undefined) return `--require-approval ${required}: this commit came through no pull request, so nobody has approved it.`;
  const approvals = await host.approvals(pull);
  if (approvals >= required) return undefined;
  return `Pull request ${pull.number} has ${approvals} of ${required} approvals of its last commit ${pull.head}.`;
}
