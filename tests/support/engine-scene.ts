import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as typescript from "typescript";
import { passphrase, writeEmptyState } from "./known-salt";
import { openStack, type OperationResult, type Stack, type StackOptions } from "../../testing/engine";

/** A resource of the scene program (tests/e2e/engine/fixtures/scene). */
export interface Told {
  name: string;
  component?: boolean;
  get?: string;
  inputs?: Record<string, unknown>;
  secretInputs?: string[];
  options?: Record<string, unknown>;
  parent?: string;
  dependsOn?: string[];
}

/** A call that the provider received. */
export interface Entry {
  call: string;
  label?: string;
  [key: string]: unknown;
}

/** The scene program as it stands in the repository. */
export const sceneSource = join(__dirname, "../e2e/engine/fixtures/scene");

/**
 * The scene program as JavaScript, which starts in half the time; below the repository, so that it finds its
 * packages. The folder's name tells its contents, so that test processes can share it.
 */
function compiledScene(): string {
  const source = readFileSync(join(sceneSource, "index.ts"), "utf8");
  const files: Record<string, string> = {
    "index.js": typescript.transpileModule(source, {
      compilerOptions: { module: typescript.ModuleKind.CommonJS, target: typescript.ScriptTarget.ES2022 },
    }).outputText,
    "package.json": JSON.stringify({ name: "scene" }),
  };
  for (const name of ["Pulumi.yaml", "provider.js"]) files[name] = readFileSync(join(sceneSource, name), "utf8");
  const hash = createHash("sha256").update(JSON.stringify(files)).digest("hex").slice(0, 12);
  const folder = join(__dirname, "../../node_modules/.cache/engine-scene", hash);
  if (existsSync(folder)) return folder;
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(draft, name), text);
  try {
    renameSync(draft, folder);
  } catch {
    // Another process was faster, with the same contents.
    rmSync(draft, { recursive: true, force: true });
  }
  return folder;
}

/** A stack of the scene program in a folder of its own, whose resources are files in a world of their own. */
export class Scene {
  readonly folder = mkdtempSync(join(tmpdir(), "engine-scene-"));
  readonly program = compiledScene();
  private told: { resources: Told[]; outputs?: Record<string, unknown>; secretOutputs?: string[]; act?: string } = { resources: [] };
  private read = 0;

  constructor(private readonly options: Partial<StackOptions> = {}) {
    writeEmptyState(this.folder, "scene", "dev");
  }

  /** What the program declares from now on. */
  declare(resources: Told[], outputs: Record<string, unknown> = {}, secretOutputs: string[] = []): this {
    this.told = { resources, outputs, secretOutputs };
    return this;
  }

  /** What the program does beside that, from now on. */
  act(act?: string): this {
    this.told = { ...this.told, ...(act === undefined ? {} : { act }) };
    return this;
  }

  /** What `open` opens, as it is now. */
  optionsNow(more: Partial<StackOptions> = {}): StackOptions {
    const scene = { PULUMI_NODEJS_TYPESCRIPT: "false", SCENE: JSON.stringify(this.told), SCENE_WORLD: this.folder };
    const env = { ...scene, ...this.options.env, ...more.env };
    return { program: this.program, stack: "dev", stateFolder: this.folder, passphrase, ...this.options, ...more, env };
  }

  /** The stack, opened anew: the program sees what was declared last. */
  open(more: Partial<StackOptions> = {}): Promise<Stack> {
    return openStack(this.optionsNow(more));
  }

  /** Runs `up` without its preview. */
  async up(...resources: Told[]): Promise<OperationResult> {
    if (resources.length > 0) this.declare(resources);
    return (await this.open()).up({ skipPreview: true });
  }

  /** The calls since the last time. */
  calls(...kinds: string[]): Entry[] {
    const entries = this.journal();
    const fresh = entries.slice(this.read);
    this.read = entries.length;
    return kinds.length > 0 ? fresh.filter(({ call }) => kinds.includes(call)) : fresh;
  }

  private journal(): Entry[] {
    const file = join(this.folder, "journal.ndjson");
    if (!existsSync(file)) return [];
    return readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Entry);
  }

  /** What a resource is like in the world. */
  world(id: string): Record<string, unknown> {
    return JSON.parse(readFileSync(join(this.folder, `${id}.json`), "utf8")) as Record<string, unknown>;
  }

  /** Changes a resource behind the engine's back. */
  change(id: string, props: Record<string, unknown>): void {
    writeFileSync(join(this.folder, `${id}.json`), JSON.stringify({ ...this.world(id), ...props }));
  }

  dispose(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The steps of a result as `op name`, sorted, without the stack itself. */
export function steps(result: OperationResult): string[] {
  const all = result.steps.filter(({ type }) => type !== "pulumi:pulumi:Stack");
  return all.map(({ op, name, failed, found }) => `${op}${found ? `:${found}` : ""} ${name}${failed ? " failed" : ""}`).sort();
}

/** The error messages of a result. */
export function errors(result: OperationResult): string[] {
  return result.diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
}
