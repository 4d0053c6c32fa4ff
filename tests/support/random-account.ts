import { character, fc } from "./random";
import type { Account, AddonEntry, WorkspaceRecord } from "../../testing/emulator";

/** A random account: how to fill it. */
export interface RandomAccount {
  readonly workgroups: readonly { readonly name: string; readonly workspaces: readonly Partial<WorkspaceRecord>[] }[];
  readonly configurations: readonly { readonly name: string; readonly value: string }[];
  readonly users: readonly string[];
}

/** Names that have broken code generators before, and any others. */
export const names = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("main", "reporting", "production", "EU west", "dev-1") },
  fc.constantFrom(
    ..."default class await constructor __proto__ prototype require Object pulumi name common 2024 1e3 -".split(" "),
    "",
    " ",
    "…",
    ..."生产 производство مساحة mañana".split(" "),
    "👩‍💻",
    "a\u200bb",
    "a\u202eb",
    '"); process.exit(1); ("',
    "`${process.exit(1)}`",
    "*/ process.exit(1) /*",
    "a\nprocess.exit(1)\n",
    "\u2028",
    "\\",
    '\\"',
    "'",
    "</script>",
    "\ud800",
    "urn::x$y",
  ),
  fc.string({ unit: character, maxLength: 12 }),
);

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 6 });

const configuration = fc.dictionary(
  fc.oneof(fc.constantFrom("theme", "rows", "apiKey", "__proto__", "limits"), fc.string({ unit: character, maxLength: 6 })),
  fc.oneof(
    fc.constantFrom<unknown>("***", "light", "`${x}`", 9007199254740993, 1e21, -0),
    fc.jsonValue({ maxDepth: 2, stringUnit: character }),
  ),
  { maxKeys: 3 },
);

const addon = fc.record({
  addons_id: fc.constantFrom("a4000000-0000-4000-8000-000000000001", "insights", "__proto__", "odd `id`"),
  enable: fc.boolean(),
  enable_configuration: fc.oneof<fc.Arbitrary<unknown>[]>(configuration, configuration, fc.constant("not json")),
  unique_name: names,
}) as fc.Arbitrary<AddonEntry>;

const workspace = fc.record({
  name: maybe(names),
  auto_stop_minutes: maybe(fc.constantFrom(0, 30, 60)),
  enable_auto_start: maybe(fc.boolean()),
  enable_ha: fc.boolean(),
  update_strategy: maybe(fc.oneof(fc.constant("update_strategy_never"), names)),
  maintenance_window_day_of_week: fc.constantFrom(0, 6, 9, -1),
  maintenance_window_hour_of_day: maybe(fc.constantFrom(2, 3)),
  maintenance_window_interval_weeks: maybe(fc.constantFrom(1, 1.5)),
  maintenance_window_time_zone: maybe(names),
  desired_tg_version: maybe(fc.constantFrom("auto", "", "4.2.1")),
  workspace_type: maybe(fc.record({ typeName: fc.constantFrom("TG-00", "TG-1") })),
  addons: maybe(fc.uniqueArray(addon, { maxLength: 2, selector: ({ addons_id }) => addons_id })),
}) as fc.Arbitrary<Partial<WorkspaceRecord>>;

/** Random accounts with at least one workspace. */
export const accounts: fc.Arbitrary<RandomAccount> = fc.record({
  workgroups: fc.array(fc.record({ name: names, workspaces: fc.array(workspace, { minLength: 1, maxLength: 4 }) }), {
    minLength: 1,
    maxLength: 3,
  }),
  configurations: fc.uniqueArray(
    fc.record({
      name: fc.oneof(fc.constant("default"), names).filter((name) => name.isWellFormed() && !/^\.{0,2}$/.test(name)),
      value: fc.oneof(
        fc.string({ unit: "grapheme" }),
        configuration.map((value) => JSON.stringify(value)),
      ),
    }),
    { maxLength: 2, selector: ({ name }) => name.toLowerCase() },
  ),
  users: fc.uniqueArray(
    names.filter((name) => name !== ""),
    { maxLength: 2 },
  ),
});

/** Fills an emulated account. */
export function fill(account: Account, { workgroups, configurations, users }: RandomAccount): void {
  const listed = configurations.map(({ name }) => ({ id: `c-${name.length}`, name }));
  const { id } = account.addInstalledAddon({ name: "Insights", configs: listed });
  for (const configuration of configurations) account.addConfiguration(id, configuration);
  for (const { name, workspaces } of workgroups) {
    const { workgroup_id } = account.addWorkgroup({ name });
    const made = workspaces.map((one) => account.addWorkspace(workgroup_id, one));
    for (const username of users) account.addUser(workgroup_id, made[0]?.workspace_id ?? "", { username, password: "never-written" });
  }
}
