import type { Access } from "../../reconcile/access";
import { admits, parseAddresses, showAddresses } from "../../values/cidr";
import { type NoRequestPlan, type Planner, refuse, type RequestPlan } from "../../definition";
import { describeFailure } from "../../messages/error-text";
import type { Notice } from "../../messages/message";
import { plannedField } from "../../reconcile/compare";
import { diffRecord, type SentFields, showRecord } from "../../reconcile/declared-fields";
import { addressOf, type Arguments, fields, type State, switchPath } from "./description";

/** Decides whether to enforce the list. Pure. */

/** The list according to its workgroup's record, and the caller's access if it is relevant. */
export interface ShownList {
  /** Undefined if the record does not contain it. */
  readonly enforced: boolean | undefined;
  /** Undefined if nobody can be locked out, or if the program allows a lockout. */
  readonly access?: Access;
  /** In a preview, the ranges of entries that the update creates first. An unknown range is undefined. */
  readonly declaredRanges?: readonly (string | undefined)[];
}

export type AllowListPlan = NoRequestPlan | (RequestPlan & SentFields & { readonly action: "put" });

export const planAllowList: Planner<Arguments, State, ShownList, AllowListPlan> = (args, last, live, isSecret) => {
  const { enforced, access, declaredRanges = [] } = live;
  const record = { enable_allow_list: enforced };
  const sent = diffRecord(fields, args, last, record).filter(({ toBeSent }) => toBeSent);
  if (sent.length === 0) return { action: "none" };
  const lockout = args.enabled && access !== undefined ? describeLockout(access, declaredRanges) : undefined;
  if (lockout !== undefined && "why" in lockout) return refuse("enabled", lockoutText(lockout.why));
  const was = enforced === undefined ? {} : { was: showRecord(fields, record, args, isSecret) };
  const later = ({ address }: { readonly address: string }): Notice => ({
    is: "notice",
    object: addressOf(args),
    text: `${address} is not on the list yet, but an entry that this program declares allows it. With dependsOn, the entry is created first`,
  });
  return {
    action: "put",
    request: { method: "PUT", path: switchPath(args, args.enabled), ...was },
    fields: sent.map((diff) => plannedField(diff, isSecret)),
    notices: lockout === undefined ? [] : [later(lockout)],
    sent,
  };
};

/** Explains why the list must not be enforced, or returns the address that a declared entry will allow; undefined if neither applies. */
function describeLockout(
  { entries, uncertain, origin: { isAllowed, address, cause } }: Access,
  declaredRanges: readonly (string | undefined)[],
): { readonly why: string } | { readonly address: string } | undefined {
  if (entries.length === 0 && declaredRanges.length === 0)
    return { why: uncertain === undefined ? "it is empty" : `${uncertain}, so it might be empty` };
  if (isAllowed === true) return undefined;
  const origin = "the address that this run comes from";
  const shown = address === undefined ? origin : showAddresses(address);
  const caller = address === undefined ? origin : `${shown} (which this run comes from)`;
  const failure = cause === undefined ? "" : ` (the request ${describeFailure(cause)})`;
  if (isAllowed === undefined) return { why: `the service does not report whether the list allows ${caller}${failure}` };
  const ranges = [...entries.map(({ cidr }) => cidr), ...declaredRanges];
  const isAllowedLater = parseAddresses(address ?? "")?.every((one) => ranges.some((range = "") => admits(range, one))) ?? false;
  return declaredRanges.includes(undefined) || (declaredRanges.length > 0 && isAllowedLater)
    ? { address: shown }
    : { why: `${caller} is not on it` };
}

function lockoutText(why: string): string {
  const fix = `Check that an AllowListEntry allows its address, and that the AllowList lists the entry in dependsOn, so that it is created first`;
  return `graphplane did not enforce the allow list, because ${why}. Enforcement could lock this run out. ${fix}; or set allowLockout: true`;
}
