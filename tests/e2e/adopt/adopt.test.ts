import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { allFields } from "../../../cli/adopt/fields";
import { type EmulatorOptions, sampleAccount } from "../../../testing/emulator";
import { Compiler } from "./compiler";
import { programOf, Stage } from "./stage";

const compiler = new Compiler();
let stage: Stage;
const open = async (options: EmulatorOptions = {}) => (stage = await Stage.open(options));
afterEach(() => stage.close());

interface Reported {
  readonly resources: { type: string; name: string; id: string }[];
  readonly users: { name: string; username: string; passwordKey: string }[];
  readonly notExported: { what: string; place?: string; why: string }[];
  readonly failed: { what: string; why: string }[];
  readonly check?: string;
}

const reported = (text: string) => JSON.parse(text) as Reported;
const wholeAccount = { account: (account) => void sampleAccount(account) } satisfies EmulatorOptions;
const workgroupPath = /\/workgroups(\/[^/]+)?$/;

test("the sample account becomes the program of a person, which the embedded engine previews without a change", async () => {
  await open(wholeAccount);
  const { code, err, out, files, folder } = await stage.adopt(["--check", "--name", "sample"]);
  expect([code, err]).toEqual([0, ""]);
  expect(out).toContain("the preview shows no change (3 resources)");
  expect(Object.keys(files).sort()).toEqual([".gitignore", "Pulumi.yaml", "import.json", "index.ts", "package.json", "tsconfig.json"]);
  expect(files["Pulumi.yaml"]).toMatch(/^name: sample$/m);
  const golden = join(__dirname, "sample.golden.ts.txt");
  if (process.env.ACCEPT === "1") writeFileSync(golden, files["index.ts"] ?? "");
  expect(files["index.ts"]).toBe(readFileSync(golden, "utf8"));
  const page = readFileSync(join(__dirname, "../../../docs/adopt.md"), "utf8");
  expect(page).toContain(`\`\`\`ts\n${files["index.ts"]}\`\`\``);
  expect(page).toContain(`\`\`\`\n${out.replaceAll(folder, "infrastructure")}\n\`\`\``);
  for (const field of allFields) expect(page).toContain(`\`${field}\``);
  expect(compiler.problems(files["index.ts"] ?? "")).toEqual([]);
  expect(readdirSync(folder).length).toBe(6);
  expect(stage.emulator.journal.writes().length).toBe(0);
}, 300_000);

test("it sends nothing but GETs, and no password or key is in any file", async () => {
  await open({ ...wholeAccount, apiKey: "canary-api-key" });
  const { emulator } = stage;
  const { files, out } = await stage.adopt();
  expect(new Set(emulator.journal.entries.map(({ method }) => method))).toEqual(new Set(["GET"]));
  expect(Object.values(files).join("") + out).not.toMatch(/canary-api-key|sample-password|sample-database-secret/);
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
  const { code, files, out } = await stage.adopt(["--json"]);
  expect(code).toBe(0);
  expect(Object.values(files).join("") + out).not.toMatch(/canary|the-api-key-itself/);
  expect(programOf({ files })).toMatch(/theme: "light",\s+nested: \{ rows: 5 \},\s+maxTokens: 4096,/);
  expect(programOf({ files })).toMatch(/configName: "plain",\s+configValue: \{ rows: 5 \}/);
  const { notExported } = reported(out);
  expect(notExported.flatMap(({ what, place }) => (place === undefined ? [what] : []))).toEqual([
    'configuration "masked" of the add-on "insights"',
    'configuration "dbPassword" of the add-on "insights"',
    'configuration "nested" of the add-on "insights"',
  ]);
  const keys = ["apiKey", "nested.password", "nested.shown", "list", "link", "key", "echoed"];
  expect(notExported.flatMap(({ place }) => place ?? [])).toEqual(keys.map((key) => `addons["insights"].enableConfiguration.${key}`));
});

test("200 workspaces in 10 workgroups: one list and one read of each workgroup", async () => {
  await open({
    account: (account) => {
      for (let group = 0; group < 10; group++) {
        const { workgroup_id } = account.addWorkgroup({ name: `group ${group}` });
        for (let index = 0; index < 20; index++) account.addWorkspace(workgroup_id, { name: `space ${index}`, auto_stop_minutes: index });
      }
    },
  });
  const { code, out, files } = await stage.adopt(["--json", "--no-users", "--no-configurations"]);
  expect(code).toBe(0);
  expect(reported(out).resources.length).toBe(200);
  expect(new Set(reported(out).resources.map(({ name }) => name)).size).toBe(200);
  expect(stage.emulator.journal.length).toBe(11);
  expect(stage.emulator.journal.filter(({ decodedPath }) => workgroupPath.test(decodedPath)).length).toBe(11);
  expect(compiler.problems(programOf({ files }))).toEqual([]);
}, 120_000);

describe("trouble", () => {
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
    stage.emulator.fault({ kind: "status", status: 500, match: { path: /\/workgroups\/bad$/ }, message: "no luck", times: "always" });
    const { code, err, out, files } = await stage.adopt();
    expect(code).toBe(1);
    expect(programOf({ files })).toContain("good-one");
    expect(programOf({ files })).not.toContain("bad-one");
    expect(out).toMatch(/Could not be read:\n {2}workgroup "bad": .*no luck/);
    expect(err).toMatch(/^graphplane adopt: 1 of what was asked for could not be read; the rest is written\. .*$/);
  }, 60_000);

  test("a workspace that goes away while it reads is left out and said; nothing fails", async () => {
    await open(two);
    const { emulator } = stage;
    const timer = setInterval(() => {
      if (emulator.journal.length > 0) {
        clearInterval(timer);
        emulator.deleteWorkspace("bad", "bad-2");
      }
    }, 1);
    emulator.fault({ kind: "slow-body", match: { path: /\/workgroups$/ }, pieces: 2, pauseMs: 50 });
    const { code, out } = await stage.adopt(["--no-users"]);
    clearInterval(timer);
    expect(code).toBe(0);
    expect(out).toContain('workspace "bad two": it went away while the account was read.');
  });

  test("a workspace that is asked for and is not there is said, and it fails", async () => {
    await open(two);
    const { code, out, files } = await stage.adopt(["--workspace", "good/good-2", "--workspace", "good/gone", "--json"]);
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
      /there is nothing to take over, and nothing was written\. .*there is no workgroup "a1.*"; there are good \(good\), bad \(bad\)/,
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
      /adopt: list the workgroups failed: .*GRAPHPLANE|adopt: list the workgroups failed: .*key/,
    ],
  ] as const)("%s is one sentence, exit code 1, and no file", async (_, args, options, sentence) => {
    await open({ ...two, ...options });
    if ("apiKey" in options) process.env.GRAPHPLANE_API_KEY = "wrong";
    const { code, err, out, folder } = await stage.adopt(args);
    expect([code, out, existsSync(folder)]).toEqual([1, "", false]);
    expect(err).toMatch(sentence);
    expect(err).not.toContain("\n");
  });

  test("a service of the specification alone is adopted by naming workgroups; users are named as not found", async () => {
    await open({ ...two, profile: "specified" });
    const { code, out, files } = await stage.adopt(["--workgroup", "good", "--workgroup", "bad", "--json"]);
    expect(code).toBe(0);
    expect(reported(out).resources.length).toBe(4);
    expect(reported(out).notExported.map(({ what }) => what)).toEqual(["database users"]);
    expect(files["index.ts"]).not.toContain("DatabaseUser");
  });

  test("missing settings are named with the variables that hold them", async () => {
    await open(two);
    process.env.GRAPHPLANE_BASE_URL = "";
    process.env.GRAPHPLANE_API_KEY = "";
    const { code, err } = await stage.adopt();
    expect([code, err]).toEqual([
      1,
      "graphplane adopt: GRAPHPLANE_BASE_URL is missing; GRAPHPLANE_API_KEY is missing; set it in the environment.",
    ]);
  });
});

describe("wrong use", () => {
  test("a folder with anything in it is left as it is", async () => {
    await open(wholeAccount);
    const folder = stage.folder();
    mkdirSync(folder);
    writeFileSync(join(folder, "index.ts"), "mine");
    const { code, err, files } = await stage.adopt([], folder);
    expect([code, files]).toEqual([2, { "index.ts": "mine" }]);
    expect(err).toMatch(/is not empty \(it holds "index\.ts"\), and nothing in it is overwritten; give --out an empty or a new folder\.$/);
    expect(stage.emulator.journal.length).toBe(0);
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
    const { code, err, out } = await stage.adopt(args);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(sentence);
  });
});

describe("what is written", () => {
  test("users are declared without a password, taken over only once one is set", async () => {
    await open(wholeAccount);
    const { out, files } = await stage.adopt(["--json"]);
    expect(reported(out).users).toEqual([{ name: "main-reader", username: "reader", passwordKey: "main-reader-password" }]);
    expect(files["import.json"]).not.toContain("DatabaseUser");
    expect(programOf({ files })).toMatch(/password !== undefined/);
    expect(programOf({ files })).toMatch(/adopt: true,\s+deletionPolicy: "retain"/);
    const without = await stage.adopt(["--no-users"]);
    expect(programOf(without)).not.toMatch(/DatabaseUser|@pulumi\/pulumi/);
  });

  test("a configuration whose name is given is found; an add-on that lists none is named", async () => {
    await open(wholeAccount);
    const first = await stage.adopt(["--json"]);
    const [missing] = reported(first.out).notExported;
    expect(missing?.what).toBe('configurations of the add-on "insights"');
    const id = /--configuration ([^/]+)\/<name>/.exec(missing?.why ?? "")?.[1] ?? "";
    const { code, out, files } = await stage.adopt(["--json", "--check", "--configuration", `${id}/default`]);
    expect([code, reported(out).check, reported(out).notExported]).toEqual([0, "no change", []]);
    expect(programOf({ files })).toMatch(/installedAddonId: insights,\s+configName: "default",\s+configValue: \{ theme: "light" \}/);
  }, 300_000);

  test("--fields chooses what is declared", async () => {
    await open(wholeAccount);
    const few = programOf(await stage.adopt(["--fields", "autoStopMinutes"]));
    expect(few).toContain("autoStopMinutes: 30");
    expect(few).not.toMatch(/enableHa|addons/);
    expect(programOf(await stage.adopt(["--fields", "all"]))).toMatch(/agentConfig: \{[\s\S]*workspaceName: "main"/);
  });
});
