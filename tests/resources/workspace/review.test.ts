import type { ShownValues } from "../../../provider/describe/resource";
import { workspaceDescription } from "../../../provider/resources/workspace/description";

const { review: facts } = workspaceDescription;

const below = "/workgroups/wg/workspaces";

const declared = { workgroupId: "wg", workspaceName: "analytics", autoStopMinutes: 30 };
const known = { workspaceId: "ws" };

test.each<[string, ShownValues, string]>([
  ["its identifier", { ...declared, ...known }, `${below}/ws`],
  ["its name while its identifier is empty", { ...declared, workspaceId: "" }, `${below}?name=analytics`],
  ["its name before it has an identifier", declared, `${below}?name=analytics`],
  ["its name where the identifier is no text", { ...declared, workspaceId: 7 }, `${below}?name=analytics`],
])("lines name a workspace by %s", (_name, values, address) => expect(facts.address(values)).toBe(address));

test("a workspace has the addresses of its name and its identifier", () => {
  expect(facts.addresses(declared, {})).toEqual([`${below}?name=analytics`]);
  expect(facts.addresses(declared, known)).toEqual([`${below}?name=analytics`, `${below}/ws`]);
});

test("the deletion of a workspace leaves its database, unless that is declared", () => {
  expect(facts.remains?.(declared)).toEqual(["database"]);
  expect(facts.remains?.({ ...declared, databaseId: "db-1" })).toEqual([]);
});
