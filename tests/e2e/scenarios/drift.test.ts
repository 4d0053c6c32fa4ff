import { runScenarios } from "../../support/scenario-suite";

const declared = (minutes: number, more = "") => `settings("main", { autoStopMinutes: ${minutes}${more} });`;

runScenarios("drift", [
  {
    name: "A change made in the console is seen by a refresh and corrected by the next update",
    steps: [
      {
        title: "adopted",
        program: declared(60),
        run: "up --skip-preview",
        expect: { steps: ["create main"], writes: ['PUT production/main {"auto_stop_minutes":60}'] },
      },
      {
        title: "an update alone does not look",
        before: (emulator) => emulator.changeWorkspace("production", "main", { auto_stop_minutes: 240 }),
        run: "up --skip-preview",
        expect: { steps: ["same main"], reads: 0 },
      },
      {
        title: "a preview with refresh shows it and changes nothing",
        run: "preview --refresh",
        expect: {
          steps: ["refresh:update main", "update main"],
          told: ['graphplane: PUT /workgroups/production/workspaces/main {"auto_stop_minutes":60} was {"auto_stop_minutes":240}'],
          reads: 2,
          live: { main: { auto_stop_minutes: 240 } },
        },
      },
      {
        title: "an update with refresh corrects it",
        run: "up --refresh",
        expect: {
          steps: ["refresh:update main", "update main"],
          writes: ['PUT production/main {"auto_stop_minutes":60}'],
          reads: 4,
          live: { main: { auto_stop_minutes: 60 } },
        },
      },
      { title: "and then there is nothing to do", run: "up --refresh", expect: { steps: ["refresh:same main", "same main"], reads: 2 } },
    ],
  },
  {
    name: "A refresh alone keeps what it found, and the next update goes by it",
    steps: [
      {
        title: "adopted",
        program: declared(60),
        run: "up --skip-preview",
        expect: { steps: ["create main"], writes: ['PUT production/main {"auto_stop_minutes":60}'] },
      },
      {
        title: "the console's value goes into the state",
        before: (emulator) => emulator.changeWorkspace("production", "main", { auto_stop_minutes: 240, enable_ha: true }),
        run: "refresh",
        expect: { steps: ["refresh:update main"], reads: 2 },
      },
      {
        title: "declaring the console's value needs no request that changes it",
        program: declared(240),
        run: "up --skip-preview",
        expect: { steps: ["same main"], reads: 0 },
      },
      {
        title: "an undeclared setting is nobody's business",
        before: (emulator) => emulator.changeWorkspace("production", "main", { enable_ha: false, update_strategy: "other" }),
        run: "up --refresh",
        expect: { steps: ["refresh:same main", "same main"] },
      },
    ],
  },
  {
    name: "A workspace that went away leaves the state at a refresh and comes back only where it exists",
    steps: [
      {
        title: "adopted",
        program: declared(60),
        run: "up --skip-preview",
        expect: { steps: ["create main"], writes: ['PUT production/main {"auto_stop_minutes":60}'] },
      },
      {
        title: "someone deletes it; a change of the program fails and keeps the state",
        before: (emulator) => emulator.deleteWorkspace("production", "main"),
        program: declared(45),
        run: "up --skip-preview",
        expect: {
          exitCode: 1,
          steps: ["update main failed"],
          errors: ['workgroup "production" has no workspace "main"; it has reporting (reporting), sandbox (sandbox)'],
          state: ["main"],
        },
      },
      {
        title: "a refresh takes it out of the state",
        run: "refresh --skip-preview",
        expect: { steps: ["refresh:delete main"], state: [] },
      },
      {
        title: "it cannot be adopted while it does not exist",
        run: "up",
        expect: { exitCode: 1, steps: [], errors: ['workgroup "production" has no workspace "main"'], state: [] },
      },
      {
        title: "made anew it is adopted anew",
        before: (emulator) => emulator.account.addWorkspace("production", { workspace_id: "main", name: "main", database_id: null }),
        run: "up --skip-preview",
        expect: { steps: ["create main"], writes: ['PUT production/main {"auto_stop_minutes":45}'] },
      },
    ],
  },
  {
    name: "A value that someone else changed is overwritten, or refused where the program says so",
    steps: [
      {
        title: "adopted",
        program: declared(60),
        run: "up --skip-preview",
        expect: { steps: ["create main"], writes: ['PUT production/main {"auto_stop_minutes":60}'] },
      },
      {
        title: "overwriting is told",
        before: (emulator) => emulator.changeWorkspace("production", "main", { auto_stop_minutes: 240 }),
        program: declared(45),
        run: "up --skip-preview",
        expect: {
          steps: ["update main"],
          writes: ['PUT production/main {"auto_stop_minutes":45}'],
          told: ["overwriting a change made elsewhere: autoStopMinutes: last applied 60, live 240, declared 45"],
        },
      },
      {
        title: 'with onConflict "fail" nothing is sent',
        before: (emulator) => emulator.changeWorkspace("production", "main", { auto_stop_minutes: 120 }),
        program: declared(30, ', onConflict: "fail"'),
        run: "up --skip-preview",
        expect: {
          exitCode: 1,
          steps: ["update main failed"],
          errors: ['onConflict is "fail", so nothing is sent', "autoStopMinutes: last applied 45, live 120, declared 30"],
          live: { main: { auto_stop_minutes: 120 } },
        },
      },
      {
        title: "a refresh that is kept accepts the live value as the last applied",
        run: "refresh --skip-preview",
        expect: { steps: ["refresh:update main"] },
      },
      {
        title: "then the declared value is sent",
        run: "up --skip-preview",
        expect: { steps: ["update main"], writes: ['PUT production/main {"auto_stop_minutes":30}'] },
      },
    ],
  },
]);
