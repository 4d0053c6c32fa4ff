import { withLines } from "../../support/plan-log";
import { ServiceError, type WorkgroupRecord } from "../../../client";
import type { LiveByName } from "../../../provider/reconcile/lookup-by-name";
import { planWorkgroup, whatStillWorks } from "../../../provider/resources/workgroup/plan";
import type { Arguments, State } from "../../../provider/resources/workgroup/description";
import { workgroupRecordFacts } from "../../../provider/resources/workgroup/crud";

const args: Arguments = { workgroupName: "team", cloudProviderId: "cp" };
const state: State = { ...args, workgroupId: "wg-1" };
const record: WorkgroupRecord = { workgroup_id: "wg-1", name: "team", cloud_provider_id: "cp", region: "r", enable_application_log: false };
const other: WorkgroupRecord = { workgroup_id: "wg-2", name: "other" };
const here: LiveByName<WorkgroupRecord> = { found: true, record };
const listed = (...all: WorkgroupRecord[]): LiveByName<WorkgroupRecord> => {
  const namesakes = all.filter(({ name }) => name === record.name).map((one) => ({ record: one, resourceId: one.workgroup_id }));
  return { found: false, certain: true, others: all.length > 0, all, namesakes };
};
const path = "/workgroups/wg-1";

const refused = (property: string, reason: RegExp) => ({ action: "refuse", property, reason: expect.stringMatching(reason) as string });
const put = (body: object, was: object, more: object = {}) => ({
  action: "put",
  body,
  request: { method: "PUT", path, body, was },
  ...more,
});
const lines = (...texts: readonly string[]) => texts.map((text) => `graphplane: ${path}: ${text}`);

test.each<[string, Partial<Arguments>, Partial<State> | undefined, LiveByName<WorkgroupRecord>, object]>([
  [
    "where none has its name, one is made",
    { region: "r", enableEncryption: false },
    undefined,
    listed(other),
    {
      action: "post",
      body: { name: "team", cloud_provider_id: "cp", region: "r", enable_encryption: false },
      request: { method: "POST", path: "/workgroups" },
      before: ["wg-2"],
      followUp: undefined,
    },
  ],
  [
    "what a POST does not take follows in a PUT",
    { encryptionMethod: "TMK" },
    undefined,
    listed(),
    {
      body: { name: "team", cloud_provider_id: "cp" },
      followUp: { method: "PUT", path: "/workgroups/[known-later]", body: { encryption_method: "TMK" } },
    },
  ],
  [
    "one of its name is not adopted unasked",
    {},
    undefined,
    listed(other, record),
    refused("workgroupName", /^a workgroup "team" already exists \(wg-1\).* add adopt: true .*graphplane:index:Workgroup <name> wg-1"$/),
  ],
  [
    "what is required and the service does not return is taken as declared, which a line says",
    { adopt: true },
    undefined,
    listed({ ...record, cloud_provider_id: "" }),
    { action: "none", notices: lines("the service does not return cloudProviderId, so graphplane assumes the declared value") },
  ],
  [
    "one that shows that it is not encrypted is not adopted as encrypted",
    { adopt: true, enableEncryption: true },
    undefined,
    listed({ ...record, enable_encryption: false }),
    refused("enableEncryption", /is false and cannot be changed/),
  ],
  [
    "what differs is sent beside what it replaces",
    { workgroupName: "group", enableApplicationLog: true },
    state,
    here,
    put({ workgroup_name: "group", enable_application_log: true }, { workgroup_name: "team", enable_application_log: false }),
  ],
  [
    "one that was there before a POST of the same name is adopted as if it were new",
    { adopt: true, enableApplicationLog: false },
    { ...args, enableApplicationLog: true, __pending: { sent: { enableApplicationLog: true }, creation: { before: ["wg-1"] } } },
    listed(record),
    { action: "none", notices: [] },
  ],
])("%s", (_name, more, last, live, planned) => {
  expect(withLines(planWorkgroup({ ...args, ...more }, last, live, () => false))).toMatchObject(planned);
});

test("a secret name is shown neither as declared nor as it is live, and is sent", () => {
  const plan = planWorkgroup({ ...args, workgroupName: "group" }, state, here, (name) => name === "workgroupName");
  const shown = { workgroup_name: "[secret]" };
  expect(plan).toMatchObject({ body: { workgroup_name: "group" }, request: { body: shown, was: shown } });
});

test.each([
  ["cloudProviderId", { cloudProviderId: "other" }, "cp"],
  ["platform", { platform: "gcp" }, "aws"],
  ["region", { region: "elsewhere" }, "r"],
])("a workgroup with a different %s cannot be adopted", (argument, more, live) => {
  const plan = planWorkgroup({ ...args, adopt: true, ...more }, undefined, listed({ ...record, platform: "aws" }), () => false);
  const reason = `${argument} of the workgroup "team" (wg-1) is "${live}" and cannot be changed`;
  expect(plan).toMatchObject({ action: "refuse", property: argument, reason: expect.stringContaining(reason) as string });
});

test("the refusal for a service without the list names what still works", () => {
  const noCall = new ServiceError({ outcome: "refused", summary: "was refused", status: 404 }, "GET", "/workgroups", 1, {
    kind: "workgroup",
    operation: "create",
  });
  const plan = planWorkgroup(args, undefined, { noCall }, () => false);
  expect(plan).toMatchObject({ ...refused("workgroupName", /GET \/workgroups.*managing a workgroup that is in the state/), cause: noCall });
  expect(["GET", "POST", "PUT", "DELETE"].map(whatStillWorks)).toEqual([
    expect.stringContaining("graphplane could create a second workgroup with the same name"),
    "managing the contents of a workgroup that was created in the console",
    "managing the contents of the workgroup",
    "managing the contents of the workgroup",
  ]);
});

test("the state keeps the facts that a record contains, without empty ones", () => {
  const facts = { platform: "aws", region: "r", shared_storage: false, creator: "admin@example.com", cloud_provider_name: "cloud" };
  expect(workgroupRecordFacts({ ...record, ...facts })).toEqual({
    workgroupId: "wg-1",
    platform: "aws",
    region: "r",
    sharedStorage: false,
    creator: "admin@example.com",
    cloudProviderName: "cloud",
  });
  expect(workgroupRecordFacts({ workgroup_id: "wg-1", platform: "", region: null, creator: undefined })).toEqual({ workgroupId: "wg-1" });
});
