import {
  isNoSuchCall,
  type ListedSchedule,
  listSchedules,
  mayHaveBeenProcessed,
  type ParsedList,
  schedulesName,
  type ServiceError,
} from "../../../client";
import type { Applied, OperationContext, ResourceDefinition } from "../../definition";
import { describeMissingCall, mayStillAct } from "../../announce/error-text";
import { InputError, quoteName, unseenHint } from "../../errors";
import { equals } from "../../values/json";
import { hasPendingCreation, readPending, withoutPending, writePending, writePendingCreation } from "../../proof/pending";
import { isGoneAfter, waitUntilGone } from "../../proof/gone";
import { create, findMade, type Made, observeMade, unclearText, unmadeLine } from "../../proof/made";
import { limitOf, waitForRecord } from "../../proof/record-wait";
import {
  appliedState,
  argumentOf,
  declaredFields,
  pendingAfterRead,
  sentValues,
  shownArguments,
  stateAfterLostAnswer,
  stateWhilePending,
} from "../../proof/record";
import { isGone, lacksDeletion, lookUpInWorkspace, placeExists } from "../../proof/workspace-look-up";
import { planSchedule, planScheduleDeletion, type ScheduleLookUp, type SchedulePlan, uncertainText } from "./plan";
import { fields, schedulesPath, workspaceScheduleFacts } from "./review";
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
  review: workspaceScheduleFacts,
  deletesMade: true,
  argumentOf: (field) => argumentOf(fields, field),
  fieldOf: ([name = ""]) => (fields as Readonly<Record<string, string>>)[name] ?? name,
  describe: ({ workgroupId, workspaceId }) => `schedule of workspace ${quoteName(workspaceId)} of workgroup ${quoteName(workgroupId)}`,
  idForm: "<workgroupId>/<workspaceId>/<scheduleId>",

  idOf,

  parseId(id) {
    const [workgroupId = "", workspaceId = "", ...rest] = id.split("/");
    return { workgroupId, workspaceId, scheduleId: rest.join("/") } as Partial<State>;
  },

  // A schedule that appears while another one is made would be taken for it.
  lockKey: ({ workgroupId, workspaceId }, { scheduleId = "" }) => (scheduleId === "" ? ["schedules", workgroupId, workspaceId] : undefined),
  observe: (args, last, context) => observeMade(last, context, (now) => lookUpSchedule({ ...last, ...args }, last, context, now)),
  plan: planSchedule,

  async execute(plan, args, last, context) {
    if (plan.action === "post") return createSchedule(plan, args, context);
    const { scheduleId, dropped } = plan;
    if (plan.action === "none") {
      const state = { ...args, scheduleId, ...writePending(dropped, context.secret) };
      return { id: idOf(state), state };
    }
    return updateSchedule(plan, { ...args, scheduleId }, last, context);
  },

  async waitUntilApplied(args, { state: kept }, context) {
    const done = { ...args, scheduleId: kept.scheduleId };
    const object = schedulesPath({ ...args }, kept.scheduleId);
    const look = () => lookUpSchedule(done, undefined, context, true);
    await waitForRecord({ names: fields, state: { ...kept, ...args }, kept, object, context, look, timeoutSeconds: args.timeoutSeconds });
    return appliedState(done, kept);
  },

  async read(last, context) {
    const live = await lookUpSchedule(last, last, context);
    if ("missing" in live) return undefined;
    if (live.found) {
      const { sent } = readPending(last);
      const pending = pendingAfterRead(fields, last, live.record, context.secret);
      return { ...withoutPending(last), ...shownArguments(fields, { ...sent, ...last }, live.record), ...pending, scheduleId: live.id };
    }
    // That no list shows it yet does not prove that the POST did not make it.
    if (hasPendingCreation(last)) return last;
    if (await isGone(last, live, context)) return undefined;
    throw new InputError(uncertainText(last, live));
  },

  planDelete: planScheduleDeletion,

  async delete({ request }, last, context) {
    const scheduleId = last.scheduleId || (await findMadeId(last, context));
    const path = schedulesPath({ ...last }, scheduleId);
    if (scheduleId === "") return context.say(unmadeLine(path, "the schedule"));
    const known = { ...last, scheduleId };
    const look = () => lookUpSchedule(known, undefined, context, true);
    const deletable = { context, look, holderExists: () => placeExists(last, context) };
    try {
      await context.client.schedules.delete({ ...placeOf(last), scheduleID: scheduleId });
    } catch (error) {
      if (await isGoneAfter(error, deletable)) return context.say(`graphplane: ${path}: the schedule is already gone`);
      throw lacksDeletion(error) ? new InputError(missingCallText(`DELETE ${path}`, error, "deleted")) : error;
    }
    if (request !== undefined) context.reportSent({ ...request, path });
    await waitUntilGone({ ...deletable, path, limit: limitOf(last.timeoutSeconds) });
  },
};

/** The identifier of the schedule that an earlier POST made; empty if no list shows one. */
async function findMadeId(last: State, context: OperationContext): Promise<string> {
  const live = await observeMade(last, context, (now) => lookUpSchedule(last, last, context, now));
  if (!("found" in live)) return "";
  if (live.found) return live.id;
  if (live.unclear !== undefined) throw new InputError(unclearText("the schedule", live.unclear));
  return "";
}

async function createSchedule({ request, body, sent }: Write, args: Arguments, context: OperationContext): Promise<AppliedSchedule> {
  // Read before the POST, and shared with the plan.
  const before = (await listAll(args, context)).found.map(({ id }) => id);
  const creation = { before };
  const unmade = { ...args, scheduleId: "", ...writePendingCreation(creation, sentValues({ ...args }, sent), context.secret) };
  const made = await create<string>(
    {
      object: "the schedule",
      limit: limitOf(args.timeoutSeconds),
      async send() {
        const shown = await context.client.schedules.create(placeOf(args), body);
        return shown === undefined || shown.id === "" || before.includes(shown.id) ? undefined : shown.id;
      },
      async find() {
        const found = findAmong((await listAll(args, context, true)).found, unmade, args, context);
        return found.is === "ours"
          ? { is: "ours", object: found.object.id }
          : found.is === "missing"
            ? found
            : { ...found, candidates: [] };
      },
    },
    context,
  ).catch((error: unknown) => {
    throw isNoSuchCall(error) ? new InputError(missingCallText(`POST ${request.path}`, error, "made")) : error;
  });
  if ("unknown" in made) return { id: idOf(unmade), state: unmade, lost: made.unknown, made: true };
  context.reportSent(request, made.lost && ": the answer was lost, and the schedule is there");
  const done = { ...args, scheduleId: made.made };
  if (made.byRead) return { id: idOf(done), state: done, made: true };
  return { id: idOf(done), state: stateWhilePending<State>(fields, done, sent, {}, context.secret), pending: true, made: true };
}

async function updateSchedule(
  { request, body, sent, live, dropped }: Write,
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
    return { id, state: stateAfterLostAnswer(fields, args, sent, live, last, context.secret, dropped), lost: mayStillAct(error) };
  }
  context.reportSent(request);
  return { id, state: stateWhilePending(fields, args, sent, live, context.secret, dropped), pending: true };
}

/** Reads the schedule in the list, which all schedules of a workspace share. The list is documented, so a service that lacks it has failed. */
async function lookUpSchedule(
  args: Arguments & Partial<State>,
  last: Partial<State> | undefined,
  context: OperationContext,
  now = false,
): Promise<ScheduleLookUp> {
  const live = await lookUpInWorkspace<ListedSchedule>(args, context, now, async () => {
    const { found, certain } = await listAll(args, context, now);
    const { creation } = readPending(last);
    const id = last?.scheduleId || args.scheduleId || "";
    const absent = { found: false, certain: certain && found.every((one) => one.id !== ""), others: found.length > 0 } as const;
    if (id === "" && creation === undefined) return absent;
    const made: Made<ListedSchedule> = id === "" ? findAmong(found, last ?? {}, args, context) : toMade(found.find((one) => one.id === id));
    if (made.is === "missing") return absent;
    if (made.is === "uncertain") return { ...absent, unclear: made.candidates.map((one) => one.id) };
    context.recordSeen();
    return { found: true, ...made.object };
  });
  if (!("noCall" in live)) return live;
  const { noCall } = live;
  throw live.seenBefore === true ? noCall.as({ ...noCall.failure, hint: unseenHint }) : noCall;
}

function toMade(found: ListedSchedule | undefined): Made<ListedSchedule> {
  return found === undefined ? { is: "missing" } : { is: "ours", object: found };
}

/** The schedule that a POST made: one that appeared since, with the content that was sent or that is declared now. */
function findAmong(
  now: readonly ListedSchedule[],
  last: Partial<State>,
  args: Arguments,
  { isManagedElsewhere }: OperationContext,
): Made<ListedSchedule> {
  const { sent, creation } = readPending(last);
  const contents = [declaredFields(fields, sent), declaredFields(fields, { ...args })];
  const shows = (record: ListedSchedule["record"], content: object) =>
    Object.entries(content).every(([field, value]) => equals(record[field] ?? value, value));
  return findMade({
    before: creation?.before ?? [],
    now,
    idOf: ({ id }) => id,
    isEqual: ({ record }) => contents.some((content) => shows(record, content)),
    isTaken: ({ id }) => isManagedElsewhere(idOf({ ...args, scheduleId: id })),
  });
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

function missingCallText(call: string, error: ServiceError, what: string): string {
  const retained = what === "deleted" ? '; deletionPolicy "retain" leaves this one as it is' : "";
  return describeMissingCall(
    call,
    error,
    `the schedule was not ${what}`,
    `reading schedules (getSchedules), and every other resource${retained}`,
  );
}
