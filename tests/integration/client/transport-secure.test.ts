import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer as createHttpServer, type Server } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, connect, type Socket } from "node:net";
import { join } from "node:path";
import tls from "node:tls";
import { Axios } from "axios";
import { failureOf, makeClient, serve, success, testKey } from "./fixture";

const fixture = (name: string) => join(__dirname, "fixtures", name);
const credentials = { key: readFileSync(fixture("test-only-key.pem")), cert: readFileSync(fixture("test-only-cert.pem")) };
const wg = { workgroupID: "wg" };
const servers: Server[] = [];
/** Every socket, since a server forgets those that it let become tunnels. */
const sockets = new Set<Socket>();

async function listen<T extends Server>(server: T): Promise<number> {
  servers.push(server);
  server.on("connection", (socket) => sockets.add(socket.on("close", () => sockets.delete(socket))));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

/** A control plane with a certificate that only the fixture's authority vouches for. */
async function secureService() {
  const paths: string[] = [];
  const proxyHeaders: unknown[] = [];
  let connections = 0;
  const server = createHttpsServer(credentials, (request, response) => {
    paths.push(request.url ?? "");
    proxyHeaders.push(request.headers["proxy-authorization"]);
    response.end('{"Error":false,"Result":{"workgroup_id":"wg","name":"answered"}}');
  });
  server.on("connection", () => connections++);
  return { port: await listen(server), paths, proxyHeaders, connections: () => connections };
}

/** A proxy that tunnels every host to 127.0.0.1, or refuses to; it remembers all that it could read. */
async function proxy(refusal?: number) {
  const tunnels: string[] = [];
  const seen: string[] = [];
  const server = createHttpServer((request, response) => {
    seen.push(JSON.stringify([request.method, request.url, request.headers]));
    response.end("{}");
  });
  server.on("connect", (request, client) => {
    tunnels.push(request.url ?? "");
    seen.push(JSON.stringify(request.headers));
    if (refusal !== undefined) return client.end(`HTTP/1.1 ${refusal} No\r\ncontent-length: 0\r\n\r\n`);
    const target = connect(Number(request.url?.split(":")[1]), "127.0.0.1", () => client.write("HTTP/1.1 200 OK\r\n\r\n"));
    client.on("data", (data: Buffer) => seen.push(data.toString("latin1")));
    client.pipe(target).pipe(client);
    for (const socket of [client, target]) socket.on("error", () => [client, target].forEach((end) => end.destroy()));
  });
  const port = await listen(server);
  return { port, url: `http://127.0.0.1:${port}`, tunnels, seen };
}

interface Call {
  readonly baseUrl: string;
  readonly env?: Record<string, string>;
}

/** The results of calls in a process that trusts the fixture's authority. */
async function trusting(...calls: Call[]): Promise<string[]> {
  const child = spawn(process.execPath, [fixture("caller.js")], {
    env: { PATH: process.env["PATH"], NODE_EXTRA_CA_CERTS: fixture("test-only-cert.pem") },
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end(JSON.stringify(calls.map((call) => ({ apiKey: testKey, ...call }))));
  let output = "";
  for await (const chunk of child.stdout) output += String(chunk);
  return JSON.parse(output) as string[];
}

/** The environment of this process for one test. */
function environment(variables: Record<string, string>): void {
  for (const name of ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"]) {
    delete process.env[name];
    delete process.env[name.toLowerCase()];
  }
  Object.assign(process.env, variables);
}

const before = { ...process.env };
beforeEach(() => environment({}));
afterEach(async () => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
  for (const socket of sockets) socket.destroy();
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

test("a private authority is trusted by NODE_EXTRA_CA_CERTS; proxies are used as the environment says, and see no key", async () => {
  const service = await secureService();
  const open = await proxy();
  const asking = await proxy();
  const direct = `https://127.0.0.1:${service.port}`;
  const named = `https://service.test:${service.port}`;
  const outcomes = await trusting(
    { baseUrl: direct },
    { baseUrl: named, env: { HTTPS_PROXY: open.url } },
    { baseUrl: named, env: { HTTPS_PROXY: `http://me:pass@127.0.0.1:${asking.port}` } },
    { baseUrl: direct, env: { HTTPS_PROXY: open.url, NO_PROXY: "example.com,127.0.0.1" } },
    { baseUrl: direct, env: { HTTP_PROXY: open.url } },
    { baseUrl: `https://other.test:${service.port}`, env: { HTTPS_PROXY: open.url } },
  );
  expect(outcomes.slice(0, 5)).toEqual(["answered", "answered", "answered", "answered", "answered"]);
  // The authority is right here, and the name in the certificate is not.
  expect(outcomes[5]).toContain("the connection is not secure (ERR_TLS_CERT_ALTNAME_INVALID)");
  expect(open.tunnels).toEqual([`service.test:${service.port}`, `other.test:${service.port}`]);
  expect(asking.tunnels).toEqual([`service.test:${service.port}`]);
  expect(asking.seen.join()).toContain(`"proxy-authorization":"Basic ${Buffer.from("me:pass").toString("base64")}"`);
  expect([...open.seen, ...asking.seen].join()).not.toContain(testKey);
  expect(service.paths).toEqual(Array(5).fill("/controller/v4/v2/workgroups/wg"));
  expect(service.proxyHeaders).toEqual(Array(5).fill(undefined));
});

test.each([
  ["us%20er:p%40ss%2F:%C3%BC", "us er:p@ss/:ü"],
  ["me:100%", "me:100%"],
  ["me:", "me:"],
])("the credentials %s of a proxy are sent decoded, as %s", async (written, sent) => {
  const asking = await proxy(407);
  environment({ HTTPS_PROXY: `http://${written}@127.0.0.1:${asking.port}` });
  await failureOf(makeClient({ origin: "https://service.test" }).client.workgroups.get(wg));
  expect(asking.seen.join()).toContain(`"proxy-authorization":"Basic ${Buffer.from(sent).toString("base64")}"`);
});

test.each(["SERVICE.test", ".Test", "other.test, Service.TEST:443"])("NO_PROXY=%s exempts the host in any case", async (NO_PROXY) => {
  const carrier = await proxy(502);
  environment({ HTTPS_PROXY: carrier.url, NO_PROXY });
  await failureOf(makeClient({ origin: "https://Service.test" }, { maxRetries: 0 }).client.workgroups.get(wg));
  expect(carrier.tunnels).toEqual([]);
});

test("an untrusted certificate is refused with the fix, without a retry", async () => {
  const service = await secureService();
  const { client, lines } = makeClient({ origin: `https://127.0.0.1:${service.port}` }, { maxRetries: 4 });
  const error = await failureOf(client.workgroups.get(wg));
  expect(error.failure).toMatchObject({ outcome: "unreachable", nonRetryable: true });
  expect(error.message).toMatch(/could not be sent: the connection is not secure \(DEPTH_ZERO_SELF_SIGNED_CERT\)\. .*NODE_EXTRA_CA_CERTS/);
  expect([error.attempts, service.connections(), service.paths.length, lines.length]).toEqual([1, 1, 0, 1]);
});

test.each([
  ["ERR_TLS_CERT_ALTNAME_INVALID", "The certificate belongs to a different host. Check the address"],
  ["CERT_HAS_EXPIRED", "Check this machine's clock"],
  ["CERT_NOT_YET_VALID", "Check this machine's clock"],
])("the fix of the error %s begins with %s", async (code, fix) => {
  const request = jest.spyOn(Axios.prototype, "request").mockRejectedValue(Object.assign(new Error("no"), { code }));
  const error = await failureOf(makeClient({ origin: "https://service.test" }, { maxRetries: 4 }).client.workgroups.get(wg));
  request.mockRestore();
  expect([error.message, error.attempts]).toEqual([expect.stringContaining(fix), 1]);
  expect(error.message).not.toContain("NODE_EXTRA_CA_CERTS");
});

test("successive requests share a secure connection", async () => {
  const service = await secureService();
  const { createSecureContext } = tls;
  const trusting = jest
    .spyOn(tls, "createSecureContext")
    .mockImplementation((options) => createSecureContext({ ...options, ca: credentials.cert }));
  const { client } = makeClient({ origin: `https://127.0.0.1:${service.port}` });
  for (let index = 0; index < 3; index++) await client.workgroups.get(wg);
  trusting.mockRestore();
  expect([service.paths.length, service.connections()]).toEqual([3, 1]);
});

test("https to a plain http server fails without a retry, with a fix", async () => {
  const service = await serve(success({ workgroup_id: "wg" }));
  const error = await failureOf(
    makeClient({ origin: service.origin.replace("http:", "https:") }, { maxRetries: 4 }).client.workgroups.get(wg),
  );
  expect(error.failure).toMatchObject({ outcome: "unreachable", nonRetryable: true });
  expect(error.message).toContain("The server does not use TLS at this address. Check the address");
  expect(error.attempts).toBe(1);
});

test.each(["HTTP_PROXY", "http_proxy", "ALL_PROXY"])(
  "plain http, which is only for loopback hosts, never goes through %s, because the key would leave the machine",
  async (name) => {
    const carrier = await proxy();
    const service = await serve(success({ workgroup_id: "wg" }));
    environment({ [name]: carrier.url });
    await makeClient(service).client.workgroups.get(wg);
    expect(service.requests).toHaveLength(1);
    expect(carrier.seen).toEqual([]);
  },
);

test.each([
  [407, 4, 1],
  [403, 4, 1],
  [502, 2, 3],
])("the error of a proxy that refuses with %d has its status, and the proxy never gets the key", async (status, maxRetries, attempts) => {
  const carrier = await proxy(status);
  environment({ HTTPS_PROXY: carrier.url });
  const error = await failureOf(makeClient({ origin: "https://service.test:443" }, { maxRetries }).client.workgroups.get(wg));
  expect(error.message).toContain(`HTTP ${status}`);
  expect(error.attempts).toBe(attempts);
  expect(carrier.tunnels).toEqual(Array(attempts).fill("service.test:443"));
  expect(carrier.seen.join()).not.toContain(testKey);
});

async function stoppedService(): Promise<string> {
  const gone = await serve(success(null));
  await gone.close();
  return gone.origin;
}

const notValid = /the proxy's address is not a valid http or https address\. Correct HTTPS_PROXY/;

/** Proxies that carry nothing, made from the address of one that refuses, and their errors after so many attempts. */
test.each<[string, (url: string) => string | Promise<string>, RegExp, number]>([
  [
    "requires credentials, without those that were given",
    (url) => url.replace("//", "//me:canary@"),
    /the proxy 127\.0\.0\.1:\d+ \(HTTPS_PROXY\) requires different credentials \(HTTP 407\)\. (?!.*canary).*percent-encoded/,
    1,
  ],
  [
    "is not there",
    stoppedService,
    /could not be sent to the proxy 127\.0\.0\.1:\d+ \(HTTPS_PROXY\): no server listens at that address \(ECONNREFUSED\).*Correct HTTPS_PROXY, or add the host to NO_PROXY/,
    5,
  ],
  ["has no host", () => "http://", notValid, 1],
  ["has a space in its address", () => "http://a b", notValid, 1],
  ["speaks another protocol", (url) => url.replace("http:", "socks5:"), notValid, 1],
  ["has no scheme, which is taken for https", (url) => url.replace("http://", ""), /that HTTPS_PROXY begins with http:\/\//, 1],
])("the error of a proxy that %s names what to fix", async (_, addressOf, message, attempts) => {
  environment({ HTTPS_PROXY: await addressOf((await proxy(407)).url) });
  const error = await failureOf(makeClient({ origin: "https://service.test" }, { maxRetries: 4 }).client.workgroups.get(wg));
  expect(error.failure.outcome).toBe("unreachable");
  expect(error.message).toMatch(message);
  expect(error.attempts).toBe(attempts);
});

test("a request that a proxy never forwards ends at the timeout", async () => {
  const silent = createHttpServer();
  silent.on("connect", () => undefined);
  environment({ HTTPS_PROXY: `http://127.0.0.1:${await listen(silent)}` });
  const error = await failureOf(makeClient({ origin: "https://service.test" }, { requestTimeoutSeconds: 0.05 }).client.workgroups.get(wg));
  expect(error.message).toContain("timed out");
});
