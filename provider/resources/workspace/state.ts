import type { Arguments as Settings, State as SettingsState } from "../workspace-settings/description";
import type { Arguments, State } from "./description";

/** The declaration and the state of a workspace as those of its settings, and back. Pure. */

/** The status of a workspace that is ready, unless `waitForStatus` names others. */
const ready: readonly string[] = ["Active"];

export function readyStatuses({ waitForStatus }: Partial<Arguments>): readonly string[] {
  return waitForStatus ?? ready;
}

/** The same declaration as settings of the workspace. A pause waits for no status, unless one is declared: its end is not "ready". */
export function settingsOf<Values extends Partial<Arguments>>(args: Values, workspaceId: string): SettingsState {
  const waitForStatus = args.waitForStatus ?? (args.pause === true ? undefined : ready);
  const settings = { ...args, ...(waitForStatus && { waitForStatus }), workspaceId };
  return settings as unknown as SettingsState;
}

/**
 * The state of a workspace from that of its settings, without statuses that the program does not declare. What only the creation
 * takes stays as it was declared: in another form, it would force a replacement.
 */
export function stateOf(settings: Settings, declared: Partial<Arguments>): State {
  const { waitForStatus, ...state } = settings as State;
  const { databaseId = state.databaseId, isRw = state.isRw } = declared;
  const isDeclared = declared.waitForStatus !== undefined && waitForStatus !== undefined;
  const fixed = Object.fromEntries(Object.entries({ databaseId, isRw }).filter(([, value]) => value !== undefined));
  return { ...state, ...fixed, ...(isDeclared && { waitForStatus }) };
}
