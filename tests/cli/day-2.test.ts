import { fillAccount, programHead } from "../support/scenario";
import { chosenDriver, StackFixture } from "../support/stack-fixture";

/** What docs/day-2.md says of names and components: nothing is sent where the program says what a resource was called before. */
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

test("a rename and a move into a component send nothing with an alias; without one a user is refused, and a workspace kept", async () => {
  const fixture = await StackFixture.open({ driver: await chosenDriver(), service: { account: fillAccount, extensions: true } });
  const up = async (program: string) => {
    await fixture.write(program);
    const { failed, writes, errors } = await fixture.run("up", { skipPreview: true });
    return { failed: failed !== "", writes: writes.length, refused: errors.some((text) => text.includes("add aliases: [{ name:")) };
  };
  const nothing = { failed: false, writes: 0, refused: false };
  try {
    expect(await up(settings("main", "{}"))).toEqual({ ...nothing, writes: 2 });
    expect(await up(settings("renamed", "{ aliases: [{ name: old }] }"))).toEqual(nothing);
    expect(await up(settings("again", "{}"))).toEqual({ failed: true, writes: 0, refused: true });
    const inTeam = '{ parent: (globalThis.team ??= new Team("example:Team", "team")), aliases: [{ parent: pulumi.rootStackResource }] }';
    expect(await up(settings("renamed", inTeam))).toEqual(nothing);
  } finally {
    await fixture.close();
  }
});
