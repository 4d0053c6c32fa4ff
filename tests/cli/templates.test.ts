import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Emulator, sampleAccount, startEmulator } from "../../testing/emulator";
import { commandsOf } from "../support/document-commands";
import { readText, root } from "../support/repository";

/** The quick start on the Pulumi CLI on PATH: its commands from an empty folder, except those that need npm or start the emulator. */
let emulator: Emulator;
let folder: string;
beforeEach(async () => {
  emulator = await startEmulator({ profile: "observed", account: sampleAccount });
  folder = await mkdtemp(join(tmpdir(), "quick-start-"));
});
afterEach(async () => {
  await emulator.close();
  await rm(folder, { recursive: true, force: true });
});

const isPlayed = (command: string) => !/^(export|mkdir|pulumi login)/.test(command);
const commands = commandsOf("docs/quick-start.md").filter(isPlayed);

/** The lines that the page shows after commands that are played. */
function shownLines(): string[] {
  const parts = readText("docs/quick-start.md").split("```sh\n").slice(1);
  return parts.flatMap((part) => {
    const [block = "", ...rest] = part.split("\n```");
    const [, shown = ""] = /\n```\n([^]*)$/.exec(`${rest[0]}\n\`\`\`${rest[1]}`) ?? [];
    return block.split("\n").every(isPlayed) ? shown.split("\n").filter((line) => line.trim() !== "") : [];
  });
}

async function play(command: string) {
  const env = {
    ...process.env,
    CLONE: root,
    HOME: folder,
    PULUMI_HOME: join(folder, "home"),
    PULUMI_BACKEND_URL: `file://${join(folder, "state")}`,
    PULUMI_CONFIG_PASSPHRASE: "quickstart",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    NO_COLOR: "1",
  };
  const text = command.replaceAll("http://127.0.0.1:8080", emulator.url).replaceAll("emulator-api-key", emulator.apiKey);
  const child = spawn("sh", ["-c", text], { cwd: join(folder, "hello"), env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output };
}

test("every command of the quick start works as printed, and drift and review show the change", async () => {
  await mkdir(join(folder, "hello"));
  await mkdir(join(folder, "state"));
  const outputs = new Map<string, string>();
  for (const command of commands) {
    const { code, output } = await play(command);
    expect({ command, code, output }).toEqual({ command, code: command.includes("graphplane review") ? 3 : 0, output });
    outputs.set(command, output);
    if (command.startsWith("pulumi new")) await symlink(join(root, "node_modules"), join(folder, "hello/node_modules"));
  }
  expect(outputs.get("pulumi preview")).toContain('{"auto_stop_minutes":45} was {"auto_stop_minutes":30}');
  expect(outputs.get("pulumi preview --refresh --diff")).toContain("drift: auto_stop_minutes is 240, last applied 45");
  const printed = [...outputs.values()].join("\n").replaceAll(new URL(emulator.url).host, "127.0.0.1:8080");
  const shown = shownLines().filter((line) => !line.startsWith("The emulated service listens"));
  expect(shown.length).toBeGreaterThan(15);
  const missing = shown.filter((line) => !printed.includes(line));
  expect(missing).toEqual([]);
});

test("a program that is an ES module, with options for Node, previews as the others do", async () => {
  await mkdir(join(folder, "hello"));
  await mkdir(join(folder, "state"));
  await symlink(join(root, "node_modules"), join(folder, "hello/node_modules"));
  const program = readText("templates/typescript-esm/index.ts");
  const files = {
    "Pulumi.yaml": "name: hello\nruntime:\n  name: nodejs\n  options:\n    nodeargs: --title=hello\n",
    "package.json": JSON.stringify({ type: "module", main: "index.js" }),
    // Without types the template's program is JavaScript, so that no compiler takes part.
    "index.js": `if (process.title !== "hello") throw new Error("nodeargs did not reach Node");\n${program}`,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, "hello", name), text);
  for (const command of commands.filter((one) => /^pulumi (stack init|config set|preview$)/.test(one))) {
    const { code, output } = await play(command);
    expect({ command, code, output }).toEqual({ command, code: 0, output });
    if (command === "pulumi preview") expect(output).toContain('{"auto_stop_minutes":45} was {"auto_stop_minutes":30}');
  }
});

test("the template of ES modules has the options that docs/languages.md explains", () => {
  const [options] = /runtime:\n( {2}.*\n)+/.exec(readText("templates/typescript-esm/Pulumi.yaml")) ?? [""];
  expect(options).toContain("--import tsx");
  expect(readText("docs/languages.md")).toContain(options);
});
