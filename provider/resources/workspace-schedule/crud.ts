import {
  isNoSuchCall,
  listSchedules,
  type ListedSchedule,
  mayHaveBeenProcessed,
  type ParsedList,
  schedulesName,
  type ServiceError,
} from "../../../client";
import type { Applied, OperationContext, ResourceDefinition } from "../../definition";
import { describeMissingCall, mayStillAct } from "../../error-text";
import { InputError, quoteName } from "../../errors";
import { equals } from "../../json";
import { readPending, withoutPending } from "../../pending";
import { waitForRecord, waitUntilGone } from "../../record-wait";
import { consistencyWindowMs, poll } from "../../wait";
import { argumentOf, argumentsNotShown, declaredFields, shownArguments, stateAfterLostAnswer, stateWhilePending } from "../../whole-record";
import { isGone, isGoneAfter, lacksDeletion, lookUpInWorkspace } from "../../workspace-look-up";
import { planSchedule, planScheduleDeletion, type ScheduleLookUp, type SchedulePlan, uncertainText } from "./plan";
import { addressOf, fields, localArguments, schedulesPath } from "./review";
import {
  type WorkspaceScheduleArguments as Arguments,
  workspaceScheduleArguments,
  type WorkspaceScheduleState as State,
  type Workspace,
} from "./schema";

/** A schedule that was made or changed; pending until the list shows it. */
type AppliedSchedule = Applied<State, true>;
type Write = SchedulePlan & { readonly action: "post" | "put" };

/** One entry of a workspace's timetable, found by its identifier alone. A service may have its list and no other call (API 11). */
export const workspaceSchedule: ResourceDefinition<Arguments, State, ScheduleLookUp, SchedulePlan, true> = {
  kind: "WorkspaceSchedule",
  schema: workspaceScheduleArguments,
  replaceOnChanges: ["workgroupId", "workspaceId"],
  localArguments,
  argumentOf: (field) => argumentOf(fields, field),
  fieldOf: ([name = ""]) => (fields as Readonly<Record<string, string>>)[name] ?? name,
  describe: ({ workgroupId, workspaceId }) => `schedule of workspace ${quoteName(workspaceId)} of workgroup ${quoteName(workgroupId)}`,
  address: addressOf,
  idForm: "<workgroupId>/<workspaceId>/<scheduleId>",

  idOf,

  parseId(id) {
    const [workgroupId = "", workspaceId = "", ...rest] = id.split("/");
    return { workgroupId, workspaceId, scheduleId: rest.join("/") } as Partial<State>;
  },

  // An entry that appears while another one is made would be taken for it.
  lockKey: ({ workgroupId, workspaceId }, { scheduleId = "" }) => (scheduleId === "" ? ["schedules", workgroupId, workspaceId] : undefined),
  observe: (args, last, context) => lookUpSchedule({ ...args, ...pickIdentity(last) }, context),
  plan: planSchedule,

  async execute(plan, args, last, context) {
    if (plan.action === "post") return createSchedule(plan, args, context);
    const { scheduleId } = plan;
    if (plan.action === "none") return { id: idOf({ ...args, scheduleId }), state: { ...args, scheduleId } };
    return updateSchedule(plan, { ...args, scheduleId }, last, context);
  },

  async waitUntilApplied(args, { state: kept }, context) {
    let scheduleId = kept.scheduleId;
    const look = async () => {
      const live = await lookUpSchedule(kept, context, true);
      if ("found" in live && live.found) scheduleId = live.id;
      return live;
    };
    const object = schedulesPath(args, scheduleId);
    await waitForRecord({ names: fields, state: { ...kept, ...args }, kept, object, context, look, timeoutSeconds: args.timeoutSeconds });
    return { ...args, scheduleId };
  },

  async read(last, context) {
    const live = await lookUpSchedule(last, context);
    if ("missing" in live) return undefined;
    if (live.found) {
      const { sent } = readPending(last);
      const known = omitBefore(argumentsNotShown(fields, sent, live.record).length === 0 ? withoutPending(last) : last);
      return { ...known, ...shownArguments(fields, { ...sent, ...last }, live.record), scheduleId: live.id };
    }
    if (await isGone(last, live, context)) return undefined;
    throw new InputError(uncertainText(last, live));
  },

  planDelete: planScheduleDeletion,

  async delete({ request }, last, context) {
    const look = () => lookUpSchedule(last, context, true);
    const known = last.scheduleId === "" ? await look() : undefined;
    const scheduleId = known !== undefined && "found" in known && known.found ? known.id : last.scheduleId;
    const path = schedulesPath({ ...last }, scheduleId);
    if (scheduleId === "")
      return context.say(`graphplane: ${path}: no list shows the schedule that may have been made, so nothing is deleted`);
    try {
      await context.client.schedules.delete({ ...placeOf(last), scheduleID: scheduleId });
    } catch (error) {
      if (await isGoneAfter(error, last, context, look)) return context.say(`graphplane: ${path}: the schedule is already gone`);
      throw lacksDeletion(error) ? new InputError(missingCallText(`DELETE ${path}`, error, "deleted")) : error;
    }
    if (request !== undefined) context.reportSent({ ...request, path });
    await waitUntilGone({ object: path, context, look, timeoutSeconds: last.timeoutSeconds });
  },
};

async function createSchedule({ request, body, sent }: Write, args: Arguments, context: OperationContext): Promise<AppliedSchedule> {
  // Read before the POST, and shared with the plan.
  const before = (await listAll(args, context)).found.map(({ id }) => id);
  let made: ListedSchedule | undefined;
  let lost: ServiceError | undefined;
  try {
    made = await context.client.schedules.create(placeOf(args), body);
  } catch (error) {
    if (isNoSuchCall(error)) throw new InputError(missingCallText(`POST ${request.path}`, error, "made"));
    if (!mayHaveBeenProcessed(error)) throw error;
    lost = error;
  }
  const shownId = made === undefined || before.includes(made.id) ? "" : made.id;
  const pending = stateWhilePending<State>(fields, { ...args, scheduleId: shownId, __before: before }, sent, {}, context.secret);
  const scheduleId = pending.scheduleId || (await findMade(pending, context));
  if (scheduleId === "" && lost !== undefined) return { id: idOf(pending), state: pending, lost: explainLost(lost) };
  context.reportSent(request, lost === undefined ? undefined : ": the answer was lost, and the schedule is there");
  const state = scheduleId === "" ? pending : omitBefore({ ...pending, scheduleId });
  return { id: idOf(state), state, pending: true };
}

/** The identifier of the schedule that a POST made; empty where no list shows it for as long as lists may lag. Others wait to be made meanwhile. */
async function findMade(pending: State, context: OperationContext): Promise<string> {
  const { clock, say } = context;
  const look = async () => {
    const live = await lookUpSchedule(pending, context, true);
    return "found" in live && live.found ? { done: live.id } : { waits: "the schedule" };
  };
  const outcome = await poll({ clock, say, limit: consistencyWindowMs }, look).catch(() => undefined);
  return outcome !== undefined && "done" in outcome ? outcome.done : "";
}

function explainLost(lost: ServiceError): ServiceError {
  const hint = `The schedule may have been made, and no list shows it. Run "pulumi up" again: it looks for it, and makes the schedule only where it is not there`;
  return lost.as({ ...lost.failure, hint });
}

async function updateSchedule(
  { request, body, sent, live }: Write,
  args: State,
  last: State | undefined,
  context: OperationContext,
): Promise<AppliedSchedule> {
  const { scheduleId } = args;
  const id = idOf(args);
  try {
    await context.client.schedules.update({ ...placeOf(args), scheduleID: scheduleId }, body);
  } catch (error) {
    if (isNoSuchCall(error)) throw new InputError(missingCallText(`PUT ${request.path}`, error, "changed"));
    if (!mayHaveBeenProcessed(error)) throw error;
    return { id, state: stateAfterLostAnswer(fields, args, sent, live, last, context.secret), lost: mayStillAct(error) };
  }
  context.reportSent(request);
  return { id, state: stateWhilePending(fields, args, sent, live, context.secret), pending: true };
}

/** A schedule by its identifier; where that is not known, what a POST sent and what was there before it. */
type Target = Workspace & Partial<Pick<State, "scheduleId" | "__before" | "__pending">>;

/** Looks for the schedule in the list, which all schedules of a workspace share. The list is documented, so a service that lacks it has failed. */
async function lookUpSchedule(target: Target, context: OperationContext, now = false): Promise<ScheduleLookUp> {
  const live = await lookUpInWorkspace(target, context, now, async () => {
    const { found, certain } = await listAll(target, context, now);
    const shown = findIn(found, target, context);
    if (shown !== undefined) context.recordSeen();
    if (shown !== undefined) return { found: true, ...shown };
    return { found: false, certain: certain && found.every(({ id }) => id !== ""), others: found.length > 0 };
  });
  if ("noCall" in live) throw live.noCall;
  return live;
}

/** The schedule of the identifier; of one that a POST made, the only one of its content that was not there before, and that no other resource manages. */
function findIn(
  all: readonly ListedSchedule[],
  { scheduleId = "", __before: before, ...target }: Target,
  { isManagedElsewhere }: OperationContext,
): ListedSchedule | undefined {
  if (scheduleId !== "" || before === undefined) return all.find(({ id }) => id !== "" && id === scheduleId);
  const content = Object.entries(declaredFields(fields, readPending(target).sent));
  const isMade = ({ id, record }: ListedSchedule) =>
    id !== "" &&
    !before.includes(id) &&
    !isManagedElsewhere(idOf({ ...target, scheduleId: id })) &&
    content.every(([field, value]) => equals(record[field] ?? value, value));
  const [made, ...others] = all.filter(isMade);
  if (others.length === 0) return made;
  const ids = [made, ...others].map((one) => one?.id).join(", ");
  throw new InputError(
    `the POST that made it told no identifier, and ${others.length + 1} schedules of its content appeared since (${ids}), so it is not known which one is its own. Delete all but one of them, and run "pulumi up" again`,
  );
}

function listAll(place: Workspace, { client }: OperationContext, now = false): Promise<ParsedList<ListedSchedule>> {
  const id = placeOf(place);
  return client.shared(listSchedules, id, { after: [schedulesName(id)], now });
}

function placeOf({ workgroupId, workspaceId }: Workspace) {
  return { workgroupID: workgroupId, workspaceID: workspaceId };
}

function idOf({ workgroupId, workspaceId, scheduleId }: Workspace & Pick<State, "scheduleId">): string {
  return `${workgroupId}/${workspaceId}/${scheduleId}`;
}

function pickIdentity({ scheduleId = "", __before, __pending }: Partial<State> = {}): Omit<Target, keyof Workspace> {
  return { scheduleId, ...(__before && { __before }), ...(__pending && { __pending }) };
}

function omitBefore(state: State): State {
  return Object.fromEntries(Object.entries(state).filter(([name]) => name !== "__before")) as State;
}

function missingCallText(call: string, error: ServiceError, what: string): string {
  const retained = what === "deleted" ? '; deletionPolicy "retain" leaves this one as it is' : "";
  return describeMissingCall(
    call,
    error,
    `the schedule was not ${what}`,
    `reading schedules (getSchedules), and every other resource${retained}`,
  );
}
