import { NotUnderstoodError } from "../../../../provider/errors";
import { poll, type Observation, watch } from "../../../../provider/reconcile/wait";
import { VirtualClock } from "../../../support/provider";

const progressOf = (waits: string) => ({ object: "main", activity: `waiting for ${waits}`, seen: ["status is Resizing"] });

/** A wait of `limit` milliseconds for the last of some looks. */
async function wait(limit: number, looks = Infinity, perLook = 0) {
  const clock = new VirtualClock();
  const lines: string[] = [];
  let count = 0;
  const outcome = await poll<string>({ clock, log: (line) => lines.push(line) }, { limit, progress: progressOf }, async () => {
    clock.time += perLook;
    return ++count >= looks ? { done: "it" } : { waits: `look ${count}` };
  });
  return { outcome, lines, pauses: clock.pauses };
}

test("a condition that already holds causes no pause", async () => {
  expect(await wait(60_000, 1)).toEqual({ outcome: { done: "it" }, lines: [], pauses: [] });
});

test("pauses grow up to 15 s, and end early when a line is due", async () => {
  const { pauses } = await wait(3_600_000, 9);
  expect(pauses.map(Math.round)).toEqual([500, 800, 1280, 2048, 3277, 5243, 8389, 8464]);
});

test("a line after 30 s says what is missing and the limit, and further lines come less often", async () => {
  const { lines, outcome } = await wait(1_800_000);
  expect(outcome).toMatchObject({ elapsed: 1800 });
  expect(lines[0]).toBe("graphplane: main: waiting for look 9, 30 s of at most 1800 s; status is Resizing");
  const seconds = lines.map((line) => Number(/(\d+) s of/.exec(line)?.[1]));
  expect(seconds).toEqual([30, 60, 120, 240, 480, 780, 1080, 1380, 1680]);
});

test("when the time is up, what is still missing and the seconds are told, and the last look is at the very end", async () => {
  const { outcome, pauses } = await wait(20_000);
  expect(outcome).toEqual({ waits: expect.stringMatching(/^look/) as string, elapsed: 20 });
  expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeCloseTo(20_000);
});

test("looks that take long count as well", async () => {
  const { outcome, lines } = await wait(50_000, Infinity, 20_000);
  expect(outcome).toMatchObject({ elapsed: 61 });
  expect(lines).toHaveLength(1);
});

test("a look that fails ends the wait", async () => {
  const look = () => Promise.reject(new Error("no"));
  await expect(poll({ clock: new VirtualClock(), log: () => undefined }, { limit: 1000 }, look)).rejects.toThrow("no");
});

describe("a watch", () => {
  const found = (live: string) => ({ live });
  const missing = { missing: "there is no such thing" };
  const lost = () => {
    throw new NotUnderstoodError("an odd answer");
  };

  /** Watches until the last of some looks, of which each but the last may come again. */
  async function watchLooks(looks: (() => Observation<string>)[], limit = 60_000, first?: string) {
    const clock = new VirtualClock();
    const lines: string[] = [];
    const judged: [string, number][] = [];
    let count = 0;
    const context = { clock, log: (line: string) => lines.push(line) };
    const outcome = await watch<string, string>(context, {
      limit,
      progress: progressOf,
      observe: async () => (looks[Math.min(count++, looks.length - 1)] as () => Observation<string>)(),
      judge: (live, row) => {
        judged.push([live, row]);
        return live === "ready" ? { done: live } : { waits: `it to be ready, seen ${live}` };
      },
      ...(first !== undefined && { first }),
    });
    return { outcome, lines, judged, looks: count, pauses: clock.pauses };
  }

  test("judges what is known already before it looks", async () => {
    expect(await watchLooks([], 0, "ready")).toMatchObject({ outcome: { done: "ready" }, looks: 0, judged: [["ready", 0]] });
    const { judged, pauses } = await watchLooks([() => found("ready")], 1000, "made");
    expect([judged, pauses]).toEqual([
      [
        ["made", 0],
        ["ready", 1],
      ],
      [500],
    ]);
  });

  test("counts the looks in a row that found the object", async () => {
    const { outcome, judged } = await watchLooks([
      () => found("a"),
      () => found("b"),
      lost,
      () => found("c"),
      () => missing,
      () => found("ready"),
    ]);
    expect(outcome).toEqual({ done: "ready" });
    expect(judged.map(([, row]) => row)).toEqual([1, 2, 1, 1]);
  });

  test("ends with an object that is missing for 15 s, and not before", async () => {
    const { outcome, pauses } = await watchLooks([() => found("made"), () => missing]);
    expect(outcome).toEqual({ deleted: "there is no such thing" });
    const [beforeFirst = 0] = pauses;
    const waited = pauses.reduce((sum, pause) => sum + pause, 0) - beforeFirst;
    expect(waited).toBeGreaterThanOrEqual(15_000);
    expect((await watchLooks([() => missing], 15_000)).outcome).toEqual({ deleted: "there is no such thing" });
    const outOfTime = await watchLooks([() => found("made"), () => missing], 9_000);
    expect(outOfTime.outcome).toMatchObject({
      waits: "it to be ready, seen made",
      trouble: " The last read failed: there is no such thing.",
    });
  });

  test("tells of failed looks while it waits, and at the end only where the last one failed", async () => {
    const failing = await watchLooks([() => found("made"), lost], 40_000);
    expect(failing.outcome).toEqual({ waits: "it to be ready, seen made", trouble: " The last read failed: an odd answer.", elapsed: 40 });
    expect(failing.lines).toEqual([
      "graphplane: main: waiting for it to be ready, seen made, 30 s of at most 40 s; status is Resizing. The last read failed: an odd answer.",
    ]);
    expect((await watchLooks([lost, () => found("made")], 20_000)).outcome).toMatchObject({ trouble: "" });
    expect((await watchLooks([lost], 40_000)).lines).toEqual([expect.stringContaining("waiting for it, 30 s")]);
  });

  test("ends with an error that will not pass", async () => {
    const broken = () => {
      throw new Error("broken");
    };
    await expect(watchLooks([broken])).rejects.toThrow("broken");
  });
});
