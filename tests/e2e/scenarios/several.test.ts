import { runScenarios } from "../../support/scenario-suite";

const many = Array.from({ length: 20 }, (_, index) => `ws-${String(index).padStart(2, "0")}`);

runScenarios("several workspaces", [
  {
    name: "Workspaces of two workgroups are settled side by side",
    steps: [
      {
        title: "two workgroups",
        program: `
          settings("main", { autoStopMinutes: 60 });
          settings("reporting", { autoStopMinutes: 60 });
          settings("trial", { workgroupId: "staging", enableAutoStart: false });
        `,
        run: "up",
        expect: {
          steps: ["create main", "create reporting", "create trial"],
          writes: [
            'PUT production/main {"auto_stop_minutes":60}',
            'PUT production/reporting {"auto_stop_minutes":60}',
            'PUT staging/trial {"enable_auto_start":false}',
          ],
          live: { main: { auto_stop_minutes: 60 }, reporting: { auto_stop_minutes: 60 } },
        },
      },
      {
        title: "one changes, one is let go of, one is new",
        program: `
          settings("main", { autoStopMinutes: 45 });
          settings("sandbox", { autoStopMinutes: 15 });
          settings("trial", { workgroupId: "staging", enableAutoStart: false });
        `,
        run: "up --skip-preview",
        expect: {
          steps: ["update main", "delete reporting", "create sandbox", "same trial"],
          writes: ['PUT production/main {"auto_stop_minutes":45}', 'PUT production/sandbox {"auto_stop_minutes":15}'],
          live: { reporting: { auto_stop_minutes: 60 } },
        },
      },
      {
        title: "drift in both workgroups is corrected",
        before: (emulator) => {
          emulator.changeWorkspace("production", "sandbox", { auto_stop_minutes: 600 });
          emulator.changeWorkspace("staging", "trial", { enable_auto_start: true });
        },
        run: "up --refresh",
        expect: {
          steps: ["refresh:same main", "same main", "refresh:update sandbox", "update sandbox", "refresh:update trial", "update trial"],
          writes: ['PUT production/sandbox {"auto_stop_minutes":15}', 'PUT staging/trial {"enable_auto_start":false}'],
        },
      },
    ],
  },
  {
    name: "A resource that needs an output of another waits for it, and what is not known yet passes the checks",
    ordered: true,
    steps: [
      {
        title: "the preview says what is known later",
        program: `
          const main = settings("main", { autoStopMinutes: 60 });
          settings("sandbox", { workspaceName: pulumi.interpolate\`copy of \${main.host}\`, autoStopMinutes: 15 });
        `,
        run: "preview",
        expect: {
          steps: ["create main", "create sandbox"],
          told: ['workspaces/sandbox {"auto_stop_minutes":15} was {"auto_stop_minutes":30} (workspaceName: known later)'],
        },
      },
      {
        title: "the update sends it",
        run: "up",
        expect: {
          steps: ["create main", "create sandbox"],
          writes: [
            'PUT production/main {"auto_stop_minutes":60}',
            'PUT production/sandbox {"auto_stop_minutes":15,"workspace_name":"copy of main.data.example"}',
          ],
        },
      },
      {
        title: "where the first changes, the second is not known again until it has",
        program: `
          const main = settings("main", { autoStopMinutes: 45 });
          settings("sandbox", { workspaceName: pulumi.interpolate\`copy of \${main.host}\`, autoStopMinutes: 15 });
        `,
        run: "up --skip-preview",
        expect: { steps: ["update main", "same sandbox"], writes: ['PUT production/main {"auto_stop_minutes":45}'] },
      },
      {
        title: "a workspace that is found by an unknown output is planned all the same",
        program: `
          const main = settings("main", { autoStopMinutes: 45, updateStrategy: "reporting" });
          settings("found", { workspaceId: main.updateStrategy.apply((text) => text), autoStopMinutes: 15 });
        `,
        run: "up --skip-preview",
        expect: {
          steps: ["update main", "create found", "delete sandbox"],
          writes: ['PUT production/main {"update_strategy":"reporting"}', 'PUT production/reporting {"auto_stop_minutes":15}'],
        },
      },
    ],
  },
  {
    name: "Twenty workspaces are adopted and destroyed side by side",
    service: {
      account: (account) => {
        account.addWorkgroup({ workgroup_id: "production", name: "production" });
        for (const workspace_id of many) account.addWorkspace("production", { workspace_id, name: workspace_id, database_id: "graph" });
      },
    },
    steps: [
      {
        title: "all differ",
        program: `for (const name of ${JSON.stringify(many)}) settings(name, { autoStopMinutes: 60 });`,
        run: "up --skip-preview",
        expect: {
          steps: many.map((name) => `create ${name}`),
          writes: many.map((name) => `PUT production/${name} {"auto_stop_minutes":60}`),
        },
      },
      {
        title: "all are let go of",
        run: "destroy --skip-preview",
        expect: { steps: many.map((name) => `delete ${name}`), reads: 0, state: [] },
      },
    ],
  },
]);
