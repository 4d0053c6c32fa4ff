import { z } from "zod";
import { HostError, type HttpSettings, ifExists, list, pageSize, send } from "../../../../cli/ci/http";
import { CodeHost } from "../../../support/ci/code-host";
import { RecordingClock } from "../../../support/recording-clock";

const call = { path: "/items", query: { state: "all" }, needs: "items: read" };
const settingsFor = (host: CodeHost): HttpSettings => ({
  host: host.name,
  base: host.url,
  headers: {},
  tokenName: "GITHUB_TOKEN",
  stopped: new AbortController().signal,
  log: () => {},
  clock: new RecordingClock(),
  now: () => new Date(0),
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
