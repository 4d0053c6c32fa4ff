import type { EmulatorOptions, JournalEntry, WorkspacePatch } from "../../testing/emulator";
import { Engine, type Properties, VirtualClock } from "./provider";
import { startService } from "./service-fixture";
import { serve, success } from "./test-server";

/** The ways in which the service behaves that every scenario must stand: both profiles, each merging and replacing nested values. */
export const serviceCases = (["specified", "observed"] as const).flatMap((profile) =>
  (["merge", "replace"] as const).map((nested) => ({ profile, nested })),
);

/** Starts a service with one workspace that ends with the test; `record` is laid over the workspace's own. */
export async function startSettings(options: EmulatorOptions = {}, record: WorkspacePatch = {}) {
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
    /** As lines show it. */
    path: `/workgroups/${workgroupId}/workspaces/${workspaceId}`,
    /** The requests since the last call, as `GET`, `PUT <body>` and `DELETE`. */
    requests,
    /** The same as the journal has them. */
    entries: service.requests,
    /** The record now. */
    live: (): Properties => emulator.workspace(workgroupId, workspaceId),
    /** Someone changes the workspace in the console. */
    change: (patch: WorkspacePatch) => emulator.changeWorkspace(workgroupId, workspaceId, patch),
    /** Brings the settings into state and forgets the requests; fails where that fails. */
    adopted: async (program: Properties) => {
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

const shown = ({ method, body }: JournalEntry): string => (body === undefined ? method : `${method} ${JSON.stringify(body)}`);
