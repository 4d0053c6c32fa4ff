import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type ConfigValue,
  copyProgram,
  type DrivenStack,
  type Driver,
  embedded,
  type Outcome,
  type ProgramCopy,
} from "../../../testing/driver";
import { type Emulator, type JournalEntry, startEmulator } from "../../../testing/emulator";
import { canaries, leaks } from "../../support/canary";
import { filesBelow } from "../../support/scenario-canary";
import { fillAccount, type Operation, type Resource, resources } from "./resources";

/** What state holds of one resource; ciphertexts and what differs from run to run are taken out. */
export interface Known {
  readonly id: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, unknown>>;
  readonly initErrors?: readonly string[];
}

/** How things stand: what state and the service hold, by the resource's name. */
export interface Standing {
  readonly state: Readonly<Record<string, Known>>;
  readonly live: Readonly<Record<string, unknown>>;
}

/** A run as it went. */
export interface Run {
  readonly outcome: Outcome;
  readonly requests: readonly JournalEntry[];
  /** Where a secret or a token stands in the open after it. */
  readonly leaks: readonly string[];
}

const root = join(__dirname, "../../..");
/** Longer than it takes until every resource has sent its request: those that are struck wait for each other. */
const requestTimeoutSeconds = 4;
const commands = { create: "up", update: "up", read: "refresh", delete: "destroy" } as const;
const words = {
  first: { password: canaries["the password"], configured: canaries["the configuration's secret"] },
  changed: { password: canaries["the second password"], configured: canaries["the second configuration's secret"] },
} as const;
type Phase = keyof typeof words;

/** The program, a service of its own, and a stack in processes of a real engine. */
export class Stage {
  private stack: DrivenStack | undefined;
  private phase: Phase = "first";

  private constructor(
    readonly emulator: Emulator,
    private readonly driver: Driver,
    private readonly program: ProgramCopy,
    private readonly clock: { ahead: number },
  ) {}

  static async open(driver: Driver): Promise<Stage> {
    const clock = { ahead: 0 };
    const emulator = await startEmulator({
      profile: "observed",
      apiKey: canaries["the key"],
      now: () => Date.now() + clock.ahead,
      account: fillAccount,
    });
    const program = await copyProgram(root, join(root, "tests/e2e/scenarios/program"));
    await program.write("index.js", readFileSync(join(__dirname, "program.js"), "utf8"));
    return new Stage(emulator, driver, program, clock);
  }

  /** Runs the operation on every resource. */
  async run(operation: Operation): Promise<Run> {
    this.phase = operation === "create" || operation === "read" ? "first" : "changed";
    const stack = await this.configured();
    const mark = this.emulator.journal.mark();
    // The service takes the secret as a token only.
    const message = "The token is not valid.";
    const refused = resources
      .filter(({ struck }) => Object.values(struck).includes("token"))
      .map(({ own: path }) => ({ kind: "status", status: 403, type: "Forbidden", message, match: { path, endpoint: "query" } }) as const)
      .map((fault) => this.emulator.fault(fault));
    const outcome = await stack.run(commands[operation], { skipPreview: true, debug: true });
    for (const fault of refused) fault.remove();
    const leaks = this.leaks({ "what a user sees": outcome.text, "the messages": JSON.stringify(outcome.diagnostics) });
    return { outcome, requests: this.emulator.journal.since(mark).entries, leaks };
  }

  /** What is wrong with a preview, while the service repeats what it was sent: that it fails, or a secret that it shows in the open. */
  async preview(phase: Phase): Promise<string[]> {
    this.phase = phase;
    const stack = await this.configured();
    const echo = this.emulator.fault({ kind: "echo-secret", encoded: true, times: "always" });
    const { exitCode, text, plan = "" } = await stack.previewJson();
    echo.remove();
    const failed = exitCode === 0 ? [] : [`the preview failed: ${text}`];
    const planned = this.driver === embedded || plan !== "" ? [] : ["there is no plan"];
    return [...failed, ...planned, ...this.leaks({ "the preview": text, "the plan": plan })];
  }

  /** What the service was still about to do is done. */
  later(): void {
    this.clock.ahead += 3_600_000;
    this.emulator.elapse();
  }

  /** Someone changes what can be changed behind the program's back. */
  drift(): void {
    for (const { drift } of resources) drift?.(this.emulator);
  }

  async standing(): Promise<Standing> {
    const { deployment } = await (await this.configured()).export();
    const all = (deployment.resources ?? []).filter(({ type }) => !type.startsWith("pulumi:"));
    const state = all.map(({ urn, id = "", inputs = {}, outputs = {}, ...more }) => {
      const { initErrors } = more as { initErrors?: readonly string[] };
      return [urn.slice(urn.lastIndexOf("::") + 2), { id, inputs, outputs, ...(initErrors && { initErrors }) }] as const;
    });
    const live = resources.map((resource: Resource) => [resource.name, resource.live(this.emulator)] as const);
    return this.comparable({ state: Object.fromEntries(state), live: Object.fromEntries(live) }) as Standing;
  }

  async close(): Promise<void> {
    await this.emulator.close();
    await this.program.remove();
  }

  /** Where a secret or a token stands in the open: in what the runs left, in what they printed, in the journal. */
  private leaks(printed: Readonly<Record<string, string>>): string[] {
    const places = {
      ...printed,
      "the journal": JSON.stringify(this.emulator.journal.entries),
      ...filesBelow(this.program.folder),
      ...filesBelow(this.program.program),
    };
    const tokens = Object.entries(places).flatMap(([place, text]) =>
      text.includes("token-00000") ? `${place} holds an access token` : [],
    );
    return [...leaks(places, canaries), ...tokens];
  }

  private async configured(): Promise<DrivenStack> {
    const { config } = this;
    if (this.stack === undefined) {
      const env = { PULUMI_NODEJS_TYPESCRIPT: "false", GRAPHPLANE_BASE_URL: "", GRAPHPLANE_API_KEY: "" };
      this.stack = await this.driver.open({ ...this.program, passphrase: "real processes", parallel: 32, config, env });
    } else await this.stack.configure(config);
    return this.stack;
  }

  private get config(): Record<string, ConfigValue> {
    const told = resources.map(({ name, subject, given }) => ({ name, kind: subject.kind, ...given }));
    const { password, configured } = words[this.phase];
    return {
      scene: JSON.stringify({ phase: this.phase, host: this.emulator.url.replace("http://", ""), resources: told }),
      password: { secret: password },
      configured: { secret: configured },
      databaseSecret: { secret: canaries["the database secret"] },
      "graphplane:baseUrl": this.emulator.url,
      "graphplane:apiKey": { secret: this.emulator.apiKey },
      "graphplane:requestTimeoutSeconds": String(requestTimeoutSeconds),
      "graphplane:maxRetries": "1",
      "graphplane:maxConcurrency": "32",
    };
  }

  /** Without what differs from run to run: the service's port, ciphertexts, given and random ids, times. */
  private comparable(value: unknown): unknown {
    const text = JSON.stringify(sorted(value))
      .replaceAll(this.emulator.url.replace("http://", ""), "<service>")
      .replace(/"ciphertext":"[^"]*"/g, '"ciphertext":""')
      .replace(/"__instance":"[^"]*"/g, '"__instance":""')
      .replace(/\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d[^"]*/g, "<time>")
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g, "<given>");
    return JSON.parse(text);
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}
