import type { Standing } from "../../../../support/provider";
import { profiles } from "../../../../support/service-fixture";
import { startRefresh } from "./fixture";

describe.each(profiles)("waiting, profile $profile", ({ profile }) => {
  test("prints a line after 30 s with the name, the limit, what is wanted and seen, and quotes the record", async () => {
    const { refresh, ids, change, clock } = await startRefresh({ profile, statusAfter: { ms: 40_000 } });
    clock.onSleep = () => change({ refresh_message: "half way", err_message: "a disk is slow" });
    const { error, lines } = await refresh.up({ ...ids, untilRefreshStatus: ["completed"] });
    expect(error).toBe("");
    expect(lines.slice(1)).toEqual([
      `graphplane: main: refreshing, 30 s of at most 1800 s; refresh_status (wanted "completed", seen "refreshing"); refresh_message: "half way"; the workspace reports: "a disk is slow"`,
    ]);
    const pauses = clock.pauses.slice(0, 4);
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
  });

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

  test("a kept refresh between the two runs does not end the wait", async () => {
    const { refresh, ids, requests } = await startRefresh({ profile, statusAfter: { ms: 100_000 } });
    const program = { ...ids, untilRefreshStatus: ["completed"], timeoutSeconds: 60 };
    await refresh.up(program);
    const { declared } = refresh;
    await refresh.refresh();
    expect(refresh.state?.initErrors).toBeUndefined();
    expect(refresh.declared).toEqual(declared);
    requests();
    expect(await refresh.up(program)).toMatchObject({ op: "update", error: "" });
    expect(requests()).not.toContain("POST");
    expect(refresh.known).toMatchObject({ refreshStatus: "completed" });
    expect(refresh.known).not.toHaveProperty("__pending");
  });

  test("a refresh that ended before the stack was refreshed is over", async () => {
    const { refresh, ids, clock, requests } = await startRefresh({ profile, statusAfter: { ms: 100_000 } });
    const program = { ...ids, untilRefreshStatus: ["completed"], timeoutSeconds: 60 };
    await refresh.up(program);
    clock.time += 60_000;
    await refresh.refresh();
    expect(refresh.known).toEqual({ ...program, refreshStatus: "completed", refreshMessage: "refreshed" });
    requests();
    expect(await refresh.up(program)).toMatchObject({ op: "same" });
    expect(requests()).toEqual([]);
  });

  test("other triggers after a time-out are another refresh", async () => {
    const { refresh, ids, requests } = await startRefresh({ profile, statusAfter: { ms: 100_000 } });
    const program = { ...ids, triggers: [1], untilRefreshStatus: ["completed"], timeoutSeconds: 60 };
    await refresh.up(program);
    requests();
    await refresh.up({ ...program, triggers: [2] });
    expect(requests().filter((request) => request === "POST")).toHaveLength(1);
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

    test("one that never shows is believed after 15 s", async () => {
      const { refresh, ids, emulator, clock, requests } = await startRefresh({ profile }, record);
      emulator.fault({ kind: "accepted-not-applied", match: { endpoint: 11 } });
      const begin = clock.time;
      expect((await refresh.up({ ...ids, untilRefreshStatus: ["completed"], timeoutSeconds: 15 })).error).toBe("");
      expect(clock.time - begin).toBe(15_000);
      expect(requests().filter((request) => request === "POST")).toHaveLength(1);
    });

    test.each([
      ["goes on from there", undefined, 1000],
      ["restarts if the time that it waited is not known", { waited: "long" }, 15_000],
    ])("a shorter timeoutSeconds ends before that, and the next up %s", async (_, odd, pause) => {
      const { refresh, ids, emulator, clock, requests } = await startRefresh({ profile }, record);
      emulator.fault({ kind: "accepted-not-applied", match: { endpoint: 11 } });
      const program = { ...ids, untilRefreshStatus: ["completed"], timeoutSeconds: 14 };
      expect((await refresh.up(program)).error).toMatch(
        /has not finished after 14 s: .*seen "completed" as before the refresh, which counts after 15 s.*Run "pulumi up" again: it continues to wait/,
      );
      const state = refresh.state as Standing;
      const pending = { ...(state.outputs["__pending"] as object), ...odd };
      refresh.state = { ...state, outputs: { ...state.outputs, __pending: pending } };
      const begin = clock.time;
      expect(await refresh.up({ ...program, timeoutSeconds: 15 })).toMatchObject({ op: "update", error: "" });
      expect(clock.time - begin).toBeGreaterThanOrEqual(pause);
      expect(clock.time - begin).toBeLessThan(pause + 1000);
      expect(requests().filter((request) => request === "POST")).toHaveLength(1);
    });

    test("one that was seen to run by an earlier run ends as soon as it shows the end", async () => {
      const { refresh, ids, change, requests } = await startRefresh({ profile, statusAfter: { ms: 1_000_000 } }, record);
      const program = { ...ids, untilRefreshStatus: ["completed"], timeoutSeconds: 20 };
      expect((await refresh.up(program)).error).toMatch(/Raise timeoutSeconds if it needs longer, or change triggers/);
      change(record);
      requests();
      expect(await refresh.up(program)).toMatchObject({ op: "update", error: "" });
      expect(requests()).toEqual(["GET", "GET"]);
    });
  });

  test("failed looks are waited out and told", async () => {
    const { refresh, ids, emulator, clock } = await startRefresh({ profile, statusAfter: { ms: 60_000 } });
    clock.onSleep = () => {
      clock.onSleep = undefined;
      emulator.fault({ kind: "html", match: { endpoint: 7 }, times: 9, status: 503 });
    };
    const { error, lines } = await refresh.up({ ...ids, untilRefreshStatus: ["completed"] });
    expect(error).toBe("");
    expect(lines.join("\n")).toMatch(
      /main: refreshing, 30 s of at most 1800 s; refresh_status \(wanted .*\)\. The last read failed: GET \/workgroups\/.* HTTP 503/,
    );
  });

  test("looks that fail to the end are told with the service's words and the RequestID", async () => {
    const { refresh, ids, emulator, clock } = await startRefresh({ profile, statusAfter: { ms: 60_000 } });
    clock.onSleep = () => {
      clock.onSleep = undefined;
      emulator.fault({ kind: "status", status: 500, message: "no disk", match: { endpoint: 7 }, times: "always" });
    };
    const { error } = await refresh.up({ ...ids, untilRefreshStatus: ["completed"], timeoutSeconds: 20 });
    expect(error).toMatch(
      /\. The last read failed: GET .* failed \(HTTP 500, Internal-Error\), saying "no disk", RequestID: request-\d+\. Run/,
    );
  });

  test("a workspace that goes away meanwhile is told after 15 s, with the fix", async () => {
    const { refresh, ids, emulator, clock } = await startRefresh({ profile, statusAfter: { ms: 100_000 } });
    let gone = 0;
    clock.onSleep = () => {
      clock.onSleep = undefined;
      emulator.deleteWorkspace(ids.workgroupId, ids.workspaceId);
      gone = clock.time;
    };
    const { error } = await refresh.up({ ...ids, untilRefreshStatus: ["completed"] });
    expect(error).toMatch(/it disappeared during the wait: workgroup .* has no workspace .* Run "pulumi refresh" to take it out/);
    expect(clock.time - gone).toBeGreaterThanOrEqual(15_000);
    expect(clock.time - gone).toBeLessThan(30_000);
    expect(refresh.state?.initErrors).toHaveLength(1);
    expect(await refresh.refresh()).toMatchObject({ op: "gone" });
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

  test("a workspace that the last look of a short wait lacked is told as what is waited for", async () => {
    const { refresh, ids, emulator, clock } = await startRefresh({ profile, statusAfter: { ms: 100_000 } });
    clock.onSleep = () => {
      clock.onSleep = undefined;
      emulator.deleteWorkspace(ids.workgroupId, ids.workspaceId);
    };
    const { error } = await refresh.up({ ...ids, untilRefreshStatus: ["completed"], timeoutSeconds: 9 });
    expect(error).toMatch(
      /has not finished after 9 s: refresh_status .*\. The last read failed: workgroup .* has no workspace .*Run "pulumi up" again/,
    );
  });

  test.each([401, 403])("a key that is refused with %i ends the wait at once", async (status) => {
    const { refresh, ids, emulator, requests, clock } = await startRefresh({ profile, statusAfter: { ms: 100_000 } });
    clock.onSleep = () => {
      clock.onSleep = undefined;
      emulator.fault({ kind: "status", status, type: "Unauthorized", match: { endpoint: 7 }, times: "always" });
    };
    const { error } = await refresh.up({ ...ids, untilRefreshStatus: ["completed"] });
    expect(error).toMatch(/was refused/);
    expect(refresh.state?.initErrors).toHaveLength(1);
    expect(requests()).toEqual(["GET", "GET", "POST", "GET", "GET"]);
  });
});
