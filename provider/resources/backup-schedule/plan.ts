import { type IsSecret, type NothingToSend, type Refusal, refuse, type Sending } from "../../definition";
import { refreshHint } from "../../errors";
import { missingCallText } from "../../proof/listed";
import type { SentValue } from "../../proof/pending";
import type { Seen } from "../../proof/reading";
import { compareRecord, declaredFields, showRecord, wholeRecord, whyUnsendable } from "../../proof/declared-fields";
import { addressOf, fields } from "./review";
import type { BackupScheduleArguments as Arguments, BackupScheduleState as State } from "./schema";

/** Decides how the workspace comes to be backed up as declared. Pure. */

export type BackupRecord = Readonly<Record<string, unknown>>;
export type ShownBackups = Seen<{ readonly record: BackupRecord }>;

interface Base {
  /** Values that are on their way for arguments that are no longer declared. */
  readonly dropped: readonly SentValue[];
}

export interface BackupWrite extends Sending, Base {
  readonly action: "post";
  /** The record as it is sent. */
  readonly body: BackupRecord;
  /** The live record; if it is not shown, the one that was applied last. */
  readonly live: BackupRecord;
  /** The arguments that are not in effect. */
  readonly sent: readonly string[];
}

export type BackupPlan = BackupWrite | (NothingToSend & Base);

/** The uses of a service without one of the calls. */
export const stillWorks = () => "listing backups (getBackups), and every other resource";

export function planBackups(
  args: Arguments,
  last: Partial<State> | undefined,
  live: ShownBackups,
  isSecret: IsSecret,
): BackupPlan | Refusal {
  if ("noCall" in live)
    return refuse("workspaceId", missingCallText({ stillWorks }, { method: "GET", path: addressOf(args) }, live.noCall));
  if (!live.found && last !== undefined && live.seenBefore === true)
    return refuse("schedule", `the service no longer shows the backup schedule, which it showed before. ${refreshHint}`);
  const record = live.found ? live.record : {};
  const { dropped, notices, ...update } = compareRecord(
    { names: fields, object: addressOf({ ...args }), isSecret },
    { ...args },
    last,
    record,
  );
  // The call makes or replaces a schedule.
  const sent = live.found ? update.sent : Object.keys(fields).filter((name) => name in args);
  if (sent.length === 0) return { action: "none", dropped, notices };
  const unsendable = whyUnsendable(fields, args, record);
  if (unsendable !== undefined) return refuse("schedule", unsendable);
  const body = wholeRecord(fields, args, record);
  const show = (shown: BackupRecord) => showRecord(fields, shown, args, isSecret);
  const request = { method: "POST", path: addressOf({ ...args }), body: show(body), ...(live.found && { was: show(record) }) };
  return { action: "post", request, body, live: live.found ? record : declaredFields(fields, last ?? {}), sent, dropped, notices };
}
