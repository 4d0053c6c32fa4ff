import { secret, startPlugin, urnOf, type Values } from "../../support/plugin";
import { startService } from "../../support/service-fixture";

export const settingsUrn = urnOf("WorkspaceSettings");
export const userUrn = urnOf("DatabaseUser");

/** A service with one workspace, and the plugin that is configured for it. */
export async function start(settings: Values = {}) {
  const service = await startService({ extensions: true });
  const { emulator, clock } = service;
  const workgroupId = emulator.account.addWorkgroup().workgroup_id;
  const workspaceId = emulator.account.addWorkspace(workgroupId, { auto_stop_minutes: 60 }).workspace_id;
  const plugin = await startPlugin({ baseUrl: emulator.url, apiKey: secret(emulator.apiKey), ...settings }, { clock });
  const ids = { workgroupId, workspaceId };
  /** The writes since the last call of this. */
  const writes = () => service.requests().flatMap(({ method }) => (method === "GET" ? [] : [method]));
  return { service, emulator, clock, plugin, ids, id: `${workgroupId}/${workspaceId}`, writes };
}

export const messages = (plugin: Awaited<ReturnType<typeof startPlugin>>) => plugin.lines.splice(0).map(({ message }) => message);
