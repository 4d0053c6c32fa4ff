import { gzipSync } from "node:zlib";
import { fc } from "../support/random";
import { Engine, type Outcome, type Properties, VirtualClock } from "../support/provider";
import { serve } from "../support/test-server";
import { tries, whole } from "../support/whole";

/** The service's answer: status and body, by method, count and request. */
type Answer = (method: string, count: number, body: string) => readonly [status: number, body: string];

/** An engine whose service, on both planes, answers as told. */
async function served(kind: string, answer: Answer): Promise<Engine> {
  const { origin, requests } = await serve((response, { method, body }) => {
    const [status, text] = answer(method, requests.length - 1, body);
    response.writeHead(status, { "content-type": "application/json" }).end(text);
  });
  host = origin.replace("http://", "");
  return new Engine(kind, { settings: { baseUrl: origin, apiKey: "a-key", maxRetries: 0 }, clock: new VirtualClock() });
}
let host = "";

const envelope = (result: string) => `{"Error":false,"ErrorDetails":[],"Message":"","RequestID":"r","Result":${result}}`;
const programs: readonly (readonly [string, () => Properties])[] = [
  [
    "WorkspaceSettings",
    () => ({
      workgroupId: "wg",
      workspaceId: "ws",
      autoStopMinutes: 60,
      addons: { a: { enable: true, enableConfiguration: { x: 1 } } },
      timeoutSeconds: 5,
    }),
  ],
  ["WorkspaceRefresh", () => ({ workgroupId: "wg", workspaceId: "ws", untilRefreshStatus: ["done"], timeoutSeconds: 5 })],
  ["DatabaseUser", () => ({ workgroupId: "wg", workspaceId: "ws", username: "anna", password: "p" })],
  ["AddonConfiguration", () => ({ installedAddonId: "a", configName: "main", configValue: { x: 1 } })],
  ["QueryRun", () => ({ host, graph: "g", query: "q", secret: "s", timeoutSeconds: 5 })],
];

function expectWords({ error, failures, lines }: Outcome): void {
  const text = [error, ...failures.map(({ reason }) => reason), ...lines].join("\n");
  expect(text).not.toMatch(/please report it|TypeError|RangeError|Maximum call stack/);
}

/** Keys that a careless copy would put on every object there is. */
const prototype = () => Object.getOwnPropertyNames(Object.prototype).sort();
const clean = prototype();

const ofObjects = ["__proto__", "constructor", "toString", "then"];
const ofLists = ["id", "config_id", "name", "config_name", "value", "config_value", "data", "items"];
const ofAnswers = ["results", "error", "message", "token", "version"];
const ofWorkspaces = ["addons", "addons_id", "enable", "enable_configuration", "agent_config", "refresh_status", "username"];
const fields = [...ofObjects, ...ofLists, ...ofAnswers, ...ofWorkspaces, "workgroup_id", "workspaces", "workspace_id"];
const plain = ["null", "true", "false", "0", "-1.5", "1e999", "60"];
const texts = ["wg", "ws", "main", "anna", "a", "x", "", '[{"id":1}]', "***"].map((text) => JSON.stringify(text));
const halves = ['"half \\ud83d"', '{"half \\ud83d":1}'];
/** JSON text itself, since a key `__proto__` cannot come from an object. */
const { node: json } = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom(...plain, ...texts, ...halves),
    fc.string().map((value) => JSON.stringify(value)),
    fc.array(tie("node"), { maxLength: 3 }).map((items) => `[${items.join(",")}]`),
    fc
      .array(fc.tuple(fc.constantFrom(...fields), tie("node")), { maxLength: 5 })
      .map((entries) => `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(",")}}`),
  ),
}));
/** A workgroup that holds the workspace, so that what is asked for is reached, with odd fields in it. */
const group = fc
  .array(fc.tuple(fc.constantFrom(...ofWorkspaces, ...ofAnswers, "status", "tg_version", "workspace_type", "__proto__"), json), {
    maxLength: 4,
  })
  .map((entries) => {
    const odd = entries.map(([name, value]) => `,${JSON.stringify(name)}:${value}`).join("");
    return `{"workgroup_id":"wg","workspaces":[{"workspace_id":"ws"${odd}}]}`;
  });

test.each(programs)("any response to a %s is a result or a readable error, and pollutes no prototype", async (kind, program) => {
  let answers: readonly string[] = [];
  const engine = await served(kind, (_, count) => [200, answers[count % Math.max(1, answers.length)] ?? "{}"]);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(json, json.map(envelope), group.map(envelope)), { minLength: 1, maxLength: 4 }), async (bodies) => {
      answers = bodies;
      engine.state = undefined;
      expectWords(await engine.up(program()));
      if (engine.state !== undefined) {
        expectWords(await engine.up({ ...program(), triggers: kind === "QueryRun" || kind === "WorkspaceRefresh" ? [1] : undefined }));
        expectWords(await engine.refresh());
      }
      if (engine.state !== undefined) expectWords(await engine.destroy());
      expect(prototype()).toEqual(clean);
    }),
    tries(5, 100),
  );
});

test.each(programs)("a %s reports an error that contains half a surrogate pair as valid UTF-8", async (kind, program) => {
  const words = '"error":true,"message":"half \\ud83d","Error":true,"Type":"Bad-Request","Message":"half \\ud83d","RequestID":"r"';
  const engine = await served(kind, () => [400, `{${words},"ErrorDetails":[{"FieldName":"f\\ud83d","Reason":"\\ude00"}]}`]);
  const { error, failures } = await engine.up(program());
  expect(`${error}${JSON.stringify(failures)}`).toContain("half \ufffd");
});

test("half a surrogate pair in a record is sent back unchanged, and replaced in the state", async () => {
  const half = '"addons":[{"addons_id":"b\\ud83d","enable":true,"enable_configuration":{"k\\ud83d":"v\\ud83d"}}]';
  const bodies: string[] = [];
  const engine = await served("WorkspaceSettings", (method, _count, body) => {
    if (method === "PUT") bodies.push(body);
    const addons = bodies.length === 0 ? half : half.replace("[", '[{"addons_id":"a","enable":true},');
    return [200, envelope(`{"workgroup_id":"wg","workspaces":[{"workspace_id":"ws","name":"half \\ud83d",${addons}}]}`)];
  });
  await engine.up({ workgroupId: "wg", workspaceId: "ws", addons: { a: { enable: true } }, timeoutSeconds: 5 });
  expect(bodies[0]).toContain('{"addons_id":"b\\ud83d","enable":true,"enable_configuration":{"k\\ud83d":"v\\ud83d"}}');
  expect(engine.known).toMatchObject({ name: "half \ufffd" });
});

// More than any stack holds.
const levels = whole ? 100_000 : 30_000;
const arrays = "[".repeat(levels) + "]".repeat(levels);
const objects = '{"data":'.repeat(levels) + "1" + "}".repeat(levels);
const rows = `[{"id":"x","config_name":"main","config_value":${objects}}]`;
const shallow = (depth: number) => '{"a":'.repeat(depth) + "1" + "}".repeat(depth);
const deep: readonly (readonly [string, string])[] = [
  ["arrays", arrays],
  ["objects", objects],
  ["a value of objects", rows],
  ["a text of objects", JSON.stringify(objects)],
  ["texts in texts", JSON.stringify(`[${JSON.stringify(arrays)}]`)],
  [
    "add-ons of objects",
    `{"workgroup_id":"wg","workspaces":[{"workspace_id":"ws","addons":[{"addons_id":"a","enable":true,"enable_configuration":${objects}}]}]}`,
  ],
  [
    "agents of objects",
    `{"workgroup_id":"wg","workspaces":[{"workspace_id":"ws","agent_config":{"heartbeat_interval_seconds":${objects}}}]}`,
  ],
  ["2000 levels of a value", `[{"id":"x","config_name":"main","config_value":${shallow(2000)}}]`],
  [
    "2000 levels of a configuration",
    `{"workgroup_id":"wg","workspaces":[{"workspace_id":"ws","addons":[{"addons_id":"b","enable":true,"enable_configuration":${shallow(2000)}}]}]}`,
  ],
];

test.each(programs.flatMap(([kind, program]) => deep.map(([what, text]) => [kind, what, text, program] as const)))(
  "a %s survives a response with %s nested without end",
  async (kind, _what, text, program) => {
    const body = kind === "QueryRun" ? `{"error":false,"message":"","results":${text}}` : envelope(text);
    const engine = await served(kind, () => [200, body]);
    expectWords(await engine.up(program()));
    if (engine.state !== undefined) expectWords(await engine.refresh());
    if (engine.state !== undefined) expectWords(await engine.destroy());
  },
);

const breaks = ["\n", "\r", "\r\n", "\v", "\f", "\u0085", "\u2028", "\u2029"];
const forged = breaks.map((line) => `${line}graphplane: PUT /forged {"pause":true}${line}`).join("no");
const refusal = {
  Error: true,
  Message: forged,
  RequestID: forged,
  ErrorDetails: [{ FieldName: forged, Reason: forged, Type: "Bad-Request" }],
};
const odd = { workspace_id: "ws", name: forged, status: forged, refresh_status: forged, refresh_message: forged, err_message: forged };
const forgeries: readonly (readonly [string, number, string])[] = [
  ["a Message, details and a RequestID", 400, JSON.stringify({ ...refusal, error: true, message: forged, code: forged })],
  ["a title", 404, `<html><title>${forged}</title></html>`],
  ["a title of a success", 200, `<html><title>${forged}</title></html>`],
  ["a text", 404, forged],
  ["keys", 200, JSON.stringify({ [forged]: 1 })],
  ["keys of a Result", 200, envelope(JSON.stringify({ [forged]: 1 }))],
  ["keys of records", 200, envelope(JSON.stringify([{ [forged]: forged, id: [forged] }]))],
  ["values of a record", 200, envelope(JSON.stringify({ workgroup_id: "wg", name: forged, workspaces: [odd] }))],
  ["names of others", 200, envelope(JSON.stringify({ workgroup_id: "wg", workspaces: [{ ...odd, workspace_id: forged }] }))],
];

test.each(programs.flatMap(([kind, program]) => forgeries.map(([what, status, text]) => [kind, what, status, text, program] as const)))(
  "a %s prints no line that is forged through %s",
  async (kind, _what, status, text, program) => {
    const engine = await served(kind, () => [status, text]);
    const outcomes = [await engine.up(program())];
    if (engine.state !== undefined) outcomes.push(await engine.refresh());
    for (const { error, failures, lines } of outcomes) {
      for (const printed of [error, ...failures.map(({ reason }) => reason), ...lines])
        expect(printed.split(/[\n\r\v\f\u0085\u2028\u2029]/).filter((line) => line.startsWith("graphplane: PUT /forged"))).toEqual([]);
      for (const line of lines) expect(line).not.toMatch(/[\n\r\v\f\u0085\u2028\u2029]/);
    }
  },
);

const huge = "x".repeat(9 * 1024 * 1024);
test.each<[string, number, string, RegExp]>([
  ["a Message", 200, `{"Error":true,"Message":"${huge}"}`, /The service responded: x{2000}… \(9435184 more characters\)/],
  ["a body of a refusal", 400, `{"Error":true,"Message":"${huge}"}`, /a body of 10 MiB, which is too long to be an error of this service/],
  [
    "a list of details",
    400,
    `{"Error":true,"ErrorDetails":[${'{"Reason":"no"},'.repeat(50)}{}]}`,
    /( no\.){10} 41 more details are omitted\./,
  ],
])("the error contains only the beginning of %s", async (_, status, text, told) => {
  const engine = await served("WorkspaceSettings", () => [status, text]);
  const { error, failures } = await engine.up({ workgroupId: "wg", workspaceId: "ws", autoStopMinutes: 60 });
  const all = [error, ...failures.map(({ reason }) => reason)].join(" ");
  expect(all).toMatch(told);
  expect(all.length).toBeLessThan(6000);
});

test("a response over 64 MiB ends the preview after one request", async () => {
  const packed = gzipSync(Buffer.alloc(64 * 1024 * 1024 + 1), { level: 1 });
  const { origin, requests } = await serve((response) => void response.writeHead(200, { "content-encoding": "gzip" }).end(packed));
  const engine = new Engine("WorkspaceSettings", { settings: { baseUrl: origin, apiKey: "a-key" }, clock: new VirtualClock() });
  const { error, failures } = await engine.up({ workgroupId: "wg", workspaceId: "ws", autoStopMinutes: 60 });
  expect([error, ...failures.map(({ reason }) => reason)].join("")).toContain(
    "a body over 64 MiB, which graphplane does not accept. Check the address",
  );
  expect(requests).toHaveLength(1);
});
