import type { EmulatorOptions } from "../../../../../testing/emulator";
import type { Properties } from "../../../../support/provider";
import { startService } from "../../../../support/service-fixture";

export const wg = "a1000000-0000-4000-8000-0000000000aa";
export const ws = "a3000000-0000-4000-8000-0000000000aa";
export const path = `/workgroups/${wg}/workspaces/${ws}/dbuser`;

/** A service with the calls on users unless told otherwise, one workspace, and an engine that holds one `DatabaseUser` named `anna`. */
export async function startUser(options: EmulatorOptions = {}, settings: { maxRetries?: number; requestTimeoutSeconds?: number } = {}) {
  const service = await startService({ extensions: true, ...options });
  const { emulator, clock } = service;
  emulator.account.addWorkgroup({ workgroup_id: wg });
  emulator.account.addWorkspace(wg, { workspace_id: ws });
  return {
    emulator,
    world: { settings: { baseUrl: emulator.url, apiKey: emulator.apiKey, ...settings }, clock },
    engine: service.engine("DatabaseUser", settings),
    program: (more: Properties = {}): Properties => ({ workgroupId: wg, workspaceId: ws, username: "anna", password: "first", ...more }),
    /** The endpoints of the requests since the last call of this. */
    asked: () => service.requests().map(({ endpoint }) => endpoint),
    users: () => emulator.usernames(wg, ws),
    passwordIs: (password: string, username = "anna") => emulator.passwordIs(wg, ws, username, password),
  };
}
