import { runScenarios } from "../../support/scenario-suite";

const moving = (workspaceId: string, options = "{}") =>
  `settings("moving", { workspaceId: "${workspaceId}", autoStopMinutes: 60, deletionPolicy: "pause" }, ${options});`;

const renamed = moving("main").replace('"moving"', '"moved"');

const oneName = {
  title: "one name",
  program: moving("main"),
  run: "up --skip-preview",
  expect: { steps: ["create moving"], writes: ['PUT production/main {"auto_stop_minutes":60}'] },
} as const;

runScenarios("which workspace, under which name", [
  {
    name: "Another workspace replaces the resource: the new one is made before the old one is let go of",
    ordered: true,
    steps: [
      {
        title: "one workspace",
        program: moving("main"),
        run: "up --skip-preview",
        expect: { steps: ["create moving"], writes: ['PUT production/main {"auto_stop_minutes":60}'] },
      },
      {
        title: "the preview plans it",
        program: moving("reporting"),
        run: "preview",
        expect: { steps: ["create-replacement moving", "replace moving", "delete-replaced moving"] },
      },
      {
        title: "another one",
        run: "up",
        expect: {
          steps: ["create-replacement moving", "replace moving", "delete-replaced moving"],
          writes: ['PUT production/reporting {"auto_stop_minutes":60}', 'PUT production/main {"pause":true}'],
        },
      },
    ],
  },
  {
    name: "A resource that gets another name in the program takes its workspace over, and nothing is let go of",
    ordered: true,
    steps: [
      oneName,
      {
        title: "another name",
        program: renamed,
        run: "up",
        expect: { steps: ["create moved", "delete moving"], state: ["moved"], writes: [] },
      },
    ],
  },
  {
    name: "A resource that got another name keeps its workspace though the update was not finished, and a destroy lets go of it once",
    ordered: true,
    steps: [
      oneName,
      {
        title: "another name, beside one that fails",
        before: (emulator) => emulator.fault({ kind: "error-200", type: "Bad-Request", message: "Not today.", match: { method: "PUT" } }),
        program: `const moved = ${renamed} settings("reporting", { autoStopMinutes: 5 }, { dependsOn: moved });`,
        run: "up --skip-preview",
        expect: {
          exitCode: 1,
          steps: ["create moved", "create reporting failed"],
          errors: ["Not today."],
          state: ["moved", "moving"],
          writes: ['PUT production/reporting {"auto_stop_minutes":5}'],
        },
      },
      {
        title: "the next update",
        run: "up --skip-preview",
        expect: {
          steps: ["same moved", "create reporting", "delete moving"],
          state: ["moved", "reporting"],
          writes: ['PUT production/reporting {"auto_stop_minutes":5}'],
        },
      },
      {
        title: "the end",
        run: "destroy --skip-preview",
        expect: { steps: ["delete reporting", "delete moved"], state: [], writes: ['PUT production/main {"pause":true}'] },
      },
    ],
  },
  {
    name: "Another workspace with deleteBeforeReplace lets go of the old one first",
    ordered: true,
    steps: [
      {
        title: "one workspace",
        program: moving("main", "{ deleteBeforeReplace: true }"),
        run: "up --skip-preview",
        expect: { steps: ["create moving"], writes: ['PUT production/main {"auto_stop_minutes":60}'] },
      },
      {
        title: "another one",
        program: moving("reporting", "{ deleteBeforeReplace: true }"),
        run: "up --skip-preview",
        expect: {
          steps: ["delete-replaced moving", "replace moving", "create-replacement moving"],
          writes: ['PUT production/main {"pause":true}', 'PUT production/reporting {"auto_stop_minutes":60}'],
        },
      },
    ],
  },
  {
    name: "A replacement that lets go first takes those along that are identified by it",
    ordered: true,
    steps: [
      {
        title: "the second is found by an output of the first",
        program: `
          const first = settings("first", { workspaceId: "main", updateStrategy: "reporting", deletionPolicy: "pause" }, { deleteBeforeReplace: true });
          settings("second", { workspaceId: first.updateStrategy, deletionPolicy: "pause" });
        `,
        run: "up --skip-preview",
        expect: {
          steps: ["create first", "create second"],
          writes: ['PUT production/main {"update_strategy":"reporting"}'],
        },
      },
      {
        title: "the first moves",
        program: `
          const first = settings("first", { workspaceId: "sandbox", updateStrategy: "reporting", deletionPolicy: "pause" }, { deleteBeforeReplace: true });
          settings("second", { workspaceId: first.updateStrategy, deletionPolicy: "pause" });
        `,
        run: "up --skip-preview",
        expect: {
          steps: [
            "delete-replaced second",
            "delete-replaced first",
            "replace first",
            "create-replacement first",
            "replace second",
            "create-replacement second",
          ],
          writes: [
            'PUT production/reporting {"pause":true}',
            'PUT production/main {"pause":true}',
            'PUT production/sandbox {"update_strategy":"reporting"}',
          ],
        },
      },
    ],
  },
  {
    name: "A resource that is renamed with an alias stays the same one",
    steps: [
      {
        title: "one name",
        program: `settings("main", { autoStopMinutes: 60 });`,
        run: "up --skip-preview",
        expect: { steps: ["create main"], writes: ['PUT production/main {"auto_stop_minutes":60}'] },
      },
      {
        title: "another name, which says what it was before",
        program: `settings("renamed", { workspaceId: "main", autoStopMinutes: 60 }, { aliases: [{ name: "main" }] });`,
        run: "up --skip-preview",
        expect: { steps: ["same renamed"], reads: 0, state: ["renamed"] },
      },
      {
        title: "without the alias once it is done",
        program: `settings("renamed", { workspaceId: "main", autoStopMinutes: 60 });`,
        run: "up --skip-preview",
        expect: { steps: ["same renamed"], reads: 0 },
      },
    ],
  },
  {
    name: "A workspace that is only read gives its facts and is never changed",
    steps: [
      {
        title: "its facts are there",
        program: `
          const main = WorkspaceSettings.get("main", "production/main");
          exports.facts = { host: main.host, workgroup: main.workgroupName, id: main.id };
        `,
        run: "up",
        expect: { steps: ["read main"], outputs: { facts: { host: "main.data.example", workgroup: "production", id: "production/main" } } },
      },
      {
        title: "a refresh takes over new facts",
        before: (emulator) => emulator.changeWorkspace("production", "main", { proxy_host: "moved.data.example" }),
        run: "refresh --skip-preview",
        expect: { steps: ["refresh:update main"] },
      },
      {
        title: "so does the next update",
        run: "up --skip-preview",
        expect: {
          steps: ["read main"],
          outputs: { facts: { host: "moved.data.example", workgroup: "production", id: "production/main" } },
        },
      },
      {
        title: "one that does not exist fails",
        program: `WorkspaceSettings.get("nowhere", "production/nowhere");`,
        run: "up --skip-preview",
        expect: { exitCode: 1, steps: ["read nowhere failed"], errors: ["it does not exist: check the id that get() was given"] },
      },
      { title: "it leaves the state unharmed", program: "", run: "up --skip-preview", expect: { steps: ["discard main"], state: [] } },
    ],
  },
]);
