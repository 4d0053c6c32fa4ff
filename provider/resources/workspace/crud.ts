import { findWorkgroupRecord, shownWorkspaces, type WorkspaceRecord } from "../../../client";
import { hostOf } from "../../../client/api/host";
import { sentence } from "../../../client/http/errors";
import { type Applied, type OperationContext, type ResourceDefinition, textOf } from "../../definition";
import { definitionFrom } from "../../describe/schema";
import { NotAppliedError, NotUnderstoodError } from "../../errors";
import { deleteItem, identify, type CollectionItem } from "../../reconcile/collection-item";
import { afterCreation, createObject } from "../../reconcile/create";
import { NameLookup, assumedNotFound } from "../../reconcile/lookup-by-name";
import { hasPendingCreation, pendingCreationOf, withoutPending } from "../../reconcile/pending";
import { parentExists, toWorkspaceId } from "../../reconcile/read-result";
import { consistencyWindowMs, limitOf, watch } from "../../reconcile/wait";
import { pickKeysOf, withoutEmpty } from "../../values/json";
import { comparableName, quoteName } from "../../values/names";
import {
  applySettings,
  defaultTimeoutSeconds,
  find,
  pauseOrDelete,
  readSettings,
  timetableFor,
  waitForSettings,
  type WaitStart,
} from "../workspace-settings/crud";
import { statusSeen } from "../workspace-settings/messages";
import { describeKept, planSettings } from "../workspace-settings/plan";
import { assumedSettings, normalize, workspaceRecordFacts } from "../workspace-settings/record";
import {
  type LiveWorkspace,
  planWorkspace,
  readyStatuses,
  settingsOf,
  settingsOfCreation,
  whatStillWorks,
  type WorkspacePlan,
} from "./plan";
import { addressOf, type Arguments, type State, workspaceDescription } from "./description";

/** The condition that an operation is waiting for: a new workspace to become ready ("creation"), or a read that returns the settings. */
type Pending = "creation" | WaitStart;

type WithId = Arguments & Pick<State, "workspaceId">;

interface Shown {
  readonly record: WorkspaceRecord;
}

const named = new NameLookup<Arguments, WorkspaceRecord>({
  noun: "workspace",
  path: addressOf,
  resourceId: ({ workgroupId }, id) => `${workgroupId}/${id}`,
  find: (args, id, context, skipCache) => find({ ...args, workspaceId: id }, context, skipCache),
  /**
   * Lists the workspaces of the workgroup, except deleted ones. If the list is missing after an acknowledged deletion, uses the workspaces
   * of the databases instead.
   */
  async list({ workgroupId }, { client }, { skipCache, mayBeEmpty, isAcknowledged }) {
    const found = await findWorkgroupRecord(client, workgroupId, { skipCache });
    if ("missing" in found) return found;
    const { workspaces, tg_databases: databases } = found.record;
    // Some services omit an empty list. Every workspace has a database, so without databases there are no workspaces.
    const isOmitted = workspaces === undefined && databases !== undefined && !databases?.length;
    const remaining = () => workspaces ?? databases?.flatMap((database) => database.workspaces ?? []) ?? [];
    const list = isAcknowledged ? remaining() : isOmitted ? null : workspaces;
    const shown = shownWorkspaces({ ...found.record, workspaces: list });
    if (shown !== undefined && (list !== null || mayBeEmpty)) return shown;
    throw new NotUnderstoodError(
      `the service returned workgroup ${JSON.stringify(workgroupId)} without a list of its workspaces. Try again`,
    );
  },
});

const operations: CollectionItem<State, Shown> = {
  identifier: { output: "workspaceId", of: ({ record }) => record.workspace_id },
  object: ({ workspaceName }) => `the workspace ${quoteName(workspaceName)}`,
  path: addressOf,
  read: (state, context, skipCache, isAcknowledged) => named.readInList(state, state, context, skipCache, isAcknowledged),
  parentExists: ({ workgroupId }, context, skipCache) => parentExists({ workgroupId }, context, skipCache),
  whyUncertain: () => "the service returned no list of the workgroup's workspaces. Try again",
  whatStillWorks,
};

/** A workspace, whose creation uses calls that are not part of the documented API (API 11). */
export const workspace: ResourceDefinition<Arguments, State, LiveWorkspace, WorkspacePlan, Pending> = {
  ...definitionFrom(workspaceDescription),
  deleteBeforeReplace: true,
  normalize,
  lockKey: ({ workgroupId, workspaceName }, last) =>
    last.workspaceId ? undefined : ["workspaces", workgroupId, comparableName(workspaceName)],

  validate({ initialTgVersion: next }, { initialTgVersion: last }) {
    if (last === undefined || next === undefined || last === next) return [];
    const reason = `is used only to create the workspace, and cannot change (it was ${JSON.stringify(last)}). To move the workspace to a different version, declare desiredTgVersion`;
    return [{ property: "initialTgVersion", reason }];
  },

  async observe(args, last, context) {
    const live = await named.observe(args, last, context);
    // A WorkspaceSettings resource must not manage the same workspace.
    const namesakes = "namesakes" in live && args.adopt === true ? live.namesakes : [];
    namesakes.forEach(({ resourceId }) => context.assertOnlyKind(resourceId));
    if ("missing" in live || "noCall" in live) return live;
    const record = live.found ? live.record : namesakes[0]?.record;
    if (record === undefined) return live;
    return { ...live, timetable: await timetableFor({ ...args, workspaceId: record.workspace_id }, record, context) };
  },

  assumedLive: (last) => (last?.workspaceId ? { found: true, record: assumedSettings(last) } : assumedNotFound),
  plan: planWorkspace,

  async execute(plan, args, last, context) {
    if (plan.action === "post")
      return createObject<State, Shown, Pending>(operations, context, {
        ...plan,
        declared: settingsOfCreation(args),
        async send() {
          const id = await context.client.workspaces.create({ workgroupID: args.workgroupId }, plan.body);
          return id === undefined ? undefined : { record: { workspace_id: id } };
        },
        limit: limitOf(args.timeoutSeconds, defaultTimeoutSeconds.slow),
        done: ({ record }, _byRead, provisional) => ({ state: { ...provisional, workspaceId: record.workspace_id }, pending: "creation" }),
      });
    const { workspaceId, isUnfinished } = plan;
    if (!isUnfinished) return applySettings(plan, { ...args, workspaceId }, context);
    return { state: { ...(last as State), workspaceId, ...pendingCreationOf(last) }, pending: "creation" };
  },

  async waitUntilApplied(args, { state, pending }, context) {
    const settings = { ...args, workspaceId: state.workspaceId };
    if (pending !== "creation") return waitForSettings(settings, pending, context);
    const applied = await finish(settings, state, context);
    await named.reportSameNames(args, state.workspaceId, context);
    return applied.pending ? waitForSettings(settings, applied.pending, context) : applied.state;
  },

  async read(last, context) {
    const live = await named.read(last, last, context);
    if ("missing" in live) return undefined;
    if (!("found" in live && live.found)) return last;
    const { record: known } = live;
    const held = { ...last, workspaceId: known.workspace_id, workspaceName: last.workspaceName ?? known.name ?? "" };
    await named.reportSameNames(held, known.workspace_id, context);
    const kept = pickKeysOf({ ...workspaceDescription.arguments, workspaceId: true }, held) as WithId;
    const state = await readSettings(kept, settingsOf(last, known), known, context);
    const isUnfinished = hasPendingCreation(last) && whyNotReady(last, known) !== undefined;
    return { ...state, ...(isUnfinished && pendingCreationOf(last)) };
  },

  describeRetained: describeKept,

  async delete(plan, last, context) {
    if (plan.action === "put") {
      // If the response to the creation was lost, the workspace might exist and cost money.
      const known = await identify<State, Shown>(operations, last, context);
      if (known === undefined) return;
      const request = { ...plan.request, path: addressOf(known) };
      return pauseOrDelete({ ...plan, request }, known, context);
    }
    const send = (known: State) => context.client.workspaces.delete(toWorkspaceId(known));
    await deleteItem(operations, plan, last, { send, limit: limitOf(last.timeoutSeconds, defaultTimeoutSeconds.slow) }, context);
  },
};

/** Returns the facts in the record for the state. Values that only a creation accepts remain as declared, because a different format would force replacement. */
function factsOf(record: WorkspaceRecord, { databaseId, isRw }: Arguments, { isSecret }: OperationContext) {
  return { ...workspaceRecordFacts(record, isSecret), ...withoutEmpty({ databaseId, isRw }) };
}

export function whyNotReady(args: Partial<Arguments>, record: WorkspaceRecord): string | undefined {
  const wanted = readyStatuses(args, record);
  if (wanted?.includes(record.status ?? "") === false) return `status (wanted ${wanted.join(" or ")}, seen ${statusSeen(record)})`;
  return hostOf(record) === undefined ? "its host" : undefined;
}

/** Waits until the workspace is ready, then sends the settings that differ. */
async function finish(args: WithId, state: State, context: OperationContext): Promise<Applied<State, WaitStart>> {
  const record = await waitUntilReady(args, state, context);
  const known = { ...withoutPending(state), ...factsOf(record, args, context) };
  const plan = planSettings(settingsOf(args, record), known, { record }, context.isSecret);
  const kept = { ...known, ...pendingCreationOf(state) };
  if (plan.action === "refuse") throw new NotAppliedError(textOf(plan), kept);
  plan.notices?.forEach(context.emit);
  return afterCreation(applySettings(plan, args, context), kept);
}

async function waitUntilReady(args: WithId, state: State, context: OperationContext): Promise<WorkspaceRecord> {
  const { isSecret, clock } = context;
  const startedAt = clock.now();
  let seen: WorkspaceRecord | undefined;
  const read = async () => {
    const found = await find(args, context, true);
    if (!("missing" in found)) return { live: (seen = found.record) };
    // A read can return a new workspace late.
    if (seen === undefined) throw new NotUnderstoodError(found.missing);
    return found;
  };
  const outcome = await watch<WorkspaceRecord, WorkspaceRecord>(context, {
    limit: limitOf(args.timeoutSeconds, defaultTimeoutSeconds.slow),
    unread: "no read has returned it",
    observe: read,
    judge: (live) => {
      // The status can appear after the host.
      const isEarly = !live.status && clock.now() - startedAt < consistencyWindowMs;
      const waits = whyNotReady(args, live) ?? (isEarly ? "its status" : undefined);
      const report = live.err_message ? `; the workspace reports: ${JSON.stringify(context.client.redact(live.err_message))}` : "";
      return waits === undefined ? { done: live } : { waits: `${waits}${report}` };
    },
    progress: () => ({
      object: isSecret("workspaceName") ? state.workspaceId : args.workspaceName,
      activity: `creating, status is ${seen?.status || "not reported yet"}`,
    }),
  });
  if ("done" in outcome) return outcome.done;
  const kept = { ...state, ...(seen && factsOf(seen, args, context)) };
  if ("deleted" in outcome)
    throw new NotAppliedError(`the workspace disappeared during the wait: ${sentence(outcome.deleted)} Run "pulumi refresh"`, kept);
  const hint =
    seen?.status && readyStatuses(args, seen)?.includes(seen.status) === false
      ? `If "${seen.status}" is the status of a ready workspace, declare waitForStatus: ["${seen.status}"]. `
      : "";
  throw new NotAppliedError(
    `timed out after ${outcome.elapsed} s: the workspace was created (${state.workspaceId}) but is not ready: ${outcome.waits}.${outcome.trouble} ${hint}Run "pulumi up" again: it resumes from here. Raise timeoutSeconds if it needs longer.`,
    kept,
  );
}
