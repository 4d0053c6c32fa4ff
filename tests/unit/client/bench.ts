import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { type Client, type Clock, type ClientSettings, createClient } from "../../../client/index";
import { isServiceError, type ServiceError } from "../../../client/errors";

/** One request as a test's server saw it. */
export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Answers one request, whose body has been read. */
export type Answerer = (response: ServerResponse, request: SeenRequest, socket: Socket) => void;

export interface Service {
  readonly origin: string;
  readonly requests: SeenRequest[];
  /** How many connections were opened so far. */
  connections(): number;
  stop(): Promise<void>;
}

const running: Service[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.stop()));
});

/** Serves on 127.0.0.1 until the test ends: the n-th request gets the n-th answer, later ones the last. */
export async function serve(...answers: Answerer[]): Promise<Service> {
  const requests: SeenRequest[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const { method = "", url = "", headers } = request;
      requests.push({ method, url, headers, body });
      const answer = answers[Math.min(requests.length, answers.length) - 1];
      answer?.(response, { method, url, headers, body }, request.socket);
    });
  });
  server.on("connection", () => connections++);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const service = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    connections: () => connections,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  running.push(service);
  return service;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  return body;
}

/** Answers with a text as it is. */
export function text(status: number, body: string | Buffer, headers: Record<string, string> = {}): Answerer {
  return (response) => response.writeHead(status, headers).end(body);
}

/** Answers with the specification's envelope around a Result. */
export function success(result: unknown): Answerer {
  return text(200, JSON.stringify({ Error: false, ErrorDetails: [], Message: "", RequestID: "req-1", Result: result }));
}

/** Answers with the specification's error envelope. */
export function refusal(status: number, fields: Record<string, unknown> = {}, headers: Record<string, string> = {}): Answerer {
  return text(status, JSON.stringify({ Error: true, ErrorDetails: [], Message: "no", RequestID: "req-1", ...fields }), headers);
}

export const hang: Answerer = () => undefined;
export const reset: Answerer = (_response, _request, socket) => socket.resetAndDestroy();

/** A clock that makes each pause pass at once and remembers it; `held` makes pauses last until they are aborted. */
export class TestClock implements Clock {
  time = 1_000_000;
  held = false;
  readonly pauses: number[] = [];
  now(): number {
    return this.time;
  }
  async sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    this.pauses.push(milliseconds);
    this.time += milliseconds;
    if (!this.held) return;
    await new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason as Error)));
  }
}

export interface Lab {
  readonly client: Client;
  readonly clock: TestClock;
  readonly lines: string[];
}

export const testKey = "test-key-0123456789";

/** A client whose clock, randomness and debug lines are the test's own. */
export function lab(service: { readonly origin: string }, settings: Partial<ClientSettings> = {}, random: () => number = () => 0.5): Lab {
  const clock = new TestClock();
  const lines: string[] = [];
  const client = createClient(
    { baseUrl: service.origin, apiKey: testKey, maxRetries: 0, ...settings },
    { clock, random, debug: (line) => lines.push(line) },
  );
  return { client, clock, lines };
}

/** The error that a call rejects with; fails when it resolves or rejects with anything but a ServiceError. */
export async function failureOf(call: Promise<unknown>): Promise<ServiceError> {
  const outcome = await call.then(
    () => "resolved",
    (error: unknown) => error,
  );
  if (!isServiceError(outcome)) throw new Error(`expected a ServiceError, got ${String(outcome)}`);
  return outcome;
}
