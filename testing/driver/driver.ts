import type { ExportedDeployment } from "../engine";

export type { ExportedDeployment };

/** A value of a stack's configuration. */
export type ConfigValue = string | { readonly secret: string };

/** The program, state and settings of a stack. */
export interface StackSetting {
  /** The folder with the program's Pulumi.yaml. */
  readonly program: string;
  /** @default "dev" */
  readonly stack?: string;
  /** A folder of its own for state and home, so that nothing of the user's is touched. */
  readonly folder: string;
  readonly config: Readonly<Record<string, ConfigValue>>;
  readonly passphrase: string;
  /** In addition to this process's environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Maximum number of simultaneous resource operations. @default 8 */
  readonly parallel?: number;
}

export type Operation = "preview" | "up" | "refresh" | "destroy";

/** An operation on one resource. */
export interface DrivenStep {
  readonly op: string;
  readonly name: string;
  /** Of a refresh: what happened to the resource. */
  readonly found?: string;
  readonly failed?: true;
}

/** The result of one operation, in the same form for every engine. Steps and messages are those of the last phase: of an `up`, the update. */
export interface Outcome {
  readonly exitCode: number;
  /** The output of all phases. */
  readonly text: string;
  /** By resource, including `same`; without providers and the stack itself. */
  readonly steps: readonly DrivenStep[];
  /** Messages of program, provider and engine. */
  readonly diagnostics: readonly { readonly severity: string; readonly message: string }[];
}

/** Options of one operation. */
export interface RunOptions {
  /** Reads all resources first (`preview` and `up` only). */
  readonly refresh?: boolean;
  /** Skips the preview. */
  readonly skipPreview?: boolean;
  /** Prints debug messages too; the embedded engine has none. */
  readonly debug?: boolean;
  /** Continues with resources that do not depend on a failed one; only with the CLI. */
  readonly continueOnError?: boolean;
  /** Interrupts the operation as one Ctrl-C does. */
  readonly signal?: AbortSignal;
}

/** The result of `pulumi preview --json`. */
export interface PreviewTrace {
  readonly exitCode: number;
  /** The output. */
  readonly text: string;
  /** The contents of the file of `--save-plan`; undefined if the engine writes none. */
  readonly plan: string | undefined;
}

/** One stack of a program on some engine. Each run writes its events to `events.json` in the stack's folder. */
export interface DrivenStack {
  run(operation: Operation, options?: RunOptions): Promise<Outcome>;
  /** A preview for `graphplane review`. `with the program` (`--run-program`) refreshes each resource as the program declares it: only with the CLI. */
  previewJson(options?: { readonly refresh?: boolean | "with the program" }): Promise<PreviewTrace>;
  /** Replaces the stack's whole configuration. */
  configure(config: Readonly<Record<string, ConfigValue>>): Promise<void>;
  /** The state as `pulumi stack export` writes it; secrets are encrypted unless `showSecrets` is set. */
  export(options?: { readonly showSecrets?: boolean }): Promise<ExportedDeployment>;
  import(deployment: ExportedDeployment): Promise<void>;
  /** Imports resources, unprotected, as `pulumi import --file` does. The CLI writes their declarations to `program`. */
  importFile(file: string, program?: string): Promise<void>;
  /** The stack's outputs, secrets in plain. */
  outputs(): Promise<Record<string, unknown>>;
}

/** An engine that runs programs: the embedded one, or the Pulumi CLI. */
export interface Driver {
  /** For people, e.g. `embedded engine` or `pulumi v3.250.0`. */
  readonly name: string;
  open(setting: StackSetting): Promise<DrivenStack>;
}
