import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../../cli/adopt/package";
import { type Account, type EmulatorOptions, sampleAccount, type WorkspaceRecord } from "../../../testing/emulator";
import { Compiler } from "../../support/compiler";
import { AdoptFixture, programOf } from "../../support/adopt-fixture";
import { longTest } from "../../support/whole";

const compiler = new Compiler();
let fixture: AdoptFixture;
const open = async (options: EmulatorOptions = {}) => (fixture = await AdoptFixture.open(options));
afterEach(() => fixture.close());

interface Reported {
  readonly resources: { type: string; name: string; id: string }[];
  readonly users: { name: string; username: string; passwordKey: string }[];
  readonly notExported: { what: string; place?: string; why: string }[];
  readonly failed: { what: string; why: string }[];
}

const reported = (text: string) => JSON.parse(text) as Reported;
const wholeAccount = { account: (account) => void sampleAccount(account) } satisfies EmulatorOptions;
const workgroupPath = /\/workgroups(\/[^/]+)?$/;

test("it sends nothing but GETs, no password or key is in any file, and the compiler and the linter take the program", async () => {
  await open({ ...wholeAccount, apiKey: "canary-api-key" });
  const { emulator } = fixture;
  const { files, out } = await fixture.adopt();
  expect(new Set(emulator.journal.entries.map(({ method }) => method))).toEqual(new Set(["GET"]));
  expect(Object.values(files).join("") + out).not.toMatch(/canary-api-key|sample-password|sample-database-secret/);
  expect(compiler.problems(programOf({ files }))).toEqual([]);
});

longTest("equal schedules become a loop, and another one stays alone", async () => {
  await open({
    account: (account) => {
      const { workgroup_id: group } = account.addWorkgroup({ name: "production" });
      for (const name of ["main", "reporting", "sandbox"]) {
        const { workspace_id: workspace } = account.addWorkspace(group, { name });
        account.addSchedule(group, workspace, { time: name === "sandbox" ? "09:00" : "07:00" });
      }
    },
  });
  const adopted = await fixture.adopt(["--check"]);
  expect(adopted.code).toBe(0);
  expect(compiler.problems(programOf(adopted))).toEqual([]);
  expect(programOf(adopted)).toContain(`// Schedules of workspaces.
for (const [name, workspaceId] of Object.entries({
  "main-weekly-07-00": production.workspaces.main,
  "reporting-weekly-07-00": production.workspaces.reporting,
})) {
  new WorkspaceSchedule(name, {
    workgroupId: production.id,
    workspaceId,
    repeat: "weekly",`);
  expect(programOf(adopted)).toContain('new WorkspaceSchedule("sandbox-weekly-09-00", {');
});

describe("e-mail addresses", () => {
  const address = "someone@example.com";
  const inWorkspace =
    (fill: (account: Account) => void, workspace: Partial<WorkspaceRecord> = {}) =>
    (account: Account) => {
      account.addWorkgroup({ workgroup_id: "wg", name: "production" });
      account.addWorkspace("wg", { workspace_id: "ws", name: "main", ...workspace });
      fill(account);
    };
  const configured = { addons_id: "insights", enable: true, enable_configuration: { theme: "light", owner: address } };
  const key = 'addons["insights"].enableConfiguration.owner';
  const byHand = "declare it by hand, with the value from a secret of the stack's configuration.";

  test.each<[string, (account: Account) => void, readonly unknown[]]>([
    ["the creator of a workspace, which the next refresh reads", inWorkspace(() => undefined, { creator: address }), []],
    [
      "the note of an entry, which keeps it",
      inWorkspace((account) => account.addAllowedRange("wg", { id: "e", cidr: "203.0.113.7/32", note: `ask ${address}` })),
      [{ what: 'the entry "e" of the allow list of production', place: "note", why: "it contains an e-mail address." }],
    ],
    [
      "the name of a database user, which is left out",
      inWorkspace((account) => account.addUser("wg", "ws", { username: address, password: "password" })),
      [
        {
          what: "a database user of main",
          why: "its name contains an e-mail address: declare it by hand, with adopt: true, and its name and password from the stack's configuration.",
        },
      ],
    ],
    [
      "a key of an add-on's configuration, which keeps it",
      inWorkspace(() => undefined, { addons: [configured] }),
      [{ what: "main", place: key, why: "it contains an e-mail address." }],
    ],
    [
      "the value of an add-on configuration, which is left out",
      inWorkspace((account) => {
        const { id } = account.addInstalledAddon({ configs: ["alerts"] });
        account.addConfiguration(id, { name: "alerts", value: JSON.stringify({ to: [address] }) });
      }),
      [{ what: 'configuration "alerts" of the add-on "insights"', why: `it contains an e-mail address: ${byHand}` }],
    ],
    [
      "the name of a workspace",
      inWorkspace(() => undefined, { name: address }),
      [{ what: "someone-example.com", place: "workspaceName", why: "it contains an e-mail address." }],
    ],
  ])("no file and no report holds %s", async (_, account, notExported) => {
    await open({ account });
    const { code, out, files } = await fixture.adopt(["--json", "--fields", "all"]);
    expect(code).toBe(0);
    expect(Object.values(files).join("") + out).not.toContain(address);
    expect(reported(out).notExported).toEqual(notExported);
    expect(compiler.problems(programOf({ files }))).toEqual([]);
  });
});

describe("an adopted allow list", () => {
  const account = (fill: Account) => {
    for (const name of ["production", "staging"]) {
      fill.addWorkgroup({ workgroup_id: name, name, enable_allow_list: true });
      fill.addAllowedRange(name, { id: `${name}-1`, cidr: "203.0.113.0/24", note: "office" });
    }
    fill.addAllowedRange("production", { id: "vpn", cidr: "198.51.100.7/32", note: "class" });
  };

  test("depends on the adopted entries of its workgroup, and on no others", async () => {
    await open({ account });
    const adopted = await fixture.adopt();
    expect(adopted.code).toBe(0);
    expect(compiler.problems(programOf(adopted))).toEqual([]);
    expect(programOf(adopted)).toContain('const productionOffice = new AllowListEntry("production-office", {');
    const dependencies = [...programOf(adopted).matchAll(/dependsOn: \[([^\]]*)\]/g)].map(([, names = ""]) => names.match(/\w+/g));
    expect(dependencies).toEqual([["productionOffice", "classEntry"], ["stagingOffice"]]);
  });

  test("depends on nothing where its entries are left out", async () => {
    await open({ account });
    const adopted = await fixture.adopt(["--no-allowed-ranges"]);
    expect(adopted.code).toBe(0);
    expect(programOf(adopted)).not.toContain("dependsOn");
    expect(compiler.problems(programOf(adopted))).toEqual([]);
  });
});

test("the next steps begin with a login, since a stack needs a backend", async () => {
  await open(wholeAccount);
  expect((await fixture.adopt()).out).toMatch(/npm install\n {2}pulumi login\n {2}pulumi stack init dev/);
});

test("secret-looking and masked values are named, never written", async () => {
  const enable_configuration = {
    theme: "light",
    apiKey: "canary-1",
    nested: { password: "canary-2", rows: 5, shown: "***" },
    list: [{ token: "canary-3" }],
    link: "https://user:canary-4@example.com",
    maxTokens: 4096,
    key: "GSQL-Secret canary-key-5",
    echoed: "the-api-key-itself",
  };
  await open({
    apiKey: "the-api-key-itself",
    account: (account) => {
      const { workgroup_id } = account.addWorkgroup();
      account.addWorkspace(workgroup_id, { addons: [{ addons_id: "insights", enable: true, enable_configuration }] });
      const { id } = account.addInstalledAddon({ configs: ["plain", "masked", "dbPassword", "nested"] });
      account.addConfiguration(id, { name: "plain", value: '{"rows":5}' });
      account.addConfiguration(id, { name: "masked", value: '{"rows":"***"}' });
      account.addConfiguration(id, { name: "dbPassword", value: "canary-6" });
      account.addConfiguration(id, { name: "nested", value: '{"auth":{"user":"canary-7"}}' });
    },
  });
  const { code, files, out } = await fixture.adopt(["--json"]);
  expect(code).toBe(0);
  expect(Object.values(files).join("") + out).not.toMatch(/canary|the-api-key-itself/);
  expect(programOf({ files })).toMatch(/theme: "light",\s+nested: \{\s+rows: 5,\s+\},\s+maxTokens: 4096,/);
  expect(programOf({ files })).toMatch(/configName: "plain",\s+configValue: \{\s+rows: 5,\s+\}/);
  const { notExported } = reported(out);
  expect(notExported.flatMap(({ what, place }) => (place === undefined ? [what] : []))).toEqual([
    'configuration "masked" of the add-on "insights"',
    'configuration "dbPassword" of the add-on "insights"',
    'configuration "nested" of the add-on "insights"',
  ]);
  const keys = ["apiKey", "nested.password", "nested.shown", "list", "link", "key", "echoed"];
  expect(notExported.flatMap(({ place }) => place ?? [])).toEqual(keys.map((key) => `addons["insights"].enableConfiguration.${key}`));
});

test("a secret in the note of an entry is named, never written, and the entry keeps it; a schedule with one is left out", async () => {
  const apiKey = "the-api-key-itself";
  await open({
    apiKey,
    account: (account) => {
      account.addWorkgroup({ workgroup_id: "wg", name: "group" });
      account.addWorkspace("wg", { workspace_id: "ws", name: "space" });
      const notes = ["vpn password=canary-1", `office ${apiKey}`, "***", "office"];
      notes.forEach((note, index) => account.addAllowedRange("wg", { id: `e${index}`, cidr: `203.0.113.${index}/32`, note }));
      account.addSchedule("wg", "ws", { time: "token=canary-2" });
    },
  });
  fixture.emulator.changeContents("wg", "ws", { backupSchedule: { schedule: "***" } });
  const { code, files, out } = await fixture.adopt(["--json"]);
  expect(code).toBe(0);
  expect(Object.values(files).join("") + out).not.toMatch(/canary|the-api-key-itself/);
  expect(Object.values(files).join("")).not.toContain("***");
  const entries = reported(out).resources.filter(({ type }) => type.endsWith(":AllowListEntry"));
  expect(entries.map(({ name }) => name)).toEqual(["203.0.113.0-32", "203.0.113.1-32", "203.0.113.2-32", "office"]);
  expect(programOf({ files }).match(/note: .*/g)).toEqual(['note: "office",']);
  expect(reported(out).notExported).toEqual([
    { what: 'the entry "e0" of the allow list of group', place: "note", why: "it looks like a secret." },
    { what: 'the entry "e1" of the allow list of group', place: "note", why: "it looks like a secret." },
    { what: 'the entry "e2" of the allow list of group', place: "note", why: "the service shows it masked (***)." },
    { what: "a schedule of space", why: "it looks like a secret." },
    { what: "the backup schedule of space", why: "the service shows it masked (***)." },
  ]);
});

test("the allow list of a workgroup without workspaces is declared too; one that cannot be declared is named", async () => {
  await open({
    account: (account) => {
      account.addWorkgroup({ workgroup_id: "full", name: "full" });
      account.addWorkspace("full");
      account.addWorkgroup({ workgroup_id: "empty", name: "empty", enable_allow_list: true });
      account.addAllowedRange("empty", { id: "e", cidr: "203.0.113.0/24", note: "office" });
      account.addWorkgroup({ workgroup_id: "unused", name: "unused" });
      account.addWorkgroup({ workgroup_id: "odd/id", name: "odd", enable_allow_list: true });
    },
  });
  const { code, files, out } = await fixture.adopt(["--json", "--no-schedules", "--no-configurations"]);
  expect(code).toBe(0);
  expect(reported(out).resources.flatMap(({ id }) => (id.startsWith("empty") ? [id] : []))).toEqual(["empty/e", "empty"]);
  expect(programOf({ files })).toMatch(/new AllowList\("empty", \{\s+workgroupId: empty\.id,\s+enabled: true/);
  expect(programOf({ files })).not.toMatch(/unused|odd/);
  expect(compiler.problems(programOf({ files }))).toEqual([]);
  expect(reported(out).notExported).toEqual([
    { what: "the allow list of odd", why: "the identifier of its workgroup cannot be declared." },
  ]);
});

test("50 workspaces in 10 workgroups: one list and one read of each workgroup", async () => {
  await open({
    account: (account) => {
      for (let group = 0; group < 10; group++) {
        const { workgroup_id } = account.addWorkgroup({ name: `group ${group}` });
        for (let index = 0; index < 5; index++) account.addWorkspace(workgroup_id, { name: `space ${index}`, auto_stop_minutes: index });
      }
    },
  });
  const { code, out, files } = await fixture.adopt([
    "--json",
    "--no-users",
    "--no-configurations",
    "--no-schedules",
    "--no-allowed-ranges",
    "--no-backup-schedules",
  ]);
  expect(code).toBe(0);
  expect(reported(out).resources.length).toBe(50);
  expect(new Set(reported(out).resources.map(({ name }) => name)).size).toBe(50);
  expect(fixture.emulator.journal.length).toBe(11);
  expect(fixture.emulator.journal.filter(({ decodedPath }) => workgroupPath.test(decodedPath)).length).toBe(11);
  expect(compiler.problems(programOf({ files }))).toEqual([]);
});

describe("failures", () => {
  const two = {
    account: (account) => {
      for (const name of ["good", "bad"]) {
        account.addWorkgroup({ workgroup_id: name, name });
        account.addWorkspace(name, { workspace_id: `${name}-1`, name: `${name} one` });
        account.addWorkspace(name, { workspace_id: `${name}-2`, name: `${name} two` });
      }
    },
  } satisfies EmulatorOptions;

  test("a workgroup that answers 500: the others are written, what is missing is said, and it fails", async () => {
    await open(two);
    fixture.emulator.fault({ kind: "status", status: 500, match: { path: /\/workgroups\/bad$/ }, message: "no luck", times: "always" });
    const { code, err, out, files } = await fixture.adopt();
    expect(code).toBe(1);
    expect(programOf({ files })).toContain("good-one");
    expect(programOf({ files })).not.toContain("bad-one");
    expect(out).toMatch(/Could not be read:\n {2}workgroup "bad": .*no luck/);
    expect(err).toMatch(/^graphplane adopt: 1 thing could not be read; the rest is written\. .*$/);
  });

  test("a workspace that goes away while it reads is left out and said; nothing fails", async () => {
    await open(two);
    const { emulator } = fixture;
    const timer = setInterval(() => {
      if (emulator.journal.length > 0) {
        clearInterval(timer);
        emulator.deleteWorkspace("bad", "bad-2");
      }
    }, 1);
    emulator.fault({ kind: "slow-body", match: { path: /\/workgroups$/ }, pieces: 2, pauseMs: 50 });
    const { code, out } = await fixture.adopt(["--no-users"]);
    clearInterval(timer);
    expect(code).toBe(0);
    expect(out).toContain('workspace "bad two": it disappeared while the account was read.');
  });

  test("a key that the lists of database users refuse is asked for one of them alone", async () => {
    await open(two);
    fixture.emulator.fault({ kind: "status", status: 401, type: "Unauthorized", match: { path: /\/dbuser$/ }, times: "always" });
    const { code, out, files } = await fixture.adopt(["--json"]);
    expect([code, reported(out).failed.map(({ what }) => what)]).toEqual([1, ["database users"]]);
    expect(fixture.emulator.journal.filter(({ decodedPath }) => decodedPath.endsWith("/dbuser")).length).toBe(1);
    expect(programOf({ files })).toContain("good-one");
  });

  test("a workspace that is asked for and is not there is said, and it fails", async () => {
    await open(two);
    const { code, out, files } = await fixture.adopt(["--workspace", "good/good-2", "--workspace", "good/gone", "--json"]);
    expect(code).toBe(1);
    expect(reported(out).failed).toEqual([{ what: 'workspace "gone"', why: 'workgroup "good" has no such workspace.' }]);
    expect(programOf({ files })).toMatch(/"good-two"/);
    expect(programOf({ files })).not.toMatch(/good-one/);
  });

  test.each([
    [
      "a workgroup that is not there",
      ["--workgroup", "a1000000-0000-4000-8000-00000000ffff"],
      {},
      /there is nothing to adopt, and nothing was written\. .*there is no workgroup "a1.*"; there are good \(good\), bad \(bad\)/,
    ],
    [
      "a service without a list of workgroups",
      [],
      { extensions: false },
      /does not list its workgroups \(.*\); name them with --workgroup <id>\.$/,
    ],
    [
      "a key that is refused",
      [],
      { apiKey: "another" },
      /^graphplane adopt: reading the list of workgroups failed: .* The API key \(GRAPHPLANE_API_KEY of the environment\) was used\. /,
    ],
  ] as const)("%s is one sentence, exit code 1, and no file", async (_, args, options, sentence) => {
    await open({ ...two, ...options });
    if ("apiKey" in options) process.env.GRAPHPLANE_API_KEY = "wrong";
    const { code, err, out, folder } = await fixture.adopt(args);
    expect([code, out, existsSync(folder)]).toEqual([1, "", false]);
    expect(err).toMatch(sentence);
    expect(err).not.toContain("\n");
  });

  test("a service of the documented API alone is adopted by naming workgroups; users are named as not found", async () => {
    await open({ ...two, profile: "specified" });
    const { code, out, files } = await fixture.adopt(["--workgroup", "good", "--workgroup", "bad", "--json"]);
    expect(code).toBe(0);
    expect(reported(out).resources.length).toBe(4);
    expect(reported(out).notExported.map(({ what }) => what)).toEqual(["database users", "entries of allow lists", "backup schedules"]);
    expect(files["index.ts"]).not.toContain("DatabaseUser");
  });

  test("missing settings are named with the variables that hold them", async () => {
    await open(two);
    process.env.GRAPHPLANE_BASE_URL = "";
    process.env.GRAPHPLANE_API_KEY = "";
    const { code, err } = await fixture.adopt();
    expect([code, err]).toEqual([
      2,
      "graphplane adopt: GRAPHPLANE_BASE_URL is missing; GRAPHPLANE_API_KEY is missing. Set them in the environment.",
    ]);
  });
});

describe("wrong use", () => {
  test("a folder with anything in it is left as it is", async () => {
    await open(wholeAccount);
    const folder = fixture.folder();
    mkdirSync(folder);
    writeFileSync(join(folder, "index.ts"), "mine");
    const { code, err, files } = await fixture.adopt([], folder);
    expect([code, files]).toEqual([2, { "index.ts": "mine" }]);
    expect(err).toMatch(/is not empty \(it holds "index\.ts"\), and nothing in it is overwritten; give --out an empty or a new folder\.$/);
    expect(fixture.emulator.journal.length).toBe(0);
  });

  const proc = existsSync("/proc/self") ? test : test.skip;
  test.each([
    ["below a file", (folder: string) => (writeFileSync(folder, ""), join(folder, "project"))],
    ["whose name is too long", (folder: string) => join(folder, "n".repeat(300))],
  ])("a folder %s is refused before the account is read", async (_, inside) => {
    await open(wholeAccount);
    const { code, err } = await fixture.adopt([], inside(fixture.folder()));
    expect(code).toBe(2);
    expect(err).toMatch(/^graphplane adopt: .*; give --out [^\n]*$/);
    expect(fixture.emulator.journal.length).toBe(0);
  });

  proc("a folder that cannot be made is refused before the account is read, and what was made above it is gone", async () => {
    await open(wholeAccount);
    for (const folder of ["/proc/graphplane", "/proc/self/graphplane/project"]) {
      const { code, err } = await fixture.adopt([], folder);
      expect(code).toBe(2);
      expect(err).toBe(
        `graphplane adopt: files cannot be written to "${folder}" (no such file or directory); give --out a folder that you may create, or an empty one that you may write to.`,
      );
    }
    expect(fixture.emulator.journal.length).toBe(0);
  });

  test.each([
    [["--fields", "default,autoStop"], /--fields takes default, all and .*autoStopMinutes.*, not "autoStop"\.$/],
    [["--workspace", "ws"], /--workspace takes <workgroup>\/<workspace>, not "ws"\.$/],
    [["--configuration", "x/"], /--configuration takes <installed add-on>\/<name>, not "x\/"\.$/],
    [["--name", "a b"], /--name takes letters, digits/],
    [["--api-key", "k"], /--api-key.*; see graphplane adopt --help\.$/],
    [["there"], /there.*see graphplane adopt --help\.$/],
  ])("%j is one sentence that says what is right", async (args, sentence) => {
    await open();
    const { code, err, out } = await fixture.adopt(args);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(sentence);
  });
});

describe("what is written", () => {
  test("npm install finds the package where the command runs from, and git ignores previews and plans", async () => {
    await open(wholeAccount);
    const { files, out } = await fixture.adopt();
    const { dependencies } = JSON.parse(files["package.json"] ?? "") as { dependencies: Record<string, string> };
    expect(dependencies["pulumi-graphplane"]).toBe(`file:${packageRoot()}`);
    expect(out).toContain(`package.json installs pulumi-graphplane from ${packageRoot()}, `);
    expect(files[".gitignore"]).toBe("node_modules/\npreview.json\nplan.json\n");
  });

  test("users are declared without a password, taken over only once one is set", async () => {
    await open(wholeAccount);
    const { out, files } = await fixture.adopt(["--json"]);
    expect(reported(out).users).toEqual([{ name: "main-reader", username: "reader", passwordKey: "main-reader-password" }]);
    expect(files["import.json"]).not.toContain("DatabaseUser");
    expect(programOf({ files })).toMatch(/password !== undefined/);
    expect(programOf({ files })).toMatch(/adopt: true,/);
    // What graphplane did not make is retained by default.
    expect(programOf({ files })).not.toContain("deletionPolicy");
    const without = await fixture.adopt(["--no-users"]);
    expect(programOf(without)).not.toMatch(/DatabaseUser|@pulumi\/pulumi/);
  });

  test("a configuration whose name is given is found; an add-on that lists none is named", async () => {
    await open(wholeAccount);
    const first = await fixture.adopt(["--json"]);
    const [missing] = reported(first.out).notExported;
    expect(missing?.what).toBe('configurations of the add-on "insights"');
    const id = /--configuration ([^/]+)\/<name>/.exec(missing?.why ?? "")?.[1] ?? "";
    const { code, out, files } = await fixture.adopt(["--json", "--configuration", `${id}/default`]);
    expect([code, reported(out).notExported]).toEqual([0, []]);
    expect(programOf({ files })).toMatch(/installedAddonId: insights,\s+configName: "default",\s+configValue: \{\s+theme: "light",\s+\}/);
  });

  test("--fields chooses what is declared", async () => {
    await open(wholeAccount);
    const few = programOf(await fixture.adopt(["--fields", "autoStopMinutes"]));
    expect(few).toContain("autoStopMinutes: 30");
    expect(few).not.toMatch(/enableHa|addons/);
    expect(programOf(await fixture.adopt(["--fields", "all"]))).toMatch(/workspaceName: "main"[\s\S]*agentConfig: \{/);
  });
});
