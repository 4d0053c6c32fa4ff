import { z } from "zod";
import { firstParents, untilListed } from "./commits";
import type { Host, Verdict } from "./host";
import { type HttpSettings, ifExists, list, pageSize, send, timestamp } from "./http";

/** An account; null if it was deleted. */
const user = z.looseObject({ login: z.string() }).nullable();

/** The id of a comment, or the number of an issue. */
const written = z.looseObject({ id: z.number(), number: z.number().optional() }).transform(({ id, number = id }) => ({ id: number }));
const text = z
  .looseObject({ id: z.number(), number: z.number().optional(), body: z.string().nullish(), user, updated_at: timestamp })
  .transform(({ id, number = id, body, user: author, updated_at: updatedAt }) => ({ id: number, body: body ?? "", author, updatedAt }));
const pull = z
  .looseObject({
    number: z.number(),
    head: z.looseObject({ sha: z.string() }),
    base: z.looseObject({ ref: z.string() }),
    merged_at: z.string().nullable(),
    merge_commit_sha: z.string().nullish(),
  })
  .transform(({ number, head, base, merged_at: at, merge_commit_sha: sha }) => {
    return { number, head: head.sha, base: base.ref, isMerged: at !== null, mergedAt: timestamp.parse(at), mergedBy: [sha] };
  });
const review = z.looseObject({
  user: z.looseObject({ login: z.string(), type: z.string() }).nullable(),
  state: z.string(),
  submitted_at: timestamp,
  commit_id: z.string().nullable(),
  author_association: z.string(),
});
const commit = z
  .looseObject({
    sha: z.string(),
    parents: z.array(z.looseObject({ sha: z.string() })),
    commit: z.looseObject({ message: z.string() }).optional(),
  })
  .transform(({ sha, parents, commit: content }) => ({ sha, parent: parents[0]?.sha, message: content?.message ?? "" }));
const branchHead = z.looseObject({ commit: z.looseObject({ sha: z.string() }) }).transform(({ commit }) => commit.sha);

const writers = ["OWNER", "MEMBER", "COLLABORATOR"];
/** The states of a review that replace an earlier review of the same person. A comment does not. */
const verdictOf = new Map<string, Verdict["verdict"] | undefined>([
  ["APPROVED", "approved"],
  ["CHANGES_REQUESTED", "changes requested"],
  ["DISMISSED", undefined],
]);

const canRead = "`contents: read`";
const canComment = "`pull-requests: write`";
const canReadPulls = "`pull-requests: read`";
const canOpenIssues = "`issues: write`";

/** A repository on GitHub. Only comments and issues of `account` are considered the run's own. */
export function github(http: HttpSettings, repository: string, account: string): Host {
  const repo = `/repos/${repository}`;
  const isOwn = (login: string | undefined) => login?.toLowerCase() === account.toLowerCase();
  const pullsOf = (sha: string) => list(http, { path: `${repo}/commits/${sha}/pulls`, needs: canReadPulls }, pull);
  const commitsFrom = (sha: string) => {
    const query = { sha, per_page: String(pageSize) };
    return send(http, { path: `${repo}/commits`, query, needs: canRead }, z.array(commit));
  };
  const ownTexts = async (path: string, needs: string, query = {}) => {
    const all = await list(http, { path: `${repo}${path}`, query, needs }, text);
    return all.filter(({ author }) => isOwn(author?.login));
  };
  const write = (method: "POST" | "PATCH", path: string, body: object, needs: string) =>
    send(http, { method, path: `${repo}${path}`, body, needs }, written);
  return {
    comments: async (number) => (await ownTexts(`/issues/${number}/comments`, canReadPulls)).toSorted((a, b) => a.id - b.id),
    addComment: (number, body) => write("POST", `/issues/${number}/comments`, { body }, canComment),
    editComment: (_, id, body) => ifExists(write("PATCH", `/issues/comments/${id}`, { body }, canComment)),
    pullsOf,
    pullsBroughtBy: untilListed(http, pullsOf),
    async verdicts(number) {
      const all = await list(http, { path: `${repo}/pulls/${number}/reviews`, needs: canReadPulls }, review);
      const last = new Map<string, Verdict | undefined>();
      for (const { user: author, state, submitted_at: at, commit_id: commit, author_association: role } of all) {
        if (author === null || !verdictOf.has(state)) continue;
        const { login, type } = author;
        const verdict = verdictOf.get(state);
        const counts = type === "User" && !isOwn(login) && writers.includes(role);
        last.set(login.toLowerCase(), verdict && counts ? { login, verdict, at, commit } : undefined);
      }
      return [...last.values()].filter((one) => one !== undefined);
    },
    history: (sha) => firstParents(sha, commitsFrom),
    branchHead: (branch) => ifExists(send(http, { path: `${repo}/branches/${encodeURIComponent(branch)}`, needs: canRead }, branchHead)),
    issues: (label) => ownTexts("/issues", canOpenIssues, { labels: label, state: "open" }),
    openIssue: (label, title, body) => write("POST", "/issues", { title, body, labels: [label] }, canOpenIssues),
    editIssue: (id, body) => write("PATCH", `/issues/${id}`, { body }, canOpenIssues),
    closeIssue: (id) => write("PATCH", `/issues/${id}`, { state: "closed" }, canOpenIssues),
  };
}
