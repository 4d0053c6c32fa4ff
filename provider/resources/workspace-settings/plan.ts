import type { WorkspaceRecord, WorkspaceUpdate } from "../../../client";
import { type IsSecret, type Planner, planRequest, refuse, type RetainedObject } from "../../definition";
import { type Notice, workspacePath } from "../../messages/message";
import { plannedField, sentValue, stillPendingText, undeclaredLines } from "../../reconcile/compare";
import { describeMoves, isDowngrade, type Timetable } from "../../reconcile/moved";
import { hasPendingCreation, isPending, pendingChangeNote, type PendingChange, readPending, type SentValue } from "../../reconcile/pending";
import { buildBody, liveBody, refuseUnsendable } from "./body";
import { type Comparison, diffFields } from "./diff";
import { conflictMessage, conflictText, findHiddenValues, showBody, unreachableStatusText, supersedingTexts } from "./messages";
import { type Ids, serviceCauseOf, type Settings, slowFields } from "./description";
import { normalize, workspaceRecordFacts } from "./record";
import { declares, diffPending, type SettingsPlan, uncertainValues } from "./state";

/** Plans the update of a workspace. Pure. */

export interface ShownWorkspace {
  readonly record: WorkspaceRecord;
  /** Set only if the live size differs from the declared size, which the timetable might explain. */
  readonly timetable?: Timetable | undefined;
}

export const planSettings: Planner<Settings, Settings, ShownWorkspace, SettingsPlan> = (args, last, { record, timetable }, isSecret) => {
  const causes = { record, autoUpgradeState: args.autoUpgradeState, timetable };
  const diffs = diffFields(args, record, last, causes);
  const conflicts = diffs.filter(({ conflict }) => conflict);
  if (conflicts.length > 0 && args.onConflict === "fail") return refuse("onConflict", conflictMessage(conflicts, isSecret));
  const sent = diffs.filter(({ toBeSent }) => toBeSent);
  const fields = [...new Set(sent.map(({ field }) => field))];
  const unsendable = refuseUnsendable(fields, args, record);
  if (unsendable !== undefined) return unsendable;
  const pending = readPending(last);
  const onTheWay = diffs.filter(({ path }) => isPending(pending, path));
  const { applied, unseen, dropped } = findUndeclared(args, last, record);
  const path = workspacePath(args);
  const notices = [
    ...noticesOf(args, pending, { record, diffs }, isSecret),
    ...describeMoves(path, diffs, causes, serviceCauseOf, isSecret),
    ...undeclaredLines(path, applied, unseen, isSecret),
  ];
  const shownNames = workspaceRecordFacts(record, isSecret);
  const base = { record, diffs, notices, shownNames, pending, dropped, statuses: args.waitForStatus };
  const awaited = [...new Set([...fields, ...onTheWay.map(({ field }) => field)])];
  if (fields.length === 0) return { ...base, action: "none", body: {}, hidden: [], awaited };
  const was = liveBody(fields, record);
  const show = (body: WorkspaceUpdate) => showBody(body, args, isSecret);
  const plan = planRequest({ method: "PUT", path }, buildBody(fields, args, record), show, was);
  // The running version allows a review to recognize the downgrade and describe its consequence.
  const isDowngraded = sent.some((diff) => isDowngrade(diff, causes, serviceCauseOf) && !isSecret("desiredTgVersion"));
  const request = isDowngraded ? { ...plan.request, was: { ...show(was), tg_version: record.tg_version } } : plan.request;
  const sentFields = sent.map((diff) => plannedField(diff, isSecret));
  return { ...base, ...plan, request, fields: sentFields, hidden: findHiddenValues(was, args, isSecret), awaited };
};

/** Describes the workspace that a deletion leaves in place. Includes values, and a creation, that might still take effect. */
export function describeKept(last: Ids, isSecret: IsSecret): RetainedObject {
  const pending = [...diffPending(last).map(sentValue), ...uncertainValues(last)];
  const values = pending.map((sent) => `; ${stillPendingText(sent, isSecret)}`).join("");
  const more = `${values}${hasPendingCreation(last) ? pendingChangeNote(last) : ""}`;
  return { path: workspacePath(last), object: "the workspace", effect: "it keeps its current settings", more };
}

function noticesOf(args: Settings, pending: PendingChange, { record, diffs }: Comparison, isSecret: IsSecret): Notice[] {
  const object = workspacePath(args);
  const notice = (text: string): Notice => ({ is: "notice", object, text });
  const sent = diffs.filter(({ toBeSent }) => toBeSent);
  // Only `pause: false` resumes a stopped workspace, and a pause changes the status. In a state of a different version, `waitForStatus`
  // might not be an array.
  const { waitForStatus, pause } = args;
  const isMoved = pause === false || sent.some(({ field }) => field === "pause");
  const isReached = !record.status || !Array.isArray(waitForStatus) || waitForStatus.includes(record.status);
  const isStuck = sent.some(({ field }) => slowFields.has(field)) && !isReached && !isMoved;
  const isResized = sent.some(({ field }) => field === "workspace_type_name");
  const readOnly = `workspace ${JSON.stringify(record.name ?? args.workspaceId)} is read-only (is_rw: false), so the service will probably refuse the resize`;
  return [
    ...sent
      .filter(({ status }) => status === "unreadable")
      .map((diff) => `the service does not report ${diff.path.join(".")}: graphplane sends it when you change it, and cannot detect drift`)
      .map(notice),
    ...diffs.filter(({ conflict }) => conflict).map((diff): Notice => ({ is: "overwrite", object, text: conflictText(diff, isSecret) })),
    ...supersedingTexts(diffs, pending, isSecret).map(notice),
    ...(isResized && record.is_rw === false ? [{ is: "refusal", object, text: readOnly } as const] : []),
    ...(isStuck ? [notice(unreachableStatusText(waitForStatus ?? [], record.status ?? "", isSecret))] : []),
  ];
}

/** Returns the values of arguments that are no longer declared: applied values, and pending values that no record has contained. */
function findUndeclared(args: Settings, last: Partial<Settings> | undefined, record: WorkspaceRecord) {
  const isUndeclared = ({ path }: Pick<SentValue, "path">) => !declares(args, path);
  const before = normalize({ ...last }) as Settings;
  const sent = diffPending(last, record).filter((diff) => diff.status !== "matches" && isUndeclared(diff));
  const uncertain = uncertainValues(last).filter(isUndeclared);
  return {
    applied: diffFields(before, record).filter(isUndeclared),
    unseen: [...sent.map(sentValue), ...uncertain],
    // Values that the record cannot contain are always sent when they are declared again.
    dropped: [...sent.filter(({ status }) => status === "differs").map(sentValue), ...uncertain],
  };
}
