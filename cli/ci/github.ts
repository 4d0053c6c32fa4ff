import { z } from "zod";
import type { Host } from "./host";
import { type HttpSettings, list, send, unlessMissing } from "./http";

const user = z.looseObject({ login: z.string() }).nullish();

/** A comment, or an issue by its number. */
const text = z
  .looseObject({ id: z.number(), number: z.number().optional(), body: z.string().nullish(), state: z.string().optional(), user })
  .transform(({ id, number = id, body, state, user: author }) => ({ id: number, body: body ?? "", author, isOpen: state !== "closed" }));
const pull = z
  .looseObject({
    number: z.number(),
    head: z.looseObject({ sha: z.string() }),
    merged_at: z.string().nullish(),
    merge_commit_sha: z.string().nullish(),
  })
  .transform(({ number, head, merged_at: at, merge_commit_sha: sha }) => {
    return { number, head: head.sha, isMerged: at !== null, mergedBy: [sha] };
  });
const verdict = z.looseObject({ user, state: z.string(), commit_id: z.string().nullish() });

const canComment = "`pull-requests: write`";
const canReadPulls = "`pull-requests: read`";
const canOpenIssues = "`issues: write`";

/** Comments, pull requests and issues of a repository on GitHub; `account` wrote what counts as the run's own. */
export function github(http: HttpSettings, repository: string, account: string): Host {
  const repo = `/repos/${repository}`;
  const ownTexts = async (path: string, needs: string, query = {}) => {
    const all = await list(http, { path: `${repo}${path}`, query, needs }, text);
    return all.filter(({ author, isOpen }) => author?.login.toLowerCase() === account.toLowerCase() && isOpen);
  };
  const write = (method: "POST" | "PATCH", path: string, body: object, needs: string) =>
    send(http, { method, path: `${repo}${path}`, body, needs }, text);
  return {
    comments: async (number) => (await ownTexts(`/issues/${number}/comments`, canReadPulls)).toSorted((a, b) => a.id - b.id),
    addComment: (number, body) => write("POST", `/issues/${number}/comments`, { body }, canComment),
    editComment: (_, id, body) => unlessMissing(write("PATCH", `/issues/comments/${id}`, { body }, canComment)),
    pullsOf: (commit) => list(http, { path: `${repo}/commits/${commit}/pulls`, needs: canReadPulls }, pull),
    async approvals({ number, head }) {
      const all = await list(http, { path: `${repo}/pulls/${number}/reviews`, needs: canReadPulls }, verdict);
      // A comment does not replace an earlier verdict.
      const verdicts = all.filter(({ state }) => state !== "COMMENTED" && state !== "PENDING");
      const last = new Map(verdicts.map((one) => [one.user?.login, one]));
      return [...last.values()].filter(({ state, commit_id: commit }) => state === "APPROVED" && commit === head).length;
    },
    issues: (label) => ownTexts("/issues", canOpenIssues, { labels: label, state: "open" }),
    openIssue: (label, title, body) => write("POST", "/issues", { title, body, labels: [label] }, canOpenIssues),
    editIssue: (id, body) => write("PATCH", `/issues/${id}`, { body }, canOpenIssues),
    closeIssue: (id) => write("PATCH", `/issues/${id}`, { state: "closed" }, canOpenIssues),
  };
}
