import { poll } from "../../../provider/wait";
import { VirtualClock } from "../../support/provider";

/** A wait of `limit` milliseconds for the last of some looks. */
async function wait(limit: number, looks = Infinity, perLook = 0) {
  const clock = new VirtualClock();
  const lines: string[] = [];
  let count = 0;
  const outcome = await poll<string>({ clock, say: (line) => lines.push(line), place: "/p", limit }, async () => {
    clock.time += perLook;
    return ++count >= looks ? { done: "it" } : { waits: `look ${count}` };
  });
  return { outcome, lines, pauses: clock.pauses };
}

test("what is there at once is not waited for", async () => {
  expect(await wait(60_000, 1)).toEqual({ outcome: { done: "it" }, lines: [], pauses: [] });
});

test("pauses grow up to 15 s, and are cut where a line is due", async () => {
  const { pauses } = await wait(3_600_000, 9);
  expect(pauses.map(Math.round)).toEqual([500, 800, 1280, 2048, 3277, 5243, 1852, 13_422]);
});

test("a line is told each 15 s, with what is missing then", async () => {
  const { lines, outcome } = await wait(60_000, 12);
  expect(outcome).toEqual({ done: "it" });
  expect(lines).toEqual([
    "graphplane: /p: after 15 s still waiting for look 8",
    "graphplane: /p: after 30 s still waiting for look 10",
    "graphplane: /p: after 45 s still waiting for look 11",
  ]);
});

test("when the time is up, what is still missing and the seconds are told, and the last look is at the very end", async () => {
  const { outcome, pauses } = await wait(20_000);
  expect(outcome).toEqual({ waits: expect.stringMatching(/^look/) as string, elapsed: 20 });
  expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeCloseTo(20_000);
});

test("without any time there is one look", async () => {
  expect(await wait(0)).toMatchObject({ outcome: { elapsed: 0 }, pauses: [] });
});

test("looks that take long count as well", async () => {
  const { outcome, lines } = await wait(30_000, Infinity, 20_000);
  expect(outcome).toMatchObject({ elapsed: 41 });
  expect(lines).toHaveLength(1);
});

test("a look that fails ends the wait", async () => {
  const look = () => Promise.reject(new Error("no"));
  await expect(poll({ clock: new VirtualClock(), say: () => undefined, place: "/p", limit: 1000 }, look)).rejects.toThrow("no");
});
