import { createServer } from "node:http";
import { type AddressInfo } from "node:net";
import { type Emulator, type EmulatorOptions, type JournalEntry, startEmulator, type WorkspacePatch } from "../../testing/emulator";
import { Engine, type Outcome, type Properties, VirtualClock } from "./provider";

/** The ways in which the service behaves that every scenario must stand: both profiles, each merging and replacing nested values. */
export const cells = (["specified", "observed"] as const).flatMap((profile) =>
  (["merge", "replace"] as const).map((nested) => ({ profile, nested })),
);
export type Cell = Pick<EmulatorOptions, "profile" | "nested">;

/** An emulated service with one workspace, and the engine that holds its settings. */
export interface Stage {
  readonly emulator: Emulator;
  readonly clock: VirtualClock;
  readonly engine: Engine;
  readonly ids: { readonly workgroupId: string; readonly workspaceId: string };
  readonly id: string;
  /** `/workgroups/<wg>/workspaces/<ws>`, as lines show it. */
  readonly path: string;
  /** The requests since the last call, as `GET`, `PUT <body>` and `DELETE`. */
  readonly requests: () => string[];
  /** The record now. */
  readonly live: () => Properties;
  /** Someone changes the workspace in the console. */
  readonly change: (patch: WorkspacePatch) => void;
  /** Brings the settings into state and forgets the requests; fails where that fails. */
  readonly adopted: (program: Properties) => Promise<Outcome>;
}

const open: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((service) => service.close()));
});

/** Starts a stage that ends with the test; `record` is laid over the workspace's own. */
export async function stage(options: EmulatorOptions = {}, record: WorkspacePatch = {}): Promise<Stage> {
  const clock = new VirtualClock();
  const emulator = await startEmulator({ ...options, now: () => clock.time, sleep: async () => undefined });
  open.push(emulator);
  const workgroupId = emulator.account.addWorkgroup().workgroup_id;
  const workspaceId = emulator.account.addWorkspace(workgroupId).workspace_id;
  emulator.changeWorkspace(workgroupId, workspaceId, record);
  const engine = new Engine("WorkspaceSettings", { settings: { baseUrl: emulator.url, apiKey: emulator.apiKey }, clock });
  let mark = emulator.journal.mark();
  const requests = () => {
    const entries = emulator.journal.since(mark).entries;
    mark = emulator.journal.mark();
    return entries.map(shown);
  };
  const ids = { workgroupId, workspaceId };
  return {
    emulator,
    clock,
    engine,
    ids,
    id: `${workgroupId}/${workspaceId}`,
    path: `/workgroups/${workgroupId}/workspaces/${workspaceId}`,
    requests,
    live: () => emulator.workspace(workgroupId, workspaceId),
    change: (patch) => emulator.changeWorkspace(workgroupId, workspaceId, patch),
    adopted: async (program) => {
      const outcome = await engine.up({ ...ids, ...program });
      if (outcome.op !== "create") throw new Error(`${outcome.op}: ${outcome.error} ${JSON.stringify(outcome.failures)}`);
      requests();
      return outcome;
    },
  };
}

/** An engine whose service answers with the given Results, told by method and by count: for answers that no service should give. */
export async function scripted(answer: (method: string, count: number) => unknown, kind = "WorkspaceSettings"): Promise<Engine> {
  let count = 0;
  const server = createServer(({ method = "" }, response) => {
    const result = answer(method, ++count);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ Error: false, ErrorDetails: [], Message: "", RequestID: "r", Result: result }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push({
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  });
  const settings = { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, apiKey: "a-key" };
  return new Engine(kind, { settings, clock: new VirtualClock() });
}

function shown({ method, body }: JournalEntry): string {
  return body === undefined ? method : `${method} ${JSON.stringify(body)}`;
}
