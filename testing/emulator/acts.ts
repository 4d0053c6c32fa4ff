import { type Store, type WorkspaceState } from "./store";
import { nextTime, type Plan, scheduledTimes, windowTimes } from "./timetable";
import { moveVersion, pauseWorkspace, updateWorkspace } from "./update";

/** An automatic change by the service: a timetable, auto-stop, or an upgrade. */
export interface Act {
  /** Emulator clock time, in milliseconds since the epoch. */
  readonly at: number;
  readonly kind: "timetable" | "auto-stop" | "upgrade";
  readonly workgroupId: string;
  readonly workspaceId: string;
  /** The workspace's name. */
  readonly name: string;
  /** The new size, status or version. */
  readonly to: string;
  /** Describes the setting that caused the change. */
  readonly because: string;
}

const byVersion = new Intl.Collator("en", { numeric: true }).compare;

interface Due extends Pick<Act, "at" | "kind" | "to" | "because"> {
  readonly workspace: WorkspaceState;
  readonly run: () => void;
}

/** The service's automatic changes, as its options enable them: timetables, auto-stop, upgrades. */
export class Acts {
  /** The time up to which all due acts have happened. */
  private since: number;
  /** The next time of each plan, and the time from which it was searched, keyed by the plan's text. */
  private readonly found = new Map<string, { readonly from: number; readonly at: number }>();

  constructor(
    private readonly store: Store,
    private readonly onAct: (act: Act) => void,
  ) {
    this.since = store.now();
  }

  /** True if the service makes automatic changes. */
  get areOn(): boolean {
    const { timetables, autoStop, offeredVersions } = this.store.behaviour;
    return timetables === "run" || autoStop === "run" || offeredVersions.length > 0;
  }

  /** Runs all due acts and pending changes, each at its own time. */
  elapse(): void {
    const { store } = this;
    const end = store.now();
    this.since = Math.min(this.since, end);
    while (this.areOn && this.since < end) {
      const due = this.due();
      const at = Math.max(this.since, Math.min(end, store.deferrals.next, ...due.map((one) => one.at)));
      store.at(at, () => {
        store.deferrals.elapse();
        for (const one of due) if (one.at <= at) this.act(one);
      });
      this.since = at;
    }
    this.since = end;
    store.deferrals.elapse();
  }

  /** Saves the time up to which the service has acted; the returned function restores it. */
  snapshot(): () => void {
    const { since } = this;
    return () => void (this.since = since);
  }

  private act({ run, workspace: { record }, ...facts }: Due): void {
    this.store.write(run);
    const { workgroup_id: workgroupId, workspace_id: workspaceId, name } = record;
    this.onAct({ ...facts, workgroupId, workspaceId, name: name ?? workspaceId });
  }

  /** Returns the next act of each kind and workspace. */
  private due(): Due[] {
    const workspaces = [...this.store.workgroups.values()].flatMap((workgroup) => [...workgroup.workspaces.values()]);
    return workspaces
      .filter(({ record }) => !record.deleted_at)
      .flatMap((workspace) => [...this.resizes(workspace), ...this.stops(workspace), ...this.upgrades(workspace)]);
  }

  private resizes(workspace: WorkspaceState): Due[] {
    const { timetables, datedEntries } = this.store.behaviour;
    if (timetables === "ignored") return [];
    return workspace.schedules.map((schedule) => {
      const { repeat, repeat_on, date, time, timezone, workspace_type_name: size } = schedule;
      const days = date || [repeat, repeat_on].filter(Boolean).join(" ");
      const run = () => {
        if (size) updateWorkspace(this.store, workspace, { workspace_type_name: size }, 0);
        if (date && datedEntries === "vanish") workspace.schedules = workspace.schedules.filter((other) => other !== schedule);
      };
      const because = `timetable: ${days} ${time} ${timezone}`;
      return { at: this.next(because, () => scheduledTimes(schedule)), kind: "timetable", to: size || "as it is", because, workspace, run };
    });
  }

  private stops(workspace: WorkspaceState): Due[] {
    const { lastUse, behaviour } = this.store;
    const { workspace_id: id, status, auto_stop_minutes: minutes } = workspace.record;
    if (behaviour.autoStop === "ignored" || status !== "Active") {
      lastUse.delete(id);
      return [];
    }
    const from = lastUse.get(id) ?? this.since;
    lastUse.set(id, from);
    const run = () => pauseWorkspace(this.store, workspace);
    const because = `auto-stop: ${minutes} idle minutes`;
    return minutes ? [{ at: from + minutes * 60_000, kind: "auto-stop", to: "Idle", because, workspace, run }] : [];
  }

  private upgrades(workspace: WorkspaceState): Due[] {
    const { record } = workspace;
    const { auto_upgrade_state: state, tg_version: version } = record;
    const newest = this.store.behaviour.offeredVersions.toSorted(byVersion).at(-1);
    if (!newest || !version || !state || state === "none" || byVersion(newest, version) <= 0) return [];
    const { maintenance_window_day_of_week: day, maintenance_window_hour_of_day: hour, maintenance_window_interval_weeks: weeks } = record;
    const window = `day ${day} ${hour}:00 ${record.maintenance_window_time_zone}`;
    const run = () => {
      record.last_maintenance = this.store.timestamp();
      // `auto` remains `auto`. A workspace with a specific version returns the version to which it is being moved.
      if (record.desired_tg_version === "auto") moveVersion(this.store, workspace, newest);
      else updateWorkspace(this.store, workspace, { desired_tg_version: newest }, 0);
    };
    const at = this.next(`${window} ${weeks}`, () => windowTimes(record));
    return [{ at, kind: "upgrade", to: newest, because: `maintenance window: ${window}`, workspace, run }];
  }

  /** Returns the next time of the plan with this text. */
  private next(text: string, planOf: () => Plan | undefined): number {
    const known = this.found.get(text);
    if (known !== undefined && known.from <= this.since && this.since < known.at) return known.at;
    const plan = planOf();
    const at = plan === undefined ? Infinity : nextTime(plan, this.since);
    this.found.set(text, { from: this.since, at });
    return at;
  }
}
