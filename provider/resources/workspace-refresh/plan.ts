import type { findWorkspace } from "../../../client";
import type { Plan, Refusal } from "../../definition";
import { refreshHint } from "../../errors";
import { identical } from "../../values/json";
import { hasMoved, pendingIn } from "./model";
import { addressOf } from "./review";
import type { Pending, Shown, WorkspaceRefreshArguments as Arguments, WorkspaceRefreshState as State } from "./schema";

/** Whether a refresh is sent, or one of an earlier run is waited for. Pure. */

export type Ids = Pick<Arguments, "workgroupId" | "workspaceId">;

/** What the workgroup's record shows of the workspace. */
export type RefreshLookUp = { readonly status: Shown } | Extract<Awaited<ReturnType<typeof findWorkspace>>, { missing: string }>;

/** A refresh that was begun, and where it is known to be. */
export interface Started {
  readonly pending: Pending;
  readonly now: Shown;
  /** How the answer of the POST was lost. */
  readonly lost?: string | undefined;
}

export type RefreshPlan = Plan & { readonly now: Shown } & ({ readonly action: "post" } | ({ readonly action: "none" } & Started));

export function planRefresh(args: Arguments, last: Partial<State> | undefined, live: RefreshLookUp): RefreshPlan | Refusal {
  if ("missing" in live) {
    const reason = last === undefined ? live.missing : `${live.missing}. ${refreshHint}`;
    return { action: "refuse", property: `${live.what}Id`, reason };
  }
  const { status: now } = live;
  const pending = pendingOf(args, last);
  // One whose answer was lost must show in the record: else it is sent again.
  const isUnderWay = pending !== undefined && (pending.post === "acknowledged" || hasMoved(pending, now));
  if (isUnderWay) return { action: "none", pending: { ...pending, post: "acknowledged" }, now };
  return { action: "post", request: { method: "POST", path: addressOf(args) }, now };
}

/** The refresh of an earlier run that is still waited for; none where another one is asked for now. */
function pendingOf({ triggers }: Arguments, last: Partial<State> | undefined): Pending | undefined {
  return last === undefined || !identical(triggers, last.triggers) ? undefined : pendingIn(last);
}
