import type { findWorkspace, WorkspaceRecord, WorkspaceUpdate } from "../../../client";
import type { OperationContext, Plan, Refusal } from "../../definition";
import { refreshHint } from "../../errors";
import { isPending, readPending, type SentValue } from "../../proof/pending";
import { buildBody, liveBody, whyUnsendable } from "./body";
import { type Comparison, diffFields, type FieldDiff, isToBeSent } from "./diff";
import {
  conflictMessage,
  findHiddenValues,
  keptLine,
  leftLine,
  mayStillLine,
  overwriteLine,
  putRequest,
  readOnlyLine,
  statusLine,
  supersedeLines,
  timeZoneLines,
  unreadableLine,
} from "./messages";
import { declares, diffPending, sentValue, startsWith, uncertainValues } from "./pending";
import { addressOf, deletionRequest } from "./review";
import { normalize, slowFields, type WorkspaceSettingsArguments as Arguments, type WorkspaceSettingsState as State } from "./schema";

/** What is sent to a workspace, decided once. Pure. */

type Secret = OperationContext["secret"];

/** What the workgroup's record shows of the workspace. */
export type WorkspaceLookUp = Awaited<ReturnType<typeof findWorkspace>>;

/** What an update sends, and waits for; with the record and the comparison that it follows from. */
export interface SettingsPlan extends Plan, Comparison {
  readonly action: "none" | "put";
  /** As it is sent: a top-level field is in it exactly when a part of it must be sent. */
  readonly body: WorkspaceUpdate;
  /** Values that go along with it and that no line shows. */
  readonly hidden: readonly unknown[];
  /** The body's fields, and those that an earlier run sent and did not see applied. */
  readonly awaited: readonly string[];
  /** What is on its way for arguments that are declared no longer, so that declaring the old value again is seen as a change. */
  readonly dropped: readonly SentValue[];
}

export function planSettings(
  args: Arguments,
  last: Partial<State> | undefined,
  live: WorkspaceLookUp,
  secret: Secret,
): SettingsPlan | Refusal {
  if ("missing" in live) {
    const reason = last === undefined ? live.missing : `${live.missing}. ${refreshHint}`;
    return { action: "refuse", property: `${live.what}Id`, reason };
  }
  const { record } = live;
  const diffs = diffFields(args, record, last);
  const conflicts = diffs.filter(isConflict);
  if (conflicts.length > 0 && args.onConflict === "fail")
    return { action: "refuse", property: "onConflict", reason: conflictMessage(conflicts, secret) };
  const fields = [...new Set(diffs.filter(isToBeSent).map(({ field }) => field))];
  const unsendable = whyUnsendable(fields, args, record);
  if (unsendable !== undefined)
    return { action: "refuse", property: unsendable.startsWith("agentConfig") ? "agentConfig" : "addons", reason: unsendable };
  const pending = diffs.filter(({ path }) => isPending(readPending(last), path));
  const undeclared = findUndeclared(args, last, record);
  const notices = [...noticesOf(args, last, { record, diffs }, secret), ...undeclaredLines(addressOf(args), undeclared, secret)];
  const base = { record, diffs, notices, dropped: droppedValues(undeclared) };
  const awaited = [...new Set([...fields, ...pending.map(({ field }) => field)])];
  if (fields.length === 0) return { ...base, action: "none", body: {}, hidden: [], awaited };
  const body = buildBody(fields, args, record);
  const was = liveBody(fields, record);
  const request = putRequest(addressOf(args), body, was, args, secret);
  return { ...base, action: "put", request, body, hidden: findHiddenValues(was, args, secret), awaited };
}

/** What the deletion of the resource does to the workspace. */
export function planSettingsDeletion(last: State, secret: Secret): Plan {
  const request = deletionRequest({ ...last });
  if (request !== undefined) return { action: request.method === "DELETE" ? "delete" : "put", request };
  const pending = [...diffPending(last).map(sentValue), ...uncertainValues(last)];
  return { action: "none", notices: [keptLine(addressOf(last), last.deletionPolicy ?? "retain", pending, secret)] };
}

function isConflict(diff: FieldDiff): boolean {
  return diff.status === "differs" && diff.conflict;
}

/** What the user should know of what is declared. */
function noticesOf(args: Arguments, last: Partial<State> | undefined, { record, diffs }: Comparison, secret: Secret): string[] {
  const path = addressOf(args);
  const timeZone = args.maintenanceWindow?.timeZone;
  const resizes = diffs.some((diff) => diff.field === "workspace_type_name" && isToBeSent(diff));
  return [
    ...diffs.filter((diff) => diff.status === "unreadable" && isToBeSent(diff)).map((diff) => unreadableLine(path, diff)),
    ...(timeZone === last?.maintenanceWindow?.timeZone ? [] : timeZoneLines(path, timeZone, secret)),
    ...diffs.filter(isConflict).map((diff) => overwriteLine(path, diff, secret)),
    ...supersedeLines(path, diffs, readPending(last), secret),
    ...(resizes && record.is_rw === false ? [readOnlyLine(path)] : []),
    ...statusLines(path, args, record, diffs, secret),
  ];
}

/** A wait for a status that nothing here causes: a stopped workspace is resumed by `pause: false`, and by nothing else that is sent. */
function statusLines(path: string, args: Arguments, record: WorkspaceRecord, diffs: readonly FieldDiff[], secret: Secret): string[] {
  const { waitForStatus, pause } = args;
  const isSlow = diffs.some((diff) => slowFields.has(diff.field) && isToBeSent(diff));
  const isReached = !record.status || waitForStatus?.includes(record.status) !== false;
  return isSlow && !isReached && pause !== false ? [statusLine(path, waitForStatus ?? [], record.status ?? "", secret)] : [];
}

/** What state holds of arguments that are declared no longer. */
interface Undeclared {
  /** Applied values, which are left as they are. */
  readonly applied: readonly FieldDiff[];
  /** Values that were sent and that the record does not show yet. */
  readonly sent: readonly FieldDiff[];
  readonly uncertain: readonly SentValue[];
}

function findUndeclared(args: Arguments, last: Partial<State> | undefined, record: WorkspaceRecord): Undeclared {
  const isUndeclared = ({ path }: Pick<SentValue, "path">) => !declares(args, path);
  const before = normalize({ ...last }) as State;
  return {
    applied: diffFields(before, record).filter(isUndeclared),
    sent: diffPending(last, record).filter((diff) => diff.status !== "matches" && isUndeclared(diff)),
    uncertain: uncertainValues(last).filter(isUndeclared),
  };
}

function undeclaredLines(path: string, { applied, sent, uncertain }: Undeclared, secret: Secret): string[] {
  const pending = [...sent.map(sentValue), ...uncertain];
  const left = applied.filter((diff) => !pending.some((one) => startsWith(diff.path, one.path)));
  return [...left.map((diff) => leftLine(path, diff, secret)), ...pending.map((one) => mayStillLine(path, one, secret))];
}

/** What the record cannot show is left out: it is sent anyway when it is declared again. */
function droppedValues({ sent, uncertain }: Undeclared): SentValue[] {
  return [...sent.filter(({ status }) => status === "differs").map(sentValue), ...uncertain];
}
