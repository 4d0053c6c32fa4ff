import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ConfigValue } from "../../testing/driver";
import type { Emulator, Sample } from "../../testing/emulator";
import { root } from "./repository";

/** One example of `examples/`, and what it does when it is run: the end-to-end test of what it shows. */
export interface Example {
  readonly name: string;
  readonly stack?: string;
  /** True if its Pulumi.yaml names the plugin. */
  readonly isNative?: true;
  readonly config: (sample: Sample, emulator: Emulator) => Readonly<Record<string, ConfigValue>>;
  /** Everything but GET that the first update sends, without prefix and ids of the sample's. */
  readonly writes: readonly string[];
  /** An edit of the program, and what the update after it sends. */
  readonly then?: { readonly from: string; readonly to: string; readonly writes: readonly string[] };
  /** The requests of destroying the stack. */
  readonly destroyed?: readonly string[];
  /** The endpoints of API 4 that it exercises, and names of calls beyond them. */
  readonly endpoints: readonly (number | string)[];
  readonly outputs?: Readonly<Record<string, unknown>>;
}

const workspace = ({ workgroupId, workspaceIds }: Sample) => ({ workgroupId, workspaceId: workspaceIds.main });

/** Every example that is a Pulumi program. */
export const examples: readonly Example[] = [
  {
    name: "workspace-settings",
    config: workspace,
    writes: ['PUT /workgroups/{workgroup}/workspaces/{main} {"maintenance_window_hour_of_day":3}'],
    then: {
      from: "hourOfDay: 3",
      to: "hourOfDay: 4",
      writes: ['PUT /workgroups/{workgroup}/workspaces/{main} {"maintenance_window_hour_of_day":4}'],
    },
    endpoints: [7, 9],
  },
  {
    name: "from-nothing",
    config: () => ({ runnerAddress: "198.51.100.7", reportingPassword: { secret: "a-password-of-the-example" } }),
    writes: [
      'POST /workgroups {"name":"team","cloud_provider_id":"0b000000-0000-4000-8000-000000000001","region":"us-east-1"}',
      'POST /workgroups/{new}/workspaces {"name":"analytics","auto_stop_minutes":30,"workspace_type_name":"TG-00"}',
      'POST /workgroups/{new}/workspaces/{new}/dbuser {"username":"reporting","password":"***"}',
      'POST /workgroups/{new}/workspaces/{new}/schedules {"workspace_id":"{new}","repeat":"weekdays","time":"07:00","timezone":"Europe/Berlin","workspace_type_name":"TG-0"}',
      'POST /workgroups/{new}/allow_list {"cidr":"198.51.100.7/32","note":"CI"}',
      "PUT /workgroups/{new}/allow_list/enable",
    ],
    then: {
      from: "autoStopMinutes: 30",
      to: "autoStopMinutes: 45",
      writes: ['PUT /workgroups/{new}/workspaces/{new} {"auto_stop_minutes":45}'],
    },
    destroyed: [
      "DELETE /workgroups/{new}/workspaces/{new}/schedules/{id}",
      'DELETE /workgroups/{new}/workspaces/{new}/dbuser {"username":"reporting"}',
      "DELETE /workgroups/{new}/workspaces/{new}",
      "PUT /workgroups/{new}/allow_list/disable",
      "DELETE /workgroups/{new}/allow_list/{id}",
      "DELETE /workgroups/{new}",
    ].sort(),
    endpoints: [
      ...[7, 9, 10, 12, 15, "createWorkgroup", "deleteWorkgroup", "listWorkgroups", "createWorkspace", "listCloudProviders"],
      ...["listPublicCloudProviders", "createUser", "createSchedule", "createAllowedRange", "enforceRanges"],
    ],
  },
  {
    name: "addon-configuration",
    config: ({ installedAddonId }) => ({ installedAddonId }),
    writes: [
      'POST /add-ons/{addon}/configs {"config_name":"assistant","config_value":"{\\"limits\\":{\\"tokens\\":4096},\\"model\\":\\"small\\",\\"temperature\\":0.2}"}',
    ],
    then: {
      from: '"small"',
      to: '"large"',
      writes: [
        'PUT /add-ons/{addon}/configs/{id} {"config_value":"{\\"limits\\":{\\"tokens\\":4096},\\"model\\":\\"large\\",\\"temperature\\":0.2}"}',
      ],
    },
    endpoints: [1, 3, 4, 5],
  },
  {
    name: "database-user",
    config: (sample) => ({ ...workspace(sample), reportingPassword: { secret: "a-password-of-the-example" } }),
    writes: ['POST /workgroups/{workgroup}/workspaces/{main}/dbuser {"username":"reporting","password":"***"}'],
    destroyed: ['DELETE /workgroups/{workgroup}/workspaces/{main}/dbuser {"username":"reporting"}'],
    endpoints: [12, "listUsers", "createUser"],
    outputs: { username: "reporting" },
  },
  {
    name: "allow-list",
    config: ({ workgroupId }) => ({ workgroupId, runnerAddress: "198.51.100.7" }),
    writes: [
      'POST /workgroups/{workgroup}/allow_list {"cidr":"203.0.113.0/24","note":"office"}',
      'POST /workgroups/{workgroup}/allow_list {"cidr":"198.51.100.7/32","note":"CI"}',
      "PUT /workgroups/{workgroup}/allow_list/enable",
    ],
    destroyed: [...[1, 2].map(() => "DELETE /workgroups/{workgroup}/allow_list/{id}"), "PUT /workgroups/{workgroup}/allow_list/disable"],
    endpoints: [7, "listAllowedRanges", "createAllowedRange", "getCaller", "enforceRanges", "liftRanges", "deleteAllowedRange"],
  },
  {
    name: "backup-schedule",
    config: workspace,
    writes: ['POST /workgroups/{workgroup}/workspaces/{main}/backups/schedule {"schedule":"0 2 * * *","max_reserved_days":14}'],
    then: {
      from: "0 2 * * *",
      to: "0 3 * * *",
      writes: ['POST /workgroups/{workgroup}/workspaces/{main}/backups/schedule {"schedule":"0 3 * * *","max_reserved_days":14}'],
    },
    destroyed: [
      'POST /workgroups/{workgroup}/workspaces/{main}/backups/schedule {"schedule":"0 3 * * *","max_reserved_days":14,"pause":true}',
    ],
    endpoints: ["getBackupSchedule", "setBackupSchedule"],
    outputs: { schedule: "0 2 * * *" },
  },
  {
    name: "workspace-schedule",
    config: workspace,
    writes: ["07:00", "19:00"].map(
      (time) =>
        `POST /workgroups/{workgroup}/workspaces/{main}/schedules {"workspace_id":"{main}","repeat":"weekdays","time":"${time}","timezone":"Europe/Berlin","workspace_type_name":"${time === "07:00" ? "TG-4" : "TG-0"}"}`,
    ),
    then: {
      from: '"07:00"',
      to: '"06:30"',
      writes: [
        'PUT /workgroups/{workgroup}/workspaces/{main}/schedules/{id} {"id":"{id}","workspace_id":"{main}","repeat":"weekdays","repeat_on":"","date":"","time":"06:30","timezone":"Europe/Berlin","workspace_type_name":"TG-4"}',
      ],
    },
    destroyed: [1, 2].map(() => "DELETE /workgroups/{workgroup}/workspaces/{main}/schedules/{id}"),
    endpoints: [15, "createSchedule", "updateSchedule", "deleteSchedule"],
  },
  {
    name: "every-workspace",
    config: ({ workgroupId }) => ({ workgroupId }),
    writes: ["main", "reporting", "sandbox"].map((name) => `PUT /workgroups/{workgroup}/workspaces/{${name}} {"auto_stop_minutes":45}`),
    endpoints: [7, 9],
    outputs: { workspaces: 3 },
  },
  {
    name: "refresh-then-query",
    config: (sample) => ({ ...workspace(sample), dataVersion: "1", databaseSecret: { secret: sample.databaseSecret } }),
    writes: ["POST /workgroups/{workgroup}/workspaces/{main}/refresh", 'POST /restpp/query/movies/top_rated {"print_limit":5}'],
    endpoints: [7, 11, "query"],
    outputs: { results: [{ printed: 5, movies: ["first", "second"] }] },
  },
  {
    name: "inventory",
    config: ({ workgroupId, installedAddonId, restoreJobId }) => ({ workgroupId, installedAddonId, restoreJob: restoreJobId }),
    writes: [],
    endpoints: [2, 6, 7, 8, 13, 14, 15],
  },
  {
    name: "two-stacks",
    stack: "dev",
    config: workspace,
    writes: ['PUT /workgroups/{workgroup}/workspaces/{main} {"auto_stop_minutes":15,"update_strategy":"update_strategy_auto_maintenance"}'],
    endpoints: [7, 9],
    outputs: { size: "TG-00" },
  },
  {
    name: "two-stacks",
    stack: "prod",
    config: workspace,
    writes: [
      'PUT /workgroups/{workgroup}/workspaces/{main} {"auto_stop_minutes":0,"update_strategy":"update_strategy_auto_maintenance","workspace_type_name":"TG-4"}',
    ],
    endpoints: [7, 9],
    outputs: { size: "TG-4" },
  },
  {
    name: "native-typescript",
    isNative: true,
    config: workspace,
    writes: ['PUT /workgroups/{workgroup}/workspaces/{main} {"auto_stop_minutes":45}'],
    endpoints: [7, 9],
  },
  {
    name: "two-accounts",
    isNative: true,
    // Two workspaces of one account: what a key of another one changes is in tests/cli/scenarios/plugin.ts.
    config: (sample, { url, apiKey }) => ({
      ...workspace(sample),
      partnerBaseUrl: url,
      partnerApiKey: { secret: apiKey },
      partnerWorkgroupId: sample.workgroupId,
      partnerWorkspaceId: sample.workspaceIds.reporting,
    }),
    writes: [
      'PUT /workgroups/{workgroup}/workspaces/{main} {"auto_stop_minutes":45}',
      'PUT /workgroups/{workgroup}/workspaces/{reporting} {"auto_stop_minutes":15}',
    ],
    endpoints: [7, 9],
  },
];

/** Examples that need the Pulumi CLI, or another language: tests of their own in tests/cli run them. */
export const onCliAlone = ["many-stacks", "pull-request-environment", "python", "yaml"] as const;

/** The configuration in the example's own `Pulumi.<stack>.yaml`, if it has one. */
export function stackConfig(name: string, stack?: string): Readonly<Record<string, ConfigValue>> {
  const file = join(root, "examples", name, `Pulumi.${stack}.yaml`);
  if (stack === undefined || !existsSync(file)) return {};
  return Object.fromEntries(
    [...readFileSync(file, "utf8").matchAll(/^ {2}(\S+): (\S+)$/gm)].map(([, key = "", value = ""]) => [key, value]),
  );
}
