import type { ExportedDeployment } from "../engine";

export type { ExportedDeployment };

/** A value of a stack's configuration. */
export type ConfigValue = string | { readonly secret: string };

/** Where and with what a stack runs. */
export interface StackSetting {
  /** The folder with the program's Pulumi.yaml. */
  readonly program: string;
  /** @default "dev" */
  readonly stack?: string;
  /** A folder of its own for state and home: nothing of the user's is touched. */
  readonly folder: string;
  readonly config: Readonly<Record<string, ConfigValue>>;
  readonly passphrase: string;
  /** Beside this process's environment. */
  readonly env: Readonly<Record<string, string>>;
  /** How many resources are worked on at once. @default 8 */
  readonly parallel?: number;
}

export type Operation = "preview" | "up" | "refresh" | "destroy";

/** What was done to one resource. */
export interface DrivenStep {
  readonly op: string;
  readonly name: string;
  /** Of a refresh: what became of the resource. */
  readonly found?: string;
  readonly failed?: true;
}

/** How one operation ended, in the same form for every engine. Steps and messages are those of its last phase: of an `up`, the update. */
export interface Outcome {
  readonly exitCode: number;
  /** What a user sees, of every phase. */
  readonly text: string;
  /** By resource; `same` included, providers and the stack itself left out. */
  readonly steps: readonly DrivenStep[];
  /** Messages of program, provider and engine. */
  readonly diagnostics: readonly { readonly severity: string; readonly message: string }[];
}

/** How one operation is run. */
export interface RunOptions {
  /** Reads all resources first (`preview` and `up` only). */
  readonly refresh?: boolean;
  /** Goes to work without a preview. */
  readonly skipPreview?: boolean;
  /** Prints debug messages too; the embedded engine has none. */
  readonly debug?: boolean;
  /** Goes on with what does not depend on a resource that failed; the CLI only. */
  readonly continueOnError?: boolean;
  /** Interrupts the operation as one Ctrl-C does. */
  readonly signal?: AbortSignal;
}

/** What `pulumi preview --json` left. */
export interface PreviewTrace {
  readonly exitCode: number;
  /** What was printed. */
  readonly text: string;
  /** The text of the file of `--save-plan`; undefined where the engine writes none. */
  readonly plan: string | undefined;
}

/** One stack of a program, driven by some engine. Each run leaves its events in the file `events.json` of the stack's folder. */
export interface DrivenStack {
  run(operation: Operation, options?: RunOptions): Promise<Outcome>;
  /** A preview for `graphplane review`. With the program (`--run-program`) each resource is refreshed as the program declares it: the CLI only. */
  previewJson(options?: { readonly refresh?: boolean | "with the program" }): Promise<PreviewTrace>;
  /** Replaces the stack's whole configuration. */
  configure(config: Readonly<Record<string, ConfigValue>>): Promise<void>;
  /** The state as `pulumi stack export` writes it, secrets encrypted unless they are to be shown. */
  export(options?: { readonly showSecrets?: boolean }): Promise<ExportedDeployment>;
  import(deployment: ExportedDeployment): Promise<void>;
  /** Takes resources into the state, unprotected, as `pulumi import --file` does. The CLI writes what declares them into `program`. */
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
