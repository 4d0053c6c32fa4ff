import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text as textOf } from "node:stream/consumers";
import axios, { type AxiosRequestConfig } from "axios";
import {
  type HostComment,
  type HostCommit,
  type HostName,
  type HostPull,
  type HostReview,
  ownAccount,
  RepositoryModel,
} from "./repository-model";

export { type HostComment, type HostName, type HostPull, ownAccount };

/** A server that answers as the APIs of GitHub and GitLab do, as far as `graphplane ci` calls them. */

interface HostIssue extends HostComment {
  readonly title: string;
  readonly labels: readonly string[];
  open: boolean;
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

/** The hosts that answer in this process, by their addresses. */
const inProcess = new Map<string, CodeHost>();
let lastHost = 0;

export class CodeHost extends RepositoryModel {
  readonly token = "token-of-the-host";
  readonly issues: HostIssue[] = [];
  readonly requests: HostRequest[] = [];
  /** The largest page that it returns. */
  pageSize = 100;
  /** False for a version of GitLab that does not say when a merge request was approved. */
  hasApprovalTimes = true;
  /** Answers a request in place of the host, if it returns something. */
  intercept: ((request: HostRequest) => Reply | undefined) | undefined;
  /** The fields that its responses lack. */
  readonly omitted: string[] = [];
  private readonly people: string[] = [];
  private server: Server | undefined;

  private constructor(
    name: HostName,
    private readonly address: () => string,
  ) {
    super(name);
  }

  static async open(name: HostName): Promise<CodeHost> {
    const server = createServer((request, response) => {
      void textOf(request).then((body) => {
        const { method = "", headers, url = "" } = request;
        const { status = 200, headers: more, body: answer } = host.handle(method, url, headers, body);
        response.writeHead(status, { "content-type": "application/json", ...more }).end(JSON.stringify(answer));
      });
    });
    const host = new CodeHost(name, () => `127.0.0.1:${(server.address() as AddressInfo).port}`);
    host.server = server;
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return host;
  }

  /** A host that is called without a socket. */
  static inProcess(name: HostName): CodeHost {
    axios.request = answerInProcess as typeof axios.request;
    const address = `host-${++lastHost}.invalid`;
    const host = new CodeHost(name, () => address);
    inProcess.set(host.url, host);
    return host;
  }

  /** The address of its API: of GitHub Enterprise Server, or of GitLab below a path. */
  get url(): string {
    return `http://${this.address()}${this.base}`;
  }

  async close(): Promise<void> {
    inProcess.delete(this.url);
    this.server?.closeAllConnections();
    await new Promise((resolve) => (this.server === undefined ? resolve(undefined) : this.server.close(resolve)));
  }

  /** Answers one request; the address is the path with the query. */
  handle(method: string, address: string, headers: IncomingHttpHeaders, body: string): Reply {
    const { pathname, searchParams: query } = new URL(address, "http://host");
    const parsed = (body === "" ? {} : JSON.parse(body)) as Record<string, unknown>;
    const seen = { method, path: pathname, query, headers, body: parsed };
    this.requests.push(seen);
    const reply = this.intercept?.(seen) ?? this.answer(seen);
    return JSON.parse(JSON.stringify(reply, (key, value: unknown) => (this.omitted.includes(key) ? undefined : value))) as Reply;
  }

  private get base(): string {
    return this.name === "GitHub" ? "/api/v3" : "/gitlab/api/v4";
  }

  private answer(request: HostRequest): Reply {
    const { headers, path } = request;
    const given = this.name === "GitHub" ? headers.authorization : headers["private-token"];
    if (given !== (this.name === "GitHub" ? `Bearer ${this.token}` : this.token))
      return { status: 401, body: { message: "Bad credentials" } };
    const [before, after] = path.split(`${this.base}/`);
    const words = before === "" ? (after ?? "").split("/").map(decodeURIComponent) : [];
    const reply = this.name === "GitHub" ? this.github(request, words) : this.gitlab(request, words);
    return reply ?? { status: 404, body: { message: "Not Found" } };
  }

  private github(request: HostRequest, [, , , what, id = "", more]: readonly string[]): Reply | undefined {
    const { method, body, query } = request;
    const user = (login: string) => ({ login, type: login.endsWith("[bot]") ? "Bot" : "User" });
    const comment = ({ id, author, body, createdAt, updatedAt }: HostComment) => {
      return { id, body, user: user(author), created_at: seconds(createdAt), updated_at: seconds(updatedAt) };
    };
    const issue = (one: HostIssue) => ({ ...comment(one), id: one.id + 5000, number: one.id, state: one.open ? "open" : "closed" });
    const review = ({ id, person, state, at, commit, association }: HostReview) => {
      return { id, user: user(person), state, submitted_at: seconds(at), commit_id: commit, author_association: association };
    };
    const pull = ({ number, head, base, merged, mergedAt, mergedBy }: HostPull) => {
      const merge = { merged_at: merged ? seconds(mergedAt ?? this.time) : null, merge_commit_sha: mergedBy.merge ?? null };
      return { number, head: { sha: head }, base: { ref: base }, state: merged ? "closed" : "open", ...merge };
    };
    const commit = ({ sha, parents, message }: HostCommit) => ({ sha, commit: { message }, parents: parents.map((sha) => ({ sha })) });
    const at = this.pulls.get(Number(id));
    if (what === "issues" && more === "comments" && at !== undefined)
      return method === "GET"
        ? this.page(request, at.comments.map(comment))
        : { status: 201, body: comment(this.comment(String(body["body"]), ownAccount, at)) };
    if (what === "issues" && id === "comments" && method === "PATCH") return this.edit(Number(more), body["body"], comment);
    if (what === "commits" && more === "pulls") return this.page(request, this.pullsOf(id).map(pull));
    if (what === "commits") return this.list(request, this.reachable(query.get("sha") ?? "").map(commit));
    if (what === "branches") return this.branch(id, (sha) => ({ name: id, commit: { sha } }));
    if (what === "pulls" && more === "reviews" && at !== undefined) return this.page(request, at.reviews.map(review));
    if (what !== "issues") return undefined;
    if (method === "GET") return this.page(request, this.labelled(request).map(issue));
    if (method === "POST") return { status: 201, body: issue(this.openIssue(body, body["labels"] as string[], "body")) };
    return this.editIssue(Number(id), body["body"], body["state"] === "closed");
  }

  private gitlab(request: HostRequest, [first, project, ...words]: readonly string[]): Reply | undefined {
    const { method, body, query } = request;
    if (first === "user") return { body: { id: this.idOf(ownAccount) } };
    if (project !== "5") return undefined;
    const author = (login: string) => ({ id: this.idOf(login), username: login });
    const times = ({ createdAt, updatedAt }: HostComment) => ({ created_at: exact(createdAt), updated_at: exact(updatedAt) });
    const note = (one: HostComment) => ({ id: one.id, body: one.body, author: author(one.author), system: false, ...times(one) });
    const approving = ({ id, person, at }: HostReview) => {
      return {
        id,
        body: "approved this merge request",
        author: author(person),
        system: true,
        created_at: exact(at),
        updated_at: exact(at),
      };
    };
    const issue = (one: HostIssue) => {
      return { iid: one.id, description: one.body, state: one.open ? "opened" : "closed", author: author(one.author), ...times(one) };
    };
    const pull = ({ number, head, base, merged, mergedAt = this.time, mergedBy }: HostPull) => {
      const merge = {
        merged_at: merged ? exact(mergedAt) : null,
        merge_commit_sha: mergedBy.merge ?? null,
        squash_commit_sha: mergedBy.squash ?? null,
      };
      return { iid: number, sha: head, state: merged ? "merged" : "opened", target_branch: base, ...merge };
    };
    const commit = ({ sha, parents, message }: HostCommit) => ({ id: sha, parent_ids: parents, message });
    const [what, id = "", more, last] = words;
    const at = this.pulls.get(Number(id));
    if (what === "merge_requests" && more === "notes" && last === undefined && at !== undefined) {
      if (method === "POST") return { status: 201, body: note(this.comment(String(body["body"]), ownAccount, at)) };
      const approvals = at.reviews.filter(({ state }) => state === "APPROVED" || state === "DISMISSED");
      const notes = [...at.comments.map(note), ...approvals.map(approving)].toSorted((a, b) => a.id - b.id);
      return this.page(request, query.get("sort") === "asc" ? notes : notes.toReversed());
    }
    if (what === "merge_requests" && more === "notes" && method === "PUT") return this.edit(Number(last), body["body"], note);
    if (what === "merge_requests" && more === "approvals" && at !== undefined) {
      const verdicts = at.reviews.filter(({ state }) => state !== "COMMENTED");
      const approved = [...new Map(verdicts.map((one) => [one.person, one])).values()].filter(({ state }) => state === "APPROVED");
      const approved_by = approved.map((one) => ({
        user: author(one.person),
        ...(this.hasApprovalTimes && { approved_at: exact(one.at) }),
      }));
      return { body: { approved_by } };
    }
    if (what === "repository" && id === "commits" && last === "merge_requests")
      return this.page(request, this.pullsOf(more ?? "").map(pull));
    if (what === "repository" && id === "commits")
      return this.list(request, this.reachable(query.get("ref_name") ?? "", query.get("first_parent") === "true").map(commit));
    if (what === "repository" && id === "branches") return this.branch(more ?? "", (sha) => ({ name: more, commit: { id: sha } }));
    if (what !== "issues") return undefined;
    if (method === "GET") return this.page(request, this.labelled(request).map(issue));
    if (method === "POST") return { status: 201, body: issue(this.openIssue(body, String(body["labels"]).split(","), "description")) };
    return this.editIssue(Number(id), body["description"], body["state_event"] === "close");
  }

  /** The number of an account: always the same for a login. */
  private idOf(login: string): number {
    if (login === ownAccount) return 42;
    if (!this.people.includes(login)) this.people.push(login);
    return 1000 + this.people.indexOf(login);
  }

  /** A list of commits that is empty for an unknown one, which is an error. */
  private list(request: HostRequest, commits: readonly unknown[]): Reply | undefined {
    return commits.length === 0 ? undefined : this.page(request, commits);
  }

  private branch(name: string, show: (head: string) => unknown): Reply | undefined {
    const head = this.branches.get(name);
    return head === undefined ? undefined : { body: show(head) };
  }

  private edit(id: number, body: unknown, show: (comment: HostComment) => unknown): Reply | undefined {
    const comment = [...this.pulls.values()].flatMap(({ comments }) => comments).find((one) => one.id === id);
    if (comment === undefined) return undefined;
    Object.assign(comment, { body: String(body), updatedAt: this.time });
    return { body: show(comment) };
  }

  private openIssue(body: HostRequest["body"], labels: readonly string[], text: string): HostIssue {
    const opened = { id: this.nextId(), author: ownAccount, open: true, createdAt: this.time, updatedAt: this.time };
    const issue = { ...opened, body: String(body[text]), title: String(body["title"]), labels };
    this.issues.push(issue);
    return issue;
  }

  private editIssue(id: number, body: unknown, closes: boolean): Reply | undefined {
    const issue = this.issues.find((one) => one.id === id);
    if (issue === undefined) return undefined;
    issue.updatedAt = this.time;
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

const exact = (time: number): string => new Date(time).toISOString();
/** GitHub's times are whole seconds. */
const seconds = (time: number): string => exact(time).replace(/\.\d+Z$/, "Z");

const request = axios.request.bind(axios);

/** Lets a host of this process answer, without what axios does for each request, which takes a millisecond. */
function answerInProcess(config: AxiosRequestConfig<unknown>): Promise<unknown> {
  const { baseURL = "", url = "", method = "", headers, data } = config;
  const host = inProcess.get(baseURL);
  if (host === undefined) return request(config);
  const query = new URLSearchParams(config.params as Record<string, string>).toString();
  const address = `${new URL(baseURL).pathname}${url}?${query}`;
  const reply = host.handle(method, address, headers as IncomingHttpHeaders, data === undefined ? "" : JSON.stringify(data));
  return Promise.resolve({ status: reply.status ?? 200, headers: reply.headers ?? {}, data: reply.body });
}
