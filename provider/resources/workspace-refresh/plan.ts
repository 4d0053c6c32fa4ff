import type { WorkspaceRecord } from "../../../client";
import type { NoRequestPlan, OperationContext, RequestPlan } from "../../definition";
import { equals, identical, isObject, pickKeysOf, withoutEmpty } from "../../values/json";
import { addressOf, type Arguments, type Pending, type Shown, type State, workspaceRefreshDescription } from "./description";

/** Decides if a refresh is sent, or one of an earlier run is waited for. Pure. */

/** A refresh that was begun, as far as it is known. */
export interface Started {
  readonly pending: Pending;
  readonly now: Shown;
  /** A sentence about the loss of the POST's answer. */
  readonly lost?: string | undefined;
}

export type RefreshPlan = (RequestPlan & { readonly now: Shown }) | (NoRequestPlan & Started);

export function planRefresh(args: Arguments, last: Partial<State> | undefined, now: Shown): RefreshPlan {
  const pending = pendingOf(args, last);
  // A refresh whose response was lost must show in the record: otherwise it is sent again.
  const isUnderWay = pending !== undefined && (pending.post === "acknowledged" || hasMoved(pending, now));
  if (isUnderWay) return { action: "none", pending: { ...pending, post: "acknowledged" }, now };
  return { action: "post", request: { method: "POST", path: addressOf(args) }, now };
}

/** The refresh of an earlier run that is still waited for; none if the program asks for another one now. */
function pendingOf({ triggers }: Arguments, last: Partial<State> | undefined): Pending | undefined {
  return last === undefined || !identical(triggers, last.triggers) ? undefined : pendingIn(last);
}

/** Reads the refresh that a record shows, without credentials that it repeats: it becomes state. */
export function showStatus(record: WorkspaceRecord, { client }: Pick<OperationContext, "client">): Shown {
  const text = (value: string | null | undefined) => client.redact(value ?? "");
  return { status: text(record.refresh_status), message: text(record.refresh_message), snapshot: text(record.snapshot_time) };
}

/** The state with what the record shows; empty texts are left out. */
export function stateOf(args: Arguments, { status, message }: Shown, pending?: Pending): State {
  return { ...args, ...withoutEmpty({ refreshStatus: status, refreshMessage: message, __pending: pending }) };
}

/** The unfinished refresh of an earlier run. One in an unknown form counts as a POST whose response was lost: any status is a sign of it. */
function pendingIn({ __pending: pending }: Partial<State>): Pending | undefined {
  if (pending === undefined) return undefined;
  const { post, before, waited }: { post?: unknown; before?: unknown; waited?: unknown } = isObject(pending) ? pending : {};
  const { status, message, snapshot }: Partial<Record<keyof Shown, unknown>> = isObject(before) ? before : {};
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  return {
    post: post === "acknowledged" ? post : "lost",
    before: { status: text(status), message: text(message), snapshot: text(snapshot) },
    ...(typeof waited === "number" ? { waited } : {}),
  };
}

/** Returns true if the record shows something of the refresh that was begun: anything but its values before. */
export function hasMoved({ before }: Pending, now: Shown): boolean {
  return !equals(before, now);
}

/** The state after a read: a pending refresh stays pending until the record shows its end. */
export function readState(last: State, now: Shown): State {
  const args = pickKeysOf(workspaceRefreshDescription.arguments, last) as Arguments;
  const pending = pendingIn(last);
  if (pending === undefined) return stateOf(args, now);
  const began = pending.post === "acknowledged" || hasMoved(pending, now);
  // A state of another hand may hold anything.
  const until = Array.isArray(args.untilRefreshStatus) ? args.untilRefreshStatus : undefined;
  const ended = began && (until === undefined || (until.includes(now.status) && hasMoved(pending, now)));
  return stateOf(args, now, ended ? undefined : { ...pending, post: began ? "acknowledged" : "lost" });
}
