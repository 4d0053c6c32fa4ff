import { canaries } from "../../support/canary";
import type { Scenario } from "../../support/scenario";

const adopted = `settings("main", { autoStopMinutes: 60 });`;
const put = ['PUT production/main {"auto_stop_minutes":60}'];
const moving = (workspaceId: string, options = "{}") =>
  `settings("moving", { workspaceId: "${workspaceId}", autoStopMinutes: 60, deletionPolicy: "pause" }, ${options});`;
const named = (name: string) => `settings("${name}", { workspaceId: "main", autoStopMinutes: 60, deletionPolicy: "pause" });`;
const led = (workspaceId: string) => `
  const first = settings(
    "first",
    { workspaceId: "${workspaceId}", updateStrategy: "reporting", deletionPolicy: "pause" },
    { deleteBeforeReplace: true },
  );
  settings("second", { workspaceId: first.updateStrategy, deletionPolicy: "pause" });
`;

const whole = (more = "", options = "{}") =>
  `new g.Workspace("whole", { workgroupId: "production", workspaceName: "main", adopt: true, autoStopMinutes: 30, ${more} }, ${options});`;
const kept = (name: string) => `
  const entry = new g.AllowListEntry("entry", { workgroupId: "production", cidr: "203.0.113.7", note: "office" });
  const options = { replaceOnChanges: ["workspaceName"], dependsOn: entry };
  new g.Workspace("kept", { workgroupId: "production", workspaceName: "${name}" }, options);
`;

/** Scenarios of the engine when the program, its options or the service change. */
export const engineRules: readonly Scenario[] = [
  {
    name: "A renamed resource keeps its workspace even if the update fails, and a destroy releases it once",
    ordered: true,
    steps: [
      { title: "one name", program: named("moving"), run: "up --skip-preview", expect: { steps: ["create moving"], writes: put } },
      {
        title: "another name, together with a resource that fails",
        before: (emulator) => emulator.fault({ kind: "error-200", type: "Bad-Request", message: "Not today.", match: { method: "PUT" } }),
        program: `const moved = ${named("moved")} settings("reporting", { autoStopMinutes: 5 }, { dependsOn: moved });`,
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
    name: "Protect, retainOnDelete and ignoreChanges are respected",
    steps: [
      {
        title: "one resource with each",
        program: `
          settings("main", { autoStopMinutes: 60 }, { protect: true });
          settings("reporting", { deletionPolicy: "delete" }, { retainOnDelete: true });
          settings("sandbox", { autoStopMinutes: 60 }, { ignoreChanges: ["autoStopMinutes"] });
        `,
        run: "up --skip-preview",
        expect: {
          steps: ["create main", "create reporting", "create sandbox"],
          writes: [...put, 'PUT production/sandbox {"auto_stop_minutes":60}'],
        },
      },
      {
        title: "the protected one is no longer declared, and an ignored argument changes together with another",
        program: `
          settings("reporting", { deletionPolicy: "delete" }, { retainOnDelete: true });
          settings("sandbox", { autoStopMinutes: 45, enableHa: true }, { ignoreChanges: ["autoStopMinutes"] });
        `,
        run: "up --skip-preview",
        expect: {
          exitCode: 1,
          steps: ["delete main failed", "same reporting", "update sandbox"],
          writes: ['PUT production/sandbox {"enable_ha":true}'],
          errors: ["protect"],
          state: ["main", "reporting", "sandbox"],
        },
      },
      {
        title: "no longer protected or ignored",
        program: `
          ${adopted}
          settings("reporting", { deletionPolicy: "delete" }, { retainOnDelete: true });
          settings("sandbox", { autoStopMinutes: 45, enableHa: true });
        `,
        run: "up --skip-preview",
        expect: { steps: ["same main", "same reporting", "update sandbox"], writes: ['PUT production/sandbox {"auto_stop_minutes":45}'] },
      },
      {
        title: "destroyed, without asking the provider about the retained one",
        run: "destroy --skip-preview",
        expect: {
          steps: ["delete main", "delete reporting", "delete sandbox"],
          reads: 0,
          state: [],
          live: { reporting: { status: "Active" } },
        },
      },
    ],
  },
  {
    name: "Another workspace replaces the resource: it is adopted before the old one is released, or after it with deleteBeforeReplace",
    ordered: true,
    steps: [
      { title: "one workspace", program: moving("main"), run: "up --skip-preview", expect: { steps: ["create moving"], writes: put } },
      {
        title: "another one",
        program: moving("reporting"),
        run: "up",
        expect: {
          steps: ["create-replacement moving", "replace moving", "delete-replaced moving"],
          writes: ['PUT production/reporting {"auto_stop_minutes":60}', 'PUT production/main {"pause":true}'],
        },
      },
      {
        title: "a third one, with deleteBeforeReplace",
        program: moving("sandbox", "{ deleteBeforeReplace: true }"),
        run: "up --skip-preview",
        expect: {
          steps: ["delete-replaced moving", "replace moving", "create-replacement moving"],
          writes: ['PUT production/reporting {"pause":true}', 'PUT production/sandbox {"auto_stop_minutes":60}'],
        },
      },
    ],
  },
  {
    name: "A replacement with deleteBeforeReplace also replaces the resources that are identified by it",
    ordered: true,
    steps: [
      {
        title: "the second is found by an output of the first",
        program: led("main"),
        run: "up --skip-preview",
        expect: { steps: ["create first", "create second"], writes: ['PUT production/main {"update_strategy":"reporting"}'] },
      },
      {
        title: "the first moves",
        program: led("sandbox"),
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
    name: "A workspace is deleted only if the program says so, and one that is already gone counts as deleted",
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
        expect: { exitCode: 1, steps: ["same sandbox"], errors: ["workspaceId", "deletionPolicy"], live: { main: { status: "Active" } } },
      },
      {
        title: "one is deleted in the console, and both are destroyed",
        before: (emulator) => emulator.deleteWorkspace("production", "sandbox"),
        run: "destroy --skip-preview",
        expect: {
          steps: ["delete main", "delete sandbox"],
          writes: ["DELETE production/main", "DELETE production/sandbox -> 400"],
          shown: ["already gone"],
          state: [],
        },
      },
    ],
  },
  {
    name: "A refresh removes a deleted workspace from the state, and only an existing one is adopted again",
    steps: [
      { title: "adopted", program: adopted, run: "up --skip-preview", expect: { steps: ["create main"], writes: put } },
      {
        title: "someone deletes it; a change of the program fails and keeps the state",
        before: (emulator) => emulator.deleteWorkspace("production", "main"),
        program: `settings("main", { autoStopMinutes: 45 });`,
        run: "up --skip-preview",
        expect: { exitCode: 1, steps: [], errors: ['has no workspace "main"'], state: ["main"] },
      },
      { title: "a refresh removes it from the state", run: "refresh", expect: { steps: ["refresh:delete main"], state: [] } },
      {
        title: "it cannot be adopted while it does not exist",
        run: "up",
        expect: { exitCode: 1, steps: [], errors: ['has no workspace "main"'], state: [] },
      },
      {
        title: "created again, it is adopted again",
        before: (emulator) => emulator.account.addWorkspace("production", { workspace_id: "main", name: "main", database_id: null }),
        run: "up --skip-preview",
        expect: { steps: ["create main"], writes: ['PUT production/main {"auto_stop_minutes":45}'] },
      },
    ],
  },
  {
    name: "A program that throws in its preview changes nothing, and one that throws later keeps what it created",
    steps: [
      {
        title: "before it declares anything",
        program: `throw new Error("the program broke off"); ${adopted}`,
        run: "up",
        expect: { exitCode: 1, steps: [], errors: ["the program broke off"], state: [] },
      },
      {
        title: "only in the update, after what it declared",
        program: `
          const main = ${adopted}
          main.id.apply((id) => { if (!pulumi.runtime.isDryRun()) throw new Error("broke off after " + id); });
        `,
        run: "up",
        expect: { exitCode: 1, steps: ["create main"], writes: put, errors: ["broke off after production/main"], state: ["main"] },
      },
      {
        title: "it exits with an exit code",
        program: `${adopted} process.exit(3);`,
        run: "up",
        expect: { exitCode: 1, steps: [], errors: ["3"], state: ["main"] },
      },
      { title: "corrected", program: adopted, run: "up --skip-preview", expect: { steps: ["same main"], reads: 0 } },
    ],
  },
  {
    name: "After a key rotation an update sends the new key, and a refresh the one in the state",
    steps: [
      { title: "adopted with the first key", program: adopted, run: "up --skip-preview", expect: { steps: ["create main"], writes: put } },
      {
        title: "the service accepts only the second",
        before: (emulator) => emulator.rotateKey(canaries["the second key"]),
        program: `settings("main", { autoStopMinutes: 45 });`,
        run: "up --skip-preview",
        expect: { exitCode: 1, steps: [], errors: ["Unauthorized"], state: ["main"] },
      },
      {
        title: "a refresh uses the key in the state, the first",
        config: { "graphplane:apiKey": { secret: canaries["the second key"] } },
        run: "refresh",
        expect: { exitCode: 1, steps: ["refresh:same main"], errors: ["Unauthorized"], state: ["main"] },
      },
      {
        title: "an update uses the key in the configuration",
        run: "up --skip-preview",
        expect: { steps: ["update main"], writes: ['PUT production/main {"auto_stop_minutes":45}'] },
      },
      { title: "and from then on so does a refresh", run: "refresh --skip-preview", expect: { steps: ["refresh:same main"] } },
    ],
  },
  {
    name: "A workspace moves from its settings to a Workspace and back without a request, even if its policy is to delete it",
    service: { profile: "observed" },
    steps: [
      {
        title: "its settings",
        program: `settings("main", { deletionPolicy: "delete" });`,
        run: "up --skip-preview",
        expect: { steps: ["create main"] },
      },
      { title: "a Workspace", program: whole(), run: "up --skip-preview", expect: { steps: ["delete main", "create whole"] } },
      {
        // The engine refuses to remove what it protects, so the protection is taken away in an update of its own.
        title: "no longer protected",
        program: whole('deletionPolicy: "retain"'),
        run: "up --skip-preview",
        expect: { steps: ["update whole"] },
      },
      {
        title: "its settings again",
        program: `settings("main", { autoStopMinutes: 30 });`,
        run: "up --skip-preview",
        expect: { steps: ["create main", "delete whole"], state: ["main"] },
      },
      {
        title: "both of them",
        program: `const main = settings("main", { autoStopMinutes: 30 }); ${whole("", "{ dependsOn: main }")}`,
        run: "up --skip-preview",
        expect: {
          exitCode: 1,
          steps: ["same main"],
          errors: ["which a WorkspaceSettings in the program already declares: keep one of the two"],
          hidden: ["lifecycle.js"],
        },
      },
      {
        title: "its settings twice",
        program: `const main = settings("main", { autoStopMinutes: 30 }); settings("twin", { workspaceId: "main" }, { dependsOn: main });`,
        run: "up --skip-preview",
        expect: {
          exitCode: 1,
          steps: ["same main"],
          errors: ['WorkspaceSettings "twin" and WorkspaceSettings "main" declare the same object'],
          hidden: ["lifecycle.js"],
        },
      },
    ],
  },
  {
    name: "A protected workspace is neither replaced nor destroyed, and nothing is made beside it or taken from it",
    service: { profile: "observed", extensions: true },
    steps: [
      {
        title: "made",
        program: kept("own"),
        run: "up --skip-preview",
        expect: {
          steps: ["create entry", "create kept"],
          writes: ['POST production/allow_list {"cidr":"203.0.113.7/32","note":"office"}', 'POST production/workspaces {"name":"own"}'],
        },
      },
      {
        title: "the preview of another name",
        program: kept("next"),
        run: "preview",
        expect: { exitCode: 1, steps: ["same entry"], errors: ["marked for protection"] },
      },
      {
        title: "the update to another name",
        run: "up --skip-preview",
        expect: { exitCode: 1, steps: ["same entry"], errors: ["marked for protection"], state: ["entry", "kept"] },
      },
      {
        title: "a destroy, which fails in its preview",
        run: "destroy",
        expect: { exitCode: 1, steps: ["delete kept"], errors: ["it is protected"], state: ["entry", "kept"] },
      },
    ],
  },
];
