import { closeAfterTest } from "../support/close-after-test";
import { fillAccount, programHeads } from "../support/scenario";
import { type ProviderKind, StackFixture } from "../support/stack-fixture";

/** What a person sees in a preview of the Pulumi CLI, without `graphplane review`. */

const open = async (provider: ProviderKind) => {
  const fixture = await StackFixture.open({ providerKind: provider, service: { account: fillAccount, profile: "observed" } });
  closeAfterTest(fixture);
  return { fixture, write: (program: string) => fixture.write(`${programHeads[provider]}${program}`) };
};
const linesOf = (text: string) => [...new Set([...text.matchAll(/^ *(graphplane: .*)$/gm)].map(([, line]) => line))].toSorted();

test.each(["dynamic", "native"] as const)(
  "the requests of new objects inside new ones are printed, with placeholders: %s",
  async (provider) => {
    const { fixture, write } = await open(provider);
    await write(`
const shop = new g.Workspace("shop", { workgroupId: "production", workspaceName: "shop", timeoutSeconds: 60 });
const ids = { workgroupId: shop.workgroupId, workspaceId: shop.workspaceId };
new g.WorkspaceSchedule("night", { ...ids, repeat: "daily", time: "07:00", timeZone: "UTC" });
new g.DatabaseUser("reader", { ...ids, username: "reader", password: pulumi.secret("secret-of-reader") });
new g.WorkspaceSettings("settings", { ...ids, autoStopMinutes: 45 });`);
    const inShop = "/workgroups/production/workspaces/[known-later]";
    expect(linesOf((await fixture.must("preview")).text)).toEqual([
      `graphplane: POST /workgroups/production/workspaces {"name":"shop"}`,
      `graphplane: POST ${inShop}/dbuser {"username":"reader","password":"[secret]"} (workspaceId: known later)`,
      `graphplane: POST ${inShop}/schedules {"workspace_id":"[known later]","repeat":"daily","time":"07:00","timezone":"UTC"} (workspaceId: known later)`,
      `graphplane: PUT ${inShop} {"auto_stop_minutes":45} (workspaceId: known later; sent only if something differs)`,
    ]);
  },
);

test("no diff that a person reads shows a hidden key, and each shows every other change", async () => {
  const { fixture, write } = await open("dynamic");
  const declare = (name: string, args: string, options = "{}") =>
    write(
      `const group = new pulumi.ComponentResource("shops:index:Shop", "group"); settings("${name}", { workspaceId: "main", ${args} }, ${options});`,
    );
  const up = async (...shown: RegExp[]) => {
    const flags = ["--diff", "--show-replacement-steps", "--show-full-output"];
    for (const { text } of [await fixture.must("preview"), await fixture.must("up", { flags })]) {
      expect(text).not.toMatch(/__[a-z]/);
      for (const one of shown) expect(text).toMatch(one);
    }
  };
  await declare("a", "autoStopMinutes: 45");
  await up(/create/);
  await declare("b", "autoStopMinutes: 60", '{ aliases: [{ name: "a" }] }');
  await up(/~ ?autoStopMinutes/, /auto_stop_minutes":60} was {"auto_stop_minutes":45}/);
  await declare("b", 'autoStopMinutes: 60, workspaceName: pulumi.secret("main")');
  await up(/\+ ?workspaceName/);
  await declare("b", "autoStopMinutes: 75", "{ parent: group, aliases: [{ parent: pulumi.rootStackResource }] }");
  await up(/~ ?autoStopMinutes/, /- ?workspaceName/);
  fixture.emulator.changeWorkspace("production", "main", { auto_stop_minutes: 99 });
  const { text } = await fixture.must("refresh", { flags: ["--diff"] });
  expect(text).not.toMatch(/__[a-z]/);
  expect(text).toMatch(/autoStopMinutes: 75 => 99/);
});
