import { runScenarios } from "../../support/scenario-suite";

const good = `settings("main", { autoStopMinutes: 60 });`;
const put = ['PUT production/main {"auto_stop_minutes":60}'];

runScenarios("what goes wrong, and how it is mended", [
  {
    name: "Wrong arguments are refused before anything is sent, each at its own property",
    steps: [
      {
        title: "four mistakes",
        program: `
          settings("main", {
            autoStopMinutes: -1,
            enableAutoStrat: true,
            addons: { insights: { enable: "yes" } },
            maintenanceWindow: { hourOfDay: 2.5 },
          });
        `,
        run: "up",
        expect: {
          exitCode: 1,
          steps: [],
          errors: [
            "autoStopMinutes",
            "must be at least 0",
            "did you mean enableAutoStart?",
            "must be true or false, not a text",
            "maintenanceWindow.hourOfDay",
          ],
          state: [],
        },
      },
      { title: "mended", program: good, run: "up --skip-preview", expect: { steps: ["create main"], writes: put } },
      {
        title: "a mistake later keeps the state",
        program: `settings("main", { autoStopMinutes: "sixty" });`,
        run: "up --skip-preview",
        expect: { exitCode: 1, steps: [], errors: ["autoStopMinutes", "must be a number, not a text"], state: ["main"] },
      },
    ],
  },
  {
    name: "A workspace or workgroup that does not exist is refused, naming those that do",
    steps: [
      {
        title: "no such workspace",
        program: `settings("nowhere", {});`,
        run: "up",
        expect: {
          exitCode: 1,
          steps: [],
          errors: ['workgroup "production" has no workspace "nowhere"; it has main (main), reporting (reporting), sandbox (sandbox)'],
        },
      },
      {
        title: "no such workgroup",
        program: `settings("main", { workgroupId: "nowhere" });`,
        run: "up --skip-preview",
        expect: { exitCode: 1, steps: [], errors: ['there is no workgroup "nowhere"'] },
      },
      { title: "mended", program: good, run: "up --skip-preview", expect: { steps: ["create main"], writes: put } },
    ],
  },
  {
    name: "A program that throws changes nothing in its preview, and keeps what it had made when it throws later",
    steps: [
      {
        title: "before it declares anything",
        program: `throw new Error("the program broke off"); ${good}`,
        run: "up",
        expect: { exitCode: 1, steps: [], errors: ["the program broke off"], state: [] },
      },
      {
        title: "only in the update, after what it declared",
        program: `
          const main = ${good}
          main.id.apply((id) => { if (!pulumi.runtime.isDryRun()) throw new Error("broke off after " + id); });
        `,
        run: "up",
        expect: { exitCode: 1, steps: ["create main"], writes: put, errors: ["broke off after production/main"], state: ["main"] },
      },
      {
        title: "it ends itself with an exit code",
        program: `${good} process.exit(3);`,
        run: "up",
        expect: { exitCode: 1, steps: [], errors: ["3"], state: ["main"] },
      },
      { title: "mended", program: good, run: "up --skip-preview", expect: { steps: ["same main"], reads: 0 } },
    ],
  },
  {
    name: "A body that the service refuses is told with its reasons, and sent again once it is mended",
    steps: [
      {
        title: "refused at the creation: nothing is in state",
        before: (emulator) =>
          emulator.fault({
            kind: "status",
            status: 400,
            type: "Bad-Request",
            message: "The request is not valid.",
            details: [{ FieldName: "auto_stop_minutes", Reason: "must be a multiple of 15" }],
            match: { method: "PUT" },
            times: 2,
          }),
        program: `settings("main", { autoStopMinutes: 61 });`,
        run: "up",
        expect: {
          exitCode: 1,
          steps: ["create main failed"],
          writes: ['PUT production/main {"auto_stop_minutes":61} -> 400'],
          errors: ["must be a multiple of 15", "autoStopMinutes"],
          state: [],
        },
      },
      {
        title: "another workspace that works is kept",
        program: `
          const reporting = settings("reporting", {});
          settings("main", { autoStopMinutes: 61 }, { dependsOn: [reporting] });
        `,
        run: "up --skip-preview",
        expect: {
          exitCode: 1,
          steps: ["create main failed", "create reporting"],
          writes: ['PUT production/main {"auto_stop_minutes":61} -> 400'],
          errors: ["must be a multiple of 15"],
          state: ["reporting"],
        },
      },
      {
        title: "mended",
        program: `settings("reporting", {}); ${good}`,
        run: "up --skip-preview",
        expect: { steps: ["create main", "same reporting"], writes: put, state: ["main", "reporting"] },
      },
      {
        title: "refused at an update: the state stays",
        before: (emulator) => emulator.fault({ kind: "error-200", type: "Bad-Request", message: "Not today.", match: { method: "PUT" } }),
        program: `settings("reporting", {}); settings("main", { autoStopMinutes: 45 });`,
        run: "up --skip-preview",
        expect: {
          exitCode: 1,
          steps: ["update main failed", "same reporting"],
          writes: ['PUT production/main {"auto_stop_minutes":45}'],
          errors: ["Not today."],
          state: ["main", "reporting"],
          live: { main: { auto_stop_minutes: 60 } },
        },
      },
      {
        title: "and the next update sends it",
        run: "up --skip-preview",
        expect: { steps: ["update main", "same reporting"], writes: ['PUT production/main {"auto_stop_minutes":45}'] },
      },
    ],
  },
  {
    name: "A change that was accepted and does not show is kept as unfinished, and the next update goes on",
    steps: [
      {
        title: "the adoption",
        before: (emulator) => emulator.fault({ kind: "accepted-not-applied", match: { method: "PUT" }, times: 2 }),
        program: `settings("main", { autoStopMinutes: 60, timeoutSeconds: 1 });`,
        run: "up",
        expect: {
          exitCode: 1,
          steps: ["create main failed"],
          writes: put,
          errors: ["does not show it after 1 s: autoStopMinutes (wanted 60, seen 30)"],
          state: ["main"],
          live: { main: { auto_stop_minutes: 30 } },
        },
      },
      {
        title: "still not",
        run: "up --skip-preview",
        expect: { exitCode: 1, steps: ["update main failed"], writes: put, errors: ["does not show it after 1 s"], state: ["main"] },
      },
      {
        title: "now",
        run: "up --skip-preview",
        expect: { steps: ["update main"], writes: put, live: { main: { auto_stop_minutes: 60 } } },
      },
      { title: "done", run: "up --skip-preview", expect: { steps: ["same main"], reads: 0 } },
    ],
  },
  {
    name: "A missing setting and a wrong key fail with the command that mends them",
    steps: [
      {
        title: "no key: the preview can only say so, the update fails",
        config: { "graphplane:apiKey": undefined },
        program: good,
        run: "up",
        expect: {
          exitCode: 1,
          steps: ["create main failed"],
          errors: ['graphplane:apiKey is missing: run "pulumi config set --secret graphplane:apiKey <value>"'],
          told: ["graphplane: cannot look ahead"],
          reads: 0,
          state: [],
        },
      },
      {
        title: "a key that the service does not know",
        config: { "graphplane:apiKey": { secret: "some-other-key" } },
        run: "up --skip-preview",
        expect: { exitCode: 1, steps: ["create main failed"], errors: ["Unauthorized"], untold: ["some-other-key"], state: [] },
      },
    ],
  },
  {
    name: "A workspace that is declared twice is refused where the program declares it",
    steps: [
      {
        title: "twice",
        program: `
          const main = ${good}
          settings("again", { workspaceId: main.workspaceId, autoStopMinutes: 45 });
        `,
        run: "up",
        expect: {
          exitCode: 1,
          steps: ["create main"],
          errors: ['WorkspaceSettings "again" declares what WorkspaceSettings "main" declares already'],
          state: [],
        },
      },
      { title: "once", program: good, run: "up --skip-preview", expect: { steps: ["create main"], writes: put } },
    ],
  },
]);
