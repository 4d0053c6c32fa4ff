import {
  findWorkspace,
  InputError as ClientInputError,
  isAccessDenied,
  isServiceError,
  mayHaveBeenProcessed,
  shouldVerify,
  type WorkspaceRecord,
  type WorkspaceUpdate,
} from "../../../client";
import { sentence } from "../../../client/errors";
import { mayStillAct } from "../../error-text";
import type { CheckFailure } from "../../validation";
import { InputError, quoteName, refreshHint, NotAppliedError } from "../../errors";
import type { Applied, OperationContext, ResourceDefinition, PreviewContext } from "../../definition";
import { readPending, writePending } from "../../pending";
import { isUnknown } from "../../unknowns";
import { consistencyWindowMs, poll } from "../../wait";
import {
  conflictMessage,
  hiddenValues,
  keptLine,
  leftLine,
  mayStillLine,
  overwriteLine,
  putLine,
  putRequest,
  readOnlyLine,
  supersedeLines,
  timeZoneLines,
  unreadableLine,
  wantedAndSeen,
} from "./messages";
import {
  mergeRecord,
  factsOf,
  liveBody,
  normalize,
  minimalBody,
  observeArguments,
  type FieldDiff,
  diffFields,
  findUnreadable,
} from "./model";
import {
  declares,
  pendingAfterRead,
  stateAfter,
  stateAfterLost,
  stillPending,
  unappliedFields,
  type AwaitedUpdate,
  waitingFor,
} from "./pending";
import {
  addressOf,
  argumentOf,
  behaviourArguments,
  fieldOf,
  slowFields,
  workspaceSettingsArguments,
  type WorkspaceSettingsArguments as Arguments,
  type WorkspaceSettingsState as State,
} from "./schema";

type Ids = Pick<Arguments, "workgroupId" | "workspaceId">;
type Found = { readonly record: WorkspaceRecord } | { readonly missing: CheckFailure };

/** Seconds that a wait may take when `timeoutSeconds` is not given. */
export const defaultTimeout = { quick: 120, slow: 1800 };

/** The settings of an existing workspace: adopted, since the documented API has no call that creates a workspace or reads one alone (API 4). */
export const workspaceSettings: ResourceDefinition<Arguments, State, AwaitedUpdate> = {
  kind: "WorkspaceSettings",
  schema: workspaceSettingsArguments,
  replaceOnChanges: ["workgroupId", "workspaceId"],
  localArguments: behaviourArguments,
  normalize: normalize,
  argumentOf,
  describe: ({ workgroupId, workspaceId }) => `workspace ${quoteName(workspaceId)} of workgroup ${quoteName(workgroupId)}`,

  address: addressOf,
  fieldOf,
  idForm: "<workgroupId>/<workspaceId>",

  parseId(id) {
    const [workgroupId = "", ...rest] = id.split("/");
    return { workgroupId, workspaceId: rest.join("/") };
  },

  validate(args, old) {
    if (old.deletionPolicy !== "delete") return [];
    const reason = `cannot change while the state's deletionPolicy is "delete": the replacement would delete the old workspace. Set deletionPolicy to "retain", run "pulumi up", then change it`;
    const changed = (["workgroupId", "workspaceId"] as const).filter(
      (name) => old[name] !== undefined && args[name] !== old[name] && !isUnknown(args[name]),
    );
    return changed.map((property) => ({ property, reason }));
  },

  async preview(args, last, context) {
    const found = await find(args, context);
    if ("missing" in found) {
      if (last === undefined) return [found.missing];
      throw new InputError(`${found.missing.reason}. ${refreshHint}`);
    }
    plan(args, found.record, last, context);
    return [];
  },

  async create(args, context) {
    return apply(args, undefined, context);
  },

  async update(args, last, context) {
    return apply(args, last, context);
  },

  async waitUntilApplied(args, { state, waiting }, context) {
    return waiting === undefined ? state : pollUntilApplied(args, waiting, context);
  },

  async read(last, context) {
    const found = await find(last, context);
    if ("missing" in found) return undefined;
    const kept = Object.fromEntries(Object.entries(last).filter(([name]) => name in workspaceSettingsArguments.shape)) as Arguments;
    // That a record shows the old value does not prove that what was sent will not arrive.
    return { ...observeArguments(kept, found.record), ...factsOf(found.record), ...pendingAfterRead(last, found.record, context.secret) };
  },

  // Anything but the two words keeps the workspace, also a word that another version knew.
  sendsOnDelete: ({ deletionPolicy }) => deletionPolicy === "pause" || deletionPolicy === "delete",

  async delete(last, context) {
    const path = pathOf(last);
    const policy = last.deletionPolicy ?? "retain";
    if (policy !== "pause" && policy !== "delete") return context.say(keptLine(path, policy, stillPending(last), context.secret));
    const id = { workgroupID: last.workgroupId, workspaceID: last.workspaceId };
    try {
      if (policy === "pause") await context.client.workspaces.update(id, { pause: true });
      else await context.client.workspaces.delete(id);
      context.say(`graphplane: sent ${policy === "pause" ? `PUT ${path} {"pause":true}` : `DELETE ${path}`}`);
    } catch (error) {
      if (!(await meansGone(error, last, context))) throw error;
      context.say(`graphplane: ${path}: the workspace is already gone`);
    }
  },
};

async function apply(args: Arguments, last: State | undefined, context: OperationContext): Promise<Applied<State, AwaitedUpdate>> {
  const id = `${args.workgroupId}/${args.workspaceId}`;
  const found = await find(args, context);
  if ("missing" in found) throw new InputError(found.missing.reason);
  const { record } = found;

  const conflicts = diffFields(args, record, last).filter(({ conflicting }) => conflicting);
  if (conflicts.length > 0 && args.onConflict === "fail") throw new InputError(conflictMessage(conflicts, context.secret));

  const body = minimalBody(args, record, last);
  const waiting = waitingFor(args, body, record, last);
  if (waiting.fields.length === 0) return { id, state: stateAfter(args, waiting, context.secret) };
  if (Object.keys(body).length === 0) return { id, state: stateAfter(args, waiting, context.secret), waiting };
  try {
    const answered = { ...waiting, record: mergeRecord(record, await put(args, body, record, context), body) };
    return { id, state: stateAfter(args, answered, context.secret), waiting: answered };
  } catch (error) {
    if (!mayHaveBeenProcessed(error)) throw error;
    return { id, state: stateAfterLost(args, last, body, waiting, context.secret), lost: mayStillAct(error) };
  }
}

async function put(
  args: Arguments,
  body: WorkspaceUpdate,
  record: WorkspaceRecord,
  context: OperationContext,
): Promise<WorkspaceRecord | undefined> {
  const ids = { workgroupID: args.workgroupId, workspaceID: args.workspaceId };
  const was = liveBody(Object.keys(body), record);
  const answer = await context.redacting(hiddenValues(was, args, context.secret)).workspaces.update(ids, body);
  context.say(putLine(pathOf(args), body, was, args, context.secret).replace("graphplane: ", "graphplane: sent "));
  // A record of another workspace says nothing of this one; a poor one may not name itself.
  return answer?.workspace_id === "" || answer?.workspace_id === args.workspaceId ? answer : undefined;
}

/** Tells what the next apply will send, overwrite and leave. */
function plan(args: Arguments, record: WorkspaceRecord, last: Partial<State> | undefined, context: PreviewContext): void {
  const path = pathOf(args);
  const all = diffFields(args, record, last);
  const conflicts = all.filter(({ conflicting }) => conflicting);
  if (conflicts.length > 0 && args.onConflict === "fail") throw new InputError(conflictMessage(conflicts, context.secret));
  for (const part of all.filter(({ readable, differs }) => !readable && differs)) context.say(unreadableLine(path, part));
  const timeZone = args.maintenanceWindow?.timeZone;
  if (timeZone !== last?.maintenanceWindow?.timeZone) timeZoneLines(path, timeZone, context.secret).forEach((line) => context.say(line));
  for (const part of conflicts) context.say(overwriteLine(path, part, context.secret));
  for (const line of supersedeLines(path, all, readPending(last), context.secret)) context.say(line);
  const body = minimalBody(args, record, last);
  if ("workspace_type_name" in body && record.is_rw === false) context.say(readOnlyLine(path));
  if (Object.keys(body).length > 0) context.announce(putRequest(path, body, liveBody(Object.keys(body), record), args, context.secret));
  const left = stillPending(last, record).filter((one) => !declares(args, one.path));
  const before = normalize({ ...last, ...idsOf(args) }) as State;
  const dropped = diffFields(before, record, before).filter((part) => !declares(args, part.path));
  const mayChange = ({ path: place }: FieldDiff) => left.some((one) => one.path.every((key, index) => key === place[index]));
  for (const part of dropped.filter((part) => !mayChange(part))) context.say(leftLine(path, part, context.secret));
  for (const one of left) context.say(mayStillLine(path, one, context.secret));
}

/** Polls the record until it shows what was sent. */
async function pollUntilApplied(args: Arguments, waiting: AwaitedUpdate, context: OperationContext): Promise<State> {
  const { fields, before, record: first } = waiting;
  const slow = fields.some((field) => slowFields.has(field));
  const statuses = slow ? args.waitForStatus : undefined;
  const seconds = args.timeoutSeconds ?? (slow ? defaultTimeout.slow : defaultTimeout.quick);
  // What is compared is the last read alone: an empty field says something there. Facts are kept where a later read lacks them.
  let record = first;
  let known = first;
  let statusReads = 0;
  let trouble = "";
  let missingSince: number | undefined;
  // A list may lag behind, so one look without it tells nothing.
  const isMissing = (reason: string) => {
    missingSince ??= context.clock.now();
    trouble = ` The last look at it failed: ${reason}.`;
    statusReads = 0;
    if (context.clock.now() - missingSince < consistencyWindowMs) return;
    const hint = `Run "pulumi refresh", which takes it out of the state, or correct the ids`;
    throw new NotAppliedError(
      `it went away while it was waited for: ${reason}. ${hint}`,
      stateAfter(args, { ...waiting, record }, context.secret, known),
    );
  };
  const readAgain = async () => {
    try {
      const found = await find(args, context, true);
      if ("missing" in found) return isMissing(found.missing.reason);
      missingSince = undefined;
      record = found.record;
      known = mergeRecord(known, record);
      statusReads = statuses?.includes(record.status ?? "") === true ? statusReads + 1 : 0;
      trouble = "";
    } catch (error) {
      if (!isTransient(error)) throw error;
      trouble = ` The last look at it failed: ${sentence(error.message)}`;
      statusReads = 0;
    }
  };
  let looks = 0;
  const wait = { clock: context.clock, say: context.say, place: pathOf(args), limit: seconds * 1000 };
  const outcome = await poll<State>(wait, async () => {
    // The first look is at what the PUT was answered with.
    if (looks++ > 0) await readAgain();
    const left = unappliedFields(args, { ...waiting, record });
    if (left.length === 0 && (statuses === undefined || statusReads >= 2))
      return { done: { ...args, ...factsOf(known), ...writePending(waiting.dropped, context.secret) } };
    const waits = [
      ...(left.length === 0 ? [] : [wantedAndSeen(left, context.secret)]),
      ...(statuses === undefined ? [] : [statusLine(statuses, record, context)]),
      ...(record.err_message ? [reportLine(record.err_message, args, [before, record], context)] : []),
    ];
    return { waits: waits.join("; ") };
  });
  if ("done" in outcome) return outcome.done;
  throw new NotAppliedError(
    timedOut(outcome.elapsed, outcome.waits, trouble),
    stateAfter(args, { ...waiting, record }, context.secret, known),
  );
}

/** True for a failed look that the next may make good: an odd answer, a 5xx, a lost one; not a refused key. */
function isTransient(error: unknown): error is Error {
  return isServiceError(error) ? !isAccessDenied(error) : error instanceof ClientInputError;
}

/** What the workspace reports, without the values that no line shows. */
function reportLine(report: string, args: Arguments, records: readonly WorkspaceRecord[], context: OperationContext): string {
  const hidden = records.flatMap((record) => {
    const fields = diffFields(args, record).map(({ field }) => field);
    return hiddenValues(liveBody(fields, record), args, context.secret);
  });
  return `the workspace reports: ${JSON.stringify(context.redacting(hidden).redact(report))}`;
}

function statusLine(statuses: readonly string[], { status }: WorkspaceRecord, { secret }: OperationContext): string {
  const wanted = secret("waitForStatus") ? "[secret]" : statuses.join(" or ");
  return `status (wanted ${wanted} twice in a row, seen ${status || "nothing"})`;
}

function timedOut(elapsed: number, waits: string, trouble: string): string {
  const hint = `Run "pulumi up" again: it goes on from here. Raise timeoutSeconds where it needs longer.`;
  return `timed out after ${elapsed} s: the service accepted the update but still reports ${waits}.${trouble} ${hint}`;
}

/** The workspace's record, out of its workgroup's; or which of the two certainly does not exist. Any other trouble is an error. */
async function find(args: Ids & Partial<Arguments>, context: OperationContext, now = false): Promise<Found> {
  const found = await findWorkspace(context.client, { workgroupID: args.workgroupId, workspaceID: args.workspaceId }, { now });
  const odd = "record" in found ? findUnreadable(args, found.record) : undefined;
  if (odd !== undefined) throw new InputError(odd);
  return "record" in found ? found : { missing: { property: `${found.what}Id`, reason: found.missing } };
}

/** True where a failed change means that the workspace is gone. Services answer 400 or 500 for what is not there, so another look tells. */
async function meansGone(error: unknown, ids: Ids, context: OperationContext): Promise<boolean> {
  if (!shouldVerify(error)) return false;
  try {
    return "missing" in (await find(ids, context, true));
  } catch {
    return false;
  }
}

function idsOf({ workgroupId, workspaceId }: Ids): Ids {
  return { workgroupId, workspaceId };
}

function pathOf({ workgroupId, workspaceId }: Ids): string {
  return `/workgroups/${encodeURIComponent(workgroupId)}/workspaces/${encodeURIComponent(workspaceId)}`;
}
