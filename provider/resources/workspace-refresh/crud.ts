import { findWorkspace, type WorkspaceRecord, mayHaveBeenProcessed } from "../../../client";
import { describeFailedRequest } from "../../announce/error-text";
import { InputError, NotAppliedError } from "../../errors";
import type { Applied, OperationContext, ResourceDefinition, Sends } from "../../definition";
import { definitionFrom } from "../../describe/schema";
import { consistencyWindowMs, limitOf, watch, type Watch } from "../../reconcile/wait";
import { hasMoved, type Ids, planRefresh, readState, type RefreshPlan, type ShownRefresh, showStatus, type Started, stateOf } from "./plan";
import { workspaceRefreshFacts } from "./review";
import {
  type Pending,
  type Shown,
  type WorkspaceRefreshArguments as Arguments,
  workspaceRefreshDescription,
  type WorkspaceRefreshState as State,
} from "./description";

/** Seconds that a wait may take when `timeoutSeconds` is not given. */
export const defaultTimeout = 1800;
/** An unchanged status may be an earlier refresh's: it counts once the time has passed in which reads may lag. */
const unchangedStatusGraceMs = consistencyWindowMs;

/** A refresh of a workspace (endpoint 11): at creation and whenever `triggers` changes. */
export const workspaceRefresh: ResourceDefinition<Arguments, State, ShownRefresh, RefreshPlan, Started> = {
  ...definitionFrom(workspaceRefreshDescription),
  review: workspaceRefreshFacts,

  async observe(args, _last, context) {
    const found = await find(args, context);
    return "missing" in found ? found : { status: showStatus(found.record, context) };
  },

  unseen: () => ({ status: { status: "", message: "", snapshot: "" } }),
  plan: planRefresh,

  async execute(plan, args, _last, context) {
    if (plan.action === "none") return startedRefresh(args, plan);
    return startedRefresh(args, await send(args, plan, context));
  },

  async waitUntilApplied(args, { pending: started }, context) {
    const pending = started.lost === undefined ? started.pending : await verifyStarted(args, started, started.lost, context);
    if (args.untilRefreshStatus === undefined) return stateOf(args, showStatus(await recordOf(args, context), context));
    return waitUntilEnded(args, args.untilRefreshStatus, { pending, now: started.now }, context);
  },

  async read(last, context) {
    const found = await find(last, context);
    return "record" in found ? readState(last, showStatus(found.record, context)) : undefined;
  },
  // A refresh cannot be taken back, and leaves nothing to take away, so a deletion sends nothing.
};

/** Sends the POST, once: a second one would take the workspace offline again. */
async function send(args: Arguments, { request, now }: Sends<RefreshPlan>, context: OperationContext): Promise<Started> {
  try {
    await context.client.workspaces.refresh({ workgroupID: args.workgroupId, workspaceID: args.workspaceId });
    context.reportSent(request);
    return { pending: { post: "acknowledged", before: now }, now };
  } catch (error) {
    if (!mayHaveBeenProcessed(error)) throw error;
    return { pending: { post: "lost", before: now }, now, lost: describeFailedRequest(error) };
  }
}

function startedRefresh(args: Arguments, { pending, now, lost }: Started): Applied<State, Started> {
  return { state: stateOf(args, now, pending), pending: { pending, now, lost } };
}

/** Polls for a sign of a refresh whose POST was not answered. */
async function verifyStarted(args: Arguments, { pending, now }: Started, lost: string, context: OperationContext): Promise<Pending> {
  let last = now;
  const outcome = await watch<WorkspaceRecord, Pending>({
    ...recordWatch(args, context),
    limit: Math.min(consistencyWindowMs, limitOf(args.timeoutSeconds, defaultTimeout)),
    judge: (record) => {
      last = showStatus(record, context);
      return hasMoved(pending, last) ? { done: { ...pending, post: "acknowledged" } } : { waits: "a sign of the refresh" };
    },
  });
  if ("done" in outcome) return outcome.done;
  const state = stateOf(args, last, pending);
  if ("gone" in outcome) throw new NotAppliedError(wentAwayMessage(outcome.gone), state);
  const seen = `refresh_status ${JSON.stringify(last.status)} as before`;
  throw new NotAppliedError(
    `${lost}, so the refresh may have started, and it is not sent again blindly; after ${outcome.elapsed} s the record shows no sign of it (${seen}).${outcome.trouble} Run "pulumi up" again: it reads refresh_status, and sends the POST only if that still shows nothing.`,
    state,
  );
}

/** Watches the record until its refresh_status is a wanted one, and this refresh's. */
async function waitUntilEnded(
  args: Arguments,
  until: readonly string[],
  { pending, now }: Started,
  context: OperationContext,
): Promise<State> {
  const begin = context.clock.now();
  const waitedMs = () => (pending.waited ?? 0) + context.clock.now() - begin;
  let last = now;
  let began = hasMoved(pending, now);
  let object = args.workspaceId;
  const outcome = await watch<WorkspaceRecord, State>({
    ...recordWatch(args, context),
    limit: limitOf(args.timeoutSeconds, defaultTimeout),
    judge: (record) => {
      last = showStatus(record, context);
      object = record.name || object;
      began ||= hasMoved(pending, last);
      if (until.includes(last.status) && (began || waitedMs() >= unchangedStatusGraceMs)) return { done: stateOf(args, last) };
      return { waits: waitsFor(until, last, record, context) };
    },
    progress: (waits) => ({ object, activity: "refreshing", seen: [waits] }),
  });
  if ("done" in outcome) return outcome.done;
  const state = stateOf(args, last, { ...pending, waited: waitedMs() });
  if ("gone" in outcome) throw new NotAppliedError(wentAwayMessage(outcome.gone), state);
  throw new NotAppliedError(
    `the refresh has started and has not finished after ${outcome.elapsed} s: ${outcome.waits}.${outcome.trouble} Run "pulumi up" again: it continues to wait and sends nothing. Raise timeoutSeconds if it needs longer, or change triggers to send another one.`,
    state,
  );
}

/** The parts that every watch of the record has. */
function recordWatch(args: Arguments, context: OperationContext): Pick<Watch<WorkspaceRecord, unknown>, "clock" | "say" | "observe"> {
  const { clock, say } = context;
  const observe = async () => {
    const found = await find(args, context, true);
    return "missing" in found ? found : { live: found.record };
  };
  return { clock, say, observe };
}

function wentAwayMessage(reason: string): string {
  const hint = `Run "pulumi refresh" to take it out of the state, or "pulumi up" to continue waiting if it exists again`;
  return `it disappeared during the wait: ${reason}. ${hint}`;
}

function waitsFor(until: readonly string[], now: Shown, record: WorkspaceRecord, context: OperationContext): string {
  const wanted = context.isSecret("untilRefreshStatus") ? "[secret]" : until.map((status) => JSON.stringify(status)).join(" or ");
  const early = !until.includes(now.status) ? "" : ` as before the refresh, which counts after ${unchangedStatusGraceMs / 1000} s`;
  const parts = [
    `refresh_status (wanted ${wanted}, seen ${now.status === "" ? "nothing" : JSON.stringify(now.status)}${early})`,
    ...(now.message === "" ? [] : [`refresh_message: ${JSON.stringify(now.message)}`]),
    ...(record.err_message ? [`the workspace reports: ${JSON.stringify(context.client.redact(record.err_message))}`] : []),
  ];
  return parts.join("; ");
}

async function recordOf(args: Arguments, context: OperationContext): Promise<WorkspaceRecord> {
  const found = await find(args, context);
  if ("missing" in found) throw new InputError(found.missing);
  return found.record;
}

function find({ workgroupId, workspaceId }: Ids, context: OperationContext, skipCache = false) {
  return findWorkspace(context.client, { workgroupID: workgroupId, workspaceID: workspaceId }, { skipCache });
}
