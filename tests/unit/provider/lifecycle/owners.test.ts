import { Owners } from "../../../../provider/lifecycle/owners";

test("an object that resources of two kinds manage is known to each as the other's, until one of them is gone", () => {
  const owners = new Owners();
  owners.add("object", "a", "Workspace");
  expect(owners.otherKind("object", "Workspace")).toBeUndefined();
  expect(owners.otherKind("object", "WorkspaceSettings")).toBe("Workspace");
  owners.add("object", "b", "WorkspaceSettings");
  expect(owners.otherKind("object", "Workspace")).toBe("WorkspaceSettings");
  expect(owners.otherKind("another object", "Workspace")).toBeUndefined();
  owners.remove("object", "b");
  expect(owners.otherKind("object", "Workspace")).toBeUndefined();
});
