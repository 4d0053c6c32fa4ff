import { runScenarios } from "../../support/scenario-suite";

const adopted = (options: string, args = "") => `settings("main", { autoStopMinutes: 60${args} }, ${options});`;
const put = ['PUT production/main {"auto_stop_minutes":60}'];

runScenarios("options of resources and policies", [
  {
    name: "A protected resource is deleted only once it is protected no more",
    steps: [
      {
        title: "protected",
        program: adopted("{ protect: true }"),
        run: "up --skip-preview",
        expect: { steps: ["create main"], writes: put },
      },
      {
        title: "the program no longer declares it",
        program: "",
        run: "up",
        expect: { exitCode: 1, steps: ["delete main"], errors: ["protect"], state: ["main"] },
      },
      { title: "destroying fails", run: "destroy", expect: { exitCode: 1, steps: ["delete main"], errors: ["protect"], state: ["main"] } },
      {
        title: "changing it is allowed",
        program: `settings("main", { autoStopMinutes: 45 }, { protect: true });`,
        run: "up --skip-preview",
        expect: { steps: ["update main"], writes: ['PUT production/main {"auto_stop_minutes":45}'] },
      },
      {
        title: "protected no more",
        program: `settings("main", { autoStopMinutes: 45 });`,
        run: "up --skip-preview",
        expect: { steps: ["same main"], reads: 0 },
      },
      { title: "destroying succeeds", run: "destroy --skip-preview", expect: { steps: ["delete main"], state: [] } },
    ],
  },
  {
    name: "A resource with retainOnDelete is let go of without asking the provider",
    steps: [
      {
        title: "retained",
        program: adopted("{ retainOnDelete: true }", ', deletionPolicy: "delete"'),
        run: "up --skip-preview",
        expect: { steps: ["create main"], writes: put },
      },
      {
        title: "let go of",
        run: "destroy --skip-preview",
        expect: { steps: ["delete main"], reads: 0, state: [], live: { main: { status: "Active" } } },
      },
    ],
  },
  {
    name: "A change of an argument that the program ignores is not made",
    steps: [
      {
        title: "adopted",
        program: adopted('{ ignoreChanges: ["autoStopMinutes"] }'),
        run: "up --skip-preview",
        expect: { steps: ["create main"], writes: put },
      },
      {
        title: "the ignored argument changes",
        program: `settings("main", { autoStopMinutes: 45 }, { ignoreChanges: ["autoStopMinutes"] });`,
        run: "up --skip-preview",
        expect: { steps: ["same main"], reads: 0 },
      },
      {
        title: "another one changes too",
        program: `settings("main", { autoStopMinutes: 45, enableHa: true }, { ignoreChanges: ["autoStopMinutes"] });`,
        run: "up --skip-preview",
        expect: { steps: ["update main"], writes: ['PUT production/main {"enable_ha":true}'] },
      },
      {
        title: "ignored no longer",
        program: `settings("main", { autoStopMinutes: 45, enableHa: true });`,
        run: "up --skip-preview",
        expect: { steps: ["update main"], writes: ['PUT production/main {"auto_stop_minutes":45}'] },
      },
    ],
  },
  {
    name: "Resources that depend on others are let go of before them",
    ordered: true,
    steps: [
      {
        title: "a chain of three",
        program: `
          const policy = { deletionPolicy: "pause" };
          const main = settings("main", { ...policy });
          const reporting = settings("reporting", { ...policy, workspaceName: pulumi.interpolate\`\${main.name}-copy\` });
          settings("sandbox", { ...policy }, { dependsOn: [reporting] });
        `,
        run: "up --skip-preview",
        expect: {
          steps: ["create main", "create reporting", "create sandbox"],
          writes: ['PUT production/reporting {"workspace_name":"main-copy"}'],
        },
      },
      {
        title: "destroyed from its end",
        run: "destroy --skip-preview",
        expect: {
          steps: ["delete sandbox", "delete reporting", "delete main"],
          writes: [
            'PUT production/sandbox {"pause":true}',
            'PUT production/reporting {"pause":true}',
            'PUT production/main {"pause":true}',
          ],
          state: [],
        },
      },
    ],
  },
  {
    name: "A workspace is deleted only where the program says so, and one that is gone already counts as deleted",
    steps: [
      {
        title: "two workspaces that are to be deleted",
        program: `
          settings("main", { deletionPolicy: "delete" });
          settings("sandbox", { deletionPolicy: "delete" });
        `,
        run: "up --skip-preview",
        expect: { steps: ["create main", "create sandbox"] },
      },
      {
        title: "another workspace is refused meanwhile: the replacement would delete this one",
        program: `
          const sandbox = settings("sandbox", { deletionPolicy: "delete" });
          settings("main", { workspaceId: "reporting", deletionPolicy: "retain" }, { dependsOn: [sandbox] });
        `,
        run: "up",
        expect: {
          exitCode: 1,
          steps: ["same sandbox"],
          errors: [`workspaceId`, `cannot change while the state's deletionPolicy is "delete"`],
          live: { main: { status: "Active" } },
        },
      },
      {
        title: "one goes away by itself, and both are destroyed",
        before: (emulator) => emulator.deleteWorkspace("production", "sandbox"),
        run: "destroy --skip-preview",
        expect: {
          steps: ["delete main", "delete sandbox"],
          writes: ["DELETE production/main", "DELETE production/sandbox -> 400"],
          told: ["the workspace is already gone"],
          state: [],
        },
      },
    ],
  },
]);
