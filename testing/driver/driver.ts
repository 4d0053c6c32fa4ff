/** The file that `pulumi stack export` writes and `pulumi stack import` reads. */
export interface ExportedDeployment {
  readonly version: number;
  readonly deployment: { readonly resources?: readonly ExportedResource[] };
}

/** A resource of a stack, as it is exported. */
export interface ExportedResource {
  readonly urn: string;
  readonly type: string;
  readonly id?: string;
  readonly inputs?: Readonly<Record<string, unknown>>;
  readonly outputs?: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

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

/** Options of one operation. */
export interface RunOptions {
  /** Reads all resources first (`preview` and `up` only). */
  readonly refresh?: boolean;
  /** Skips the preview. */
  readonly skipPreview?: boolean;
  /** Prints debug messages too. */
  readonly debug?: boolean;
  /** Continues with resources that do not depend on a failed one. */
  readonly continueOnError?: boolean;
  /** Further options of the CLI. */
  readonly flags?: readonly string[];
  /** Interrupts the operation as one Ctrl-C does. */
  readonly signal?: AbortSignal;
}

/** Options of `pulumi preview --json`; `flags` are further ones of the CLI. */
export interface PreviewOptions {
  readonly refresh?: boolean | "with the program";
  readonly flags?: readonly string[];
}
