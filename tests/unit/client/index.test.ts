import * as client from "../../../client";

test("the package's entry for the client exports these functions, and none that only its own code needs", () => {
  const names = Object.entries(client).flatMap(([name, value]) => (typeof value === "function" && /^[a-z]/.test(name) ? [name] : []));
  expect(names.toSorted()).toEqual([
    ...["allowedRangeName", "classify", "createClient", "dataPlaneOrigin", "filterByName", "findWorkgroup", "findWorkgroupRecord"],
    ...["findWorkspace", "hostOf", "hostProblem", "isAccessDenied", "isCredentialRefused", "isDefiniteRefusal", "isDeleted"],
    ...["isNoSuchCall", "isNotFound", "isObject", "isServiceError", "mayHaveBeenProcessed", "mayMeanMissing", "namesOf"],
    ...["parseConfigurations", "parseInstalledAddons", "plainAddress", "shouldVerify", "shownWorkspaces"],
  ]);
});
