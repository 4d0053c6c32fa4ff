import type { WorkspaceCreation, WorkspaceRecord } from "../../../client";
import { type IsSecret, type Planner, planRequest } from "../../definition";
import { declaredFields, showRecord } from "../../reconcile/declared-fields";
import { type LiveByName, type CreateByNamePlan, planByName } from "../../reconcile/lookup-by-name";
import { hasPendingCreation, isPending, readPending } from "../../reconcile/pending";
import { omit, pickKeysOf } from "../../values/json";
import { knownLater } from "../../values/unknowns";
import { buildBody, fieldsOf } from "../workspace-settings/body";
import { showBody } from "../workspace-settings/messages";
import type { Settings } from "../workspace-settings/description";
import { planSettings, type ShownWorkspace } from "../workspace-settings/plan";
import type { SettingsPlan } from "../workspace-settings/state";
import { addressOf, type Arguments, followUpFields, ownFields, type State, workspacesPath } from "./description";

/** Decides whether to create, adopt or update a workspace. Pure. */

export type WorkspacePlan = CreateByNamePlan<WorkspaceCreation> | ExistingPlan;

/** An update of the workspace. If it is uncertain whether the workspace is ready, the update first waits for it. */
type ExistingPlan = SettingsPlan & { readonly workspaceId: string; readonly isUnfinished: boolean };

/** The workspace, or the workspaces with its name, along with the timetable if it might explain the size. */
export type LiveWorkspace = LiveByName<WorkspaceRecord> & Pick<ShownWorkspace, "timetable">;

export const planWorkspace: Planner<Arguments, State, LiveWorkspace, WorkspacePlan> = (args, last, live, isSecret) =>
  planByName<WorkspaceRecord, WorkspacePlan>(
    {
      noun: "workspace",
      listPath: workspacesPath(args),
      whatStillWorks,
      fixed: ({ database_id, is_rw }) => ({ databaseId: database_id || undefined, isRw: is_rw }),
      create: (before) => planCreation(args, before, isSecret),
      update(record, isAdopted) {
        const known = isAdopted ? undefined : last;
        const plan = planSettings(settingsOf(args, record, known), known, { ...live, record }, isSecret);
        if (plan.action === "refuse") return plan;
        return { ...plan, workspaceId: record.workspace_id, isUnfinished: hasPendingCreation(known) };
      },
    },
    args,
    live,
    isSecret,
  );

/** Plans a creation. The follow-up request is sent only if the new workspace differs. */
export function planCreation(args: Arguments, before: readonly string[], isSecret: IsSecret): CreateByNamePlan<WorkspaceCreation> {
  const settings = { ...args, workspaceId: "" };
  const bodyOf = (isChosen: (field: string) => boolean) => buildBody(fieldsOf(settings).filter(isChosen), settings, { workspace_id: "" });
  const followUps = Object.values<string>(followUpFields);
  // In the POST, `workspace_name` is called `name`.
  const accepted = bodyOf((field) => field !== "workspace_name" && !followUps.includes(field));
  const remaining = bodyOf((field) => followUps.includes(field) && !(field === "pause" && startsRunning(args)));
  const own = declaredFields(ownFields, args);
  const showSettings = (body: object) => showBody(body, settings, isSecret);
  const show = (body: object) => ({
    ...showRecord(ownFields, pickKeysOf(own, body), args, isSecret),
    ...showSettings(pickKeysOf(accepted, body)),
  });
  const plan = planRequest({ method: "POST", path: workspacesPath(args) }, { ...own, ...accepted }, show);
  if (Object.keys(remaining).length === 0) return { ...plan, before };
  const call = { method: "PUT", path: addressOf({ ...args, workspaceId: knownLater }) } as const;
  return { ...plan, before, followUp: planRequest(call, remaining, showSettings).request };
}

/** Returns the settings that a POST sends, as the arguments of a workspace that has not been read yet. */
export function settingsOfCreation(args: Arguments): Partial<Arguments> {
  return { ...omit(args, Object.keys(followUpFields)), ...(startsRunning(args) && { pause: false }) };
}

const startsRunning = ({ pause }: Arguments): boolean => pause === false;

/** Returns the statuses of a workspace that is ready. If the service returns no status, only declared statuses are awaited. */
export function readyStatuses({ waitForStatus }: Partial<Arguments>, { status }: Pick<WorkspaceRecord, "status">): string[] | undefined {
  return waitForStatus ?? (status ? ["Active"] : undefined);
}

/** Converts the arguments to settings of the workspace. After a pause, only a declared status is awaited, because a paused workspace is not "ready". */
export function settingsOf(args: Arguments, record: Pick<WorkspaceRecord, "workspace_id" | "status">, last?: Partial<State>): Settings {
  // A workspace that stopped after it was resumed is updated without a second resume.
  const isResumed = args.pause === false && (last?.pause !== false || isPending(readPending(last), ["pause"]));
  const isStopped = !isResumed && ["Idle", "Pausing"].includes(record.status ?? "");
  const unlessDeclared = isStopped ? ["Active", "Idle"] : readyStatuses({}, record);
  const waitForStatus = args.waitForStatus ?? (args.pause === true ? undefined : unlessDeclared);
  return { ...args, workspaceId: record.workspace_id, waitForStatus };
}

/** Describes the features that work even if the service does not support a call. */
export const whatStillWorks = () => "managing the settings of a workspace that was created in the console (WorkspaceSettings)";
