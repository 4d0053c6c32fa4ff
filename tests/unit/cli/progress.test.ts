import { Interrupted } from "../../../cli/command";
import { systemClock } from "../../../client/http/clock";
import { type ShowStep, withProgress } from "../../../cli/progress";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const pass = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test.each<[string, boolean, (showStep: ShowStep) => unknown, readonly string[]]>([
  ["work of less than a second prints nothing", true, (showStep) => showStep("reading"), []],
  [
    "on a terminal the current step is printed each second, if it has changed",
    true,
    async (showStep) => {
      showStep("reading, 0 of 9 done");
      await pass(3_500);
      showStep("reading, 1 of 9 done");
      showStep("reading, 2 of 9 done");
      await pass(1_000);
    },
    ["reading, 0 of 9 done", "reading, 2 of 9 done"],
  ],
  [
    "in a log the current step is printed every ten seconds, even if it has not changed",
    false,
    async (showStep) => {
      showStep("reading, 1 of 9 done");
      await pass(25_000);
    },
    ["reading, 1 of 9 done (10 s so far)", "reading, 1 of 9 done (20 s so far)"],
  ],
])("%s", async (_, interactive, work, wanted) => {
  const lines: string[] = [];
  const terminal = { err: (line: string) => void lines.push(line), stopped: new AbortController().signal, interactive, clock: systemClock };
  const done = withProgress("adopt", "nothing was written", terminal, async (showStep) => work(showStep));
  await jest.advanceTimersByTimeAsync(60_000);
  await done;
  expect(lines).toEqual(wanted.map((line) => `graphplane adopt: ${line}`));
});

test("work that the user stops fails with what it leaves behind", async () => {
  const terminal = { err: () => undefined, stopped: AbortSignal.abort(), interactive: false, clock: systemClock };
  const work = withProgress("adopt", "nothing was written", terminal, () => Promise.reject(new Error("stopped")));
  await expect(work).rejects.toEqual(new Interrupted("interrupted; nothing was written."));
});
