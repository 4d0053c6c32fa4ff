import type { Emulator, ScheduleRecord, WorkspaceRecord } from "../../../testing/emulator";
import { Engine, type Outcome, type Properties, type World } from "../../support/provider";
import { errorOf } from "../model/account";

/** The settings that a program declares, by argument; each is a field of the record. */
const fieldsOf = {
  autoStopMinutes: "auto_stop_minutes",
  enableAutoStart: "enable_auto_start",
  workspaceTypeName: "workspace_type_name",
} as const;

type Setting = keyof typeof fieldsOf;

/** The figures of a year. */
export class Tally {
  readonly counts = { previews: 0, "drift runs": 0, changes: 0, "console changes found": 0, "entries for one date": 0 };
  /** Each with its time. */
  readonly problems = {
    "false drifts": [] as string[],
    "requests against the service": [] as string[],
    "console changes missed": [] as string[],
    failures: [] as string[],
  };
}

/** A workspace that declares its settings beside a timetable, and the stack that holds it. */
export class Member {
  private readonly engine: Engine;
  /** The stack of an entry for one date, which comes and goes. */
  private readonly dated: Engine;
  private datedEntry: Properties | undefined;

  constructor(
    private readonly tally: Tally,
    private readonly emulator: Emulator,
    private readonly world: World,
    private readonly kind: string,
    private readonly workgroupId: string,
    private workspaceId: string,
    private declared: Properties,
    private readonly timeZone: string,
  ) {
    this.engine = new Engine(kind, world, workspaceId);
    this.dated = new Engine("WorkspaceSchedule", world, workspaceId);
  }

  /** Brings the workspace into state. */
  async open(timetable: readonly Partial<ScheduleRecord>[]): Promise<void> {
    const error = errorOf(await this.engine.up(this.program()));
    if (error !== "") throw new Error(error);
    const { workspaceId } = this.engine.known;
    if (typeof workspaceId === "string") this.workspaceId = workspaceId;
    for (const entry of timetable) this.emulator.account.addSchedule(this.workgroupId, this.workspaceId, { repeat_on: "", ...entry });
  }

  /** A preview of the program as it is, after which nothing is to be done. */
  async preview(): Promise<void> {
    this.tally.counts.previews++;
    const { outcome, bodies } = await this.run(() => this.engine.preview(this.program()));
    if (outcome.op !== "same") this.report("false drifts", "a preview", outcome.lines);
    if (bodies.length > 0) this.report("requests against the service", "a preview", bodies);
  }

  /** A refresh and a preview, which keep no state; resolves to true if they found an outside change. */
  async findDrift(): Promise<boolean> {
    this.tally.counts["drift runs"]++;
    const restores = [this.engine.checkpoint(), this.dated.checkpoint()];
    const refresh = await this.run(() => this.engine.refresh());
    const preview = await this.run(() => this.engine.preview(this.program()));
    const lines = [...refresh.outcome.lines, ...preview.outcome.lines];
    const expected = this.changedOutside();
    const drifted = refresh.outcome.lines.flatMap((line) =>
      [...line.matchAll(/(?:: drift: |; )(\w+) is /g)].map(([, field = ""]) => field),
    );
    const planned = preview.outcome.lines.flatMap((line) => plannedFields(line));
    if ([...drifted, ...planned].some((field) => !expected.includes(field))) this.report("false drifts", "a drift run", lines);
    if (expected.some((field) => !drifted.includes(field) || !planned.includes(field)))
      this.report("console changes missed", `a drift run, expecting ${expected.join()},`, lines);
    if ([...refresh.bodies, ...preview.bodies].length > 0) this.report("requests against the service", "a drift run", lines);
    this.tally.counts["console changes found"] += expected.length;
    if (this.datedEntry !== undefined) await this.findDriftOfEntry(this.datedEntry);
    for (const restore of restores) restore();
    return expected.length > 0;
  }

  /** The program declares another value of a setting. */
  async change(setting: Setting, value: unknown): Promise<void> {
    if (this.declared[setting] === value) return;
    this.tally.counts.changes++;
    this.declared = { ...this.declared, [setting]: value };
    await this.up(setting);
  }

  /** Keeps what a refresh finds, and applies the program, which sets it back. */
  async repair(): Promise<void> {
    const expected = this.changedOutside();
    await this.run(() => this.engine.refresh());
    await this.up(undefined, expected);
    const { datedEntry, dated } = this;
    if (datedEntry === undefined) return;
    const { bodies } = await this.run(async () => (await dated.refresh(), dated.up(datedEntry)));
    if (bodies.length > 0) this.report("requests against the service", `a refresh and an up of ${nameOf(datedEntry)}`, bodies);
  }

  /** Declares an entry for one of the next days, or no longer declares one whose date has passed. */
  async changeEntry(inDays: number): Promise<void> {
    const { workgroupId, workspaceId, timeZone, dated } = this;
    const today = new Date(this.world.clock.now());
    if (this.datedEntry === undefined) {
      this.tally.counts["entries for one date"]++;
      const date = new Date(today.getTime() + inDays * 86_400_000).toISOString().slice(0, 10);
      const workspaceTypeName = this.sizes[0];
      this.datedEntry = {
        workgroupId,
        workspaceId,
        repeat: "daily",
        date,
        time: "12:15",
        timeZone,
        workspaceTypeName,
        deletionPolicy: "delete",
      };
      await this.run(() => dated.up(this.datedEntry ?? {}));
    } else if (String(this.datedEntry["date"]) < today.toISOString().slice(0, 10)) {
      await this.run(() => dated.withdraw());
      this.datedEntry = undefined;
    }
  }

  /** Someone sets one field in the console. */
  changeInConsole(patch: Partial<WorkspaceRecord>): void {
    this.emulator.changeWorkspace(this.workgroupId, this.workspaceId, patch);
  }

  /** Someone runs a query, which wakes the workspace. */
  async query(): Promise<void> {
    const authorization = `GSQL-Secret ${this.emulator.account.addSecret(this.workgroupId, this.workspaceId, `of ${this.workspaceId}`)}`;
    const response = await fetch(`${this.emulator.url}/restpp/query/movies/any`, {
      method: "POST",
      headers: { authorization, connection: "close" },
    });
    await response.text();
  }

  private async findDriftOfEntry(entry: Properties): Promise<void> {
    const refresh = await this.run(() => this.dated.refresh());
    const preview = await this.run(() => this.dated.preview(entry));
    const lines = [...refresh.outcome.lines, ...preview.outcome.lines];
    if (refresh.outcome.op !== "read" || preview.outcome.op !== "same")
      this.report("false drifts", `a drift run of ${nameOf(entry)}`, lines);
  }

  private async up(setting: Setting | undefined, more: readonly string[] = []): Promise<void> {
    const [live, outside] = [this.live(), this.changedOutside(setting)];
    const expected = new Set([...outside, ...more]);
    if (setting !== undefined && live[setting] !== this.declared[setting]) expected.add(fieldsOf[setting]);
    const { bodies, outcome } = await this.run(() => this.engine.up(this.program()));
    const sent = bodies.flatMap((body) => Object.keys(body as object));
    if (sent.toSorted().join() !== [...expected].toSorted().join())
      this.report("requests against the service", `expecting ${[...expected].join()}, an up`, [...bodies, ...outcome.lines]);
  }

  private program(): Properties {
    const { workgroupId, workspaceId, kind } = this;
    return { workgroupId, ...(kind === "Workspace" ? { workspaceName: this.engine.name } : { workspaceId }), ...this.declared };
  }

  private live(): Readonly<Record<Setting, unknown>> {
    const { auto_stop_minutes, enable_auto_start, workspace_type } = this.emulator.workspace(this.workgroupId, this.workspaceId);
    return { autoStopMinutes: auto_stop_minutes, enableAutoStart: enable_auto_start, workspaceTypeName: workspace_type?.typeName };
  }

  /** The sizes that entries of the timetable set. */
  private get sizes(): readonly (string | undefined)[] {
    const { schedules } = this.emulator.contents(this.workgroupId, this.workspaceId);
    return schedules.map(({ workspace_type_name }) => workspace_type_name);
  }

  /** The fields that someone else has set to another value, except one that the program is about to set. */
  private changedOutside(except?: Setting): string[] {
    const live = this.live();
    const settings = Object.keys(fieldsOf) as Setting[];
    const changed = settings.filter((name) => name !== except && this.declared[name] !== undefined && live[name] !== this.declared[name]);
    const isOwn = (name: Setting) => name === "workspaceTypeName" && this.sizes.includes(String(live[name]));
    return changed.filter((name) => !isOwn(name)).map((name) => fieldsOf[name]);
  }

  /** Runs an operation, which must not fail; resolves to its outcome and the bodies that it sent. */
  private async run(act: () => Promise<Outcome>): Promise<{ readonly outcome: Outcome; readonly bodies: readonly unknown[] }> {
    const { journal } = this.emulator;
    journal.truncate(0);
    const outcome = await act();
    if (errorOf(outcome) !== "") this.report("failures", "an operation", [errorOf(outcome)]);
    return { outcome, bodies: journal.writes().entries.map(({ body, method }) => body ?? { [method]: true }) };
  }

  private report(problem: keyof Tally["problems"], run: string, found: readonly unknown[]): void {
    const at = new Date(this.world.clock.now()).toISOString().slice(0, 16);
    this.tally.problems[problem].push(`${at} ${this.engine.urn}: ${run} gave ${JSON.stringify(found)}`);
  }
}

const nameOf = (entry: Properties) => `the entry for ${String(entry["date"])}`;

/** The fields of the request that a line announces. */
function plannedFields(line: string): string[] {
  const [, body] = /^graphplane: (?:PUT|POST) \S+ (\{.*?\})( was |$)/.exec(line) ?? [];
  return body === undefined ? [] : Object.keys(JSON.parse(body) as object);
}
