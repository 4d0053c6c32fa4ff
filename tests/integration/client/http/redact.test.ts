import { inspect } from "node:util";
import { fc } from "../../../support/random";
import { z } from "zod";
import { endpoint } from "../../../../client/http/endpoint";
import { controlPlane } from "../../../../client/http/call";
import { InputError, type ServiceError } from "../../../../client/http/errors";
import { createClient } from "../../../../client";
import { partOf, redactionOf, redactor, secretSearch, valueRedactor } from "../../../../client/http/redact";
import { resolveSettings } from "../../../../client/http/settings";
import { Transport } from "../../../../client/http/transport";
import { type Answerer, failureOf, makeClient, reset, serve, success, VirtualClock, text } from "../fixture";
import { character } from "../../../support/characters";

/** A key of every character that some spelling writes otherwise. */
const key = `gP4"q\\7/Zx+9%tK&m<V>w'c!R(h)y*J~e=`;
const password = `pä ss"\\/+%&<>'wörd 🌍 Q7`;
const wg = { workgroupID: "wg" };
const withheld = "[withheld: it repeats a secret in another form]";

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
  ["a key of a Result", (secret) => text(200, JSON.stringify({ Result: { workgroup_id: 1, [secret]: [] } }))],
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

/** Fails when eight characters in a row of a secret, in any of its spellings, stand in the text. */
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

test.each(places)("the key repeated in %s is in no error and no line, in any spelling", async (_, answer) => {
  const service = await serve(...spellings.map(([, spell]) => answer(spell(key))));
  const { client, lines } = makeClient(service, { apiKey: key });
  for (let index = 0; index < spellings.length; index++) {
    const error = await failureOf(client.workgroups.get(wg));
    expectNothingOf(key, shown(error));
    expectPlain(error);
  }
  expectNothingOf(key, lines.join("\n"));
});

test.each(places)("a secret of the context repeated in %s is in no error and no line, in any spelling", async (_, answer) => {
  const service = await serve(...spellings.map(([, spell]) => answer(spell(password))));
  const { client, lines } = makeClient(service, { apiKey: key });
  for (let index = 0; index < spellings.length; index++) {
    expectNothingOf(password, shown(await failureOf(client.withContext({ secrets: ["", password] }).workgroups.get(wg))));
  }
  expectNothingOf(password, lines.join("\n"));
});

test.each([
  ["a reset connection", reset],
  ["a hang", () => undefined],
  ["a redirect", text(307, "", { location: "https://other.example.com" })],
] as readonly (readonly [string, Answerer])[])(
  "after %s neither the key nor the body's secret is reachable from the error",
  async (_, answer) => {
    const service = await serve(answer);
    const clock = new VirtualClock();
    const settings = resolveSettings({ baseUrl: service.origin, apiKey: key, maxRetries: 0, requestTimeoutSeconds: 0.3 });
    const call = controlPlane(new Transport({ settings, clock, random: () => 0 }), settings, {});
    const row = endpoint({
      ...{ number: "extension", method: "POST", path: "/controller/v4/v2/users", purpose: "Create a user." },
      ...{ body: z.strictObject({ password: z.string() }), result: z.unknown() },
    });
    const error = await failureOf(call(row, {}, { password }));
    expect(JSON.parse(service.requests[0]?.body ?? "")).toEqual({ password });
    expectNothingOf(key, shown(error));
    expectNothingOf(password, shown(error));
    expectPlain(error);
  },
);

test("where nothing listens the key is not reachable from the error", async () => {
  const service = await serve(reset);
  await service.stop();
  const error = await failureOf(makeClient(service, { apiKey: key }).client.workgroups.get(wg));
  expectNothingOf(key, shown(error));
  expectPlain(error);
});

test("a secret of the context that the service trims is in no error, in any spelling", async () => {
  const service = await serve(...spellings.map(([, spell]) => envelope({ Message: `the password ${spell(password)} is known` })));
  const { client } = makeClient(service, { apiKey: key });
  for (let index = 0; index < spellings.length; index++) {
    const error = await failureOf(client.withContext({ secrets: [`\t ${password}\r\n`] }).workgroups.get(wg));
    expect(error.message).toMatch(
      /The service says: (the password \[redacted\].* is known|\[withheld: it repeats a secret in another form\])\./,
    );
    expectNothingOf(password, shown(error));
  }
});

test("a key of letters and digits in Location's host, which is told in lower case, is in no error", async () => {
  const plain = "KeyOfLetters0123456789";
  const service = await serve(text(302, "", { location: `https://${plain}.example.com/` }));
  const error = await failureOf(makeClient(service, { apiKey: plain }).client.workgroups.get(wg));
  expect(error.message).toContain("a redirect to https://[redacted].example.com");
  expectNothingOf(plain, shown(error));
});

describe("of a one-letter secret our words are not blanked, nor the identifiers, nor the RequestID", () => {
  const answers: readonly (readonly [string, Answerer, string])[] = [
    [
      "a refusal",
      envelope({ Message: "see e", RequestID: "897be297" }),
      "was refused (HTTP 400). The service says: s[redacted][redacted] [redacted].",
    ],
    [
      "a detail",
      envelope({ ErrorDetails: [{ FieldName: "name", Reason: "odd e", Type: "Bad-Request" }] }),
      "(HTTP 400, Bad-Request). nam[redacted]: odd [redacted].",
    ],
    ["a page", text(200, "<title>the e</title>"), 'an HTML page titled "th[redacted] [redacted]". Check the base URL'],
    ["a text", text(200, "the e"), 'a text that is not JSON ("th[redacted] [redacted]"). Check the base URL'],
    [
      "another service's JSON",
      text(200, '{"e":1,"me":2}'),
      "JSON that is not this service's envelope (keys: [redacted], m[redacted]). Check",
    ],
    [
      "a Result of another shape",
      text(200, '{"Result":{"workgroup_id":1,"workspaces":7}}'),
      "Result of another shape than the documented one (Result.workspaces: ",
    ],
    [
      "a redirect",
      text(302, "", { location: "https://else.test/e" }),
      "a redirect to https://[redacted]ls[redacted].t[redacted]st. It was not followed",
    ],
  ];

  test.each(answers)("after %s", async (_, answer, told) => {
    const service = await serve(answer);
    const { client, lines } = makeClient(service);
    const purpose = { kind: "DatabaseUser", operation: "create", object: 'database user "e" of workspace "ee"' };
    const error = await failureOf(client.withContext({ secrets: ["e"], purpose }).workgroups.get({ workgroupID: "the-workgroup" }));
    expect(error.message).toMatch(
      /^DatabaseUser: create of database user "e" of workspace "ee" failed: GET \/workgroups\/the-workgroup was /,
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
    expect(message).toContain("The service says: no tok[redacted]n [redacted]. The access token (token) was used, as Bearer.");
  });
});

test.each([
  ["the whole of a parameter", "ee", "GET /workgroups/[redacted] was"],
  ["a part of one", "e", "GET /workgroups/ee was"],
  ["a long part of one", "workgroup-1", "GET /workgroups/ee was"],
])("a secret that is %s of a path is blanked there as a value", async (_, secret, told) => {
  const service = await serve(envelope({}));
  const { client, lines } = makeClient(service);
  const error = await failureOf(client.withContext({ secrets: [secret] }).workgroups.get({ workgroupID: "ee" }));
  expect(error.message).toContain(told);
  expect(lines.join()).toContain(told.replace(" was", " 400"));
});

test.each([
  ["the host and its port", (origin: string) => origin.slice("http://".length)],
  ["the origin", (origin: string) => origin],
])("a data plane that is secret, given as %s, is blanked in the address", async (_, form) => {
  const service = await serve(text(400, '{"error":true}'));
  const client = makeClient(service).client.withContext({ secrets: [form(service.origin)] });
  const error = await failureOf(client.queries.run({ host: service.origin, graph: "g", queryName: "q" }, {}, { token: "a-token-0" }));
  expect(error.message).toContain("POST http://[redacted]/restpp/query/g/q was");
});

test("who joins a request of another is told nothing of its own secrets either", async () => {
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

test.each([
  ["a secret of seven characters stays", ["1234567"], "r-1234567-8", "r-1234567-8"],
  ["a secret of eight characters is blanked", ["12345678"], "r-12345678-9", "r-[redacted]-9"],
  ["one in base64 is blanked", ["sécret/8"], `r-${btoa("s\u00c3\u00a9cret/8")}`, "r-[redacted]"],
  ["one in another form withholds it", ["sécret/8"], `r-${encodeURIComponent("sécret/8")}`, withheld],
  ["more than 200 characters are cut", [], "r".repeat(300), `${"r".repeat(200)}… (100 more characters)`],
  ["white space around a secret does not count", [" \t123456\n"], "r-123456", "r-123456"],
  ["a short part of a secret stays", [partOf("897")], "r-897-8", "r-897-8"],
])("of a RequestID, %s", (_, secrets, id, expected) => expect(redactionOf(secrets).redactServiceId(id)).toBe(expected));

test.each([
  ["a quoted identifier", ["e"], 'the user "e" of workspace "ee" exists', 'the user "[redacted]" of workspace "ee" exists'],
  ["one of our own words", ["workspace"], 'workspace "workspace" of it', 'workspace "[redacted]" of it'],
  ["a segment of a path", ["e"], "PUT /e/ee/e: left, /e", "PUT /[redacted]/ee/[redacted]: left, /[redacted]"],
  ["a segment that is escaped", ["a b/ü"], "PUT /a%20b%2F%C3%BC/x", "PUT /[redacted]/x"],
  ["a value of a body", ["e"], 'POST /x {"username":"e","e":1}', 'POST /x {"username":"[redacted]","[redacted]":1}'],
  ["a quoted identifier that is escaped", ['a"b'], 'the user "a\\"b"', 'the user "[redacted]"'],
  ["an identifier in a quoted text", ["e"], String.raw`saying "no \"e\""`, String.raw`saying "no \"[redacted]\""`],
  ["a long one with a digit, wherever it stands", ["workspace-1"], "about workspace-1 and workspace-", "about [redacted] and workspace-"],
  ["the part of another one", ["ws-1"], 'GET /ws-10 "ws-1x"', 'GET /ws-10 "ws-1x"'],
  ["nothing", [""], 'the user "" of //', 'the user "" of //'],
])("in a sentence of our own %s is blanked as a value", (_, identifiers, sentence, expected) => {
  expect(valueRedactor(identifiers)(sentence)).toBe(expected);
});

test("what was blanked once stays as it is", () => {
  const blank = redactor(["e", partOf("redacted")]);
  expect(blank(blank("see e"))).toBe(blank("see e"));
});

test("a key taken for an id is in no error, whoever tells it", async () => {
  const service = await serve(envelope({ Message: "no" }));
  const { client, lines } = makeClient(service, { apiKey: key });
  const bound = client.withContext({ purpose: { kind: "K", operation: "read", object: `workgroup "${key}"` } });
  for (const call of [bound.workgroups.get({ workgroupID: key }), bound.sharedWorkgroup({ workgroupID: key })]) {
    expectNothingOf(key, shown(await failureOf(call)) + lines.join("\n"));
  }
});

test("a body that is refused shows the places, not the values", async () => {
  const { client } = makeClient({ origin: "http://127.0.0.1:1" }, { apiKey: key });
  const body = { auto_stop_minutes: key, agent_config: { heartbeat_interval_seconds: password } } as object;
  const error = await client.workspaces.update({ workgroupID: "wg", workspaceID: "ws" }, body).catch((error: unknown) => error);
  if (!(error instanceof InputError)) throw new Error("expected an InputError");
  expectNothingOf(key, shown(error));
  expectNothingOf(password, shown(error));
});

test("neither the client nor its inspection shows the key", () => {
  const client = createClient({ baseUrl: "https://api.example.com", apiKey: key });
  expectNothingOf(key, inspect(client, { depth: 4, showHidden: true }) + JSON.stringify(client));
});

test("a success is handed on as it is, also where it holds the key", async () => {
  const service = await serve(success({ workgroup_id: "wg", name: key }));
  await expect(makeClient(service, { apiKey: key }).client.workgroups.get(wg)).resolves.toEqual({ workgroup_id: "wg", name: key });
});

test.each([
  ["no secrets", [], "a text", "a text"],
  ["an empty secret", [""], "a text", "a text"],
  ["a secret of pattern characters", ["a.c*[x]$"], "abc a.c*[x]$ axc", "abc [redacted] axc"],
  ["a secret that holds another", ["abc", "abcdef"], "abcdef abc", "[redacted] [redacted]"],
  ["a secret that overlaps another", ["abc", "cde"], "abcde abcabc", "[redacted] [redacted][redacted]"],
  ["a secret that is part of the mark", ["red", "abcdef"], "abcdef", "[redacted]"],
  ["a secret that is half of a character", ["x\ud800y"], "an x\ud800y", "an [redacted]"],
  ["a secret that occurs twice", ["abc"], "abcabc", "[redacted][redacted]"],
  ["a secret that ends in a line break", ["hunter2-secret\n"], "is hunter2-secret wrong", "is [redacted] wrong"],
  ["a secret that ends in a line break, whole", ["hunter2-secret\n"], "is hunter2-secret\n", "is [redacted]"],
  ["a secret between white space, in base64", [" \thunter2\r\n"], `is ${btoa("hunter2")}.`, "is [redacted]."],
  ["a secret with white space within", [" a b\n"], "a b and a  b", "[redacted] and a  b"],
  ["a secret with a line break within", ["first-1\r\nsecond"], "is first-1\nsecond or first-1 second", "is [redacted] or [redacted]"],
  ["a secret of white space alone", [" \n"], "a b \nc", "a b[redacted]c"],
  ["a secret that looks escaped", ["a&amp;%20\\n+"], String.raw`a&amp;%20\n+ .`, "[redacted] ."],
  ["a secret beside escapes", ["ü&"], String.raw`%20ü&%0a \nü&\t`, String.raw`%20[redacted]%0a \n[redacted]\t`],
  ["a secret in base64", ["hunter2-secret"], `is ${btoa("hunter2-secret")}.`, "is [redacted]."],
  ["a secret in hexadecimal digits", ["hunter2-secret"], "is 68756e746572322d736563726574.", "is [redacted]."],
  ["what is no character", ["ü"], String.raw`%ff%C3 &#9999999; \u00g0 &none; ü`, String.raw`%ff%C3 &#9999999; \u00g0 &none; [redacted]`],
  ["a secret of a replacement pattern", ["$&"], "is $& it", "is [redacted] it"],
])("%s: only that is blanked", (_, secrets, told, expected) => expect(redactor(secrets)(told)).toBe(expected));

test.each([
  ["a letter in words", "s", "the add-on is not installed: this says so", "the add-on is not installed: this says so"],
  ["a letter that is quoted", "s", `{"k":"s","n":'s'}`, `{"k":"[redacted]","n":'[redacted]'}`],
  ["a letter that is a word", "s", "value s: s, (S) and s", "value [redacted]: [redacted], ([redacted]) and [redacted]"],
  ["a letter beside one of another alphabet", "b", "übÄ b", "übÄ [redacted]"],
  ["a letter of another alphabet", "ä", "wäre ä", "wäre [redacted]"],
  ["digits in a number", "12", "HTTP 412: 12 and 1.5", "HTTP 412: [redacted] and 1.5"],
  ["a short text in JSON inside of JSON", "x", String.raw`{\"k\":\"x\"}`, String.raw`{\"k\":\"[redacted]\"}`],
  ["a short text in base64", "ab", `${btoa("ab")} and YWI`, "[redacted] and [redacted]"],
  ["a short text in a URL", "é&", "q=%c3%a9%26, %C3%A9%26x", withheld],
  ["a short text with white space around it", " s\n ", "this is s", "this is [redacted]"],
  ["a text that occurs twice", "s", "s s-s", "[redacted] [redacted]-[redacted]"],
  ["a mark in a sentence", ",", `no "a", "b", 1,2`, `no "a", "b", 1,2`],
  ["a mark that is quoted", ",", `separator "," or ','`, `separator "[redacted]" or '[redacted]'`],
  ["marks that are a word", "$1", "is $1, $1x", "is [redacted], $1x"],
  ["marks alone", "!!", "is !! it, really!!", "is [redacted] it, really!!"],
  ["white space", " \n", 'a "b" \nc', 'a "b"  c'],
  ["nothing", "", "a", "a"],
  ["four letters", "abcd", "xabcdx", "x[redacted]x"],
  ["a short number", "8080", "RequestID: r-18080, port 8080", "RequestID: r-18080, port [redacted]"],
  ["a long number", "98765432", "pin:098765432", "pin:0[redacted]"],
])("a part of a secret that is %s: its place is blanked and the words stay", (_, part, told, expected) => {
  expect(redactor([partOf(part)])(told)).toBe(expected);
});

test("a short text that is secret as a whole and a part of another is blanked everywhere", () => {
  expect(redactor(["abc", partOf("abc"), partOf("r")])("xabcx r red")).toBe("x[redacted]x [redacted] red");
});

test("any part of a secret is blanked where it is quoted, and any of letters where it is a word", () => {
  fc.assert(
    fc.property(fc.string({ unit: character, minLength: 1, maxLength: 6 }), (part) => {
      fc.pre(part.trim() !== "" && part.isWellFormed());
      const blank = redactor([partOf(part)]);
      expect(blank(`the value <${JSON.stringify(part)}> is wrong`)).toMatch(/<".*\[redacted\].*">|^\[withheld: /);
      expect(blank(`1: ${part} .`)).toContain("[redacted]");
    }),
    { numRuns: 100 },
  );
});

const body = JSON.stringify({ username: "anna", password: "hunter2-secret" });
test.each([
  ["as JSON of Go", "p&ss<1>x", String.raw`bad body {"password":"p\u0026ss\u003c1\u003Ex"}`],
  ["escaped, beside itself as it is", "a&amp;%20\\n+", String.raw`a&amp;%20\n+ and a&amp;%20\\n+ .`],
  ["by a code of two digits", "a+secret/1", String.raw`'a\x2bsecret\x2F1'`],
  ["by codes of UTF-8", "sécret-1", String.raw`b's\xc3\xa9cret-1'`],
  ["by codes of Latin-1", "sécret-1", String.raw`'s\xe9cret-1'`],
  ["in a URL", "ü&", "q=%20%C3%BC%26%0a"],
  ["in a form", "a secret", "password=a+secret&x=1"],
  ["in HTML", "ü&", "&lt;&#252;&amp;&gt;"],
  ["in base64 of a whole body", "hunter2-secret", btoa(body)],
  ["in base64 for URLs, of a user and a password", "hunter2-secret", `Basic ${Buffer.from("anna:hunter2-secret?>").toString("base64url")}`],
  ["in base64 within a path", "hunter2-secret", `/x/${btoa(body)}`],
  ["in base64 of base64", "hunter2-secret", btoa(btoa(body))],
  ["in base64, which is escaped for a URL", "hunter2-secret?>?>", encodeURIComponent(btoa('{"p":"hunter2-secret?>?>"}'))],
  ["in hexadecimal digits of a whole body", 'hunter2"secret', `0x${Buffer.from(JSON.stringify({ p: 'hunter2"secret' })).toString("hex")}`],
  ["escaped twice", "ü&secret", "%25C3%25BC%2526secret"],
  ["escaped and cut short", "k&y-0123456789", "key k%26y-01234567… is wrong"],
])("a text that repeats a secret %s is withheld", (_, secret, told) => {
  expect(redactor([secret])(`no ${told}`)).toBe(withheld);
  expect(redactor(["e", secret, "5"])(`no ${told}`)).toBe(withheld);
  expect(redactor(["another-secret"])(`no ${told}`)).toBe(`no ${told}`);
});

const long = "Abcdef12345-ghijklmnopqrstuvwxyz-4f2a9c1d";
test.each([
  ["its beginning", "your key Abcdef12345… is invalid", "your key [redacted]… is invalid"],
  ["its beginning in capitals", "your key ABCDEF12345 is invalid", "your key [redacted] is invalid"],
  ["its end", "the key …4f2a9c1d is invalid", "the key …[redacted] is invalid"],
  ["both", "the key Abcdef12***-4f2a9c1d", "the key [redacted]***[redacted]"],
  ["letters of its end that a sign precedes", "the key ***tail-of-it", "the key ***[redacted]", "0-tail-of-it"],
  ["letters of its beginning before a sign", "production...", "[redacted]...", "production-password"],
  ["its beginning of 32 letters", `${"ab".repeat(17)} x`, "[redacted] x", "ab".repeat(300)],
  ["less than eight characters", "your key Abcdef1… and …2a9c1d", "your key Abcdef1… and …2a9c1d"],
  ["words that it begins with", "the production database", "the production database", "production-password"],
  ["the address that it begins with", "a postgresql: address", "a postgresql: address", "postgresql://anna:pass@host"],
])("of a secret that the service cut short, %s", (_, told, expected, secret = long) => expect(redactor([secret])(told)).toBe(expected));

test.each([
  ["a line break", "\n"],
  ["a carriage return", "\r"],
  ["both", "\r\n"],
  ["a vertical tab", "\v"],
  ["a form feed", "\f"],
  ["a next line", "\u0085"],
  ["a line separator", "\u2028"],
  ["a paragraph separator", "\u2029"],
  ["many", "\n\n\r\n\0"],
  ["an escape", "\u001b"],
  ["a mark that turns the direction", "\u202e"],
])("%s is a space", (_, character) => expect(redactor(["x"])(`a${character}graphplane: PUT /b`)).toBe("a graphplane: PUT /b"));

test.each([
  ["a text of the limit stays whole", "t".repeat(2000), "t".repeat(2000)],
  ["a longer one is cut", "t".repeat(5000), `${"t".repeat(2000)}… (3000 more characters)`],
  ["no character is halved", `${"t".repeat(1999)}🌍${"t".repeat(500)}`, `${"t".repeat(1999)}… (502 more characters)`],
  [
    "a secret across the cut is blanked",
    `${"t".repeat(1990)}${long}${"t".repeat(200)}`,
    `${"t".repeat(1990)}[redacted]… (200 more characters)`,
  ],
  ["a secret at the limit is blanked", `${"t".repeat(2000)}${long}`, `${"t".repeat(2000)}[redacted]`],
])("%s", (_, told, expected) => {
  const blank = redactor([long, "x"]);
  expect(blank(told)).toBe(expected);
  expect(blank(blank(told))).toBe(expected);
});

test("what was blanked, cut or withheld once stays as it is", () => {
  const once = redactor(["e", partOf("m"), "it"])("e".repeat(4000));
  expect(once).toMatch(/^(\[redacted\]){200}… \(\d+ more characters\)$/);
  expect(redactor(["more", "e", partOf("repeats")])(`${once} ${withheld}`)).toBe(`${once} ${withheld}`);
});

const megabytes = 1024 * 1024;
/** Of these a rule that is not linear, in the text or in the secrets, takes hours. */
test.each([
  ["a text of 60 MiB", () => [long], () => "x".repeat(60 * megabytes) + long],
  ["escapes of 20 MiB", () => [long], () => "\\u0041%41&#65;+".repeat(megabytes)],
  ["base64 of 20 MiB", () => [long], () => "QUJD".repeat(5 * megabytes)],
  ["tags without an end", () => [long], () => "<title>".repeat(megabytes)],
  ["a secret of 16 MiB", () => ["ab".repeat(8 * megabytes), "a", "b"], () => "ab".repeat(megabytes)],
  [
    "a secret of 16 MiB of white space",
    () => [" ".repeat(16 * megabytes), partOf(`${" ".repeat(megabytes)}x`)],
    () => " x".repeat(megabytes),
  ],
  [
    "a thousand secrets of 64 kB",
    () => Array.from({ length: 1000 }, (_, at) => `${at}-${"secret ".repeat(9000)}`),
    () => "1-secret ".repeat(megabytes),
  ],
  ["10,000 short secrets", () => Array.from({ length: 10_000 }, (_, at) => `s${at}`), () => "s1s22s333".repeat(megabytes)],
])("%s: what is done is bounded", (_, secrets, told) => {
  expect(redactor(secrets())(told()).length).toBeLessThan(2100);
});

test("of a secret of 640 kB what a text shows is blanked, and what a search finds is not cut", () => {
  const lines = Array.from({ length: 16_000 }, (_, index) => String.raw`{"key-${index}": "\ä&+%<🌍>'"}`).join("\n");
  const blank = redactor([lines]);
  expect(blank(`no ${lines}`)).toMatch(/^no \[redacted\]… \(\d+ more characters\)$/);
  for (const [name, spell] of spellings) {
    expect([name, blank(`no ${spell(lines)}`).replace(/… .*/, "")]).toEqual([
      name,
      expect.stringMatching(/^(no \[redacted\]|\[withheld: .*)$/),
    ]);
  }
  const search = secretSearch([lines, long]);
  expect([`${"x".repeat(10_000)}${long}`, `${"x\n".repeat(3000)}${encodeURIComponent(long.repeat(9))}`].map(search)).toEqual([true, true]);
  expect(["x\n".repeat(3000), "x"].map(search)).toEqual([false, false]);
});

test("nothing is prepared of secrets before there is a text", () => {
  const touched = new Proxy<string[]>([], {
    get: () => {
      throw new Error("read");
    },
  });
  expect(() => redactor(touched)).not.toThrow();
  expect(() => redactor(touched)("a")).toThrow("read");
});
