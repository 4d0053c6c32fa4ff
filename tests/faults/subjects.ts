import { type Account, type Emulator, type EmulatorOptions, startEmulator } from "../../testing/emulator";
import { canaries } from "../support/canary";
import { Engine, type Outcome, type Properties, VirtualClock, type World } from "../support/provider";
import { requestTimeoutSeconds } from "./held-timers";

/** The identifiers of everything that a case works on. */
export const ids = {
  workgroupId: "a1000000-0000-4000-8000-0000000000f1",
  workspaceId: "a3000000-0000-4000-8000-0000000000f2",
  installedAddonId: "a4000000-0000-4000-8000-0000000000f3",
} as const;
const { workgroupId, workspaceId, installedAddonId } = ids;
const place = { workgroupId, workspaceId };

/** A service, a resource in its state, and everything that was told of it. */
export interface Fixture {
  readonly emulator: Emulator;
  readonly clock: VirtualClock;
  readonly engine: Engine;
  readonly debug: string[];
}

/** How an operation is played: what comes before it, its preview where it has one, and itself. */
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
  /** What an error must name, so that a user knows which object is meant. */
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
  /** What the service holds of it, without what moves by itself. */
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

/** Starts the service of a subject with everything in it but the resource itself. */
export async function open(
  subject: Pick<Subject, "kind" | "service">,
  startPlugin?: (clock: VirtualClock) => Promise<World["plugin"]>,
): Promise<Fixture> {
  const clock = new VirtualClock();
  const emulator = await startEmulator({
    apiKey: canaries["the key"],
    now: () => clock.time,
    sleep: async () => undefined,
    ...subject.service,
    account: (account) => {
      account.addWorkgroup({ workgroup_id: workgroupId });
      account.addAllowedRange(workgroupId, { id: "runner", cidr: "198.51.100.0/24" });
      account.addInstalledAddon({ id: installedAddonId });
      addWorkspace(account);
      account.addQuery(workgroupId, workspaceId, { graph: "movies", query: "top rated", results: [{ first: 1 }] });
      account.addSecret(workgroupId, workspaceId, canaries["the database secret"]);
    },
  });
  const debug: string[] = [];
  const settings = { baseUrl: emulator.url, apiKey: emulator.apiKey, maxRetries: 1, requestTimeoutSeconds };
  const plugin = await startPlugin?.(clock);
  const engine = new Engine(subject.kind, { settings, clock, debug: (line) => debug.push(line), ...(plugin && { plugin }) });
  return { emulator, clock, engine, debug };
}

function addWorkspace(account: Account): void {
  const kept = { addons_id: "kept", enable: true, enable_configuration: { theme: "dark" } };
  account.addWorkspace(workgroupId, { workspace_id: workspaceId, database_id: "graph", addons: [kept] });
}

/** A program that differs with what it is given, and the arguments that it keeps secret. */
type Program = (fixture: Fixture, more: Properties) => Properties;

function life(program: Program, changed: Properties, removed: Properties, drift: (fixture: Fixture) => void, secrets?: readonly string[]) {
  const up = (more: Properties) => (fixture: Fixture) => fixture.engine.up(program(fixture, more), secrets);
  const made = (more: Properties) => async (fixture: Fixture) => settled(await up(more)(fixture));
  const destroy = (fixture: Fixture) => fixture.engine.destroy();
  const refresh = (fixture: Fixture) => fixture.engine.refresh();
  const preview = (more: Properties) => (fixture: Fixture) => fixture.engine.preview(program(fixture, more), secrets);
  return {
    create: {
      before: async () => undefined,
      preview: preview({}),
      act: up({}),
      again: up({}),
      // There was nothing before.
      back: async (fixture: Fixture) => {
        await made(removed)(fixture);
        return destroy(fixture);
      },
    },
    // A run by triggers cannot be taken back: it is run once more.
    update: { before: made({}), preview: preview(changed), act: up(changed), again: up(changed), back: up({}) },
    read: {
      before: async (fixture: Fixture) => {
        await made({})(fixture);
        drift(fixture);
      },
      act: refresh,
      again: refresh,
      // What was changed in the console is set back.
      back: up({}),
    },
    delete: {
      before: made(removed),
      act: destroy,
      back: up(removed),
      again: async (fixture: Fixture) => (fixture.engine.state === undefined ? undefined : destroy(fixture)),
    },
  };
}

/** The same with a refresh after the run that makes good a creation: the id of what a lost POST made is completed by it. */
function withRefresh<Life extends { readonly create: Scenario }>(scenarios: Life): Life {
  const again = async (fixture: Fixture) => {
    const outcome = await scenarios.create.again(fixture);
    if (/\/$|^not-known-yet$/.test(fixture.engine.state?.id ?? "")) await fixture.engine.refresh();
    return outcome;
  };
  return { ...scenarios, create: { ...scenarios.create, again } };
}

function settled({ op, error, failures }: Outcome): void {
  if (error !== "" || failures.length > 0) throw new Error(`${op}: ${error} ${JSON.stringify(failures)}`);
}

const configurationSecret = canaries["the configuration's secret"];
const secondConfigurationSecret = canaries["the second configuration's secret"];

const workspace = (emulator: Emulator) => {
  const kept = ["name", "auto_stop_minutes", "workspace_type", "agent_config", "addons", "status", "condition_type", "desired_tg_version"];
  try {
    const record = emulator.workspace(workgroupId, workspaceId) as unknown as Properties;
    return Object.fromEntries(kept.map((field) => [field, record[field]]));
  } catch {
    return "gone";
  }
};

const ranges = (emulator: Emulator) => emulator.allowedRanges(workgroupId);

const settings: Omit<Subject, "name" | "service" | "scenarios"> = {
  kind: "WorkspaceSettings",
  object: [workgroupId, workspaceId],
  secretProperties: ["addons"],
  once: [],
  live: workspace,
};
const settingsProgram: Program = (_, more) => ({
  ...place,
  autoStopMinutes: 60,
  agentConfig: { heartbeatIntervalSeconds: 45 },
  addons: { insights: { enable: true, enableConfiguration: { password: configurationSecret } } },
  timeoutSeconds: 20,
  ...more,
});
const settingsChange = {
  autoStopMinutes: 90,
  workspaceTypeName: "TG-1",
  waitForStatus: ["Active"],
  addons: { insights: { enable: true, enableConfiguration: { password: secondConfigurationSecret } } },
};
const settingsLife = (policy: string) => {
  const scenarios = life(
    settingsProgram,
    settingsChange,
    { deletionPolicy: policy },
    ({ emulator }) => emulator.changeWorkspace(workgroupId, workspaceId, { auto_stop_minutes: 15 }),
    ["addons"],
  );
  const { delete: end } = scenarios;
  // The resource makes no workspace: that is done in the console.
  const back = async (fixture: Fixture) => {
    if (policy === "delete") addWorkspace(fixture.emulator.account);
    return end.back(fixture);
  };
  return { ...scenarios, delete: { ...end, back } };
};

const configurationLife = withRefresh(
  life(
    (_, more) => ({ installedAddonId, configName: "main", configValue: { password: configurationSecret, rows: 5 }, ...more }),
    { configValue: { password: secondConfigurationSecret, rows: 6 } },
    { deletionPolicy: "delete" },
    () => undefined,
    ["configValue"],
  ),
);
const configuration: Omit<Subject, "name" | "service"> = {
  kind: "AddonConfiguration",
  object: [installedAddonId, "main"],
  secretProperties: ["configValue"],
  once: [3],
  live: (emulator) => emulator.configurations(installedAddonId).map(({ name, value }) => ({ name, value })),
  scenarios: configurationLife,
};

const [password, secondPassword] = [canaries["the password"], canaries["the second password"]];
const refreshLife = life(
  (_, more) => ({ ...place, triggers: ["first"], untilRefreshStatus: ["completed"], timeoutSeconds: 20, ...more }),
  { triggers: ["second"] },
  {},
  ({ emulator }) => emulator.changeWorkspace(workgroupId, workspaceId, { refresh_message: "read again" }),
);

const run: Omit<Subject, "name" | "once" | "scenarios"> = {
  kind: "QueryRun",
  object: ["movies", "top rated"],
  secretProperties: ["secret", "token"],
  service: { profile: "observed" },
  live: () => undefined,
};
const runLife = (more: Properties, before: (fixture: Fixture) => void = () => undefined) => {
  const {
    create,
    update,
    read,
    delete: end,
  } = life(
    ({ emulator }, changed) => ({
      host: emulator.url.replace("http://", ""),
      graph: "movies",
      query: "top rated",
      parameters: { rows: 3 },
      timeoutSeconds: 40,
      ...more,
      ...changed,
    }),
    { triggers: ["again"] },
    {},
    () => undefined,
  );
  const opened = (scenario: Scenario): Scenario => ({
    ...scenario,
    before: async (fixture) => {
      await scenario.before(fixture);
      before(fixture);
    },
  });
  return { create: opened(create), update: opened(update), read, delete: end };
};

/** The service takes the secret as a token only: the secret itself is refused. */
const tokensOnly = ({ emulator }: Fixture): void => {
  emulator.fault({ kind: "status", status: 403, type: "Forbidden", message: "The token is not valid.", match: { endpoint: "query" } });
};

const cloudProviderId = "0b000000-0000-4000-8000-000000000001";
const madeWorkspaces = (emulator: Emulator) => emulator.workspaces(workgroupId).filter(({ name }) => name === "analytics");
const madeGroups = (emulator: Emulator) => emulator.workgroups().filter(({ name }) => name === "team");

/** Every resource, in the ways in which it goes about its work. */
export const subjects: readonly Subject[] = [
  {
    name: "Workgroup",
    kind: "Workgroup",
    object: ["team"],
    secretProperties: [],
    service: { profile: "observed" },
    once: ["createWorkgroup"],
    live: (emulator) => madeGroups(emulator).map(({ name, enable_application_log: log }) => ({ name, log })),
    scenarios: withRefresh(
      life(
        (_, more) => ({ workgroupName: "team", cloudProviderId, enableApplicationLog: false, timeoutSeconds: 20, ...more }),
        { enableApplicationLog: true },
        { deletionPolicy: "delete" },
        ({ emulator }) =>
          madeGroups(emulator).forEach(({ workgroup_id: id }) => emulator.changeWorkgroup(id, { enable_application_log: true })),
      ),
    ),
  },
  {
    name: "Workspace",
    kind: "Workspace",
    object: [workgroupId, "analytics"],
    secretProperties: [],
    // The time and the new database of a creation differ from run to run.
    service: { profile: "observed", settleAfter: { ms: 400 }, absentFields: ["created_at", "database_id"] },
    once: ["createWorkspace"],
    live: (emulator) => madeWorkspaces(emulator).map(({ name, auto_stop_minutes: minutes, status }) => ({ name, minutes, status })),
    scenarios: withRefresh(
      life(
        (_, more) => ({
          workgroupId,
          workspaceName: "analytics",
          autoStopMinutes: 60,
          autoUpgradeState: "major",
          timeoutSeconds: 60,
          ...more,
        }),
        { autoStopMinutes: 90 },
        { deletionPolicy: "delete" },
        ({ emulator }) =>
          madeWorkspaces(emulator).forEach(({ workspace_id: id }) => emulator.changeWorkspace(workgroupId, id, { auto_stop_minutes: 15 })),
      ),
    ),
  },
  {
    ...settings,
    name: "WorkspaceSettings",
    service: { profile: "observed", settleAfter: { ms: 400 } },
    scenarios: settingsLife("delete"),
  },
  {
    ...settings,
    name: "WorkspaceSettings, paused at the end",
    service: { profile: "specified", nested: "replace", statusAfter: { ms: 1000 } },
    scenarios: { delete: settingsLife("pause").delete },
  },
  { ...configuration, name: "AddonConfiguration", service: { profile: "specified", extensions: true } },
  {
    ...configuration,
    name: "AddonConfiguration without an id",
    service: { profile: "observed", showResults: { default: "object", 3: "null", 4: "text" } },
    scenarios: { create: configurationLife.create, update: configurationLife.update },
  },
  {
    name: "DatabaseUser",
    kind: "DatabaseUser",
    object: [workgroupId, workspaceId, "anna"],
    secretProperties: ["password"],
    service: { profile: "observed" },
    once: ["createUser"],
    live: (emulator) => {
      const users = emulator.usernames(workgroupId, workspaceId);
      const opens = [password, secondPassword].map((one) => emulator.passwordIs(workgroupId, workspaceId, "anna", one));
      return { users, opens };
    },
    scenarios: life(
      (_, more) => ({ ...place, username: "anna", password, ...more }),
      { password: secondPassword },
      {},
      () => undefined,
    ),
  },
  {
    name: "WorkspaceSchedule",
    kind: "WorkspaceSchedule",
    object: [workgroupId, workspaceId],
    secretProperties: [],
    service: { profile: "observed" },
    once: ["createSchedule"],
    live: (emulator) =>
      emulator.contents(workgroupId, workspaceId).schedules.map(({ time, repeat, workspace_type_name: size }) => [repeat, time, size]),
    scenarios: withRefresh(
      life(
        (_, more) => ({ ...place, repeat: "weekdays", time: "07:00", timezone: "UTC", timeoutSeconds: 20, ...more }),
        { time: "08:00", workspaceTypeName: "TG-1" },
        {},
        ({ emulator }) => {
          const { schedules } = emulator.contents(workgroupId, workspaceId);
          emulator.changeContents(workgroupId, workspaceId, { schedules: schedules.map((one) => ({ ...one, time: "09:30" })) });
        },
      ),
    ),
  },
  {
    name: "AllowListEntry",
    kind: "AllowListEntry",
    object: [workgroupId, "203.0.113.0/24"],
    secretProperties: [],
    service: { profile: "observed" },
    once: ["createAllowedRange"],
    live: (emulator) => ranges(emulator).map(({ cidr, note }) => ({ cidr, note })),
    scenarios: withRefresh(
      life(
        (_, more) => ({ workgroupId, cidr: "203.0.113.0/24", note: "office", timeoutSeconds: 20, ...more }),
        { note: "branch" },
        {},
        ({ emulator }) =>
          emulator.setAllowedRanges(
            workgroupId,
            ranges(emulator).map((range) => (range.id === "runner" ? range : { ...range, note: "console" })),
          ),
      ),
    ),
  },
  {
    name: "AllowList",
    kind: "AllowList",
    object: [workgroupId],
    secretProperties: [],
    service: { profile: "observed" },
    once: [],
    live: (emulator) => emulator.workgroup(workgroupId).enable_allow_list,
    scenarios: life(
      (_, more) => ({ workgroupId, enabled: true, timeoutSeconds: 20, ...more }),
      { enabled: false },
      { deletionPolicy: "disable" },
      ({ emulator }) => emulator.changeWorkgroup(workgroupId, { enable_allow_list: false }),
    ),
  },
  {
    name: "BackupSchedule",
    kind: "BackupSchedule",
    object: [workgroupId, workspaceId],
    secretProperties: [],
    service: { profile: "observed" },
    once: [],
    repeatable: ["setBackupSchedule"],
    live: (emulator) => emulator.contents(workgroupId, workspaceId).backupSchedule,
    scenarios: life(
      (_, more) => ({ ...place, schedule: "0 2 * * *", maxReservedDays: 7, timeoutSeconds: 20, ...more }),
      { schedule: "0 3 * * *", pause: false },
      { deletionPolicy: "pause" },
      ({ emulator }) =>
        emulator.changeContents(workgroupId, workspaceId, { backupSchedule: { schedule: "0 9 * * *", max_reserved_days: 7 } }),
    ),
  },
  {
    name: "WorkspaceRefresh",
    kind: "WorkspaceRefresh",
    object: [workgroupId, workspaceId],
    secretProperties: [],
    moving: ["refreshStatus", "refreshMessage"],
    service: { profile: "observed", statusAfter: { ms: 2000 } },
    once: [11],
    live: (emulator) => emulator.workspace(workgroupId, workspaceId).refresh_status,
    scenarios: refreshLife,
  },
  { ...run, name: "QueryRun", once: ["query"], scenarios: runLife({ secret: canaries["the database secret"] }) },
  { ...run, name: "QueryRun, idempotent", once: [], scenarios: runLife({ secret: canaries["the database secret"], idempotent: true }) },
  { ...run, name: "QueryRun by a token", once: ["query"], scenarios: runLife({ secret: canaries["the database secret"] }, tokensOnly) },
];
