import type { EmulatorOptions } from "../../../../../testing/emulator";
import type { Properties } from "../../../../support/provider";
import { startService } from "../../../../support/service-fixture";

export const addon = "a4000000-0000-4000-8000-00000000000a";
/** The extension's name in the emulator's journal. */
export const deletion = "deleteConfiguration";

export type ConfigurationFixture = Awaited<ReturnType<typeof startConfiguration>>;

/** A service with one installed add-on, and an engine that holds one `AddonConfiguration` named `main`. */
export async function startConfiguration(
  options: EmulatorOptions = {},
  settings: { maxRetries?: number; requestTimeoutSeconds?: number } = {},
) {
  const service = await startService(options);
  const { emulator, clock } = service;
  emulator.account.addInstalledAddon({ id: addon });
  return {
    emulator,
    world: { settings: { baseUrl: emulator.url, apiKey: emulator.apiKey, ...settings }, clock },
    engine: service.engine("AddonConfiguration", settings),
    program: (more: Properties = {}): Properties => ({ installedAddonId: addon, configName: "main", configValue: "one", ...more }),
    /** `endpoint`s of the requests since the last call of this. */
    asked: () => service.requests().map(({ endpoint }) => endpoint),
  };
}

/** The spellings in which a secret may come back. */
export function spellings(secret: string): string[] {
  const base64 = Buffer.from(secret).toString("base64");
  return [secret, encodeURIComponent(secret), base64, JSON.stringify(secret).slice(1, -1)];
}
