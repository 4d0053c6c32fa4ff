import { type Engine } from "../../support/provider";
import { type SettingsFixture, startSettings } from "../../support/settings-fixture";

/** A service with one workspace, and an engine that holds a refresh of it. */
export async function startRefresh(...options: Parameters<typeof startSettings>): Promise<SettingsFixture & { readonly refresh: Engine }> {
  const base = await startSettings(...options);
  return { ...base, refresh: base.service.engine("WorkspaceRefresh", { maxRetries: 0 }) };
}
