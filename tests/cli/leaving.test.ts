import { join } from "node:path";
import type { Change } from "../../cli/review/model";
import { closeAfterTest } from "../support/close-after-test";
import { Commands } from "../support/commands";
import { blocks, playable } from "../support/document-commands";
import { fillAccount, programHeads } from "../support/scenario";
import { type ProviderKind, requestText, root } from "../support/stack-fixture";

/** `graphplane review --destroy`, `pulumi destroy` and the commands of docs/leaving.md, on the Pulumi CLI on PATH. */

const page = "docs/leaving.md";
const inMain = 'workgroupId: "production", workspaceId: "main"';

/** A program with one resource for each fate: deleted, deleted with another, paused, left in the account, and kept by Pulumi's own option. */
const programOf = (provider: ProviderKind, { policy = '"delete"', protect = false }) => `${programHeads[provider]}
const shop = new g.Workspace("shop", { workgroupId: "production", workspaceName: "shop", timeoutSeconds: 60, deletionPolicy: ${policy} });
const inShop = { workgroupId: shop.workgroupId, workspaceId: shop.workspaceId };
new g.WorkspaceSchedule("night", { ...inShop, repeat: "daily", time: "07:00", timeZone: "UTC" });
const user = (name, args, options) => new g.DatabaseUser(name, { ...args, username: name, password: pulumi.secret("secret-" + name) }, options);
user("reader", inShop);
user("keeper", { ...inShop, deletionPolicy: "retain" });
user("guest", { ${inMain}, deletionPolicy: "retain" });
user("owner", { ${inMain} }, { retainOnDelete: true });
settings("main", { autoStopMinutes: 45 });
settings("sandbox", { autoStopMinutes: 45, deletionPolicy: "pause" }, { protect: ${protect} });
new g.WorkspaceRefresh("refresh", { ${inMain}, triggers: ["a"] });
g.WorkspaceSettings.get("reporting", "production/reporting");
new pulumi.ComponentResource("shops:index:Shop", "group");
`;

async function open(provider: ProviderKind, options: Parameters<typeof programOf>[1] = {}) {
  const commands = await Commands.open("tests/cli/scenarios/program", { account: fillAccount, profile: "observed" });
  closeAfterTest(commands);
  const { copy } = commands;
  const write = (more: typeof options) => copy.write("index.js", programOf(provider, more));
  await write(options);
  if (provider === "native") await copy.plugIn("graphplane", join(root, "dist/provider/native/main.js"));
  const must = async (...args: string[]) => {
    const ran = await commands.run(...args);
    if (ran.code !== 0) throw new Error(ran.output);
    return ran;
  };
  const up = () => must("pulumi", "up", "--stack", "dev", "--yes", "--skip-preview");
  await must("pulumi", "stack", "init", "dev");
  await up();
  const review = async (...passed: string[]) => {
    const command = [process.execPath, join(root, "dist/cli/main.js"), "review", "--stack", "dev", "--destroy", "--json"];
    const { journal } = commands.emulator;
    const before = journal.entries.length;
    const { code, output } = await commands.run(...command, "--", ...passed);
    const { changes, fingerprint } = JSON.parse(output) as { changes: Change[]; fingerprint?: string };
    return { code, changes, fingerprint, requests: journal.entries.length - before };
  };
  const destroy = (...flags: string[]) => commands.run("pulumi", "destroy", "--stack", "dev", "--yes", "--color", "never", ...flags);
  return { commands, write, up, review, destroy };
}

/** The requests of a review, as {@link requestText} shows those that were sent. */
const requestsIn = (changes: readonly Change[]) =>
  changes.flatMap(({ requests }) =>
    requests.map((one) => requestText({ ...one, path: `/controller/v4/v2${one.path}`, status: 200 } as never)),
  );

const actionsIn = (changes: readonly Change[]) =>
  Object.fromEntries(changes.map(({ name, action, deletedWith }) => [name, deletedWith ?? action]));

describe.each(["dynamic", "native"] as const)("through the %s provider", (provider) => {
  test("a destroy sends exactly the requests that its review shows, and prints one line for each resource", async () => {
    const { review, destroy } = await open(provider);
    const { code, changes, fingerprint, requests } = await review();
    expect({ code, fingerprint, requests }).toEqual({ code: 4, fingerprint: undefined, requests: 0 });
    expect(actionsIn(changes)).toEqual({
      shop: "delete",
      night: "delete",
      reader: "delete",
      keeper: "shop",
      guest: "stop managing",
      owner: "stop managing",
      main: "stop managing",
      sandbox: "stop managing",
      refresh: "stop managing",
    });
    const destroyed = await destroy();
    expect(destroyed.code).toBe(0);
    expect(destroyed.writes.toSorted()).toEqual(requestsIn(changes).toSorted());
    expect(destroyed.writes).toHaveLength(4);
    for (const line of [
      /graphplane: \S+dbuser: no request: the user "keeper" is no longer managed; it stays as long as its workspace exists \(deletionPolicy "retain"\)/,
      /graphplane: \S+main: no request: the workspace is no longer managed; it keeps its current settings \(deletionPolicy "retain"\)/,
      /graphplane: sent DELETE \S+dbuser {"username":"reader"}/,
      /graphplane: sent PUT \S+sandbox {"pause":true}/,
    ])
      expect(destroyed.output).toMatch(line);
    expect(await review()).toEqual({ code: 0, changes: [], fingerprint: undefined, requests: 0 });
  });

  test("a review lists every refused deletion, and then the destroy deletes nothing", async () => {
    const { write, up, review, destroy } = await open(provider, { policy: "undefined", protect: true });
    const refused = async (...passed: string[]) => {
      const { code, changes } = await review(...passed);
      const names = changes.filter(({ action }) => action === "refused deletion").map(({ name }) => name);
      return { code, listed: changes.length, refused: names.toSorted(), pauses: requestsIn(changes).some((one) => one.startsWith("PUT")) };
    };
    expect(await refused()).toEqual({ code: 1, listed: 9, refused: ["sandbox", "shop"], pauses: false });
    expect(await destroy()).toMatchObject({ code: 1, writes: [] });
    expect(await refused("--ignore-protect")).toEqual({ code: 1, listed: 9, refused: ["shop"], pauses: true });
    // The containers of protected resources stay too.
    expect(await refused("--exclude-protected")).toEqual({ code: 4, listed: 7, refused: [], pauses: false });
    await write({});
    await up();
    expect(await refused()).toEqual({ code: 4, listed: 9, refused: [], pauses: true });
  });
});

describe(page, () => {
  const played = blocks.filter(({ document }) => document === page).map(playable);

  test("the commands that delete nothing send no request, even with protected resources", async () => {
    const { commands } = await open("dynamic", { policy: "undefined", protect: true });
    const [forget = []] = played;
    expect(forget).toContain("pulumi stack rm dev --force --yes");
    const { code, writes } = await commands.run("bash", "-e", "-c", forget.join("\n"));
    expect({ code, writes }).toEqual({ code: 0, writes: [] });
    expect((await commands.run("pulumi", "stack", "ls")).output).not.toContain("dev");
  });

  test("the commands that delete end with an account without the created objects, and without the stack", async () => {
    const { commands } = await open("dynamic");
    const [, remove = []] = played;
    const { output, writes } = await commands.run("bash", "-c", remove.join("\n"));
    expect(output).toContain("Stack 'dev' has been removed!");
    expect(writes.filter((one) => /^DELETE production\/[^/]+$/.test(one))).toHaveLength(1);
  });
});
