import type { WorkspaceCreation, WorkspaceRecord, WorkspaceUpdate } from "../../../client";
import type { AnnouncedRequest } from "../../announce/lines";
import type { IsSecret, Refusal } from "../../definition";
import { declaredFields, showRecord } from "../../reconcile/declared-fields";
import { type LiveNamed, type NamedCreationPlan, planNamed } from "../../reconcile/named";
import { hasPendingCreation } from "../../reconcile/pending";
import { omit } from "../../values/json";
import { knownLater } from "../../values/unknowns";
import { buildBody, fieldsOf } from "../workspace-settings/body";
import { showBody } from "../workspace-settings/messages";
import { planSettings } from "../workspace-settings/plan";
import type { WorkspaceSettingsArguments as Settings } from "../workspace-settings/description";
import type { SettingsPlan } from "../workspace-settings/state";
import { addressOf, followUpFields, ownFields, workspacesPath } from "./review";
import type { WorkspaceArguments as Arguments, WorkspaceState as State } from "./description";
import { settingsOf } from "./state";

/** Decides whether a workspace is made, adopted or changed. Pure. */

export type WorkspacePlan = NamedCreationPlan<WorkspaceCreation> | ExistingPlan;

/** An update of the workspace; one that was not seen ready is waited for first. */
type ExistingPlan = SettingsPlan & { readonly workspaceId: string; readonly isUnfinished: boolean };

export function planWorkspace(
  args: Arguments,
  last: Partial<State> | undefined,
  live: LiveNamed<WorkspaceRecord>,
  isSecret: IsSecret,
): WorkspacePlan | Refusal {
  return planNamed<WorkspaceRecord, WorkspacePlan>(
    {
      noun: "workspace",
      existsPhrases: ["the workgroup has a", "the workgroup has several"],
      listPath: workspacesPath(args),
      whatStillWorks,
      fixed: ({ database_id, is_rw }) => ({ databaseId: database_id || undefined, isRw: is_rw }),
      create: (before) => planCreation(args, before, isSecret),
      update: (record, isAdopted) => planExisting(args, isAdopted ? undefined : last, record, isSecret),
    },
    args,
    live,
    isSecret,
  );
}

function planExisting(
  args: Arguments,
  last: Partial<State> | undefined,
  record: WorkspaceRecord,
  isSecret: IsSecret,
): ExistingPlan | Refusal {
  const workspaceId = record.workspace_id;
  const before = last && settingsOf(last, workspaceId);
  const plan = planSettings(settingsOf(args, workspaceId), before, { record }, isSecret);
  return plan.action === "refuse" ? plan : { ...plan, workspaceId, isUnfinished: hasPendingCreation(last) };
}

/** The plan of a creation; its follow-up is sent only if the new workspace differs. */
export function planCreation(args: Arguments, before: readonly string[], isSecret: IsSecret): NamedCreationPlan<WorkspaceCreation> {
  const request = { method: "POST", path: workspacesPath(args), body: showCreation(args, isSecret) };
  const body = { ...declaredFields(ownFields, args), ...settingsBody(args) };
  const followUp = followUpOf(args, isSecret);
  return { action: "post", request, body, before, ...(followUp && { followUp }) };
}

/** The settings that the POST takes; it has another name for `workspace_name`. */
function settingsBody(args: Arguments): WorkspaceUpdate {
  return bodyOf(args, (field) => field !== "workspace_name" && !followUps.includes(field));
}

function showCreation(args: Arguments, isSecret: IsSecret): object {
  const own = showRecord(ownFields, declaredFields(ownFields, args), args, isSecret);
  return { ...own, ...showBody(settingsBody(args), settingsOf(args, ""), isSecret) };
}

const followUps = Object.values<string>(followUpFields);

/** The PUT with the declared settings that a POST does not take. */
function followUpOf(args: Arguments, isSecret: IsSecret): AnnouncedRequest | undefined {
  const body = bodyOf(args, (field) => followUps.includes(field) && !(field === "pause" && startsRunning(args)));
  if (Object.keys(body).length === 0) return undefined;
  const path = addressOf({ ...args, workspaceId: knownLater });
  return { method: "PUT", path, body: showBody(body, settingsOf(args, ""), isSecret) };
}

/** The declared settings of the chosen fields, as a body. */
function bodyOf(args: Arguments, isChosen: (field: string) => boolean): WorkspaceUpdate {
  const settings = settingsOf(args, "");
  return buildBody(fieldsOf(settings).filter(isChosen), settings, { workspace_id: "" });
}

/** The settings that a POST has set, as the arguments of a workspace that is not seen yet. */
export function settingsOfCreation(args: Arguments): Partial<Settings> {
  return { ...omit(args, Object.keys(followUpFields)), ...(startsRunning(args) && { pause: false }) };
}

/** Returns true if a new workspace, which runs, is declared to do so. */
function startsRunning({ pause }: Arguments): boolean {
  return pause === false;
}

/** The uses of a service that lacks a call; the update is documented. */
export function whatStillWorks(method: string): string | undefined {
  return method === "PUT" ? undefined : "managing the settings of a workspace that was created in the console (WorkspaceSettings)";
}
