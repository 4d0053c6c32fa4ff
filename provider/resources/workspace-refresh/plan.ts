import type { NothingToSend, Sending } from "../../definition";
import { identical } from "../../values/json";
import { hasMoved, pendingIn } from "./model";
import { addressOf } from "./review";
import type { Pending, Shown, WorkspaceRefreshArguments as Arguments, WorkspaceRefreshState as State } from "./schema";

/** Decides if a refresh is sent, or one of an earlier run is waited for. Pure. */

export type Ids = Pick<Arguments, "workgroupId" | "workspaceId">;

/** The workspace as its workgroup's record shows it. */
export interface ShownRefresh {
  readonly status: Shown;
}

/** A refresh that was begun, as far as it is known. */
export interface Started {
  readonly pending: Pending;
  readonly now: Shown;
  /** A sentence about the loss of the POST's answer. */
  readonly lost?: string | undefined;
}

export type RefreshPlan = (Sending & { readonly now: Shown }) | (NothingToSend & Started);

export function planRefresh(args: Arguments, last: Partial<State> | undefined, { status: now }: ShownRefresh): RefreshPlan {
  const pending = pendingOf(args, last);
  // A refresh whose answer was lost must show in the record: otherwise it is sent again.
  const isUnderWay = pending !== undefined && (pending.post === "acknowledged" || hasMoved(pending, now));
  if (isUnderWay) return { action: "none", pending: { ...pending, post: "acknowledged" }, now };
  return { action: "post", request: { method: "POST", path: addressOf(args) }, now };
}

/** The refresh of an earlier run that is still waited for; none if the program asks for another one now. */
function pendingOf({ triggers }: Arguments, last: Partial<State> | undefined): Pending | undefined {
  return last === undefined || !identical(triggers, last.triggers) ? undefined : pendingIn(last);
}
