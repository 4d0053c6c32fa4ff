import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../../client/http/version";
import { type Account, type EmulatorOptions, sampleAccount } from "../../../testing/emulator";
import { Compiler, declaredIn, inOrder } from "../../support/compiler";
import { AdoptFixture, importedBy, manyWorkspaces, programOf } from "../../support/adopt-fixture";

const compiler = new Compiler();
let fixture: AdoptFixture;
const open = async (options: EmulatorOptions = {}) => (fixture = await AdoptFixture.open(options));
afterEach(() => fixture.close());

interface Reported {
  readonly dependency: string;
  readonly resources: { type: string; name: string; id: string }[];
  readonly users: { name: string; username: string; passwordKey: string }[];
  readonly notExported: { what: string; place?: string; why: string }[];
  readonly failed: { what: string; why: string }[];
}

const reported = (text: string) => JSON.parse(text) as Reported;
const wholeAccount = { account: (account) => void sampleAccount(account) } satisfies EmulatorOptions;

/** A run that succeeds, with a program that compiles. */
async function adoptAgain(...args: string[]) {
  const run = await fixture.adopt(["--json", ...args]);
  expect([run.code, run.err]).toEqual([0, ""]);
  const program = programOf(run);
  expect(compiler.problems(program)).toEqual([]);
  return { ...reported(run.out), program, files: run.files, everything: Object.values(run.files).join("") + run.out };
}

/** The same of an account. */
async function adopted(options: EmulatorOptions, ...args: string[]) {
  await open(options);
  return adoptAgain(...args);
}

test("adopt sends only GET requests, writes no password or key, and depends on the package that the command runs from", async () => {
  const { files, everything, dependency } = await adopted({ ...wholeAccount, apiKey: "canary-api-key" });
  expect(new Set(fixture.emulator.journal.entries.map(({ method }) => method))).toEqual(new Set(["GET"]));
  expect(everything).not.toMatch(/canary-api-key|sample-password|sample-database-secret/);
  const { dependencies } = JSON.parse(files["package.json"] ?? "") as { dependencies: Record<string, string> };
  expect([dependency, dependencies["pulumi-graphplane"]]).toEqual([`file:${packageRoot}`, `file:${packageRoot}`]);
  // Quoted, since YAML reads a name such as 2026 or true as another type.
  expect(files["Pulumi.yaml"]).toMatch(/^name: "project-1"$/m);
  expect(files[".gitignore"]).toBe("node_modules/\npreview.json\nplan.json\n");
});

test("a key so short that other texts contain it is named as the reason why much is left out", async () => {
  await open({ ...wholeAccount, apiKey: "e" });
  const { code, err, out } = await fixture.adopt(["--json"]);
  expect(code).toBe(0);
  expect(err).toBe(
    "graphplane adopt: The API key has only 1 character. adopt leaves out every value that contains the key, because such a value looks like a secret.",
  );
  expect(reported(out).notExported.length).toBeGreaterThan(0);
});

test("--check without a Pulumi CLI names what to install and what to run instead, and nothing is read or written", async () => {
  await open(wholeAccount);
  process.env["PATH"] = "";
  const { code, err, folder } = await fixture.adopt(["--check"]);
  expect(code).toBe(2);
  expect(err).toMatch(
    /--check needs the Pulumi CLI, which is not on PATH\. Install it: https:.*\. Or run adopt without --check, and preview later/,
  );
  expect([existsSync(folder), fixture.emulator.journal.length]).toEqual([false, 0]);
});

describe("21 workspaces in 3 workgroups", () => {
  test("share their settings, and each declares only its own", async () => {
    const { program } = await adopted({ account: manyWorkspaces });
    expect(program).toContain(`const defaults: Partial<WorkspaceSettingsArgs> = {
  autoStopMinutes: 30,
  autoUpgradeState: "none",
`);
    expect(program).toContain(`
new WorkspaceSettings("production-search", {
  ...defaults,
  workgroupId: production.id,
  workspaceId: production.workspaces["production-search"],
  workspaceTypeName: "TG-4",
  autoStopMinutes: 0,
  maintenanceWindow: {
    dayOfWeek: 0,
    hourOfDay: 4,
    timeZone: "UTC",
  },
});

new WorkspaceSettings("production-demo", {
  ...defaults,
  workgroupId: production.id,
  workspaceId: production.workspaces["production-demo"],
  workspaceTypeName: "TG-4",
  autoStopMinutes: 0,
  addons: undefined,
});
`);
    expect(program.match(/timeZone: "UTC",\n {2}\},/g)).toHaveLength(2);
  });

  test("are in a loop where they differ in nothing else, and so are their schedules", async () => {
    const { program } = await adopted({ account: manyWorkspaces });
    expect(program).toContain(`
for (const [name, workspaceId] of Object.entries(staging.workspaces)) {
  new WorkspaceSettings(name, {
    ...defaults,
    workgroupId: staging.id,
    workspaceId,
    workspaceTypeName: "TG-1",
  });
}
`);
    expect(program).toContain(`
for (const [name, workspaceId] of Object.entries({
  "development-main-weekly-07-00": development.workspaces["development-main"],
`);
    expect(program).toContain('new WorkspaceSchedule("development-demo-weekly-09-00", {');
    expect(program.match(/^for \(/gm)).toHaveLength(4);
  });
});

test("e-mail addresses are in no file and no report; the next refresh reads the creator of a workspace", async () => {
  const address = "someone@example.com";
  const addons = [{ addons_id: "insights", enable: true, enable_configuration: { theme: "light", owner: address } }];
  const account = (fill: Account) => {
    fill.addWorkgroup({ workgroup_id: "wg", name: "production" });
    fill.addWorkspace("wg", { workspace_id: "ws", name: "main", creator: address, addons });
    fill.addWorkspace("wg", { workspace_id: "named", name: address });
    fill.addAllowedRange("wg", { id: "e", cidr: "203.0.113.7/32", note: `ask ${address}` });
    fill.addUser("wg", "ws", { username: address, password: "password" });
    const { id } = fill.addInstalledAddon({ configs: ["alerts"] });
    fill.addConfiguration(id, { name: "alerts", value: JSON.stringify({ to: [address] }) });
  };
  const { everything, notExported } = await adopted({ account }, "--fields", "all");
  expect(everything).not.toContain(address);
  const why = "it contains an e-mail address.";
  const byHand = (how: string) =>
    expect.stringMatching(new RegExp(`contains an e-mail address: declare it manually, with ${how}`)) as string;
  expect(notExported).toEqual([
    { what: "main", place: 'addons["insights"].enableConfiguration.owner', why },
    { what: "someone-example.com", place: "workspaceName", why },
    { what: "a database user of main", why: byHand("adopt: true, and its name and password from the stack configuration") },
    { what: 'the entry "e" of the allow list of production', place: "note", why },
    { what: 'configuration "alerts" of the add-on "insights"', why: byHand("the value from a secret") },
  ]);
});

describe("an adopted allow list", () => {
  const account = (fill: Account) => {
    for (const name of ["production", "staging"]) {
      fill.addWorkgroup({ workgroup_id: name, name, enable_allow_list: true });
      fill.addAllowedRange(name, { id: `${name}-1`, cidr: "203.0.113.0/24", note: "office" });
    }
    fill.addAllowedRange("production", { id: "vpn", cidr: "198.51.100.7/32", note: "class" });
  };

  test("depends on the adopted entries of its workgroup only", async () => {
    const { program } = await adopted({ account });
    expect(program).toContain('const productionOffice = new AllowListEntry("production-office", {');
    const dependencies = [...program.matchAll(/dependsOn: \[([^\]]*)\]/g)].map(([, names = ""]) => names.match(/\w+/g));
    expect(dependencies).toEqual([["productionOffice", "classEntry"], ["stagingOffice"]]);
  });

  test("depends on nothing if its entries are left out", async () => {
    expect((await adopted({ account }, "--no-allowed-ranges")).program).not.toContain("dependsOn");
  });
});

test("values that look like secrets, are masked or hold the key are reported and not written", async () => {
  const enable_configuration = { theme: "light", nested: { password: "canary-1", rows: 5 }, shown: "***", echoed: "canary-api-key" };
  const account = (fill: Account) => {
    fill.addWorkspace(fill.addWorkgroup().workgroup_id, { addons: [{ addons_id: "insights", enable: true, enable_configuration }] });
    const { id } = fill.addInstalledAddon({ configs: ["plain", "dbPassword"] });
    fill.addConfiguration(id, { name: "plain", value: '{"rows":5}' });
    fill.addConfiguration(id, { name: "dbPassword", value: "canary-2" });
  };
  const { program, everything, notExported } = await adopted({ apiKey: "canary-api-key", account });
  expect(everything).not.toContain("canary");
  expect(program).toMatch(/theme: "light",\s+nested: \{\s+rows: 5,\s+\},\s+\}/);
  expect(program).toMatch(/configName: "plain",\s+configValue: \{\s+rows: 5,\s+\}/);
  expect(notExported.map(({ what, place }) => place ?? what)).toEqual([
    ...["nested.password", "shown", "echoed"].map((key) => `addons["insights"].enableConfiguration.${key}`),
    'configuration "dbPassword" of the add-on "insights"',
  ]);
});

test("the allow list of a workgroup without workspaces is declared; one that cannot be declared is reported", async () => {
  const account = (fill: Account) => {
    fill.addWorkgroup({ workgroup_id: "full", name: "full" });
    fill.addWorkspace("full");
    fill.addWorkgroup({ workgroup_id: "empty", name: "empty", enable_allow_list: true });
    fill.addAllowedRange("empty", { id: "e", cidr: "203.0.113.0/24", note: "office" });
    fill.addWorkgroup({ workgroup_id: "unused", name: "unused" });
    fill.addWorkgroup({ workgroup_id: "odd/id", name: "odd", enable_allow_list: true });
  };
  const { program, resources, notExported } = await adopted({ account }, "--no-schedules", "--no-configurations");
  expect(resources.flatMap(({ id }) => (id.startsWith("empty") ? [id] : []))).toEqual(["empty/e", "empty"]);
  expect(program).toMatch(/new AllowList\("empty", \{\s+workgroupId: empty\.id,\s+enabled: true/);
  expect(program).not.toMatch(/unused|odd/);
  expect(notExported).toEqual([{ what: "the allow list of odd", why: "the identifier of its workgroup cannot be declared." }]);
});

test("50 workspaces in 10 workgroups take one list and one read of each workgroup", async () => {
  const account = (fill: Account) => {
    for (let group = 0; group < 10; group++) {
      const { workgroup_id } = fill.addWorkgroup({ name: `group ${group}` });
      for (let index = 0; index < 5; index++) fill.addWorkspace(workgroup_id, { name: `space ${index}`, auto_stop_minutes: index });
    }
  };
  const without = ["users", "configurations", "schedules", "allowed-ranges", "backup-schedules"].map((kind) => `--no-${kind}`);
  const { resources } = await adopted({ account }, ...without);
  expect([resources.length, new Set(resources.map(({ name }) => name)).size]).toEqual([50, 50]);
  const paths = fixture.emulator.journal.entries.map(({ decodedPath }) => decodedPath);
  expect(paths).toEqual(Array.from({ length: 11 }, () => expect.stringMatching(/\/workgroups(\/[^/]+)?$/) as string));
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

  test("if a workgroup responds with 500, the others are written, the report names it, and the exit code is 1", async () => {
    await open(two);
    fixture.emulator.fault({ kind: "status", status: 500, match: { path: /\/workgroups\/bad$/ }, message: "no luck", times: "always" });
    const { code, err, out, files } = await fixture.adopt();
    expect(code).toBe(1);
    expect(programOf({ files })).toContain("good-one");
    expect(programOf({ files })).not.toContain("bad-one");
    expect(out).toMatch(/Could not be read:\n {2}workgroup "bad": .*no luck/);
    expect(err).toMatch(/^graphplane adopt: 1 object could not be read, and adopt wrote the rest\. .*$/);
  });

  test("a workgroup whose list is null is empty, unless one of its databases has a workspace", async () => {
    const nullList = async (databases: readonly object[]) => {
      await open(two);
      const result = { workgroup_id: "bad", name: "bad", tg_databases: databases, workspaces: null };
      fixture.emulator.fault({ kind: "wrong-shape", shape: "no-envelope", result, match: { path: /\/workgroups\/bad$/ }, times: "always" });
      const { code, files } = await fixture.adopt();
      return [code, programOf({ files }).includes("good-one")];
    };
    expect(await nullList([])).toEqual([0, true]);
    expect(await nullList([{ workspaces: [{ workspace_id: "bad-1" }] }])).toEqual([1, true]);
  });

  test("a workspace that disappears during the run is reported and left out; nothing fails", async () => {
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
    expect(out).toContain('workspace "bad two": it disappeared during the run.');
  });

  test("after one list of database users refuses the key, adopt requests no other", async () => {
    await open(two);
    fixture.emulator.fault({ kind: "status", status: 401, type: "Unauthorized", match: { path: /\/dbuser$/ }, times: "always" });
    const { code, out, files } = await fixture.adopt(["--json"]);
    expect([code, reported(out).failed.map(({ what }) => what)]).toEqual([1, ["database users"]]);
    expect(fixture.emulator.journal.filter(({ decodedPath }) => decodedPath.endsWith("/dbuser")).length).toBe(1);
    expect(programOf({ files })).toContain("good-one");
  });

  test("a named workspace that does not exist is reported, and the exit code is 1", async () => {
    await open(two);
    const { code, out, files } = await fixture.adopt(["--workspace", "good/good-2", "--workspace", "good/gone", "--json"]);
    expect(code).toBe(1);
    expect(reported(out).failed).toEqual([
      { what: 'workspace "gone"', why: 'workgroup "good" has no such workspace; it has good-1 (good one), good-2 (good two).' },
    ]);
    expect(programOf({ files })).toMatch(/"good-two"/);
    expect(programOf({ files })).not.toMatch(/good-one/);
  });

  test.each([
    [
      "a workgroup that does not exist",
      ["--workgroup", "a1000000-0000-4000-8000-00000000ffff"],
      {},
      /Nothing to adopt, and nothing was written\. .*workgroup "a1.*" does not exist; available: good \(good\), bad \(bad\)/,
    ],
    [
      "a service without a list of workgroups",
      [],
      { extensions: false },
      /does not list its workgroups \(.*\)\. Specify them with --workgroup <id>\.$/,
    ],
    [
      "a key that is refused",
      [],
      { apiKey: "another" },
      /^graphplane adopt: reading the list of workgroups failed: .* Check that the API key \(the environment variable GRAPHPLANE_API_KEY\) is complete, /,
    ],
  ] as const)("%s is an error of one sentence, and nothing is written", async (_, args, options, sentence) => {
    await open({ ...two, ...options });
    if ("apiKey" in options) process.env.GRAPHPLANE_API_KEY = "no-key-of-this-account";
    const { code, err, out, folder } = await fixture.adopt(args);
    expect([code, out, existsSync(folder)]).toEqual([1, "", false]);
    expect(err).toMatch(sentence);
    expect(err).not.toContain("\n");
  });

  test.each([
    ["--workgroup", "nope", "--workgroup must be an id"],
    ["--workgroup", "production", "--workgroup must be an id"],
    ["--workspace", "production/main", "--workspace must consist of ids"],
  ])("%s %s, a name in place of an id, is invalid usage, and the ids are listed", async (option, value, problem) => {
    await open(wholeAccount);
    const { code, err, out, folder } = await fixture.adopt([option, value]);
    const id = "a1000000-0000-4000-8000-000000000001";
    const [name = ""] = value.split("/");
    expect([code, out, existsSync(folder)]).toEqual([2, "", false]);
    expect(err).toBe(`graphplane adopt: ${problem} such as ${id}, not the name ${JSON.stringify(name)}. Workgroups: ${id} (production).`);
  });

  test.each([
    ["an account", []],
    ["a workgroup", ["--workgroup", "a1000000-0000-4000-8000-000000000001"]],
  ] as const)("a service that cannot be reached is named by its address: adopting %s", async (_, args) => {
    await open();
    process.env.GRAPHPLANE_BASE_URL = "http://127.0.0.1:1";
    const { code, err } = await fixture.adopt(args);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(
        /^graphplane adopt: Cannot reach the service \(GRAPHPLANE_BASE_URL\): the request could not be sent to http:\/\/127\.0\.0\.1:1: no server listens at that address \(ECONNREFUSED\)\. Check the address\. /,
      ),
    ]);
  });

  test("a service of the documented API alone is adopted by naming workgroups; what it does not list is reported", async () => {
    const run = await adopted({ ...two, profile: "specified" }, "--workgroup", "good", "--workgroup", "bad");
    expect(run.resources.length).toBe(4);
    expect(run.notExported.map(({ what }) => what)).toEqual(["database users", "entries of allow lists", "backup schedules"]);
    expect(run.program).not.toContain("DatabaseUser");
  });

  test("missing settings are reported by their variables", async () => {
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

describe("invalid usage", () => {
  test("a folder that is not empty is refused and left unchanged", async () => {
    await open(wholeAccount);
    const folder = fixture.folder();
    mkdirSync(folder);
    writeFileSync(join(folder, "index.ts"), "mine");
    const { code, err, files } = await fixture.adopt([], folder);
    expect([code, files]).toEqual([2, { "index.ts": "mine" }]);
    expect(err).toMatch(
      /is not empty \(it contains "index\.ts"\), and adopt does not overwrite files\. Pass an empty or new directory with --out\.$/,
    );
    expect(fixture.emulator.journal.length).toBe(0);
  });

  test.each<[string, (folder: string) => string]>([
    ["below a file", (folder: string) => (writeFileSync(folder, ""), join(folder, "project"))],
    ["with a name that is too long", (folder: string) => join(folder, "n".repeat(300))],
    ...(existsSync("/proc/self")
      ? ["/proc/graphplane", "/proc/self/graphplane/project"].map((path): [string, () => string] => [path, () => path])
      : []),
  ])("a folder %s is refused before the account is read", async (_, inside) => {
    await open(wholeAccount);
    const { code, err } = await fixture.adopt([], inside(fixture.folder()));
    expect([code, fixture.emulator.journal.length]).toEqual([2, 0]);
    expect(err).toMatch(/^graphplane adopt: (Files cannot be written to )?"[^\n]*\. Pass an empty or new directory with --out\.$/);
  });

  test.each([
    [["--fields", "default,autoStop"], /--fields must list default, all or .*autoStopMinutes.*, not "autoStop"\.$/],
    [["--workspace", "ws"], /--workspace must be <workgroup>\/<workspace>, not "ws"\.$/],
    [["--configuration", "x/"], /--configuration must be <installed add-on>\/<name>, not "x\/"\.$/],
    [["--name", "a b"], /--name must consist of letters, digits/],
  ])("%j is an error of one sentence with the fix", async (args, sentence) => {
    await open();
    const { code, err, out } = await fixture.adopt(args);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(sentence);
  });
});

describe("the program", () => {
  test("declares users without a password, and adopts each once its password is set", async () => {
    const { users, files, program } = await adopted(wholeAccount);
    expect(users).toEqual([{ name: "main-reader", username: "reader", passwordKey: "main-reader-password" }]);
    expect(files["import.json"]).not.toContain("DatabaseUser");
    expect(program).toMatch(/password !== undefined[^]*adopt: true,/);
    // What graphplane did not create is retained by default.
    expect(program).not.toContain("deletionPolicy");
    expect((await adoptAgain("--no-users")).program).not.toMatch(/DatabaseUser|@pulumi\/pulumi/);
  });

  test("declares the resources and properties of the import file", async () => {
    for (const account of [wholeAccount.account, manyWorkspaces]) {
      const { files, program } = await adopted({ account });
      expect(inOrder(declaredIn(program))).toEqual(inOrder(importedBy({ files })));
      await fixture.close();
    }
  });

  test("declares a configuration whose name is given; an add-on that lists none is reported", async () => {
    const [missing] = (await adopted(wholeAccount)).notExported;
    expect(missing?.what).toBe('configurations of the add-on "insights"');
    const id = /--configuration ([^/]+)\/<name>/.exec(missing?.why ?? "")?.[1] ?? "";
    const { notExported, program } = await adoptAgain("--configuration", `${id}/default`);
    expect(notExported.map(({ what, place }) => [what, place])).toEqual([["main", "workspaceTypeName"]]);
    expect(program).toMatch(/installedAddonId: insights,\s+configName: "default",\s+configValue: \{\s+theme: "light",\s+\}/);
  });

  test("declares the arguments that --fields chooses", async () => {
    const { program } = await adopted(wholeAccount, "--fields", "autoStopMinutes");
    expect(program).toContain("autoStopMinutes: 30");
    expect(program).not.toMatch(/enableHa|addons/);
    expect((await adoptAgain("--fields", "all")).program).toMatch(/agentConfig: \{[\s\S]*workspaceName: "main"/);
  });
});
