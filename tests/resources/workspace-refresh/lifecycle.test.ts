import { profiles } from "../../support/service-fixture";
import { startSettings } from "../../support/settings-fixture";

/** A service with one workspace, and an engine that holds a refresh of it. */
async function startRefresh(options: Parameters<typeof startSettings>[0]) {
  const base = await startSettings(options);
  return { ...base, refresh: base.service.engine("WorkspaceRefresh", { maxRetries: 0 }) };
}

describe.each(profiles)("a refresh, profile $profile", ({ profile }) => {
  test("is sent at creation, and without a status to wait for, the record is read once", async () => {
    const { refresh, ids, id, path, requests } = await startRefresh({ profile });
    const outcome = await refresh.up(ids);
    expect(outcome).toMatchObject({ op: "create", error: "", lines: [`graphplane: POST ${path}/refresh`] });
    // A POST has a read of its own before it.
    expect(requests()).toEqual(["GET", "GET", "POST", "GET"]);
    expect(refresh.state?.id).toBe(id);
    expect(refresh.known).toEqual({ ...ids, refreshStatus: "refreshing" });
  });

  test("is sent again when triggers change, and only then", async () => {
    const { refresh, ids, requests } = await startRefresh({ profile });
    await refresh.up({ ...ids, triggers: [1, { a: "x" }] });
    requests();
    expect(await refresh.up({ ...ids, triggers: [1, { a: "x" }] })).toMatchObject({ op: "same", lines: [] });
    expect(requests()).toEqual([]);
    expect(await refresh.up({ ...ids, triggers: [2, { a: "x" }] })).toMatchObject({ op: "update", error: "" });
    expect(requests()).toEqual(["GET", "GET", "POST", "GET"]);
    expect(await refresh.up({ ...ids, triggers: [2, { a: "x", b: null }] })).toMatchObject({ op: "update", error: "" });
    expect(requests()).toEqual(["GET", "GET", "POST", "GET"]);
    expect(await refresh.up(ids)).toMatchObject({ op: "update" });
    expect(requests().filter((request) => request === "POST")).toHaveLength(1);
  });

  test("a timeout keeps the resource, and the next update continues to wait without a second POST", async () => {
    const { refresh, ids, requests } = await startRefresh({ profile, statusAfter: { ms: 100_000 } });
    const program = { ...ids, triggers: [1], untilRefreshStatus: ["completed"], timeoutSeconds: 60 };
    const first = await refresh.up(program);
    expect(first.error).toMatch(
      /the refresh started but did not finish within 60 s: refresh_status \(wanted "completed", seen "refreshing"\)/,
    );
    expect(first.error).toMatch(/Run "pulumi up" again: it continues to wait and sends no request/);
    expect(refresh.state?.initErrors).toHaveLength(1);
    expect(requests().filter((request) => request === "POST")).toHaveLength(1);

    expect(await refresh.up(program)).toMatchObject({ op: "update", error: "" });
    expect(requests()).not.toContain("POST");
    expect(refresh.known).toEqual({ ...program, refreshStatus: "completed", refreshMessage: "refreshed" });
    expect(await refresh.up(program)).toMatchObject({ op: "same" });
  });
});

test("no output contains a key that the record repeats", async () => {
  const { refresh, ids, emulator, change } = await startRefresh({});
  change({ refresh_status: `by ${emulator.apiKey}`, refresh_message: `used ${emulator.apiKey}` });
  const { outputs } = await refresh.get(`${ids.workgroupId}/${ids.workspaceId}`);
  expect(outputs).toMatchObject({ refreshStatus: "by [redacted]", refreshMessage: "used [redacted]" });
});
