import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ExportedDeployment } from "../../../testing/driver";
import { type Account, type Emulator, type Sample, sampleAccount } from "../../../testing/emulator";
import { type Ran, StackFixture } from "../../support/stack-fixture";

/** A request by its text, and its number among those of the same text: the order of others depends on timing. */
export interface SentRequest {
  /** `PUT /controller/…`. */
  readonly text: string;
  readonly nth: number;
}

/** The process that is killed, with those below it, and whether the service has applied the request by then. */
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

/** The state that the program's `before` leaves: every trial starts from a copy of it, with its own service. */
export class KilledUpdate {
  private constructor(
    private readonly state: ExportedDeployment,
    /** The service that the state knows. */
    private readonly origin: string,
  ) {}

  static async open(): Promise<KilledUpdate> {
    const first = await Trial.open();
    try {
      await first.fixture.must("up");
      // Secrets in plain text: another stack has another key.
      const state = await (await first.fixture.stack()).export({ showSecrets: true });
      return new KilledUpdate(state, first.fixture.emulator.url);
    } finally {
      await first.fixture.close();
    }
  }

  /** The undisturbed run: its requests, and the ending. */
  async undisturbed(): Promise<{ requests: readonly SentRequest[]; ending: Ending }> {
    const trial = await this.trial();
    try {
      await trial.fixture.must("up");
      return { requests: trial.requests, ending: await trial.ending() };
    } finally {
      await trial.fixture.close();
    }
  }

  async trial(): Promise<Trial> {
    const trial = await Trial.open();
    const { emulator } = trial.fixture;
    // Both services have the same records.
    const here = JSON.stringify(this.state).replaceAll(this.origin, emulator.url);
    await (await trial.fixture.stack()).import(JSON.parse(here) as ExportedDeployment);
    await trial.enter("after");
    return trial;
  }
}

/** One state and one service, and the updates of both. */
export class Trial {
  private constructor(
    readonly fixture: StackFixture,
    private readonly sample: Sample,
  ) {}

  static async open(): Promise<Trial> {
    const samples: Sample[] = [];
    const usual = { extensions: true, now: () => Date.UTC(2026, 5, 3) };
    const fixture = await StackFixture.open({
      service: { ...usual, account: (account) => void samples.push(fill(account)) },
      // One at a time, so that requests have the same order in every run.
      parallel: 1,
      config: (emulator) => ({
        ...configOf(emulator, samples[0] as Sample, "before"),
        password: { secret: password },
        databaseSecret: { secret: (samples[0] as Sample).databaseSecret },
      }),
      env: ({ folder }) => ({
        NODE_OPTIONS: `--require ${JSON.stringify(join(__dirname, "host-pid.js"))}`,
        HOST_PID_FILE: join(folder, "host.pid"),
      }),
    });
    await fixture.write(readFileSync(join(__dirname, "program.js"), "utf8"));
    return new Trial(fixture, samples[0] as Sample);
  }

  /** Configures what the next update declares. */
  async enter(phase: "before" | "after", { adopt = false } = {}): Promise<void> {
    await this.fixture.configure({ ...configOf(this.emulator, this.sample, phase), adopt: String(adopt) });
  }

  /** The update to `after` in which a process is killed; its result, unless the engine is the victim. */
  async killed({ victim, request, when }: Killing): Promise<Ran | "killed"> {
    let left = request.nth;
    const strike = (): boolean => {
      left -= 1;
      if (left !== 0) return false;
      const [host, engine] = readFileSync(join(this.fixture.program.folder, "host.pid"), "utf8").split(" ").map(Number);
      for (const pid of victim === "engine" ? [engine, host] : [host]) process.kill(Number(pid), "SIGKILL");
      return true;
    };
    const [method = "", path = ""] = request.text.split(" ");
    const match = { method, path: new RegExp(`^${path}$`), body: strike };
    const fault = this.emulator.fault({ kind: when === "before" ? "reset-before" : "reset-after", match });
    try {
      if (victim === "host") return await this.fixture.run("up");
      await expect(this.fixture.run("up")).rejects.toThrow("pulumi up");
      await (await this.fixture.stack()).cancel();
      return "killed";
    } finally {
      fault.remove();
    }
  }

  private get emulator(): Emulator {
    return this.fixture.emulator;
  }

  /** Every request that has arrived, in order. */
  get requests(): readonly SentRequest[] {
    const texts = this.emulator.journal.entries.map(({ method, decodedPath }) => `${method} ${decodedPath}`);
    return texts.map((text, index) => ({ text, nth: texts.slice(0, index + 1).filter((other) => other === text).length }));
  }

  async ending(): Promise<Ending> {
    const { workgroupId, workspaceIds, installedAddonId } = this.sample;
    const { deployment } = await (await this.fixture.stack()).export();
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

  /** The text without what differs between runs: the service's port, ciphertexts, random ids, and the progress of a refresh or a pause. */
  private comparable(json: string): string {
    return (
      json
        .replaceAll(this.emulator.url.replace("http://", ""), "<service>")
        .replace(/"ciphertext":"[^"]*"/g, '"ciphertext":""')
        .replace(/"__owner":"[^"]*"/g, '"__owner":""')
        // A killed run cannot record that it created the object.
        .replace(/"__made":true,/g, "")
        .replace(/,"__seen":true/g, "")
        .replace(/"refresh(Status|Message|_status|_message)":"\w*",/g, "")
        .replace(/"snapshot_time":"[^"]*",/g, "")
        .replace(/"((?:display_)?status)":"Pausing"/g, '"$1":"Idle"')
        .replace(/"((?:display_)?status)":"Resuming"/g, '"$1":"Active"')
        .replace(/"condition_type":"Pause(Pre|Roll)"/g, '"condition_type":"Paused"')
        .replace(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g, "<random>")
    );
  }
}

function configOf({ url }: Emulator, { workgroupId, workspaceIds, installedAddonId }: Sample, phase: "before" | "after") {
  return { scene: JSON.stringify({ phase, workgroupId, workspaceIds, addon: installedAddonId, host: url }) };
}
