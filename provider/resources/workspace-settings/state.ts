import type { WorkspaceRecord, WorkspaceUpdate } from "../../../client";
import type { IsSecret, NoRequestPlan, RequestPlan } from "../../definition";
import { equals, getIn } from "../../values/json";
import { sentValue, startsWith, withoutUnapplied } from "../../reconcile/compare";
import { stateWhilePending } from "../../reconcile/declared-fields";
import { movedState } from "../../reconcile/moved";
import { isPending, type PendingChange, pendingValues, readPending, type SentValue, writePending } from "../../reconcile/pending";
import { comparableName } from "../../values/names";
import { type Comparison, diffFields, type FieldDiff, observeArguments } from "./diff";
import { findUnreadable, workspaceRecordFacts } from "./record";
import { type Settings, slowFields, type StateWith } from "./description";

/** Computes the state of a workspace's settings after a request or a read, with the pending values. Pure. */

/** An update, along with the record and the comparison from which it was derived. */
export type SettingsPlan = SettingsChange & (NoRequestPlan | (RequestPlan & { readonly action: "put" }));

interface SettingsChange extends Comparison {
  /** The body to send. It contains a top-level field if and only if a part of the field must be sent. */
  readonly body: WorkspaceUpdate;
  /** Live values that are also sent, and that must not appear in messages. */
  readonly hidden: readonly unknown[];
  /** The fields of the body, along with pending fields that an earlier run sent. */
  readonly awaited: readonly string[];
  /** The statuses that mark the end of a change that takes minutes. */
  readonly statuses: readonly string[] | undefined;
  readonly pending: PendingChange;
  /** Pending values of arguments that are no longer declared, so that declaring the old value again is a change. */
  readonly dropped: readonly SentValue[];
}

/** Compares every pending value in the state with the record, if there is one. */
export function diffPending(last: object | undefined, record = blank): FieldDiff[] {
  const { sent } = readPending(last);
  if (Object.keys(sent).length === 0) return [];
  const seen = findUnreadable(sent, record) === undefined ? record : blank;
  return diffFields(sent as unknown as Settings, seen).filter(({ declared }) => declared !== undefined);
}

const blank: WorkspaceRecord = { workspace_id: "" };

/** Returns the arguments with an unknown pending value. */
export function uncertainValues(last: object | undefined): SentValue[] {
  return pendingValues(last).filter(({ uncertain }) => uncertain === true);
}

/** Returns true if the program declares the argument at the path. A configuration that is declared as a string declares everything inside it. */
export function declares(args: Settings, path: readonly string[]): boolean {
  return getIn(args, path) !== undefined || typeof getIn(args, path.slice(0, 3)) === "string";
}

/** Returns the declared values that the service replaced with different values during this wait or an earlier one, possibly by reformatting them. */
export function rewrittenFields(
  { diffs: before, pending }: Pick<SettingsPlan, "diffs" | "pending">,
  now: readonly FieldDiff[],
): FieldDiff[] {
  const liveBefore = ({ path }: FieldDiff) => before.find((diff) => equals(diff.path, path))?.live;
  const isRewritten = (diff: FieldDiff) => !equals(diff.live, liveBefore(diff)) || wasReturned(pending, diff) || differsOnlyInFormat(diff);
  return now.filter((diff) => diff.status === "differs" && isRewritten(diff));
}

/** Returns true if a string differs from the declared one only in case, spaces or punctuation. */
function differsOnlyInFormat({ declared, live }: FieldDiff): boolean {
  return typeof declared === "string" && typeof live === "string" && comparableName(declared) === comparableName(live);
}

/** Returns true if an earlier wait ended with the same live value for every unapplied argument. */
export function wasReformattedBefore(plan: SettingsPlan): boolean {
  const left = unappliedFields(plan, plan.diffs);
  return left.length > 0 && left.every((diff) => wasReturned(plan.pending, diff));
}

const wasReturned = ({ shown }: PendingChange, { path, live }: FieldDiff): boolean =>
  live !== undefined && equals(getIn(shown, path), live);

/**
 * Returns the state after a read. `args` contains the arguments of the new state, which are compared without those in the last one. A
 * pending value that the record contains has taken effect, unless a status must still confirm it.
 */
export function stateAfterRead<Args extends Settings>(
  args: Args,
  last: Partial<Settings>,
  { record, diffs }: Comparison,
  isSecret: IsSecret,
): StateWith<Args> {
  const left = diffPending(last, record).filter(({ status, field }) => status !== "matches" || isAwaited(last.waitForStatus, field));
  const pending = readPending(last);
  const values = left.map((diff) => ({ ...sentValue(diff), ...(wasReturned(pending, diff) && { shown: diff.live }) }));
  return {
    ...workspaceRecordFacts(record, isSecret),
    ...observeArguments(args, diffs),
    ...movedState(diffs, isSecret),
    // A record with the old value does not mean that the sent value will not take effect.
    ...writePending([...values, ...uncertainValues(last)], isSecret),
  };
}

/** Returns the values that the record does not contain yet, or that an incomplete response no longer contains. Some services never return an empty value. */
export function unappliedFields(plan: SettingsPlan, diffs: readonly FieldDiff[], byRead = true): FieldDiff[] {
  const seenBefore = plan.diffs.filter(({ readable }) => readable);
  // Reads can lag behind the response to a PUT, so a slow change is considered applied only once a read returns it.
  const isUnproven = ({ field }: FieldDiff) => !byRead && Object.hasOwn(plan.body, field) && slowFields.has(field);
  const isLost = ({ declared, path }: FieldDiff) => Boolean(declared) && seenBefore.some((diff) => startsWith(path, diff.path));
  return diffs.filter(
    (diff) => plan.awaited.includes(diff.field) && (isUnproven(diff) || diff.status === "differs" || (diff.lacking && isLost(diff))),
  );
}

/**
 * Returns the state while a change is pending. It contains a declared value only once the record does. The same applies to a value that
 * superseded a pending value, because the later of two requests is assumed to take effect last.
 */
export function settingsWhilePending<Args extends Settings>(
  args: Args,
  plan: SettingsPlan,
  { record, diffs }: Comparison,
  isSecret: IsSecret,
  known = record,
  byRead = true,
): StateWith<Args> {
  const left = unappliedFields(plan, diffs, byRead);
  const awaited = diffs.filter(({ field }) => plan.awaited.includes(field) && isAwaited(plan.statuses, field));
  const rewritten = byRead ? rewrittenFields(plan, left) : [];
  const toSent = (diff: FieldDiff) => ({ ...sentValue(diff), ...(rewritten.includes(diff) && { shown: diff.live }) });
  const values = [...plan.dropped, ...[...left, ...awaited.filter((diff) => !left.includes(diff))].map(toSent)];
  const moved = movedState(plan.diffs, isSecret);
  return { ...workspaceRecordFacts(known, isSecret), ...withoutUnapplied(args, left), ...moved, ...writePending(values, isSecret) };
}

/** Returns the state after a PUT whose responses were all lost. All values that it might have changed are considered not applied. */
export function stateAfterLost<Args extends Settings>(args: Args, plan: SettingsPlan, isSecret: IsSecret): StateWith<Args> {
  const { pending } = plan;
  const mayChange = (diff: FieldDiff) => Object.hasOwn(plan.body, diff.field) && diff.toBeSent;
  const left = plan.diffs.filter((diff) => isPending(pending, diff.path) || mayChange(diff));
  const state = stateWhilePending(args, { sent: left, dropped: plan.dropped }, isSecret, pending);
  return { ...workspaceRecordFacts(plan.record, isSecret), ...state, ...movedState(plan.diffs, isSecret) };
}

/** Returns true for a change that takes minutes and ends with a known status. */
const isAwaited = (statuses: readonly string[] | undefined, field: string): boolean => statuses !== undefined && slowFields.has(field);
