import { systemClock } from "../../../client/http/clock";
import { Progress } from "../../../cli/progress";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function start({ watched }: { watched: boolean }) {
  const said: string[] = [];
  return { said, progress: new Progress((line) => said.push(line), watched, systemClock) };
}
const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);

test("nothing is said of what takes less than a second", async () => {
  const { said, progress } = start({ watched: true });
  progress.now("reading");
  progress.end();
  await pass(5_000);
  expect(said).toEqual([]);
});

test("on a terminal each second tells what is being done, where that has changed", async () => {
  const { said, progress } = start({ watched: true });
  progress.now("reading, 0 of 9 done");
  await pass(3_000);
  progress.now("reading, 1 of 9 done");
  progress.now("reading, 2 of 9 done");
  await pass(1_000);
  progress.end();
  await pass(5_000);
  expect(said).toEqual(["reading, 0 of 9 done", "reading, 2 of 9 done"]);
});

test("in a log there is a line every ten seconds, also where nothing has changed", async () => {
  const { said, progress } = start({ watched: false });
  progress.now("reading, 1 of 9 done");
  await pass(9_000);
  expect(said).toEqual([]);
  await pass(11_000);
  progress.end();
  await pass(30_000);
  expect(said).toEqual(["reading, 1 of 9 done (10 s so far)", "reading, 1 of 9 done (20 s so far)"]);
});
