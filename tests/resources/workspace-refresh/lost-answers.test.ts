import { profiles } from "../../support/service-fixture";
import { startRefresh } from "./fixture";

describe.each(profiles)("a POST whose answer is lost, profile $profile", ({ profile }) => {
  test("is not repeated where the record shows that the refresh began", async () => {
    const { refresh, ids, emulator, requests } = await startRefresh({ profile });
    emulator.fault({ kind: "reset-after", match: { endpoint: 11 } });
    expect(await refresh.up({ ...ids, untilRefreshStatus: ["completed"] })).toMatchObject({ op: "create", error: "" });
    expect(requests()).toEqual(["GET", "GET", "POST", "GET", "GET"]);
    expect(refresh.known).toMatchObject({ refreshStatus: "completed" });
  });

  test("is told, kept, and sent again by the next up where the record still shows nothing", async () => {
    const { refresh, ids, emulator, requests } = await startRefresh({ profile });
    emulator.fault({ kind: "reset-before", match: { endpoint: 11 } });
    const first = await refresh.up({ ...ids, triggers: [1] });
    expect(first.error).toMatch(/POST \/workgroups\/.*\/refresh lost its connection \(ECONNRESET\), so the refresh may have started/);
    expect(first.error).toMatch(/not sent again blindly; after 15 s the record shows no sign of it \(refresh_status "" as before\)/);
    expect(requests().filter((request) => request === "POST")).toHaveLength(1);
    expect(refresh.state?.initErrors).toHaveLength(1);

    expect(await refresh.up({ ...ids, triggers: [1] })).toMatchObject({ op: "update", error: "" });
    expect(requests()).toEqual(["GET", "GET", "POST", "GET"]);
    expect(refresh.known).not.toHaveProperty("__pending");
  });

  test("is not sent again by the next up where the record shows it by then", async () => {
    const { refresh, ids, emulator, change, requests } = await startRefresh({ profile });
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
    const { refresh, ids, emulator, change, requests } = await startRefresh({ profile });
    const program = { ...ids, untilRefreshStatus: ["completed"] };
    emulator.fault({ kind: "reset-before", match: { endpoint: 11 } });
    await refresh.up(program);
    change(record);
    await refresh.refresh();
    requests();
    expect(await refresh.up(program)).toMatchObject({ error: "" });
    expect(requests().filter((request) => request === "POST")).toHaveLength(posts);
  });
});

test.each([
  ["a sign of it is waited for", { refresh_status: "completed" }, 0],
  ["it is sent where the record shows nothing", {}, 1],
])("a __pending of an unknown form counts as a lost answer: %s", async (_, record, posts) => {
  for (const pending of ["text", [], {}, { post: 7, before: "x" }, { post: "lost", before: { status: 1 } }]) {
    const { refresh, ids, requests } = await startRefresh({}, record);
    const properties = { ...ids, __provider: refresh.provider };
    refresh.state = { id: `${ids.workgroupId}/${ids.workspaceId}`, inputs: properties, outputs: { ...properties, __pending: pending } };
    expect((await refresh.up(ids)).error).toBe("");
    expect(requests().filter((request) => request === "POST")).toHaveLength(posts);
  }
});
