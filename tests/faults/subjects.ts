import type { Emulator, EmulatorOptions } from "../../testing/emulator";
import { applies, type Row } from "../contract/row";
import { allRows } from "../contract/rows";
import { canaries } from "../support/canary";
import type { Outcome, Properties } from "../support/provider";
import { addWorkspace, type Fixture, ids } from "../support/tried-service";

const { workgroupId, workspaceId, installedAddonId } = ids;

/** The run of an operation: the steps before it, its preview if it has one, and itself. */
export interface Scenario {
  readonly before: (fixture: Fixture) => Promise<void>;
  readonly preview?: (fixture: Fixture) => Promise<Outcome>;
  readonly act: (fixture: Fixture) => Promise<Outcome>;
  /** The run after it, of the same program, that makes good what a fault left. */
  readonly again: (fixture: Fixture) => Promise<Outcome | undefined>;
  /** The run in which the program goes back to what it was before. */
  readonly back: (fixture: Fixture) => Promise<Outcome | undefined>;
}

/** One resource as it is tried. */
export interface Subject {
  readonly name: string;
  readonly kind: string;
  /** The texts that an error must contain, so that a user knows which object is meant. */
  readonly object: readonly string[];
  /** Properties that hold a secret by design: the engine keeps them encrypted. */
  readonly secretProperties: readonly string[];
  /** Properties that show what the service holds at the moment: it may take them away itself. */
  readonly moving?: readonly string[];
  readonly service: EmulatorOptions;
  /** The requests that must not be sent twice in one run where the first may have been acted on. */
  readonly once: readonly (number | string)[];
  /** POSTs that may be sent again: they make or replace. */
  readonly repeatable?: readonly string[];
  /** The service's record of it, without values that change by themselves. */
  readonly live: (emulator: Emulator) => unknown;
  readonly scenarios: Readonly<Record<string, Scenario>>;
}

/** The operations in which faults are tried: the scenarios, and the previews that come before them; the next run is the update then. */
export function operationsOf({ scenarios }: Pick<Subject, "scenarios">): Subject["scenarios"] {
  const previews = Object.entries(scenarios).flatMap(([operation, { preview, ...scenario }]) =>
    preview === undefined ? [] : [[`preview of ${operation}`, { ...scenario, act: preview }] as const],
  );
  return { ...scenarios, ...Object.fromEntries(previews) };
}

/** The parts of a subject that the row of its kind in the contract suite does not have. */
interface Own extends Pick<Subject, "object">, Partial<Omit<Subject, "kind" | "object">> {
  /** Arguments laid over the row's program, change and removal. */
  readonly program?: Properties;
  readonly change?: Properties;
  readonly removal?: Properties;
  /** Arguments that the program keeps secret. */
  readonly secrets?: readonly string[];
  /** Someone changes it in the console. */
  readonly drift?: (emulator: Emulator) => void;
  /** Someone does the same before a deletion is taken back. */
  readonly restore?: (emulator: Emulator) => void;
  /** Only some of the operations. */
  readonly operations?: readonly ("create" | "update" | "read" | "delete")[];
  /** Runs before a creation and an update. */
  readonly prepare?: (fixture: Fixture) => void;
}

function subjectOf(kind: string, own: Own): Subject {
  const row = allRows.find((one) => one.kind === kind);
  if (row === undefined) throw new Error(`the contract suite has no ${kind}`);
  const makes = applies(row.cells.makes);
  const all = Object.entries(life(row, own, makes));
  return {
    name: kind,
    secretProperties: own.secrets ?? [],
    service: row.service,
    once: makes ? [row.createdBy] : [],
    live: row.live,
    ...own,
    kind,
    scenarios: Object.fromEntries(all.filter(([name]) => own.operations?.includes(name as "read") ?? true)),
  };
}

function life(row: Row, own: Own, makes: boolean): Readonly<Record<string, Scenario>> {
  const { secrets, drift, restore, prepare } = own;
  const [changed, removed] = [
    { ...row.change, ...own.change },
    { ...row.removal, ...own.removal },
  ];
  const program = (fixture: Fixture, more: Properties) => ({ ...row.program(fixture), ...own.program, ...more });
  const up = (more: Properties) => (fixture: Fixture) => fixture.engine.up(program(fixture, more), secrets);
  const preview = (more: Properties) => (fixture: Fixture) => fixture.engine.preview(program(fixture, more), secrets);
  const made = (more: Properties) => async (fixture: Fixture) => settled(await up(more)(fixture));
  const destroy = (fixture: Fixture) => fixture.engine.destroy();
  const refresh = (fixture: Fixture) => fixture.engine.refresh();
  return {
    create: {
      before: async (fixture) => prepare?.(fixture),
      preview: preview({}),
      act: up({}),
      again: async (fixture) => {
        const outcome = await up({})(fixture);
        // The id of what a lost POST made is completed by a refresh.
        if (makes && /\/$|^not-known-yet$/.test(fixture.engine.state?.id ?? "")) await refresh(fixture);
        return outcome;
      },
      // There was nothing before.
      back: async (fixture) => {
        await made(removed)(fixture);
        return destroy(fixture);
      },
    },
    update: {
      before: async (fixture) => {
        await made({})(fixture);
        prepare?.(fixture);
      },
      preview: preview(changed),
      act: up(changed),
      again: up(changed),
      // A run by triggers cannot be taken back: it is run once more.
      back: up({}),
    },
    read: {
      before: async (fixture) => {
        await made({})(fixture);
        drift?.(fixture.emulator);
      },
      act: refresh,
      again: refresh,
      // What was changed in the console is set back.
      back: up({}),
    },
    delete: {
      before: made(removed),
      act: destroy,
      back: async (fixture) => {
        restore?.(fixture.emulator);
        return up(removed)(fixture);
      },
      again: async (fixture) => (fixture.engine.state === undefined ? undefined : destroy(fixture)),
    },
  };
}

function settled({ op, error, failures }: Outcome): void {
  if (error !== "" || failures.length > 0) throw new Error(`${op}: ${error} ${JSON.stringify(failures)}`);
}

const workspace = (emulator: Emulator) => {
  const kept = ["name", "auto_stop_minutes", "workspace_type", "agent_config", "addons", "status", "condition_type", "desired_tg_version"];
  try {
    const record = emulator.workspace(workgroupId, workspaceId) as unknown as Properties;
    return Object.fromEntries(kept.map((field) => [field, record[field]]));
  } catch {
    return "gone";
  }
};

const insights = (password: string) => ({ addons: { insights: { enable: true, enableConfiguration: { password } } } });
const settings: Own = {
  object: [workgroupId, workspaceId],
  secrets: ["addons"],
  live: workspace,
  program: insights(canaries["the configuration's secret"]),
  change: { workspaceTypeName: "TG-1", waitForStatus: ["Active"], ...insights(canaries["the second configuration's secret"]) },
  drift: (emulator) => emulator.changeWorkspace(workgroupId, workspaceId, { auto_stop_minutes: 15 }),
};

const configuration: Own = {
  object: [installedAddonId, "main"],
  secrets: ["configValue"],
  program: { configValue: { password: canaries["the configuration's secret"], rows: 5 } },
  change: { configValue: { password: canaries["the second configuration's secret"], rows: 6 } },
};

const run: Own = { object: ["movies", "top rated"], secretProperties: ["secret", "token"], once: ["query"], live: () => undefined };

/** The service takes the secret as a token only: the secret itself is refused. */
const tokensOnly = ({ emulator }: Fixture): void => {
  emulator.fault({ kind: "status", status: 403, type: "Forbidden", message: "The token is not valid.", match: { endpoint: "query" } });
};

const madeWorkspaces = (emulator: Emulator) => emulator.workspaces(workgroupId).filter(({ name }) => name === "analytics");
const madeGroups = (emulator: Emulator) => emulator.workgroups().filter(({ name }) => name === "team");

/** Every resource, in the ways in which it goes about its work. */
export const subjects: readonly Subject[] = [
  subjectOf("Workgroup", {
    object: ["team"],
    drift: (emulator) =>
      madeGroups(emulator).forEach(({ workgroup_id: id }) => emulator.changeWorkgroup(id, { enable_application_log: true })),
  }),
  subjectOf("Workspace", {
    object: [workgroupId, "analytics"],
    // The time and the new database of a creation differ from run to run.
    service: { profile: "observed", settleAfter: { ms: 400 }, absentFields: ["created_at", "database_id"] },
    live: (emulator) => madeWorkspaces(emulator).map(({ name, auto_stop_minutes: minutes, status }) => ({ name, minutes, status })),
    program: { autoUpgradeState: "major", timeoutSeconds: 60 },
    drift: (emulator) =>
      madeWorkspaces(emulator).forEach(({ workspace_id: id }) => emulator.changeWorkspace(workgroupId, id, { auto_stop_minutes: 15 })),
  }),
  subjectOf("WorkspaceSettings", {
    ...settings,
    service: { profile: "observed", settleAfter: { ms: 400 } },
    // The resource makes no workspace.
    restore: ({ account }) => addWorkspace(account),
  }),
  subjectOf("WorkspaceSettings", {
    ...settings,
    name: "WorkspaceSettings, paused at the end",
    service: { profile: "specified", nested: "replace", statusAfter: { ms: 1000 } },
    removal: { deletionPolicy: "pause" },
    operations: ["delete"],
  }),
  subjectOf("AddonConfiguration", { ...configuration, service: { profile: "specified", extensions: true } }),
  subjectOf("AddonConfiguration", {
    ...configuration,
    name: "AddonConfiguration without an id",
    service: { profile: "observed", showResults: { default: "object", 3: "null", 4: "text" } },
    operations: ["create", "update"],
  }),
  subjectOf("DatabaseUser", { object: [workgroupId, workspaceId, "anna"], secretProperties: ["password"] }),
  subjectOf("WorkspaceSchedule", {
    object: [workgroupId, workspaceId],
    drift: (emulator) => {
      const { schedules } = emulator.contents(workgroupId, workspaceId);
      emulator.changeContents(workgroupId, workspaceId, { schedules: schedules.map((one) => ({ ...one, time: "09:30" })) });
    },
  }),
  subjectOf("AllowListEntry", {
    object: [workgroupId, "203.0.113.0/24"],
    drift: (emulator) =>
      emulator.setAllowedRanges(
        workgroupId,
        emulator.allowedRanges(workgroupId).map((range) => (range.id === "runner" ? range : { ...range, note: "console" })),
      ),
  }),
  subjectOf("AllowList", {
    object: [workgroupId],
    drift: (emulator) => emulator.changeWorkgroup(workgroupId, { enable_allow_list: false }),
  }),
  subjectOf("BackupSchedule", {
    object: [workgroupId, workspaceId],
    repeatable: ["setBackupSchedule"],
    change: { schedule: "0 3 * * *", pause: false },
    drift: (emulator) =>
      emulator.changeContents(workgroupId, workspaceId, { backupSchedule: { schedule: "0 9 * * *", max_reserved_days: 7 } }),
  }),
  subjectOf("WorkspaceRefresh", {
    object: [workgroupId, workspaceId],
    moving: ["refreshStatus", "refreshMessage"],
    once: [11],
    live: (emulator) => emulator.workspace(workgroupId, workspaceId).refresh_status,
    drift: (emulator) => emulator.changeWorkspace(workgroupId, workspaceId, { refresh_message: "read again" }),
  }),
  subjectOf("QueryRun", run),
  subjectOf("QueryRun", { ...run, name: "QueryRun, idempotent", once: [], program: { idempotent: true } }),
  subjectOf("QueryRun", { ...run, name: "QueryRun by a token", prepare: tokensOnly }),
];
