import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Emulator, ErrorType } from "../../../testing/emulator";
import { sorted } from "../../faults/fault-case";
import { canaries, leaks } from "../../support/canary";
import { type Config, filesBelow, type Ran, StackFixture, type StackOptions } from "../../support/stack-fixture";
import { fillAccount, type Operation, type Resource } from "./resources";

/** The state of one resource, without ciphertexts and other values that differ between runs. */
export interface Known {
  readonly id: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, unknown>>;
  readonly initErrors?: readonly string[];
}

/** The state of things: in the stack and in the service, by the resource's name. */
export interface Standing {
  readonly state: Readonly<Record<string, Known>>;
  readonly live: Readonly<Record<string, unknown>>;
}

/** The outcome of a run. */
export interface Run {
  readonly outcome: Ran;
  /** The places in which a secret or a token is in plain text after it. */
  readonly leaks: readonly string[];
}

/** More time than every resource needs to send its request: faulted requests wait for each other. */
const requestTimeoutSeconds = 4;
const commands = { create: "up", update: "up", read: "refresh", delete: "destroy" } as const;
const secrets: Config = {
  firstPassword: { secret: canaries["the password"] },
  firstConfigured: { secret: canaries["the configuration's secret"] },
  changedPassword: { secret: canaries["the second password"] },
  changedConfigured: { secret: canaries["the second configuration's secret"] },
  databaseSecret: { secret: canaries["the database secret"] },
};
type Phase = "first" | "changed";

/** A resource as the program declares it. */
export type Declared = Pick<Resource, "name" | "subject" | "given"> & { readonly phase: Phase };

/** The program, a service of its own, and a stack in processes of a real engine. */
export class FaultedStack {
  private constructor(
    readonly fixture: StackFixture,
    private readonly resources: readonly Resource[],
    private readonly clock: { ahead: number },
  ) {}

  /** Opens a stack whose service has the objects on which the resources are. */
  static async open(resources: readonly Resource[], options: Pick<StackOptions, "parallel" | "env">): Promise<FaultedStack> {
    const clock = { ahead: 0 };
    const fixture = await StackFixture.open({
      ...options,
      service: {
        profile: "observed",
        apiKey: canaries["the key"],
        now: () => Date.now() + clock.ahead,
        account: (account) => fillAccount(account, resources),
      },
      config: () => ({
        ...secrets,
        "graphplane:requestTimeoutSeconds": String(requestTimeoutSeconds),
        "graphplane:maxRetries": "1",
        "graphplane:maxConcurrency": "32",
      }),
    });
    await fixture.write(readFileSync(join(__dirname, "program.js"), "utf8"));
    return new FaultedStack(fixture, resources, clock);
  }

  /** Configures what the program declares from now on. */
  async declare(declared: readonly Declared[]): Promise<void> {
    const described = declared.map(({ name, subject: { kind }, phase, given }) => ({ name, kind, phase, ...given }));
    const scene = { host: this.emulator.url.replace("http://", ""), resources: described };
    await this.fixture.configure({ scene: JSON.stringify(scene) });
  }

  get emulator(): Emulator {
    return this.fixture.emulator;
  }

  /** Runs the operation on every resource. */
  async run(operation: Operation): Promise<Run> {
    await this.enter(operation === "create" || operation === "read" ? "first" : "changed");
    // The service takes the secret as a token only.
    const message = "The token is not valid.";
    const refused = this.resources
      .filter(({ subject }) => subject.name === "QueryRun by a token")
      .map(({ own: path }) => ({ kind: "status", status: 403, type: "Forbidden", message, match: { path, endpoint: "query" } }) as const)
      .map((fault) => this.emulator.fault(fault));
    const outcome = await this.fixture.run(commands[operation], { skipPreview: true, flags: ["--debug"] });
    for (const fault of refused) fault.remove();
    const leaks = this.leaks({ "what a user sees": outcome.text, "the messages": JSON.stringify(outcome.diagnostics) });
    return { outcome, leaks };
  }

  /**
   * The problems of previews while the service echoes secrets: a definite refusal must fail a preview, any other failure must leave
   * it incomplete, and neither may show a secret in plain text.
   */
  async preview(phase: Phase): Promise<string[]> {
    await this.enter(phase);
    const refused = await this.previewWhile({ status: 400, type: "Bad-Request" });
    const incomplete = await this.previewWhile({ status: 500, type: "Internal-Error" });
    return [
      ...(refused.exitCode === 0 ? ["a refusal did not fail the preview"] : []),
      ...(incomplete.exitCode === 0 ? [] : [`the preview failed: ${incomplete.text}`]),
      ...(incomplete.records !== "" ? [] : ["there are no records"]),
      ...[refused, incomplete].flatMap(({ text, records }) => this.leaks({ "the preview": text, "the records": records })),
    ];
  }

  private async previewWhile(answer: { status: number; type: ErrorType }) {
    const stack = await this.fixture.stack();
    const echo = this.emulator.fault({ kind: "echo-secret", times: "always", ...answer });
    const { exitCode, text, records } = await stack.previewJson();
    echo.remove();
    return { exitCode, text, records };
  }

  /** Applies the changes that the service had delayed. */
  later(): void {
    this.clock.ahead += 3_600_000;
    this.emulator.elapse();
  }

  /** Someone changes what can be changed behind the program's back. */
  drift(): void {
    for (const { drift } of this.resources) drift?.(this.emulator);
  }

  async standing(): Promise<Standing> {
    const { deployment } = await (await this.fixture.stack()).export();
    const all = (deployment.resources ?? []).filter(({ type }) => !type.startsWith("pulumi:"));
    const state = all.map(({ urn, id = "", inputs = {}, outputs = {}, ...more }) => {
      const { initErrors } = more as { initErrors?: readonly string[] };
      // The reasons are compared with the errors as they were printed.
      const known = { ...(this.comparable({ id, inputs, outputs }) as Known), ...(initErrors && { initErrors }) };
      return [urn.slice(urn.lastIndexOf("::") + 2), known] as const;
    });
    const live = this.resources.map((resource) => [resource.name, this.comparable(resource.live(this.emulator))] as const);
    return { state: Object.fromEntries(state), live: Object.fromEntries(live) };
  }

  async close(): Promise<void> {
    await this.fixture.close();
  }

  /** The places in which a secret or a token is in plain text: files, output and the journal. */
  private leaks(printed: Readonly<Record<string, string>>): string[] {
    const places = {
      ...printed,
      "the journal": JSON.stringify(this.emulator.journal.entries),
      ...filesBelow(this.fixture.program.folder),
      ...filesBelow(this.fixture.program.program),
    };
    const tokens = Object.entries(places).flatMap(([place, text]) =>
      text.includes("token-00000") ? `${place} holds an access token` : [],
    );
    return [...leaks(places, canaries), ...tokens];
  }

  private async enter(phase: Phase): Promise<void> {
    await this.declare(this.resources.map((resource) => ({ ...resource, phase })));
  }

  /** The value without what differs between runs: the service's port, ciphertexts, given and random ids, times. */
  private comparable(value: unknown): unknown {
    if (value === undefined) return undefined;
    const text = JSON.stringify(sorted(value))
      .replaceAll(this.emulator.url.replace("http://", ""), "<service>")
      .replace(/"ciphertext":"[^"]*"/g, '"ciphertext":""')
      .replace(/"__owner":"[^"]*"/g, '"__owner":""')
      .replace(/,"__seen":true/g, "")
      .replace(/\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d[^"]*/g, "<time>")
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g, "<given>")
      // After a lost POST, the next refresh completes the id.
      .replace(/("id":"[^"]*\/)<given>"/g, '$1"');
    return JSON.parse(text);
  }
}
