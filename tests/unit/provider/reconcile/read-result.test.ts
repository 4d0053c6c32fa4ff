import type { ServiceError } from "../../../../client";
import {
  describeUncertainty,
  isConfirmedDeleted,
  parentExists,
  type ReadResult,
  readInParent,
} from "../../../../provider/reconcile/read-result";
import { contextOf, serviceError } from "../../../support/operation-context";

const place = { workgroupId: "wg", workspaceId: "ws" };
const lacking = serviceError(404, { outcome: "not-understood" });
const notFound = serviceError(404, { type: "Not-Found" });
const badRequest = serviceError(400, { type: "Bad-Request" });
const internal = serviceError(500, { type: "Internal-Error" });
const unauthorized = serviceError(401, { type: "Unauthorized" });
const lost = serviceError(0, { outcome: "lost" });

/** The context of an operation whose workgroup is answered so, and the calls that asked for it. */
function answering(workgroup: object, seenBefore = false) {
  const asked: unknown[] = [];
  const sharedWorkgroup = async (...call: unknown[]) => {
    asked.push(call);
    if (workgroup instanceof Error) throw workgroup;
    return workgroup;
  };
  return { context: contextOf({ sharedWorkgroup }, { seenBefore }).context, asked };
}

const here = { workspace_id: "ws" };
const holding = (...workspaces: object[]) => ({ workgroup_id: "wg", workspaces });

test.each<[string, object, boolean | undefined]>([
  ["is there where it is listed", holding({ workspace_id: "other" }, here), true],
  ["is gone with an empty list of workspaces", holding(), false],
  ["is gone where others only are listed", holding({ workspace_id: "other" }), false],
  ["is gone where its record is marked as deleted", holding({ ...here, deleted_at: "2026-06-08T00:00:00Z" }), false],
  ["is gone where the workgroup is not found", notFound, false],
  ["may be there where there is no list", { workgroup_id: "wg", workspaces: null }, undefined],
  ["may be there in a record without its identifier", { workgroup_id: "", workspaces: [] }, undefined],
  ["may be there where another workgroup is shown", { workgroup_id: "other", workspaces: [] }, undefined],
  ["may be there where a workspace has no identifier", holding({ workspace_id: "" }), undefined],
  ["may be there after a 500", internal, undefined],
  ["may be there after a bad request", badRequest, undefined],
  ["may be there after a plain 404", lacking, undefined],
  ["may be there where the key is refused", unauthorized, undefined],
])("a workspace %s", async (_name, workgroup, exists) => {
  const { context, asked } = answering(workgroup);
  expect(await parentExists(place, context)).toBe(exists);
  expect(asked).toEqual([[{ workgroupID: "wg" }, { parts: ["ws"], skipCache: true }]]);
});

test("a workgroup exists if the service returns it, whatever its workspaces; a bug in graphplane is not a response", async () => {
  expect(await parentExists({ workgroupId: "wg" }, answering({ workgroup_id: "wg", workspaces: null }).context)).toBe(true);
  await expect(parentExists(place, answering(new TypeError("a bug")).context)).rejects.toThrow("a bug");
});

const missing = { missing: 'workspace "ws" in workgroup "wg" does not exist', what: "workspace" };
const noCall = (error: ServiceError) => ({ noCall: error, seenBefore: true });

test.each<[string, ServiceError, object, object | undefined]>([
  ["refused, in a workspace that is gone, means so", badRequest, holding(), missing],
  ["not found, in a workspace that is gone, means so", notFound, holding(), missing],
  ["lost, in a workspace that is gone, means so", lost, holding(), missing],
  ["not a call, in a workspace that is gone, means so", lacking, holding(), missing],
  ["not a call, in a workspace that is there, is a service without it", lacking, holding(here), noCall(lacking)],
  ["not a call, in a workspace that may be there, is a service without it", lacking, internal, noCall(lacking)],
  ["not found, in a workspace that is there, is a service without it", notFound, holding(here), noCall(notFound)],
  ["not found, in a workspace that may be there, fails", notFound, internal, undefined],
  ["refused, in a workspace that is there, fails", badRequest, holding(here), undefined],
  ["a failure, in a workspace that is there, fails", internal, holding(here), undefined],
])("a read that is %s", async (_name, error, workgroup, expected) => {
  const result = readInParent(place, answering(workgroup, true).context, false, () => Promise.reject(error));
  if (expected === undefined) await expect(result).rejects.toBe(error);
  else expect(await result).toMatchObject(expected);
});

test("a read that is refused, in a workgroup that is gone, names the workgroup", async () => {
  const result = readInParent({ workgroupId: "wg" }, answering(notFound).context, false, () => Promise.reject(badRequest));
  expect(await result).toEqual({ missing: 'workgroup "wg" does not exist', what: "workgroup", cause: badRequest });
});

test("after a refused key no workspace is read, and a reading without the object notes whether it was seen before", async () => {
  const { context, asked } = answering(holding(), true);
  await expect(readInParent(place, context, false, () => Promise.reject(unauthorized))).rejects.toBe(unauthorized);
  expect(asked).toEqual([]);
  const absent = { found: false, certain: true, others: true } as const;
  expect(await readInParent(place, context, false, async () => absent)).toEqual({ ...absent, seenBefore: true });
  const others: readonly ReadResult[] = [{ found: true }, { missing: "there is no add-on", what: "installedAddon" }];
  for (const other of others) expect(await readInParent(place, context, false, async () => other)).toEqual(other);
});

test.each<[string, { certain: boolean; others: boolean }, boolean | undefined, boolean, boolean]>([
  ["is gone where a list shows others", { certain: true, others: true }, undefined, false, true],
  ["is gone with what holds it", { certain: false, others: true }, false, false, true],
  ["is gone where a list is empty, and what holds it is there", { certain: true, others: false }, true, false, true],
  ["is gone by a null once a read has shown it", { certain: false, others: false }, true, true, true],
  ["is not gone by a null that no read went before", { certain: false, others: false }, true, false, false],
  ["is not gone by an empty list where what holds it may be there", { certain: true, others: false }, undefined, true, false],
  ["is not gone by entries without names", { certain: false, others: true }, true, true, false],
])("an object %s", async (_name, absence, exists, seenBefore, gone) => {
  expect(await isConfirmedDeleted({ found: false, ...absence }, async () => exists, seenBefore)).toBe(gone);
});

test.each([
  ["an empty response", true, false, /^the list was empty, and its workgroup was not found\. Check that the key/],
  ["a null", false, false, /^the list was null\. Try again$/],
  ["entries that cannot be told apart", false, true, /^the list contained entries without names\. Try again$/],
])("%s is the reason why an object may still exist", (_, certain, others, text) => {
  expect(describeUncertainty({ found: false, certain, others }, "list", "names", "workgroup")).toMatch(text);
});
