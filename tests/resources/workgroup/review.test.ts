import type { AnnouncedRequest } from "../../../provider/announce/lines";
import type { ShownValues } from "../../../provider/announce/review-facts";
import { workgroupFacts as facts } from "../../../provider/resources/workgroup/review";

const later = "/workgroups/[known-later]";
const post = (body?: unknown): AnnouncedRequest => ({ method: "POST", path: "/workgroups", body });
const put = (path: string, body?: unknown): AnnouncedRequest => ({ method: "PUT", path, body });

test.each<[string, ShownValues, string]>([
  ["its identifier", { workgroupId: "wg 1", workgroupName: "team" }, "/workgroups/wg%201"],
  ["its name while its identifier is empty", { workgroupId: "", workgroupName: "a team" }, "/workgroups?name=a%20team"],
  ["its name before it has an identifier", { workgroupName: "team" }, "/workgroups?name=team"],
  ["its name where the identifier is no text", { workgroupId: 7, workgroupName: "team" }, "/workgroups?name=team"],
])("lines name a workgroup by %s", (_name, values, address) => {
  expect(facts.address(values)).toBe(address);
});

const team = { workgroupName: "team", enableApplicationLog: true };
const known = { workgroupId: "wg-1" };

test.each<[string, AnnouncedRequest, ShownValues, ShownValues, boolean]>([
  ["a POST of its name", post({ name: "team" }), team, {}, true],
  ["a POST without a body", post(), team, {}, false],
  ["a PUT to its identifier", put("/workgroups/wg-1", { workgroup_name: "anything" }), team, known, true],
  ["a PUT that adopts it by its name", put("/workgroups/wg-9", { enable_application_log: true }), team, {}, true],
  ["a PUT that adopts one with another value", put("/workgroups/wg-9", { enable_application_log: false }), team, {}, false],
  [
    "a PUT of which only one value is declared",
    put("/workgroups/wg-9", { workgroup_name: "team", encryption_method: "TMK" }),
    team,
    {},
    false,
  ],
  ["a PUT without a body", put("/workgroups/wg-9"), team, {}, false],
  ["a PUT to something inside a workgroup", put("/workgroups/wg-9/allow_list", { enable_application_log: true }), team, {}, false],
  ["the PUT that completes a creation", put(later, { enable_application_log: true }), team, {}, false],
  ["that PUT, where the identifier is known", put(later, { enable_application_log: true }), team, { workgroupId: "[known later]" }, false],
])("%s is the resource's own request only if it is about its workgroup", (_name, request, inputs, outputs, isOwn) => {
  expect(facts.isOwnRequest(request, inputs, outputs)).toBe(isOwn);
});

test.each<[string, AnnouncedRequest, boolean]>([
  ["a PUT of what is declared", put(later, { encryption_method: "TMK" }), true],
  ["a PUT of another value", put(later, { encryption_method: "other" }), false],
  ["a PUT to a workgroup that exists", put("/workgroups/wg-1", { encryption_method: "TMK" }), false],
  ["another method", { ...put(later, { encryption_method: "TMK" }), method: "POST" }, false],
])("%s completes a creation only where its identifier is known later", (_name, request, isFollowUp) => {
  expect(facts.isFollowUp?.(request, { workgroupName: "team", encryptionMethod: "TMK" })).toBe(isFollowUp);
});

test("the values of both bodies are read as the arguments that declare them", () => {
  const created = { name: "team", cloud_provider_id: "cp", platform: "aws", region: "r", enable_encryption: true, shared_storage: false };
  expect(facts.argumentsOf({ ...created, unknown: 1 }, {})).toEqual({
    workgroupName: "team",
    cloudProviderId: "cp",
    platform: "aws",
    region: "r",
    enableEncryption: true,
    sharedStorage: false,
  });
  expect(facts.argumentsOf({ workgroup_name: "team", enable_application_log: true, encryption_method: "TMK" }, {})).toEqual({
    workgroupName: "team",
    enableApplicationLog: true,
    encryptionMethod: "TMK",
  });
});

const all = { workgroupName: "team", region: "r", enableApplicationLog: true, encryptionMethod: "TMK", timeoutSeconds: 5 };

test.each<[string, object, boolean, AnnouncedRequest | undefined]>([
  ["a creation sends what its POST takes", all, false, post({ name: "team", region: "r", enable_application_log: true })],
  [
    "an update sends what its PUT takes",
    all,
    true,
    put("/workgroups/wg-1", { workgroup_name: "team", enable_application_log: true, encryption_method: "TMK" }),
  ],
  ["a creation without a value is a POST all the same", {}, false, post({})],
])("without a plan, review foresees that %s", (_name, changed, exists, request) => {
  const values = Object.entries(changed).map(([name, value]) => ({ path: [name], value: value as unknown }));
  expect(facts.requestFor(values, { inputs: {}, outputs: exists ? known : {}, exists })).toEqual(request);
});
