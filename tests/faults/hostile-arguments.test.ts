import { character, fc } from "../support/random";
import { Engine, type Properties, VirtualClock } from "../support/provider";
import { serve } from "../support/test-server";
import { tries } from "../support/whole";

const ofPaths = ["..", ".", "%2e%2e", "%2F", "..%2f..", "a\\b", "*", "~", "%", "%zz"];
const ofUrls = ["?x=1", "#x", "@other.example", ":80", "//other.example", "http://other.example"];
const ofHeaders = ["a b", "é", "日本", "\u202e", "\ud800", "a\r\nx: 1", "\0"];
const ofCode = ["__proto__", "constructor", "toString", "{workgroupID}", "$&", "$1"];

/** Texts that paths, URLs, headers and code are hurt by. */
const nasty = fc.oneof(
  fc.constantFrom(...ofPaths, ...ofUrls),
  fc.constantFrom(...ofHeaders, ...ofCode),
  fc.string({ unit: character, minLength: 1, maxLength: 8 }),
  fc.string({ unit: "grapheme-composite", minLength: 1, maxLength: 8 }),
);

const decodedPath = (url: string) => url.split("/").map((part) => decodeURIComponent(part));
const answer = (result: unknown) => JSON.stringify({ Error: false, ErrorDetails: [], Message: "", RequestID: "r", Result: result });

/** A service that has a workspace of any identifier, which is also the name of its add-on's configuration. */
async function startService() {
  const world = { workspaceId: "" };
  const { origin, requests } = await serve((response, { method, url }) => {
    const path = decodedPath(url);
    const workspace = { workspace_id: world.workspaceId, name: "main", auto_stop_minutes: 5, refresh_status: "" };
    const made = { id: "made", config_name: world.workspaceId, workspace_id: path[7], auto_stop_minutes: 60 };
    response.setHeader("content-type", "application/json");
    if (url.startsWith("/restpp")) response.end(JSON.stringify({ error: false, message: "", results: [] }));
    else if (method === "GET") response.end(answer(path.length === 6 ? { workgroup_id: path[5], workspaces: [workspace] } : []));
    else response.end(answer(made));
  });
  const settings = { baseUrl: origin, apiKey: "a-key", maxRetries: 0 };
  return {
    world,
    requests,
    host: origin.replace("http://", ""),
    engine: (kind: string) => new Engine(kind, { settings, clock: new VirtualClock() }),
  };
}

const prefix = ["", "controller", "v4", "v2"];

/** Every resource with the paths that its requests may take, of which nothing else may be asked. */
const kinds: readonly (readonly [
  string,
  (a: string, b: string, c: string) => Properties,
  (a: string, b: string, c: string) => readonly (readonly string[])[],
])[] = [
  [
    "WorkspaceSettings",
    (workgroupId, workspaceId) => ({ workgroupId, workspaceId, autoStopMinutes: 60, deletionPolicy: "delete" }),
    (a, b) => [["workgroups", a], ["workgroups"], ["workgroups", a, "workspaces", b]],
  ],
  [
    "WorkspaceRefresh",
    (workgroupId, workspaceId) => ({ workgroupId, workspaceId }),
    (a, b) => [["workgroups", a], ["workgroups"], ["workgroups", a, "workspaces", b, "refresh"]],
  ],
  [
    "DatabaseUser",
    (workgroupId, workspaceId, username) => ({ workgroupId, workspaceId, username, password: "p" }),
    (a, b) => [
      ["workgroups", a],
      ["workgroups", a, "workspaces", b, "dbuser"],
    ],
  ],
  [
    "AddonConfiguration",
    (installedAddonId, configName, configValue) => ({ installedAddonId, configName, configValue, deletionPolicy: "delete" }),
    (a, b) => [
      ["installed-addons", a, "configs", b],
      ["installed-addons"],
      ["installed-addons", a],
      ["add-ons", a, "configs"],
      ["add-ons", a, "configs", "made"],
    ],
  ],
];

test.each(kinds)("a %s with arbitrary identifiers sends requests only to its own paths and host", async (kind, program, paths) => {
  const service = await startService();
  const { requests } = service;
  await fc.assert(
    fc.asyncProperty(nasty, nasty, nasty, async (a, b, c) => {
      const before = requests.length;
      service.world.workspaceId = b;
      const engine = service.engine(kind);
      const outcomes = [await engine.up(program(a, b, c)), ...(engine.state === undefined ? [] : [await engine.refresh()])];
      if (engine.state !== undefined) outcomes.push(await engine.destroy());
      const allowed = paths(a, b, c).map((path) => [...prefix, ...path]);
      for (const { url, headers } of requests.slice(before)) {
        expect(headers.host).toBe(service.host);
        expect(allowed).toContainEqual(decodedPath(url));
        expect(url).toMatch(/^[\x21-\x7e]+$/);
      }
      for (const { error, failures } of outcomes) expect(`${error}${JSON.stringify(failures)}`).not.toMatch(/please report it/);
    }),
    tries(12),
  );
  expect(requests.length).toBeGreaterThan(25);
});

test("a run with an arbitrary host, graph and query sends requests and the secret only to that query and host", async () => {
  const { engine, host: own, requests } = await startService();
  await fc.assert(
    fc.asyncProperty(fc.option(nasty), nasty, nasty, async (odd, graph, query) => {
      const before = requests.length;
      const host = odd === null ? own : `${own}${odd}`;
      const { error, failures } = await engine("QueryRun").up({ host, graph, query, secret: "a-secret", timeoutSeconds: 1 });
      const sent = requests.slice(before);
      for (const { url, headers } of sent) expect([headers.host, decodedPath(url)]).toEqual([own, ["", "restpp", "query", graph, query]]);
      // What was not sent was refused with words.
      expect(sent.length > 0 || failures.length > 0 || error !== "").toBe(true);
      expect(error).not.toMatch(/please report it/);
    }),
    tries(25),
  );
});
