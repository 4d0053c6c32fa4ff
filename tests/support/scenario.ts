import type { ConfigValue, Operation } from "../../testing/driver";
import type { StepRecord } from "./scenario-record";
import type { ProviderKind } from "./stack-fixture";
import type { Account, Emulator, EmulatorOptions, WorkspaceRecord } from "../../testing/emulator";

/** A series of steps with one stack that must have the same results through both providers. */
export interface Scenario {
  /** A unique sentence. */
  readonly name: string;
  /** Options of the emulated service; `account` replaces {@link fillAccount}. */
  readonly service?: EmulatorOptions;
  /** True if the program determines the order of operations, so that the record contains it; otherwise they are sorted. */
  readonly ordered?: boolean;
  readonly steps: readonly Step[];
}

/** One command, what precedes it, and its expected results. */
export interface Step {
  readonly title: string;
  /** The program from now on: JavaScript, after {@link programHead}. */
  readonly program?: string;
  /** The provider of this step's program, if it is not that of the scenario. */
  readonly providerKind?: ProviderKind;
  /** Resources that are imported by their ids before the command. */
  readonly imports?: readonly { readonly type: string; readonly name: string; readonly id: string }[];
  /** Values of the stack's configuration from now on; undefined removes one. */
  readonly config?: Readonly<Record<string, ConfigValue | undefined>>;
  /** A change of the service that the program does not know of. */
  readonly before?: (emulator: Emulator) => void;
  /** Skips the preview if another step covers it. */
  readonly run: Operation | "preview --refresh" | "up --refresh" | `${"up" | "refresh" | "destroy"} --skip-preview`;
  readonly expect: Expectation;
  /** An intended difference of the native provider. */
  readonly native?: NativeDifference;
}

/** An intended difference between the providers: the reason, the fields of the record that differ, and the expectations that do. */
export interface NativeDifference {
  readonly why: string;
  readonly differs: readonly (keyof StepRecord)[];
  readonly expect?: Partial<Expectation>;
}

/** The results that a step is about. */
export interface Expectation {
  /** @default 0 */
  readonly exitCode?: number;
  /** The operations on resources, as `<op> <name>`, in the record's order. */
  readonly steps: readonly string[];
  /** All requests but reads, as `PUT production/main {…}`. @default none */
  readonly writes?: readonly string[];
  /** Maximum number of reads. */
  readonly reads?: number;
  /** Parts of errors; if there are none, there must be no error. */
  readonly errors?: readonly string[];
  /** Texts that the user must see. */
  readonly shown?: readonly string[];
  /** Texts that the user must not see. */
  readonly hidden?: readonly string[];
  readonly outputs?: Readonly<Record<string, unknown>>;
  /** Fields of live records of workgroup `production`, by workspace. */
  readonly live?: Readonly<Record<string, Partial<WorkspaceRecord>>>;
  /** The resources in state, by name. */
  readonly state?: readonly string[];
}

/** The beginning of every program: `settings(name, args)` declares the settings of workspace `name` of `production`. */
export const programHeads: Readonly<Record<ProviderKind, string>> = {
  dynamic: headOf("pulumi-graphplane"),
  native: headOf("pulumi-graphplane/native"),
};
export const programHead = programHeads.dynamic;

function headOf(entry: string): string {
  return `
const pulumi = require("@pulumi/pulumi");
const g = require("${entry}");
const { WorkspaceSettings } = g;
const settings = (name, args, options) =>
  new WorkspaceSettings(name, { workgroupId: "production", workspaceId: name, ...args }, options);
`;
}

/** Adds two workgroups: `production` with `main`, `reporting` and `sandbox`, and `staging` with `trial`, each with only a few fields. */
export function fillAccount(account: Account): void {
  const insights = { addons_id: "insights", enable: true, enable_configuration: { theme: "light", rows: 50 }, is_free: true };
  const unknown = { creator: null, created_at: null, region: null, cloud_provider_name: null, database_id: null, database_name: null };
  for (const [workgroup_id, workspaces] of Object.entries({ production: ["main", "reporting", "sandbox"], staging: ["trial"] })) {
    account.addWorkgroup({ workgroup_id, name: workgroup_id });
    for (const workspace_id of workspaces)
      account.addWorkspace(workgroup_id, { workspace_id, name: workspace_id, addons: [insights], ...unknown });
  }
}
