import type { OperationContext, Plan, Refusal } from "../../definition";
import { whyRetained } from "../../proof/deletion-policy";
import { quoteName, refreshHint, refreshIfGone } from "../../errors";
import type { AnnouncedRequest } from "../../announce/lines";
import { mayStillChange, type SentValue } from "../../proof/pending";
import { unclearText } from "../../proof/made";
import type { ShownValues } from "../../announce/review-facts";
import { argumentsToSend, declaredFields, droppedLines, droppedValues, showRecord, wholeRecord, whyUnsendable } from "../../proof/record";
import { describeUncertainty, type LookUp, type MissingCall } from "../../proof/workspace-look-up";
import { addressOf, deletionRequest, fields, schedulesPath } from "./review";
import type { WorkspaceScheduleArguments as Arguments, WorkspaceScheduleState as State } from "./schema";

/** What is done so that the schedule is as declared, and what its deletion does. Pure. */

type Secret = OperationContext["secret"];
export type Schedule = Readonly<Record<string, unknown>>;
export type ScheduleLookUp = Exclude<LookUp<{ readonly id: string; readonly record: Schedule }>, MissingCall>;

export type SchedulePlan = Plan &
  (
    | { readonly action: "none"; readonly scheduleId: string }
    | {
        readonly action: "post" | "put";
        /** Empty for one that is to be made. */
        readonly scheduleId: string;
        readonly request: AnnouncedRequest;
        /** The record as it is sent. */
        readonly body: Schedule;
        readonly live: Schedule;
        /** The arguments that are not in effect. */
        readonly sent: readonly string[];
      }
  ) & {
    /** What is on its way for arguments that are declared no longer. */
    readonly dropped: readonly SentValue[];
  };

export function planSchedule(
  args: Arguments,
  last: Partial<State> | undefined,
  live: ScheduleLookUp,
  secret: Secret,
): SchedulePlan | Refusal {
  if ("missing" in live) {
    const reason = last === undefined ? live.missing : `${live.missing}. ${refreshHint}`;
    return { action: "refuse", property: "workspaceId", reason, behind: live.behind };
  }
  if (!live.found && live.unclear !== undefined) return refuse(unclearText("the schedule", live.unclear));
  const show = (record: Schedule) => showRecord({ ...fields, workspaceId: "workspace_id" }, record, args, secret);
  // One that state does not know is made whatever is there: two of the same content are two.
  if (!live.found && isUnmade(last) && (last === undefined || live.certain || !live.others)) {
    const body = { workspace_id: args.workspaceId, ...declaredFields(fields, args) };
    const request = { method: "POST", path: schedulesPath(args), body: show(body) };
    const sent = Object.keys(fields).filter((name) => name in args);
    return { action: "post", scheduleId: "", request, body, live: {}, sent, dropped: [] };
  }
  if (!live.found) return refuse(live.certain ? goneText(last) : `${uncertainText(last, live)}. ${refreshIfGone}`);
  const { id: scheduleId } = live;
  const sent = argumentsToSend(fields, args, last, live.record);
  const dropped = droppedValues(fields, args, last, live.record);
  const notices = droppedLines(addressOf({ ...args }), dropped, secret);
  if (sent.length === 0) return { action: "none", scheduleId, dropped, notices };
  const unsendable = whyUnsendable(fields, args, live.record);
  if (unsendable !== undefined) return refuse(unsendable);
  const body = { ...wholeRecord(fields, args, live.record), workspace_id: args.workspaceId };
  const request = { method: "PUT", path: schedulesPath(args, scheduleId), body: show(body), was: show(live.record) };
  return { action: "put", scheduleId, request, body, live: live.record, sent, dropped, notices };
}

/** What the deletion of the resource does to the schedule. */
export function planScheduleDeletion(last: State, _secret: Secret, outputs: ShownValues): Plan {
  const request = deletionRequest({ ...last }, { ...outputs, ...last });
  if (request !== undefined) return { action: "delete", request };
  const kept = `the schedule is no longer managed; the service keeps it (${whyRetained({ ...last })})`;
  return { action: "none", notices: [`graphplane: ${schedulesPath({ ...last }, last.scheduleId)}: ${kept}${mayStillChange(last)}`] };
}

/** Why it is not certain that the schedule is gone. */
export function uncertainText({ scheduleId }: Partial<State> = {}, absence: Parameters<typeof describeUncertainty>[0]): string {
  const why = describeUncertainty(absence, "list of schedules", "an identifier");
  return `it is not certain that the schedule ${quoteName(scheduleId)} is gone, since ${why}. If it is gone, take it out of the state with "pulumi state delete"`;
}

/** True where no identifier is known: of a new schedule, and of one whose POST told none and whose entry was not found. */
function isUnmade(last: Partial<State> | undefined): boolean {
  return (last?.scheduleId ?? "") === "";
}

function goneText({ scheduleId }: Partial<State> = {}): string {
  return `there is no schedule ${quoteName(scheduleId)} any more. ${refreshHint}`;
}

function refuse(reason: string): Refusal {
  return { action: "refuse", property: "workspaceId", reason };
}
