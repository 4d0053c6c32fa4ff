import { BlockList, isIP } from "node:net";
import { checkBody } from "../bodies";
import { Refusal } from "../envelope";
import { showResult } from "../present";
import { type AllowedRange } from "../records";
import { rewrite } from "../rewrite";
import { type WorkgroupState } from "../store";
import { type Call, type Outcome, param } from "./call";

/** The calls on a workgroup's allow list (API 11). Nothing of them was ever seen: what they answer is the reading of the reference. */

/** The entries of the list. */
export function listAllowedRanges(call: Call): Outcome {
  return { result: structuredClone(readWorkgroup(call).allowedRanges) };
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
  return answer(call, range, "Entry created.");
}

/** Replaces an entry. */
export function updateAllowedRange(call: Call): Outcome {
  const { id } = rangeOf(call);
  const range = { id, ...bodyOf(call) };
  changeLater(call, ({ allowedRanges }) => allowedRanges.forEach((one) => one.id === id && Object.assign(one, range)));
  return answer(call, range, "Entry updated.");
}

/** Deletes an entry. */
export function deleteAllowedRange(call: Call): Outcome {
  const range = rangeOf(call);
  changeLater(call, (workgroup) => {
    workgroup.allowedRanges = workgroup.allowedRanges.filter(({ id }) => id !== range.id);
  });
  return answer(call, "Entry deleted.", "Entry deleted.");
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
  call.store.workgroup(param(call, "workgroupID"));
  changeLater(call, (workgroup) => {
    workgroup.record.enable_allow_list = isEnforced;
  });
  const message = isEnforced ? "Allow list enabled." : "Allow list disabled.";
  return answer(call, message, message);
}

function readWorkgroup(call: Call): WorkgroupState {
  const id = param(call, "workgroupID");
  call.store.deferrals.read(id);
  return call.store.workgroup(id);
}

function rangeOf(call: Call): AllowedRange {
  const id = param(call, "id");
  const { allowedRanges } = call.store.workgroup(param(call, "workgroupID"));
  return allowedRanges.find((range) => range.id === id) ?? call.store.refuseUnknownId("id", id, "entry");
}

function bodyOf(call: Call): Omit<AllowedRange, "id"> {
  call.store.workgroup(param(call, "workgroupID"));
  const { cidr, note } = checkBody("allowedRange", call.body, call.behaviour.bodies);
  if (blockOf(String(cidr)) === undefined)
    throw new Refusal(400, "Bad-Request", "The request body is not valid.", [{ FieldName: "cidr", Reason: "is not an address range" }]);
  return rewrite(call.behaviour, { cidr: String(cidr), note: typeof note === "string" ? note : "" });
}

function changeLater(call: Call, change: (workgroup: WorkgroupState) => void): void {
  const id = param(call, "workgroupID");
  call.store.deferrals.defer(id, call.delay ?? call.behaviour.settleAfter, () => {
    const workgroup = call.store.workgroups.get(id);
    if (workgroup === undefined) return;
    change(workgroup);
    workgroup.record.is_current_ip_allowed = workgroup.record.enable_allow_list !== true || admitsCaller(call, workgroup);
  });
}

function answer(call: Call, value: unknown, message: string): Outcome {
  return { result: showResult(call.store, call.endpoint, value, message), message };
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
