import { inspect } from "node:util";
import { type EmulatorFixture, startFixture } from "./fixture";

let s: EmulatorFixture;
let open: () => void = () => undefined;
beforeEach(async () => {
  const gate = new Promise<void>((resolve) => (open = resolve));
  s = await startFixture({ apiKey: "canary+key/1", latencyMs: 1, sleep: () => gate });
});

test("an entry has the request and the status of its answer, and nothing of its key", async () => {
  open();
  await s.call("PUT", `${s.workspacePath}?x=1`, { auto_stop_minutes: 5 }, { "user-agent": "test/1" });
  expect(s.emulator.journal.entries).toEqual([
    {
      index: 0,
      at: expect.any(Number) as number,
      inFlight: 1,
      requestId: "request-000001",
      plane: "control",
      endpoint: 9,
      method: "PUT",
      path: s.workspacePath,
      decodedPath: s.workspacePath,
      query: { x: "1" },
      body: { auto_stop_minutes: 5 },
      headerNames: expect.arrayContaining(["x-api-key", "content-type"]) as string[],
      credentials: [{ header: "x-api-key", form: "key", kind: "api key" }],
      userAgent: "test/1",
      fault: undefined,
      status: 200,
    },
  ]);
});

test("a path is kept as sent and decoded", async () => {
  open();
  await s.call("GET", "/controller/v4/v2/installed-addons/a%2Fb/configs/%C3%A9t%C3%A9");
  const [entry] = s.emulator.journal.entries;
  expect([entry?.path, entry?.decodedPath]).toEqual([
    "/controller/v4/v2/installed-addons/a%2Fb/configs/%C3%A9t%C3%A9",
    "/controller/v4/v2/installed-addons/a/b/configs/été",
  ]);
  expect(entry?.endpoint).toBe(5);
});

test.each([
  ["the key in the path", () => s.call("GET", "/controller/v4/v2/workgroups/canary+key%2F1"), "canary+key/1", "[api key]"],
  ["the key in the query", () => s.call("GET", "/x?k=canary%2Bkey%2F1"), "canary+key/1", "[api key]"],
  ["the key in a body", () => s.put({ workspace_name: "is canary+key/1" }), "canary+key/1", "[api key]"],
  ["the key URL-encoded", () => s.put({ workspace_name: "canary%2Bkey%2F1" }), "canary%2Bkey%2F1", "[api key]"],
  ["the key in base64", () => s.put({ workspace_name: "Y2FuYXJ5K2tleS8x" }), "Y2FuYXJ5K2tleS8x", "[api key]"],
  ["the key in the user agent", () => s.call("GET", "/x", undefined, { "user-agent": "canary+key/1" }), "canary+key/1", "[api key]"],
  ["a wrong key", () => s.call("PUT", s.workspacePath, { workspace_name: "wrong-9" }, { "x-api-key": "wrong-9" }), "wrong-9", "[unknown]"],
  ["a key in a body that is no JSON", () => s.put("k=canary+key/1"), "canary+key/1", "[api key]"],
  ["a password", () => s.call("DELETE", `${s.workspacePath}/dbuser`, { username: "u", password: "pw-9" }), "pw-9", "***"],
  [
    "a password inside a configuration's text",
    () => s.call("POST", "/controller/v4/v2/add-ons/a/configs", { config_name: "n", config_value: '{"password":"pw-9"}' }),
    "pw-9",
    "***",
  ],
  ["a secret that is exchanged", () => s.call("POST", "/gsql/v1/tokens", { secret: "sec-9" }), "sec-9", "***"],
  ["an authorization", () => s.call("POST", "/restpp/query/g/q", {}, { authorization: "Bearer tok-9" }), "tok-9", "unknown"],
])("%s is not in the journal, but its trace is", async (_, request, secret, trace) => {
  open();
  await request();
  const written = inspect(s.emulator.journal.entries, { depth: Infinity }) + JSON.stringify(s.emulator.journal.entries);
  expect(written).not.toContain(secret);
  expect(written).toContain(trace);
});

test("a value without secrets is recorded as it was sent, to the byte", async () => {
  open();
  const value = '{ "theme" : "dark" }';
  await s.call("POST", "/controller/v4/v2/add-ons/a/configs", { config_name: "n", config_value: value });
  expect(s.emulator.journal.entries[0]?.body).toEqual({ config_name: "n", config_value: value });
});

test("a credential is identified by its value, wherever it is sent", async () => {
  open();
  const secret = s.emulator.account.addSecret(s.wg, s.ws);
  await s.call("GET", s.workgroupPath, undefined, { "x-api-key": secret });
  await s.call("POST", "/restpp/query/g/q", {}, { authorization: "GSQL-Secret canary+key/1", "x-api-key": "" });
  const kinds = s.emulator.journal.entries.map((entry) => entry.credentials.map(({ form, kind }) => `${form}: ${kind}`));
  expect(kinds).toEqual([["key: database secret"], ["key: unknown", "GSQL-Secret: api key"]]);
});

test("it can be filtered by mark, writes, endpoint, and anything else", async () => {
  open();
  await s.call("GET", s.workgroupPath);
  const mark = s.emulator.journal.mark();
  await s.call("GET", s.workgroupPath);
  await s.put({});
  await s.call("DELETE", s.workspacePath);
  const { journal } = s.emulator;
  const later = journal.since(mark);
  expect({
    all: journal.length,
    later: later.length,
    laterWrites: later.writes().entries.map((entry) => entry.method),
    ofSeven: journal.endpoint(7).length,
    puts: later.filter(({ method }) => method === "PUT").length,
    oldPuts: journal.since(later.mark()).length,
  }).toEqual({ all: 4, later: 3, laterWrites: ["PUT", "DELETE"], ofSeven: 2, puts: 1, oldPuts: 0 });
});

test("it counts the requests in flight", async () => {
  const pending = [1, 2, 3].map(() => s.call("GET", s.workgroupPath));
  await s.arrival(3);
  open();
  await Promise.all(pending);
  await s.call("GET", s.workgroupPath);
  expect(s.emulator.journal.entries.map(({ inFlight }) => inFlight)).toEqual([1, 2, 3, 1]);
});

test("a slow answer shows the state at the arrival of its request", async () => {
  const slow = s.call("GET", s.workgroupPath);
  await s.arrival(1);
  s.emulator.changeWorkspace(s.wg, s.ws, { auto_stop_minutes: 99 });
  open();
  expect((await slow).result).toMatchObject({ workspaces: [{ auto_stop_minutes: 30 }] });
});
