import { inspect } from "node:util";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../../../../testing/emulator";
import { Engine, type Outcome, type Properties, VirtualClock } from "../../../../support/provider";

export const wg = "a1000000-0000-4000-8000-0000000000aa";
export const ws = "a3000000-0000-4000-8000-0000000000aa";
export const path = `/workgroups/${wg}/workspaces/${ws}/dbuser`;

const open: Emulator[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((emulator) => emulator.close()));
});

/** An emulator with the calls on users unless told otherwise, one workspace, and the engine's part for one `DatabaseUser` named `anna`. */
export async function stage(options: EmulatorOptions = {}, settings: { maxRetries?: number; requestTimeoutSeconds?: number } = {}) {
  const emulator = await startEmulator({ extensions: true, ...options });
  open.push(emulator);
  emulator.account.addWorkgroup({ workgroup_id: wg });
  emulator.account.addWorkspace(wg, { workspace_id: ws });
  const world = { settings: { baseUrl: emulator.url, apiKey: emulator.apiKey, ...settings }, clock: new VirtualClock() };
  let mark = 0;
  return {
    emulator,
    world,
    engine: new Engine("DatabaseUser", world),
    program: (more: Properties = {}): Properties => ({ workgroupId: wg, workspaceId: ws, username: "anna", password: "first", ...more }),
    /** The endpoints of the requests since the last call of this. */
    asked: () => {
      const entries = emulator.journal.since(mark).entries.map(({ endpoint }) => endpoint);
      mark = emulator.journal.mark();
      return entries;
    },
    users: () => emulator.usernames(wg, ws),
    passwordIs: (password: string, username = "anna") => emulator.passwordIs(wg, ws, username, password),
  };
}

/** Everything that a user or a log may see of an operation: lines, failures, the error as the host prints it. */
export function visible({ lines, failures, error, thrown }: Outcome): string {
  return [...lines, ...failures.map(({ property, reason }) => `${property} ${reason}`), error, inspect(thrown, { depth: 10 })].join("\n");
}
