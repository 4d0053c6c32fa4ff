import { allowedRangeName, allowLists } from "../../../../client";
import { readAccess } from "../../../../provider/reconcile/access";
import { contextOf, serviceError } from "../../../support/operation-context";

const noCall = serviceError(404, { outcome: "not-understood", summary: "returned HTTP 404" });
const notFound = serviceError(404, { type: "Not-Found" });
const internal = serviceError(500, { type: "Internal-Error" });
const entry = (id: string) => ({ id, cidr: "192.0.2.0/24" });
const caller = { address: "192.0.2.1", allowed: true };

/** Who reaches the workgroup, if the two calls are answered so; an entry `e1` was deleted in this run. */
function read(origin: object, list: object) {
  const shared = async (call: unknown) => {
    const answer = call === allowLists.caller ? origin : list;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const deletions = new Set([allowedRangeName({ workgroupID: "wg" }, "e1")]);
  return readAccess({ workgroupID: "wg" }, contextOf({ shared }, { deletions }).context);
}

test.each<[string, object, object, object]>([
  [
    "the list and the address, without an entry that this run deleted",
    caller,
    { found: [entry("e1"), entry("e2")], certain: true },
    { entries: [entry("e2")], origin: caller },
  ],
  [
    "that a null for the list is not certain",
    caller,
    { found: [], certain: false },
    { entries: [], origin: caller, uncertain: "the service returned null for the list" },
  ],
  [
    "that a service without the list does not return it",
    caller,
    noCall,
    { entries: [], origin: caller, uncertain: "the service does not return the list (the request returned HTTP 404)" },
  ],
  [
    "that a service does not tell the address",
    notFound,
    { found: [entry("e2")], certain: true },
    { entries: [entry("e2")], origin: { cause: notFound } },
  ],
])("reading who has access returns %s", async (_, origin, list, access) => expect(await read(origin, list)).toEqual(access));

test.each([
  ["list", caller, internal],
  ["address", internal, { found: [], certain: true }],
])("a failed read of the %s is an error", async (_, origin, list) => {
  await expect(read(origin, list)).rejects.toBe(internal);
});
