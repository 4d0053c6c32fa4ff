import { BlockList, isIP } from "node:net";
import { badRequest } from "../envelope";
import { type AllowedRange } from "../records";
import { type WorkgroupState } from "../store";
import { type Call, type Outcome, replace } from "./call";
import { type Endpoint, extension, workgroup } from "./endpoint";

/** The calls for a workgroup's allow list (API 11). Their responses follow the public reference; none was ever recorded. */

/** Turns enforcement of the list on or off. If it is on, only listed addresses can reach the workgroup. */
function setEnforced(call: Call, isEnforced: boolean): Outcome {
  call.workgroup();
  changeLater(call, ({ record }) => {
    record.enable_allow_list = isEnforced;
  });
  return call.answer(isEnforced ? "Allow list enabled." : "Allow list disabled.");
}

const knownId = (call: Call): string => call.find(call.workgroup().allowedRanges, "id", "entry").id;

/** Returns the entry with the given identifier and the body's values. */
function rangeOf(call: Call, id: string): AllowedRange {
  const { cidr, note = "" } = call.body("allowedRange");
  if (addressTest(cidr) === undefined) throw badRequest("The request body is not valid.", "cidr", "is not an address range");
  return { id, cidr, note };
}

function changeLater(call: Call, change: (workgroup: WorkgroupState) => void): void {
  call.changeWorkgroup((workgroup) => {
    change(workgroup);
    workgroup.record.is_current_ip_allowed = workgroup.record.enable_allow_list !== true || admitsCaller(call, workgroup);
  });
}

function admitsCaller({ behaviour }: Call, { allowedRanges }: WorkgroupState): boolean {
  return allowedRanges.some(({ cidr }) => addressTest(cidr)?.(behaviour.callerAddress) === true);
}

/** Returns a predicate for addresses in a range; undefined if the text is not a range. */
function addressTest(cidr: string): ((address: string) => boolean) | undefined {
  const [first = "", prefix] = cidr.split("/");
  const version = isIP(first);
  const [family, longest] = version === 6 ? (["ipv6", 128] as const) : (["ipv4", 32] as const);
  const bits = Number(prefix ?? longest);
  if (version === 0 || !Number.isInteger(bits) || bits < 0 || bits > longest) return undefined;
  const block = new BlockList();
  block.addSubnet(first, bits, family);
  // Node also accepts an IPv4 address as an IPv6 address.
  return (address) => isIP(address) === version && block.check(address, family);
}

export const allowListEndpoints: readonly Endpoint[] = [
  extension("listAllowedRanges", "GET", `${workgroup}/allow_list`, (call) => ({ result: call.workgroup().allowedRanges })),
  // Whether the caller's address is on the list, enforced or not.
  extension("getCaller", "GET", `${workgroup}/allow_list/current`, (call) => {
    const { callerAddress, isAllowedKey } = call.behaviour;
    return { result: { [isAllowedKey]: admitsCaller(call, call.workgroup()), CurrentIP: callerAddress } };
  }),
  // The documentation does not require unique ranges.
  extension("createAllowedRange", "POST", `${workgroup}/allow_list`, (call) => {
    call.workgroup();
    const range = rangeOf(call, call.store.nextId("ab"));
    changeLater(call, ({ allowedRanges }) => allowedRanges.push(range));
    return call.answer("Entry created.", range);
  }),
  // Must precede the rows whose path parameter would match these paths.
  extension("enforceRanges", "PUT", `${workgroup}/allow_list/enable`, (call) => setEnforced(call, true)),
  extension("liftRanges", "PUT", `${workgroup}/allow_list/disable`, (call) => setEnforced(call, false)),
  extension("updateAllowedRange", "PUT", `${workgroup}/allow_list/{id}`, (call) => {
    const range = rangeOf(call, knownId(call));
    changeLater(call, ({ allowedRanges }) => replace(allowedRanges, range.id, range));
    return call.answer("Entry updated.", range);
  }),
  extension("deleteAllowedRange", "DELETE", `${workgroup}/allow_list/{id}`, (call) => {
    const id = knownId(call);
    changeLater(call, ({ allowedRanges }) => replace(allowedRanges, id));
    return call.answer("Entry deleted.");
  }),
];
