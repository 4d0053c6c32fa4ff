import { canaries } from "../../support/canary";
import type { Scenario } from "../../support/scenario";

const put = (minutes: number) => [`PUT production/main {"auto_stop_minutes":${minutes}}`];
const secret = (password: string) => `
  settings("main", {
    autoStopMinutes: 30,
    addons: { insights: { enable: true, enableConfiguration: pulumi.secret({ password: "${password}" }) } },
  });
`;
const addons = '{"addons":[{"addons_id":"insights","enable":true,"enable_configuration":{"theme":"light","rows":50,"password":"***"}}]}';

/** Promises of the README that only a real engine can test, one scenario each. */
export const promises: readonly Scenario[] = [
  {
    name: "A workspace is adopted, changed, corrected after drift and released, each time with the smallest request",
    steps: [
      {
        title: "the preview shows what the update will send",
        program: `
          const main = settings("main", { autoStopMinutes: 60, enableAutoStart: true });
          exports.host = main.host;
        `,
        run: "preview",
        expect: {
          steps: ["create main"],
          shown: ['graphplane: PUT /workgroups/production/workspaces/main {"auto_stop_minutes":60} was {"auto_stop_minutes":30}'],
          reads: 1,
          state: [],
        },
      },
      {
        title: "the update sends it",
        run: "up --skip-preview",
        expect: {
          steps: ["create main"],
          writes: put(60),
          reads: 2,
          outputs: { host: "main.data.example" },
          live: { main: { auto_stop_minutes: 60 } },
        },
      },
      {
        title: "a second update sends nothing, even after a change in the console",
        before: (emulator) => emulator.changeWorkspace("production", "main", { auto_stop_minutes: 240 }),
        run: "up --skip-preview",
        expect: { steps: ["same main"], reads: 0 },
      },
      {
        title: "an update with refresh shows that change in its preview, and corrects it",
        run: "up --refresh",
        expect: {
          steps: ["refresh:update main", "update main"],
          shown: ['graphplane: PUT /workgroups/production/workspaces/main {"auto_stop_minutes":60} was {"auto_stop_minutes":240}'],
          writes: put(60),
          reads: 4,
          live: { main: { auto_stop_minutes: 60 } },
        },
      },
      {
        title: "only a changed setting is sent; a dropped argument keeps its value",
        program: `settings("main", { autoStopMinutes: 45 });`,
        run: "up --skip-preview",
        expect: {
          steps: ["update main"],
          writes: put(45),
          reads: 2,
          outputs: {},
          shown: ["no longer declared: enableAutoStart"],
          live: { main: { enable_auto_start: true, auto_stop_minutes: 45 } },
        },
      },
      {
        title: "a destroy releases the workspace",
        run: "destroy --skip-preview",
        expect: { steps: ["delete main"], shown: ['deletionPolicy "retain"'], reads: 0, state: [] },
      },
    ],
  },
  {
    name: "A change that was accepted but not applied is recorded as unfinished, and the next update resumes it",
    steps: [
      {
        title: "the adoption",
        before: (emulator) => emulator.fault({ kind: "accepted-not-applied", match: { method: "PUT" } }),
        program: `settings("main", { autoStopMinutes: 60, timeoutSeconds: 1 });`,
        run: "up --skip-preview",
        expect: {
          exitCode: 1,
          steps: ["create main failed"],
          writes: put(60),
          errors: ["autoStopMinutes (wanted 60, seen 30)"],
          state: ["main"],
          live: { main: { auto_stop_minutes: 30 } },
        },
      },
      {
        title: "the next update, of the same program",
        run: "up --skip-preview",
        expect: { steps: ["update main"], writes: put(60), live: { main: { auto_stop_minutes: 60 } } },
      },
    ],
  },
  {
    name: "A secret argument is sent, encrypted in the state and never shown",
    steps: [
      {
        title: "adopted",
        program: secret("first-confidential-word"),
        run: "up --skip-preview",
        expect: {
          steps: ["create main"],
          writes: [`PUT production/main ${addons}`],
          shown: ['{"addons":"[secret]"}'],
          hidden: ["confidential-word"],
        },
        native: {
          why: "The plugin keeps an argument secret as a whole; the dynamic host keeps the part that is, and the names of such arguments.",
          differs: ["resources"],
        },
      },
      {
        title: "another secret is a change without a visible value",
        program: secret("second-confidential-word"),
        run: "up --skip-preview",
        expect: { steps: ["update main"], writes: [`PUT production/main ${addons}`], hidden: ["confidential-word"] },
      },
      {
        title: "drift of a secret is shown without a value",
        before: (emulator) =>
          emulator.changeWorkspace("production", "main", {
            addons: [{ addons_id: "insights", enable: true, enable_configuration: { password: "third-confidential-word" } }],
          }),
        run: "preview --refresh",
        expect: { steps: ["refresh:update main", "update main"], hidden: ["confidential-word"] },
      },
      {
        title: "no longer managed",
        run: "destroy --skip-preview",
        expect: { steps: ["delete main"], hidden: ["confidential-word"], state: [] },
      },
    ],
  },
  {
    name: "Mistakes are reported before anything is sent, with how to fix them",
    steps: [
      {
        title: "no key",
        config: { "graphplane:apiKey": undefined },
        program: `settings("main", { autoStopMinutes: 60 });`,
        run: "up --skip-preview",
        expect: {
          exitCode: 1,
          steps: ["create main failed"],
          errors: ["graphplane:apiKey", "pulumi config set --secret graphplane:apiKey"],
          shown: ["graphplane: cannot plan /workgroups/production/workspaces/main: "],
          reads: 0,
          state: [],
        },
      },
      {
        title: "a key that the service does not know",
        config: { "graphplane:apiKey": { secret: "some-other-key" } },
        run: "up --skip-preview",
        expect: { exitCode: 1, steps: [], errors: ["Unauthorized"], hidden: ["some-other-key"], state: [] },
      },
      {
        title: "all wrong arguments are reported, each at its own property",
        config: { "graphplane:apiKey": { secret: canaries["the key"] } },
        program: `
          settings("main", {
            autoStopMinutes: -1,
            enableAutoStrat: true,
            addons: { insights: { enable: "yes" } },
            maintenanceWindow: { hourOfDay: 2.5 },
          });
        `,
        run: "preview",
        expect: {
          exitCode: 1,
          steps: [],
          errors: ["autoStopMinutes", "enableAutoStrat", "did you mean enableAutoStart?", "addons", "maintenanceWindow.hourOfDay"],
        },
      },
      {
        title: "a workspace that does not exist, naming those that do",
        program: `settings("nowhere", {});`,
        run: "preview",
        expect: { exitCode: 1, steps: [], errors: ['has no workspace "nowhere"', "main (main), reporting (reporting), sandbox (sandbox)"] },
      },
    ],
  },
  {
    name: "An output that is known later delays what depends on it, and a workspace that is only read has its outputs",
    steps: [
      {
        title: "the preview names the arguments that are known later",
        program: `
          const main = settings("main", { autoStopMinutes: 60 });
          settings("sandbox", { workspaceName: pulumi.interpolate\`copy of \${main.host}\`, autoStopMinutes: 15 });
          const trial = WorkspaceSettings.get("trial", "staging/trial");
          exports.facts = { host: trial.host, workgroup: trial.workgroupName, id: trial.id };
        `,
        run: "preview",
        expect: {
          steps: ["create main", "create sandbox", "read trial"],
          shown: ['workspaces/sandbox {"auto_stop_minutes":15} was {"auto_stop_minutes":30} (workspaceName: known later)'],
        },
      },
      {
        title: "the update sends it",
        run: "up --skip-preview",
        expect: {
          steps: ["create main", "create sandbox", "read trial"],
          writes: [...put(60), 'PUT production/sandbox {"auto_stop_minutes":15,"workspace_name":"copy of main.data.example"}'],
          outputs: { facts: { host: "trial.data.example", workgroup: "staging", id: "staging/trial" } },
        },
      },
      {
        title: "a workspace that is found by an output is adopted once it is known",
        program: `
          const main = settings("main", { autoStopMinutes: 45, updateStrategy: "reporting" });
          settings("found", { workspaceId: main.updateStrategy.apply((text) => text), autoStopMinutes: 15 });
        `,
        run: "up --skip-preview",
        expect: {
          steps: ["create found", "update main", "delete sandbox", "discard trial"],
          writes: [
            'PUT production/main {"auto_stop_minutes":45,"update_strategy":"reporting"}',
            'PUT production/reporting {"auto_stop_minutes":15}',
          ],
        },
      },
    ],
  },
];
