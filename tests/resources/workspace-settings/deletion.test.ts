import { scripted, startSettings } from "../../support/settings-fixture";

test("a destroy with the policy pause pauses", async () => {
  const { engine, adopted, live, path, requests } = await startSettings();
  await adopted({ deletionPolicy: "pause" });
  const { lines, error } = await engine.destroy();
  expect({ lines, error }).toEqual({ lines: [`graphplane: sent PUT ${path} {"pause":true}`], error: "" });
  expect(requests()).toEqual(['PUT {"pause":true}']);
  expect(live()["status"]).toBe("Pausing");
});

describe("a response without the workspace is an error and does not count as gone:", () => {
  test.each([
    ["another workgroup's record", { workgroup_id: "other", workspaces: [] }, /returned workgroup "other" instead of "wg"/],
    ["no list of workspaces", { workgroup_id: "wg" }, /without a list of its workspaces, so it is unknown which/],
    ["a workspace without an id", { workgroup_id: "wg", workspaces: [{ name: "ws" }] }, /so workspace "ws" might still exist/],
  ])("%s", async (_name, result, message) => {
    const engine = await scripted(() => result);
    const properties = { workgroupId: "wg", workspaceId: "ws", autoStopMinutes: 1, __provider: engine.provider };
    const state = { id: "wg/ws", inputs: properties, outputs: properties };
    engine.state = state;
    expect((await engine.refresh()).error).toMatch(message);
    expect((await engine.up({ workgroupId: "wg", workspaceId: "ws", autoStopMinutes: 2 })).error).toMatch(message);
    expect(engine.state).toEqual(state);
  });

  test("a workgroup without an id is accepted if its workspace has one", async () => {
    const engine = await scripted(() => ({ workspaces: [{}, { workspace_id: "ws", auto_stop_minutes: 7 }] }));
    const properties = { workgroupId: "wg", workspaceId: "ws", autoStopMinutes: 1, __provider: engine.provider };
    engine.state = { id: "wg/ws", inputs: properties, outputs: properties };
    expect((await engine.refresh()).error).toBe("");
    expect(engine.state?.inputs).toMatchObject({ autoStopMinutes: 7 });
  });
});

describe("while state's deletionPolicy is delete", () => {
  test.each([
    ["the id alone changes", { deletionPolicy: "delete" }],
    ["the policy changes in the same step", { deletionPolicy: "retain" }],
    ["the policy is dropped in the same step", {}],
  ])("another id is refused: %s", async (_name, more) => {
    const { engine, ids, adopted, requests } = await startSettings();
    await adopted({ deletionPolicy: "delete" });
    const reason = expect.stringMatching(
      /^cannot change while the state's deletionPolicy is "delete": .* run "pulumi up", then change it$/,
    ) as string;
    const moved = { workgroupId: "other", workspaceId: "another", ...more };
    expect(await engine.up(moved)).toMatchObject({
      op: "failed",
      failures: [
        { property: "workgroupId", reason },
        { property: "workspaceId", reason },
      ],
    });
    expect((await engine.preview({ ...ids, workspaceId: "another", ...more })).failures).toEqual([{ property: "workspaceId", reason }]);
    expect(requests()).toEqual([]);
  });

  test("an unknown id is checked once it is known, and the policy itself can change", async () => {
    const { engine, ids, adopted } = await startSettings();
    await adopted({ deletionPolicy: "delete" });
    const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
    expect((await engine.preview({ ...ids, workspaceId: unknown, deletionPolicy: "delete" })).failures).toEqual([]);
    expect((await engine.up({ ...ids, deletionPolicy: "retain" })).op).toBe("update");
    const reason = expect.stringMatching(/has no workspace "another"/) as string;
    expect((await engine.preview({ ...ids, workspaceId: "another" })).failures).toEqual([{ property: "workspaceId", reason }]);
  });
});
