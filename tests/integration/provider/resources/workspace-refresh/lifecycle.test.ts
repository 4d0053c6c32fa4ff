import { profiles } from "../../../../support/service-fixture";
import { startRefresh } from "./fixture";

describe.each(profiles)("a refresh, profile $profile", ({ profile }) => {
  test("is sent at creation; without a status to wait for the record is read once", async () => {
    const { refresh, ids, id, path, requests } = await startRefresh({ profile });
    const outcome = await refresh.up(ids);
    expect(outcome).toMatchObject({
      op: "create",
      error: "",
      lines: [`graphplane: POST ${path}/refresh`],
    });
    // A POST has a read of its own before it.
    expect(requests()).toEqual(["GET", "GET", "POST", "GET"]);
    expect(refresh.state?.id).toBe(id);
    expect(refresh.known).toEqual({ ...ids, refreshStatus: "refreshing" });
  });

  test("waits for the status that is asked for", async () => {
    const { refresh, ids, requests } = await startRefresh({ profile, statusAfter: 2 });
    expect(await refresh.up({ ...ids, untilRefreshStatus: ["failed", "completed"] })).toMatchObject({ op: "create", error: "" });
    expect(requests()).toEqual(["GET", "GET", "POST", "GET", "GET", "GET"]);
    expect(refresh.known).toEqual({
      ...ids,
      untilRefreshStatus: ["failed", "completed"],
      refreshStatus: "completed",
      refreshMessage: "refreshed",
    });
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

  test("outputs that move by themselves are brought up to date by a refresh and are no difference", async () => {
    const { refresh, ids, change, requests } = await startRefresh({ profile, statusAfter: 9 });
    await refresh.up({ ...ids, triggers: ["a"] });
    change({ refresh_status: "completed", refresh_message: "all good" });
    const declared = refresh.declared;
    expect(await refresh.refresh()).toMatchObject({ op: "read" });
    expect(refresh.declared).toEqual(declared);
    expect(refresh.known).toMatchObject({ refreshStatus: "completed", refreshMessage: "all good" });
    requests();
    expect(await refresh.up({ ...ids, triggers: ["a"] })).toMatchObject({ op: "same" });
    expect(requests()).toEqual([]);
  });

  test("a delete sends nothing, and needs no key", async () => {
    const { refresh, ids, requests } = await startRefresh({ profile });
    await refresh.up(ids);
    requests();
    delete refresh.config["graphplane:apiKey"];
    expect(await refresh.destroy()).toMatchObject({ op: "delete", error: "", lines: [] });
    expect(requests()).toEqual([]);
  });

  test("a workspace that is gone is gone", async () => {
    const { refresh, ids, emulator } = await startRefresh({ profile });
    await refresh.up(ids);
    emulator.deleteWorkspace(ids.workgroupId, ids.workspaceId);
    expect(await refresh.refresh()).toMatchObject({ op: "gone" });
  });

  test("a workspace that is not there fails the check with those that are", async () => {
    const { refresh, ids } = await startRefresh({ profile });
    const outcome = await refresh.preview({ ...ids, workspaceId: "00000000-0000-4000-8000-000000000000" });
    expect(outcome.failures).toMatchObject([{ property: "workspaceId" }]);
    expect(outcome.failures[0]?.reason).toContain(`it has ${ids.workspaceId} (main)`);
  });

  test("get reads what the record shows, and nothing is sent", async () => {
    const { refresh, id, change, requests } = await startRefresh({ profile });
    change({ refresh_status: "completed" });
    const { outputs } = await refresh.get(id);
    expect(outputs).toMatchObject({ refreshStatus: "completed" });
    expect(requests()).toEqual(["GET"]);
  });
});

test.each([
  [{ triggers: "x" }, "triggers", "must be an array, got string"],
  [{ untilRefreshStatus: [] }, "untilRefreshStatus", "must not be empty"],
  [{ timeoutSeconds: 0 }, "timeoutSeconds", "must be more than 0 seconds"],
  [{ trigger: [1] }, "trigger", "unknown argument; did you mean triggers?"],
])("the argument %j is refused at %s", async (args, property, reason) => {
  const { refresh, ids, requests } = await startRefresh();
  expect((await refresh.preview({ ...ids, ...args })).failures).toEqual([{ property, reason }]);
  expect(requests()).toEqual([]);
});

test("no output contains a key that the record repeats", async () => {
  const { refresh, ids, emulator, change } = await startRefresh({});
  change({ refresh_status: `by ${emulator.apiKey}`, refresh_message: `used ${emulator.apiKey}` });
  const { outputs } = await refresh.get(`${ids.workgroupId}/${ids.workspaceId}`);
  expect(outputs).toMatchObject({ refreshStatus: "by [redacted]", refreshMessage: "used [redacted]" });
});
