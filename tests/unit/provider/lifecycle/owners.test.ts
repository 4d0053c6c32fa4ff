import { Owners } from "../../../../provider/lifecycle/owners";

test("an object that resources of two kinds manage is known to each as the other's, until one of them is gone", () => {
  const owners = new Owners();
  owners.add("object", "a", { kind: "Workspace", urn: "blue" });
  expect(owners.otherKind("object", "Workspace")).toBeUndefined();
  expect(owners.otherKind("object", "WorkspaceSettings")).toBe("Workspace");
  owners.add("object", "b", { kind: "WorkspaceSettings" });
  expect(owners.otherKind("object", "Workspace")).toBe("WorkspaceSettings");
  expect(owners.otherKind("another object", "Workspace")).toBeUndefined();
  owners.remove("object", "b");
  expect(owners.otherKind("object", "Workspace")).toBeUndefined();
});

test("a claim by id counts for other kinds alone, and the first one stays", () => {
  const owners = new Owners();
  owners.claim("object", "WorkspaceSettings");
  owners.claim("object", "Workspace");
  expect([owners.otherKind("object", "WorkspaceSettings"), owners.otherKind("object", "Workspace")]).toEqual([
    undefined,
    "WorkspaceSettings",
  ]);
  expect(owners.hasOther("object", "a")).toBe(false);
});

test("the manager of an object is a resource of another URN", () => {
  const owners = new Owners();
  const blue = { kind: "Workspace", urn: "blue" };
  owners.add("object", "a", blue);
  owners.add("object", "b", { kind: "Workspace" });
  expect([owners.managerOf("object", "green"), owners.managerOf("object", "blue"), owners.managerOf("other", "green")]).toEqual([
    blue,
    undefined,
    undefined,
  ]);
});
