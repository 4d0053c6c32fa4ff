import { findWorkgroup, findWorkspace, missingAddon, namesOf, shownWorkspaces } from "../../../../client/api/find";
import { ServiceError } from "../../../../client/http/errors";

const refusal = { outcome: "refused", summary: "was refused", type: "Not-Found" } as const;
const notFound = new ServiceError(refusal, "GET", "/p", 1, { kind: "K", operation: "read" });

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
    "120, the most similar are 1111-1 (analytics), 1111-2 (ANALYTICS), analytic, one without an identifier (annalitics), 1111-3 (analitics-2)",
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
    missing: expect.stringMatching(
      /has no workspace "1111"; it has 120, the most similar are (\S+( \(\S+\))?, ){4}\S+( \(\S+\))?$/,
    ) as string,
  });
});

test("the sentence about a missing workgroup names the nearest existing ones", async () => {
  const sharedWorkgroup = () => Promise.reject(notFound);
  expect(await findWorkgroup({ ...reader, sharedWorkgroup }, "analytic")).toMatchObject({
    what: "workgroup",
    missing: expect.stringMatching(/^workgroup "analytic" does not exist; available: 120, the most similar are analytic, /) as string,
  });
});

const unidentified = 'records without identifiers, so workspace "ws" might still exist';
test.each([
  ["its workgroup has no identifier", { workgroup_id: "", workspaces: [] }, unidentified],
  ["one of several has none", { workgroup_id: "wg", workspaces: [{ workspace_id: "a" }, { workspace_id: "" }] }, unidentified],
  ["the service returns another workgroup", { workgroup_id: "other", workspaces: [] }, 'workgroup "other" instead of "wg"'],
  ["its workgroup has null for a list", { workgroup_id: "wg", workspaces: null }, 'for workgroup "wg" without a list of its workspaces'],
])("a workspace is not called missing if %s", async (_, record, why) => {
  const found = findWorkspace({ ...reader, sharedWorkgroup: async () => record }, { workgroupID: "wg", workspaceID: "ws" });
  await expect(found).rejects.toThrow(why);
});

test.each([
  ["without the others if the service cannot list them", notFound, { what: "workgroup", missing: 'workgroup "wg" does not exist' }],
  ["only if listing the others does not fail by a fault of our own", new TypeError("a bug"), undefined],
])("a workgroup is called missing %s", async (_, error, expected) => {
  const failing = { sharedWorkgroup: () => Promise.reject(notFound), sharedWorkgroups: () => Promise.reject(error) };
  const found = findWorkspace(failing, { workgroupID: "wg", workspaceID: "ws" });
  await (expected === undefined ? expect(found).rejects.toBe(error) : expect(found).resolves.toEqual(expected));
});

test.each<[string, unknown, string | undefined]>([
  [
    "missing beside others",
    [{ id: "b", name: "Insights" }, { id: "c" }],
    'installed add-on "a" does not exist; available: b (Insights), c',
  ],
  ["missing in an empty list", [], 'installed add-on "a" does not exist; available: none'],
  ["there by its id", [{ id: "b" }, { id: "a" }], undefined],
  ["there by the id that others name it by", [{ id: "b" }, { id: "c", addonsID: "a" }], undefined],
  ["not certain where one has no id", [{ id: "b" }, {}], undefined],
  ["not certain without a list", 5, undefined],
])("an installed add-on is %s", (_, list, expected) => expect(missingAddon("a", list)).toBe(expected));

const shown = { workspace_id: "ws", deleted_at: null };
const deleted = { workspace_id: "old", deleted_at: "2026-01-01T00:00:00Z" };
const neverDeleted = ["", 1, "never", "000", "0000-01-01", "0001-01-01T00:00:00Z", "1970-01-01"].map((deleted_at) => ({
  ...shown,
  deleted_at,
}));

test.each<[string, object, readonly object[] | undefined]>([
  ["a list, without deleted ones", { workspaces: [shown, deleted] }, [shown]],
  ["a list of some that were never deleted", { workspaces: neverDeleted }, neverDeleted],
  ["an empty list", { workspaces: [] }, []],
  ["null, and no database", { workspaces: null }, []],
  ["null, and databases without workspaces", { workspaces: null, tg_databases: [{}, { workspaces: null }, { workspaces: [] }] }, []],
  [
    "null beside a database with a workspace: nothing is known",
    { workspaces: null, tg_databases: [{}, { workspaces: [shown] }] },
    undefined,
  ],
  ["no list: nothing is known", { tg_databases: [] }, undefined],
])("the workspaces of a workgroup that shows %s", (_, fields, expected) => {
  expect(shownWorkspaces({ workgroup_id: "wg", ...fields })).toEqual(expected);
});

test("a text that an object lacks is not near to any name", () => {
  const far = ["wwwww", "xxxxx", "yyyyy", "zzzzz", "vvvvv"].map((id) => ({ id }));
  const text = namesOf([{ id: "", name: "a name that is far away" }, ...far], "ab");
  expect(text).toBe("6, the most similar are wwwww, xxxxx, yyyyy, zzzzz, vvvvv");
});

test("a workspace is read from the cache unless the caller reads anew", async () => {
  const asked: unknown[] = [];
  const recording = {
    ...reader,
    sharedWorkgroup: async (asksFor: object, options?: object) => {
      asked.push({ ...asksFor, ...options });
      return { workgroup_id: "wg", workspaces };
    },
  };
  const id = { workgroupID: "wg", workspaceID: "0000-77" };
  await findWorkspace(recording, id);
  await findWorkspace(recording, id, { skipCache: true });
  const wanted = { workgroupID: "wg", parts: ["0000-77"] };
  expect(asked).toEqual([wanted, { ...wanted, skipCache: true }]);
});
