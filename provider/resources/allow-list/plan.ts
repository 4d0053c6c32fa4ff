import type { findWorkgroupRecord } from "../../../client";
import type { Caller } from "../../caller";
import type { OperationContext, Plan, Refusal } from "../../definition";
import { describeFailure } from "../../error-text";
import { refreshHint } from "../../errors";
import type { AnnouncedRequest } from "../../messages";
import { mayStillChange } from "../../pending";
import { argumentsToSend, showRecord } from "../../whole-record";
import { addressOf, switchPath } from "./review";
import type { AllowListArguments as Arguments, AllowListState as State } from "./schema";

/** Whether a list is enforced, or no longer is. Pure. */

/** What a workgroup's record shows of its list, and what the service says of the caller where that matters. */
export type AllowListLookUp = ShownList | Extract<Awaited<ReturnType<typeof findWorkgroupRecord>>, { missing: string }>;

export interface ShownList {
  /** Undefined where the record does not say. */
  readonly enforced: boolean | undefined;
  /** Absent where it was not asked for: nobody can be locked out, or the program allows it. */
  readonly origin?: Caller;
  /** True in a preview of a program that declares an entry, to be made first, which admits the caller. */
  readonly isComing?: boolean;
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
  const { enforced, origin, isComing = false } = live;
  const record = { enable_allow_list: enforced };
  if (argumentsToSend(fields, args, last, record).length === 0) return { action: "none" };
  const lockout = args.enabled && origin !== undefined ? lockoutText(origin) : undefined;
  if (lockout !== undefined && !isComing) return { action: "refuse", property: "enabled", reason: lockout };
  const was = enforced === undefined ? {} : { was: showRecord(fields, record, args, secret) };
  const later = `graphplane: ${addressOf(args)}: ${origin?.address} is not on the list yet, and an entry that this program declares admits it: with dependsOn, the entry is made first`;
  return {
    action: "put",
    request: { method: "PUT", path: switchPath(args, args.enabled), ...was },
    notices: lockout === undefined ? [] : [later],
  };
}

/** What the deletion of the resource does to the list: nothing. */
export function planAllowListDeletion(last: State): Plan {
  const stays = last.enabled ? "it stays enforced" : "it stays as it is, not enforced";
  return {
    action: "none",
    notices: [`graphplane: ${addressOf(last)}: the allow list is no longer managed; ${stays}${mayStillChange(last)}`],
  };
}

/** Why the list must not be enforced from here; undefined where the service says that the caller is on it. */
function lockoutText({ isAllowed, address, behind }: Caller): string | undefined {
  if (isAllowed === true) return undefined;
  const caller = address === undefined ? "the address that this run comes from" : `${address} (which this run comes from)`;
  const asked = behind === undefined ? "" : ` (the request ${describeFailure(behind)})`;
  const why = isAllowed === false ? `${caller} is not on it` : `the service does not show whether ${caller} is on it${asked}`;
  const entry = `Check that an AllowListEntry admits it, and is named in dependsOn of the AllowList, so that it is made first`;
  return `the allow list is not enforced, since ${why}: this run could lock itself out. ${entry}; or set allowLockout: true`;
}
