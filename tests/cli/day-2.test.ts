import { parsePreview } from "../../cli/review/inputs";
import { closeAfterTest } from "../support/close-after-test";
import { fillAccount, programHead } from "../support/scenario";
import { StackFixture } from "../support/stack-fixture";

/** The promises of docs/day-2.md on names and components: a rename with an alias sends nothing. */
const settings = (name: string, options: string) =>
  `${programHead}
  const workspace = { workgroupId: "production", workspaceId: "main", autoStopMinutes: 60, deletionPolicy: "pause" };
  const { DatabaseUser } = require("pulumi-graphplane");
  const user = { workgroupId: "production", workspaceId: "main", username: "reporting", password: pulumi.secret("a-password") };
  class Team extends pulumi.ComponentResource {}
  const moved = (old) => (${options});
  new WorkspaceSettings("${name}", workspace, moved("main"));
  new DatabaseUser("${name}-user", user, moved("main-user"));
`;

test("a rename and a move into a component send nothing with an alias; without one a user is refused, and a workspace is kept", async () => {
  const fixture = await StackFixture.open({ service: { account: fillAccount, extensions: true } });
  const up = async (program: string) => {
    await fixture.write(program);
    const { failed, writes, errors } = await fixture.run("up", { skipPreview: true });
    return { failed: failed !== "", writes: writes.length, refused: errors.some((text) => text.includes("add aliases: [{ name:")) };
  };
  const nothing = { failed: false, writes: 0, refused: false };
  closeAfterTest(fixture);
  expect(await up(settings("main", "{}"))).toEqual({ ...nothing, writes: 2 });
  expect(await up(settings("renamed", "{ aliases: [{ name: old }] }"))).toEqual(nothing);
  expect(await up(settings("again", "{}"))).toEqual({ failed: true, writes: 0, refused: true });
  const inTeam = '{ parent: (globalThis.team ??= new Team("example:Team", "team")), aliases: [{ parent: pulumi.rootStackResource }] }';
  expect(await up(settings("renamed", inTeam))).toEqual(nothing);
});

/** The caller's address is 198.51.100.7. */
const list = (entries: Readonly<Record<string, string>>) =>
  `${programHead}
  const { AllowList, AllowListEntry } = require("pulumi-graphplane");
  const entries = Object.entries(${JSON.stringify(entries)}).map(([name, cidr]) => new AllowListEntry(name, { workgroupId: "production", cidr }));
  new AllowList("list", { workgroupId: "production", enabled: true }, { dependsOn: entries });
`;

test("if the runner's address changes, the new entry is created first, and the one that allows the run is not deleted", async () => {
  const fixture = await StackFixture.open({ service: { account: fillAccount, extensions: true } });
  const up = async (program: string, refresh = false) => {
    await fixture.write(program);
    return fixture.run("up", { skipPreview: true, refresh });
  };
  closeAfterTest(fixture);
  expect((await up(list({ old: "198.51.100.7" }))).writes.map((line) => line.split(" ")[0])).toEqual(["POST", "PUT"]);
  expect((await up(list({ old: "198.51.100.7", next: "203.0.113.9" }))).writes).toEqual([expect.stringMatching(/^POST .*203\.0\.113\.9/)]);
  const { writes, errors } = await up(list({ next: "203.0.113.9" }));
  expect(writes).toEqual([]);
  expect(errors.join()).toMatch(/198\.51\.100\.7.* is the only range that allows 198\.51\.100\.7, which this run comes from/);
  fixture.emulator.changeWorkgroup("production", { enable_allow_list: false });
  expect((await up(list({ old: "198.51.100.7", next: "203.0.113.9" }), true)).writes).toEqual([
    expect.stringMatching(/^PUT .*allow_list\/enable/),
  ]);
});

/** A workspace in a component, which had the name `team` before. */
const inComponent = (name: string) =>
  `${programHead}
  class Team extends pulumi.ComponentResource {}
  const parent = new Team("example:Team", "${name}", {}, { aliases: [{ name: "team" }] });
  settings("main", { autoStopMinutes: 60 }, { parent });
`;

test("Pulumi crashes with --run-program after a component is renamed, and an up without it repairs that", async () => {
  const fixture = await StackFixture.open({ service: { account: fillAccount } });
  closeAfterTest(fixture);
  await fixture.write(inComponent("team"));
  await fixture.must("up");
  await fixture.write(inComponent("renamed"));
  const stack = await fixture.stack();
  const crashed = await stack.previewJson({ refresh: "with the program" });
  expect([crashed.exitCode, parsePreview(crashed.text), crashed.events.includes("summaryEvent")]).toEqual([2, undefined, false]);
  expect((await fixture.must("up", { refresh: true, skipPreview: true })).writes).toEqual([]);
  expect((await stack.previewJson({ refresh: "with the program" })).exitCode).toBe(0);
});
