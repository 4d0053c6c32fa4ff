import { ServiceError } from "../../../../../client";
import { type AllowListLookUp, planAllowList, planAllowListDeletion } from "../../../../../provider/resources/allow-list/plan";
import type { AllowListState } from "../../../../../provider/resources/allow-list/schema";

const path = "/workgroups/wg/allow_list";
const on: AllowListState = { workgroupId: "wg", enabled: true };
const off: AllowListState = { workgroupId: "wg", enabled: false };
const onItsWay = (last: AllowListState, enabled: boolean): AllowListState => ({ ...last, __pending: { sent: { enabled } } });
const admitted: AllowListLookUp = { enforced: false, origin: { isAllowed: true, address: "198.51.100.7" } };
const shutOut: AllowListLookUp = { enforced: false, origin: { isAllowed: false, address: "198.51.100.7" } };
const behind = new ServiceError({ outcome: "refused", summary: "was refused", status: 403 }, "GET", path, 1, { kind: "k", operation: "o" });

const put = (end: string, was?: boolean) => ({
  action: "put",
  request: { method: "PUT", path: `${path}/${end}`, ...(was !== undefined && { was: { enable_allow_list: was } }) },
});
const none = { action: "none" };
const refused = (property: string, reason: RegExp) => ({ action: "refuse", property, reason: expect.stringMatching(reason) as string });

test.each<[string, AllowListState, AllowListState | undefined, AllowListLookUp, object]>([
  ["a list that is as declared is adopted without a request", on, undefined, { enforced: true }, none],
  ["a list that admits the caller is enforced", on, undefined, admitted, put("enable", false)],
  ["a list that nobody can be locked out by is enforced", on, off, { enforced: false }, put("enable", false)],
  ["a list is no longer enforced, wherever the caller is", off, on, { ...shutOut, enforced: true }, put("disable", true)],
  ["a change in the console is set back", off, off, { enforced: true }, put("disable", true)],
  ["a list of which the record does not say is switched once", on, undefined, { enforced: undefined }, put("enable")],
  ["a list of which the record does not say is not switched again", on, on, { enforced: undefined }, none],
  ["what may still arrive is overwritten", off, onItsWay(off, true), { enforced: false }, put("disable", false)],
  ["what is on its way and shown is not sent again", on, onItsWay(on, true), { enforced: true }, none],
  [
    "a list that shuts the caller out is refused",
    on,
    undefined,
    shutOut,
    refused("enabled", /^the allow list is not enforced, .*198\.51\.100\.7/),
  ],
  [
    "a list of which nothing is known of the caller is refused",
    on,
    undefined,
    { enforced: false, origin: { behind } },
    refused("enabled", /the service does not show whether the address that this run comes from is on it \(the request/),
  ],
  ["an entry that is to be made first counts", on, undefined, { ...shutOut, isComing: true }, put("enable", false)],
  [
    "a new one of a workgroup that is not there is refused",
    on,
    undefined,
    { missing: "none", what: "workgroup" },
    refused("workgroupId", /^none$/),
  ],
  [
    "a known one too, with what to do",
    on,
    on,
    { missing: "gone", what: "workgroup" },
    refused("workgroupId", /^gone\. Run "pulumi refresh"/),
  ],
])("%s", (_name, args, last, live, planned) => {
  const plan = planAllowList(args, last, live, () => false);
  expect(plan).toMatchObject(planned);
  if (!("was" in ((planned as { request?: object }).request ?? {}))) expect(plan).not.toHaveProperty("request.was");
});

test("a line names the entry that is not made yet, and no line is added where there is none", () => {
  expect(planAllowList(on, undefined, { ...shutOut, isComing: true }, () => false)).toMatchObject({
    notices: [expect.stringMatching(/198\.51\.100\.7 is not on the list yet.*dependsOn/)],
  });
  expect(planAllowList(on, undefined, { ...admitted, isComing: true }, () => false)).toMatchObject({ notices: [] });
});

test("a secret value is not shown", () => {
  expect(planAllowList(on, undefined, admitted, () => true)).toMatchObject({ request: { was: { enable_allow_list: "[secret]" } } });
});

test.each<[string, AllowListState, RegExp]>([
  ["an enforced list", on, /; it stays enforced$/],
  ["one that is not enforced", off, /; it stays as it is, not enforced$/],
  ["one that may still change", onItsWay(on, true), /; it stays enforced; what was sent last may still take effect$/],
])("a deletion leaves %s", (_name, last, notice) => {
  expect(planAllowListDeletion(last)).toEqual({ action: "none", notices: [expect.stringMatching(notice)] });
});
