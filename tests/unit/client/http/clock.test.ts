import { systemClock } from "../../../../client/http/clock";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test("a sleep ends after its time, not before, and leaves no listener behind", async () => {
  const { signal } = new AbortController();
  const removed = jest.spyOn(signal, "removeEventListener");
  let over = false;
  const sleep = systemClock.sleep(1_000, signal).then(() => (over = true));
  await jest.advanceTimersByTimeAsync(999);
  expect(over).toBe(false);
  await jest.advanceTimersByTimeAsync(1);
  await sleep;
  expect(removed).toHaveBeenCalledTimes(1);
});

test("a sleep is rejected with the signal's reason as soon as it is aborted, and leaves no timer behind", async () => {
  const controller = new AbortController();
  const sleep = systemClock.sleep(1_000, controller.signal);
  controller.abort(new Error("enough"));
  await expect(sleep).rejects.toThrow("enough");
  expect(jest.getTimerCount()).toBe(0);
});

test("a signal that is aborted beforehand prevents the sleep", async () => {
  await expect(systemClock.sleep(1_000, AbortSignal.abort(new Error("enough")))).rejects.toThrow("enough");
  expect(jest.getTimerCount()).toBe(0);
});
