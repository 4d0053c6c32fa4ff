import type { WorkspaceRecord } from "../../../client";
import { hostOf } from "../../../client/api/host";
import { sentence } from "../../../client/http/errors";
import { type OperationContext, textOf } from "../../definition";
import { NotAppliedError, NotUnderstoodError } from "../../errors";
import { afterCreation, pendingCreationOf } from "../../reconcile/named";
import { withoutPending } from "../../reconcile/pending";
import { limitOf, watch } from "../../reconcile/wait";
import { defaultTimeoutSeconds, find, workspaceSettings } from "../workspace-settings/crud";
import { planSettings } from "../workspace-settings/plan";
import { workspaceRecordFacts } from "../workspace-settings/record";
import type { WorkspaceArguments as Arguments, WorkspaceState as State } from "./description";
import { readyStatuses, settingsOf } from "./state";

/** Completes the creation of a workspace, which takes minutes after its POST. */

export type AppliedSettings = Awaited<ReturnType<typeof workspaceSettings.execute>>;

/** Explains what a new workspace still lacks; undefined if it is ready. */
export function whyNotReady(args: Partial<Arguments>, record: WorkspaceRecord): string | undefined {
  const wanted = readyStatuses(args);
  if (!wanted.includes(record.status ?? "")) return `status (wanted ${wanted.join(" or ")}, seen ${record.status || "nothing"})`;
  return hostOf(record) === undefined ? "its host" : undefined;
}

/** Waits until the workspace is ready, then sends the settings in which it differs. */
export async function finish(args: Arguments, state: State, context: OperationContext): Promise<AppliedSettings> {
  const record = await waitUntilReady(args, state, context);
  const settings = settingsOf(args, state.workspaceId);
  const known = settingsOf({ ...withoutPending(state), ...workspaceRecordFacts(record, context.isSecret) }, state.workspaceId);
  const plan = planSettings(settings, known, { record }, context.isSecret);
  const kept = { ...known, ...pendingCreationOf(state) };
  if (plan.action === "refuse") throw new NotAppliedError(textOf(plan), kept);
  plan.notices?.forEach(context.print);
  return afterCreation(workspaceSettings.execute(plan, settings, known, context), kept);
}

async function waitUntilReady(args: Arguments, state: State, context: OperationContext): Promise<WorkspaceRecord> {
  const { clock, say, isSecret } = context;
  let seen: WorkspaceRecord | undefined;
  const read = async () => {
    const found = await find(settingsOf(args, state.workspaceId), context, true);
    if (!("missing" in found)) return { live: (seen = found.record) };
    // A workspace that was just made shows late.
    if (seen === undefined) throw new NotUnderstoodError(found.missing);
    return found;
  };
  const outcome = await watch<WorkspaceRecord, WorkspaceRecord>({
    clock,
    say,
    limit: limitOf(args.timeoutSeconds, defaultTimeoutSeconds.slow),
    observe: read,
    judge: (live) => {
      const waits = whyNotReady(args, live);
      const report = live.err_message ? `; the workspace reports: ${JSON.stringify(context.client.redact(live.err_message))}` : "";
      return waits === undefined ? { done: live } : { waits: `${waits}${report}` };
    },
    progress: () => ({
      object: isSecret("workspaceName") ? state.workspaceId : args.workspaceName,
      activity: `creating, status is ${seen?.status || "not shown yet"}`,
    }),
  });
  if ("done" in outcome) return outcome.done;
  const kept = { ...state, ...(seen && workspaceRecordFacts(seen, isSecret)) };
  if ("gone" in outcome)
    throw new NotAppliedError(`the workspace disappeared during the wait: ${sentence(outcome.gone)} Run "pulumi refresh"`, kept);
  const status = seen?.status;
  const hint =
    status && !readyStatuses(args).includes(status)
      ? `If "${status}" is the status of a workspace that is ready, declare waitForStatus: ["${status}"]. `
      : "";
  throw new NotAppliedError(
    `timed out after ${outcome.elapsed} s: the workspace was created (${state.workspaceId}) and is not ready: ${outcome.waits}.${outcome.trouble} ${hint}Run "pulumi up" again: it resumes from here. Raise timeoutSeconds if it needs longer.`,
    kept,
  );
}
