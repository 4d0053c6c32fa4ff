import type { WorkspaceCreation, WorkspaceRecord, WorkspaceUpdate } from "../../../client";
import { type AnnouncedRequest, secretText } from "../../announce/lines";
import type { IsSecret, Refusal } from "../../definition";
import { type LiveNamed, type NamedCreation, planNamed } from "../../proof/named";
import { hasPendingCreation } from "../../proof/pending";
import { getIn } from "../../values/json";
import { knownLater } from "../../values/unknowns";
import { buildBody } from "../workspace-settings/body";
import { showBody } from "../workspace-settings/messages";
import { planSettings, type SettingsPlan } from "../workspace-settings/plan";
import { scalarFields } from "../workspace-settings/review";
import type { WorkspaceSettingsArguments as Settings } from "../workspace-settings/schema";
import { addressOf, creationFields, workspacesPath } from "./review";
import { settingsOf, type WorkspaceArguments as Arguments, type WorkspaceState as State } from "./schema";

/** Decides whether a workspace is made, adopted or changed. Pure. */

export type WorkspacePlan = NamedCreation<WorkspaceCreation> | ExistingPlan;

/** An update of the workspace; one that was not seen ready is waited for first. */
export type ExistingPlan = SettingsPlan & { readonly workspaceId: string; readonly isUnfinished: boolean };

export function planWorkspace(
  args: Arguments,
  last: Partial<State> | undefined,
  live: LiveNamed<WorkspaceRecord>,
  isSecret: IsSecret,
): WorkspacePlan | Refusal {
  return planNamed<Arguments, WorkspaceRecord, WorkspacePlan>(
    { name: "workspaceName", idOf: ({ workspace_id }) => workspace_id },
    args,
    live,
    {
      noun: "workspace",
      there: ["the workgroup has a", "the workgroup has several"],
      importId: ({ workspace_id }) => `${args.workgroupId}/${workspace_id}`,
      fixed: ({ database_id, is_rw }) => ({ databaseId: database_id, isRw: is_rw }),
      create: (all) => planCreation(args, all, isSecret),
      update: (record, isAdopted) => planExisting(args, isAdopted ? undefined : last, record, isSecret),
    },
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
export function planCreation(args: Arguments, all: readonly WorkspaceRecord[], isSecret: IsSecret): NamedCreation<WorkspaceCreation> {
  const before = all.map(({ workspace_id }) => workspace_id);
  const request = { method: "POST", path: workspacesPath(args), body: showCreation(args, isSecret) };
  const followUp = followUpOf(args, isSecret);
  return { action: "post", request, body: creationBody(args), before, ...(followUp && { followUp }) };
}

function creationBody(args: Arguments): WorkspaceCreation {
  const own = { name: args.workspaceName, tg_version: args.initialTgVersion, tg_database_id: args.databaseId, is_rw: args.isRw };
  const declared = Object.entries({ ...own, ...bodyOf(args, (field) => creationFields.includes(field)) });
  return Object.fromEntries(declared.filter(([, value]) => value !== undefined));
}

function showCreation(args: Arguments, isSecret: IsSecret): object {
  const { name, tg_version, tg_database_id, is_rw, ...settings } = creationBody(args);
  const own = { workspaceName: name, initialTgVersion: tg_version, databaseId: tg_database_id, isRw: is_rw };
  const [shownName, version, database, isRw] = Object.entries(own).map(([argument, value]) =>
    value !== undefined && isSecret(argument) ? secretText : value,
  );
  const shown = { name: shownName, tg_version: version, tg_database_id: database, is_rw: isRw };
  return { ...withoutUndefined(shown), ...showBody(settings, settingsOf(args, ""), isSecret) };
}

/** The PUT with the declared settings that a POST does not take. */
function followUpOf(args: Arguments, isSecret: IsSecret): AnnouncedRequest | undefined {
  const isDefault = (field: string) => field === "pause" && args.pause === false; // A new workspace runs.
  const body = bodyOf(args, (field) => !creationFields.includes(field) && field !== "workspace_name" && !isDefault(field));
  if (Object.keys(body).length === 0) return undefined;
  const path = addressOf({ ...args, workspaceId: knownLater });
  return { method: "PUT", path, body: showBody(body, settingsOf(args, ""), isSecret) };
}

/** The declared settings of the chosen fields, as a body. */
function bodyOf(args: Arguments, isChosen: (field: string) => boolean): WorkspaceUpdate {
  const paths = Object.entries<readonly string[]>({ ...scalarFields, agent_config: ["agentConfig"], addons: ["addons"] });
  const fields = paths.filter(([field, path]) => isChosen(field) && getIn(args, path) !== undefined).map(([field]) => field);
  return buildBody(fields as (keyof WorkspaceUpdate)[], settingsOf(args, ""), { workspace_id: "" });
}

/** The settings that a POST has set, as the arguments of a workspace that is not seen yet. */
export function settingsOfCreation(args: Arguments): Partial<Settings> {
  const { agentConfig, desiredTgVersion, autoUpgradeState, pause, ...taken } = args;
  void [agentConfig, desiredTgVersion, autoUpgradeState];
  return { ...taken, ...(pause === false && { pause }) } as unknown as Partial<Settings>;
}

function withoutUndefined(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
