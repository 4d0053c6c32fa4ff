import { z } from "zod";
import type { Comment, Host } from "./host";
import { type HttpSettings, list, send, unlessMissing } from "./http";

const text = z.looseObject({
  id: z.number(),
  number: z.number().optional(),
  body: z.string().nullish(),
  state: z.string().optional(),
  user: z.looseObject({ login: z.string() }).nullish(),
});
const made = z.looseObject({ id: z.number(), number: z.number().optional() });
const pull = z.looseObject({
  number: z.number(),
  head: z.looseObject({ sha: z.string() }),
  merged_at: z.string().nullish(),
  merge_commit_sha: z.string().nullish(),
});
const verdict = z.looseObject({
  user: z.looseObject({ login: z.string() }).nullish(),
  state: z.string(),
  commit_id: z.string().nullish(),
});

const canComment = "`pull-requests: write`";
const canReadPulls = "`pull-requests: read`";
const canOpenIssues = "`issues: write`";

/** Comments, pull requests and issues of a repository on GitHub; `account` wrote what counts as the run's own. */
export function github(http: HttpSettings, repository: string, account: string): Host {
  const repo = `/repos/${repository}`;
  const isOwn = ({ user }: z.infer<typeof text>) => user?.login === account;
  const write = (method: "POST" | "PATCH", path: string, body: object, needs: string) =>
    send(http, { method, path: `${repo}${path}`, body, needs }, made);
  return {
    name: "GitHub",
    async comments(number) {
      const all = await list(http, { path: `${repo}/issues/${number}/comments`, needs: canReadPulls }, text);
      return all
        .filter(isOwn)
        .map(({ id, body }): Comment => ({ id, body: body ?? "" }))
        .toSorted((a, b) => a.id - b.id);
    },
    async addComment(number, body) {
      return (await write("POST", `/issues/${number}/comments`, { body }, canComment)).id;
    },
    editComment: (_, id, body) => unlessMissing(write("PATCH", `/issues/comments/${id}`, { body }, canComment)),
    async pullsOf(commit) {
      const all = await list(http, { path: `${repo}/commits/${commit}/pulls`, needs: canReadPulls }, pull);
      return all.map(({ number, head, merged_at: at, merge_commit_sha: sha }) => {
        return { number, head: head.sha, isMerged: at !== null, isMergedBy: sha === commit };
      });
    },
    async approvals({ number, head }) {
      const all = await list(http, { path: `${repo}/pulls/${number}/reviews`, needs: canReadPulls }, verdict);
      // A comment leaves an earlier verdict as it is.
      const verdicts = all.filter(({ state }) => state !== "COMMENTED" && state !== "PENDING");
      const last = new Map(verdicts.map((one) => [one.user?.login, one]));
      return [...last.values()].filter(({ state, commit_id: commit }) => state === "APPROVED" && commit === head).length;
    },
    async issues(label) {
      const query = { labels: label, state: "open" };
      const all = await list(http, { path: `${repo}/issues`, query, needs: canOpenIssues }, text);
      const open = all.filter((issue) => isOwn(issue) && issue.state !== "closed");
      return open.map(({ number, id, body }): Comment => ({ id: number ?? id, body: body ?? "" }));
    },
    async openIssue(label, title, body) {
      const { number, id } = await write("POST", "/issues", { title, body, labels: [label] }, canOpenIssues);
      return number ?? id;
    },
    async editIssue(id, body) {
      await write("PATCH", `/issues/${id}`, { body }, canOpenIssues);
    },
    async closeIssue(id) {
      await write("PATCH", `/issues/${id}`, { state: "closed" }, canOpenIssues);
    },
  };
}
