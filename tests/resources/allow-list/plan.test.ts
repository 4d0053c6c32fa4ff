import { withLines } from "../../support/plan-log";
import { ServiceError } from "../../../client";
import { planAllowList, type ShownList } from "../../../provider/resources/allow-list/plan";
import type { State } from "../../../provider/resources/allow-list/description";

const path = "/workgroups/wg/allow_list";
const on: State = { workgroupId: "wg", enabled: true };
const off: State = { workgroupId: "wg", enabled: false };
const address = "198.51.100.7";
const entries = [{ id: "one", cidr: "192.0.2.0/24" }];
const admitted: ShownList = { enforced: false, access: { entries, origin: { isAllowed: true, address } } };
const shutOut = { enforced: false, access: { entries, origin: { isAllowed: false, address } } };
const shutOutFrom = (text: string): typeof shutOut => ({ ...shutOut, access: { entries, origin: { isAllowed: false, address: text } } });
const emptied = { enforced: false, access: { entries: [], origin: { isAllowed: true, address } } };
const cause = new ServiceError({ outcome: "refused", summary: "was refused", status: 403 }, "GET", path, 1, { kind: "k", operation: "o" });

const put = (end: string, was?: boolean) => ({
  action: "put",
  request: { method: "PUT", path: `${path}/${end}`, ...(was !== undefined && { was: { enable_allow_list: was } }) },
});
const none = { action: "none" };
const refused = (property: string, reason: RegExp) => ({ action: "refuse", property, reason: expect.stringMatching(reason) as string });

test.each<[string, State, State | undefined, ShownList, object]>([
  ["a list that allows the caller is enforced", on, undefined, admitted, put("enable", false)],
  ["a list that nobody can be locked out by is enforced", on, off, { enforced: false }, put("enable", false)],
  ["a list is no longer enforced, wherever the caller is", off, on, { ...shutOut, enforced: true }, put("disable", true)],
  ["a list of which the record does not say is switched once", on, undefined, { enforced: undefined }, put("enable")],
  ["a list of which the record does not say is not switched again", on, on, { enforced: undefined }, none],
  [
    "a list that shuts the caller out is refused",
    on,
    undefined,
    shutOut,
    refused("enabled", /^graphplane did not enforce the allow list, .*198\.51\.100\.7/),
  ],
  [
    "a list of which nothing is known of the caller is refused",
    on,
    undefined,
    { enforced: false, access: { entries, origin: { cause } } },
    refused("enabled", /the service does not report whether the list allows the address that this run comes from \(the request/),
  ],
  [
    "a list of which nothing is known of the caller is refused although an entry is to be made first",
    on,
    undefined,
    { enforced: false, access: { entries, origin: { address } }, declaredRanges: ["0.0.0.0/0"] },
    refused("enabled", /the service does not report whether the list allows 198\.51\.100\.7 \(which this run comes from\)/),
  ],
  ["an entry that is to be made first counts", on, undefined, { ...shutOut, declaredRanges: ["198.51.100.0/24"] }, put("enable", false)],
  ["one whose range is not known yet counts", on, undefined, { ...shutOut, declaredRanges: [undefined] }, put("enable", false)],
  ["one that allows others does not", on, undefined, { ...shutOut, declaredRanges: ["10.0.0.0/8"] }, refused("enabled", /is not on it/)],
  [
    "each address of a list must be allowed",
    on,
    undefined,
    { ...shutOutFrom(`${address}, 10.0.0.1`), declaredRanges: ["198.51.100.0/24"] },
    refused("enabled", /198\.51\.100\.7, 10\.0\.0\.1 \(which this run comes from\) is not on it/),
  ],
  [
    "of several addresses one may be on the list",
    on,
    undefined,
    { ...shutOutFrom(`${address}:51234, 192.0.2.1`), declaredRanges: ["198.51.100.0/24"] },
    put("enable", false),
  ],
  [
    "an address that cannot be read is quoted",
    on,
    undefined,
    { ...shutOutFrom("my\nhost"), declaredRanges: ["0.0.0.0/0"] },
    refused("enabled", /because "my\\nhost" \(which this run comes from\) is not on it/),
  ],
  [
    "a list that the service says shuts the caller out is refused, although an entry allows its address",
    on,
    undefined,
    { ...shutOut, access: { ...shutOut.access, entries: [{ id: "one", cidr: "198.51.100.0/24" }] } },
    refused("enabled", /198\.51\.100\.7 \(which this run comes from\) is not on it/),
  ],
  [
    "a list that shuts out a caller of unknown address is refused",
    on,
    undefined,
    { enforced: false, access: { entries, origin: { isAllowed: false } }, declaredRanges: ["0.0.0.0/0"] },
    refused("enabled", /because the address that this run comes from is not on it/),
  ],
  [
    "an empty list is refused, whatever the service says of the caller",
    on,
    undefined,
    emptied,
    refused("enabled", /because it is empty\. /),
  ],
  [
    "a list that may be empty is refused",
    on,
    undefined,
    { ...emptied, access: { ...emptied.access, uncertain: "the service returned null for the list" } },
    refused("enabled", /because the service returned null for the list, so it might be empty\. /),
  ],
  [
    "an empty list whose entries are to be made first is not",
    on,
    undefined,
    { ...emptied, declaredRanges: ["10.0.0.0/8"] },
    put("enable", false),
  ],
])("%s", (_name, args, last, live, planned) => {
  const plan = planAllowList(args, last, live, () => false);
  expect(plan).toMatchObject(planned);
  if (!("was" in ((planned as { request?: object }).request ?? {}))) expect(plan).not.toHaveProperty("request.was");
});

test("a notice names the entry that must be created first, and only then", () => {
  expect(withLines(planAllowList(on, undefined, { ...shutOut, declaredRanges: ["198.51.100.0/24"] }, () => false))).toMatchObject({
    notices: [expect.stringMatching(/198\.51\.100\.7 is not on the list yet.*dependsOn/)],
  });
  const unknown = { enforced: false, access: { entries, origin: { isAllowed: false } }, declaredRanges: [undefined] };
  expect(withLines(planAllowList(on, undefined, unknown, () => false))).toMatchObject({
    notices: [expect.stringMatching(/the address that this run comes from is not on the list yet/)],
  });
  expect(withLines(planAllowList(on, undefined, { ...admitted, declaredRanges: ["198.51.100.0/24"] }, () => false))).toMatchObject({
    notices: [],
  });
});

test("a plan hides a secret value", () => {
  expect(planAllowList(on, undefined, admitted, () => true)).toMatchObject({ request: { was: { enable_allow_list: "[secret]" } } });
});
