import { inspect } from "node:util";
import { type Emulator, type EmulatorOptions, type JournalEntry, startEmulator } from "../../testing/emulator";
import { Engine, type Outcome } from "./provider";
import { VirtualClock } from "./virtual-clock";

/** Both forms of the service, as rows of a table. */
export const profiles = [{ profile: "specified" }, { profile: "observed" }] as const;

/** An emulated service, the clock that it goes by, and the settings that lead to it. */
export interface ServiceFixture {
  readonly emulator: Emulator;
  readonly clock: VirtualClock;
  /** An engine that holds one resource of a kind. */
  readonly engine: (kind: string, settings?: ConstructorParameters<typeof Engine>[1]["settings"]) => Engine;
  /** The requests since the last call of this. */
  readonly requests: () => readonly JournalEntry[];
}

const open: Emulator[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((emulator) => emulator.close()));
});

/** Starts an emulated service that ends with the test. */
export async function startService(options: EmulatorOptions = {}): Promise<ServiceFixture> {
  const clock = new VirtualClock();
  const emulator = await startEmulator({ now: () => clock.time, sleep: async () => undefined, ...options });
  open.push(emulator);
  let mark = emulator.journal.mark();
  return {
    emulator,
    clock,
    engine: (kind, settings = {}) => new Engine(kind, { settings: { baseUrl: emulator.url, apiKey: emulator.apiKey, ...settings }, clock }),
    requests: () => {
      const { entries } = emulator.journal.since(mark);
      mark = emulator.journal.mark();
      return entries;
    },
  };
}

/** Everything that a user or a log may see of an operation: lines, failures, the error as the host prints it. */
export function visible({ lines, failures, error, thrown }: Outcome): string {
  return [...lines, ...failures.map(({ property, reason }) => `${property} ${reason}`), error, inspect(thrown, { depth: 10 })].join("\n");
}
