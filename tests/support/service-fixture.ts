import { inspect } from "node:util";
import { type EmulatorOptions, startEmulator } from "../../testing/emulator";
import { closeAfterTest } from "./close-after-test";
import { Engine, type Outcome, type World } from "./provider";
import { VirtualClock } from "./virtual-clock";

/** Both forms of the service, as rows of a table. */
export const profiles = [{ profile: "specified" }, { profile: "observed" }] as const;

/** Starts an emulated service that ends with the test, with the clock that it goes by. */
export async function startService(options: EmulatorOptions = {}) {
  const clock = new VirtualClock();
  const emulator = closeAfterTest(await startEmulator({ now: () => clock.time, sleep: async () => undefined, ...options }));
  let mark = emulator.journal.mark();
  return {
    emulator,
    clock,
    /** An engine that holds one resource of a kind. */
    engine: (kind: string, settings: World["settings"] = {}) =>
      new Engine(kind, { settings: { baseUrl: emulator.url, apiKey: emulator.apiKey, ...settings }, clock }),
    /** The requests since the last call of this. */
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
