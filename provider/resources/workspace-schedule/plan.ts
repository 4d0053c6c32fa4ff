import type { OperationContext, Plan, Refusal } from "../../definition";
import { quoteName, refreshHint } from "../../errors";
import type { AnnouncedRequest } from "../../messages";
import { mayStillChange } from "../../pending";
import { argumentsToSend, declaredFields, showRecord, wholeRecord } from "../../whole-record";
import { describeUncertainty, type LookUp, type MissingCall } from "../../workspace-look-up";
import { deletionRequest, fields, schedulesPath } from "./review";
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
  );

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
  // One that state does not know is made whatever is there: two of the same content are two.
  if (!live.found && isUnmade(last) && (last === undefined || live.certain || !live.others)) {
    const body = { workspace_id: args.workspaceId, ...declaredFields(fields, args) };
    const request = { method: "POST", path: schedulesPath(args), body: showRecord(fields, body, secret) };
    return { action: "post", scheduleId: "", request, body, live: {}, sent: Object.keys(fields).filter((name) => name in args) };
  }
  if (!live.found) return refuse(live.certain ? goneText(last) : uncertainText(last, live));
  const { id: scheduleId } = live;
  const sent = argumentsToSend(fields, args, last, live.record);
  if (sent.length === 0) return { action: "none", scheduleId };
  const body = { ...wholeRecord(fields, args, live.record), workspace_id: args.workspaceId };
  const path = schedulesPath(args, scheduleId);
  const request = { method: "PUT", path, body: showRecord(fields, body, secret), was: showRecord(fields, live.record, secret) };
  return { action: "put", scheduleId, request, body, live: live.record, sent };
}

/** What the deletion of the resource does to the schedule. */
export function planScheduleDeletion(last: State): Plan {
  const request = deletionRequest({ ...last }, { ...last });
  if (request !== undefined) return { action: "delete", request };
  const kept = `the schedule is no longer managed; the service keeps it (deletionPolicy ${JSON.stringify(last.deletionPolicy)})`;
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
