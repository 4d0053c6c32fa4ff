import type { WorkspaceRecord, WorkspaceUpdate } from "../../../client";
import type { IsSecret, NothingToSend, Sending } from "../../definition";
import { equals, getIn, setIn, type Values } from "../../values/json";
import { isPending, pendingAfterLostAnswer, pendingValues, readPending, type SentValue, writePending } from "../../reconcile/pending";
import { type Comparison, diffFields, type FieldDiff, observeArguments } from "./diff";
import { findUnreadable, workspaceRecordFacts } from "./record";
import { normalize } from "./configuration";
import { slowFields } from "./review";
import type { Arguments, State } from "./description";

/** The state of a workspace's settings once something was sent, or read, with the values that are on their way. Pure. */

/** An update, with the record and the comparison that it follows from. */
export type SettingsPlan = SettingsChange & (NothingToSend | (Sending & { readonly action: "put" }));

interface SettingsChange extends Comparison {
  /** The body as it is sent: it has a top-level field exactly if a part of the field must be sent. */
  readonly body: WorkspaceUpdate;
  /** Values that are sent along and that no line shows. */
  readonly hidden: readonly unknown[];
  /** The body's fields, and fields that an earlier run sent and did not see applied. */
  readonly awaited: readonly string[];
  /** Values that an earlier wait saw in place of sent ones. */
  readonly shown?: Values | undefined;
  /** Values that are on their way for arguments that are no longer declared, so that declaring the old value again is a change. */
  readonly dropped: readonly SentValue[];
}

/** Every value that is on its way according to the state, compared with the record, if there is one. */
export function diffPending(last: Partial<State> | undefined, record = blank): FieldDiff[] {
  const { sent } = readPending(last);
  const seen = findUnreadable(sent, record) === undefined ? record : blank;
  return diffFields(sent as Arguments, seen).filter(({ declared }) => declared !== undefined);
}

/** A record that shows nothing. */
const blank: WorkspaceRecord = { workspace_id: "" };

/** The arguments of which it is not known which value is on its way. */
export function uncertainValues(last: Partial<State> | undefined): SentValue[] {
  return pendingValues(last).filter(({ uncertain }) => uncertain === true);
}

/** Returns true if the program declares the argument at the path; a configuration given as a text declares everything beneath it. */
export function declares(args: Arguments, path: readonly string[]): boolean {
  return getIn(args, path) !== undefined || typeof getIn(args, path.slice(0, 3)) === "string";
}

/** Returns true for a path that leads to the place of another one, or beneath it. */
export function startsWith(path: readonly string[], start: readonly string[]): boolean {
  return start.every((key, index) => key === path[index]);
}

/** The values that the service came to show in place of declared ones, in this wait or an earlier one: it may write them in another form. */
export function rewrittenFields({ diffs: before, shown }: Pick<SettingsPlan, "diffs" | "shown">, now: readonly FieldDiff[]): FieldDiff[] {
  const liveBefore = ({ path }: FieldDiff) => before.find((diff) => equals(diff.path, path))?.live;
  return now.filter((diff) => diff.status === "differs" && (!equals(diff.live, liveBefore(diff)) || wasShown(shown, diff)));
}

/** Returns true if an earlier wait ended with every value that is not applied shown as it is now. */
export function isShownOtherwise(plan: SettingsPlan): boolean {
  const left = unappliedFields(plan, plan.diffs);
  return left.length > 0 && left.every((diff) => wasShown(plan.shown, diff));
}

function wasShown(shown: Values | undefined, { path, live }: FieldDiff): boolean {
  return live !== undefined && equals(getIn(shown, path), live);
}

/** A configuration's text counts as the object that it holds. */
export function sentValue({ path, declared }: FieldDiff): SentValue {
  const whole = setIn({}, path, declared) as Partial<Arguments>;
  return { path, value: getIn(normalize(whole), path) };
}

/** The state after a read: `kept` are the arguments that state holds. A sent value that the record shows has arrived, unless a status must still show its end. */
export function stateAfterRead(kept: Arguments, last: State, record: WorkspaceRecord, isSecret: IsSecret): State {
  const left = diffPending(last, record).filter(({ status, field }) => status !== "matches" || isAwaited(last, field));
  const { shown } = readPending(last);
  const values = left.map((diff) => ({ ...sentValue(diff), ...(wasShown(shown, diff) && { shown: diff.live }) }));
  return {
    ...observeArguments(kept, record),
    ...workspaceRecordFacts(record, isSecret),
    // That a record shows the old value does not prove that what was sent will not arrive.
    ...writePending([...values, ...uncertainValues(last)], isSecret),
  };
}

/**
 * What the record does not show yet: also what it showed before and lacks now, in a poor answer or while it changes. A value
 * that is empty in its type may be left out for good.
 */
export function unappliedFields(plan: SettingsPlan, diffs: readonly FieldDiff[], byRead = true): FieldDiff[] {
  const seenBefore = plan.diffs.filter(({ readable }) => readable);
  // Reads may lag behind the response to a PUT: a slow change counts once a read shows it.
  const isUnproven = ({ field }: FieldDiff) => !byRead && Object.hasOwn(plan.body, field) && slowFields.has(field);
  const isLost = ({ declared, path }: FieldDiff) => Boolean(declared) && seenBefore.some((diff) => startsWith(path, diff.path));
  return diffs.filter(
    (diff) =>
      plan.awaited.includes(diff.field) &&
      (isUnproven(diff) || diff.status === "differs" || (diff.status === "unreadable" && diff.lacking && isLost(diff))),
  );
}

/**
 * The state while something is still waited for: it holds a declared value only once the record shows it. That holds too for
 * a value that superseded a pending one: of two requests, the later one is assumed to take effect last.
 */
export function settingsWhilePending(
  args: Arguments,
  plan: SettingsPlan,
  { record, diffs }: Comparison,
  isSecret: IsSecret,
  known = record,
  byRead = true,
): State {
  const left = unappliedFields(plan, diffs, byRead);
  const awaited = diffs.filter(({ field }) => plan.awaited.includes(field) && isAwaited(args, field));
  const rewritten = byRead ? rewrittenFields(plan, left) : [];
  const toSent = (diff: FieldDiff) => ({ ...sentValue(diff), ...(rewritten.includes(diff) && { shown: diff.live }) });
  const values = [...plan.dropped, ...[...left, ...awaited.filter((diff) => !left.includes(diff))].map(toSent)];
  return { ...withoutUnapplied(args, left), ...workspaceRecordFacts(known, isSecret), ...writePending(values, isSecret) };
}

/** The state after a PUT whose answers were all lost: what it may have changed counts as not applied. */
export function stateAfterLost(args: Arguments, plan: SettingsPlan, last: Partial<State> | undefined, isSecret: IsSecret): State {
  const pending = readPending(last);
  const mayChange = (diff: FieldDiff) => Object.hasOwn(plan.body, diff.field) && diff.toBeSent;
  const left = plan.diffs.filter((diff) => isPending(pending, diff.path) || mayChange(diff));
  const values = [...plan.dropped, ...pendingAfterLostAnswer(pending, left.map(sentValue))];
  return { ...withoutUnapplied(args, left), ...workspaceRecordFacts(plan.record, isSecret), ...writePending(values, isSecret) };
}

/** The arguments as far as they are applied: one that is not has its live value, or the one applied last if the record does not show it. */
export function withoutUnapplied(args: Arguments, unapplied: readonly FieldDiff[]): Arguments {
  const valueOf = (diff: FieldDiff) => (diff.readable && diff.status !== "matches" ? diff.live : diff.applied);
  return unapplied.reduce<unknown>((seen, diff) => setIn(seen, diff.path, valueOf(diff)), args) as Arguments;
}

/** A change that takes minutes and whose end a status shows. */
function isAwaited({ waitForStatus }: Partial<Arguments>, field: string): boolean {
  return waitForStatus !== undefined && slowFields.has(field);
}
