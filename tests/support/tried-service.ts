import { type Account, type Emulator, type EmulatorOptions, startEmulator } from "../../testing/emulator";
import { requestTimeoutSeconds } from "../faults/held-timers";
import { canaries } from "./canary";
import { Engine, VirtualClock, type World } from "./provider";

/** The identifiers of everything that a case works on. */
export const ids = {
  workgroupId: "a1000000-0000-4000-8000-0000000000f1",
  workspaceId: "a3000000-0000-4000-8000-0000000000f2",
  installedAddonId: "a4000000-0000-4000-8000-0000000000f3",
} as const;
const { workgroupId, workspaceId, installedAddonId } = ids;

/** A service, an engine with one resource in its state, and the client's debug lines. */
export interface Fixture {
  readonly emulator: Emulator;
  readonly clock: VirtualClock;
  readonly engine: Engine;
  readonly debug: string[];
}

/** Starts the service of a kind of resource with everything in it but the resource itself. */
export async function open(
  { kind, service }: { readonly kind: string; readonly service: EmulatorOptions },
  startPlugin?: (clock: VirtualClock) => Promise<World["plugin"]>,
): Promise<Fixture> {
  const clock = new VirtualClock();
  const emulator = await startEmulator({
    apiKey: canaries["the key"],
    now: () => clock.time,
    sleep: async () => undefined,
    ...service,
    account: (account) => {
      account.addWorkgroup({ workgroup_id: workgroupId });
      account.addAllowedRange(workgroupId, { id: "runner", cidr: "198.51.100.0/24" });
      account.addInstalledAddon({ id: installedAddonId });
      addWorkspace(account);
      account.addQuery(workgroupId, workspaceId, { graph: "movies", query: "top rated", results: [{ first: 1 }] });
      account.addSecret(workgroupId, workspaceId, canaries["the database secret"]);
    },
  });
  const debug: string[] = [];
  const settings = { baseUrl: emulator.url, apiKey: emulator.apiKey, maxRetries: 1, requestTimeoutSeconds };
  const plugin = await startPlugin?.(clock);
  const engine = new Engine(kind, { settings, clock, debug: (line) => debug.push(line), ...(plugin && { plugin }) });
  return { emulator, clock, engine, debug };
}

/** Makes the workspace, as someone does in the console. */
export function addWorkspace(account: Account): void {
  const kept = { addons_id: "kept", enable: true, enable_configuration: { theme: "dark" } };
  account.addWorkspace(workgroupId, { workspace_id: workspaceId, database_id: "graph", addons: [kept] });
}
