import { inspect } from "node:util";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../../../../testing/emulator";
import { Engine, type Outcome, type Properties, VirtualClock, type World } from "../../../../support/provider";

export const addon = "a4000000-0000-4000-8000-00000000000a";
/** The extension's name in the emulator's journal. */
export const deletion = "deleteConfiguration";

export interface Stage {
  readonly emulator: Emulator;
  readonly world: World;
  readonly engine: Engine;
  readonly program: (more?: Properties) => Properties;
  /** `endpoint`s of the requests since the last call of this. */
  readonly asked: () => (number | string | undefined)[];
}

const open: Emulator[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((emulator) => emulator.close()));
});

/** An emulator with one installed add-on, and the engine's part for one `AddonConfiguration` named `main`. */
export async function stage(options: EmulatorOptions = {}, settings: { maxRetries?: number; requestTimeoutSeconds?: number } = {}) {
  const emulator = await startEmulator(options);
  open.push(emulator);
  emulator.account.addInstalledAddon({ id: addon });
  const world: World = {
    settings: { baseUrl: emulator.url, apiKey: emulator.apiKey, ...settings },
    clock: new VirtualClock(),
  };
  let mark = 0;
  const made: Stage = {
    emulator,
    world,
    engine: new Engine("AddonConfiguration", world),
    program: (more = {}) => ({ installedAddonId: addon, configName: "main", configValue: "one", ...more }),
    asked: () => {
      const entries = emulator.journal.since(mark).entries.map(({ endpoint }) => endpoint);
      mark = emulator.journal.mark();
      return entries;
    },
  };
  return made;
}

/** Everything that a user or a log may see of an operation: lines, failures, the error as the host prints it. */
export function visible({ lines, failures, error, thrown }: Outcome): string {
  return [...lines, ...failures.map(({ property, reason }) => `${property} ${reason}`), error, inspect(thrown, { depth: 10 })].join("\n");
}

/** The spellings in which a secret may come back. */
export function spellings(secret: string): string[] {
  const base64 = Buffer.from(secret).toString("base64");
  return [secret, encodeURIComponent(secret), base64, JSON.stringify(secret).slice(1, -1)];
}
