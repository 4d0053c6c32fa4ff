import { profiles } from "../../support/service-fixture";
import { startRefresh } from "./fixture";

describe.each(profiles)("waiting, profile $profile", ({ profile }) => {
  test("a time-out keeps the resource, and the next up goes on waiting without a second POST", async () => {
    const { refresh, ids, requests } = await startRefresh({ profile, statusAfter: { ms: 100_000 } });
    const program = { ...ids, triggers: [1], untilRefreshStatus: ["completed"], timeoutSeconds: 60 };
    const first = await refresh.up(program);
    expect(first.error).toMatch(
      /the refresh has started and has not finished after 60 s: refresh_status \(wanted "completed", seen "refreshing"\)/,
    );
    expect(first.error).toMatch(/Run "pulumi up" again: it continues to wait and sends nothing/);
    expect(refresh.state?.initErrors).toHaveLength(1);
    expect(requests().filter((request) => request === "POST")).toHaveLength(1);

    expect(await refresh.up(program)).toMatchObject({ op: "update", error: "" });
    expect(requests()).not.toContain("POST");
    expect(refresh.known).toEqual({ ...program, refreshStatus: "completed", refreshMessage: "refreshed" });
    expect(await refresh.up(program)).toMatchObject({ op: "same" });
  });

  describe("the record still shows a wanted status of an earlier refresh:", () => {
    const record = { refresh_status: "completed", refresh_message: "refreshed", snapshot_time: "2026-01-01" };

    test("one that begins to show late is waited for", async () => {
      const { refresh, ids, emulator, clock, live } = await startRefresh({ profile, statusAfter: { ms: 9000 } }, record);
      emulator.fault({ kind: "applied-late", match: { endpoint: 11 }, after: { ms: 10_000 } });
      const begin = clock.time;
      expect(await refresh.up({ ...ids, untilRefreshStatus: ["completed"] })).toMatchObject({ op: "create", error: "" });
      expect(clock.time - begin).toBeGreaterThanOrEqual(19_000);
      expect(refresh.known).toEqual({ ...ids, untilRefreshStatus: ["completed"], refreshStatus: "completed", refreshMessage: "refreshed" });
      expect(live()["snapshot_time"]).not.toBe("2026-01-01");
    });
  });

  test("a workspace that looks lack for less than 15 s at a time is waited for", async () => {
    const { refresh, ids, clock, change } = await startRefresh({ profile, deleted: "marked", statusAfter: { ms: 60_000 } });
    const begin = clock.time;
    clock.onSleep = () => {
      const seconds = (clock.time - begin) / 1000;
      const lacking = (seconds < 14 || (seconds > 22 && seconds < 36)) && seconds > 0.6;
      change({ deleted_at: lacking ? "2026-06-08T00:00:00Z" : null });
    };
    const { error, lines } = await refresh.up({ ...ids, untilRefreshStatus: ["completed"] });
    expect(error).toBe("");
    expect(lines.join("\n")).toContain("main: refreshing, 30 s of at most 1800 s");
    expect(refresh.known).toMatchObject({ refreshStatus: "completed" });
  });
});
