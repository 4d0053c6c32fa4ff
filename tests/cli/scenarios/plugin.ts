import { canaries } from "../../support/canary";
import type { Scenario } from "../../support/scenario";

const put = (workspace: string, minutes: number) => `PUT production/${workspace} {"auto_stop_minutes":${minutes}}`;
const declared = (minutes: number) => `settings("main", { autoStopMinutes: ${minutes} });`;
const accounts = (key: string) => `
  const { Provider } = require("pulumi-graphplane/native");
  const config = new pulumi.Config("graphplane");
  const first = new Provider("first", { baseUrl: config.require("baseUrl"), apiKey: config.requireSecret("apiKey") });
  const second = new Provider("second", { baseUrl: config.require("baseUrl"), apiKey: ${key} });
  const main = settings("main", { autoStopMinutes: 60 }, { provider: first });
  settings("sandbox", { autoStopMinutes: 60 }, { provider: second, dependsOn: main });
`;
const rightKey = 'config.requireSecret("apiKey")';
const lookUp = (name: string) => `
  const native = require("pulumi-graphplane/native");
  const found = native.getWorkspace({ workgroupId: "production", name: "${name}" });
  exports.found = pulumi.output(found).apply(({ workspaceId, autoStopMinutes }) => ({ workspaceId, autoStopMinutes }));
`;
const lookUpWithProvider = (key: string) => `
  const config = new pulumi.Config("graphplane");
  const provider = new native.Provider("own", { baseUrl: config.require("baseUrl"), apiKey: ${key} });
  const schedules = native.getSchedulesOutput({ workgroupId: "production", workspaceId: "main" }, { provider });
  exports.schedules = schedules.apply(({ length }) => length);
`;

/** Behaviour of the plugin alone. */
export const pluginRules: readonly Scenario[] = [
  {
    name: "A stack of dynamic resources moves to the plugin without a request, and continues there",
    steps: [
      {
        title: "made by the dynamic host",
        providerKind: "dynamic",
        program: declared(60),
        run: "up --skip-preview",
        expect: { steps: ["create main"], writes: [put("main", 60)] },
      },
      {
        title: "declared through the plugin",
        program: declared(60),
        run: "up",
        expect: { steps: ["same main"], reads: 0, state: ["main"] },
      },
      {
        title: "changed through the plugin",
        program: declared(45),
        run: "up --skip-preview",
        expect: { steps: ["update main"], writes: [put("main", 45)] },
      },
      { title: "no longer managed", run: "destroy --skip-preview", expect: { steps: ["delete main"], state: [] } },
    ],
  },
  {
    name: "A workspace is imported by its id, from a file or by the program, and then changed as it is declared",
    steps: [
      {
        title: "from a file",
        imports: [{ type: "graphplane:index:WorkspaceSettings", name: "main", id: "production/main" }],
        program: declared(60),
        run: "up --skip-preview",
        expect: { steps: ["update main"], writes: [put("main", 60)], state: ["main"] },
      },
      {
        title: "by the program, in its preview",
        program: `${declared(60)} settings("sandbox", { autoStopMinutes: 45 }, { import: "production/sandbox" });`,
        run: "preview",
        expect: { steps: ["same main", "import sandbox", "update sandbox"], state: ["main"], hidden: ["no longer declared"] },
      },
      {
        title: "by the program",
        run: "up --skip-preview",
        expect: { steps: ["same main", "import sandbox", "update sandbox"], writes: [put("sandbox", 45)], state: ["main", "sandbox"] },
      },
      { title: "and not again", run: "up --skip-preview", expect: { steps: ["same main", "same sandbox"], reads: 0 } },
    ],
  },
  {
    name: "Two accounts in one program: a wrong key affects only its own resources, and is never shown",
    ordered: true,
    steps: [
      {
        title: "the preview with a second key that is wrong",
        program: accounts('"some-other-key"'),
        run: "preview",
        expect: {
          steps: ["create main", "create sandbox"],
          shown: ["graphplane (second): cannot plan ", "apiKey of the provider"],
          hidden: ["some-other-key"],
        },
      },
      {
        title: "the second key is wrong",
        run: "up --skip-preview",
        expect: {
          exitCode: 1,
          steps: ["create main", "create sandbox failed"],
          writes: [put("main", 60)],
          errors: ["Unauthorized"],
          hidden: ["some-other-key"],
          state: ["main"],
        },
      },
      {
        title: "the second key is right",
        program: accounts(rightKey),
        run: "up --skip-preview",
        expect: { steps: ["same main", "create sandbox"], writes: [put("sandbox", 60)], state: ["main", "sandbox"] },
      },
      {
        title: "another key changes the providers and no resource",
        before: (emulator) => emulator.rotateKey(canaries["the second key"]),
        config: { "graphplane:apiKey": { secret: canaries["the second key"] } },
        run: "up",
        expect: { steps: ["same main", "same sandbox"], reads: 0 },
      },
      { title: "no longer managed", run: "destroy --skip-preview", expect: { steps: ["delete sandbox", "delete main"], state: [] } },
    ],
  },
  {
    name: "A look-up through the plugin returns its result to the program, or lists the candidates if it finds nothing",
    steps: [
      {
        title: "found, one of them with the settings of another provider",
        program: lookUp("main") + lookUpWithProvider(rightKey),
        run: "up --skip-preview",
        expect: { steps: [], outputs: { found: { workspaceId: "main", autoStopMinutes: 30 }, schedules: 0 } },
      },
      {
        title: "another provider whose key is wrong",
        program: lookUp("main") + lookUpWithProvider('"some-other-key"'),
        run: "preview",
        expect: { exitCode: 1, steps: [], errors: ["Unauthorized", "apiKey of the provider"], hidden: ["some-other-key"] },
      },
      { title: "not found", program: lookUp("nowhere"), run: "preview", expect: { exitCode: 1, steps: [], errors: ["nowhere"] } },
    ],
  },
];
