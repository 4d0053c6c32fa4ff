import { existsSync, readdirSync } from "node:fs";
import { cp, mkdir, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { openStack, type StackOptions } from "../../../testing/engine";
import { type Emulator, type Sample, sampleAccount, startEmulator } from "../../../testing/emulator";
import { closeAfterTest } from "../../support/close-after-test";
import { commandsOf, documents } from "../../support/document-commands";
import { examples, stackConfig } from "../../support/examples";
import { consumerFolder, install, packInto, root, run } from "./consumer";

/** The examples in TypeScript, copied out of the repository, with the packed tarball and the commands of their READMEs. */

/** The examples with packages that the others do not have. */
const withMore = ["policies", "testing-your-program"];
const folders = readdirSync(join(root, "examples")).filter((name) => existsSync(join(root, "examples", name, "tsconfig.json")));

let folder: string;
let tarball: string;
beforeAll(async () => {
  folder = await consumerFolder();
  tarball = join(folder, (await packInto(folder)).filename);
  const first = await copied("workspace-settings");
  await install(first, [tarball]);
  for (const name of folders) {
    if (name === "workspace-settings") continue;
    const copy = await copied(name);
    if (!withMore.includes(name)) await symlink(join(first, "node_modules"), join(copy, "node_modules"));
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const folderOf = (name: string) => join(folder, "copies", name);

async function copied(name: string): Promise<string> {
  const from = join(root, "examples", name);
  await mkdir(join(folder, "copies"), { recursive: true });
  await cp(from, folderOf(name), { recursive: true, filter: (path) => !/\/(node_modules|bin)$/.test(path.slice(from.length)) });
  return folderOf(name);
}

test.each(folders)("%s has the packages of its package.json, and its types check", async (name) => {
  const cwd = folderOf(name);
  if (withMore.includes(name)) await install(cwd, name === "policies" ? [] : [tarball]);
  await run("npm", ["ls"], { cwd });
  const problems = run(process.execPath, ["node_modules/typescript/bin/tsc", "--noEmit", "-p", "."], { cwd });
  await expect(problems.catch((error: { stdout: string }) => error.stdout)).resolves.toMatchObject({ stdout: "" });
});

test("the tests of testing-your-program pass", async () => {
  const { stderr } = await run("npm", ["test"], { cwd: folderOf("testing-your-program") });
  expect(stderr).toContain("Tests:       3 passed, 3 total");
});

const previewed = folders.filter((name) => documents[`examples/${name}/README.md`] === "tests/long/package/examples.test.ts");

test.each(previewed.filter((name) => !withMore.includes(name)))("the commands of %s lead to a preview that sends nothing", async (name) => {
  const accounts: Sample[] = [];
  const emulator = await startEmulator({ extensions: true, account: (account) => void accounts.push(sampleAccount(account)) });
  closeAfterTest(emulator);
  const config = {
    ...settingsOf(emulator),
    ...examples.find((example) => example.name === name)?.config(accounts[0] as Sample, emulator),
  };
  const { exitCode, diagnostics, changes } = await preview(name, config);
  expect({ exitCode, errors: diagnostics.filter(({ severity }) => severity === "error") }).toEqual({ exitCode: 0, errors: [] });
  expect(changes.create ?? 0).toBeGreaterThan(0);
  expect(emulator.journal.writes().entries).toEqual([]);
});

type Config = Readonly<NonNullable<StackOptions["config"]>>;

const settingsOf = ({ url, apiKey }: Emulator): Config => ({ "graphplane:baseUrl": url, "graphplane:apiKey": { secret: apiKey } });

/** Previews an example with the stack and the settings of its README; `values` has those that its commands leave to the user. */
async function preview(name: string, values: Config) {
  const commands = commandsOf(`examples/${name}/README.md`);
  let config: Config = {};
  let stack = "";
  for (const command of commands.slice(0, -1)) {
    const [, created] = /^pulumi stack init (\S+)$/.exec(command) ?? [];
    const [, secret, setting, value] = /^pulumi config set (--secret )?(\S+)(?: (.+))?$/.exec(command) ?? [];
    if (created !== undefined) stack = created;
    else if (setting === undefined) throw new Error(`${name}: this test does not know the command ${command}`);
    else {
      const given = value === undefined || value.startsWith("<") || value.includes("//<") ? values[setting] : value;
      if (given === undefined) throw new Error(`${name}: there is no value for ${setting}`);
      if ((secret !== undefined) !== (typeof given === "object")) throw new Error(`${name}: ${setting} is a secret here or there only`);
      config = { ...config, [setting]: given };
    }
  }
  expect(commands.at(-1)).toBe("pulumi preview");
  const program = folderOf(name);
  return (
    await openStack({
      program,
      stack,
      stateFolder: join(folder, "states", name),
      passphrase: "test",
      config: { ...stackConfig(name, stack), ...config },
    })
  ).preview();
}
