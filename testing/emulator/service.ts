import { type Act, Acts } from "./acts";
import { type Credentials } from "./credentials";
import { DataPlaneService, dataEndpointOf, dataError, isDataPath } from "./data-plane";
import { matchPath } from "./endpoints";
import { type Answer, badRequest, failure, json, Refusal, type ServiceError, success, text } from "./envelope";
import { type Behaviour, type Delay } from "./profile";
import { type Request } from "./request";
import { Call } from "./routes/call";
import { type Endpoint, prefix } from "./routes/endpoint";
import { Store } from "./store";

/** The service without HTTP: handles requests synchronously and in order, and keeps the records. */
export class Service {
  readonly store: Store;
  readonly acts: Acts;
  private readonly dataPlane: DataPlaneService;

  constructor(
    readonly behaviour: Behaviour,
    readonly credentials: Credentials,
    now: () => number,
    onAct: (act: Act) => void = () => undefined,
  ) {
    this.store = new Store(behaviour, now);
    this.acts = new Acts(this.store, onAct);
    this.dataPlane = new DataPlaneService(this.store, credentials);
  }

  locate(request: Request) {
    if (isDataPath(request.path)) return { plane: "data" as const, endpoint: dataEndpointOf(request) };
    return { plane: "control" as const, endpoint: this.match(request)?.endpoint.number };
  }

  /** Serves a request. `delay` overrides the delay of a workspace change. */
  answer(request: Request, delay?: Delay): Answer {
    this.acts.elapse();
    if (isDataPath(request.path)) return this.dataPlane.answer(request);
    const { outsidePrefix, wrongMethod } = this.behaviour;
    if (outsidePrefix === "gateway" && !request.path.startsWith(prefix)) return json(403, { message: "Missing Authentication Token" });
    const found = this.match(request);
    if (found === undefined) {
      const pathExists = this.matches(request).length > 0;
      return pathExists && wrongMethod === 405 ? text(405, "405 method not allowed") : text(404, "404 page not found");
    }
    const { endpoint, params } = found;
    try {
      const store = this.storeFor(request);
      const call = new Call(endpoint.number, params, this.jsonBody(request), store, delay);
      const read = () => {
        const scope = params["workgroupID"] ?? params["installedAddonsID"];
        if (scope !== undefined) store.deferrals.read(scope);
        return endpoint.serve(call);
      };
      const { result, message } = request.method === "GET" ? store.read(read) : store.write(() => endpoint.serve(call));
      return success(this.behaviour, request.id, result, message);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { type, message, details } = error;
      return failure(this.behaviour, request.id, { status: statusOf(error.status, endpoint), type, message, details });
    }
  }

  /** Serves a request without its effects: a PUT returns the old record. Due changes are applied first, so no response contains a change that is undone. */
  rehearse(request: Request): Answer {
    if (request.method === "GET") return this.answer(request);
    this.acts.elapse();
    const restore = this.store.snapshot();
    try {
      return this.answer(request, Infinity);
    } finally {
      restore();
    }
  }

  /** Serves a request later, without a response. A delay in reads counts reads of the first workgroup or add-on in its path. */
  answerLater(request: Request, delay: Delay): void {
    const scope = Object.values(this.match(request)?.params ?? {})[0] ?? "";
    this.store.deferrals.defer(scope, delay, () => void this.answer(request, 0));
  }

  /** Returns an error in the format of the request's plane (API 7). */
  error(request: Request, error: ServiceError): Answer {
    if (isDataPath(request.path)) return dataError(error.status, error.message, "REST-30000");
    return failure(this.behaviour, request.id, error);
  }

  private matches({ path }: Request) {
    return matchPath(path).filter(({ endpoint }) => this.behaviour.extensions || typeof endpoint.number === "number");
  }

  private match(request: Request) {
    return this.matches(request).find(({ endpoint }) => endpoint.method === request.method);
  }

  /** Returns the account of the key's organization; any other organization's account is empty. */
  private storeFor(request: Request): Store {
    const key = request.headers["x-api-key"];
    if (key === this.credentials.apiKey) return this.store;
    if (key === undefined) throw new Refusal(this.behaviour.missingKey, "Unauthorized", "The header x-api-key is missing.");
    if (this.credentials.otherKeys.has(key)) return new Store(this.behaviour, this.store.now);
    throw new Refusal(this.behaviour.wrongKey, "Unauthorized", "The API key is not valid.");
  }

  private jsonBody(request: Request): unknown {
    if (request.text === "") return undefined;
    const declared = request.headers["content-type"] ?? "";
    if (request.body !== undefined && (this.behaviour.bodies === "lenient" || /^application\/json\b/.test(declared))) return request.body;
    throw badRequest("The request body is not JSON (application/json).", "body", "is not JSON");
  }
}

/** Returns the status of a refusal: if set to `documented`, a status documented for the endpoint, 400 before 500. */
function statusOf(status: number | "documented", { statuses }: Endpoint): number {
  if (status !== "documented") return status;
  return statuses.includes(500) && !statuses.includes(400) ? 500 : 400;
}
