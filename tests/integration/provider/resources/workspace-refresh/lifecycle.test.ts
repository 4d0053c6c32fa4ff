import { inspect } from "node:util";
import { Engine, type Standing } from "../../../../support/provider";
import { scripted, type Stage, stage } from "../../../../support/provider-stage";

const profiles = [{ profile: "specified" }, { profile: "observed" }] as const;

/** The stage with an engine that holds a refresh of its workspace. */
async function refreshStage(...options: Parameters<typeof stage>): Promise<Stage & { readonly refresh: Engine }> {
  const base = await stage(...options);
  const settings = { baseUrl: base.emulator.url, apiKey: base.emulator.apiKey, maxRetries: 0 };
  return { ...base, refresh: new Engine("WorkspaceRefresh", { settings, clock: base.clock }) };
}

describe.each(profiles)("a refresh, profile $profile", ({ profile }) => {
  test("is sent at creation; without a status to wait for the record is read once", async () => {
    const { refresh, ids, id, path, requests } = await refreshStage({ profile });
    const outcome = await refresh.up(ids);
    expect(outcome).toMatchObject({
      op: "create",
      error: "",
      lines: [`graphplane: POST ${path}/refresh`, `graphplane: sent POST ${path}/refresh`],
    });
    // The look ahead and the look before share one read.
    expect(requests()).toEqual(["GET", "POST", "GET"]);
    expect(refresh.state?.id).toBe(id);
    expect(refresh.known).toEqual({ ...ids, refreshStatus: "refreshing" });
  });

  test("waits for the status that is asked for", async () => {
    const { refresh, ids, requests } = await refreshStage({ profile, statusAfter: 2 });
    expect(await refresh.up({ ...ids, untilRefreshStatus: ["failed", "completed"] })).toMatchObject({ op: "create", error: "" });
    expect(requests()).toEqual(["GET", "POST", "GET", "GET", "GET"]);
    expect(refresh.known).toEqual({
      ...ids,
      untilRefreshStatus: ["failed", "completed"],
      refreshStatus: "completed",
      refreshMessage: "refreshed",
    });
  });

  test("that is taken with HTTP 202 and no body has begun", async () => {
    const { refresh, ids, path, emulator, requests } = await refreshStage({ profile });
    emulator.fault({ kind: "empty", status: 202, match: { method: "POST" } });
    expect(await refresh.up(ids)).toMatchObject({
      op: "create",
      error: "",
      lines: [expect.anything(), `graphplane: sent POST ${path}/refresh`],
    });
    expect(requests()).toEqual(["GET", "POST", "GET"]);
    expect(refresh.known).toEqual({ ...ids, refreshStatus: "refreshing" });
  });

  test("is sent again when triggers change, and only then", async () => {
    const { refresh, ids, requests } = await refreshStage({ profile });
    await refresh.up({ ...ids, triggers: [1, { a: "x" }] });
    requests();
    expect(await refresh.up({ ...ids, triggers: [1, { a: "x" }] })).toMatchObject({ op: "same", lines: [] });
    expect(requests()).toEqual([]);
    expect(await refresh.up({ ...ids, triggers: [2, { a: "x" }] })).toMatchObject({ op: "update", error: "" });
    expect(requests()).toEqual(["GET", "POST", "GET"]);
    expect(await refresh.up({ ...ids, triggers: [2, { a: "x", b: null }] })).toMatchObject({ op: "update", error: "" });
    expect(requests()).toEqual(["GET", "POST", "GET"]);
    expect(await refresh.up(ids)).toMatchObject({ op: "update" });
    expect(requests().filter((request) => request === "POST")).toHaveLength(1);
  });

  test("a change of how to wait sends nothing", async () => {
    const { refresh, ids, requests } = await refreshStage({ profile });
    await refresh.up(ids);
    requests();
    expect(await refresh.up({ ...ids, untilRefreshStatus: ["completed"], timeoutSeconds: 9 })).toMatchObject({ op: "update", error: "" });
    expect(requests()).toEqual([]);
    expect(refresh.known).toMatchObject({ untilRefreshStatus: ["completed"], timeoutSeconds: 9, refreshStatus: "refreshing" });
  });

  test("a preview says what will be sent and sends nothing", async () => {
    const { refresh, ids, path, requests } = await refreshStage({ profile });
    expect(await refresh.preview(ids)).toMatchObject({ op: "create", lines: [`graphplane: POST ${path}/refresh`] });
    expect(requests()).toEqual(["GET"]);
  });

  test("outputs that move by themselves are brought up to date by a refresh and are no difference", async () => {
    const { refresh, ids, change, requests } = await refreshStage({ profile, statusAfter: 9 });
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
    const { refresh, ids, requests } = await refreshStage({ profile });
    await refresh.up(ids);
    requests();
    delete refresh.config["graphplane:apiKey"];
    expect(await refresh.destroy()).toMatchObject({ op: "delete", error: "", lines: [] });
    expect(requests()).toEqual([]);
  });

  test("a workspace that is gone is gone", async () => {
    const { refresh, ids, emulator } = await refreshStage({ profile });
    await refresh.up(ids);
    emulator.deleteWorkspace(ids.workgroupId, ids.workspaceId);
    expect(await refresh.refresh()).toMatchObject({ op: "gone" });
  });

  test("a workspace that is not there fails the check with those that are", async () => {
    const { refresh, ids } = await refreshStage({ profile });
    const outcome = await refresh.preview({ ...ids, workspaceId: "00000000-0000-4000-8000-000000000000" });
    expect(outcome.failures).toMatchObject([{ property: "workspaceId" }]);
    expect(outcome.failures[0]?.reason).toContain(`it has ${ids.workspaceId} (main)`);
  });

  test("get reads what the record shows, and nothing is sent", async () => {
    const { refresh, id, change, requests } = await refreshStage({ profile });
    change({ refresh_status: "completed" });
    const { outputs } = await refresh.get(id);
    expect(outputs).toMatchObject({ refreshStatus: "completed" });
    expect(requests()).toEqual(["GET"]);
  });
});

describe.each(profiles)("waiting, profile $profile", ({ profile }) => {
  test("tells a line each 15 s with what is wanted and seen, and quotes the record", async () => {
    const { refresh, ids, path, change, clock } = await refreshStage({ profile, statusAfter: { ms: 40_000 } });
    clock.onSleep = () => change({ refresh_message: "half way", err_message: "a disk is slow" });
    const { error, lines } = await refresh.up({ ...ids, untilRefreshStatus: ["completed"] });
    expect(error).toBe("");
    expect(lines.slice(2)).toEqual(
      [15, 30].map(
        (second) =>
          `graphplane: ${path}: after ${second} s still waiting for refresh_status (wanted "completed", seen "refreshing"); refresh_message: "half way"; the workspace reports: "a disk is slow"`,
      ),
    );
    const pauses = clock.pauses.slice(0, 4);
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
  });

  test("a time-out keeps the resource, and the next up goes on waiting without a second POST", async () => {
    const { refresh, ids, requests } = await refreshStage({ profile, statusAfter: { ms: 100_000 } });
    const program = { ...ids, triggers: [1], untilRefreshStatus: ["completed"], timeoutSeconds: 60 };
    const first = await refresh.up(program);
    expect(first.error).toMatch(
      /the refresh was begun and is not over after 60 s: refresh_status \(wanted "completed", seen "refreshing"\)/,
    );
    expect(first.error).toMatch(/Run "pulumi up" again: it goes on waiting and sends nothing/);
    expect(refresh.state?.initErrors).toHaveLength(1);
    expect(requests().filter((request) => request === "POST")).toHaveLength(1);

    expect(await refresh.up(program)).toMatchObject({ op: "update", error: "" });
    expect(requests()).not.toContain("POST");
    expect(refresh.known).toEqual({ ...program, refreshStatus: "completed", refreshMessage: "refreshed" });
    expect(await refresh.up(program)).toMatchObject({ op: "same" });
  });

  test("a kept refresh between the two runs does not end the wait", async () => {
    const { refresh, ids, requests } = await refreshStage({ profile, statusAfter: { ms: 100_000 } });
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
    const { refresh, ids, clock, requests } = await refreshStage({ profile, statusAfter: { ms: 100_000 } });
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
    const { refresh, ids, requests } = await refreshStage({ profile, statusAfter: { ms: 100_000 } });
    const program = { ...ids, triggers: [1], untilRefreshStatus: ["completed"], timeoutSeconds: 60 };
    await refresh.up(program);
    requests();
    await refresh.up({ ...program, triggers: [2] });
    expect(requests().filter((request) => request === "POST")).toHaveLength(1);
  });

  describe("the record still shows a wanted status of an earlier refresh:", () => {
    const record = { refresh_status: "completed", refresh_message: "refreshed", snapshot_time: "2026-01-01" };

    test("one that begins to show late is waited for", async () => {
      const { refresh, ids, emulator, clock, live } = await refreshStage({ profile, statusAfter: { ms: 9000 } }, record);
      emulator.fault({ kind: "applied-late", match: { endpoint: 11 }, after: { ms: 10_000 } });
      const begin = clock.time;
      expect(await refresh.up({ ...ids, untilRefreshStatus: ["completed"] })).toMatchObject({ op: "create", error: "" });
      expect(clock.time - begin).toBeGreaterThanOrEqual(19_000);
      expect(refresh.known).toEqual({ ...ids, untilRefreshStatus: ["completed"], refreshStatus: "completed", refreshMessage: "refreshed" });
      expect(live()["snapshot_time"]).not.toBe("2026-01-01");
    });

    test("one that never shows is believed after 15 s", async () => {
      const { refresh, ids, emulator, clock, requests } = await refreshStage({ profile }, record);
      emulator.fault({ kind: "accepted-not-applied", match: { endpoint: 11 } });
      const begin = clock.time;
      expect((await refresh.up({ ...ids, untilRefreshStatus: ["completed"], timeoutSeconds: 15 })).error).toBe("");
      expect(clock.time - begin).toBe(15_000);
      expect(requests().filter((request) => request === "POST")).toHaveLength(1);
    });

    test.each([
      ["goes on from there", undefined, 1000],
      ["starts anew where it is not known how long that was", { waited: "long" }, 15_000],
    ])("a shorter timeoutSeconds ends before that, and the next up %s", async (_, odd, pause) => {
      const { refresh, ids, emulator, clock, requests } = await refreshStage({ profile }, record);
      emulator.fault({ kind: "accepted-not-applied", match: { endpoint: 11 } });
      const program = { ...ids, untilRefreshStatus: ["completed"], timeoutSeconds: 14 };
      expect((await refresh.up(program)).error).toMatch(
        /is not over after 14 s: .*seen "completed" as before the refresh, which counts after 15 s.*Run "pulumi up" again: it goes on waiting/,
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
      const { refresh, ids, change, requests } = await refreshStage({ profile, statusAfter: { ms: 1_000_000 } }, record);
      const program = { ...ids, untilRefreshStatus: ["completed"], timeoutSeconds: 20 };
      expect((await refresh.up(program)).error).toMatch(/Raise timeoutSeconds where it needs longer\./);
      change(record);
      requests();
      expect(await refresh.up(program)).toMatchObject({ op: "update", error: "" });
      expect(requests()).toEqual(["GET", "GET"]);
    });
  });

  test("failed looks are waited out and told", async () => {
    const { refresh, ids, emulator, clock } = await refreshStage({ profile, statusAfter: { ms: 60_000 } });
    clock.onSleep = () => {
      clock.onSleep = undefined;
      emulator.fault({ kind: "html", match: { endpoint: 7 }, times: 9, status: 503 });
    };
    const { error, lines } = await refresh.up({ ...ids, untilRefreshStatus: ["completed"] });
    expect(error).toBe("");
    expect(lines.join("\n")).toMatch(/still waiting for a look at the record \(the last one failed: GET \/workgroups\/.* HTTP 503/);
  });

  test("looks that fail to the end are told with the service's words and the RequestID", async () => {
    const { refresh, ids, emulator, clock } = await refreshStage({ profile, statusAfter: { ms: 60_000 } });
    clock.onSleep = () => {
      clock.onSleep = undefined;
      emulator.fault({ kind: "status", status: 500, message: "no disk", match: { endpoint: 7 }, times: "always" });
    };
    const { error } = await refresh.up({ ...ids, untilRefreshStatus: ["completed"], timeoutSeconds: 20 });
    expect(error).toMatch(
      /the last one failed: GET .* was refused \(HTTP 500, Internal-Error\), saying "no disk", RequestID: request-\d+\)/,
    );
  });

  test("a workspace that goes away meanwhile is told after 15 s, with the fix", async () => {
    const { refresh, ids, emulator, clock } = await refreshStage({ profile, statusAfter: { ms: 100_000 } });
    let gone = 0;
    clock.onSleep = () => {
      clock.onSleep = undefined;
      emulator.deleteWorkspace(ids.workgroupId, ids.workspaceId);
      gone = clock.time;
    };
    const { error } = await refresh.up({ ...ids, untilRefreshStatus: ["completed"] });
    expect(error).toMatch(/it went away while it was waited for: workgroup .* has no workspace .* Run "pulumi refresh" to take it out/);
    expect(clock.time - gone).toBeGreaterThanOrEqual(15_000);
    expect(clock.time - gone).toBeLessThan(30_000);
    expect(refresh.state?.initErrors).toHaveLength(1);
    expect(await refresh.refresh()).toMatchObject({ op: "gone" });
  });

  test("a workspace that looks lack for less than 15 s at a time is waited for", async () => {
    const { refresh, ids, clock, change } = await refreshStage({ profile, deleted: "marked", statusAfter: { ms: 60_000 } });
    const begin = clock.time;
    clock.onSleep = () => {
      const seconds = (clock.time - begin) / 1000;
      const lacking = (seconds < 14 || (seconds > 20 && seconds < 34)) && seconds > 0.6;
      change({ deleted_at: lacking ? "2026-06-08T00:00:00Z" : null });
    };
    const { error, lines } = await refresh.up({ ...ids, untilRefreshStatus: ["completed"] });
    expect(error).toBe("");
    expect(lines.join("\n")).toContain("still waiting for");
    expect(refresh.known).toMatchObject({ refreshStatus: "completed" });
  });

  test("a workspace that the last look of a short wait lacked is told as what is waited for", async () => {
    const { refresh, ids, emulator, clock } = await refreshStage({ profile, statusAfter: { ms: 100_000 } });
    clock.onSleep = () => {
      clock.onSleep = undefined;
      emulator.deleteWorkspace(ids.workgroupId, ids.workspaceId);
    };
    const { error } = await refresh.up({ ...ids, untilRefreshStatus: ["completed"], timeoutSeconds: 9 });
    expect(error).toMatch(
      /is not over after 9 s: the workspace, which a look lacked: workgroup .* has no workspace .*Run "pulumi up" again/,
    );
  });

  test.each([401, 403])("a key that is refused with %i ends the wait at once", async (status) => {
    const { refresh, ids, emulator, requests, clock } = await refreshStage({ profile, statusAfter: { ms: 100_000 } });
    clock.onSleep = () => {
      clock.onSleep = undefined;
      emulator.fault({ kind: "status", status, type: "Unauthorized", match: { endpoint: 7 }, times: "always" });
    };
    const { error } = await refresh.up({ ...ids, untilRefreshStatus: ["completed"] });
    expect(error).toMatch(/was refused/);
    expect(refresh.state?.initErrors).toHaveLength(1);
    expect(requests()).toEqual(["GET", "POST", "GET", "GET"]);
  });
});

describe.each(profiles)("a POST whose answer is lost, profile $profile", ({ profile }) => {
  test("is not repeated where the record shows that the refresh began", async () => {
    const { refresh, ids, emulator, requests } = await refreshStage({ profile });
    emulator.fault({ kind: "reset-after", match: { endpoint: 11 } });
    expect(await refresh.up({ ...ids, untilRefreshStatus: ["completed"] })).toMatchObject({ op: "create", error: "" });
    expect(requests()).toEqual(["GET", "POST", "GET", "GET"]);
    expect(refresh.known).toMatchObject({ refreshStatus: "completed" });
  });

  test("is told, kept, and sent again by the next up where the record still shows nothing", async () => {
    const { refresh, ids, emulator, requests } = await refreshStage({ profile });
    emulator.fault({ kind: "reset-before", match: { endpoint: 11 } });
    const first = await refresh.up({ ...ids, triggers: [1] });
    expect(first.error).toMatch(/POST \/workgroups\/.*\/refresh lost its connection \(ECONNRESET\), so the refresh may have begun/);
    expect(first.error).toMatch(/not sent again blindly; after 15 s the record shows no sign of it \(refresh_status "" as before\)/);
    expect(requests().filter((request) => request === "POST")).toHaveLength(1);
    expect(refresh.state?.initErrors).toHaveLength(1);

    expect(await refresh.up({ ...ids, triggers: [1] })).toMatchObject({ op: "update", error: "" });
    expect(requests()).toEqual(["GET", "POST", "GET"]);
    expect(refresh.known).not.toHaveProperty("__pending");
  });

  test("tells the service's own words and the RequestID", async () => {
    const { refresh, ids, emulator } = await refreshStage({ profile });
    emulator.fault({ kind: "status", status: 503, type: "Unknown", message: "maintenance", match: { endpoint: 11 } });
    expect((await refresh.up(ids)).error).toMatch(
      /POST .* was refused \(HTTP 503\), saying "maintenance", RequestID: request-\d+, so the refresh may/,
    );
  });

  test("is not sent again by the next up where the record shows it by then", async () => {
    const { refresh, ids, emulator, change, requests } = await refreshStage({ profile });
    emulator.fault({ kind: "html", status: 504, match: { endpoint: 11 } });
    expect((await refresh.up({ ...ids, untilRefreshStatus: ["completed"] })).error).toMatch(/HTTP 504 and an HTML page/);
    change({ refresh_status: "completed" });
    requests();
    expect(await refresh.up({ ...ids, untilRefreshStatus: ["completed"] })).toMatchObject({ op: "update", error: "" });
    expect(requests()).not.toContain("POST");
  });

  test.each([
    ["a stack refresh that shows nothing still leads to a look", {}, 1],
    ["a stack refresh that shows the refresh leads to a wait", { refresh_status: "completed" }, 0],
  ])("%s", async (_, record, posts) => {
    const { refresh, ids, emulator, change, requests } = await refreshStage({ profile });
    const program = { ...ids, untilRefreshStatus: ["completed"] };
    emulator.fault({ kind: "reset-before", match: { endpoint: 11 } });
    await refresh.up(program);
    change(record);
    await refresh.refresh();
    requests();
    expect(await refresh.up(program)).toMatchObject({ error: "" });
    expect(requests().filter((request) => request === "POST")).toHaveLength(posts);
  });

  test("a 500 tells nothing for certain: what was begun by it is found, and not begun twice", async () => {
    const { refresh, ids, emulator, requests } = await refreshStage({ profile });
    emulator.fault({ kind: "status", status: 500, applied: true, match: { endpoint: 11 } });
    expect(await refresh.up({ ...ids, untilRefreshStatus: ["completed"] })).toMatchObject({ op: "create", error: "" });
    expect(requests().filter((request) => request === "POST")).toHaveLength(1);
  });

  test("a refusal is no lost answer: nothing is kept and nothing is waited for", async () => {
    const { refresh, ids, emulator, requests } = await refreshStage({ profile });
    emulator.fault({ kind: "status", status: 400, type: "Quota-Exceed", match: { endpoint: 11 }, message: "the credit ran out" });
    expect((await refresh.up(ids)).error).toMatch(
      /^WorkspaceRefresh: create of workspace .* failed: POST .* The service says: the credit ran out\./,
    );
    expect(refresh.state).toBeUndefined();
    expect(requests()).toEqual(["GET", "POST"]);
  });

  test("a second read that fails keeps the refresh, and is made up for without a POST", async () => {
    const { refresh, ids, emulator, requests } = await refreshStage({ profile });
    await refresh.up(ids);
    requests();
    const program = { ...ids, triggers: [1] };
    const posted = emulator.journal.mark();
    emulator.fault({
      kind: "status",
      status: 400,
      type: "Bad-Request",
      match: { endpoint: 7, body: () => emulator.journal.since(posted).count("POST") > 0 },
    });
    expect((await refresh.up(program)).error).toMatch(/GET .* was refused/);
    expect(await refresh.up(program)).toMatchObject({ op: "update", error: "" });
    expect(requests().filter((request) => request === "POST")).toHaveLength(1);
  });
});

test.each([
  ["a sign of it is waited for", { refresh_status: "completed" }, 0],
  ["it is sent where the record shows nothing", {}, 1],
])("a __pending of an unknown form counts as a lost answer: %s", async (_, record, posts) => {
  for (const pending of ["text", [], {}, { post: 7, before: "x" }, { post: "lost", before: { status: 1 } }]) {
    const { refresh, ids, requests } = await refreshStage({}, record);
    const properties = { ...ids, __provider: refresh.provider };
    refresh.state = { id: `${ids.workgroupId}/${ids.workspaceId}`, inputs: properties, outputs: { ...properties, __pending: pending } };
    expect((await refresh.up(ids)).error).toBe("");
    expect(requests().filter((request) => request === "POST")).toHaveLength(posts);
  }
});

test.each([
  ["no record", { workgroup_id: "wg", workspaces: null }],
  ["another workgroup", { workgroup_id: "other", workspaces: [] }],
  ["no workgroup at all", "text"],
])("a service that answers with %s is an error and never gone", async (_, result) => {
  const engine = await scripted(() => result, "WorkspaceRefresh");
  engine.state = {
    id: "wg/ws",
    inputs: { workgroupId: "wg", workspaceId: "ws", __provider: engine.provider },
    outputs: { workgroupId: "wg", workspaceId: "ws", __provider: engine.provider },
  };
  const { op, error } = await engine.refresh();
  expect(op).toBe("failed");
  expect(error).not.toBe("");
});

test.each([
  [{ triggers: "x" }, "triggers", "must be an array, got string"],
  [{ untilRefreshStatus: [] }, "untilRefreshStatus", "must not be empty"],
  [{ timeoutSeconds: 0 }, "timeoutSeconds", "must be more than 0 seconds"],
  [{ trigger: [1] }, "trigger", "unknown argument; did you mean triggers?"],
])("the argument %j is refused at %s", async (args, property, reason) => {
  const { refresh, ids, requests } = await refreshStage();
  expect((await refresh.preview({ ...ids, ...args })).failures).toEqual([{ property, reason }]);
  expect(requests()).toEqual([]);
});

test.each(profiles)("no line and no error holds the key, also when the service repeats it ($profile)", async ({ profile }) => {
  const { refresh, ids, emulator } = await refreshStage({ profile });
  emulator.fault({ kind: "echo-secret", encoded: true, match: { endpoint: 11 } });
  const { error, lines, thrown } = await refresh.up(ids);
  expect(error).toMatch(/\[redacted\]/);
  const told = inspect([error, lines, thrown, (thrown as Error).stack], { depth: 9, showHidden: true });
  for (const form of [emulator.apiKey, encodeURIComponent(emulator.apiKey), Buffer.from(emulator.apiKey).toString("base64")]) {
    expect(told).not.toContain(form);
  }
});

test("a key that the record repeats stands in no output", async () => {
  const { refresh, ids, emulator, change } = await refreshStage({});
  change({ refresh_status: `by ${emulator.apiKey}`, refresh_message: `used ${emulator.apiKey}` });
  const { outputs } = await refresh.get(`${ids.workgroupId}/${ids.workspaceId}`);
  expect(outputs).toMatchObject({ refreshStatus: "by [redacted]", refreshMessage: "used [redacted]" });
});
