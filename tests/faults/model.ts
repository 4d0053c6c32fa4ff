import { inspect } from "node:util";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../testing/emulator";
import { canaries, leaks } from "../support/canary";
import { Engine, type Outcome, type Properties, type Standing, VirtualClock } from "../support/provider";
import { faultFor, type FaultVariant } from "./fault-variants";
import { ids } from "./subjects";

/** One account and one stack that random commands act on, and the oracle: what has to be true of them in the end. */

const { workgroupId, workspaceId, installedAddonId } = ids;
const place = { workgroupId, workspaceId };
const otherWorkspace = "a3000000-0000-4000-8000-0000000000f9";

type Record = ReturnType<Emulator["workspace"]>;

/** A setting as a program declares it, as the service shows it, and as someone changes it in the console. */
interface Setting {
  readonly values: readonly unknown[];
  readonly declare: (value: unknown) => Properties;
  readonly live: (record: Record) => unknown;
  readonly console: (value: unknown) => object;
}

export const settings = {
  minutes: {
    values: [15, 30, 60],
    declare: (value) => ({ autoStopMinutes: value }),
    live: (record) => record.auto_stop_minutes,
    console: (value) => ({ auto_stop_minutes: value }),
  },
  size: {
    values: ["TG-00", "TG-1", "TG-8"],
    declare: (value) => ({ workspaceTypeName: value }),
    live: (record) => record.workspace_type?.typeName,
    console: (value) => ({ workspace_type: { typeName: value } }),
  },
  autoStart: {
    values: [true, false],
    declare: (value) => ({ enableAutoStart: value }),
    live: (record) => record.enable_auto_start,
    console: (value) => ({ enable_auto_start: value }),
  },
  name: {
    values: ["main", "blue", "green"],
    declare: (value) => ({ workspaceName: value }),
    live: (record) => record.name,
    console: (value) => ({ name: value }),
  },
  heartbeat: {
    values: [30, 45],
    declare: (value) => ({ agentConfig: { heartbeatIntervalSeconds: value } }),
    live: (record) => record.agent_config?.["heartbeat_interval_seconds"],
    console: (value) => ({ agent_config: { heartbeat_interval_seconds: value, topology_update_interval_seconds: 77 } }),
  },
} as const satisfies { readonly [name: string]: Setting };
export type SettingName = keyof typeof settings;
const setting = (name: SettingName): Setting => settings[name];
export const settingNames = Object.keys(settings) as readonly SettingName[];

export const passwords = [canaries["the password"], canaries["the second password"]] as const;
export const configurations = [canaries["the configuration's secret"], canaries["the second configuration's secret"]] as const;

/** What the program declares. An empty list of settings means that it does not declare the workspace. */
export interface Program {
  readonly settings: Map<SettingName, unknown>;
  password: string | undefined;
  configuration: string | undefined;
}

/** What happens to a run: one fault at one request or from it on, or the end of the process while a request is on its way. */
export type Disturbance =
  | { readonly fault: FaultVariant; readonly position: number; readonly times: "once" | "on" }
  | { readonly killed: true; readonly position: number; readonly acted: boolean };

type Part = "settings" | "configuration" | "user";
const kinds: { readonly [P in Part]: string } = {
  settings: "WorkspaceSettings",
  configuration: "AddonConfiguration",
  user: "DatabaseUser",
};
const parts = Object.keys(kinds) as readonly Part[];

export class Account {
  readonly program: Program = { settings: new Map(), password: undefined, configuration: undefined };
  /** What may be live of a setting that is not declared: what the console set, and what was declared before. */
  private readonly allowed = new Map<SettingName, Set<unknown>>();
  private readonly engines: { readonly [P in Part]: Engine };
  private readonly untouched: string;
  /** True once something happened that no state can hold: a change in the console, a run that was killed. */
  private unseen = false;
  /** True once a run was killed while it set the password, which neither a state nor a read can show. */
  private passwordUnknown = false;
  private readonly seen: string[] = [];
  private readonly everDeclared = new Set<SettingName>();
  /** What a run may have made that was killed or failed without an id, or not seen because of an empty answer: it stays where the program drops it before another run has adopted it. */
  private readonly forgotten = new Set<Part>();

  private constructor(
    private readonly emulator: Emulator,
    private readonly clock: VirtualClock,
  ) {
    const world = { settings: { baseUrl: emulator.url, apiKey: emulator.apiKey, maxRetries: 1 }, clock };
    const debug = (line: string) => void this.seen.push(line);
    const engine = (part: Part) => new Engine(kinds[part], { ...world, debug });
    this.engines = { settings: engine("settings"), configuration: engine("configuration"), user: engine("user") };
    for (const name of settingNames) this.allowed.set(name, new Set([this.live(name)]));
    this.untouched = this.showUntouched();
  }

  static async open(service: EmulatorOptions): Promise<Account> {
    const clock = new VirtualClock();
    const emulator = await startEmulator({
      apiKey: canaries["the key"],
      now: () => clock.time,
      sleep: async () => undefined,
      ...service,
      extensions: true,
      account: (account) => {
        account.addWorkgroup({ workgroup_id: workgroupId });
        account.addInstalledAddon({ id: installedAddonId });
        const kept = { addons_id: "kept", enable: true, enable_configuration: { theme: "dark" } };
        account.addWorkspace(workgroupId, { workspace_id: workspaceId, database_id: "graph", addons: [kept] });
        account.addWorkspace(workgroupId, { workspace_id: otherWorkspace, database_id: "graph", name: "other" });
        account.addUser(workgroupId, workspaceId, { username: "bob", password: "of the console" });
        account.addConfiguration(installedAddonId, { name: "theirs", value: "of the console" });
      },
    });
    return new Account(emulator, clock);
  }

  close(): Promise<void> {
    return this.emulator.close();
  }

  /** Someone changes a setting in the console. */
  changeInConsole(name: SettingName, value: unknown): void {
    this.unseen = true;
    this.emulator.changeWorkspace(workgroupId, workspaceId, setting(name).console(value));
    const known = this.allowed.get(name) as Set<unknown>;
    // A value that was declared once may still be on its way.
    if (!this.everDeclared.has(name)) known.clear();
    known.add(value);
  }

  declare(name: SettingName, value: unknown): void {
    this.program.settings.set(name, value);
    this.everDeclared.add(name);
    this.allowed.get(name)?.add(value);
  }

  /** The service does what has become due. */
  pass(milliseconds: number): void {
    this.clock.time += milliseconds;
    this.emulator.elapse();
  }

  /** A preview, which writes nothing; resolves to what is wrong with that. */
  async preview(): Promise<string[]> {
    const mark = this.emulator.journal.mark();
    for (const part of parts) {
      const declared = this.declared(part);
      if (declared !== undefined) this.note(await this.engines[part].preview(declared, secrets[part]));
    }
    return this.emulator.journal
      .since(mark)
      .writes()
      .entries.map(({ method, path }) => `a preview sent ${method} ${path}`);
  }

  /** Brings the account to what the program declares; resolves to what failed. */
  async up(disturbance?: Disturbance): Promise<string[]> {
    return this.disturbed(disturbance, async (part) => {
      const [engine, declared] = [this.engines[part], this.declared(part)];
      if (declared !== undefined) return engine.up(declared, secrets[part]);
      return engine.state === undefined ? undefined : engine.destroy();
    });
  }

  async refresh(disturbance?: Disturbance): Promise<string[]> {
    return this.disturbed(disturbance, async (part) => {
      const engine = this.engines[part];
      return engine.state === undefined ? undefined : engine.refresh();
    });
  }

  /** After every disturbance has ended: what is not as it has to be, in sentences. */
  async problems(): Promise<string[]> {
    const failed = await this.recover();
    if (failed.length > 0) return failed.map((reason) => `the runs at the end fail: ${reason}`);
    const mark = this.emulator.journal.mark();
    const silent = [...(await this.up()), ...(await this.refresh()), ...(await this.up())];
    const writes = this.emulator.journal.since(mark).writes().entries;
    return [
      ...silent,
      ...writes.map(({ method, path, body }) => `nothing is left to do, and it sent ${method} ${path} ${JSON.stringify(body)}`),
      ...settingNames.flatMap((name) => this.settingProblems(name)),
      ...this.objectProblems(),
      ...(this.showUntouched() === this.untouched ? [] : [`what nobody declared was changed: ${this.showUntouched()}`]),
      ...leaks({ "what was printed": this.seen.join("\n"), "the journal": JSON.stringify(this.emulator.journal.entries) }),
    ];
  }

  /** What a user does after trouble: brings it up again, and refreshes first only where something happened that no state can know. */
  private async recover(): Promise<string[]> {
    let failed: string[] = [];
    for (let run = 0; run < 3; run++) {
      if (this.unseen) await this.refresh();
      failed = await this.up();
      this.pass(7_200_000);
    }
    return failed;
  }

  private settingProblems(name: SettingName): string[] {
    const [live, declared] = [this.live(name), this.program.settings.get(name)];
    if (declared !== undefined)
      return live === declared ? [] : [`${name} is declared ${inspect(declared)}, and live it is ${inspect(live)}`];
    const known = [...(this.allowed.get(name) ?? [])];
    return known.includes(live) ? [] : [`${name} is not declared; it is ${inspect(live)}, and only ${inspect(known)} was ever set`];
  }

  private objectProblems(): string[] {
    const { password, configuration } = this.program;
    const users = this.emulator.usernames(workgroupId, workspaceId).filter((username) => username === "anna");
    const held = this.emulator.configurations(installedAddonId).filter(({ name }) => name === "main");
    return [
      ...this.countProblems("user", users.length, password),
      ...this.countProblems("configuration", held.length, configuration),
      ...(password === undefined || this.passwordUnknown || this.emulator.passwordIs(workgroupId, workspaceId, "anna", password)
        ? []
        : ["it is another password"]),
      ...(configuration === undefined ? [] : held)
        .filter(({ value }) => value !== JSON.stringify({ token: configuration }))
        .map(({ value }) => `the configuration is ${value}`),
    ];
  }

  private countProblems(part: Part, count: number, declared: unknown): string[] {
    const fine = declared === undefined ? count === 0 || (count === 1 && this.forgotten.has(part)) : count === 1;
    return fine ? [] : [`${count} of the ${part} exist`];
  }

  /** What no program here declares, as one text. */
  private showUntouched(): string {
    const other = this.emulator.workspace(workgroupId, otherWorkspace);
    const { addons } = this.emulator.workspace(workgroupId, workspaceId);
    const users = [
      this.emulator.usernames(workgroupId, workspaceId).filter((username) => username !== "anna"),
      this.emulator.passwordIs(workgroupId, workspaceId, "bob", "of the console"),
      this.emulator.usernames(workgroupId, otherWorkspace),
    ];
    const theirs = this.emulator.configurations(installedAddonId).filter(({ name }) => name !== "main");
    return JSON.stringify({ other, addons, users, theirs });
  }

  private live(name: SettingName): unknown {
    return setting(name).live(this.emulator.workspace(workgroupId, workspaceId));
  }

  /** The arguments of a resource, or undefined where the program does not declare it. */
  private declared(part: Part): Properties | undefined {
    const { settings: declared, password, configuration } = this.program;
    const own = { adopt: true, deletionPolicy: "delete" };
    if (part === "user") return password === undefined ? undefined : { ...place, username: "anna", password, ...own };
    if (part === "configuration") {
      return configuration === undefined
        ? undefined
        : { installedAddonId, configName: "main", configValue: { token: configuration }, ...own };
    }
    if (declared.size === 0) return undefined;
    return Object.assign(
      { ...place, timeoutSeconds: 20 },
      ...[...declared].map(([name, value]) => setting(name).declare(value)),
    ) as Properties;
  }

  /** Does something with each resource in turn, under a disturbance of their requests; resolves to what failed. */
  private async disturbed(planned: Disturbance | undefined, act: (part: Part) => Promise<Outcome | undefined>): Promise<string[]> {
    // What a run may have made without recording it is made again where the next look is answered without it: an accepted loss.
    const disturbance = isWrongShape(planned) && this.forgotten.has("configuration") ? undefined : planned;
    const mark = this.emulator.journal.mark();
    const arrived = () => this.emulator.journal.since(mark).length + 1;
    const handles = disturbance === undefined ? [] : faultsOf(disturbance, arrived).map((fault) => this.emulator.fault(fault));
    const failed: string[] = [];
    for (const part of parts) {
      const engine = this.engines[part];
      const before: Standing | undefined = engine.state;
      const outcome = await act(part);
      if (outcome === undefined) continue;
      this.note(outcome);
      if (engine.state !== undefined && disturbance === undefined) this.forgotten.delete(part);
      const reasons = [outcome.error, ...outcome.failures.map(({ reason }) => reason)].filter((text) => text !== "");
      failed.push(...reasons);
      if (reasons.length > 0 && engine.state === undefined) this.forgotten.add(part);
      // An empty list of a workspace that is there is believed.
      if (outcome.op === "gone" && isWrongShape(disturbance)) this.forgotten.add(part);
      // Nobody lived to write the state of what was under way.
      if (disturbance !== undefined && "killed" in disturbance && arrived() > disturbance.position) {
        engine.state = before;
        this.unseen = true;
        if (before === undefined) this.forgotten.add(part);
        if (part === "user") this.passwordUnknown = true;
        break;
      }
    }
    handles.forEach((handle) => handle.remove());
    return failed;
  }

  private note({ lines, error, failures, thrown }: Outcome): void {
    this.seen.push(...lines, error, JSON.stringify(failures), inspect(thrown, { depth: 10 }));
  }
}

const secrets: { readonly [P in Part]?: readonly string[] } = { user: ["password"], configuration: ["configValue"] };

/** The service says that it did what it does later, or never. */
const untrue: readonly string[] = ["accepted-not-applied", "applied-late"];

function isWrongShape(disturbance: Disturbance | undefined): boolean {
  return disturbance !== undefined && "fault" in disturbance && disturbance.fault.kind === "wrong-shape";
}

function faultsOf(disturbance: Disturbance, arrived: () => number) {
  if ("fault" in disturbance) {
    const { fault, position, times } = disturbance;
    const set = faultFor(fault, () => (times === "once" ? arrived() === position : arrived() >= position));
    // An answer about another object than a workspace is believed: recorded traffic shows no other that says more than was done.
    return [untrue.includes(fault.kind) ? { ...set, match: { ...set.match, endpoint: 9 } } : set];
  }
  const { acted, position } = disturbance;
  const last = { kind: acted ? "reset-after" : "reset-before", times: "always", match: { body: () => arrived() === position } } as const;
  return [last, { kind: "reset-before", times: "always", match: { body: () => arrived() > position } } as const];
}
