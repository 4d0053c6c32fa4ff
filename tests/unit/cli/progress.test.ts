import { Progress } from "../../../cli/progress";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test("nothing is said of what takes less than a second", () => {
  const said: string[] = [];
  const progress = new Progress((line) => said.push(line));
  progress.now("reading");
  jest.advanceTimersByTime(999);
  progress.end();
  jest.advanceTimersByTime(5_000);
  expect(said).toEqual([]);
});

test("each second tells what is being done, where that has changed", () => {
  const said: string[] = [];
  const progress = new Progress((line) => said.push(line));
  progress.now("reading, 0 of 9 done");
  jest.advanceTimersByTime(3_000);
  progress.now("reading, 1 of 9 done");
  progress.now("reading, 2 of 9 done");
  jest.advanceTimersByTime(1_000);
  progress.end();
  expect(said).toEqual(["reading, 0 of 9 done", "reading, 2 of 9 done"]);
});

test("where nobody watches there is no timer", () => {
  new Progress(undefined).now("reading");
  expect(jest.getTimerCount()).toBe(0);
});
