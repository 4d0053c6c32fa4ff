import type { ConfigValue, Operation } from "../../testing/driver";
import type { StepRecord } from "./scenario-record";
import type { Door } from "./stack-fixture";
import type { Account, Emulator, EmulatorOptions, WorkspaceRecord } from "../../testing/emulator";

/** A story of one stack, told in steps, that must end alike on every engine. */
export interface Scenario {
  /** A sentence, different from every other one: it also names the golden record. */
  readonly name: string;
  /** The emulated service; `account` replaces what {@link fillAccount} would put into it. */
  readonly service?: EmulatorOptions;
  /** True where one thing happens after the other, so that their order belongs to the record; else it is sorted away. */
  readonly ordered?: boolean;
  readonly steps: readonly Step[];
}

/** One command, what goes before it, and what must be true after it. */
export interface Step {
  /** What it is about, for people. */
  readonly title: string;
  /** The program from now on: JavaScript, after {@link programHead}. */
  readonly program?: string;
  /** Where this step's program goes through another door than the scenario. */
  readonly door?: Door;
  /** Resources that are imported by their identifiers before the step is run. */
  readonly imports?: readonly { readonly type: string; readonly name: string; readonly id: string }[];
  /** Values of the stack's configuration from now on; undefined takes one away. */
  readonly config?: Readonly<Record<string, ConfigValue | undefined>>;
  /** What happens to the service, behind the program's back. */
  readonly before?: (emulator: Emulator) => void;
  /** Without its preview where another step shows what that adds. */
  readonly run: Operation | "preview --refresh" | "up --refresh" | `${"up" | "refresh" | "destroy"} --skip-preview`;
  readonly expect: Expectation;
  /** Where the native door rightly comes to something else: why, what of the record it is, and what is expected instead. */
  readonly native?: NativeDifference;
}

/** A difference between the doors that is meant to be. */
export interface NativeDifference {
  readonly why: string;
  readonly differs: readonly (keyof StepRecord)[];
  readonly expect?: Partial<Expectation>;
}

/** What a step is about. The golden record holds all the rest. */
export interface Expectation {
  /** 0 unless told. */
  readonly exitCode?: number;
  /** What was done to each resource, as `<op> <name>`, in the record's order. */
  readonly steps: readonly string[];
  /** Every request but reads, as `PUT production/main {…}`; none unless told. */
  readonly writes?: readonly string[];
  /** The most reads that it may take. */
  readonly reads?: number;
  /** Each is a part of one error; without any there must be no error at all. */
  readonly errors?: readonly string[];
  /** Each is a part of what the user sees. */
  readonly told?: readonly string[];
  /** None of these may be seen by the user. */
  readonly untold?: readonly string[];
  readonly outputs?: Readonly<Record<string, unknown>>;
  /** Fields of live records of workgroup `production`, by workspace. */
  readonly live?: Readonly<Record<string, Partial<WorkspaceRecord>>>;
  /** The resources in state, by name. */
  readonly state?: readonly string[];
}

/** What every program of a scenario begins with: `settings(name, args)` declares the settings of workspace `name` of `production`. */
export const programHeads: Readonly<Record<Door, string>> = {
  dynamic: headOf("pulumi-graphplane"),
  native: headOf("pulumi-graphplane/native"),
};
export const programHead = programHeads.dynamic;

function headOf(entry: string): string {
  return `
const pulumi = require("@pulumi/pulumi");
const { WorkspaceSettings } = require("${entry}");
const settings = (name, args, options) =>
  new WorkspaceSettings(name, { workgroupId: "production", workspaceId: name, ...args }, options);
`;
}

/** Two workgroups: `production` with `main`, `reporting` and `sandbox`, and `staging` with `trial`; of a workspace's facts only a few. */
export function fillAccount(account: Account): void {
  const insights = { addons_id: "insights", enable: true, enable_configuration: { theme: "light", rows: 50 }, is_free: true };
  const unknown = { creator: null, created_at: null, region: null, cloud_provider_name: null, database_id: null, database_name: null };
  for (const [workgroup_id, workspaces] of Object.entries({ production: ["main", "reporting", "sandbox"], staging: ["trial"] })) {
    account.addWorkgroup({ workgroup_id, name: workgroup_id });
    for (const workspace_id of workspaces) {
      account.addWorkspace(workgroup_id, { workspace_id, name: workspace_id, addons: [insights], ...unknown });
    }
  }
}
