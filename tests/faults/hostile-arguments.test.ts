import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { character, fc } from "../support/random";
import { Engine, type Properties, VirtualClock } from "../support/provider";
import { tries } from "../support/whole";

/** Texts that paths, URLs and headers are hurt by. */
const nasty = fc.oneof(
  fc.constantFrom(
    "..",
    ".",
    "%2e%2e",
    "%2F",
    "..%2f..",
    "a\\b",
    "?x=1",
    "#x",
    "a b",
    "é",
    "日本",
    "\u202e",
    "\ud800",
    "a\r\nx: 1",
    "\0",
    "@other.example",
    ":80",
  ),
  fc.constantFrom(
    "//other.example",
    "http://other.example",
    "__proto__",
    "constructor",
    "toString",
    "*",
    "~",
    "%",
    "%zz",
    "{workgroupID}",
    "$&",
    "$1",
  ),
  fc.string({ unit: character, minLength: 1, maxLength: 8 }),
  fc.string({ unit: "grapheme-composite", minLength: 1, maxLength: 8 }),
);

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly host: string;
}

let origin: string;
let seen: Seen[] = [];
const answer = (result: unknown) => JSON.stringify({ Error: false, ErrorDetails: [], Message: "", RequestID: "r", Result: result });
const server = createServer(({ method = "", url = "", headers }, response) => {
  seen.push({ method, url, host: headers.host ?? "" });
  response.setHeader("content-type", "application/json");
  const decoded = url.split("/").map((part) => decodeURIComponent(part));
  const workspaces = world.map(({ workspaceId }) => ({
    workspace_id: workspaceId,
    name: "main",
    auto_stop_minutes: 5,
    refresh_status: "",
  }));
  if (url.startsWith("/restpp")) response.end(JSON.stringify({ error: false, message: "", results: [] }));
  else if (method === "GET" && decoded.length === 6) response.end(answer({ workgroup_id: decoded[5], workspaces }));
  else
    response.end(
      answer(method === "GET" ? [] : { id: "made", config_name: world[0]?.configName, workspace_id: decoded[7], auto_stop_minutes: 60 }),
    );
});
let world: { readonly workspaceId: string; readonly configName: string }[] = [];

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

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

test.each(kinds)("whatever the identifiers of a %s are, no request leaves its path or its host", async (kind, program, paths) => {
  let sent = 0;
  await fc.assert(
    fc.asyncProperty(nasty, nasty, nasty, async (a, b, c) => {
      seen = [];
      world = [{ workspaceId: b, configName: b }];
      const engine = new Engine(kind, {
        settings: { baseUrl: `http://${origin}`, apiKey: "a-key", maxRetries: 0 },
        clock: new VirtualClock(),
      });
      const outcomes = [await engine.up(program(a, b, c)), ...(engine.state === undefined ? [] : [await engine.refresh()])];
      if (engine.state !== undefined) outcomes.push(await engine.destroy());
      const allowed = paths(a, b, c).map((path) => [...prefix, ...path]);
      sent += seen.length;
      for (const { url, host } of seen) {
        expect(host).toBe(origin);
        expect(allowed).toContainEqual(url.split("/").map((part) => decodeURIComponent(part)));
        expect(url).toMatch(/^[\x21-\x7e]+$/);
      }
      for (const { error, failures } of outcomes) expect(`${error}${JSON.stringify(failures)}`).not.toMatch(/please report it/);
    }),
    tries(12),
  );
  expect(sent).toBeGreaterThan(25);
});

test("whatever host, graph and query of a run are, no request leaves the query's path or its host, or carries the secret elsewhere", async () => {
  await fc.assert(
    fc.asyncProperty(fc.option(nasty), nasty, nasty, async (odd, graph, query) => {
      seen = [];
      world = [];
      const host = odd === null ? origin : `${origin}${odd}`;
      const engine = new Engine("QueryRun", {
        settings: { baseUrl: `http://${origin}`, apiKey: "a-key", maxRetries: 0 },
        clock: new VirtualClock(),
      });
      const { error, failures } = await engine.up({ host, graph, query, secret: "a-secret", timeoutSeconds: 1 });
      for (const request of seen) {
        expect(request.host).toBe(origin);
        expect(request.url.split("/").map((part) => decodeURIComponent(part))).toEqual(["", "restpp", "query", graph, query]);
      }
      // What was not sent was refused with words.
      expect(seen.length > 0 || failures.length > 0 || error !== "").toBe(true);
      expect(error).not.toMatch(/please report it/);
    }),
    tries(25),
  );
});
