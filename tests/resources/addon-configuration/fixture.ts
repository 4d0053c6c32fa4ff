import type { EmulatorOptions } from "../../../testing/emulator";
import { type Settings, startResource } from "../../support/resource-fixture";

export const addon = "a4000000-0000-4000-8000-00000000000a";
/** The extension's name in the emulator's journal. */
export const deletion = "deleteConfiguration";

export type ConfigurationFixture = Awaited<ReturnType<typeof startConfiguration>>;

/** A service with one installed add-on, and an engine that holds one `AddonConfiguration` named `main`. */
export function startConfiguration(options: EmulatorOptions = {}, settings?: Settings) {
  const program = { installedAddonId: addon, configName: "main", configValue: "one" };
  const documented = { ...options, extensions: options.extensions ?? options.profile === "observed" };
  return startResource("AddonConfiguration", program, ({ account }) => account.addInstalledAddon({ id: addon }), documented, settings);
}

/** The spellings in which a secret may come back. */
export function spellings(secret: string): string[] {
  const base64 = Buffer.from(secret).toString("base64");
  return [secret, encodeURIComponent(secret), base64, JSON.stringify(secret).slice(1, -1)];
}
