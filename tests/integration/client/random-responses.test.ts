import { fc } from "../../support/random";
import { databaseRecord, workgroupRecord, workspaceRecord } from "../../../client/wire/records";
import { readEnvelope, withRetryAfter } from "../../../client/http/envelope";

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

test("any response is a result or a failure, and pollutes no prototype", () => {
  fc.assert(
    fc.property(fc.constantFrom(200, 204, 301, 400, 401, 403, 404, 429, 500, 503), body, fc.option(fc.string()), (status, text, header) => {
      const headers = header === null ? {} : { "retry-after": header };
      const answer = { status, headers, text };
      const reading = withRetryAfter(readEnvelope(answer), answer, 0);
      if ("failure" in reading) {
        const { outcome, summary, details = [], retryAfter = 0 } = reading.failure;
        expect(["refused", "not-understood"]).toContain(outcome);
        expect(typeof summary).toBe("string");
        expect(retryAfter).toBeGreaterThanOrEqual(0);
        for (const { fieldName = "f", reason = "r", type = "Unknown" } of details)
          expect([typeof fieldName, typeof reason, typeof type]).toEqual(["string", "string", "string"]);
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
])("any JSON is a %s or is refused with a path, and a record has no foreign prototype", (_, record, id) => {
  const whole = fc.tuple(json, json, json, json).map(([addons, workspaces, statistics, proto]) => {
    return `{"${id}":"x","addons":${addons},"workspaces":${workspaces},"folder_statistics":${statistics},"__proto__":${proto}}`;
  });
  fc.assert(
    fc.property(fc.oneof(json, whole), (text) => {
      const { data, error } = record.safeParse(JSON.parse(text));
      expect(error === undefined || error.issues.length > 0).toBe(true);
      if (data !== undefined) expect([Object.getPrototypeOf(data), Object.hasOwn(data, "__proto__")]).toEqual([Object.prototype, false]);
      expect(pollution()).toEqual(clean);
    }),
    { numRuns: 300 },
  );
});

test("__proto__ in an error envelope is not an error detail", () => {
  const answer = { status: 200, headers: {}, text: '{"__proto__":{"Error":true},"Result":1}' };
  expect(readEnvelope(answer)).toEqual({ result: 1 });
});
