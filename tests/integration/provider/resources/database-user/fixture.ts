import type { EmulatorOptions } from "../../../../../testing/emulator";
import { addPlace, place, type Settings, startResource, wg, ws } from "../../../../support/resource-fixture";

export { wg, ws };
export const path = `/workgroups/${wg}/workspaces/${ws}/dbuser`;

/** A service with one workspace, and an engine that holds one `DatabaseUser` named `anna`. */
export async function startUser(options: EmulatorOptions = {}, settings?: Settings) {
  const made = await startResource("DatabaseUser", { ...place, username: "anna", password: "first" }, addPlace, options, settings);
  return {
    ...made,
    users: () => made.emulator.usernames(wg, ws),
    passwordIs: (password: string, username = "anna") => made.emulator.passwordIs(wg, ws, username, password),
  };
}
