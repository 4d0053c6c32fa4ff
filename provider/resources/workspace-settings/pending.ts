import type { WorkspaceRecord, WorkspaceUpdate } from "../../../client";
import { getIn, setIn } from "../../json";
import { pendingAfterLostAnswer, isPending, readPending, writePending, type PendingState, type SentValue } from "../../pending";
import type { Secret } from "./messages";
import { factsOf, normalize, type FieldDiff, diffFields, withoutUnapplied, findUnreadable } from "./model";
import { slowFields, type WorkspaceSettingsArguments as Arguments, type WorkspaceSettingsState as State } from "./schema";

/** What of a workspace's settings is on its way, and the state that remembers it. Pure. */

/** What was sent, and what the service shows of it. */
export interface AwaitedUpdate {
  /** The body's fields, with those of an earlier run that did not end. */
  readonly fields: readonly string[];
  /** The record as it was read before. */
  readonly before: WorkspaceRecord;
  /** The same, enriched with the answer's. */
  readonly record: WorkspaceRecord;
  /** What is on its way for arguments that are declared no longer. */
  readonly dropped: readonly SentValue[];
}

/** A record that shows nothing. */
const blank: WorkspaceRecord = { workspace_id: "" };

/** What a state says is on its way and a record does not show yet; without a record, all of it. */
export function stillPending(last: Partial<State> | undefined, record = blank, keep: (part: FieldDiff) => boolean = isUnseen): SentValue[] {
  const { sent, uncertain } = readPending(last);
  const seen = findUnreadable(sent, record) === undefined ? record : blank;
  const left = diffFields(sent as Arguments, seen).filter((part) => part.declared !== undefined && keep(part));
  return [...left.map(sentValue), ...uncertain.map((name) => ({ path: [name], uncertain: true }))];
}

/** True where the program declares the argument at the path; a configuration given as a text declares everything beneath it. */
export function declares(args: Arguments, path: readonly string[]): boolean {
  return getIn(args, path) !== undefined || typeof getIn(args, path.slice(0, 3)) === "string";
}

/**
 * What stays pending of arguments that are declared no longer, so that declaring the old value again is seen as a change.
 * What the record cannot show is left out: it is sent anyway when it is declared again.
 */
function droppedPending(args: Arguments, last: Partial<State> | undefined, record: WorkspaceRecord): SentValue[] {
  return stillPending(last, record, (part) => part.readable && isUnseen(part)).filter(({ path }) => !declares(args, path));
}

/** What is pending after a read: what the record shows has arrived, unless a status must still tell that it has ended. */
export function pendingAfterRead(last: State, record: WorkspaceRecord, secret: Secret): PendingState {
  const left = stillPending(last, record, (part) => isUnseen(part) || isAwaited(last, part.field));
  return writePending(left, secret);
}

/** What is to be waited for once a body is sent: its fields, and what is declared and pending from an earlier run. */
export function waitingFor(
  args: Arguments,
  body: WorkspaceUpdate,
  record: WorkspaceRecord,
  last: Partial<State> | undefined,
): AwaitedUpdate {
  const pending = diffFields(args, record).filter(({ path }) => isPending(readPending(last), path));
  const fields = [...new Set([...Object.keys(body), ...pending.map(({ field }) => field)])];
  return { fields, before: record, record, dropped: droppedPending(args, last, record) };
}

/**
 * What the record does not show yet: also what it showed before and lacks now, in a poor answer or while it changes. A value
 * that is empty in its type may be left out for good.
 */
export function unappliedFields(args: Arguments, { fields, before, record }: AwaitedUpdate): FieldDiff[] {
  const seenBefore = diffFields(args, before).filter(({ readable }) => readable);
  const lostValues = ({ lacking, declared, path }: FieldDiff) =>
    lacking && Boolean(declared) && seenBefore.some((part) => part.path.every((key, index) => key === path[index]));
  return diffFields(args, record).filter((part) => fields.includes(part.field) && (!part.settled || lostValues(part)));
}

/**
 * The state while something is still waited for: declared values count only as far as the record shows them. A declared value
 * that took the place of another one on its way counts once the record shows it: the later request is taken to win.
 */
export function stateAfter(args: Arguments, waiting: AwaitedUpdate, secret: Secret, known = waiting.record): State {
  const left = unappliedFields(args, waiting);
  const awaited = diffFields(args, waiting.record).filter(({ field }) => waiting.fields.includes(field) && isAwaited(args, field));
  const values = [...waiting.dropped, ...[...left, ...awaited].map(sentValue)];
  return { ...withoutUnapplied(args, left), ...factsOf(known), ...writePending(values, secret) };
}

/** The state after a PUT whose answers were all lost: what it may have changed counts as not applied. */
export function stateAfterLost(
  args: Arguments,
  last: Partial<State> | undefined,
  body: WorkspaceUpdate,
  { before, dropped }: AwaitedUpdate,
  secret: Secret,
): State {
  const pending = readPending(last);
  const left = diffFields(args, before, last).filter(
    (part) => isPending(pending, part.path) || (part.field in body && (part.readable ? !part.shown : part.differs)),
  );
  const values = [...dropped, ...pendingAfterLostAnswer(pending, left.map(sentValue))];
  return { ...withoutUnapplied(args, left), ...factsOf(before), ...writePending(values, secret) };
}

function isUnseen({ shown }: FieldDiff): boolean {
  return !shown;
}

/** A change that takes minutes and whose end a status tells. */
function isAwaited({ waitForStatus }: Partial<Arguments>, field: string): boolean {
  return waitForStatus !== undefined && slowFields.has(field);
}

/** A configuration's text counts as the object that it holds. */
function sentValue({ path, declared }: FieldDiff): SentValue {
  const whole = setIn({}, path, declared) as Partial<Arguments>;
  return { path, value: getIn(normalize(whole), path) };
}
