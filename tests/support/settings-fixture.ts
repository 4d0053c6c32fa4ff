import { type Emulator, type EmulatorOptions, type JournalEntry, type WorkspacePatch } from "../../testing/emulator";
import { Engine, type Outcome, type Properties, VirtualClock } from "./provider";
import { type ServiceFixture, startService } from "./service-fixture";
import { serve, success } from "./test-server";

/** The ways in which the service behaves that every scenario must stand: both profiles, each merging and replacing nested values. */
export const serviceCases = (["specified", "observed"] as const).flatMap((profile) =>
  (["merge", "replace"] as const).map((nested) => ({ profile, nested })),
);

/** An emulated service with one workspace, and the engine that holds its settings. */
export interface SettingsFixture {
  readonly service: ServiceFixture;
  readonly emulator: Emulator;
  readonly clock: VirtualClock;
  readonly engine: Engine;
  readonly ids: { readonly workgroupId: string; readonly workspaceId: string };
  readonly id: string;
  /** `/workgroups/<wg>/workspaces/<ws>`, as lines show it. */
  readonly path: string;
  /** The requests since the last call, as `GET`, `PUT <body>` and `DELETE`. */
  readonly requests: () => string[];
  /** The same as the journal has them. */
  readonly entries: () => readonly JournalEntry[];
  /** The record now. */
  readonly live: () => Properties;
  /** Someone changes the workspace in the console. */
  readonly change: (patch: WorkspacePatch) => void;
  /** Brings the settings into state and forgets the requests; fails where that fails. */
  readonly adopted: (program: Properties) => Promise<Outcome>;
}

/** Starts a service with one workspace that ends with the test; `record` is laid over the workspace's own. */
export async function startSettings(options: EmulatorOptions = {}, record: WorkspacePatch = {}): Promise<SettingsFixture> {
  const service = await startService(options);
  const { emulator, clock } = service;
  const workgroupId = emulator.account.addWorkgroup().workgroup_id;
  const workspaceId = emulator.account.addWorkspace(workgroupId).workspace_id;
  emulator.changeWorkspace(workgroupId, workspaceId, record);
  const engine = service.engine("WorkspaceSettings");
  const requests = () => service.requests().map(shown);
  const ids = { workgroupId, workspaceId };
  return {
    service,
    emulator,
    clock,
    engine,
    ids,
    id: `${workgroupId}/${workspaceId}`,
    path: `/workgroups/${workgroupId}/workspaces/${workspaceId}`,
    requests,
    entries: service.requests,
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
  const service = await serve((response, request, socket) =>
    success(answer(request.method, service.requests.length))(response, request, socket),
  );
  return new Engine(kind, { settings: { baseUrl: service.origin, apiKey: "a-key" }, clock: new VirtualClock() });
}

function shown({ method, body }: JournalEntry): string {
  return body === undefined ? method : `${method} ${JSON.stringify(body)}`;
}
