import type { OperationContext, Plan, Refusal } from "../../definition";
import { describeMissingCall } from "../../announce/error-text";
import { refreshHint } from "../../errors";
import type { AnnouncedRequest } from "../../announce/lines";
import { mayStillChange, type SentValue } from "../../proof/pending";
import { argumentsToSend, declaredFields, droppedLines, droppedValues, showRecord, wholeRecord, whyUnsendable } from "../../proof/record";
import type { LookUp } from "../../proof/workspace-look-up";
import { addressOf, deletionRequest, fields } from "./review";
import type { BackupScheduleArguments as Arguments, BackupScheduleState as State } from "./schema";

/** What is done so that the workspace is backed up as declared, and what the deletion of the resource does. Pure. */

type Secret = OperationContext["secret"];
export type BackupRecord = Readonly<Record<string, unknown>>;
export type BackupLookUp = LookUp<{ readonly record: BackupRecord }> & {
  /** True if an earlier read showed the schedule: then an empty answer is no reason to make another one. */
  readonly seenBefore?: boolean;
};

export interface BackupWrite extends Plan {
  readonly action: "post";
  readonly request: AnnouncedRequest;
  /** The record as it is sent. */
  readonly body: BackupRecord;
  /** What is live; where that is not shown, what was applied last. */
  readonly live: BackupRecord;
  /** The arguments that are not in effect. */
  readonly sent: readonly string[];
  /** What is on its way for arguments that are declared no longer. */
  readonly dropped: readonly SentValue[];
}

export type BackupPlan = BackupWrite | (Plan & Pick<BackupWrite, "dropped"> & { readonly action: "none" });

/** What still works on a service without one of the calls. */
export const stillWorks = "listing backups (getBackups), and every other resource";

export function planBackups(args: Arguments, last: Partial<State> | undefined, live: BackupLookUp, secret: Secret): BackupPlan | Refusal {
  if ("missing" in live) {
    const reason = last === undefined ? live.missing : `${live.missing}. ${refreshHint}`;
    return { action: "refuse", property: "workspaceId", reason, behind: live.behind };
  }
  if ("noCall" in live) {
    const reason = describeMissingCall(`GET ${addressOf(args)}`, live.noCall, "nothing was sent", stillWorks);
    return { action: "refuse", property: "workspaceId", reason };
  }
  if (!live.found && last !== undefined && live.seenBefore === true)
    return refuse(`the service does not show the backup schedule any more, which it showed before. ${refreshHint}`);
  const record = live.found ? live.record : {};
  const dropped = droppedValues(fields, args, last, record);
  const notices = droppedLines(addressOf({ ...args }), dropped, secret);
  // The call makes or replaces, so one that is not shown is made.
  const sent = live.found ? argumentsToSend(fields, args, last, record) : Object.keys(fields).filter((name) => name in args);
  if (sent.length === 0) return { action: "none", dropped, notices };
  const unsendable = whyUnsendable(fields, args, record);
  if (unsendable !== undefined) return refuse(unsendable);
  const body = wholeRecord(fields, args, record);
  const show = (shown: BackupRecord) => showRecord(fields, shown, args, secret);
  const request = { method: "POST", path: addressOf({ ...args }), body: show(body), ...(live.found && { was: show(record) }) };
  return { action: "post", request, body, live: live.found ? record : declaredFields(fields, last ?? {}), sent, dropped, notices };
}

function refuse(reason: string): Refusal {
  return { action: "refuse", property: "schedule", reason };
}

/** What the deletion of the resource does: nothing, or a pause. */
export function planBackupsDeletion(last: State): Plan {
  const request = deletionRequest({ ...last });
  if (request !== undefined) return { action: "post", request };
  const kept = `the backup schedule is no longer managed; it keeps its current value (deletionPolicy ${JSON.stringify(last.deletionPolicy ?? "retain")})`;
  return { action: "none", notices: [`graphplane: ${addressOf({ ...last })}: ${kept}${mayStillChange(last)}`] };
}
