import type { WorkspaceRecord } from "../../../client";
import type { NoRequestPlan, OperationContext, RequestPlan } from "../../definition";
import { equals, identical, isObject, pickKeysOf, withoutEmpty } from "../../values/json";
import { addressOf, type Arguments, type Pending, type Shown, type State, workspaceRefreshDescription } from "./description";

/** Decides whether to send a refresh or to wait for an earlier one. Pure. */

export interface Started {
  readonly pending: Pending;
  readonly now: Shown;
  /** Describes the lost response to the POST as a clause. */
  readonly lost?: string | undefined;
}

export type RefreshPlan = (RequestPlan & { readonly now: Shown }) | (NoRequestPlan & Started);

export function planRefresh(args: Arguments, last: Partial<State> | undefined, now: Shown): RefreshPlan {
  const pending = pendingOf(args, last);
  // After a lost response, the refresh is sent again unless the record proves that it started.
  const isUnderWay = pending !== undefined && (pending.post === "acknowledged" || hasChanged(pending, now));
  if (isUnderWay) return { action: "none", pending: { ...pending, post: "acknowledged" }, now };
  return { action: "post", request: { method: "POST", path: addressOf(args) }, now };
}

/** Returns the pending refresh of an earlier run, unless the program now requests a new one. */
function pendingOf({ triggers }: Arguments, last: Partial<State> | undefined): Pending | undefined {
  return last === undefined || !identical(triggers, last.triggers) ? undefined : pendingIn(last);
}

/** Returns the status of the refresh in a record. Credentials are redacted, because the status is stored in the state. */
export function showStatus(record: WorkspaceRecord, { client }: Pick<OperationContext, "client">): Shown {
  const text = (value: string | null | undefined) => client.redact(value ?? "");
  return { status: text(record.refresh_status), message: text(record.refresh_message), snapshot: text(record.snapshot_time) };
}

export function stateOf(args: Arguments, { status, message }: Shown, pending?: Pending): State {
  return { ...args, ...withoutEmpty({ refreshStatus: status, refreshMessage: message, __pending: pending }) };
}

/** Returns the unfinished refresh of an earlier run. A malformed one is treated as a POST whose response was lost, for which any status is evidence. */
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

/** Returns true if the record differs from the record before the POST, which means that the refresh has started. */
export function hasChanged({ before }: Pending, now: Shown): boolean {
  return !equals(before, now);
}

/** Returns the state after a read. A refresh remains pending until the record proves that it has ended. */
export function readState(last: State, now: Shown): State {
  const args = pickKeysOf(workspaceRefreshDescription.arguments, last) as Arguments;
  const pending = pendingIn(last);
  if (pending === undefined) return stateOf(args, now);
  const hasStarted = pending.post === "acknowledged" || hasChanged(pending, now);
  // A state that was edited by hand might contain any value.
  const until = Array.isArray(args.untilRefreshStatus) ? args.untilRefreshStatus : undefined;
  const ended = hasStarted && (until === undefined || (until.includes(now.status) && hasChanged(pending, now)));
  return stateOf(args, now, ended ? undefined : { ...pending, post: hasStarted ? "acknowledged" : "lost" });
}
