import type { Emulator, Sample } from "../../../testing/emulator";

/** One preview: a program, the state of its stack, and what happened in between. */
export interface PreviewScene {
  readonly name: string;
  /** The whole program, or the statements after its head. */
  readonly program: string;
  /** The state before. `whole` has workspaces of its own; `nothing` is a stack without resources. @default "base" */
  readonly state?: "base" | "nothing" | "failed" | "whole";
  /** A change of the workspace `main` in the console. */
  readonly console?: Readonly<Record<string, unknown>>;
  /** Any other change outside the program. */
  readonly outside?: (emulator: Emulator, sample: Sample) => void;
  /** `with the program`: by `--run-program`, which only the CLI knows. @default true */
  readonly refresh?: boolean | "with the program";
  /** Stack configuration beside the usual. */
  readonly config?: Readonly<Record<string, { readonly secret: string }>>;
}

const head = `import * as pulumi from "@pulumi/pulumi";
import { WorkspaceSettings } from "pulumi-graphplane";

const config = new pulumi.Config();
const workgroupId = config.require("workgroupId");
const { main, reporting, sandbox } = config.requireObject<Record<string, string>>("workspaceIds");
const insights = config.require("insights");
`;

/** The three workspaces of the sample account, for a scene that declares them in another way. */
interface Declared {
  readonly main?: string;
  readonly reporting?: string;
  readonly sandbox?: string;
  readonly more?: string;
}

const usual = {
  main: `autoStopMinutes: 30,
  workspaceTypeName: "TG-0",
  addons: { [insights]: { enable: true, enableConfiguration: { theme: "light", token: config.requireSecret("token") } } },`,
  reporting: `enableAutoStart: true,
  maintenanceWindow: { dayOfWeek: 0, hourOfDay: 3 },`,
  sandbox: `autoStopMinutes: 15,
  deletionPolicy: "delete",`,
};

function declaring(name: string, workspaceId: string, args: string): string {
  return args === ""
    ? ""
    : `
const ${name} = new WorkspaceSettings("${name}", {
  workgroupId,
  workspaceId: ${workspaceId},
  ${args}
});
`;
}

function program({ main = usual.main, reporting = usual.reporting, sandbox = usual.sandbox, more = "" }: Declared = {}): string {
  return [
    head,
    declaring("mainSettings", "main", main),
    declaring("reportingSettings", "reporting", reporting),
    declaring("sandboxSettings", "sandbox", sandbox),
    more,
    main === "" ? "" : "\nexport const host = mainSettings.host;\n",
  ].join("");
}

/** The program that is applied before most scenes. */
export const base = program();

/** A change whose wait ends long before the service has finished it. */
export const unfinished = program({ main: usual.main.replace('"TG-0"', '"TG-2"') + `\n  waitForStatus: ["Never"],\n  timeoutSeconds: 1,` });

const wholeHead = `import * as pulumi from "@pulumi/pulumi";
import { DatabaseUser, Workgroup, Workspace, WorkspaceSchedule } from "pulumi-graphplane";

const config = new pulumi.Config();
const workgroupId = config.require("workgroupId");
`;

const kept = `
const kept = new Workspace("kept", { workgroupId, workspaceName: "kept", workspaceTypeName: "TG-0" });
`;

/** A workspace with a user and a schedule, which its deletion takes along; created one after the other, so that identifiers are the same on all engines. */
const temporary = `
const temporary = new Workspace(
  "temporary",
  { workgroupId, workspaceName: "temporary", workspaceTypeName: "TG-00", deletionPolicy: "delete" },
  { dependsOn: kept },
);
const { workspaceId } = temporary;
const reader = new DatabaseUser("reader", { workgroupId, workspaceId, username: "reader", password: config.requireSecret("token") });
new WorkspaceSchedule(
  "evening",
  { workgroupId, workspaceId, repeat: "weekdays", time: "19:00", timeZone: "UTC", workspaceTypeName: "TG-00", deletionPolicy: "retain" },
  { dependsOn: reader },
);
`;

/** The program of a stack with workspaces of its own. */
export const whole = wholeHead + kept + temporary;

/** Resizes one workspace of the whole program, and removes what is in the other. */
function changeTheWhole(emulator: Emulator, { workgroupId }: Sample): void {
  const idOf = (wanted: string) => emulator.workspaces(workgroupId).find(({ name }) => name === wanted)?.workspace_id ?? "";
  emulator.changeWorkspace(workgroupId, idOf("kept"), { workspace_type: { typeName: "TG-2" } });
  emulator.changeContents(workgroupId, idOf("temporary"), { users: [], schedules: [] });
}

const fromNothing = `${wholeHead}
const team = new Workgroup("team", { workgroupName: "team", cloudProviderId: "0b000000-0000-4000-8000-000000000001", region: "us-east-1" });
const analytics = new Workspace("analytics", {
  workgroupId: team.workgroupId,
  workspaceName: "analytics",
  workspaceTypeName: "TG-1",
  enableHa: true,
  autoStopMinutes: 30,
  agentConfig: { heartbeatIntervalSeconds: 30 },
});
new DatabaseUser("reader", {
  workgroupId: team.workgroupId,
  workspaceId: analytics.workspaceId,
  username: "reader",
  password: config.requireSecret("token"),
});
new Workspace("reports", { workgroupId, workspaceName: "reports", workspaceTypeName: "TG-0", pause: true });
`;

const gauge = `
class Gauge extends pulumi.dynamic.Resource {
  constructor(name: string, props: { level: pulumi.Input<number>; secret?: pulumi.Input<string> }, opts?: pulumi.CustomResourceOptions) {
    super({ create: async (inputs: object) => ({ id: "gauge", outs: inputs }) }, name, props, opts);
  }
}
class Panel extends pulumi.ComponentResource {
  constructor(name: string) {
    super("board:index:Panel", name);
    new Gauge("left", { level: 1, secret: config.requireSecret("token") }, { parent: this });
    new Gauge("right", { level: 2 }, { parent: this, dependsOn: mainSettings });
  }
}
new Panel("panel");
`;

const resized = program({ main: usual.main.replace('"TG-0"', '"TG-1"').replace("autoStopMinutes: 30", "autoStopMinutes: 45") });

export const scenes: readonly PreviewScene[] = [
  { name: "nothing-to-do", program: base },
  { name: "first-adoption", program: base, state: "nothing" },
  { name: "resize", program: resized },
  { name: "console-change-reverted", program: base, console: { auto_stop_minutes: 240 } },
  {
    name: "console-change-adopted",
    program: program({ main: usual.main.replace("autoStopMinutes: 30", "autoStopMinutes: 240") }),
    console: { auto_stop_minutes: 240 },
  },
  { name: "console-change-beside-another", program: resized, console: { auto_stop_minutes: 240 } },
  { name: "changed-secret", program: base, config: { token: { secret: "another-token" } } },
  { name: "no-longer-declared", program: program({ main: usual.main.replace("autoStopMinutes: 30,\n  ", "") }) },
  { name: "deletion", program: program({ reporting: "", sandbox: "" }) },
  { name: "replacement", program: program({ main: "" }).replace("workspaceId: reporting", "workspaceId: main") },
  { name: "program-throws", program: program({ more: `\nthrow new Error("no quota left for <b>@everyone</b>");\n` }) },
  {
    name: "failing-check",
    // The last to be checked: how far the others get before one is refused is a matter of timing.
    program: program({ sandbox: usual.sandbox.replace("15", "-1"), main: usual.main.replace('"TG-0"', '"TG-1"') }).replace(
      /(new WorkspaceSettings\("sandboxSettings".*?)\}\);/s,
      "$1}, { dependsOn: [mainSettings, reportingSettings] });",
    ),
  },
  { name: "goes-on-after-a-failed-up", program: program({ main: usual.main.replace('"TG-0"', '"TG-2"') }), state: "failed" },
  {
    name: "other-packages",
    program: program({ more: `${gauge}\npulumi.log.warn("the old panel goes away in May");\nconsole.log("drawing a panel");\n` }),
  },
  {
    name: "hostile-names",
    program: program({
      sandbox: "",
      more: `
new WorkspaceSettings("a|b <img src=x onerror=alert(1)> @everyone #7 \`x\` **b** ::y::", {
  workgroupId,
  workspaceId: sandbox,
  workspaceName: "</details><script>alert(1)</script> @org/team [l](https://evil.example) \`\`\`\\n\\n# h1\\n<!-- x -->",
  addons: { "a.b|c": { enable: true, enableConfiguration: { "k<b>": "v|\`w\`", "__proto__x": 1 } } },
});
`,
    }),
  },
  {
    name: "known-later",
    program: program({
      sandbox: usual.sandbox + `\n  workspaceName: pulumi.interpolate`.trimEnd() + "`${mainSettings.tgVersion}`,",
      main: usual.main.replace("autoStopMinutes: 30", "autoStopMinutes: 45"),
    }),
  },
  {
    name: "refresh-with-the-program",
    program: program({ main: usual.main.replace('"TG-0"', '"TG-1"'), sandbox: "" }),
    console: { auto_stop_minutes: 240 },
    refresh: "with the program",
  },
  { name: "made-from-nothing", program: fromNothing, state: "nothing" },
  { name: "workspace-deleted", program: wholeHead + kept.replace('"TG-0"', '"TG-1"'), state: "whole" },
  { name: "protected-workspace-removed", program: wholeHead, state: "whole" },
  { name: "drift", program: whole, state: "whole", outside: changeTheWhole },
  {
    name: "without-refresh",
    program: program({ main: usual.main.replace('"TG-0"', '"TG-1"') }),
    console: { auto_stop_minutes: 240 },
    refresh: false,
  },
];
