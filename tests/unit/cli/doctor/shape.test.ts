import { maskName, records } from "../../../../cli/doctor/documented";
import { shapesOf } from "../../../../cli/doctor/shape";
import { databaseRecord, workgroupRecord, workspaceRecord } from "../../../../client/api/records";

const canary = "canary-of-acme";

test.each([
  ["Workspace", workspaceRecord],
  ["Workgroup", workgroupRecord],
  ["Database", databaseRecord],
] as const)("the documented fields of a %s are those that the client knows", (name, schema) => {
  expect(Object.keys(records[name]).sort()).toEqual(Object.keys(schema.shape).sort());
});

test("a report of a hostile account holds no value and no name of a user's, at any depth", () => {
  const value = {
    workspace_id: canary,
    [canary]: canary,
    acmeHost: canary,
    addons: [{ enable_configuration: { [canary]: canary }, acme_settings: { [canary]: [canary, { [canary]: 1 }] } }],
    agent_config: JSON.stringify({ [canary]: canary }),
    workspace_type: { typeName: canary, "jane.doe@acme.example": null },
  };
  for (const documented of ["Workspace", undefined, { list: "Workspace" }, "any"] as const) {
    for (const result of [value, [value], JSON.stringify(value), { "0b9d4ad6": value }]) {
      expect(JSON.stringify(shapesOf(result, documented))).not.toMatch(/canary|acme|jane|0b9d4ad6/i);
    }
  }
});

test("absent, null, empty and another type than the documented one are told apart", () => {
  const result = [
    { id: "1", is_automatic: "true", tag: null, status: "" },
    { id: 2, is_automatic: true },
  ];
  const shapes = Object.fromEntries(shapesOf(result, { list: "Backup" }).map((shape) => [shape.place, shape]));
  expect(shapes["Result"]).toMatchObject({ documented: "list of Backup", sizes: { least: 2, most: 2 }, differs: false });
  expect(shapes["Backup.id"]).toMatchObject({ seen: { "string (number)": 1, integer: 1 }, differs: true });
  expect(shapes["Backup.is_automatic"]).toMatchObject({ seen: { "string (boolean)": 1, boolean: 1 }, differs: true });
  expect(shapes["Backup.tag"]).toMatchObject({ seen: { null: 1, absent: 1 }, differs: false });
  expect(shapes["Backup.status"]).toMatchObject({ seen: { "empty string": 1, absent: 1 }, differs: false });
});

test.each([
  ["last_seen_status", "last_?_status"],
  ["createdAt", "createdAt"],
  ["acme_host", "?_host"],
  ["a4000000-0000-4000", "?"],
  ["", "?"],
])("the undocumented name %j is shown as %j", (name, shown) => expect(maskName(name)).toBe(shown));
