import { findWorkspace, shouldVerify, type WorkspaceRecord } from "../../../client";
import { InputError, NotAppliedError } from "../../errors";
import type { IsSecret, MissingParent, OperationContext, ResourceDefinition, RequestPlan, PlanWithRequest } from "../../definition";
import { definitionFrom } from "../../describe/schema";
import { workspacePath } from "../../messages/message";
import { readTwiceIf } from "../../reconcile/confirm-deleted";
import { sendChange } from "../../reconcile/collection-item";
import { describeMoves, movedState, readTimetable, type Timetable } from "../../reconcile/moved";
import { writePending } from "../../reconcile/pending";
import { toWorkspaceId } from "../../reconcile/read-result";
import { pickKeysOf } from "../../values/json";
import { isUnknown } from "../../values/unknowns";
import { limitOf, toUnknown, watch } from "../../reconcile/wait";
import { liveBody } from "./body";
import { type Comparison, diffFields, type FieldDiff } from "./diff";
import { activityText, describeUnapplied, findHiddenValues, statusText, timedOutMessage, disappearedMessage } from "./messages";
import { describeKept, planSettings, type ShownWorkspace } from "./plan";
import { assumedSettings, findUnreadable, mergeRecord, normalize, workspaceRecordFacts } from "./record";
import {
  type Arguments,
  type Ids,
  serviceCauseOf,
  type Settings,
  slowFields,
  type State,
  type StateWith,
  workspaceSettingsDescription,
} from "./description";
import { allSettingsIn } from "./shown";
import {
  wasReformattedBefore,
  rewrittenFields,
  type SettingsPlan,
  stateAfterLost,
  stateAfterRead,
  settingsWhilePending,
  unappliedFields,
} from "./state";

/** The start of a wait: the executed plan, and the result of comparing it with the record in the response. */
export interface WaitStart {
  readonly plan: SettingsPlan;
  readonly seen: Comparison;
}

export const defaultTimeoutSeconds = { quick: 120, slow: 1800 };

/** The settings of an existing workspace, which is adopted, because the documented API has no calls to create or read a single workspace (API 4). */
export const workspaceSettings: ResourceDefinition<Arguments, State, ShownWorkspace, SettingsPlan, WaitStart> = {
  ...definitionFrom(workspaceSettingsDescription),
  normalize,

  validate(args, old) {
    if (old.deletionPolicy !== "delete") return [];
    const reason = `cannot change while the state's deletionPolicy is "delete": the replacement would delete the old workspace. Set deletionPolicy to "retain", run "pulumi up", then change it`;
    const changed = (["workgroupId", "workspaceId"] as const).filter(
      (name) => old[name] !== undefined && args[name] !== old[name] && !isUnknown(args[name]),
    );
    return changed.map((property) => ({ property, reason }));
  },

  async observe(args, _last, context) {
    const found = await find(args, context);
    return "missing" in found ? found : { ...found, timetable: await timetableFor(args, found.record, context) };
  },

  assumedLive: (last) => ({ record: assumedSettings(last) }),
  plan: planSettings,

  execute: (plan, args, _last, context) => applySettings(plan, args, context),
  waitUntilApplied: (args, { pending }, context) => waitForSettings(args, pending, context),

  async read(last, context) {
    const found = await find(last, context);
    if ("missing" in found) return undefined;
    return readSettings(pickKeysOf(workspaceSettingsDescription.arguments, last) as Arguments, last, found.record, context);
  },

  describeRetained: describeKept,
  delete: pauseOrDelete,
};

export async function applySettings<Args extends Settings>(plan: SettingsPlan, args: Args, context: OperationContext) {
  if (plan.action === "none") return beginWait(args, plan, plan, context);
  const sent = await sendChange({ whatStillWorks: () => undefined }, plan, () => put(plan, args, context), context);
  if ("lost" in sent) return { state: stateAfterLost(args, plan, context.isSecret), lost: sent.lost };
  return beginWait(args, plan, compare(args, mergeRecord(plan.record, sent.response, plan.body)), context);
}

/** Sends the request of a deletion, which might only pause the workspace. */
export async function pauseOrDelete({ action, request }: RequestPlan, last: Ids, context: OperationContext): Promise<void> {
  const id = toWorkspaceId(last);
  try {
    if (action === "put") await context.client.workspaces.update(id, { pause: true });
    else await context.client.workspaces.delete(id);
    context.logSent(request);
  } catch (error) {
    if (!(await meansDeleted(error, last, context))) throw error;
    context.log(`graphplane: ${workspacePath(last)}: the workspace is already gone`);
  }
}

/** Sends the body. Resolves with the workspace's record if the response contains it. */
async function put(
  { body, hidden }: PlanWithRequest<SettingsPlan>,
  args: Ids,
  context: OperationContext,
): Promise<WorkspaceRecord | undefined> {
  const response = await context.redacting(hidden).workspaces.update(toWorkspaceId(args), body);
  // Ignores the record of a different workspace. An incomplete response might contain an empty id.
  return response?.workspace_id === "" || response?.workspace_id === args.workspaceId ? response : undefined;
}

function beginWait<Args extends Settings>(args: Args, plan: SettingsPlan, seen: Comparison, { isSecret }: OperationContext) {
  const pending = plan.awaited.length === 0 ? undefined : { plan, seen };
  return { state: settingsWhilePending(args, plan, seen, isSecret, seen.record, false), pending };
}

/** Polls the record until it contains the new values and, after a slow change, until two consecutive reads return an awaited status. */
export async function waitForSettings<Args extends Settings>(args: Args, { plan, seen: first }: WaitStart, context: OperationContext) {
  const { isSecret } = context;
  const slow = plan.awaited.some((field) => slowFields.has(field));
  const statuses = slow ? plan.statuses : undefined;
  // If the service returned a reformatted value throughout an earlier wait, the value will probably never match. This wait is therefore
  // shorter.
  const isSlow = slow && !wasReformattedBefore(plan);
  const limit = limitOf(args.timeoutSeconds, isSlow ? defaultTimeoutSeconds.slow : defaultTimeoutSeconds.quick);
  // Only the latest read is compared, because an empty field in it is significant. Outputs retain values that a later read omits.
  let seen = first;
  let mergedRecord = first.record;
  let byRead = false;
  let report: string[] = [];
  let readsWithStatus = 0;
  const judge = (now: Comparison, reads: number) => {
    seen = now;
    byRead = reads > 0;
    mergedRecord = mergeRecord(mergedRecord, now.record);
    // The response to the PUT does not count as a read, and a read with a different status resets the count.
    readsWithStatus = statuses?.includes(now.record.status ?? "") === true ? Math.min(readsWithStatus + 1, reads) : 0;
    report = now.record.err_message ? [reportText(now.record.err_message, args, [plan, now], context)] : [];
    const left = unappliedFields(plan, now.diffs, byRead);
    if (left.length === 0 && (statuses === undefined || readsWithStatus >= 2))
      return { done: doneState(args, plan, mergedRecord, isSecret) };
    const waits = [
      ...(left.length === 0 ? [] : [describeUnapplied(left, isSecret)]),
      ...(statuses === undefined ? [] : [statusText(statuses, now.record, isSecret)]),
      ...report,
    ];
    return { waits: waits.join("; ") };
  };
  const observe = async () => {
    const found = await find(args, context, true);
    return "missing" in found ? found : { live: compare(args, found.record) };
  };
  const progress = () => ({
    object: (!isSecret("workspaceName") && mergedRecord.name) || (isSecret("workspaceId") ? "[secret]" : args.workspaceId),
    activity: activityText(plan, isSecret),
    seen: [...(slow && seen.record.status ? [`status is ${seen.record.status}`] : []), ...report],
  });
  const outcome = await watch<Comparison, StateWith<Args>>(context, { limit, observe, judge, first, progress });
  if ("done" in outcome) return outcome.done;
  const message = "deleted" in outcome ? disappearedMessage(outcome.deleted) : timedOutMessage(outcome, rewrittenFields(plan, seen.diffs));
  throw new NotAppliedError(message, settingsWhilePending(args, plan, seen, isSecret, mergedRecord, byRead));
}

function doneState<Args extends Settings>(args: Args, { dropped, diffs }: SettingsPlan, record: WorkspaceRecord, isSecret: IsSecret) {
  return { ...workspaceRecordFacts(record, isSecret), ...args, ...movedState(diffs, isSecret), ...writePending(dropped, isSecret) };
}

/** Quotes the workspace's error message, with hidden values redacted. */
function reportText(report: string, args: Settings, seen: readonly Comparison[], context: OperationContext): string {
  const hidden = seen.flatMap(({ record, diffs }) => {
    const fieldNames = diffs.map(({ field }) => field);
    return findHiddenValues(liveBody(fieldNames, record), args, context.isSecret);
  });
  return `the workspace reports: ${JSON.stringify(context.redacting(hidden).redact(report))}`;
}

const compare = (args: Settings, record: WorkspaceRecord): Comparison => ({ record, diffs: diffFields(args, record) });

export async function find(
  args: Ids & Partial<Settings>,
  context: OperationContext,
  skipCache?: boolean,
): Promise<ShownWorkspace | MissingParent> {
  const found = await findWorkspace(context.client, toWorkspaceId(args), { skipCache });
  const unreadableText = "record" in found ? findUnreadable(args, found.record) : undefined;
  if (unreadableText !== undefined) throw new InputError(unreadableText);
  return found;
}

/** Reads the timetable if the size differs from the declared one. */
export async function timetableFor(
  args: Ids & Partial<Settings>,
  record: WorkspaceRecord,
  context: OperationContext,
): Promise<Timetable | undefined> {
  return diffFields(args, record).some(mayBeResized) ? readTimetable(args, context) : undefined;
}

/** Returns true for a difference that a timetable might explain. */
const mayBeResized = ({ path, status }: FieldDiff): boolean => status === "differs" && serviceCauseOf(path) === "timetable";

/** Returns the state after a read. Prints the values that the service changed itself. If only the id is known, the state receives all arguments in the record. */
export async function readSettings<Args extends Settings>(
  kept: Args,
  last: Partial<Settings>,
  record: WorkspaceRecord,
  context: OperationContext,
): Promise<StateWith<Args>> {
  const args = context.onlyIdKnown ? { ...allSettingsIn(record), ...kept } : kept;
  const compareWith = (timetable: Timetable | undefined) => {
    const causes = { record, autoUpgradeState: kept.autoUpgradeState, timetable };
    return { causes, diffs: diffFields(args, record, undefined, causes) };
  };
  const untimed = compareWith(undefined);
  const { causes, diffs } = untimed.diffs.some(mayBeResized) ? compareWith(await readTimetable(kept, context)) : untimed;
  // A read never sends values.
  const read = diffs.map((diff) => ({ ...diff, toBeSent: false }));
  describeMoves(workspacePath(kept), read, causes, serviceCauseOf, context.isSecret).forEach(context.emit);
  return stateAfterRead(args, last, { record, diffs }, context.isSecret);
}

/** Returns true if a failed change means that the workspace is gone. Because services return 400 or 500 for a missing workspace, fresh reads decide. */
async function meansDeleted(error: unknown, ids: Ids, context: OperationContext): Promise<boolean> {
  if (!shouldVerify(error)) return false;
  const isMissing = readTwiceIf(Boolean, async () => "missing" in (await find(ids, context, true)), context);
  return (await isMissing.catch(toUnknown)) === true;
}
