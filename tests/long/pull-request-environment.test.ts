import { readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { close, open, type Stacks } from "../../examples/pull-request-environment/environments";
import { runTests } from "../../examples/pull-request-environment/queries";
import { copyProgram, type ProgramCopy } from "../../testing/driver";
import { type Emulator, startEmulator } from "../../testing/emulator";
import { openStack, type Stack } from "../../testing/engine";
import { compiled, requestText, root } from "../support/stack-fixture";

/** The steps of `examples/pull-request-environment` on the embedded engine; its rules are in tests/unit, and its workflows run on the CLI in tests/cli. */

const workgroupId = "team";
const now = new Date("2026-11-23T12:00:00Z");
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

let emulator: Emulator;
let copy: ProgramCopy;
let stacks: Stacks & { readonly tags: Map<string, Record<string, string>> };
beforeEach(async () => {
  jest.replaceProperty(process, "env", { ...process.env, GRAPHPLANE_BASE_URL: "http://127.0.0.1:9", GRAPHPLANE_API_KEY: "any" });
  emulator = await startEmulator({ extensions: true, account: (account) => account.addWorkgroup({ workgroup_id: workgroupId }) });
  copy = await copyProgram(root, join(root, "examples/pull-request-environment"));
  compiled(copy);
  // The embedded engine takes the configuration from openStack alone.
  await copy.write("Pulumi.yaml", readFileSync(join(copy.program, "Pulumi.yaml"), "utf8").replace(/^config:[^]*/m, ""));
  stacks = embeddedStacks();
});
afterEach(async () => {
  await emulator.close();
  await copy.remove();
  jest.restoreAllMocks();
});

/** The embedded engine in place of the Automation API; it has no tags, so they are kept here. */
function embeddedStacks(): typeof stacks {
  const tags = new Map<string, Record<string, string>>();
  const opened = async (stack: string): Promise<Stack> => {
    const stateFolder = join(copy.folder, stack);
    await mkdir(stateFolder, { recursive: true });
    const settings = { "graphplane:baseUrl": emulator.url, "graphplane:apiKey": { secret: emulator.apiKey } };
    const env = { PULUMI_NODEJS_TYPESCRIPT: "false" };
    return openStack({ program: copy.program, stack, stateFolder, passphrase: "test", env, config: { ...settings, workgroupId } });
  };
  const must = ({ ok, diagnostics }: Awaited<ReturnType<Stack["up"]>>) => {
    if (!ok) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  };
  return {
    tags,
    list: async () => [...tags].map(([name, own]) => ({ name, tags: own })),
    update: async (name, own) => {
      tags.set(name, { ...own });
      const stack = await opened(name);
      must(await stack.up());
      return stack.outputs();
    },
    remove: async (name) => {
      must(await (await opened(name)).destroy());
      tags.delete(name);
    },
  };
}

const writes = () => emulator.journal.writes().entries.map((entry) => requestText(entry).replace(/a3[\w-]+/, "<id>"));
const made = (name: string) => `POST team/workspaces {"name":"${name}","auto_stop_minutes":20,"workspace_type_name":"TG-00"}`;

test("a pull request's workspace is created, tested, left as it is by a push that changes nothing, and deleted", async () => {
  const host = await open(stacks, 7, hoursAgo(2));
  const [workspace] = emulator.workspaces(workgroupId);
  const place = [workgroupId, workspace?.workspace_id ?? ""] as const;
  const secret = emulator.account.addSecret(...place);
  const log = jest.spyOn(console, "log").mockReturnValue();
  expect(await runTests(host, secret)).toEqual([expect.stringContaining("movies/top_rated failed: ")]);
  emulator.account.addQuery(...place, { graph: "movies", query: "top_rated", results: [] });
  expect(await runTests(host, secret)).toEqual(["movies/top_rated returned other results: []"]);
  expect(await open(stacks, 7, now)).toBe(host);
  expect(stacks.tags.get("pr-7")).toEqual({ "pull-request": "7", "pushed-at": now.toISOString() });
  await close(stacks, 7);
  await close(stacks, 7);
  expect(writes().filter((text) => !text.includes("restpp"))).toEqual([made("pr-7"), "DELETE team/<id>"]);
  expect(log.mock.calls).toEqual([["movies/top_rated: failed"]]);
});
