import type { Emulator, EmulatorOptions } from "../../../../../testing/emulator";
import type { Properties } from "../../../../support/provider";
import { startService } from "../../../../support/service-fixture";

export const wg = "a1000000-0000-4000-8000-0000000000aa";
export const path = `/workgroups/${wg}/workspaces`;

/** A service with one empty workgroup, on which a creation takes 90 s, and an engine that holds one `Workspace`. */
export async function startWorkspace(options: EmulatorOptions = {}, setUp: (emulator: Emulator) => void = () => undefined) {
  const service = await startService({ extensions: true, statusAfter: { ms: 90_000 }, ...options });
  const { emulator } = service;
  emulator.account.addWorkgroup({ workgroup_id: wg });
  setUp(emulator);
  return {
    emulator,
    clock: service.clock,
    engine: service.engine("Workspace", { maxRetries: 0 }),
    program: (more: Properties = {}): Properties => ({ workgroupId: wg, workspaceName: "analytics", ...more }),
    /** The writes since the last call, as `METHOD path body`. */
    written: () =>
      service
        .requests()
        .filter(({ method }) => method !== "GET")
        .map(({ method, path, body }) =>
          [method, path.replace("/controller/v4/v2", ""), ...(body === undefined ? [] : [JSON.stringify(body)])].join(" "),
        ),
    workspaces: () => emulator.workspaces(wg),
  };
}
