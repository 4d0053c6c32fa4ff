import { spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { sampleAccount, startEmulator } from "../../testing/emulator";
import { companions, consumerFolder, install, packInto, root, run } from "../package/consumer";
import { cliOnPath } from "../support/stack-fixture";

/** The package as its users get it, packed and installed into a folder of their own, on the Pulumi CLI. */

let folder: string;
let tarball: string;
beforeAll(async () => {
  folder = await consumerFolder();
  tarball = join(folder, (await packInto(folder)).filename);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Previews, applies and destroys the program of a consumer; the exit codes, and what was sent. */
async function driven(program: string, consumer: string): Promise<unknown> {
  const emulator = await startEmulator();
  try {
    const { workgroupId, workspaceIds } = sampleAccount(emulator.account);
    const stack = await (
      await cliOnPath()
    ).open({
      program: join(consumer, program),
      folder: await mkdtemp(join(consumer, "state-")),
      passphrase: "test",
      config: {
        workgroupId,
        workspaceId: workspaceIds.main,
        "graphplane:baseUrl": emulator.url,
        "graphplane:apiKey": { secret: emulator.apiKey },
      },
      env: {},
    });
    const outcomes = [];
    for (const operation of ["preview", "up", "destroy"] as const) {
      const { exitCode, text, steps } = await stack.run(operation, { skipPreview: true });
      outcomes.push({ failed: exitCode === 0 ? "" : text, steps: steps.map(({ op }) => op) });
    }
    return { outcomes, writes: emulator.journal.writes().entries.map(({ method, body }) => ({ method, body })) };
  } finally {
    await emulator.close();
  }
}

const asItShould = {
  outcomes: ["create", "create", "delete"].map((op) => ({ failed: "", steps: [op] })),
  writes: [{ method: "PUT", body: { auto_stop_minutes: 25 } }],
};

/** A folder of its own with the consumer's programs. */
async function consumer(name: string): Promise<string> {
  const own = join(folder, name);
  await mkdir(own);
  await cp(join(root, "tests/package/consumer"), own, { recursive: true });
  return own;
}

/** The version of the repository, and the ends of what is tried of the peer range of package.json. */
test.each(["the usual", "3.200.0", "3.270.0"])("programs of both languages run with %s version of the Pulumi SDK", async (version) => {
  const own = await consumer(version);
  await install(own, [tarball, ...(await companions(version === "the usual" ? undefined : version))]);
  expect(await driven("typescript", own)).toEqual(asItShould);
  expect(await driven("javascript", own)).toEqual(asItShould);
});

/** Installed in a way of its own: what is not a declared dependency is not found. Only where there is a pnpm. */
const onPnpm = spawnSync("pnpm", ["--version"]).status === 0 ? test : undefined;
onPnpm?.("installed by pnpm, a program runs as well", async () => {
  const own = await consumer("pnpm");
  await run("pnpm", ["add", "--prefer-offline", "--ignore-scripts", tarball, ...(await companions())], { cwd: own });
  expect(await driven("javascript", own)).toEqual(asItShould);
});

test("the tests of examples/testing-your-program pass where the package is installed", async () => {
  const own = join(folder, "testing-your-program");
  const from = join(root, "examples/testing-your-program");
  await cp(from, own, { recursive: true, filter: (path) => !path.slice(from.length).includes("node_modules") });
  await install(own, [tarball]);
  const { stderr } = await run("npm", ["test"], { cwd: own });
  expect(stderr).toContain("Tests:       3 passed, 3 total");
});
