import { inspect } from "node:util";
import { type BehaviourOptions, type Emulator, type EmulatorOptions, profiles, startEmulator } from "../../../testing/emulator";
import { hasPendingCreation } from "../../../provider/reconcile/pending";
import { canaries } from "../../support/canary";
import type { Outcome, ResourceOptions, VirtualClock, World } from "../../support/provider";
import { type Disturbance, disturb, empties, lateBy } from "./disturbance";
import { type Part, workgroupId } from "./part";
import { Played } from "./played";
import { Readings } from "../../support/readings";

/** The way in which an engine reaches the provider: its clock, and the plugin where it is one. */
export interface ProviderSetup {
  readonly clock: VirtualClock;
  readonly plugin?: NonNullable<World["plugin"]>;
  /** Ctrl-C, which only a plugin takes. */
  readonly cancel: () => Promise<void>;
}

/** The ways in which the service behaves for a while, by name. */
export const modes = {
  "reads lag 6 s": { readsLag: 6_000 },
  "texts are rewritten": { texts: "rewritten" },
  "add-ons and agent_config are hidden": { absentFields: ["addons", "agent_config"] },
  "values are masked": { maskedFields: ["repeat_on", "registration_token"] },
} as const satisfies Readonly<Record<string, BehaviourOptions>>;
export type ModeName = keyof typeof modes;

const noModes: BehaviourOptions = { readsLag: 0, texts: "as-sent", absentFields: [], maskedFields: [] };

/** One account, and a stack for each resource, that random commands act on. */
export class Account {
  readonly played: readonly Played[];
  /** Everything that was printed. */
  readonly seen: string[] = [];
  private mode: ModeName | undefined;
  readonly readings: Readings;

  private constructor(
    readonly emulator: Emulator,
    private readonly setup: ProviderSetup,
    parts: readonly Part[],
    private readonly unchanged: BehaviourOptions,
    private readonly isSlowerThanRuns: boolean,
  ) {
    const settings = { baseUrl: emulator.url, apiKey: emulator.apiKey, maxRetries: 1 };
    const { clock, plugin } = setup;
    const world = { settings, clock, debug: (line: string) => void this.seen.push(line), ...(plugin && { plugin }) };
    this.played = parts.map((part) => new Played(part, emulator, world));
    this.readings = new Readings(emulator);
  }

  static async open(service: EmulatorOptions, setup: ProviderSetup, parts: readonly Part[], all: readonly Part[]): Promise<Account> {
    const { clock } = setup;
    clock.time = 1_000_000;
    const emulator = await startEmulator({
      apiKey: canaries["the key"],
      extensions: true,
      now: () => clock.time,
      sleep: async () => undefined,
      ...service,
      account: (account) => {
        account.addWorkgroup({ workgroup_id: workgroupId });
        for (const part of all) part.seed(account);
      },
    });
    const { absentFields } = profiles[service.profile ?? "specified"];
    return new Account(
      emulator,
      setup,
      parts,
      { absentFields },
      typeof service.settleAfter === "object" && service.settleAfter.ms > 20_000,
    );
  }

  close(): Promise<void> {
    return this.emulator.close();
  }

  /** The service does what has become due. */
  pass(milliseconds: number): void {
    this.setup.clock.time += milliseconds;
    this.emulator.elapse();
    this.observe();
  }

  /** The service behaves in another way, or as before. */
  behave(mode: ModeName | undefined): void {
    this.emulator.behave({ ...noModes, ...this.unchanged, ...(mode && modes[mode]) });
    if (mode === "texts are rewritten")
      for (const played of this.played) {
        played.isAmbiguous ||= played.isLost;
        // What is on its way arrives in another form than an update may have seen.
        played.unseen = true;
      }
    this.mode = mode;
  }

  /** A preview, which writes nothing; resolves to what is wrong with that. */
  async preview(): Promise<string[]> {
    const mark = this.emulator.journal.mark();
    for (const { engine, declared, part } of this.played)
      if (declared !== undefined) this.note(await engine.preview(declared, part.secrets));
    const writes = this.emulator.journal.since(mark).writes().entries;
    // A data-plane query is no GET.
    return writes.map(({ method, path }) => `a preview sent ${method} ${path}`);
  }

  /** Brings the account to what the program declares; resolves to what was done more than once. */
  async up(disturbance?: Disturbance, replacement?: Pick<ResourceOptions, "deleteBeforeReplace">): Promise<string[]> {
    const problems: string[] = [];
    for (const played of this.played) {
      const options = replacement && { ...replacement, replaceOnChanges: Object.keys(played.part.values) };
      const { ended, wrong } = await this.run(played, disturbance, () => played.up(options));
      problems.push(...wrong);
      if (ended) break;
    }
    return problems;
  }

  async refresh(disturbance?: Disturbance): Promise<string[]> {
    for (const played of this.played) {
      const { ended, outcome } = await this.run(played, disturbance, async () =>
        played.engine.isEmpty ? undefined : played.engine.refresh(),
      );
      // An empty response for an object whose workspace is there is believed, and one that lags.
      const isShownNothing = this.mode === "reads lag 6 s" || (disturbance !== undefined && empties(disturbance));
      if (outcome?.op === "gone" && isShownNothing) played.orphans++;
      if (ended) break;
    }
    return [];
  }

  async import(played: Played, identity: string): Promise<string[]> {
    if (this.setup.plugin === undefined) return [];
    const object = played.live.find((one) => one.identity === identity);
    return (await this.run(played, undefined, () => played.import(object))).wrong;
  }

  /** A second stack comes and goes while every read shows what there is. */
  async letAnotherStackPass(played: Played): Promise<string[]> {
    this.pass(3_600_000);
    const problems = await played.letAnotherStackPass();
    this.pass(3_600_000);
    return problems;
  }

  /** Someone makes an object in the console, which no read may lack for long: nobody could then tell that it is there. */
  addInConsole(played: Played, identity: string): void {
    played.addInConsole(this.emulator.account, identity);
    if (this.mode === "reads lag 6 s") this.pass(6_000);
  }

  private addEqual(played: Played): void {
    // Nobody can tell the two apart.
    played.isLost = true;
    played.addInConsole(this.emulator.account, played.identity);
  }

  /** A resource gets another name, once reads show what was there under the old one. */
  rename(played: Played, hasAlias: boolean): void {
    if (this.mode === "reads lag 6 s") this.pass(6_000);
    played.rename(hasAlias);
  }

  /** One undisturbed run of one resource; resolves to its error and the writes that it sent. */
  async runOnce(played: Played, act: (played: Played) => Promise<Outcome | undefined>) {
    const mark = this.emulator.journal.mark();
    const { outcome } = await this.run(played, undefined, () => act(played));
    const writes = this.emulator.journal.since(mark).writes().entries;
    return { error: outcome === undefined ? "" : errorOf(outcome), writes };
  }

  /** A run of one resource under a disturbance. */
  private async run(played: Played, disturbance: Disturbance | undefined, act: () => Promise<Outcome | undefined>) {
    const { part, engine } = played;
    const mark = this.emulator.journal.mark();
    const restore = engine.checkpoint();
    // What others made is made again, or overwritten, where a creation is shown nothing: an accepted loss.
    const isTrue = disturbance !== undefined && (played.isHeld || !empties(disturbance));
    const struck = isTrue ? disturb(this, disturbance, { part, addEqual: () => this.addEqual(played) }, this.setup.cancel) : undefined;
    const wasEmpty = engine.isEmpty;
    const { inputs, outputs = {} } = engine.state ?? {};
    const kept = inputs?.["deletionPolicy"] === "protect" ? String(part.managed?.(outputs)) : undefined;
    const outcome = await act();
    // A service that says of everything that it is not there is believed.
    if (struck !== undefined && disturbance?.times === "on" && empties(disturbance) && !wasEmpty && engine.isEmpty) {
      played.orphans++;
      played.paused.clear();
    }
    await struck?.end();
    const { entries } = this.emulator.journal.since(mark);
    if (outcome !== undefined) {
      this.note(outcome);
      played.noteUnseen(outcome);
      const failed = errorOf(outcome) !== "";
      const made = entries.some(({ endpoint, method }) => endpoint === part.creation && method === "POST");
      if (failed && made) played.isLost = true;
      if (!failed) played.isLost &&= hasPendingCreation(engine.state?.outputs);
      played.isAmbiguous ||= played.isLost && ["texts are rewritten", "values are masked"].includes(this.mode ?? "");
      // An object that is found within seconds of an unconfirmed deletion counts as there: an accepted loss.
      if (struck !== undefined && !wasEmpty && engine.isEmpty) this.pass(1_000);
    }
    // Of two writes that overtake each other no state can know which won, and a second creation cannot see the first one.
    const overtaking = entries.filter(({ at, method }) => method !== "GET" && at < played.lateUntil);
    played.isOvertaken ||= overtaking.length > 0 || (this.isSlowerThanRuns && outcome !== undefined && errorOf(outcome) !== "");
    played.unseen ||= played.isOvertaken;
    played.orphans += overtaking.filter(({ endpoint }) => endpoint === part.creation).length;
    // What a run reads while a deletion is on its way may be gone afterwards.
    played.unseen ||= played.isDeletionLate && entries.some(({ at }) => at < played.lateUntil);
    const late = entries.find(({ fault }) => fault === "applied-late");
    if (late !== undefined) {
      played.lateUntil = late.at + lateBy;
      played.isDeletionLate = late.method === "DELETE";
    }
    const ended = disturbance?.end !== undefined && struck?.hit() === true;
    if (ended && disturbance.end === "killed") {
      // Nobody lived to write the state of what was under way.
      restore();
      played.unseen = true;
      played.isUnreadable = true;
      if (entries.some(({ endpoint }) => endpoint === part.creation)) played.orphans++;
    }
    this.observe();
    const runs = entries.filter(({ endpoint, fault }) => part.run !== undefined && endpoint === part.run && mayHaveRun(fault));
    const twice = runs.length > 1 ? [`one run sent ${runs.length} times what must be sent once: ${part.kind}`] : [];
    const isDeleted = kept !== undefined && entries.some(({ method, path }) => method === "DELETE" && path.includes(kept));
    return { outcome, ended, wrong: isDeleted ? [...twice, `what the state protects was deleted: ${part.kind}`] : twice };
  }

  private observe(): void {
    for (const played of this.played) played.observe();
  }

  private note({ lines, error, failures, thrown }: Outcome): void {
    this.seen.push(...lines, error, JSON.stringify(failures), inspect(thrown, { depth: 10 }));
  }
}

/** The failures; empty if there were none. */
export function errorOf({ error, failures, told }: Outcome): string {
  return [error, ...failures.map(({ reason }) => reason), ...told].find((text) => text !== "") ?? "";
}

const notActedOn = ["status", "error-200", "html", "rate-limit", "redirect", "echo-secret", "reset-before", "accepted-not-applied"];

const mayHaveRun = (fault: string | undefined): boolean => fault === undefined || !notActedOn.includes(fault);
