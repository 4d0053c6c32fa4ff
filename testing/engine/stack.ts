import { Checkpoint, type ExportedDeployment } from "./checkpoint";
import { type Setting } from "./deployment";
import { EngineError, refusalError } from "./errors";
import { assertNew, readImportFile } from "./import";
import { type OperationOptions, type Phase, type PreviewOptions, runPhase } from "./phase";
import { previewText, stepToJson } from "./preview-json";
import { readProject } from "./project";
import { type OperationKind, type OperationResult } from "./report";
import { makeUrn, stackOf } from "./state";
import { encodeAll, type JsonObject, plainValue, type Properties, Secret, showAll } from "./values";

/** Options of `openStack`. */
export interface StackOptions {
  /** The folder with the Pulumi.yaml, or with the package.json, of a TypeScript or JavaScript program. */
  program: string;
  stack: string;
  /** Contains the stack's state, as a `file://` backend of the CLI does. */
  stateFolder: string;
  /** The stack's configuration; keys without a namespace get the project's. */
  config?: Record<string, string | { secret: string }>;
  /** Encrypts secrets at rest; without it PULUMI_CONFIG_PASSPHRASE is used. */
  passphrase?: string;
  /** Maximum number of simultaneous resource operations. @default 8 */
  parallel?: number;
  /** Environment variables of program and providers, in addition to those of this process. */
  env?: Record<string, string | undefined>;
}

/** Options of operations that preview themselves first, as the CLI does. */
export interface UpdateOptions extends OperationOptions {
  /** Skips the preview. */
  skipPreview?: boolean;
}

/** Options of `up`. */
export interface UpOptions extends UpdateOptions, PreviewOptions {}

/** Options of `importResources`. */
export interface ImportOptions extends OperationOptions {
  /** Protects the imported resources from deletion until the program says otherwise. @default true, as with the CLI */
  protect?: boolean;
}

/**
 * Opens a stack of a program. Throws an `EngineError` if a folder, an option, the passphrase or the state is wrong. Writes nothing
 * before the first operation.
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
  return new Stack(setting);
}

/** A stack of a program, with the commands of `pulumi` as methods. */
export class Stack {
  constructor(private readonly setting: Setting) {}

  /** The file that contains the state. */
  get file(): string {
    return this.setting.checkpoint.file;
  }

  get project(): string {
    return this.setting.project.name;
  }

  get name(): string {
    return this.setting.stack;
  }

  /** Reports what `up` would do. Changes nothing and takes no lock. */
  async preview(options: PreviewOptions = {}): Promise<OperationResult> {
    return runPhase(this.setting, { ...options, kind: "preview", dryRun: true });
  }

  /** The preview as `pulumi preview --json` prints it. */
  async previewJson(options: PreviewOptions = {}): Promise<{ exitCode: number; text: string }> {
    const steps: JsonObject[] = [];
    const onStep: Phase["onStep"] = (step, change) => void steps.push(...stepToJson(step, change));
    const result = await runPhase(this.setting, { ...options, kind: "preview", dryRun: true, onStep });
    return { exitCode: result.exitCode, text: previewText(result, steps, this.setting.config) };
  }

  /** Creates, updates and deletes resources as the program declares. */
  async up(options: UpOptions = {}): Promise<OperationResult> {
    return this.operate("up", options);
  }

  /** Updates the state from the resources. Does not run the program. */
  async refresh(options: UpdateOptions = {}): Promise<OperationResult> {
    return this.operate("refresh", options);
  }

  /** Deletes all resources of the stack. Does not run the program. */
  async destroy(options: UpdateOptions = {}): Promise<OperationResult> {
    return this.operate("destroy", options);
  }

  /** The state as `pulumi stack export` writes it; secrets are encrypted unless `showSecrets` is set. */
  async export(options: { showSecrets?: boolean } = {}): Promise<ExportedDeployment> {
    const { checkpoint } = this.setting;
    return { version: 3, deployment: await checkpoint.toJson(await checkpoint.read(), options.showSecrets) };
  }

  /** Replaces the state with an exported one, from this engine or from the CLI. */
  async import(exported: ExportedDeployment): Promise<void> {
    if (exported.version !== 3) throw new EngineError("unsupported", refusalError(`deployments of version ${exported.version}`));
    const { checkpoint } = this.setting;
    await checkpoint.locked(async () => checkpoint.write(await checkpoint.fromJson(exported.deployment)));
  }

  /**
   * Imports the resources of a file for `pulumi import --file` into the state. An entry with inputs and outputs is taken as it is;
   * a resource of a plugin may be read by its id.
   */
  async importResources(file: string, { protect = true, ...options }: ImportOptions = {}): Promise<OperationResult> {
    const { checkpoint, stack, project } = this.setting;
    return checkpoint.locked(async () => {
      const entries = await readImportFile(file, project.plugins);
      const { resources } = await checkpoint.read();
      assertNew(entries, resources, ({ type, name, logicalName }) => makeUrn(stack, project.name, undefined, type, logicalName ?? name));
      return runPhase(this.setting, { ...options, kind: "import", dryRun: false, imports: { entries, protect } });
    });
  }

  /** The stack's outputs after the last update; secrets are masked unless `showSecrets` is set. */
  async outputs(options: { showSecrets?: boolean } = {}): Promise<JsonObject> {
    const outputs = stackOf((await this.setting.checkpoint.read()).resources)?.outputs ?? {};
    return options.showSecrets ? encodeAll(outputs, plainValue) : showAll(outputs);
  }

  private async operate(kind: OperationKind, options: UpOptions): Promise<OperationResult> {
    return this.setting.checkpoint.locked(async () => {
      const preview = options.skipPreview ? undefined : await runPhase(this.setting, { ...options, kind, dryRun: true });
      if (preview && !preview.ok) return preview;
      const result = await runPhase(this.setting, { ...options, kind, dryRun: false });
      return preview ? { ...result, preview } : result;
    });
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
