import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { copyProgram, type ProgramCopy } from "../../../testing/driver";
import { type Account, type Emulator, type Sample, sampleAccount, startEmulator } from "../../../testing/emulator";
import { type OperationResult, openStack, type StackOptions } from "../../../testing/engine";

/** A request by its text, and its number among those of the same text: the order of others depends on timing. */
export interface SentRequest {
  /** `PUT /controller/…`. */
  readonly text: string;
  readonly nth: number;
}

/** The process that is killed, and whether the service has applied the request by then. */
export interface Killing {
  readonly victim: "host" | "engine";
  /** One of those that the undisturbed run sends. */
  readonly request: SentRequest;
  readonly when: "before" | "after";
}

/** The state of things at the end. */
export interface Ending {
  readonly live: readonly unknown[];
  readonly state: readonly unknown[];
  /** Every request but reads that the service applied, as text. */
  readonly writes: readonly string[];
}

const root = join(__dirname, "../../..");
const password = "a-password-for-tests";

/** Fills an account as the program's `before` left it, so that every service starts equal. */
function fill(account: Account): Sample {
  const sample = sampleAccount(account);
  const { workgroupId, workspaceIds, installedAddonId } = sample;
  account.addConfiguration(installedAddonId, { name: "changed", value: '{"theme":"light"}' });
  account.addConfiguration(installedAddonId, { name: "deleted", value: '{"rows":50}' });
  account.addUser(workgroupId, workspaceIds.main, { username: "changed-user", password: `${password}-before` });
  account.addUser(workgroupId, workspaceIds.main, { username: "deleted-user", password });
  return sample;
}

/** A program with its `before` state: every trial starts from a copy of both, with its own service. */
export class KilledUpdate {
  private constructor(
    private readonly program: ProgramCopy,
    /** The service that the program's state knows. */
    private readonly origin: string,
  ) {}

  static async open(): Promise<KilledUpdate> {
    const program = await copyProgram(root, join(root, "tests/e2e/scenarios/program"));
    await program.write("index.js", readFileSync(join(__dirname, "program.js"), "utf8"));
    const first = await Trial.open(program.program, program.folder);
    const { ok, diagnostics } = await first.up("before");
    if (!ok) throw new Error(JSON.stringify(diagnostics));
    await first.close();
    return new KilledUpdate(program, first.origin);
  }

  /** The undisturbed run: its requests, and the ending. */
  async undisturbed(): Promise<{ requests: readonly SentRequest[]; ending: Ending }> {
    const trial = await this.trial();
    try {
      const { ok, diagnostics } = await trial.up("after");
      if (!ok) throw new Error(JSON.stringify(diagnostics));
      return { requests: trial.requests, ending: await trial.ending() };
    } finally {
      await trial.close();
    }
  }

  async trial(): Promise<Trial> {
    const folder = mkdtempSync(`${this.program.folder}-`);
    cpSync(this.program.folder, folder, { recursive: true });
    const trial = await Trial.open(this.program.program, folder);
    trial.moveFrom(this.origin);
    return trial;
  }

  close(): Promise<void> {
    return this.program.remove();
  }
}

/** One state and one service, and the updates of both. */
export class Trial {
  private constructor(
    private readonly program: string,
    readonly folder: string,
    private readonly emulator: Emulator,
    private readonly sample: Sample,
  ) {}

  static async open(program: string, folder: string): Promise<Trial> {
    const samples: Sample[] = [];
    const usual = { extensions: true, now: () => Date.UTC(2026, 5, 3) };
    const emulator = await startEmulator({ ...usual, account: (account) => samples.push(fill(account)) });
    return new Trial(program, folder, emulator, samples[0] as Sample);
  }

  get origin(): string {
    return this.emulator.url;
  }

  /** Replaces the address of another service in the state: both have the same records. */
  moveFrom(origin: string): void {
    const file = join(this.folder, ".pulumi/stacks/scenario/dev.json");
    writeFileSync(file, readFileSync(file, "utf8").replaceAll(origin, this.origin));
  }

  /** An undisturbed update. */
  async up(phase: "before" | "after", { adopt = false } = {}): Promise<OperationResult> {
    const stack = await openStack(this.options(phase, adopt));
    return stack.up({ skipPreview: true });
  }

  /** The update to `after` in which a process is killed; its result, unless the engine is the victim. */
  async killed({ victim, request, when }: Killing): Promise<OperationResult | "killed"> {
    const engine = victim === "engine" ? this.startEngine() : undefined;
    let left = request.nth;
    const strike = (): boolean => {
      left -= 1;
      if (left !== 0) return false;
      if (engine !== undefined) engine.kill("SIGKILL");
      else process.kill(Number(readFileSync(this.pidFile, "utf8")), "SIGKILL");
      return true;
    };
    const [method = "", path = ""] = request.text.split(" ");
    const match = { method, path: new RegExp(`^${path}$`), body: strike };
    const fault = this.emulator.fault({ kind: when === "before" ? "reset-before" : "reset-after", match });
    try {
      if (engine === undefined) return await this.up("after");
      await once(engine, "exit");
      return "killed";
    } finally {
      fault.remove();
    }
  }

  /** Every request that has arrived, in order. */
  get requests(): readonly SentRequest[] {
    const texts = this.emulator.journal.entries.map(({ method, decodedPath }) => `${method} ${decodedPath}`);
    return texts.map((text, index) => ({ text, nth: texts.slice(0, index + 1).filter((other) => other === text).length }));
  }

  async ending(): Promise<Ending> {
    const { workgroupId, workspaceIds, installedAddonId } = this.sample;
    const stack = await openStack(this.options("after", false));
    const { deployment } = await stack.export();
    const resources = (deployment.resources ?? [])
      // The default provider has the configuration, in which a trial may set `adopt`.
      .filter(({ type }) => !type.startsWith("pulumi:"))
      .map(({ urn, id, inputs, outputs }) => ({ urn, id, inputs, outputs }));
    const users = this.emulator.usernames(workgroupId, workspaceIds.main).map((username) => ({
      username,
      password: [password, `${password}-before`, `${password}-after`].find((text) =>
        this.emulator.passwordIs(workgroupId, workspaceIds.main, username, text),
      ),
    }));
    const plain = (values: readonly unknown[]) => JSON.parse(this.comparable(JSON.stringify(values))) as unknown[];
    const applied = this.emulator.journal.writes().entries.filter(({ fault }) => fault !== "reset-before");
    return {
      live: plain([
        ...Object.values(workspaceIds).map((id) => this.emulator.workspace(workgroupId, id)),
        ...this.emulator.configurations(installedAddonId).map(({ name, value }) => ({ name, value })),
        ...users,
      ]),
      state: plain(resources),
      writes: applied.map(({ method, path, body }) => `${method} ${path} ${JSON.stringify(body ?? null)}`),
    };
  }

  close(): Promise<void> {
    return this.emulator.close();
  }

  private get pidFile(): string {
    return join(this.folder, "host.pid");
  }

  private options(phase: "before" | "after", adopt: boolean): StackOptions {
    const { workgroupId, workspaceIds, installedAddonId, databaseSecret } = this.sample;
    const scene = { phase, workgroupId, workspaceIds, addon: installedAddonId, host: this.emulator.url };
    return {
      program: this.program,
      stack: "dev",
      stateFolder: this.folder,
      passphrase: "killed",
      // One at a time, so that requests have the same order in every run.
      parallel: 1,
      config: {
        scene: JSON.stringify(scene),
        adopt: String(adopt),
        password: { secret: password },
        databaseSecret: { secret: databaseSecret },
        "graphplane:baseUrl": this.emulator.url,
        "graphplane:apiKey": { secret: this.emulator.apiKey },
      },
      env: {
        PULUMI_NODEJS_TYPESCRIPT: "false",
        NODE_OPTIONS: `--require ${JSON.stringify(join(__dirname, "host-pid.js"))}`,
        HOST_PID_FILE: this.pidFile,
      },
    };
  }

  private startEngine() {
    return spawn(process.execPath, [join(__dirname, "engine.js"), JSON.stringify(this.options("after", false))], { stdio: "ignore" });
  }

  /** The text without what differs between runs: the service's port, ciphertexts, random ids, and the progress of a refresh. */
  private comparable(json: string): string {
    return (
      json
        .replaceAll(this.emulator.url.replace("http://", ""), "<service>")
        .replace(/"ciphertext":"[^"]*"/g, '"ciphertext":""')
        .replace(/"__owner":"[^"]*"/g, '"__owner":""')
        // A killed run cannot record that it created the object.
        .replace(/"__made":true,/g, "")
        .replace(/,"__seen":true/g, "")
        .replace(/"refresh(Status|Message)":"\w*",/g, "")
        .replace(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g, "<random>")
    );
  }
}
