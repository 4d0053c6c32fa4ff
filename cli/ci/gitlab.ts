import { z } from "zod";
import { firstParents, untilListed } from "./commits";
import type { Host } from "./host";
import { type HttpSettings, ifExists, list, pageSize, send, timestamp } from "./http";

const person = z.looseObject({ id: z.number() });
const note = z
  .looseObject({
    id: z.number(),
    body: z.string(),
    author: person,
    system: z.boolean().optional(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .transform(({ id, body, author, system: isSystem, created_at: createdAt, updated_at: updatedAt }) => {
    return { id, body, author, isSystem, createdAt, updatedAt };
  });
const issue = z
  .looseObject({ iid: z.number(), description: z.string().nullish(), author: person.nullish(), updated_at: timestamp })
  .transform(({ iid, description, author, updated_at: updatedAt }) => ({ id: iid, body: description ?? "", author, updatedAt }));
const mergeRequest = z
  .looseObject({
    iid: z.number(),
    sha: z.string(),
    state: z.string(),
    target_branch: z.string(),
    merged_at: timestamp,
    merge_commit_sha: z.string().nullish(),
    squash_commit_sha: z.string().nullish(),
  })
  .transform(({ iid, sha, state, target_branch: base, merged_at: mergedAt, merge_commit_sha: merge, squash_commit_sha: squash }) => {
    return { number: iid, head: sha, base, isMerged: state === "merged", mergedAt, mergedBy: [merge, squash] };
  });
const approver = z.looseObject({ id: z.number(), username: z.string(), bot: z.boolean().optional() });
const approvals = z.looseObject({ approved_by: z.array(z.looseObject({ user: approver, approved_at: timestamp })) });
const commit = z
  .looseObject({ id: z.string(), parent_ids: z.array(z.string()), message: z.string().default("") })
  .transform(({ id, parent_ids: [parent], message }) => ({ sha: id, parent, message }));
const branchHead = z.looseObject({ commit: z.looseObject({ id: z.string() }) }).transform(({ commit }) => commit.id);

/** The user names of GitLab's access tokens. */
const botName = /^(project|group)_\d+_bot/i;

const needs = "the scope `api`, and a role that can comment (Reporter)";

/** A project on GitLab. Only notes and issues of the token's user are considered the run's own. */
export function gitlab(http: HttpSettings, project: string): Host {
  const base = `/projects/${encodeURIComponent(project)}`;
  let user: Promise<number> | undefined;
  const ownId = () => (user ??= send(http, { path: "/user", needs }, person).then(({ id }) => id));
  const own = async <T extends { author?: z.infer<typeof person> | null | undefined }>(texts: Promise<readonly T[]>) => {
    const [id, all] = await Promise.all([ownId(), texts]);
    return all.filter(({ author }) => author?.id === id);
  };
  const write = <T>(method: "POST" | "PUT", path: string, body: object, shape: z.ZodType<T>) =>
    send(http, { method, path: `${base}${path}`, body, needs }, shape);
  const notes = (iid: number) => {
    const query = { sort: "asc", order_by: "created_at" };
    return list(http, { path: `${base}/merge_requests/${iid}/notes`, query, needs }, note);
  };
  const pullsOf = (sha: string) => list(http, { path: `${base}/repository/commits/${sha}/merge_requests`, needs }, mergeRequest);
  const commitsFrom = (sha: string) => {
    const query = { ref_name: sha, first_parent: "true", per_page: String(pageSize) };
    return send(http, { path: `${base}/repository/commits`, query, needs }, z.array(commit));
  };
  return {
    comments: async (iid) => (await own(notes(iid))).toSorted((a, b) => a.id - b.id),
    addComment: (iid, body) => write("POST", `/merge_requests/${iid}/notes`, { body }, person),
    editComment: (iid, id, body) => ifExists(write("PUT", `/merge_requests/${iid}/notes/${id}`, { body }, person)),
    pullsOf,
    pullsBroughtBy: untilListed(http, pullsOf),
    // When people request changes, GitLab withdraws their approval.
    async verdicts(iid) {
      const { approved_by: all } = await send(http, { path: `${base}/merge_requests/${iid}/approvals`, needs }, approvals);
      const self = all.length === 0 ? undefined : await ownId();
      const people = all.filter(({ user: { id, username, bot } }) => bot !== true && !botName.test(username) && id !== self);
      // Older versions of GitLab return no `approved_at`, but write a system note.
      const isUntimed = people.some(({ approved_at: at }) => at === undefined);
      const systemNotes = isUntimed ? await notes(iid) : [];
      const approving = systemNotes.filter(({ isSystem, body }) => isSystem && /^approved this merge request$/i.test(body));
      return people.map(({ user: { id, username: login }, approved_at: at }) => {
        return { login, verdict: "approved", at: at ?? approving.findLast(({ author }) => author.id === id)?.createdAt };
      });
    },
    history: (sha) => firstParents(sha, commitsFrom),
    branchHead: (branch) => ifExists(send(http, { path: `${base}/repository/branches/${encodeURIComponent(branch)}`, needs }, branchHead)),
    issues: (labels) => own(list(http, { path: `${base}/issues`, query: { labels, state: "opened" }, needs }, issue)),
    openIssue: (labels, title, description) => write("POST", "/issues", { title, description, labels }, issue),
    editIssue: (iid, description) => write("PUT", `/issues/${iid}`, { description }, z.unknown()),
    closeIssue: (iid) => write("PUT", `/issues/${iid}`, { state_event: "close" }, z.unknown()),
  };
}
