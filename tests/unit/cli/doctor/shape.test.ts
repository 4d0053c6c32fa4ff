import { maskName } from "../../../../cli/doctor/masked-names";
import { readEndpoints } from "../../../../cli/doctor/endpoints";
import { shapesOf } from "../../../../cli/doctor/shape";
import { prefix } from "../../../../client/http/endpoint";
import type { Documented, RecordShape } from "../../../../client/wire/record-shape";
import * as shapes from "../../../../client/wire/shapes";
import { databaseRecord, workgroupRecord, workspaceRecord } from "../../../../client/wire/records";
import { pageCalls, pageRecords } from "../../../support/api-page";

const canary = "canary-of-acme";

const asOnPage = (type: Documented | undefined): string => {
  if (type === undefined) return "not shown";
  if (typeof type === "string") return type === "any" ? "object" : type;
  return "list" in type ? `array of ${asOnPage(type.list)}` : type.record;
};

test("the documented records are those of docs/internals/api.md, field by field with their types", () => {
  const ours = Object.values<RecordShape>(shapes).map(({ record, fields }) => [
    record,
    Object.fromEntries(Object.entries(fields).map(([field, type]) => [field, asOnPage(type)])),
  ]);
  const { Envelope, ErrorDetail, ...others } = pageRecords();
  expect(Object.fromEntries(ours)).toEqual(others);
  expect([Envelope, ErrorDetail]).not.toContain(undefined);
});

test("the calls are every GET of docs/internals/api.md but that of a restore job, with its Result", () => {
  const wanted = pageCalls.filter(({ method, number }) => method === "GET" && number !== 14);
  const rows = wanted.map(({ path, number, result }) => [path, number, result]);
  const ours = readEndpoints.map(({ path, number, documented }) => [prefix + path, number, asOnPage(documented)]);
  expect(ours.sort()).toEqual(rows.sort());
});

test.each([
  ["Workspace", workspaceRecord],
  ["Workgroup", workgroupRecord],
  ["Database", databaseRecord],
] as const)("the fields of a %s that the client knows are those of docs/internals/api.md", (name, schema) => {
  expect(Object.keys(schema.shape).sort()).toEqual(Object.keys(pageRecords()[name] ?? {}).sort());
});

test("a report of a hostile account contains no value and no name of a user's, at any depth", () => {
  const value = {
    workspace_id: canary,
    [canary]: canary,
    acmeHost: canary,
    addons: [{ enable_configuration: { [canary]: canary }, acme_settings: { [canary]: [canary, { [canary]: 1 }] } }],
    agent_config: JSON.stringify({ [canary]: canary }),
    workspace_type: { typeName: canary, "jane.doe@acme.example": null },
  };
  for (const documented of [shapes.workspace, undefined, { list: shapes.workspace }, "any"] as const) {
    for (const result of [value, [value], JSON.stringify(value), { "0b9d4ad6": value }])
      expect(JSON.stringify(shapesOf(result, documented))).not.toMatch(/canary|acme|jane|0b9d4ad6/i);
  }
});

test("absent, null, empty and undocumented types are distinguished", () => {
  const result = [
    { id: "1", is_automatic: "true", tag: null, status: "" },
    { id: 2, is_automatic: true },
  ];
  const found = Object.fromEntries(shapesOf(result, { list: shapes.backup }).map((shape) => [shape.place, shape]));
  expect(found["Result"]).toMatchObject({ documented: "list of Backup", sizes: { least: 2, most: 2 }, differs: false });
  expect(found["Backup.id"]).toMatchObject({ seen: { "string (number)": 1, integer: 1 }, differs: true });
  expect(found["Backup.is_automatic"]).toMatchObject({ seen: { "string (boolean)": 1, boolean: 1 }, differs: true });
  expect(found["Backup.tag"]).toEqual({ place: "Backup.tag", documented: "string", seen: { null: 1, absent: 1 }, differs: false });
  expect(found["Backup.status"]).toMatchObject({ seen: { "empty string": 1, absent: 1 }, differs: false });
});

test.each<[unknown, string]>([
  [null, "null"],
  [undefined, "absent"],
  [[], "empty list"],
  [[1], "list"],
  [{}, "empty object"],
  [{ a: 1 }, "object"],
  [-3, "integer"],
  [1.5, "number"],
  [false, "boolean"],
  ["", "empty string"],
  [" ", "string"],
  ["A1000000-0000-4000-8000-00000000000F", "string (UUID)"],
  ["xa1000000-0000-4000-8000-000000000001", "string"],
  ["a1000000-0000-4000-8000-0000000000012", "string"],
  ["2026-11-22T08:15:59Z", "string (RFC 3339 time)"],
  ["2026-11-22T08:15:59.125+01:00", "string (RFC 3339 time)"],
  ["2026-11-22T08:15:59", "string (other time)"],
  ["2026-11-22T08:15:59Z and later", "string (other time)"],
  ["2026-11-22 08:15 UTC", "string (other time)"],
  ["on 2026-11-22 08:15", "string"],
  ["2026-11-22", "string"],
  ["-12.50", "string (number)"],
  ["12", "string (number)"],
  ["1.", "string"],
  ["v12", "string"],
  ["12th", "string"],
  ["TRUE", "string (boolean)"],
  ["false", "string (boolean)"],
  ["untrue", "string"],
  ["truest", "string"],
  [' {"a":1}', "string (JSON)"],
  ["[1]", "string (JSON)"],
  ["{", "string"],
  ["see [1]", "string"],
  ['"[1]"', "string"],
])("%j is seen as %s", (value, kind) => {
  expect(shapesOf(value, undefined)[0]).toMatchObject({ place: "Result", seen: { [kind]: 1 }, differs: false });
});

const deep = (depth: number): unknown => (depth === 0 ? 1 : [deep(depth - 1)]);

test("a JSON text is visited as what it contains, lists have their least and greatest size, and the visit ends at a depth", () => {
  const text = shapesOf('[{"id":"1"}]', { list: shapes.backup });
  expect(text.map(({ place }) => place)).toEqual(expect.arrayContaining(["Result", "Result (JSON text)", "Backup.id"]));
  expect(shapesOf("plain", undefined)).toHaveLength(1);
  expect(shapesOf({ status: '{"id":1}' }, undefined).map(({ place }) => place)).toEqual(["Result", "Result.status"]);
  expect(shapesOf([[1], [1, 2, 3], []], undefined)).toMatchObject([
    { place: "Result", sizes: { least: 3, most: 3 } },
    { place: "Result[]", seen: { list: 2, "empty list": 1 }, sizes: { least: 0, most: 3 } },
    { place: "Result[][]", seen: { integer: 4 } },
  ]);
  expect([11, 12, 13].map((depth) => shapesOf(deep(depth), undefined).length)).toEqual([12, 13, 13]);
  expect(shapesOf({ [" id "]: "1" }, shapes.backup).find(({ place }) => place === "Backup.id")?.seen).toEqual({ "string (number)": 1 });
  expect(shapesOf([{ a: 1 }], "any").map(({ place, documented, differs }) => [place, documented, differs])).toEqual([
    ["Result", "any", false],
  ]);
});

test.each([
  ["acme_corp_host_jane_doe", "?_host_?"],
  ["last_seen_status", "last_?_status"],
  ["createdAt", "createdAt"],
  ["acme_host", "?_host"],
  ["a4000000-0000-4000", "?"],
  ["", "?"],
])("the undocumented name %j is shown as %j", (name, shown) => expect(maskName(name)).toBe(shown));
