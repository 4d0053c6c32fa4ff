import { findWorkspace, type WorkspaceRecord, mayHaveBeenProcessed } from "../../../client";
import { describeFailedRequest } from "../../messages/error-text";
import { InputError, NotAppliedError } from "../../errors";
import type { OperationContext, ResourceDefinition, PlanWithRequest } from "../../definition";
import { definitionFrom } from "../../describe/schema";
import { toWorkspaceId } from "../../reconcile/read-result";
import { consistencyWindowMs, limitOf, type Step, watch, type Watch, type WatchOutcome } from "../../reconcile/wait";
import { hasChanged, planRefresh, readState, type RefreshPlan, showStatus, type Started, stateOf } from "./plan";
import { type Arguments, type Pending, type Shown, type State, workspaceRefreshDescription } from "./description";

const defaultTimeoutSeconds = 1800;
/** An unchanged status might be the result of an earlier refresh, so it is accepted only once reads can no longer lag. */
const unchangedStatusGraceMs = consistencyWindowMs;

/** A refresh of a workspace (endpoint 11): at creation and whenever `triggers` changes. */
export const workspaceRefresh: ResourceDefinition<Arguments, State, Shown, RefreshPlan, Started> = {
  ...definitionFrom(workspaceRefreshDescription),

  async observe(args, _last, context) {
    const found = await find(args, context);
    return "missing" in found ? found : showStatus(found.record, context);
  },

  assumedLive: () => ({ status: "", message: "", snapshot: "" }),
  plan: planRefresh,

  async execute(plan, args, _last, context) {
    const { pending, now, lost }: Started = plan.action === "none" ? plan : await send(args, plan, context);
    return { state: stateOf(args, now, pending), pending: { pending, now, lost } };
  },

  async waitUntilApplied(args, { pending: started }, context) {
    const pending = started.lost === undefined ? started.pending : await verifyStarted(args, started, started.lost, context);
    const { untilRefreshStatus: until } = args;
    if (until !== undefined) return waitUntilEnded(args, until, { pending, now: started.now }, context);
    const found = await find(args, context);
    if ("missing" in found) throw new InputError(found.missing);
    return stateOf(args, showStatus(found.record, context));
  },

  async read(last, context) {
    const found = await find(last, context);
    return "record" in found ? readState(last, showStatus(found.record, context)) : undefined;
  },
  // A refresh cannot be undone and leaves nothing to delete, so a deletion sends no request.
};

/** Sends the POST once, because another one would take the workspace offline again. */
async function send(args: Arguments, { request, now }: PlanWithRequest<RefreshPlan>, context: OperationContext): Promise<Started> {
  try {
    await context.client.workspaces.refresh(toWorkspaceId(args));
    context.logSent(request);
    return { pending: { post: "acknowledged", before: now }, now };
  } catch (error) {
    if (!mayHaveBeenProcessed(error)) throw error;
    return { pending: { post: "lost", before: now }, now, lost: describeFailedRequest(error) };
  }
}

/** Polls for evidence that a refresh whose response was lost has started. */
function verifyStarted(args: Arguments, { pending, now }: Started, lost: string, context: OperationContext): Promise<Pending> {
  return watchStatus<Pending>(args, now, context, {
    limit: Math.min(consistencyWindowMs, limitOf(args.timeoutSeconds, defaultTimeoutSeconds)),
    judge: (seen) => (hasChanged(pending, seen) ? { done: { ...pending, post: "acknowledged" } } : { waits: "evidence of the refresh" }),
    pending: () => pending,
    timedOut: ({ elapsed, trouble }, { status }) =>
      `${lost}, so the refresh might have started, and graphplane did not repeat it; after ${elapsed} s, the record contains no evidence of it (refresh_status is still ${JSON.stringify(status)}).${trouble} Run "pulumi up" again: it reads refresh_status, and sends the POST only if that is still unchanged.`,
  });
}

/** Polls the record until this refresh has set one of the given values of refresh_status. */
function waitUntilEnded(args: Arguments, until: readonly string[], { pending, now }: Started, context: OperationContext): Promise<State> {
  const startedAt = context.clock.now();
  const waitedMs = () => (pending.waited ?? 0) + context.clock.now() - startedAt;
  let hasStarted = hasChanged(pending, now);
  let object = args.workspaceId;
  return watchStatus<State>(args, now, context, {
    limit: limitOf(args.timeoutSeconds, defaultTimeoutSeconds),
    judge: (seen, record) => {
      object = record.name || object;
      hasStarted ||= hasChanged(pending, seen);
      const isEnded = until.includes(seen.status) && (hasStarted || waitedMs() >= unchangedStatusGraceMs);
      return isEnded ? { done: stateOf(args, seen) } : { waits: waitsFor(until, seen, record, context) };
    },
    progress: (waits) => ({ object, activity: "refreshing", seen: [waits] }),
    pending: () => ({ ...pending, waited: waitedMs() }),
    timedOut: ({ elapsed, waits, trouble }) =>
      `the refresh started but did not finish within ${elapsed} s: ${waits}.${trouble} Run "pulumi up" again: it continues to wait and sends no request. Raise timeoutSeconds if the refresh needs longer, or change triggers to send another one.`,
  });
}

/** A wait for the status of the refresh. If the wait fails, the refresh remains pending in the state. */
interface StatusWatch<T> extends Pick<Watch<WorkspaceRecord, T>, "limit" | "progress"> {
  readonly judge: (seen: Shown, record: WorkspaceRecord) => Step<T>;
  readonly pending: () => Pending;
  readonly timedOut: (outcome: Extract<WatchOutcome<T>, { waits: string }>, last: Shown) => string;
}

async function watchStatus<T>(
  args: Arguments,
  before: Shown,
  context: OperationContext,
  { judge, pending, timedOut, ...wait }: StatusWatch<T>,
): Promise<T> {
  let last = before;
  const outcome = await watch<WorkspaceRecord, T>(context, {
    ...wait,
    unread: "no read has returned refresh_status",
    async observe() {
      const found = await find(args, context, true);
      return "missing" in found ? found : { live: found.record };
    },
    judge: (record) => judge((last = showStatus(record, context)), record),
  });
  if ("done" in outcome) return outcome.done;
  const hint = `Run "pulumi refresh" to remove it from the state, or "pulumi up" to continue waiting if it exists again`;
  const message = "deleted" in outcome ? `it disappeared during the wait: ${outcome.deleted}. ${hint}` : timedOut(outcome, last);
  throw new NotAppliedError(message, stateOf(args, last, pending()));
}

function waitsFor(until: readonly string[], now: Shown, record: WorkspaceRecord, context: OperationContext): string {
  const wanted = context.isSecret("untilRefreshStatus") ? "[secret]" : until.map((status) => JSON.stringify(status)).join(" or ");
  const unchanged = !until.includes(now.status)
    ? ""
    : ` as before the refresh, which is accepted only after ${unchangedStatusGraceMs / 1000} s`;
  const parts = [
    `refresh_status (wanted ${wanted}, seen ${now.status === "" ? "nothing" : JSON.stringify(now.status)}${unchanged})`,
    ...(now.message === "" ? [] : [`refresh_message: ${JSON.stringify(now.message)}`]),
    ...(record.err_message ? [`the workspace reports: ${JSON.stringify(context.client.redact(record.err_message))}`] : []),
  ];
  return parts.join("; ");
}

function find(args: Arguments, { client }: OperationContext, skipCache?: boolean) {
  return findWorkspace(client, toWorkspaceId(args), { skipCache });
}
