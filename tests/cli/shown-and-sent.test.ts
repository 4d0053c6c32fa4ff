import { reviewOf } from "../../cli/review/read";
import { closeAfterTest } from "../support/close-after-test";
import { fillAccount } from "../support/scenario";
import { applyReviewed, expectSentAsShown, previewIn, shownIn } from "../support/shown-and-sent";
import { type ProviderKind, StackFixture } from "../support/stack-fixture";

/** A program that was applied, the one that is reviewed next, and what the CLI is told. */
interface Scene {
  readonly name: string;
  readonly first?: string;
  readonly then: string;
  readonly flags?: readonly string[];
  readonly providerKinds?: readonly ProviderKind[];
  /** The requests that the review shows and that are sent, sorted; `may` begins one that may not be. */
  readonly sends: readonly string[];
  /** The fingerprint is withheld, so that nothing is applied. */
  readonly withheld?: true;
}

const ws = '{ workgroupId: "production", workspaceId: "main" }';
const user = (name: string, workspaceId: string, more = "{}", options = "{}") =>
  `new g.DatabaseUser("${name}", { workgroupId: "production", workspaceId: ${workspaceId}, username: "${name}", password: pulumi.secret("secret-${name}"), ...${more} }, ${options});`;
const schedule = (time: string, options = "{}") =>
  `new g.WorkspaceSchedule("it", { ...${ws}, repeat: "daily", time: ${time}, timeZone: "UTC" }, ${options});`;
const workspace = (more: string, options = "{}") =>
  `const prod = new g.Workspace("prod", { workgroupId: "production", workspaceName: "prod", timeoutSeconds: 60, deletionPolicy: "delete", ...${more} }, ${options});`;
const providers =
  'const p = (name) => new g.Provider(name, { baseUrl: process.env.URL, apiKey: pulumi.secret(process.env.KEY) }); const [a, b] = [p("a"), p("b")];';
const group = (cloud: string) =>
  `const team = new g.Workgroup("team", { workgroupName: "team", cloudProviderId: "${cloud}", deletionPolicy: "retain" });`;
const within =
  'new g.Workspace("prod", { workgroupId: team.workgroupId, workspaceName: "prod", timeoutSeconds: 60, deletionPolicy: "delete" });';

const databases = (minutes: number) =>
  `const main = new g.Workspace("main", { workgroupId: "production", workspaceName: "prod", autoStopMinutes: ${minutes} });
   new g.Workspace("ro", { workgroupId: "production", workspaceName: "ro", databaseId: main.databaseId, isRw: false });`;

/** Resources that the program's options or the CLI's flags replace in place: what is sent for a change, which the flag makes without one. */
const replacements = (
  [
    [
      "AllowListEntry",
      'workgroupId: "production", cidr: "203.0.113.7"',
      ['note: "a"', 'note: "b"'],
      "PUT /workgroups/production/allow_list/*",
    ],
    ["WorkspaceSettings", `...${ws}`, ["autoStopMinutes: 30", "autoStopMinutes: 60"], "PUT /workgroups/production/workspaces/main"],
    [
      "Workspace",
      'workgroupId: "production", workspaceName: "prod", deletionPolicy: "delete"',
      ["autoStopMinutes: 30", "autoStopMinutes: 60"],
      "PUT /workgroups/production/workspaces/*",
    ],
  ] as const
).flatMap(([kind, args, [before, after], put]): Scene[] => {
  const declare = (value: string, options: string) => `new g.${kind}("it", { ${args}, ${value} }, { ${options} });`;
  const replaceOnChanges = `replaceOnChanges: ["${before.split(":")[0]}"]`;
  return [
    ...[replaceOnChanges, `${replaceOnChanges}, deleteBeforeReplace: true`].map((options) => ({
      name: `${kind} with ${options}`,
      first: declare(before, options),
      then: declare(after, options),
      sends: [put],
    })),
    ...["--replace", ...(kind === "AllowListEntry" ? [] : ["--target-replace"])].map((flag) => {
      return { name: `${kind} with ${flag}`, first: declare(before, ""), then: declare(before, ""), flags: [flag, "**::it"], sends: [] };
    }),
  ];
});

const scenes: readonly Scene[] = [
  {
    name: "a chain that is made from nothing",
    then: `${group("0b000000-0000-4000-8000-000000000001")} const inner = ${within} new g.DatabaseUser("reader", { workgroupId: team.workgroupId, workspaceId: inner.workspaceId, username: "reader", password: pulumi.secret("pw-reader") });`,
    sends: ["POST /workgroups", "POST /workgroups/*/workspaces", "POST /workgroups/*/workspaces/*/dbuser"],
  },
  {
    name: "a workspace inside a workgroup that is replaced",
    first: `${group("0b000000-0000-4000-8000-000000000001")} ${within}`,
    then: `${group("0b000000-0000-4000-8000-000000000002")} ${within}`,
    sends: ["POST /workgroups", "may DELETE /workgroups/*/workspaces/*", "may POST /workgroups/*/workspaces"],
  },
  {
    name: "a workspace that changes, and the password of a user inside it",
    first: `${workspace("{ autoStopMinutes: 30 }")} ${user("reader", "prod.workspaceId")}`,
    then: `${workspace("{ autoStopMinutes: 60 }")} ${user("reader", "prod.workspaceId", '{ password: pulumi.secret("another-secret") }')}`,
    sends: ["PUT /workgroups/production/workspaces/*", "PUT /workgroups/production/workspaces/*/dbuser"],
  },
  {
    name: "a user with deletedWith, whose workspace is deleted",
    first: `${workspace("{}")} ${user("reader", "prod.workspaceId", "{}", "{ deletedWith: prod }")}`,
    then: "",
    sends: ["DELETE /workgroups/production/workspaces/*"],
  },
  {
    name: "a user that the program retains",
    first: user("reader", '"main"', '{ deletionPolicy: "delete" }', "{ retainOnDelete: true }"),
    then: "",
    sends: [],
  },
  {
    name: "a user that --replace replaces",
    first: user("reader", '"main"'),
    then: user("reader", '"main"'),
    flags: ["--replace", "**::reader"],
    sends: ["PUT /workgroups/production/workspaces/main/dbuser"],
  },
  {
    name: "a workspace that is deleted before its replacement, and the user inside it",
    first: `${workspace("{ isRw: true }")} ${user("reader", "prod.workspaceId", '{ deletionPolicy: "delete" }')}`,
    then: `${workspace('{ isRw: true, initialTgVersion: "4.1.0" }', '{ replaceOnChanges: ["initialTgVersion"], deleteBeforeReplace: true }')} ${user("reader", "prod.workspaceId", '{ deletionPolicy: "delete" }')}`,
    sends: ["may DELETE /workgroups/production/workspaces/*/dbuser", "may POST /workgroups/production/workspaces/*/dbuser"],
  },
  {
    name: "a workspace whose new name replaces it",
    first: workspace("{}", '{ replaceOnChanges: ["workspaceName"] }'),
    then: workspace('{ workspaceName: "next" }', '{ replaceOnChanges: ["workspaceName"] }'),
    sends: ["DELETE /workgroups/production/workspaces/*", "POST /workgroups/production/workspaces"],
  },
  {
    name: "a user with deletedWith, whose workspace is replaced",
    first: `${workspace("{}", '{ replaceOnChanges: ["workspaceName"] }')} ${user("reader", "prod.workspaceId", '{ deletionPolicy: "delete" }', "{ deletedWith: prod }")}`,
    then: `${workspace('{ workspaceName: "next" }', '{ replaceOnChanges: ["workspaceName"] }')} ${user("reader", "prod.workspaceId", '{ deletionPolicy: "delete" }', "{ deletedWith: prod }")}`,
    sends: [
      "DELETE /workgroups/production/workspaces/*",
      "POST /workgroups/production/workspaces",
      "may POST /workgroups/production/workspaces/*/dbuser",
    ],
  },
  {
    name: "a schedule that replaceOnChanges replaces",
    first: schedule('"07:00"'),
    then: schedule('"08:00"', '{ replaceOnChanges: ["time"] }'),
    sends: ["DELETE /workgroups/production/workspaces/main/schedules/*", "POST /workgroups/production/workspaces/main/schedules"],
  },
  {
    name: "a schedule that replaceOnChanges may replace, if a value that is known later differs",
    first: schedule('"07:00"'),
    then: `${workspace("{}")} ${schedule('prod.workspaceId.apply(() => "08:00")', '{ replaceOnChanges: ["time"] }')}`,
    sends: [
      "POST /workgroups/production/workspaces",
      "may DELETE /workgroups/production/workspaces/main/schedules/*",
      "may POST /workgroups/production/workspaces/main/schedules",
    ],
  },
  {
    name: "a schedule that --replace replaces, with a value that is known later",
    first: schedule('"07:00"'),
    then: `${workspace("{}")} ${schedule('prod.workspaceId.apply(() => "07:00")')}`,
    flags: ["--replace", "**::it"],
    sends: [
      "POST /workgroups/production/workspaces",
      "may DELETE /workgroups/production/workspaces/main/schedules/*",
      "may POST /workgroups/production/workspaces/main/schedules",
    ],
  },
  {
    name: "an adopted workspace",
    then: 'new g.Workspace("main", { workgroupId: "production", workspaceName: "main", adopt: true, autoStopMinutes: 45 });',
    sends: ["PUT /workgroups/production/workspaces/main"],
  },
  {
    name: "a rename with an alias, beside a change",
    first: `new g.WorkspaceSettings("main", { ...${ws}, autoStopMinutes: 30 });`,
    then: `new g.WorkspaceSettings("renamed", { ...${ws}, autoStopMinutes: 45 }, { aliases: [{ name: "main" }] });`,
    sends: ["PUT /workgroups/production/workspaces/main"],
  },
  {
    name: "a rename without an alias",
    first: `new g.WorkspaceSettings("main", { ...${ws}, autoStopMinutes: 30, deletionPolicy: "delete" });`,
    then: `new g.WorkspaceSettings("renamed", { ...${ws}, autoStopMinutes: 45 });`,
    sends: ["PUT /workgroups/production/workspaces/main"],
  },
  {
    name: "one of two changes, chosen by --target",
    first: `new g.WorkspaceSettings("main", { ...${ws}, autoStopMinutes: 30 }); ${user("reader", '"main"')}`,
    then: `new g.WorkspaceSettings("main", { ...${ws}, autoStopMinutes: 45 }); ${user("reader", '"main"', '{ password: pulumi.secret("another-secret") }')}`,
    flags: ["--target", "**::reader"],
    sends: ["PUT /workgroups/production/workspaces/main/dbuser"],
  },
  {
    name: "settings that move to another provider",
    providerKinds: ["native"],
    first: `${providers} new g.WorkspaceSettings("main", { ...${ws}, autoStopMinutes: 30, deletionPolicy: "pause" }, { provider: a });`,
    then: `${providers} new g.WorkspaceSettings("main", { ...${ws}, autoStopMinutes: 30, deletionPolicy: "pause" }, { provider: b });`,
    sends: [],
  },
  {
    name: "settings that change and a user that is replaced, while both move to another provider",
    providerKinds: ["native"],
    first: `${providers} new g.WorkspaceSettings("main", { ...${ws}, autoStopMinutes: 30 }, { provider: a }); ${user("reader", '"main"', '{ deletionPolicy: "delete" }', "{ provider: a }")}`,
    then: `${providers} new g.WorkspaceSettings("main", { ...${ws}, autoStopMinutes: 45 }, { provider: b }); ${user("reader", '"main"', '{ username: "writer", deletionPolicy: "delete" }', "{ provider: b }")}`,
    sends: [
      "DELETE /workgroups/production/workspaces/main/dbuser",
      "POST /workgroups/production/workspaces/main/dbuser",
      "PUT /workgroups/production/workspaces/main",
    ],
  },
  {
    name: "a schedule by its literal identifier inside a workspace that is deleted",
    first: `new g.Workspace("sandbox", { workgroupId: "production", workspaceName: "sandbox", adopt: true, deletionPolicy: "delete" }); new g.WorkspaceSettings("inside", { workgroupId: "production", workspaceId: "main", autoStopMinutes: 30 }); ${user("reader", '"sandbox"')}`,
    then: user("reader", '"sandbox"'),
    sends: [],
    withheld: true,
  },
  {
    name: "a name that moves to another resource",
    first: 'new g.Workspace("blue", { workgroupId: "production", workspaceName: "prod" });',
    then: `const blue = new g.Workspace("blue", { workgroupId: "production", workspaceName: "prod-old" });
      new g.Workspace("green", { workgroupId: "production", workspaceName: "prod" }, { dependsOn: [blue] });`,
    sends: ["POST /workgroups/production/workspaces", "PUT /workgroups/production/workspaces/*"],
  },
  {
    name: "a workspace whose database another one has",
    first: databases(20),
    then: databases(30),
    sends: ["PUT /workgroups/production/workspaces/*"],
  },
  ...replacements,
];

const head = (providerKind: ProviderKind) =>
  `const pulumi = require("@pulumi/pulumi"); const g = require("pulumi-graphplane${providerKind === "native" ? "/native" : ""}");\n`;

async function play(providerKind: ProviderKind, { first = "", then, flags = [] }: Scene) {
  const fixture = await StackFixture.open({ providerKind, service: { account: fillAccount, extensions: true, profile: "observed" } });
  closeAfterTest(fixture);
  process.env["URL"] = fixture.emulator.url;
  process.env["KEY"] = fixture.emulator.apiKey;
  await fixture.write(head(providerKind) + first);
  await fixture.must("up");
  await fixture.write(head(providerKind) + then);
  const stack = await fixture.stack();
  const trace = await stack.previewJson({ refresh: "with the program", flags });
  return applyReviewed(fixture, trace, { flags: ["--refresh", "--run-program", ...flags] });
}

describe.each<ProviderKind>(["dynamic", "native"])("%s", (providerKind) => {
  test.each(scenes.filter(({ providerKinds = ["dynamic", "native"] }) => providerKinds.includes(providerKind)))("$name", async (scene) => {
    const applied = await play(providerKind, scene);
    expect(applied.review.complete).toBe(scene.withheld !== true);
    if (applied.sent === undefined) return;
    expect(shownIn(applied.review)).toEqual(scene.sends);
    expectSentAsShown(applied);
  });
});

test.each([
  ["at the top of a module", "\nnew g.WorkspaceSettings"],
  ["in a function of a module", "\nconst make = () => new g.WorkspaceSettings"],
])("the review names the line that declares a resource %s", async (_, declaration) => {
  const fixture = await StackFixture.open({ service: { account: fillAccount } });
  closeAfterTest(fixture);
  await fixture.write('{ "name": "scenario", "private": true, "type": "module", "main": "index.js" }', "package.json");
  const call = declaration.includes("make") ? "\nmake();" : "";
  await fixture.write(`import * as g from "pulumi-graphplane";${declaration}("main", { ...${ws}, autoStopMinutes: 30 });${call}\n`);
  const preview = previewIn(await (await fixture.stack()).previewJson());
  expect(reviewOf(preview).changes.map(({ declaredAt }) => declaredAt)).toEqual([{ file: "index.js", line: 2 }]);
});
