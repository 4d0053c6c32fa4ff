import { closeAfterTest } from "../support/close-after-test";
import { type Door, type Ran, StackFixture } from "../support/stack-fixture";

/** Replacements that the engine chooses: what a preview announces is sent, and nothing is made beside what is there. */

const wg = "wg";
const place = `workgroupId: "${wg}", workspaceId: "ws"`;

interface Replaced {
  readonly kind: string;
  readonly args: string;
  /** The change that is an update by itself. */
  readonly change: string;
  readonly argument: string;
}

const replaced: readonly Replaced[] = [
  { kind: "AllowListEntry", args: `workgroupId: "${wg}", cidr: "203.0.113.7", note: "a"`, change: 'note: "b"', argument: "note" },
  {
    kind: "AddonConfiguration",
    args: 'installedAddonId: "addon", configName: "c", configValue: "a", deletionPolicy: "delete"',
    change: 'configValue: "b"',
    argument: "configValue",
  },
  {
    kind: "DatabaseUser",
    args: `${place}, username: "anna", password: "first-password"`,
    change: 'password: "second-password"',
    argument: "password",
  },
  { kind: "WorkspaceSettings", args: `${place}, autoStopMinutes: 30`, change: "autoStopMinutes: 60", argument: "autoStopMinutes" },
  {
    kind: "Workspace",
    args: `workgroupId: "${wg}", workspaceName: "main", autoStopMinutes: 30, deletionPolicy: "delete"`,
    change: "autoStopMinutes: 60",
    argument: "autoStopMinutes",
  },
];

const entries: Readonly<Record<Door, string>> = { dynamic: "pulumi-graphplane", native: "pulumi-graphplane/native" };
const types: Readonly<Record<Door, string>> = { dynamic: "pulumi-nodejs:dynamic/graphplane", native: "graphplane:index" };

async function open(door: Door) {
  const fixture = await StackFixture.open({
    door,
    service: {
      profile: "observed",
      extensions: true,
      account: (account) => {
        account.addWorkgroup({ workgroup_id: wg });
        account.addWorkspace(wg, { workspace_id: "ws", name: "theirs" });
        account.addInstalledAddon({ id: "addon" });
      },
    },
  });
  closeAfterTest(fixture);
  const write = (...resources: readonly string[]) =>
    fixture.write(`const graphplane = require("${entries[door]}");\n${resources.map((text) => `new graphplane.${text};`).join("\n")}\n`);
  return { fixture, write };
}

const declare = (kind: string, args: string, options = "{}", name = "it") => `${kind}("${name}", { ${args} }, ${options})`;

/** The requests that the lines of a run announce, deletions aside: a review foresees them. */
function announced({ text }: Ran): string[] {
  const lines = [...text.matchAll(/graphplane(?: \(\S+\))?: (PUT|POST) (\S+)/g)].map(([, method, path]) => `${method} ${path}`);
  return [...new Set(lines)].sort();
}

function sent({ requests }: Ran): string[] {
  const writes = requests.filter(({ method }) => method === "PUT" || method === "POST");
  return writes.map(({ method, path }) => `${method} ${path.replace("/controller/v4/v2", "")}`).sort();
}

async function expectForeseen(fixture: StackFixture, options: object): Promise<Ran> {
  const preview = await fixture.must("preview", options);
  expect(sent(preview)).toEqual([]);
  const up = await fixture.must("up", { ...options, skipPreview: true });
  expect(announced(preview)).toEqual(sent(up));
  return up;
}

describe.each<Door>(["dynamic", "native"])("through the %s door", (door) => {
  test.each(replaced)("$kind with replaceOnChanges of $argument, in either order", async ({ kind, args, change, argument }) => {
    const { fixture, write } = await open(door);
    for (const more of ["", ", deleteBeforeReplace: true"]) {
      const options = `{ replaceOnChanges: ["${argument}"]${more} }`;
      await write(declare(kind, args, options));
      await fixture.must("up");
      await write(declare(kind, `${args}, ${change}`, options));
      await expectForeseen(fixture, {});
      await write();
      await fixture.must("up");
    }
  });

  test.each(replaced)("$kind with --replace or --target-replace, and a refresh", async ({ kind, args }) => {
    const { fixture, write } = await open(door);
    await write(declare(kind, args));
    await fixture.must("up");
    const urn = `urn:pulumi:dev::scenario::${types[door]}:${kind}::it`;
    for (const flag of ["--replace", ...(kind.startsWith("Workspace") ? ["--target-replace"] : [])]) {
      const up = await expectForeseen(fixture, { refresh: true, flags: [flag, urn] });
      expect(up.writes.filter((text) => text.startsWith("DELETE"))).toEqual([]);
    }
  });

  test("a protected workspace is not replaced, and nothing is made beside it", async () => {
    const { fixture, write } = await open(door);
    const [before, after] = ["main", "other"].map((name) =>
      declare("Workspace", `workgroupId: "${wg}", workspaceName: "${name}"`, '{ replaceOnChanges: ["workspaceName"] }'),
    );
    await write(before ?? "");
    await fixture.must("up");
    await write(after ?? "");
    for (const [operation, options] of [
      ["preview", {}],
      ["up", { skipPreview: true }],
    ] as const) {
      const ran = await fixture.run(operation, options);
      expect([ran.exitCode === 0, ran.writes]).toEqual([false, []]);
    }
  });

  test("a destroy of a protected workspace fails in the preview, before its users are touched", async () => {
    const { fixture, write } = await open(door);
    await write(
      `Workspace("main", { workgroupId: "${wg}", workspaceName: "main" }).workspaceId.apply((workspaceId) => workspaceId)`,
      declare("DatabaseUser", `${place}, username: "anna", password: "first-password"`),
    );
    await fixture.must("up");
    const ran = await fixture.run("destroy", {});
    expect([ran.exitCode === 0, ran.writes]).toEqual([false, []]);
  });

  test("a name that moves to another resource makes a workspace, as announced", async () => {
    const { fixture, write } = await open(door);
    await write(declare("Workspace", `workgroupId: "${wg}", workspaceName: "main"`, "{}", "blue"));
    await fixture.must("up");
    await fixture.write(
      `const { Workspace } = require("${entries[door]}");
      const blue = new Workspace("blue", { workgroupId: "${wg}", workspaceName: "main-old" });
      new Workspace("green", { workgroupId: "${wg}", workspaceName: "main" }, { dependsOn: [blue] });\n`,
    );
    await expectForeseen(fixture, {});
    expect(
      fixture.emulator
        .workspaces(wg)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(["main", "main-old", "theirs"]);
  });

  test("what only may change is not refused", async () => {
    const { fixture } = await open(door);
    const program = (minutes: number) => `const { Workspace } = require("${entries[door]}");
      const main = new Workspace("main", { workgroupId: "${wg}", workspaceName: "main", autoStopMinutes: ${minutes} });
      new Workspace("ro", { workgroupId: "${wg}", workspaceName: "ro", databaseId: main.databaseId, isRw: false });\n`;
    await fixture.write(program(20));
    await fixture.must("up");
    await fixture.write(program(30));
    await expectForeseen(fixture, {});
  });
});
