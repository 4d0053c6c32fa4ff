import { inspect } from "node:util";
import { z } from "zod";
import { endpoint } from "../../../../client/http/endpoint";
import { controlPlane } from "../../../../client/http/call";
import { InputError, type ServiceError } from "../../../../client/http/errors";
import { createClient } from "../../../../client";
import { redactor, secretSearch } from "../../../../client/http/redact";
import { resolveSettings } from "../../../../client/http/settings";
import { Transport } from "../../../../client/http/transport";
import { type Answerer, failureOf, makeClient, reset, serve, success, VirtualClock, text } from "../fixture";

/** A key of every character that some spelling writes otherwise. */
const key = `gP4"q\\7/Zx+9%tK&m<V>w'c!R(h)y*J~e=`;
const password = `pä ss"\\/+%&<>'wörd 🌍 Q7`;
const wg = { workgroupID: "wg" };

const spellings: readonly (readonly [string, (secret: string) => string])[] = [
  ["as it is", (secret) => secret],
  ["URL-encoded", encodeURIComponent],
  ["URL-encoded in lower case", (secret) => encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase())],
  [
    "URL-encoded to the last character",
    (secret) => encodeURIComponent(secret).replace(/[!'()*~]/g, (c) => `%${c.charCodeAt(0).toString(16)}`),
  ],
  ["encoded as a whole address", encodeURI],
  ["as a form's field", (secret) => encodeURIComponent(secret).replace(/%20/g, "+")],
  ["in base64", (secret) => Buffer.from(secret).toString("base64")],
  ["in base64 without padding", (secret) => Buffer.from(secret).toString("base64").replace(/=+$/, "")],
  ["in base64 for URLs", (secret) => Buffer.from(secret).toString("base64url")],
  ["escaped for JSON", (secret) => JSON.stringify(secret).slice(1, -1)],
  ["escaped for JSON with its slashes", (secret) => JSON.stringify(secret).slice(1, -1).replaceAll("/", "\\/")],
  ["escaped for HTML", (secret) => secret.replace(/[&<>"']/g, (c) => `&${{ "&": "amp", "<": "lt", ">": "gt", '"': "quot" }[c] ?? "#39"};`)],
  ["escaped for JSON in ASCII", escapeForJson(/[^\x20-\x7e]/g)],
  ["escaped for JSON, also what HTML reads", escapeForJson(/[&<>'"\u2028]/g)],
  ["escaped for JSON, and once more", (secret) => JSON.stringify(escapeForJson(/[&<>]/g)(secret)).slice(1, -1)],
  ["escaped for HTML by numbers", (secret) => secret.replace(/[^a-z0-9 ]/giu, (c) => `&#${c.codePointAt(0)};`)],
  ["escaped for HTML by hexadecimal numbers", (secret) => secret.replace(/[&<>"']/g, (c) => `&#x${c.charCodeAt(0).toString(16)};`)],
  ["in capitals", (secret) => secret.toUpperCase()],
];

/** As JSON, with some characters by their codes that need not be. */
function escapeForJson(more: RegExp): (secret: string) => string {
  const code = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return (secret) =>
    [...secret]
      .map((c) => (more.test(((more.lastIndex = 0), c)) ? c.split("").map(code).join("") : JSON.stringify(c).slice(1, -1)))
      .join("");
}

const envelope = (fields: Record<string, unknown>, status = 400): Answerer =>
  text(status, JSON.stringify({ Error: true, ErrorDetails: [], ...fields }));
const places: readonly (readonly [string, (secret: string) => Answerer])[] = [
  ["Message", (secret) => envelope({ Message: `the key ${secret} is wrong` })],
  ["Message of a 200", (secret) => envelope({ Message: secret }, 200)],
  ["Reason", (secret) => envelope({ ErrorDetails: [{ Reason: `not ${secret}`, FieldName: "f", Type: "Unauthorized" }] }, 401)],
  ["FieldName", (secret) => envelope({ ErrorDetails: [{ FieldName: secret, Reason: "r", Type: "Bad-Request" }] })],
  ["Type", (secret) => envelope({ ErrorDetails: [{ FieldName: "f", Reason: "r", Type: secret }] })],
  ["RequestID", (secret) => envelope({ RequestID: `id-${secret}` })],
  ["RequestID of a success of another shape", (secret) => text(200, JSON.stringify({ Error: false, RequestID: secret, Result: 1 }))],
  ["an HTML title", (secret) => text(200, `<html><title>no ${secret}</title></html>`)],
  ["an HTML title, where it is cut", (secret) => text(200, `<title>${"x".repeat(75)}${secret}</title>`)],
  ["a text", (secret) => text(404, `no such thing: ${secret}`)],
  ["a text, where it is cut", (secret) => text(200, `${"x".repeat(50)}${secret}`)],
  ["a key of another service's JSON", (secret) => text(500, JSON.stringify({ [secret]: 1 }))],
  ["a key of a Result", (secret) => text(200, JSON.stringify({ Result: { workgroup_id: null, [secret]: [] } }))],
  ["Location's query", (secret) => text(302, "", { location: `https://other.example.com/?key=${encodeURI(secret)}` })],
  ["Location's path, relative", (secret) => text(302, "", { location: `/${encodeURI(secret)}` })],
  ["Location's host", (secret) => text(302, "", { location: `https://${encodeURI(secret)}.example.com/` })],
  ["the reason phrase", (secret) => (response) => response.writeHead(400, secret.replace(/[^\x20-\x7e]/g, "?")).end()],
  ["headers", (secret) => text(400, "", { "x-echo": encodeURI(secret), "retry-after": encodeURI(secret) })],
];

/** Everything of an error that could be shown anywhere. */
function shown(error: Error): string {
  return [error.message, error.stack, String(error), inspect(error, { depth: Infinity, showHidden: true }), JSON.stringify(error)].join(
    "\n",
  );
}

function partsOf(secret: string): Set<string> {
  const spelled = spellings.map(([, spell]) => spell(secret).toLowerCase());
  return new Set(spelled.flatMap((whole) => Array.from({ length: Math.max(0, whole.length - 7) }, (_, at) => whole.slice(at, at + 8))));
}

/** Fails if the text contains eight consecutive characters of a secret, in any of its spellings. */
function expectNothingOf(secret: string, told: string): void {
  const searched = told.toLowerCase();
  for (const part of partsOf(secret)) if (searched.includes(part)) throw new Error(`"${part}" is in: ${told}`);
}

/** Every object that can be reached from a value, also by hidden and symbol keys and by prototypes of one's own. */
function reachable(value: unknown, found = new Set<object>()): Set<object> {
  if (typeof value !== "object" || value === null || found.has(value)) return found;
  found.add(value);
  for (const property of Reflect.ownKeys(value)) reachable(Reflect.get(value, property), found);
  return found;
}

function expectPlain(error: ServiceError): void {
  for (const object of reachable(error)) {
    const { constructor } = Object.getPrototypeOf(object) as { constructor: { name: string } };
    expect(["ServiceError", "Object", "Array"]).toContain(constructor.name);
    expect(Reflect.ownKeys(object)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(request|response|config|headers?|socket|cause|data|body)$/i)]),
    );
  }
}

test.each(
  places.flatMap(([place, answer]) => [
    ["the key", place, answer, key, []] as const,
    ["a secret of the context", place, answer, password, ["", password]] as const,
  ]),
)("no error or line contains %s if the service repeats it in %s, in any encoding", async (_, __, answer, secret, secrets) => {
  const service = await serve(...spellings.map(([, spell]) => answer(spell(secret))));
  const { client, lines } = makeClient(service, { apiKey: key });
  for (let index = 0; index < spellings.length; index++) {
    const error = await failureOf(client.withContext({ secrets: [...secrets] }).workgroups.get(wg));
    expectNothingOf(secret, shown(error));
    expectPlain(error);
  }
  expectNothingOf(secret, lines.join("\n"));
});

test.each([
  ["a reset connection", reset],
  ["a hang", () => undefined],
  ["a redirect", text(307, "", { location: "https://other.example.com" })],
  ["a response that repeats it", envelope({ Message: `the password ${password} is weak` })],
] as readonly (readonly [string, Answerer])[])(
  "after %s neither the key nor the secret of the body can be reached from the error object",
  async (_, answer) => {
    const service = await serve(answer);
    const clock = new VirtualClock();
    const settings = resolveSettings({ baseUrl: service.origin, apiKey: key, maxRetries: 0, requestTimeoutSeconds: 0.3 });
    const call = controlPlane(new Transport({ settings, clock, random: () => 0 }), settings, {});
    const row = endpoint("POST", "/users", "Create a user.", { body: z.strictObject({ password: z.string() }), secret: ["password"] });
    const error = await failureOf(call(row, {}, { password }));
    expect(JSON.parse(service.requests[0]?.body ?? "")).toEqual({ password });
    expectNothingOf(key, shown(error));
    expectNothingOf(password, shown(error));
    expectPlain(error);
  },
);

test("if the connection is refused, the key cannot be reached from the error object", async () => {
  const service = await serve(reset);
  await service.close();
  const error = await failureOf(makeClient(service, { apiKey: key }).client.workgroups.get(wg));
  expectNothingOf(key, shown(error));
  expectPlain(error);
});

test("no error contains an alphanumeric key from the host of Location, which is shown in lower case", async () => {
  const plain = "KeyOfLetters0123456789";
  const service = await serve(text(302, "", { location: `https://${plain}.example.com/` }));
  const error = await failureOf(makeClient(service, { apiKey: plain }).client.workgroups.get(wg));
  expect(error.message).toContain("a redirect to https://[redacted].example.com");
  expectNothingOf(plain, shown(error));
});

describe("a one-letter secret redacts neither graphplane's own words, identifiers nor the RequestID", () => {
  const answers: readonly (readonly [string, Answerer, string])[] = [
    [
      "a refusal",
      envelope({ Message: "see e", RequestID: "897be297" }),
      "was refused (HTTP 400). The service responded: s[redacted][redacted] [redacted].",
    ],
    [
      "a detail",
      envelope({ ErrorDetails: [{ FieldName: "name", Reason: "odd e", Type: "Bad-Request" }] }),
      "(HTTP 400, Bad-Request). nam[redacted]: odd [redacted].",
    ],
    ["a page", text(200, "<title>the e</title>"), 'an HTML page titled "th[redacted] [redacted]". Check the base URL'],
    ["a text", text(200, "the e"), 'text that is not JSON ("th[redacted] [redacted]"). Check the base URL'],
    [
      "another service's JSON",
      text(200, '{"e":1,"me":2}'),
      "JSON that is not this service's envelope (keys: [redacted], m[redacted]). Check",
    ],
    [
      "a Result of another shape",
      text(200, '{"Result":{"workgroup_id":1,"workspaces":7}}'),
      "Result that does not have the documented shape (Result.workspaces: ",
    ],
    [
      "a redirect",
      text(302, "", { location: "https://else.test/e" }),
      "a redirect to https://[redacted]ls[redacted].t[redacted]st. If the service is at that address, configure graphplane to use it",
    ],
  ];

  test.each(answers)("after %s", async (_, answer, told) => {
    const service = await serve(answer);
    const { client, lines } = makeClient(service);
    const purpose = { kind: "DatabaseUser", operation: "create", object: 'database user "e" of workspace "ee"' };
    const error = await failureOf(client.withContext({ secrets: ["e"], purpose }).workgroups.get({ workgroupID: "the-workgroup" }));
    expect(error.message).toMatch(
      /^DatabaseUser: create of database user "e" of workspace "ee" failed: GET \/workgroups\/the-workgroup (returned|was refused) /,
    );
    expect(error.message).toContain(told);
    expect(lines.join()).toMatch(/debug: GET \/workgroups\/the-workgroup \d+ /);
    expect(lines.join()).not.toContain("[redacted]");
    if (error.failure.requestId !== undefined) expect(error.message).toMatch(/RequestID: 897be297$/);
  });

  test("on a data plane, whose credential it is", async () => {
    const service = await serve(text(403, JSON.stringify({ error: true, code: "REST-10016", message: "no token e" })));
    const query = makeClient(service).client.queries.run(
      { host: service.origin, graph: "movies", queryName: "e-mails" },
      {},
      { token: "e" },
    );
    const { message } = await failureOf(query);
    expect(message).toContain(`run an installed query failed: POST ${service.origin}/restpp/query/movies/e-mails was refused (HTTP 403, R`);
    expect(message).toContain("The service responded: no tok[redacted]n [redacted]. The access token (token) was sent as a bearer token.");
  });
});

test.each([
  ["the whole of a parameter", "ee", "GET /workgroups/[redacted] was"],
  ["a part of one", "e", "GET /workgroups/ee was"],
  ["a long part of one", "workgroup-1", "GET /workgroups/ee was"],
])("a secret that is %s of a path is redacted there", async (_, secret, told) => {
  const service = await serve(envelope({}));
  const { client, lines } = makeClient(service);
  const error = await failureOf(client.withContext({ secrets: [secret] }).workgroups.get({ workgroupID: "ee" }));
  expect(error.message).toContain(told);
  expect(lines.join()).toContain(told.replace(" was", " 400"));
});

test("the error of a shared request does not contain the secrets of a caller that joined it", async () => {
  const message = "neither first-secret nor second-secret nor e";
  const service = await serve(envelope({ Message: message, ErrorDetails: [{ FieldName: "f", Reason: message, Type: "Bad-Request" }] }));
  const { client } = makeClient(service);
  const ask = (secret: string) =>
    failureOf(client.withContext({ secrets: [secret], purpose: { kind: secret.slice(0, 1), operation: "read" } }).sharedWorkgroup(wg));
  const [first, second] = await Promise.all([ask("first-secret"), ask("second-secret")]);
  expect(service.requests).toHaveLength(1);
  expect(shown(first)).not.toContain("first-secret");
  expect(shown(second)).not.toContain("second-secret");
  expect(second.failure.details?.[0]?.type).toBe("Bad-Request");
});

test("no error contains a key that was passed as an id", async () => {
  const service = await serve(envelope({ Message: "no" }));
  const { client, lines } = makeClient(service, { apiKey: key });
  const bound = client.withContext({ purpose: { kind: "K", operation: "read", object: `workgroup "${key}"` } });
  for (const call of [bound.workgroups.get({ workgroupID: key }), bound.sharedWorkgroup({ workgroupID: key })])
    expectNothingOf(key, shown(await failureOf(call)) + lines.join("\n"));
});

test("the error of a refused body names the paths, not the values", async () => {
  const { client } = makeClient({ origin: "http://127.0.0.1:1" }, { apiKey: key });
  const body = { auto_stop_minutes: key, agent_config: { heartbeat_interval_seconds: password } } as object;
  const error = await client.workspaces.update({ workgroupID: "wg", workspaceID: "ws" }, body).catch((error: unknown) => error);
  if (!(error instanceof InputError)) throw new Error("expected an InputError");
  expectNothingOf(key, shown(error));
  expectNothingOf(password, shown(error));
});

test("neither the client nor its inspection contains the key", () => {
  const client = createClient({ baseUrl: "https://api.example.com", apiKey: key });
  expectNothingOf(key, inspect(client, { depth: 4, showHidden: true }) + JSON.stringify(client));
});

test("a successful response is returned unchanged, even if it contains the key", async () => {
  const service = await serve(success({ workgroup_id: "wg", name: key }));
  await expect(makeClient(service, { apiKey: key }).client.workgroups.get(wg)).resolves.toEqual({ workgroup_id: "wg", name: key });
});

const long = "Abcdef12345-ghijklmnopqrstuvwxyz-4f2a9c1d";
test("a secret of 160 kB is redacted completely", () => {
  const lines = Array.from({ length: 4_000 }, (_, index) => String.raw`{"key-${index}": "\ä&+%<🌍>'"}`).join("\n");
  const blank = redactor([lines]);
  expect(blank(`no ${lines}`)).toMatch(/^no \[redacted\]… \(\d+ more characters\)$/);
  for (const [name, spell] of spellings)
    expect([name, blank(`no ${spell(lines)}`).replace(/… .*/, "")]).toEqual([
      name,
      expect.stringMatching(/^(no \[redacted\]|\[withheld: .*)$/),
    ]);
  const search = secretSearch([lines, long]);
  expect([`${"x".repeat(10_000)}${long}`, `${"x\n".repeat(3000)}${encodeURIComponent(long.repeat(9))}`].map(search)).toEqual([true, true]);
  expect(["x\n".repeat(3000), "x"].map(search)).toEqual([false, false]);
});
