import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text as textOf } from "node:stream/consumers";

/** A server that answers as the APIs of GitHub and GitLab do, as far as `graphplane ci` calls them. */

export interface HostComment {
  readonly id: number;
  readonly author: string;
  body: string;
}
interface HostIssue extends HostComment {
  readonly title: string;
  readonly labels: readonly string[];
  open: boolean;
}
export interface HostPull {
  readonly number: number;
  head: string;
  /** The commits by which it is found. */
  readonly commits: string[];
  merged: boolean;
}
interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}
export interface HostRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The account of the jobs. */
export const ownAccount = "github-actions[bot]";

export type HostName = "GitHub" | "GitLab";

export class CodeHost {
  readonly token = "token-of-the-host";
  readonly comments: HostComment[] = [];
  readonly issues: HostIssue[] = [];
  readonly reviews: { readonly user: string; readonly state: string; readonly commit: string }[] = [];
  readonly pull: HostPull = { number: 7, head: "c0ffee1", commits: ["c0ffee1"], merged: false };
  readonly requests: HostRequest[] = [];
  /** The largest page that it returns. */
  pageSize = 100;
  /** Answers a request in place of the host, if it returns something. */
  intercept: ((request: HostRequest) => Reply | undefined) | undefined;
  private ids = 100;
  private readonly server = createServer((request, response) => {
    void textOf(request).then((body) => {
      const { pathname, searchParams: query } = new URL(request.url ?? "", "http://host");
      const { method = "", headers } = request;
      const parsed = (body === "" ? {} : JSON.parse(body)) as Record<string, unknown>;
      const seen = { method, path: pathname, query, headers, body: parsed };
      this.requests.push(seen);
      const { status = 200, headers: more, body: answer } = this.intercept?.(seen) ?? this.answer(seen);
      response.writeHead(status, { "content-type": "application/json", ...more }).end(JSON.stringify(answer));
    });
  });

  private constructor(readonly name: HostName) {}

  static async open(name: HostName): Promise<CodeHost> {
    const host = new CodeHost(name);
    await new Promise<void>((resolve) => host.server.listen(0, "127.0.0.1", resolve));
    return host;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/api`;
  }

  /** Adds a comment to the pull request. */
  comment(body: string, author = ownAccount): HostComment {
    const comment = { id: ++this.ids, author, body };
    this.comments.push(comment);
    return comment;
  }

  /** Merges the pull request by a commit of its own, as a squash does. */
  merge(commit: string): void {
    this.pull.commits.push(commit);
    this.pull.merged = true;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private answer(request: HostRequest): Reply {
    const { headers } = request;
    const given = this.name === "GitHub" ? headers.authorization : headers["private-token"];
    if (given !== (this.name === "GitHub" ? `Bearer ${this.token}` : this.token))
      return { status: 401, body: { message: "Bad credentials" } };
    return (this.name === "GitHub" ? this.github(request) : this.gitlab(request)) ?? { status: 404, body: { message: "Not Found" } };
  }

  private github(request: HostRequest): Reply | undefined {
    const { method, path, body } = request;
    const comment = ({ id, author, body }: HostComment) => ({ id, body, user: { login: author } });
    const issue = (one: HostIssue) => ({ ...comment(one), id: one.id + 5000, number: one.id, state: one.open ? "open" : "closed" });
    const what = path.replace("/api/repos/team/databases/", "");
    const last = Number(path.split("/").at(-1));
    if (what === "issues/7/comments")
      return method === "GET"
        ? this.page(request, this.comments.map(comment))
        : { status: 201, body: comment(this.comment(String(body["body"]))) };
    if (what.startsWith("issues/comments/") && method === "PATCH") return this.edit(last, body["body"], comment);
    if (what.startsWith("commits/")) {
      const found = this.pull.commits.includes(what.split("/")[1] ?? "") ? [this.pull] : [];
      const merged_at = this.pull.merged ? "2026-01-01T00:00:00Z" : null;
      return this.page(
        request,
        found.map(({ number, head }) => ({ number, head: { sha: head }, merged_at })),
      );
    }
    if (what === "pulls/7/reviews")
      return this.page(
        request,
        this.reviews.map(({ user, state, commit }) => ({ user: { login: user }, state, commit_id: commit, author_association: "MEMBER" })),
      );
    if (what === "issues" && method === "GET") return this.page(request, this.labelled(request).map(issue));
    if (what === "issues") return { status: 201, body: issue(this.openIssue(body, body["labels"] as string[], "body")) };
    if (what.startsWith("issues/") && method === "PATCH") return this.editIssue(last, body["body"], body["state"] === "closed");
    return undefined;
  }

  private gitlab(request: HostRequest): Reply | undefined {
    const { method, path, body } = request;
    if (path === "/api/user") return { body: { id: 42 } };
    const what = path.replace("/api/projects/5/", "");
    const author = (login: string) => ({ id: login === ownAccount ? 42 : 3 });
    const note = ({ id, author: login, body }: HostComment) => ({ id, body, author: author(login) });
    const issue = (one: HostIssue) => ({
      iid: one.id,
      description: one.body,
      state: one.open ? "opened" : "closed",
      author: author(one.author),
    });
    const last = Number(path.split("/").at(-1));
    if (what === "merge_requests/7/notes") {
      const asked = request.query.get("sort") === "asc" ? this.comments : this.comments.toReversed();
      return method === "GET" ? this.page(request, asked.map(note)) : { status: 201, body: note(this.comment(String(body["body"]))) };
    }
    if (what.startsWith("merge_requests/7/notes/") && method === "PUT") return this.edit(last, body["body"], note);
    if (/^repository\/commits\/\w+\/merge_requests$/.test(what)) {
      const found = this.pull.commits.includes(what.split("/")[2] ?? "") ? [this.pull] : [];
      return this.page(
        request,
        found.map(({ number, head, merged }) => ({ iid: number, sha: head, state: merged ? "merged" : "opened" })),
      );
    }
    if (what === "merge_requests/7/approvals")
      return {
        body: { approved_by: this.reviews.filter(({ state }) => state === "APPROVED").map(({ user }) => ({ user: { username: user } })) },
      };
    if (what === "issues" && method === "GET") return this.page(request, this.labelled(request).map(issue));
    if (what === "issues") return { status: 201, body: issue(this.openIssue(body, String(body["labels"]).split(","), "description")) };
    if (what.startsWith("issues/") && method === "PUT") return this.editIssue(last, body["description"], body["state_event"] === "close");
    return undefined;
  }

  private edit(id: number, body: unknown, show: (comment: HostComment) => unknown): Reply | undefined {
    const comment = this.comments.find((one) => one.id === id);
    if (comment === undefined) return undefined;
    comment.body = String(body);
    return { body: show(comment) };
  }

  private openIssue(body: HostRequest["body"], labels: readonly string[], text: string): HostIssue {
    const issue = { id: ++this.ids, author: ownAccount, body: String(body[text]), title: String(body["title"]), labels, open: true };
    this.issues.push(issue);
    return issue;
  }

  private editIssue(id: number, body: unknown, closes: boolean): Reply | undefined {
    const issue = this.issues.find((one) => one.id === id);
    if (issue === undefined) return undefined;
    if (typeof body === "string") issue.body = body;
    if (closes) issue.open = false;
    return { body: { id, number: id, iid: id } };
  }

  private labelled({ query }: HostRequest): HostIssue[] {
    return this.issues.filter(({ labels, open }) => open && labels.includes(query.get("labels") ?? ""));
  }

  /** One page of a list, with the headers by which each host names the next. */
  private page({ query }: HostRequest, items: readonly unknown[]): Reply {
    const size = Math.min(Number(query.get("per_page") ?? 30), this.pageSize);
    const page = Number(query.get("page") ?? 1);
    const hasMore = items.length > page * size;
    const next = `<https://elsewhere.invalid/api/list?page=${page + 1}&per_page=${size}>; rel="next"`;
    const headers = this.name === "GitLab" ? { "x-next-page": hasMore ? String(page + 1) : "" } : hasMore ? { link: next } : {};
    return { body: items.slice((page - 1) * size, page * size), headers };
  }
}
