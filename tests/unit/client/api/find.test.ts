import { findWorkgroup, findWorkspace, namesOf } from "../../../../client/api/find";
import { ServiceError } from "../../../../client/http/errors";

const many = [
  ...Array.from({ length: 115 }, (_, index) => ({ id: `0000-${index}`, name: "" })),
  { id: "1111-1", name: "analytics" },
  { id: "1111-2", name: "ANALYTICS" },
  { id: "analytic", name: null },
  { id: "1111-3", name: "analitics-2" },
  { id: "", name: "annalitics" },
];

test.each([
  ["none", [], "none"],
  ["one by its id and name", [{ id: "a", name: "main" }], "a (main)"],
  ["one without a name by its id", [{ id: "a", name: null }], "a"],
  ["one without an identifier by its name", [{ id: "", name: "main" }], "one without an identifier (main)"],
  ["five in the service's order", ["z", "y", "x", "w", "analytics"].map((id) => ({ id })), "z, y, x, w, analytics"],
  [
    "of many the number, and those whose id or name is nearest, in any capitals",
    many,
    "120, the nearest are 1111-1 (analytics), 1111-2 (ANALYTICS), analytic, one without an identifier (annalitics), 1111-3 (analitics-2)",
  ],
])("a sentence about the existing objects names %s", (_, objects, expected) => expect(namesOf(objects, "analytics")).toBe(expected));

const workspaces = many.map(({ id, name }, index) => ({ workspace_id: id || `id-${index}`, name }));
const reader = {
  sharedWorkgroup: async () => ({ workgroup_id: "wg", workspaces }),
  sharedWorkgroups: async () => many.map(({ id, name }) => ({ workgroup_id: id, name })),
};

test("the sentence about a missing workspace names the nearest existing ones", async () => {
  const found = await findWorkspace(reader, { workgroupID: "wg", workspaceID: "0000-77" });
  expect(found).toMatchObject({ record: { workspace_id: "0000-77" } });
  expect(await findWorkspace(reader, { workgroupID: "wg", workspaceID: "1111" })).toEqual({
    what: "workspace",
    missing: expect.stringMatching(/has no workspace "1111"; it has 120, the nearest are (\S+( \(\S+\))?, ){4}\S+( \(\S+\))?$/) as string,
  });
});

test("the sentence about a missing workgroup names the nearest existing ones", async () => {
  const failure = { outcome: "refused", summary: "was refused", type: "Not-Found" } as const;
  const sharedWorkgroup = () => Promise.reject(new ServiceError(failure, "GET", "/p", 1, { kind: "K", operation: "read" }));
  expect(await findWorkgroup({ ...reader, sharedWorkgroup }, "analytic")).toMatchObject({
    what: "workgroup",
    missing: expect.stringMatching(/^there is no workgroup "analytic"; there are 120, the nearest are analytic, /) as string,
  });
});
