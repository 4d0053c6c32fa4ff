import { type Credentials, readAuthorization, type WorkspaceKey } from "./credentials";
import { type Answer, html, json } from "./envelope";
import { type Request } from "./request";
import { type Store } from "./store";
import { resumeWorkspace } from "./update";
import { decodePath, isObject } from "./values";

/** Returns the data-plane endpoint of a request (API 4 or, for token exchange, API 10.13); undefined if there is none. */
export function dataEndpointOf(request: Request): "query" | "token" | undefined {
  if (request.method !== "POST") return undefined;
  if (/^\/restpp\/query\/[^/]+\/[^/]+$/.test(request.path)) return "query";
  return request.path === "/gsql/v1/tokens" ? "token" : undefined;
}

/** Returns true if the path belongs to the data plane (API 1). */
export const isDataPath = (path: string): boolean => /^\/(restpp|gsql)(\/|$)/.test(path);

/** Returns a data plane error: `error` and `message` (API 7), and the `code` of recorded responses. */
export function dataError(status: number, message: string, code: string): Answer {
  return json(status, { version: { api: "v2", schema: 0 }, error: true, message, code, results: [] });
}

/** The data planes of all workspaces, which share one host. The credential identifies the workspace. */
export class DataPlaneService {
  private lastToken = 0;

  constructor(
    private readonly store: Store,
    private readonly credentials: Credentials,
  ) {}

  answer(request: Request): Answer {
    const endpoint = dataEndpointOf(request);
    if (endpoint === undefined) return dataError(404, `Endpoint is not found from url = ${request.path}`, "REST-1000");
    return endpoint === "query" ? this.runQuery(request) : this.exchange(request);
  }

  private runQuery(request: Request): Answer {
    const [graph = "", name = ""] = request.path.split("/").slice(3).map(decodePath);
    const { form, value } = readAuthorization(request.headers["authorization"] ?? "");
    const opened = this.findOpenedWorkspace(form, value, graph);
    if (opened === undefined) return dataError(403, "Access Denied because the input token or secret is empty or not valid.", "REST-10016");
    const stopped = this.respondIfStopped(opened);
    if (stopped !== undefined) return stopped;
    const query = this.store.queries.get(opened.workspaceId)?.find((other) => other.graph === graph && other.query === name);
    this.store.lastUse.set(opened.workspaceId, this.store.now());
    if (query === undefined) return dataError(404, `Query ${name} is not installed on graph ${graph}.`, "REST-1000");
    if (request.text !== "" && !isObject(request.body)) return dataError(400, "The body is not a JSON object.", "REST-30000");
    const parameters = isObject(request.body) ? request.body : {};
    const results = typeof query.results === "function" ? query.results(parameters) : query.results;
    return json(200, { version: { api: "v2", schema: 0 }, error: false, message: "", results });
  }

  private exchange(request: Request): Answer {
    const { secret, lifetime, graph } = isObject(request.body) ? request.body : {};
    const opened = typeof secret === "string" ? this.credentials.secrets.get(secret) : undefined;
    if (opened === undefined) return json(400, { error: true, message: "The secret is not valid." });
    const stopped = this.respondIfStopped(opened);
    if (stopped !== undefined) return stopped;
    const seconds = typeof lifetime === "number" && lifetime > 0 ? lifetime : 604_800;
    this.lastToken += 1;
    const token = `token-${this.lastToken.toString().padStart(6, "0")}-${opened.workspaceId}`;
    const expiresAt = this.store.now() + seconds * 1000;
    this.credentials.tokens.set(token, { ...opened, expiresAt, graph: typeof graph === "string" ? graph : undefined });
    const at = new Date(expiresAt).toISOString();
    const expiration = this.store.behaviour.tokenExpiration === "epoch" ? Math.floor(expiresAt / 1000) : at.slice(0, 19).replace("T", " ");
    return json(200, { expiration, error: false, message: "Generate new token successfully.", token });
  }

  private findOpenedWorkspace(form: string, value: string, graph: string): WorkspaceKey | undefined {
    if (form === "GSQL-Secret") return this.credentials.secrets.get(value);
    const token = form === "Bearer" ? this.credentials.tokens.get(value) : undefined;
    if (token === undefined || token.expiresAt <= this.store.now()) return undefined;
    return token.graph === undefined || token.graph === graph ? token : undefined;
  }

  /** While a workspace is stopped, returns an HTML page and drops the request. Starts the workspace if auto-start is enabled. */
  private respondIfStopped(key: WorkspaceKey): Answer | undefined {
    const { workgroupId, workspaceId } = key;
    this.store.deferrals.read(workgroupId);
    const workspace = this.store.workgroups.get(workgroupId)?.workspaces.get(workspaceId);
    if (workspace === undefined) return html(502, "502 Bad Gateway");
    const { status, enable_auto_start } = workspace.record;
    if (status === "Active") return undefined;
    if (status === "Idle" && enable_auto_start === true) resumeWorkspace(this.store, workspace);
    return html(this.store.behaviour.stoppedStatus, "The workspace is starting");
  }
}
