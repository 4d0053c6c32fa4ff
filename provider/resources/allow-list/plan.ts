import type { findWorkgroupRecord } from "../../../client";
import type { Access } from "../../proof/access";
import { admits, parseAddresses, showAddresses } from "../../values/cidr";
import type { OperationContext, Plan, Refusal } from "../../definition";
import { describeFailure } from "../../announce/error-text";
import { refreshHint } from "../../errors";
import type { AnnouncedRequest } from "../../announce/lines";
import { mayStillChange } from "../../proof/pending";
import { argumentsToSend, showRecord } from "../../proof/record";
import { addressOf, deletionRequest, switchPath } from "./review";
import type { AllowListArguments as Arguments, AllowListState as State } from "./schema";

/** Whether a list is enforced, or no longer is. Pure. */

/** What a workgroup's record shows of its list, and what the service says of the caller where that matters. */
export type AllowListLookUp = ShownList | Extract<Awaited<ReturnType<typeof findWorkgroupRecord>>, { missing: string }>;

export interface ShownList {
  /** Undefined where the record does not say. */
  readonly enforced: boolean | undefined;
  /** Absent where nobody can be locked out, or the program allows it. */
  readonly access?: Access;
  /** The ranges, as far as they are known, of entries that the program makes first; none but in a preview. */
  readonly coming?: readonly (string | undefined)[];
}

export type AllowListPlan = Plan & ({ readonly action: "none" } | { readonly action: "put"; readonly request: AnnouncedRequest });

export const fields = { enabled: "enable_allow_list" } as const;

export function planAllowList(
  args: Arguments,
  last: Partial<State> | undefined,
  live: AllowListLookUp,
  secret: OperationContext["secret"],
): AllowListPlan | Refusal {
  if ("missing" in live) {
    const reason = last === undefined ? live.missing : `${live.missing}. ${refreshHint}`;
    return { action: "refuse", property: "workgroupId", reason };
  }
  const { enforced, access, coming = [] } = live;
  const record = { enable_allow_list: enforced };
  if (argumentsToSend(fields, args, last, record).length === 0) return { action: "none" };
  const lockout = args.enabled && access !== undefined ? describeLockout(access, coming) : undefined;
  if (lockout !== undefined && "why" in lockout) return { action: "refuse", property: "enabled", reason: lockoutText(lockout.why) };
  const was = enforced === undefined ? {} : { was: showRecord(fields, record, args, secret) };
  const later = ({ address }: { readonly address: string }) =>
    `graphplane: ${addressOf(args)}: ${address} is not on the list yet, and an entry that this program declares admits it: with dependsOn, the entry is made first`;
  return {
    action: "put",
    request: { method: "PUT", path: switchPath(args, args.enabled), ...was },
    notices: lockout === undefined ? [] : [later(lockout)],
  };
}

/** What the deletion of the resource does to the list. */
export function planAllowListDeletion(last: State): Plan {
  const request = deletionRequest({ ...last });
  if (request !== undefined) return { action: "put", request };
  const stays = last.enabled ? "it stays enforced" : "it stays as it is, not enforced";
  return {
    action: "none",
    notices: [
      `graphplane: ${addressOf(last)}: the allow list is no longer managed; ${stays} (deletionPolicy ${JSON.stringify(last.deletionPolicy ?? "retain")})${mayStillChange(last)}`,
    ],
  };
}

/** Why the list must not be enforced, or the address that an entry is made for first; undefined where neither is so. */
function describeLockout(
  { entries, uncertain, origin: { isAllowed, address, behind } }: Access,
  coming: readonly (string | undefined)[],
): { readonly why: string } | { readonly address: string } | undefined {
  if (entries.length === 0 && coming.length === 0)
    return { why: uncertain === undefined ? "it is empty" : `${uncertain}: it may be empty` };
  if (isAllowed === true) return undefined;
  const from = "the address that this run comes from";
  const shown = address === undefined ? from : showAddresses(address);
  const caller = address === undefined ? from : `${shown} (which this run comes from)`;
  const asked = behind === undefined ? "" : ` (the request ${describeFailure(behind)})`;
  if (isAllowed === undefined) return { why: `the service does not show whether ${caller} is on it${asked}` };
  const ranges = [...entries.map(({ cidr }) => cidr), ...coming.filter((range) => range !== undefined)];
  const admitted = parseAddresses(address ?? "")?.every((one) => ranges.some((range) => admits(range, one))) ?? false;
  return coming.includes(undefined) || (coming.length > 0 && admitted) ? { address: shown } : { why: `${caller} is not on it` };
}

function lockoutText(why: string): string {
  const entry = `Check that an AllowListEntry admits it, and is named in dependsOn of the AllowList, so that it is made first`;
  return `the allow list is not enforced, since ${why}: this run could lock itself out. ${entry}; or set allowLockout: true`;
}
