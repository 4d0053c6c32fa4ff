import { Interrupted } from "../../../cli/command";
import { withProgress } from "../../../cli/progress";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** Work that lasts until it is ended, and the lines that are printed meanwhile. */
function start({ interactive }: { interactive: boolean }) {
  const lines: string[] = [];
  const ended = new AbortController();
  const terminal = { err: (line: string) => void lines.push(line), stopped: ended.signal, interactive };
  let tell: (doing: string) => void = () => undefined;
  const result = withProgress("adopt", "nothing was written", terminal, (given) => {
    tell = given;
    return new Promise<string>((resolve, reject) => {
      ended.signal.addEventListener("abort", () => (ended.signal.reason === "done" ? resolve("done") : reject(new Error("stopped"))));
    });
  });
  return { lines, result, tell: (doing: string) => tell(doing), end: (reason: string) => ended.abort(reason) };
}
const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);

test("work of less than a second prints nothing", async () => {
  const { lines, result, tell, end } = start({ interactive: true });
  tell("reading");
  end("done");
  await pass(5_000);
  expect([await result, lines]).toEqual(["done", []]);
});

test("on a terminal the current step is printed each second, if it has changed", async () => {
  const { lines, tell, end } = start({ interactive: true });
  tell("reading, 0 of 9 done");
  await pass(3_000);
  tell("reading, 1 of 9 done");
  tell("reading, 2 of 9 done");
  await pass(1_000);
  end("done");
  await pass(5_000);
  expect(lines).toEqual(["graphplane adopt: reading, 0 of 9 done", "graphplane adopt: reading, 2 of 9 done"]);
});

test("in a log the current step is printed every ten seconds, even if it has not changed", async () => {
  const { lines, tell, end } = start({ interactive: false });
  tell("reading, 1 of 9 done");
  await pass(9_000);
  expect(lines).toEqual([]);
  await pass(11_000);
  end("done");
  await pass(30_000);
  expect(lines).toEqual(["graphplane adopt: reading, 1 of 9 done (10 s so far)", "graphplane adopt: reading, 1 of 9 done (20 s so far)"]);
});

test("work that the user stops fails with what it leaves behind", async () => {
  const { result, end } = start({ interactive: false });
  end("stopped");
  await expect(result).rejects.toEqual(new Interrupted("interrupted; nothing was written."));
});
