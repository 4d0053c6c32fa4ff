import { mkdir, open, readFile, rename, copyFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { EngineError, messageOf, refusalError } from "./errors";
import { lockStack } from "./lock";
import { Crypter } from "./secrets";
import { encryptWith, type Packages, plaintextSecret, type ResourceJson, type ResourceState, stateFromJson, stateToJson } from "./state";

/** An operation that was unfinished when its engine ended without warning. */
export interface PendingOperation {
  state: ResourceState;
  type: "creating" | "updating" | "deleting" | "reading";
}

/** The contents of a checkpoint. */
export interface Contents {
  resources: ResourceState[];
  pending: PendingOperation[];
}

/** A deployment in a file, version 3. */
export interface DeploymentJson {
  manifest: { time: string; magic: string; version: string; plugins?: unknown };
  secrets_providers?: { type: string; state?: { salt?: string } };
  resources?: ResourceJson[];
  pending_operations?: { resource: ResourceJson; type: PendingOperation["type"] }[];
  metadata?: object;
  snippets?: unknown[];
  extensions?: object;
}

/** The file that `pulumi stack export` writes and `pulumi stack import` reads. */
export interface ExportedDeployment {
  version: number;
  deployment: DeploymentJson;
}

/**
 * The file of one stack, laid out as in a `file://` backend of the CLI, so that either reads what the other
 * wrote. A write is whole or not at all, and the state before the operation stays in `<file>.bak`.
 */
export class Checkpoint {
  readonly file: string;
  private crypter: Promise<Crypter> | undefined;
  private backedUp = false;

  constructor(
    private readonly folder: string,
    private readonly project: string,
    private readonly stack: string,
    private readonly passphrase: () => string,
    /** Packages that have a plugin. */
    private readonly packages?: Packages,
  ) {
    this.file = join(folder, ".pulumi", "stacks", project, `${stack}.json`);
  }

  /** Reads the file; a stack that has none is empty. Verifies the passphrase. */
  async read(): Promise<Contents> {
    const text = await readFile(this.file, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return undefined;
      throw new EngineError("bad-state", `The checkpoint ${this.file} cannot be read: ${error.message}`);
    });
    if (text === undefined) {
      // Deriving a key takes a while: it begins now, and the first write waits for it.
      this.crypter ??= Crypter.create(this.passphrase());
      this.crypter.catch(() => undefined);
      return { resources: [], pending: [] };
    }
    return this.fromJson(this.parse(text));
  }

  private parse(text: string): DeploymentJson {
    const bad = (why: string) => new EngineError("bad-state", `The checkpoint ${this.file} is damaged (${why}); restore ${this.file}.bak.`);
    let json: { version?: number; checkpoint?: { latest?: DeploymentJson } };
    try {
      json = JSON.parse(text) as typeof json;
    } catch (error) {
      throw bad(messageOf(error));
    }
    if (json.version !== 3) throw new EngineError("unsupported", refusalError(`checkpoints of version ${json.version}`));
    if (!json.checkpoint) throw bad("it has no `checkpoint`");
    return json.checkpoint.latest ?? { manifest: { time: "", magic: "", version: "" } };
  }

  /** Reads a deployment, of this file or of an export. */
  async fromJson(deployment: DeploymentJson): Promise<Contents> {
    const provider = deployment.secrets_providers;
    if (provider?.type && provider.type !== "passphrase") {
      throw new EngineError("unsupported", refusalError(`the secrets provider "${provider.type}" (only passphrases)`));
    }
    for (const key of ["snippets", "extensions"] as const) {
      if (Object.keys(deployment[key] ?? {}).length > 0) throw new EngineError("unsupported", refusalError(`\`${key}\` in the checkpoint`));
    }
    const salt = provider?.state?.salt;
    const crypter = salt ? await Crypter.open(this.passphrase(), salt) : undefined;
    this.crypter = crypter ? Promise.resolve(crypter) : (this.crypter ?? Crypter.create(this.passphrase()));
    const open = (json: ResourceJson) => stateFromJson(json, crypter, this.packages);
    return {
      resources: (deployment.resources ?? []).map(open),
      pending: (deployment.pending_operations ?? []).map(({ resource, type }) => ({ state: open(resource), type })),
    };
  }

  /** The deployment in the CLI's form; secrets are encrypted unless they are to be shown. */
  async toJson(contents: Contents, showSecrets = false): Promise<DeploymentJson> {
    const crypter = await (this.crypter ??= Crypter.create(this.passphrase()));
    const secret = showSecrets ? plaintextSecret : encryptWith(crypter);
    const json: DeploymentJson = {
      // The magic number is a hash of the version; both may be empty, and then nothing is compared.
      manifest: { time: new Date().toISOString(), magic: "", version: "" },
      secrets_providers: { type: "passphrase", state: { salt: crypter.state } },
      resources: contents.resources.map((state) => stateToJson(state, secret)),
    };
    if (contents.pending.length > 0) {
      json.pending_operations = contents.pending.map(({ state, type }) => ({ resource: stateToJson(state, secret), type }));
    }
    return json;
  }

  /** Runs an operation under the stack's lock. Its first write makes a backup of the state before it. */
  async locked<T>(work: () => Promise<T>): Promise<T> {
    const unlock = await lockStack(this.folder, this.project, this.stack);
    this.backedUp = false;
    try {
      return await work();
    } finally {
      await unlock();
    }
  }

  /** Replaces the file; when this returns the new contents are on the disk. */
  async write(contents: Contents): Promise<void> {
    const latest = await this.toJson(contents);
    const text = JSON.stringify({ version: 3, checkpoint: { stack: `organization/${this.project}/${this.stack}`, latest } });
    await mkdir(dirname(this.file), { recursive: true });
    if (!this.backedUp) {
      await this.prepareBackend();
      await copyFile(this.file, `${this.file}.bak`).catch(ignore("ENOENT"));
      this.backedUp = true;
    }
    // One name, since the stack's lock lets one process write: what a killed one has left is written over.
    const temporary = `${this.file}.tmp`;
    const handle = await open(temporary, "w");
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, this.file);
  }

  /** The CLI takes a folder for a backend with projects only if it says so. */
  private async prepareBackend(): Promise<void> {
    await writeFile(join(this.folder, ".pulumi", "meta.yaml"), "version: 1\n", { flag: "wx" }).catch(ignore("EEXIST"));
  }
}

/** Ignores errors of the file system with one code. */
function ignore(code: string): (error: NodeJS.ErrnoException) => void {
  return (error) => {
    if (error.code !== code) throw error;
  };
}
