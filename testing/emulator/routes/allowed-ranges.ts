import { BlockList, isIP } from "node:net";
import { badRequest } from "../envelope";
import { type AllowedRange } from "../records";
import { rewrite } from "../rewrite";
import { type WorkgroupState } from "../store";
import { type Call, type Outcome } from "./call";

/** The calls on a workgroup's allow list (API 11). Nothing of them was ever seen: what they answer is the reading of the reference. */

/** The entries of the list. */
export function listAllowedRanges(call: Call): Outcome {
  return { result: readWorkgroup(call).allowedRanges };
}

/** Whether the caller's address is on the list, enforced or not. */
export function getCaller(call: Call): Outcome {
  const { callerAddress, isAllowedKey } = call.behaviour;
  return { result: { [isAllowedKey]: admitsCaller(call, readWorkgroup(call)), CurrentIP: callerAddress } };
}

/** Adds an entry; nothing says that ranges must differ. */
export function createAllowedRange(call: Call): Outcome {
  const range = { id: call.store.nextId("ab"), ...bodyOf(call) };
  changeLater(call, ({ allowedRanges }) => allowedRanges.push(range));
  return call.answer("Entry created.", range);
}

/** Replaces an entry. */
export function updateAllowedRange(call: Call): Outcome {
  const { id } = rangeOf(call);
  const range = { id, ...bodyOf(call) };
  changeLater(call, ({ allowedRanges }) => allowedRanges.forEach((one) => one.id === id && Object.assign(one, range)));
  return call.answer("Entry updated.", range);
}

/** Deletes an entry. */
export function deleteAllowedRange(call: Call): Outcome {
  const range = rangeOf(call);
  changeLater(call, (workgroup) => {
    workgroup.allowedRanges = workgroup.allowedRanges.filter(({ id }) => id !== range.id);
  });
  return call.answer("Entry deleted.");
}

/** From now on only addresses on the list reach the workgroup. */
export function enforceRanges(call: Call): Outcome {
  return setEnforced(call, true);
}

/** Any address reaches the workgroup again. */
export function liftRanges(call: Call): Outcome {
  return setEnforced(call, false);
}

function setEnforced(call: Call, isEnforced: boolean): Outcome {
  call.workgroup();
  changeLater(call, (workgroup) => {
    workgroup.record.enable_allow_list = isEnforced;
  });
  return call.answer(isEnforced ? "Allow list enabled." : "Allow list disabled.");
}

function readWorkgroup(call: Call): WorkgroupState {
  call.countRead();
  return call.workgroup();
}

function rangeOf(call: Call): AllowedRange {
  const id = call.param("id");
  const { allowedRanges } = call.workgroup();
  return allowedRanges.find((range) => range.id === id) ?? call.store.refuseUnknownId("id", id, "entry");
}

function bodyOf(call: Call): Omit<AllowedRange, "id"> {
  call.workgroup();
  const { cidr, note } = call.checkedBody("allowedRange");
  if (blockOf(String(cidr)) === undefined) throw badRequest("The request body is not valid.", "cidr", "is not an address range");
  return rewrite(call.behaviour, { cidr: String(cidr), note: typeof note === "string" ? note : "" });
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

/** A range as Node matches it; undefined for what is none. */
function blockOf(cidr: string): BlockList | undefined {
  const [address = "", prefix] = cidr.split("/");
  const version = isIP(address);
  const bits = Number(prefix ?? (version === 6 ? 128 : 32));
  if (version === 0 || !Number.isInteger(bits) || bits < 0 || bits > (version === 6 ? 128 : 32)) return undefined;
  const block = new BlockList();
  block.addSubnet(address, bits, version === 6 ? "ipv6" : "ipv4");
  return block;
}
