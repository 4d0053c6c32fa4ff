import { z } from "zod";
import type { Host } from "./host";
import { type HttpSettings, list, send, unlessMissing } from "./http";

const person = z.looseObject({ id: z.number() });
const note = z.looseObject({ id: z.number(), body: z.string(), author: person });
const issue = z
  .looseObject({ iid: z.number(), description: z.string().nullish(), state: z.string().optional(), author: person.nullish() })
  .transform(({ iid, description, state, author }) => ({ id: iid, body: description ?? "", author, isOpen: state !== "closed" }));
const mergeRequest = z
  .looseObject({
    iid: z.number(),
    sha: z.string(),
    state: z.string().default("merged"),
    merge_commit_sha: z.string().nullish(),
    squash_commit_sha: z.string().nullish(),
  })
  .transform(({ iid, sha, state, merge_commit_sha: merge, squash_commit_sha: squash }) => {
    return { number: iid, head: sha, isMerged: state === "merged", mergedBy: [merge, squash] };
  });
const approvals = z.looseObject({ approved_by: z.array(z.unknown()) });

const needs = "the scope `api`, and a role that may comment (Reporter)";

/** Notes, merge requests and issues of a project on GitLab. The run's own account is the one of the token. */
export function gitlab(http: HttpSettings, project: string): Host {
  const base = `/projects/${encodeURIComponent(project)}`;
  let user: Promise<number> | undefined;
  const ownId = () => (user ??= send(http, { method: "GET", path: "/user", needs }, person).then(({ id }) => id));
  const write = <T>(method: "POST" | "PUT", path: string, body: object, shape: z.ZodType<T>) =>
    send(http, { method, path: `${base}${path}`, body, needs }, shape);
  return {
    async comments(iid) {
      const own = await ownId();
      const query = { sort: "asc", order_by: "created_at" };
      const all = await list(http, { path: `${base}/merge_requests/${iid}/notes`, query, needs }, note);
      return all.filter(({ author }) => author?.id === own).toSorted((a, b) => a.id - b.id);
    },
    addComment: (iid, body) => write("POST", `/merge_requests/${iid}/notes`, { body }, person),
    editComment: (iid, id, body) => unlessMissing(write("PUT", `/merge_requests/${iid}/notes/${id}`, { body }, z.unknown())),
    pullsOf: (commit) => list(http, { path: `${base}/repository/commits/${commit}/merge_requests`, needs }, mergeRequest),
    async approvals({ number }) {
      const call = { method: "GET", path: `${base}/merge_requests/${number}/approvals`, needs } as const;
      return (await send(http, call, approvals)).approved_by.length;
    },
    async issues(label) {
      const own = await ownId();
      const all = await list(http, { path: `${base}/issues`, query: { labels: label, state: "opened" }, needs }, issue);
      return all.filter(({ author, isOpen }) => author?.id === own && isOpen);
    },
    openIssue: (labels, title, description) => write("POST", "/issues", { title, description, labels }, issue),
    editIssue: (iid, description) => write("PUT", `/issues/${iid}`, { description }, z.unknown()),
    closeIssue: (iid) => write("PUT", `/issues/${iid}`, { state_event: "close" }, z.unknown()),
  };
}
