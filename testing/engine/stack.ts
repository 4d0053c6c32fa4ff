import { Checkpoint, type ExportedDeployment } from "./checkpoint";
import { type Shown, showAll } from "./diff";
import { EngineError, refusalError } from "./errors";
import { assertNew, readImportFile } from "./import";
import { lockStack } from "./lock";
import { type PhaseOptions, runPhase } from "./phase";
import { type Setting } from "./setting";
import { type PreviewJson, PreviewJsonWriter } from "./preview-json";
import { readProject } from "./project";
import { type EngineEvent, type OperationKind, type OperationResult } from "./result";
import { makeUrn, STACK_TYPE } from "./urn";
import { type Properties, Secret } from "./values";
import { encodeAll, plainValue } from "./wire";

/** What to open, and how. */
export interface StackOptions {
  /** The folder with the Pulumi.yaml, or with the package.json, of a TypeScript or JavaScript program. */
  program: string;
  stack: string;
  /** Where the stack's state is kept, as in a `file://` backend of the CLI. */
  stateFolder: string;
  /** The stack's configuration; keys without a namespace get the project's. */
  config?: Record<string, string | { secret: string }>;
  /** Encrypts secrets at rest; without it PULUMI_CONFIG_PASSPHRASE is used. */
  passphrase?: string;
  /** How many resources are worked on at once. @default 8 */
  parallel?: number;
  /** Environment of program and provider host, beside that of this process. */
  env?: Record<string, string | undefined>;
}

/** What every operation takes. */
export interface OperationOptions {
  /** Stops the operation: what is under way is finished and recorded, nothing new is begun. */
  signal?: AbortSignal;
  onEvent?: (event: EngineEvent) => void;
}

/** Options of `preview`. */
export interface PreviewOptions extends OperationOptions {
  /** Reads all resources first, and plans from what was found. */
  refresh?: boolean;
}

/** Options of operations that preview themselves first, as the CLI does. */
export interface UpdateOptions extends OperationOptions {
  /** Goes to work at once. */
  skipPreview?: boolean;
}

/** Options of `up`. */
export interface UpOptions extends UpdateOptions, PreviewOptions {}

/** Options of `importResources`. */
export interface ImportOptions extends OperationOptions {
  /** Whether what is imported is protected from deletion until the program says otherwise. @default true, as with the CLI */
  protect?: boolean;
}

/**
 * Opens a stack of a program. Throws a typed error where a folder, an option, the passphrase or the state is
 * wrong; nothing is written before the first operation.
 */
export async function openStack(options: StackOptions): Promise<Stack> {
  const project = readProject(options.program);
  const { stack, stateFolder, parallel = 8 } = options;
  if (!/^[A-Za-z0-9_.-]{1,100}$/.test(stack)) {
    throw new EngineError("bad-option", `The stack name "${stack}" may hold letters, digits, "_", "." and "-" only.`);
  }
  if (!Number.isInteger(parallel) || parallel < 1) {
    throw new EngineError("bad-option", `\`parallel\` must be a whole number of 1 or more, not ${parallel}.`);
  }
  const checkpoint = new Checkpoint(stateFolder, project.name, stack, () => passphraseOf(options), project.plugins);
  await checkpoint.read();
  const setting: Setting = {
    project,
    stack,
    checkpoint,
    parallel,
    config: configOf(options.config ?? {}, project.name),
    env: { ...process.env, ...options.env },
  };
  return new Stack(setting, stateFolder);
}

/** A stack of a program: what `pulumi` does in a folder, as methods. */
export class Stack {
  /** The file that holds the state. */
  readonly file: string;

  constructor(
    private readonly setting: Setting,
    private readonly stateFolder: string,
  ) {
    this.file = setting.checkpoint.file;
  }

  get project(): string {
    return this.setting.project.name;
  }

  get name(): string {
    return this.setting.stack;
  }

  /** Reports what `up` would do. Changes nothing and takes no lock. */
  async preview(options: PreviewOptions = {}): Promise<OperationResult> {
    return runPhase(this.setting, this.phase("preview", true, options));
  }

  /** The same as `pulumi preview --json` prints it. */
  async previewJson(options: PreviewOptions = {}): Promise<PreviewJson> {
    const writer = new PreviewJsonWriter();
    const phase = { ...this.phase("preview", true, options), onSides: writer.step };
    return writer.end(await runPhase(this.setting, phase), this.setting.config);
  }

  /** Makes the resources what the program says. */
  async up(options: UpOptions = {}): Promise<OperationResult> {
    return this.operate("up", options);
  }

  /** Takes over into the state what became of the resources. Does not run the program. */
  async refresh(options: UpdateOptions = {}): Promise<OperationResult> {
    return this.operate("refresh", options);
  }

  /** Deletes all resources of the stack. Does not run the program. */
  async destroy(options: UpdateOptions = {}): Promise<OperationResult> {
    return this.operate("destroy", options);
  }

  /** The state as `pulumi stack export` writes it; secrets are encrypted unless they are to be shown. */
  async export(options: { showSecrets?: boolean } = {}): Promise<ExportedDeployment> {
    const { checkpoint } = this.setting;
    return { version: 3, deployment: await checkpoint.toJson(await checkpoint.read(), options.showSecrets) };
  }

  /** Replaces the state by an exported one, of this engine or of the CLI. */
  async import(exported: ExportedDeployment): Promise<void> {
    if (exported.version !== 3) throw new EngineError("unsupported", refusalError(`deployments of version ${exported.version}`));
    const { checkpoint } = this.setting;
    await this.withLock(async () => {
      checkpoint.begin();
      await checkpoint.write(await checkpoint.fromJson(exported.deployment));
    });
  }

  /**
   * Takes resources into the state, of a file as `pulumi import --file` takes it. Where an entry carries inputs and
   * outputs its provider is not asked; a resource of a plugin is read by its id.
   */
  async importResources(file: string, { protect = true, ...options }: ImportOptions = {}): Promise<OperationResult> {
    const { checkpoint, stack, project } = this.setting;
    return this.withLock(async () => {
      const entries = await readImportFile(file, project.plugins);
      const { resources } = await checkpoint.read();
      assertNew(entries, resources, ({ type, name, logicalName }) => makeUrn(stack, project.name, undefined, type, logicalName ?? name));
      checkpoint.begin();
      return runPhase(this.setting, { ...this.phase("import", false, options), imports: { entries, protect } });
    });
  }

  /** The stack's outputs as of the last update; secrets are masked unless they are to be shown. */
  async outputs(options: { showSecrets?: boolean } = {}): Promise<{ [key: string]: Shown }> {
    const { resources } = await this.setting.checkpoint.read();
    const outputs = resources.find((state) => state.type === STACK_TYPE && !state.delete)?.outputs ?? {};
    return options.showSecrets ? encodeAll(outputs, plainValue) : showAll(outputs);
  }

  private async operate(kind: OperationKind, options: UpOptions): Promise<OperationResult> {
    return this.withLock(async () => {
      let preview: OperationResult | undefined;
      if (!options.skipPreview) {
        preview = await runPhase(this.setting, this.phase(kind, true, options));
        if (!preview.ok) return preview;
      }
      this.setting.checkpoint.begin();
      const result = await runPhase(this.setting, this.phase(kind, false, options));
      return preview ? { ...result, preview } : result;
    });
  }

  private phase(kind: OperationKind, dryRun: boolean, options: PreviewOptions): PhaseOptions {
    return { kind, dryRun, refresh: options.refresh ?? false, signal: options.signal, onEvent: options.onEvent ?? (() => undefined) };
  }

  private async withLock<T>(work: () => Promise<T>): Promise<T> {
    const unlock = await lockStack(this.stateFolder, this.project, this.name);
    try {
      return await work();
    } finally {
      await unlock();
    }
  }
}

function passphraseOf(options: StackOptions): string {
  const passphrase = options.passphrase ?? process.env.PULUMI_CONFIG_PASSPHRASE;
  if (passphrase !== undefined) return passphrase;
  throw new EngineError("passphrase-missing", "Give a `passphrase`, or set PULUMI_CONFIG_PASSPHRASE; it encrypts secrets in the state.");
}

function configOf(config: NonNullable<StackOptions["config"]>, project: string): Properties {
  return Object.fromEntries(
    Object.entries(config).map(([key, value]) => {
      const name = key.includes(":") ? key : `${project}:${key}`;
      const text = typeof value === "string" ? value : value.secret;
      if (typeof text !== "string") {
        throw new EngineError(
          "bad-option",
          `The configuration value "${key}" must be a string (JSON for anything else) or {secret: string}.`,
        );
      }
      return [name, typeof value === "string" ? text : new Secret(text)];
    }),
  );
}
