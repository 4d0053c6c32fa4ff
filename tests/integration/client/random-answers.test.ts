import { fc } from "../../support/random";
import { databaseRecord, workgroupRecord, workspaceRecord } from "../../../client/wire/records";
import { readEnvelope } from "../../../client/http/envelope";
import { failureOf, makeClient, serve, text } from "./fixture";

const names = [
  ...["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "then", "toJSON"],
  ...["Error", "ErrorDetails", "FieldName", "Reason", "Type", "Message", "RequestID", "Result"],
  ...["workgroup_id", "workspaces", "tg_databases", "workspace_id", "name", "addons", "addons_id", "enable", "enable_configuration"],
  ...["agent_config", "folder_statistics", "workspace_type", "typeName", "auto_stop_minutes", "database_id"],
];

/** JSON text itself, since a key `__proto__` cannot come from an object. */
const { node: json } = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.oneof(
      fc.constantFrom("null", "true", "false", '"x"', '""', "0", "-1.5", "1e999", '"Bad-Request"'),
      fc.string().map((value) => JSON.stringify(value)),
    ),
    fc.array(tie("node"), { maxLength: 4 }).map((items) => `[${items.join(",")}]`),
    fc
      .array(fc.tuple(fc.oneof(fc.constantFrom(...names), fc.string()), tie("node")), { maxLength: 6 })
      .map((entries) => `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(",")}}`),
  ),
}));
const field = (name: string, value: fc.Arbitrary<string>) => value.map((text) => `${JSON.stringify(name)}:${text}`);
const envelope = fc
  .tuple(field("Error", json), field("ErrorDetails", json), field("Message", json), field("Result", json), field("__proto__", json))
  .map((fields) => `{${fields.join(",")}}`);
const body = fc.oneof(
  json,
  envelope,
  fc.string(),
  fc.tuple(envelope, fc.nat(200)).map(([whole, length]) => whole.slice(0, length)),
);

/** Keys that a careless copy would put on every object there is. */
function pollution(): string[] {
  const found: string[] = [];
  for (const name in {}) found.push(name);
  return [...found, ...Object.getOwnPropertyNames(Object.prototype)].sort();
}
const clean = pollution();

test("any answer is read as a result or a failure, and pollutes nothing", () => {
  fc.assert(
    fc.property(fc.constantFrom(200, 204, 301, 400, 401, 403, 404, 429, 500, 503), body, fc.option(fc.string()), (status, text, header) => {
      const headers = header === null ? {} : { "retry-after": header };
      const reading = readEnvelope({ status, headers, text }, 0);
      if ("failure" in reading) {
        const { outcome, summary, details = [], retryAfter = 0 } = reading.failure;
        expect(["refused", "not-understood"]).toContain(outcome);
        expect(typeof summary).toBe("string");
        expect(retryAfter).toBeGreaterThanOrEqual(0);
        for (const { fieldName = "f", reason = "r", type = "Unknown" } of details) {
          expect([typeof fieldName, typeof reason, typeof type]).toEqual(["string", "string", "string"]);
        }
      } else {
        expect(status).toBeLessThan(400);
      }
      expect(pollution()).toEqual(clean);
    }),
    { numRuns: 300 },
  );
});

test.each([
  ["workgroup", workgroupRecord, "workgroup_id"],
  ["workspace", workspaceRecord, "workspace_id"],
  ["database", databaseRecord, "database_id"],
])("any JSON is a %s or is refused with a path; a record has no foreign prototype", (_, record, id) => {
  const whole = fc.tuple(field(id, fc.constant('"x"')), json, json, json, json).map(([first, addons, workspaces, statistics, proto]) => {
    return `{${first},"addons":${addons},"workspaces":${workspaces},"folder_statistics":${statistics},"__proto__":${proto}}`;
  });
  fc.assert(
    fc.property(fc.oneof(json, whole), (text) => {
      const value: unknown = JSON.parse(text);
      const parsed = record.safeParse(value);
      if (parsed.success) {
        expect(Object.getPrototypeOf(parsed.data)).toBe(Object.prototype);
        expect(Object.keys(parsed.data)).not.toContain("__proto__");
        expect(Array.isArray(parsed.data["workspaces"] ?? [])).toBe(
          id !== "workspace_id" || Array.isArray(parsed.data["workspaces"] ?? []),
        );
      } else {
        expect(parsed.error.issues.length).toBeGreaterThan(0);
      }
      expect(pollution()).toEqual(clean);
    }),
    { numRuns: 300 },
  );
});

test.each([
  ["the Result", '{"Result":{"workgroup_id":"wg","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}'],
  ["a workspace", '{"Result":{"workgroup_id":"wg","workspaces":[{"workspace_id":"a","__proto__":{"polluted":1},"constructor":null}]}}'],
  [
    "an add-on",
    '{"Result":{"workgroup_id":"wg","workspaces":[{"workspace_id":"a","addons":[{"addons_id":"x","__proto__":{"polluted":1}}]}]}}',
  ],
  ["the envelope", '{"__proto__":{"Error":true,"polluted":1},"constructor":1,"Result":{"workgroup_id":"wg"}}'],
])("__proto__ and constructor in %s change no prototype and no meaning", async (_, answer) => {
  const service = await serve(text(200, answer));
  const record = await makeClient(service).client.workgroups.get({ workgroupID: "wg" });
  expect(record.workgroup_id).toBe("wg");
  expect(Object.getPrototypeOf(record)).toBe(Object.prototype);
  expect((record as { polluted?: unknown }).polluted).toBeUndefined();
  const first = record.workspaces?.[0] as { polluted?: unknown; addons?: { polluted?: unknown }[] } | undefined;
  expect([first?.polluted, first?.addons?.[0]?.polluted, ({} as { polluted?: unknown }).polluted]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("a failing envelope's __proto__ is no detail of it", () => {
  const answer = { status: 200, headers: {}, text: '{"__proto__":{"Error":true},"Result":1}' };
  expect(readEnvelope(answer, 0)).toEqual({ result: 1 });
});

const levels = 100_000;
const arrays = "[".repeat(levels) + "]".repeat(levels);
const objects = '{"a":'.repeat(levels) + "1" + "}".repeat(levels);
test.each([
  ["arrays as the whole", arrays, "not-understood"],
  ["objects as the whole", objects, "not-understood"],
  ["arrays without an end", "[".repeat(levels), "not-understood"],
  ["objects without an end", '{"Result":'.repeat(levels), "not-understood"],
  ["arrays as the Result", `{"Result":${arrays}}`, "not-understood"],
  ["objects as the Result", `{"Result":${objects}}`, "not-understood"],
  ["arrays as the workspaces", `{"Result":{"workgroup_id":"wg","workspaces":${arrays}}}`, "not-understood"],
  ["arrays as the id", `{"Result":{"workgroup_id":${arrays}}}`, "not-understood"],
  ["arrays as the details", `{"Error":true,"ErrorDetails":${arrays}}`, "refused"],
  ["objects as the message", `{"Error":true,"Message":${objects}}`, "refused"],
])("100 000 levels of %s are a typed error", async (_, answer, outcome) => {
  const service = await serve(text(200, answer));
  expect((await failureOf(makeClient(service).client.workgroups.get({ workgroupID: "wg" }))).failure.outcome).toBe(outcome);
});

test("100 000 levels of workspaces in workspaces are read as one odd workspace", async () => {
  const service = await serve(text(200, `{"Result":${'{"workgroup_id":"wg","workspaces":['.repeat(levels)}${"]}".repeat(levels)}}`));
  const record = await makeClient(service).client.workgroups.get({ workgroupID: "wg" });
  expect(record.workspaces?.map(({ workspace_id }) => workspace_id)).toEqual([""]);
});

test.each([["name"], ["region"], ["newer"], ["enable_allow_list"]])(
  "100 000 levels as %s do not keep the rest from being read",
  async (name) => {
    const service = await serve(text(200, `{"Result":{"workgroup_id":"wg","${name}":${objects}}}`));
    const record = await makeClient(service).client.workgroups.get({ workgroupID: "wg" });
    expect(record.workgroup_id).toBe("wg");
  },
);
