import { z } from "zod";
import type { PendingState } from "../../reconcile/pending";
import { identifier } from "../../values/validation";
import {
  type WorkspaceFacts,
  workspaceSettingsArguments,
  type WorkspaceSettingsArguments,
  type WorkspaceSettingsState,
} from "../workspace-settings/schema";

/** The arguments of `Workspace` (API 11): every setting of `WorkspaceSettings`, and what only its creation takes. */
export const workspaceArguments = workspaceSettingsArguments.omit({ workspaceId: true }).extend({
  workspaceName: z.string().min(1, "must not be empty"),
  databaseId: identifier.optional(),
  isRw: z.boolean().optional(),
  initialTgVersion: z.string().min(1, "must not be empty").optional(),
  adopt: z.boolean().optional(),
  deletionPolicy: z.enum(["protect", "delete", "retain", "pause"]).optional(),
});
export type WorkspaceArguments = z.infer<typeof workspaceArguments>;

/** The state: the arguments as they were declared and applied, the facts, and the identifier: empty while it is not known which workspace the POST made. */
export type WorkspaceState = WorkspaceArguments &
  Omit<WorkspaceFacts, "databaseId" | "isRw"> &
  PendingState & { readonly workspaceId: string };

/** The status of a workspace that is ready, unless `waitForStatus` names others. */
const ready: readonly string[] = ["Active"];

/** The statuses that a creation waits for. */
export function readyStatuses({ waitForStatus }: Partial<WorkspaceArguments>): readonly string[] {
  return waitForStatus ?? ready;
}

/** The same declaration as settings of the workspace. A pause waits for no status, unless one is declared: its end is not "ready". */
export function settingsOf<Values extends Partial<WorkspaceArguments>>(args: Values, workspaceId: string): WorkspaceSettingsState {
  const waitForStatus = args.waitForStatus ?? (args.pause === true ? undefined : ready);
  const settings = { ...args, ...(waitForStatus && { waitForStatus }), workspaceId };
  return settings as unknown as WorkspaceSettingsState;
}

/**
 * The state of a workspace from that of its settings, without statuses that the program does not declare. What only the creation
 * takes stays as it was declared: in another form, it would force a replacement.
 */
export function stateOf(settings: WorkspaceSettingsArguments, declared: Partial<WorkspaceArguments>): WorkspaceState {
  const { waitForStatus, ...state } = settings as WorkspaceState;
  const { databaseId = state.databaseId, isRw = state.isRw } = declared;
  const isDeclared = declared.waitForStatus !== undefined && waitForStatus !== undefined;
  const fixed = Object.fromEntries(Object.entries({ databaseId, isRw }).filter(([, value]) => value !== undefined));
  return { ...state, ...fixed, ...(isDeclared && { waitForStatus }) };
}
