import { backupScheduleName, getBackupSchedule, isNoSuchCall, isNotFound, mayHaveBeenProcessed } from "../../../client";
import type { Applied, OperationContext, ResourceDefinition } from "../../definition";
import { describeFailure, describeMissingCall, mayStillAct } from "../../announce/error-text";
import { InputError, quoteName } from "../../errors";
import { readPending, withoutPending, writePending } from "../../proof/pending";
import { waitForRecord } from "../../proof/record-wait";
import {
  appliedState,
  argumentOf,
  pendingAfterRead,
  showRecord,
  shownArguments,
  stateAfterLostAnswer,
  stateWhilePending,
  wholeRecord,
  whyUnsendable,
} from "../../proof/record";
import { isAbsent } from "../../proof/gone";
import { isGone, lookUpInWorkspace, placeExists } from "../../proof/workspace-look-up";
import { type BackupLookUp, type BackupPlan, type BackupRecord, planBackups, planBackupsDeletion, stillWorks } from "./plan";
import { addressOf, backupScheduleFacts, fields } from "./review";
import {
  type BackupScheduleArguments as Arguments,
  backupScheduleArguments,
  type BackupScheduleState as State,
  type Workspace,
} from "./schema";

const uncertainText =
  "it is not certain that there is no backup schedule, since its workspace was not seen. Check that the key is of the right organization";

/** The one backup schedule of a workspace (API 11): its call makes or replaces it, and none deletes it. */
export const backupSchedule: ResourceDefinition<Arguments, State, BackupLookUp, BackupPlan, true> = {
  kind: "BackupSchedule",
  schema: backupScheduleArguments,
  replaceOnChanges: ["workgroupId", "workspaceId"],
  declaredOnce: ["workgroupId", "workspaceId"],
  review: backupScheduleFacts,
  argumentOf: (field) => argumentOf(fields, field),
  fieldOf: ([name = ""]) => (fields as Readonly<Record<string, string>>)[name] ?? name,
  describe: ({ workgroupId, workspaceId }) =>
    `backup schedule of workspace ${quoteName(workspaceId)} of workgroup ${quoteName(workgroupId)}`,
  idForm: "<workgroupId>/<workspaceId>",

  parseId(id) {
    const [workgroupId = "", ...rest] = id.split("/");
    return { workgroupId, workspaceId: rest.join("/") };
  },

  observe: (args, _last, context) => lookUpBackups(args, context),
  plan: planBackups,

  async execute(plan, args, last, context): Promise<Applied<State, true>> {
    const id = `${args.workgroupId}/${args.workspaceId}`;
    const { dropped } = plan;
    if (plan.action === "none") return { id, state: { ...args, ...writePending(dropped, context.secret) } };
    const { body, sent, live, request } = plan;
    try {
      await setBackups(args, body, context);
    } catch (error) {
      if (!mayHaveBeenProcessed(error)) throw error;
      return { id, state: stateAfterLostAnswer<State>(fields, args, sent, live, last, context.secret, dropped), lost: mayStillAct(error) };
    }
    context.reportSent(request);
    return { id, state: stateWhilePending<State>(fields, args, sent, live, context.secret, dropped), pending: true };
  },

  async waitUntilApplied(args, { state: kept }, context) {
    const look = () => lookUpBackups(args, context, true);
    const { timeoutSeconds } = args;
    await waitForRecord({ names: fields, state: { ...kept, ...args }, kept, object: addressOf(args), context, look, timeoutSeconds });
    return appliedState<State>(args, kept);
  },

  async read(last, context) {
    const live = await lookUpBackups(last, context);
    if ("missing" in live) return undefined;
    if ("noCall" in live) {
      const why = `this service does not show backup schedules (the request ${describeFailure(live.noCall)})`;
      context.say(`graphplane: ${addressOf({ ...last })}: ${why}, so it stays in state as it is`);
      return last;
    }
    if (live.found) {
      const { sent } = readPending(last);
      const pending = pendingAfterRead(fields, last, live.record, context.secret);
      return { ...withoutPending(last), ...shownArguments(fields, { ...sent, ...last }, live.record), ...pending };
    }
    if (await isGone(last, live, context)) return undefined;
    throw new InputError(uncertainText);
  },

  planDelete: planBackupsDeletion,

  async delete(_plan, last, context) {
    const object = addressOf({ ...last });
    const look = () => lookUpBackups(last, context, true);
    const live = await look();
    if ("noCall" in live)
      throw new InputError(describeMissingCall(`GET ${object}`, live.noCall, "the backup schedule was not paused", stillWorks));
    const isFound = "found" in live && live.found;
    if (!isFound && !(await isAbsent({ context, look, holderExists: () => placeExists(last, context) })))
      throw new InputError(uncertainText);
    if (!isFound) return context.say(`graphplane: ${object}: there is no backup schedule to pause`);
    if (live.record.pause === true) return context.say(`graphplane: ${object}: the backup schedule is paused already`);
    const unsendable = whyUnsendable({ pause: "pause" }, { pause: true }, live.record);
    if (unsendable !== undefined) throw new InputError(`the backup schedule was not paused: ${unsendable}`);
    const paused = { ...last, pause: true };
    const body = wholeRecord({ pause: "pause" }, paused, live.record);
    await setBackups(last, body, context);
    context.reportSent({ method: "POST", path: object, body: showRecord(fields, body, paused, context.secret) });
    await waitForRecord({ names: { pause: "pause" }, state: paused, object, context, look, timeoutSeconds: last.timeoutSeconds });
  },
};

async function setBackups(place: Workspace, body: BackupRecord, { client }: OperationContext): Promise<void> {
  try {
    await client.backups.setSchedule(placeOf(place), body);
  } catch (error) {
    if (!isNoSuchCall(error)) throw error;
    throw new InputError(describeMissingCall(`POST ${addressOf(place)}`, error, "the backup schedule was not changed", stillWorks));
  }
}

/** Looks at the record. With the workspace visible, null and Not-Found both mean that there is none. */
async function lookUpBackups(place: Workspace, context: OperationContext, now = false): Promise<BackupLookUp> {
  // A single empty answer of what was seen before does not prove that it is gone.
  const none = { found: false, certain: !context.seenBefore, others: false } as const;
  const id = placeOf(place);
  const live = await lookUpInWorkspace<{ readonly record: BackupRecord }>(place, context, now, async () => {
    const record = await context.client.shared(getBackupSchedule, id, { after: [backupScheduleName(id)], now });
    if (record === undefined) return none;
    context.recordSeen();
    return { found: true, record };
  });
  const shown = "noCall" in live && isNotFound(live.noCall) ? none : live;
  return { ...shown, seenBefore: context.seenBefore };
}

function placeOf({ workgroupId, workspaceId }: Workspace) {
  return { workgroupID: workgroupId, workspaceID: workspaceId };
}
