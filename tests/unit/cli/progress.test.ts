import type { Clock } from "../../../client";
import { Progress } from "../../../cli/progress";

/** A clock that stands still until it is moved; each pause ends as soon as its time has come. */
class HandClock implements Clock {
  private time = 0;
  private readonly waiting = new Map<() => void, number>();

  now(): number {
    return this.time;
  }

  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.set(resolve, this.time + milliseconds);
      signal?.addEventListener("abort", () => resolve());
    });
  }

  async move(milliseconds: number): Promise<void> {
    for (const end = this.time + milliseconds; this.time < end;) {
      this.time += 1_000;
      for (const [resolve, at] of this.waiting) if (at <= this.time && this.waiting.delete(resolve)) resolve();
      await new Promise(setImmediate);
    }
  }
}

function start({ watched }: { watched: boolean }) {
  const said: string[] = [];
  const clock = new HandClock();
  return { said, clock, progress: new Progress((line) => said.push(line), watched, clock) };
}

test("nothing is said of what takes less than a second", async () => {
  const { said, clock, progress } = start({ watched: true });
  progress.now("reading");
  progress.end();
  await clock.move(5_000);
  expect(said).toEqual([]);
});

test("on a terminal each second tells what is being done, where that has changed", async () => {
  const { said, clock, progress } = start({ watched: true });
  progress.now("reading, 0 of 9 done");
  await clock.move(3_000);
  progress.now("reading, 1 of 9 done");
  progress.now("reading, 2 of 9 done");
  await clock.move(1_000);
  progress.end();
  await clock.move(5_000);
  expect(said).toEqual(["reading, 0 of 9 done", "reading, 2 of 9 done"]);
});

test("in a log there is a line every ten seconds, also where nothing has changed", async () => {
  const { said, clock, progress } = start({ watched: false });
  progress.now("reading, 1 of 9 done");
  await clock.move(9_000);
  expect(said).toEqual([]);
  await clock.move(11_000);
  progress.end();
  await clock.move(30_000);
  expect(said).toEqual(["reading, 1 of 9 done (10 s so far)", "reading, 1 of 9 done (20 s so far)"]);
});
