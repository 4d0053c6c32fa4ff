import type { ShownValues } from "../../../provider/describe/resource";
import { workgroupDescription } from "../../../provider/resources/workgroup/description";

const { review: facts } = workgroupDescription;

test.each<[string, ShownValues, string]>([
  ["its identifier", { workgroupId: "wg 1", workgroupName: "team" }, "/workgroups/wg%201"],
  ["its name while its identifier is empty", { workgroupId: "", workgroupName: "a team" }, "/workgroups?name=a%20team"],
  ["its name before it has an identifier", { workgroupName: "team" }, "/workgroups?name=team"],
  ["its name where the identifier is no text", { workgroupId: 7, workgroupName: "team" }, "/workgroups?name=team"],
])("lines name a workgroup by %s", (_name, values, address) => expect(facts.address(values)).toBe(address));

test("a replacement might lose the workgroup's databases and its allow list entries", () =>
  expect(facts.lostParts?.({}, {})).toEqual({ has: [], mayHave: ["databases", "allow list entries"] }));
