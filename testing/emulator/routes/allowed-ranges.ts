import { BlockList, isIP } from "node:net";
import { badRequest } from "../envelope";
import { type AllowedRange } from "../records";
import { type WorkgroupState } from "../store";
import { type Call, type Outcome, replace } from "./call";
import { type Endpoint, extension, workgroup } from "./endpoint";

/** The calls on a workgroup's allow list (API 11). None of them was ever seen: what they answer follows the public reference. */

/** Turns the enforcement of the list on, so that only addresses on it reach the workgroup, or off. */
function setEnforced(call: Call, isEnforced: boolean): Outcome {
  call.workgroup();
  changeLater(call, ({ record }) => {
    record.enable_allow_list = isEnforced;
  });
  return call.answer(isEnforced ? "Allow list enabled." : "Allow list disabled.");
}

function knownId(call: Call): string {
  return call.find(call.workgroup().allowedRanges, "id", "entry").id;
}

/** The entry that the body makes of the given identifier. */
function rangeOf(call: Call, id: string): AllowedRange {
  const { cidr, note = "" } = call.body("allowedRange");
  if (blockOf(cidr) === undefined) throw badRequest("The request body is not valid.", "cidr", "is not an address range");
  return { id, cidr, note };
}

function changeLater(call: Call, change: (workgroup: WorkgroupState) => void): void {
  call.changeWorkgroup((workgroup) => {
    change(workgroup);
    workgroup.record.is_current_ip_allowed = workgroup.record.enable_allow_list !== true || admitsCaller(call, workgroup);
  });
}

function admitsCaller({ behaviour }: Call, { allowedRanges }: WorkgroupState): boolean {
  return allowedRanges.some(({ cidr }) => admits(cidr, behaviour.callerAddress));
}

function admits(cidr: string, address: string): boolean {
  const version = isIP(address);
  // Node takes an IPv4 address for an IPv6 one as well.
  return isIP(cidr.split("/")[0] ?? "") === version && blockOf(cidr)?.check(address, version === 6 ? "ipv6" : "ipv4") === true;
}

/** A range as Node matches it; undefined if the text is not a range. */
function blockOf(cidr: string): BlockList | undefined {
  const [address = "", prefix] = cidr.split("/");
  const version = isIP(address);
  const bits = Number(prefix ?? (version === 6 ? 128 : 32));
  if (version === 0 || !Number.isInteger(bits) || bits < 0 || bits > (version === 6 ? 128 : 32)) return undefined;
  const block = new BlockList();
  block.addSubnet(address, bits, version === 6 ? "ipv6" : "ipv4");
  return block;
}

export const allowListEndpoints: readonly Endpoint[] = [
  extension("listAllowedRanges", "GET", `${workgroup}/allow_list`, (call) => ({ result: call.workgroup().allowedRanges })),
  // Whether the caller's address is on the list, enforced or not.
  extension("getCaller", "GET", `${workgroup}/allow_list/current`, (call) => {
    const { callerAddress, isAllowedKey } = call.behaviour;
    return { result: { [isAllowedKey]: admitsCaller(call, call.workgroup()), CurrentIP: callerAddress } };
  }),
  // Nothing says that ranges must differ.
  extension("createAllowedRange", "POST", `${workgroup}/allow_list`, (call) => {
    call.workgroup();
    const range = rangeOf(call, call.store.nextId("ab"));
    changeLater(call, ({ allowedRanges }) => allowedRanges.push(range));
    return call.answer("Entry created.", range);
  }),
  // Before the rows whose parameter their last words would fit.
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
