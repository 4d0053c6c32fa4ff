import { fc } from "../../support/random";
import { type WorkspaceRecord, type WorkspaceUpdate } from "../../../client";
import { includesDeep, equals } from "../../../provider/values/json";
import { type Arguments } from "../../../provider/resources/workspace-settings/description";
import { isObject, type Nested, observed, plain, plannedBody, updated } from "./update-model";
import { tries } from "../../support/whole";

type Json = Record<string, unknown>;

/** The place of each declared value in a record; written from docs/internals/api.md, not from the code. Versions and add-ons have rules of their own. */
const shownAs: Readonly<Record<string, string>> = {
  workspaceName: "name",
  workspaceTypeName: "workspace_type.typeName",
  autoStopMinutes: "auto_stop_minutes",
  autoUpgradeState: "auto_upgrade_state",
  enableAutoStart: "enable_auto_start",
  enableHa: "enable_ha",
  updateStrategy: "update_strategy",
  "maintenanceWindow.dayOfWeek": "maintenance_window_day_of_week",
  "maintenanceWindow.hourOfDay": "maintenance_window_hour_of_day",
  "maintenanceWindow.intervalWeeks": "maintenance_window_interval_weeks",
  "maintenanceWindow.timeZone": "maintenance_window_time_zone",
  "agentConfig.heartbeatIntervalSeconds": "agent_config.heartbeat_interval_seconds",
  "agentConfig.topologyUpdateIntervalSeconds": "agent_config.topology_update_interval_seconds",
  "agentConfig.enableTopologyForceUpdate": "agent_config.enable_topology_force_update",
};
/** The body's fields that are not named as the record's. */
const sentAs: Readonly<Record<string, string>> = { name: "workspace_name", workspace_type: "workspace_type_name" };

const at = (value: unknown, path: string): unknown =>
  path.split(".").reduce((inner, name) => (isObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined), value);
const isMissing = (value: unknown) => value === undefined || value === null;

const word = fc.constantFrom("a", "b", "auto", "");
const small = fc.integer({ min: 0, max: 3 });
/** A field of a record: absent, null or there. */
const field = <T>(value: fc.Arbitrary<T>) => fc.option(fc.option(value, { nil: null }), { nil: undefined });
/** A field of a record: null or there. */
const present = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const key = fc.constantFrom("k", "l", "m", "constructor", "toString");
const leaf = fc.oneof(small, word, fc.boolean(), fc.array(small, { maxLength: 2 }));
const { configuration } = fc.letrec<{ configuration: Json; value: unknown }>((tie) => ({
  configuration: fc.dictionary(key, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  value: fc.oneof({ depthSize: "small", withCrossShrink: true }, leaf, tie("configuration")),
}));

const addonId = fc.constantFrom("one", "two", "three", "constructor");
const liveEntry = fc.record(
  {
    addons_id: addonId,
    enable: fc.boolean(),
    enable_configuration: fc.oneof(
      configuration,
      configuration.map((value) => JSON.stringify(value)),
      fc.constantFrom(null, ""),
      configuration.map((value) => JSON.stringify(JSON.stringify(value))),
    ),
    is_free: fc.boolean(),
    unique_name: word,
  },
  { requiredKeys: ["addons_id", "enable"] },
);
/** Words without an order: automatic upgrades may have moved a workspace to a newer version. */
const version = fc.constantFrom("x1", "x2", "auto", "");

const record = fc
  .record({
    workspace_id: fc.constant("ws"),
    name: field(word),
    tg_version: field(version),
    desired_tg_version: field(version),
    auto_stop_minutes: field(small),
    auto_upgrade_state: field(word),
    enable_auto_start: field(fc.boolean()),
    enable_ha: field(fc.boolean()),
    update_strategy: field(word),
    maintenance_window_day_of_week: field(small),
    maintenance_window_hour_of_day: field(small),
    maintenance_window_interval_weeks: field(small),
    maintenance_window_time_zone: field(word),
    workspace_type: field(fc.record({ cpu: word, typeName: field(word) })),
    // Without these a declaration of their parts is refused: see the table of refusals.
    agent_config: present(
      fc.record({
        heartbeat_interval_seconds: field(small),
        topology_update_interval_seconds: field(small),
        enable_topology_force_update: field(fc.boolean()),
        new_knob: field(small),
      }),
    ),
    addons: present(fc.uniqueArray(liveEntry, { selector: ({ addons_id }) => addons_id, maxLength: 3 })),
    vertex_count: field(small),
    new_field: field(configuration),
  })
  // As it comes over the wire: absent is absent.
  .map((value) => JSON.parse(JSON.stringify(value)) as WorkspaceRecord);

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const declaredAddon = (texts: boolean) =>
  fc.record({
    enable: fc.boolean(),
    enableConfiguration: maybe(
      texts
        ? fc.oneof(
            configuration,
            configuration.map((value) => JSON.stringify(value)),
          )
        : configuration,
    ),
  });
const declaration = (texts: boolean) =>
  fc
    .record({
      workgroupId: fc.constant("wg"),
      workspaceId: fc.constant("ws"),
      workspaceName: maybe(word),
      workspaceTypeName: maybe(word),
      autoStopMinutes: maybe(small),
      autoUpgradeState: maybe(word),
      desiredTgVersion: maybe(fc.constantFrom("x1", "x2", "x3", "auto")),
      enableAutoStart: maybe(fc.boolean()),
      enableHa: maybe(fc.boolean()),
      updateStrategy: maybe(word),
      pause: maybe(fc.boolean()),
      maintenanceWindow: maybe(
        fc.record({ dayOfWeek: maybe(small), hourOfDay: maybe(small), intervalWeeks: maybe(small), timeZone: maybe(word) }),
      ),
      agentConfig: maybe(
        fc.record({
          heartbeatIntervalSeconds: maybe(small),
          topologyUpdateIntervalSeconds: maybe(small),
          enableTopologyForceUpdate: maybe(fc.boolean()),
        }),
      ),
      addons: maybe(fc.dictionary(addonId, declaredAddon(texts), { maxKeys: 3, noNullPrototype: true })),
    })
    .map((value) => JSON.parse(JSON.stringify(value)) as Arguments);

const nested = fc.constantFrom<Nested>("merge", "replace");

/** The declared values that the record contradicts: it has the field, and shows another value. */
function contradicted(args: Arguments, live: WorkspaceRecord, whole = true): string[] {
  const wrong = Object.entries(shownAs).flatMap(([name, field]) => {
    const [declared, shown] = [at(args, name), at(live, field)];
    return declared !== undefined && !isMissing(shown) && !equals(declared, shown) ? [name] : [];
  });
  const versions = ["desired_tg_version", "tg_version"].map((field) => at(live, field)).filter((text) => !isMissing(text) && text !== "");
  if (args.desiredTgVersion !== undefined && versions.length > 0 && !versions.includes(args.desiredTgVersion))
    wrong.push("desiredTgVersion");
  if (live.addons !== undefined) {
    for (const [id, addon] of Object.entries(args.addons ?? {})) {
      const entry = live.addons?.find(({ addons_id }) => addons_id === id);
      if ((entry?.enable ?? false) !== addon.enable) wrong.push(`${id}.enable`);
      const shown = plain(entry?.enable_configuration);
      const configuration = plain(addon.enableConfiguration);
      if (configuration === undefined || (entry === undefined && !addon.enable) || (entry !== undefined && !isObject(shown))) continue;
      const holds =
        whole && typeof addon.enableConfiguration === "string" ? equals(shown, configuration) : includesDeep(shown ?? {}, configuration);
      if (!holds) wrong.push(`${id}.configuration`);
    }
  }
  return wrong;
}

/** The record without what the declaration covers, in which a change would be somebody's loss. */
function undeclared(args: Arguments, live: WorkspaceRecord): Json {
  const rest = structuredClone(live) as Json;
  for (const [name, field] of Object.entries({ ...shownAs, desiredTgVersion: "desired_tg_version" })) {
    const [outer = "", inner] = field.split(".");
    const parent = inner === undefined ? rest : rest[outer];
    if (at(args, name) !== undefined && isObject(parent)) delete parent[inner ?? outer];
  }
  rest["addons"] = Object.fromEntries(
    (live.addons ?? []).map((entry) => {
      const id = entry.addons_id;
      const addon = args.addons !== undefined && Object.hasOwn(args.addons, id) ? args.addons[id] : undefined;
      const configuration = remaining(
        plain(entry.enable_configuration),
        plain(addon?.enableConfiguration),
        typeof addon?.enableConfiguration === "string",
      );
      return [id, { ...entry, ...(addon === undefined ? {} : { enable: undefined }), enable_configuration: configuration }];
    }),
  );
  // What is newly there because it is declared is nobody's loss.
  for (const id of Object.keys(args.addons ?? {})) {
    const entries = rest["addons"] as Json;
    if (!Object.hasOwn(entries, id)) entries[id] = { addons_id: id };
  }
  return rest;
}

function remaining(live: unknown, declared: unknown, whole: boolean): unknown {
  if (whole) return undefined;
  if (declared === undefined) return live === "" ? undefined : live;
  if (!isObject(declared) || !isObject(live)) return undefined;
  const rest = Object.entries(live).map(([name, value]) => [
    name,
    remaining(value, Object.hasOwn(declared, name) ? declared[name] : undefined, false),
  ]);
  const kept = rest.filter(([, value]) => value !== undefined && !(isObject(value) && Object.keys(value).length === 0));
  return kept.length === 0 ? undefined : (Object.fromEntries(kept) as Json);
}

/** Two records lack the same losses: an empty object and nothing count as one. */
function loses(before: unknown, after: unknown): boolean {
  if (isObject(before))
    return !Object.entries(before).every(
      ([name, value]) => !loses(value, isObject(after) && Object.hasOwn(after, name) ? after[name] : undefined),
    );
  return before !== undefined && before !== null && !equals(before, after);
}

/** Whether a text configuration is declared where the service merges: live keys that it does not name cannot be taken away. */
function cannotRemove(args: Arguments, live: WorkspaceRecord, how: Nested): boolean {
  if (how === "replace") return false;
  return Object.entries(args.addons ?? {}).some(([id, addon]) => {
    const entry = live.addons?.find(({ addons_id }) => addons_id === id);
    return typeof addon.enableConfiguration === "string" && isObject(plain(entry?.enable_configuration));
  });
}

function without(body: WorkspaceUpdate, name: string): WorkspaceUpdate {
  return Object.fromEntries(Object.entries(body).filter(([other]) => other !== name));
}

const runs = tries(30, 300);

describe("for any record, declaration and handling of nested values,", () => {
  test("every comparable declared value is live after the PUT", () => {
    fc.assert(
      fc.property(record, declaration(true), nested, (live, args, how) => {
        fc.pre(!cannotRemove(args, live, how));
        expect(contradicted(args, updated(live, plannedBody(args, live), how))).toEqual([]);
      }),
      runs,
    );
  });

  test("no undeclared value changes", () => {
    fc.assert(
      fc.property(record, declaration(true), nested, (live, args, how) => {
        const before = undeclared(args, live);
        const after = undeclared(args, updated(live, plannedBody(args, live), how));
        expect(loses(before, after)).toBe(false);
        expect(loses(after, before)).toBe(false);
      }),
      runs,
    );
  });

  test("the body contains no unnecessary field", () => {
    fc.assert(
      fc.property(record, declaration(true), declaration(true), nested, (live, args, last, how) => {
        const body = plannedBody(args, live, last);
        for (const name of Object.keys(body)) {
          const left = contradicted(args, updated(live, without(body, name), how));
          expect(left.length > 0 || incomparable(name, args, live)).toBe(true);
        }
      }),
      runs,
    );
  });

  test("a second update sends no request", () => {
    fc.assert(
      fc.property(record, declaration(true), nested, (live, args, how) => {
        const after = updated(live, plannedBody(args, live), how);
        expect(plannedBody(args, after, args)).toEqual({});
      }),
      runs,
    );
  });

  test("a second refresh changes nothing, and then no request is needed", () => {
    fc.assert(
      fc.property(record, declaration(true), (live, args) => {
        const once = stored(observed(args, live));
        expect(stored(observed(once, live))).toEqual(once);
        expect(plannedBody(once, live, once)).toEqual({});
        // Keys beside those of a text that was applied are not ours to see.
        expect(contradicted(once, live, false)).toEqual([]);
      }),
      runs,
    );
  });

  test("a refresh after the PUT leaves the declared values unchanged", () => {
    fc.assert(
      fc.property(record, declaration(true), nested, (live, args, how) => {
        fc.pre(!cannotRemove(args, live, how));
        const after = updated(live, plannedBody(args, live), how);
        expect(stored(observed(args, after))).toEqual(stored(args));
      }),
      runs,
    );
  });

  test("an empty declaration sends no request", () => {
    fc.assert(fc.property(record, (live) => expect(plannedBody({ workgroupId: "wg", workspaceId: "ws" }, live)).toEqual({})));
  });
});

/** Returns true if a field is sent because the record does not return it, or a part of it. */
function incomparable(name: string, args: Arguments, live: WorkspaceRecord): boolean {
  if (name === "pause" || name === "desired_tg_version") return true;
  if (name === "addons")
    return Object.entries(args.addons ?? {}).some(([id, addon]) => {
      const entry = live.addons?.find(({ addons_id }) => addons_id === id);
      const unshown = entry === undefined ? !addon.enable : !isObject(plain(entry.enable_configuration));
      return live.addons === undefined || (addon.enableConfiguration !== undefined && unshown);
    });
  return Object.entries(shownAs).some(([argument, field]) => {
    const [outer = ""] = field.split(".");
    return (sentAs[outer] ?? outer) === name && at(args, argument) !== undefined && isMissing(at(live, field));
  });
}

/** The form in which the state keeps a value. */
function stored(args: Arguments): Arguments {
  return JSON.parse(JSON.stringify(args, (_key, value: unknown) => (value === null ? undefined : value))) as Arguments;
}
