import { digestsIn, type ReviewedChange, unpackDigests } from "../review/fingerprint";
import { isMarked, markerOf, type StackId } from "../review/marker";
import type { Context } from "./context";
import type { Comment, Commit, PullRequest, Verdict } from "./host";
import { reportsIn } from "./record";

/** Finds the valid reviews for a commit: on its own pull requests, and on earlier pull requests that still have unapplied changes. */

/** A merged pull request, its review of a stack, and the changes that have been applied. */
export interface ReviewedPull {
  readonly pull: PullRequest;
  /** True if the pull request belongs to the push that started the run. */
  readonly isOfPush: boolean;
  /** The digests of reviewed changes that have not been applied yet; empty if the review is not valid. */
  readonly open: ReadonlySet<string>;
  readonly applied: readonly string[];
  /** The reason why the review is not valid. */
  readonly rejection?: string;
  /** The published review, whether or not it is valid. */
  readonly review: Comment | undefined;
  /** The latest report in the apply comment. */
  readonly lastReport?: string | undefined;
  readonly done?: string | undefined;
}

export interface History {
  readonly sources: readonly ReviewedPull[];
  /** A newer commit that has already been applied. */
  readonly newer?: string | undefined;
}

/** Minimum number of commits to search, because the run of an earlier pull request might have been refused or dropped. */
const minCommits = 10;

/**
 * Walks back from a commit to the last applied commit, for at most 100 commits. Stops soon after valid reviews cover all changes. Each
 * commit takes two requests.
 */
export async function findReviewed(
  context: Context,
  id: StackId,
  { commit, needed, approvals }: { readonly commit: string; readonly needed: readonly ReviewedChange[]; readonly approvals: number },
): Promise<History> {
  const { host, ci } = context;
  const later = await commitsAfter(context, commit);
  const known = new Set<number>();
  const sourcesOf = async (one: Commit, isOfPush: boolean) => {
    const merged = (await pullsOf(context, one, isOfPush && needed.length > 0)).filter(({ number }) => !known.has(number));
    for (const { number } of merged) known.add(number);
    return Promise.all(merged.map((pull) => readPull(context, id, pull, isOfPush, approvals)));
  };
  for (const one of later) {
    const done = (await sourcesOf(one, false)).find((source) => source.done !== undefined);
    if (done !== undefined) return { sources: [], newer: done.done };
  }
  known.clear();
  const laterHashes = later.map(({ sha }) => sha);
  const passed: string[] = [];
  let sources: (ReviewedPull & { readonly index: number })[] = [];
  let isOfPush = true;
  for await (const one of host.history(commit)) {
    const index = passed.push(one.sha) - 1;
    const found = await sourcesOf(one, isOfPush);
    const newer = found.find(({ done = "" }) => laterHashes.includes(done));
    if (newer !== undefined) return { sources: [], newer: newer.done };
    sources.push(...found.map((source) => ({ ...source, index })));
    // All changes up to this commit have been applied.
    const applied = Math.min(...found.map(({ done = "" }) => passed.indexOf(done)).filter((at) => at >= 0));
    sources = sources.map((source) => {
      return source.index >= applied ? { ...source, open: new Set(), rejection: source.rejection ?? allApplied(source) } : source;
    });
    isOfPush &&= ci.before !== undefined && one.parent !== ci.before;
    const isFarEnough = passed.length >= minCommits && !isOfPush;
    if (applied !== Infinity || (isFarEnough && uncovered(needed, sources).length === 0)) break;
  }
  return { sources };
}

export function uncovered(needed: readonly ReviewedChange[], sources: readonly ReviewedPull[]): ReviewedChange[] {
  return needed.filter((change) => !sources.some((source) => covers(source, change)));
}

export function covers({ open }: ReviewedPull, { digests }: ReviewedChange): boolean {
  return digests.some((digest) => open.has(digest));
}

/** Returns the commits of the branch that follow a commit; empty if the commit is the latest one, or not on the branch. */
async function commitsAfter({ host, ci }: Context, commit: string): Promise<Commit[]> {
  const head = ci.branch && (await host.branchHead(ci.branch));
  if (head === undefined || head === commit) return [];
  const later: Commit[] = [];
  for await (const one of host.history(head)) {
    if (one.sha === commit) return later;
    later.push(one);
  }
  return [];
}

/** Returns the pull requests of a commit that are merged into the branch. The host might not list those of a new commit yet. */
async function pullsOf({ host, ci }: Context, commit: Commit, isNew: boolean): Promise<PullRequest[]> {
  const all = await (isNew ? host.pullsBroughtBy(commit) : host.pullsOf(commit.sha));
  const isIntoBranch = ({ base }: PullRequest) => ci.branch === undefined || base === ci.branch;
  const merged = all.filter((pull) => pull.isMerged && isIntoBranch(pull));
  const own = merged.filter(({ mergedBy }) => mergedBy.includes(commit.sha));
  return own.length > 0 ? own : merged;
}

async function readPull(context: Context, id: StackId, pull: PullRequest, isOfPush: boolean, approvals: number): Promise<ReviewedPull> {
  const comments = await context.host.comments(pull.number);
  const record = comments.findLast(isMarked("apply", id));
  const { applied: packed = "", done } = (record && markerOf(record.body)) ?? {};
  const applied = unpackDigests(packed);
  const review = comments.findLast(isMarked("review", id));
  const digests = review === undefined ? [] : (digestsIn(markerOf(review.body)?.fingerprint ?? "") ?? []);
  const open = digests.filter((digest) => !applied.includes(digest));
  const facts = { pull, isOfPush, applied, review, lastReport: record && reportsIn(record.body)[0], done };
  const rejection = rejectionOf(context, id.stack, pull, review) ?? (await missingApprovals(context, pull, review, approvals));
  if (rejection !== undefined) return { ...facts, rejection, open: new Set() };
  return { ...facts, open: new Set(open), ...(open.length === 0 && { rejection: allApplied({ pull }) }) };
}

const allApplied = ({ pull }: Pick<ReviewedPull, "pull">) =>
  `All changes in the review on pull request ${pull.number} are already applied.`;

/** Explains why a review is not valid, regardless of its changes; undefined if it is valid. */
function rejectionOf({ ci }: Context, stack: string, pull: PullRequest, review: Comment | undefined): string | undefined {
  if (review === undefined) return `Pull request ${pull.number} has no comment with the review of ${stack}.`;
  const { commit, fingerprint } = markerOf(review.body) ?? {};
  const name = `The review of ${stack} on pull request ${pull.number}`;
  if (commit !== pull.head)
    return `${name} ${commit === undefined ? "contains no commit" : `is for commit ${commit}`}, but the last commit is ${pull.head}.`;
  if (fingerprint === undefined) return `${name} has no fingerprint because its preview was incomplete, or violated a policy.`;
  if (digestsIn(fingerprint) === undefined) return `${name} is too long: it does not list every change.`;
  const { updatedAt } = review;
  if (updatedAt === undefined || pull.mergedAt === undefined) {
    const time = updatedAt === undefined ? "the time of its last change" : "the time of the merge";
    return `${name} is not accepted, because it might have been changed after the merge: ${ci.name} did not return ${time}. Run the job again.`;
  }
  return updatedAt > pull.mergedAt ? `${name} was changed after the merge.` : undefined;
}

/** Explains why a pull request has too few approvals for its review; undefined if it has enough. */
export async function missingApprovals(
  context: Context,
  pull: PullRequest | undefined,
  review: Comment | undefined,
  required: number,
): Promise<string | undefined> {
  if (required === 0) return undefined;
  if (pull === undefined) return `No pull request contains this commit, so nobody has approved it (--require-approval ${required}).`;
  const verdicts = await context.host.verdicts(pull.number);
  const name = `Pull request ${pull.number}`;
  const against = verdicts.filter(({ verdict }) => verdict === "changes requested").map(({ login }) => login);
  if (against.length > 0) return `${name}: ${against.join(", ")} requested changes. Resolve this, then run the job again.`;
  const since = review?.updatedAt;
  const isValid = ({ at, commit }: Verdict) =>
    (commit === undefined || commit === pull.head) && (since === undefined || (at !== undefined && at >= since));
  const count = verdicts.filter(isValid).length;
  if (count >= required) return undefined;
  return `${name} has ${count} of ${required} required approvals. An approval must be by a person with write access, for the last commit, and newer than the review.`;
}
