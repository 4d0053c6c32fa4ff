import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { text as textOf } from "node:stream/consumers";
import { closeAfterTest } from "./close-after-test";

/** One request as a test's server saw it. */
export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Answers one request, whose body has been read. */
export type Answerer = (response: ServerResponse, request: SeenRequest, socket: Socket) => void;

/** Serves on 127.0.0.1 until the test ends: the n-th request gets the n-th answer, later ones the last. */
export async function serve(...answers: Answerer[]) {
  const requests: SeenRequest[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    void textOf(request).then((body) => {
      const { method = "", url = "", headers } = request;
      requests.push({ method, url, headers, body });
      const answer = answers[Math.min(requests.length, answers.length) - 1];
      answer?.(response, { method, url, headers, body }, request.socket);
    });
  });
  server.on("connection", () => connections++);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return closeAfterTest({
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    /** The number of connections opened so far. */
    connections: () => connections,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

/** Answers with a text as it is. */
export function text(status: number, body: string | Buffer, headers: Record<string, string> = {}): Answerer {
  return (response) => response.writeHead(status, headers).end(body);
}

/** Answers with the service's envelope (API 2.1) around a Result. */
export function success(result: unknown): Answerer {
  return text(200, JSON.stringify({ Error: false, ErrorDetails: [], Message: "", RequestID: "req-1", Result: result }));
}

/** Answers with the service's error envelope (API 2.1). */
export function refusal(status: number, fields: Record<string, unknown> = {}, headers: Record<string, string> = {}): Answerer {
  return text(status, JSON.stringify({ Error: true, ErrorDetails: [], Message: "no", RequestID: "req-1", ...fields }), headers);
}

export const hang: Answerer = () => undefined;
export const reset: Answerer = (_response, _request, socket) => socket.resetAndDestroy();
