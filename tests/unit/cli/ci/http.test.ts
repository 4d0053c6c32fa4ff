import axios from "axios";
import { z } from "zod";
import { HostError, type HttpSettings, ifExists, list, pageSize, send } from "../../../../cli/ci/http";
import { CodeHost } from "../../../support/ci/code-host";
import { RecordingClock } from "../../../support/recording-clock";

const call = { path: "/items", query: { state: "all" }, needs: "items: read" };
const settingsFor = (host: CodeHost, more: Partial<HttpSettings> = {}): HttpSettings => ({
  host: host.name,
  base: host.url,
  headers: {},
  tokenName: "GITHUB_TOKEN",
  stopped: new AbortController().signal,
  log: () => {},
  clock: new RecordingClock(),
  now: () => new Date(0),
  ...more,
});

/** The pages of a list that are read if the host returns the given headers and items for the first one. */
async function pagesAfter(headers: Readonly<Record<string, string>>, items = 1): Promise<readonly (string | null)[]> {
  const host = CodeHost.inProcess("GitHub");
  const page = (length: number) => Array.from({ length }, (_, id) => ({ id }));
  host.intercept = ({ query }) => (query.has("page") ? { body: page(1) } : { headers, body: page(items) });
  const found = await list(settingsFor(host), call, z.object({ id: z.number() }));
  await host.close();
  const asked = host.requests.map(({ query }) => query.get("page"));
  expect(found).toHaveLength(items + asked.length - 1);
  expect(host.requests.every(({ query }) => query.get("state") === "all" && query.get("per_page") === "100")).toBe(true);
  return asked;
}

const elsewhere = "https://elsewhere.example/items";

test.each<[string, Readonly<Record<string, string>>, number, readonly (string | null)[]]>([
  ["a link", { link: `<${elsewhere}?page=5>; rel="next", <${elsewhere}?page=9>; rel="last"` }, 1, [null, "5"]],
  ["a link after others", { link: `<${elsewhere}?page=9>; rel="last", <${elsewhere}?page=5>; rel="next"` }, 1, [null, "5"]],
  ["a link without quotes", { link: `<${elsewhere}?page=5>;  rel=next` }, 1, [null, "5"]],
  ["a link without spaces", { link: `<${elsewhere}?page=5> ;rel="next"` }, 1, [null, "5"]],
  ["a number", { "x-next-page": "5" }, 1, [null, "5"]],
  ["no header, if the page is full", {}, pageSize, [null, "2"]],
])("the next page of a list is read by %s", async (_, headers, items, pages) => expect(await pagesAfter(headers, items)).toEqual(pages));

test.each<[string, Readonly<Record<string, string>>, number]>([
  ["a page that is not full, without a header", {}, pageSize - 1],
  ["a full page whose link names no next one", { link: `<${elsewhere}?page=1>; rel="prev"` }, pageSize],
  ["a full page whose next number is empty", { "x-next-page": "" }, pageSize],
])("a list ends with %s", async (_, headers, items) => expect(await pagesAfter(headers, items)).toEqual([null]));

const token = "the token in GITHUB_TOKEN";
test.each<[number, object, Readonly<Record<string, string>>, string, string]>([
  [401, { message: "Bad credentials" }, {}, "refused", `(401, Bad credentials): it rejects ${token}. Set it to a valid token.`],
  [403, { message: "No" }, {}, "refused", `(403, No): ${token} lacks a permission. Grant it items: read.`],
  [404, {}, {}, "missing", `(404): it does not exist, or ${token} has no access to it. Grant it items: read.`],
  [410, {}, {}, "missing", "(410)."],
  [422, { message: "odd" }, {}, "refused", "(422, odd)."],
  [499, {}, {}, "refused", "(499)."],
  [500, {}, {}, "unsure", "(500)."],
  [503, { message: "busy" }, {}, "unsure", "(503, busy)."],
  [403, {}, { "retry-after": "86400" }, "limited", "(403): its rate limit ends in 86400 s. Run the job again after that."],
])("a response with status %d %j %j is an error", async (status, body, headers, kind, text) => {
  const host = CodeHost.inProcess("GitHub");
  host.intercept = () => ({ status, body, headers });
  const sent = send(settingsFor(host), call, z.unknown());
  await expect(sent).rejects.toMatchObject({ kind, message: `GitHub rejected GET /items ${text}` });
  const answer = ifExists(send(settingsFor(host), call, z.unknown()));
  if (kind === "missing") await expect(answer).resolves.toBeUndefined();
  else await expect(answer).rejects.toThrow(HostError);
  await host.close();
});

test("an unexpected response names the call and the address of the API", async () => {
  const host = CodeHost.inProcess("GitHub");
  host.intercept = () => ({ body: { items: [{ id: "a" }] } });
  const shape = z.object({ items: z.array(z.object({ id: z.number() })) });
  await expect(send(settingsFor(host), { ...call, method: "POST" }, shape)).rejects.toMatchObject({
    kind: "refused",
    message: `GitHub returned an unexpected response to POST /items: \`items.id\` is missing or invalid. Check that ${host.url} is the address of its API, and that no proxy changes the responses.`,
  });
  await host.close();
});

describe("a call that fails", () => {
  let host: CodeHost;
  let clock: RecordingClock;
  let log: string[];
  beforeEach(() => {
    host = CodeHost.inProcess("GitHub");
    clock = new RecordingClock();
    log = [];
  });
  afterEach(() => host.close());
  const settings = (more: Partial<HttpSettings> = {}) => settingsFor(host, { clock, log: (line) => log.push(line), ...more });
  const attempt = async (method: "GET" | "POST" | "PUT" = "GET", more: Partial<HttpSettings> = {}) =>
    send(settings(more), { ...call, method }, z.unknown()).catch((error: unknown) => error);
  const answers = (status: number, headers: Readonly<Record<string, string>> = {}, body: unknown = {}) => {
    host.intercept = () => ({ status, headers, body });
  };

  test.each<["GET" | "PUT" | "POST", number, Readonly<Record<string, string>>, number[]]>([
    ["GET", 500, {}, [1, 2, 4, 8]],
    ["PUT", 502, {}, [1, 2, 4, 8]],
    ["POST", 500, {}, []],
    ["GET", 400, {}, []],
    ["GET", 404, {}, []],
    ["POST", 429, { "retry-after": "7" }, [7, 7, 7, 7]],
    ["POST", 429, { "retry-after": "900" }, [900]],
    ["GET", 429, { "retry-after": "901" }, []],
  ])("%s with %i and %j is sent again after the seconds %j", async (method, status, headers, seconds) => {
    answers(status, headers);
    expect(await attempt(method)).toBeInstanceOf(HostError);
    expect(clock.pauses.map((pause) => pause / 1000)).toEqual(seconds);
    const cause = status === 429 ? "limits the rate of calls" : "did not respond as expected";
    expect(log).toEqual(seconds.map((pause) => `GitHub ${cause}; trying again in ${pause} s.`));
    expect(host.requests).toHaveLength(seconds.length + 1);
  });

  test("is sent once if the run is stopped", async () => {
    answers(500);
    await attempt("GET", { stopped: AbortSignal.abort() });
    expect([host.requests.length, clock.pauses]).toEqual([1, []]);
  });

  const now = Date.parse("2026-06-08T09:30:00Z");
  const reset = (seconds: number) => String(now / 1000 + seconds);
  test.each<[string, number, Readonly<Record<string, string>>, unknown, number | undefined]>([
    ["no number and no date", 429, { "retry-after": "soon" }, {}, 60_000],
    ["a date", 429, { "retry-after": "Mon, 08 Jun 2026 09:30:20 GMT" }, {}, 20_000],
    ["a date in the past", 429, { "retry-after": "Mon, 08 Jun 2026 09:29:00 GMT" }, {}, 0],
    ["a number after its reset", 403, { "retry-after": "3", "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset(90) }, {}, 3_000],
    ["the reset of GitHub", 403, { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset(90) }, {}, 91_000],
    ["the reset of GitLab", 429, { "ratelimit-remaining": "0", "ratelimit-reset": reset(30) }, {}, 31_000],
    ["a reset in the past", 403, { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset(-90) }, {}, 1_000],
    ["a reset at zero", 403, { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "0" }, {}, 60_000],
    ["a spent limit", 403, { "ratelimit-remaining": "0" }, {}, 60_000],
    ["a text", 403, {}, { message: "Secondary Rate Limit" }, 60_000],
    ["only its status", 429, {}, {}, 60_000],
    ["a limit that is not spent", 403, { "x-ratelimit-remaining": "1", "x-ratelimit-reset": reset(90) }, { message: "no" }, undefined],
    ["a different status", 422, { "retry-after": "3" }, { message: "rate limit" }, undefined],
  ])("waits as its response asks: %s", async (_, status, headers, body, wait) => {
    answers(status, headers, body);
    const error = await attempt("POST", { now: () => new Date(now), stopped: AbortSignal.abort() });
    expect(error).toMatchObject({ kind: wait === undefined ? "refused" : "limited", wait });
  });

  test.each<[unknown, string]>([
    [{ message: "no\u001b[31m" }, "(400, no\\u{1b}[31m)."],
    [{ error: "wrong" }, "(400, wrong)."],
    [{ message: 7 }, "(400)."],
    ["text", "(400)."],
  ])("quotes the message of the response %j", async (body, text) => {
    answers(400, {}, body);
    expect(await attempt()).toMatchObject({ message: `GitHub rejected GET /items ${text}` });
  });

  test("quotes a long message in part", async () => {
    answers(400, {}, { message: "x".repeat(300) });
    expect(String(await attempt())).toMatch(/\(400, x{100,200}… \(300 characters\)\)\.$/);
  });

  test.each<[object, string, string, string]>([
    [{ code: "ECONNREFUSED" }, "unsent", "POST", "ECONNREFUSED"],
    [{ code: "ENOTFOUND" }, "unsent", "POST", "ENOTFOUND"],
    [{ code: "EAI_AGAIN" }, "unsent", "POST", "EAI_AGAIN"],
    [{ code: "ECONNRESET" }, "unsure", "POST", "ECONNRESET"],
    [new Error("odd"), "unsure", "GET", "odd"],
  ])("without a response %j is %s", async (error, kind, method, code) => {
    jest.spyOn(axios, "request").mockRejectedValue(error);
    const found = await attempt(method as "GET");
    const repeats = kind === "unsent" || method !== "POST";
    const address = `GitHub did not respond to ${method} /items at ${new URL(host.url).origin} (${code}). Run the job again.`;
    expect([found, clock.pauses.length]).toEqual([expect.objectContaining({ kind, message: address }), repeats ? 4 : 0]);
    jest.restoreAllMocks();
    expect(await attempt("GET", { base: "no address" })).toMatchObject({ message: expect.stringMatching(/GET \/items \(/) as string });
  });
});

test.each([
  ["http://host.invalid/api", { proxy: false }],
  ["https://host.invalid/api", {}],
])("a call to %s sends its token to that address only", async (base, more) => {
  const host = CodeHost.inProcess("GitHub");
  const spied = jest.spyOn(axios, "request").mockResolvedValue({ status: 200, headers: {}, data: 1 });
  const settings = settingsFor(host, { base, headers: { authorization: "Bearer t" } });
  expect(await send(settings, { ...call, method: "PUT", body: { a: 1 } }, z.number())).toBe(1);
  const { validateStatus, ...sent } = spied.mock.calls.at(-1)?.[0] ?? {};
  expect(sent).toEqual({
    method: "PUT",
    baseURL: base,
    url: "/items",
    params: { state: "all" },
    headers: { "user-agent": "graphplane", authorization: "Bearer t" },
    data: { a: 1 },
    maxRedirects: 0,
    timeout: 30_000,
    ...more,
  });
  expect(validateStatus?.(500)).toBe(true);
  spied.mockRestore();
  await host.close();
});
