import { z } from "zod";
import { type HttpSettings, list, pageSize } from "../../../../cli/ci/http";
import { CodeHost } from "../../../support/ci/code-host";
import { RecordingClock } from "../../../support/recording-clock";

/** The pages of a list that are read if the host returns the given headers and items for the first one. */
async function pagesAfter(headers: Readonly<Record<string, string>>, items = 1): Promise<readonly (string | null)[]> {
  const host = CodeHost.inProcess("GitHub");
  const page = (length: number) => Array.from({ length }, (_, id) => ({ id }));
  host.intercept = ({ query }) => (query.has("page") ? { body: page(1) } : { headers, body: page(items) });
  const settings: HttpSettings = {
    host: "GitHub",
    base: host.url,
    headers: {},
    tokenName: "GITHUB_TOKEN",
    stopped: new AbortController().signal,
    log: () => {},
    clock: new RecordingClock(),
    now: () => new Date(0),
  };
  const call = { path: "/items", query: { state: "all" }, needs: "items: read" };
  const found = await list(settings, call, z.object({ id: z.number() }));
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
