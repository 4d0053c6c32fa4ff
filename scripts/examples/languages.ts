/** The examples of the reference pages and the schema, each generated from one declaration. */

/** A value in an example. `config` is a secret in the stack's configuration. */
export type Value = string | number | boolean | readonly Value[] | { readonly config: string } | { readonly [name: string]: Value };

const place = { workgroupId: "<workgroup id>", workspaceId: "<workspace id>" };

/** The inputs of one example for each resource. */
export const inputsOf: Readonly<Record<string, Readonly<Record<string, Value>>>> = {
  AddonConfiguration: { installedAddonId: "<installed add-on id>", configName: "assistant", configValue: '{"model":"small"}' },
  AllowList: { workgroupId: "<workgroup id>", enabled: true },
  AllowListEntry: { workgroupId: "<workgroup id>", cidr: "203.0.113.0/24", note: "office" },
  BackupSchedule: { ...place, schedule: "0 2 * * *" },
  DatabaseUser: { ...place, username: "reporting", password: { config: "reportingPassword" } },
  QueryRun: {
    host: "main.example.com",
    graph: "movies",
    query: "top_rated",
    parameters: { limit: 5 },
    secret: { config: "databaseSecret" },
  },
  Workgroup: { workgroupName: "team", cloudProviderId: "<cloud provider id>", region: "us-east-1" },
  Workspace: { workgroupId: "<workgroup id>", workspaceName: "analytics", workspaceTypeName: "TG-00", autoStopMinutes: 30 },
  WorkspaceRefresh: { ...place, triggers: ["2026-06-08"] },
  WorkspaceSchedule: { ...place, repeat: "weekdays", time: "07:00", timeZone: "Europe/Berlin", workspaceTypeName: "TG-4" },
  WorkspaceSettings: { ...place, autoStopMinutes: 30, maintenanceWindow: { dayOfWeek: 0, hourOfDay: 3, timeZone: "UTC" } },
};

const snake = (name: string) => name.replace(/([A-Z])/g, "_$1").toLowerCase();
export const isSecret = (value: object): value is { readonly config: string } => "config" in value;

export function secretsOf(inputs: Readonly<Record<string, Value>>): string[] {
  return Object.values(inputs).flatMap((value) => (typeof value === "object" && isSecret(value) ? [value.config] : []));
}

/** Returns a TypeScript program that declares the resource. */
export function typescriptExample(kind: string): string {
  const inputs = inputsOf[kind] ?? {};
  const reads = secretsOf(inputs).length > 0;
  const args = Object.entries(inputs).map(([name, value]) => `  ${name}: ${typescript(value)},`);
  const imports = [...(reads ? ['import * as pulumi from "@pulumi/pulumi";'] : []), `import { ${kind} } from "pulumi-graphplane";`];
  return [...imports, "", ...(reads ? ["const config = new pulumi.Config();", ""] : []), `new ${kind}("example", {`, ...args, "});"].join(
    "\n",
  );
}

function typescript(value: Value): string {
  if (typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((one: Value) => typescript(one)).join(", ")}]`;
  if (isSecret(value)) return `config.requireSecret("${value.config}")`;
  return `{ ${Object.entries(value)
    .map(([name, one]) => `${name}: ${typescript(one)}`)
    .join(", ")} }`;
}

/** Returns a Python program that declares the resource. `keys` are the names of nested values, which are not converted. */
export function pythonExample(kind: string): string {
  const inputs = inputsOf[kind] ?? {};
  const args = Object.entries(inputs).map(([name, value]) => `    ${snake(name)}=${python(value, name !== "parameters")},`);
  const reads = secretsOf(inputs).length > 0 ? ["config = pulumi.Config()", ""] : [];
  const imports = [...(reads.length > 0 ? ["import pulumi"] : []), "import pulumi_graphplane as graphplane"];
  return [...imports, "", ...reads, `graphplane.${kind}(`, '    "example",', ...args, ")"].join("\n");
}

function python(value: Value, renames: boolean): string {
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((one: Value) => python(one, renames)).join(", ")}]`;
  if (isSecret(value)) return `config.require_secret("${value.config}")`;
  const entries = Object.entries(value).map(([name, one]) => `"${renames ? snake(name) : name}": ${python(one, renames)}`);
  return `{${entries.join(", ")}}`;
}

/** Returns a YAML program that declares the resource. */
export function yamlExample(kind: string): string {
  const inputs = inputsOf[kind] ?? {};
  const secrets = secretsOf(inputs).flatMap((name) => [`  ${name}:`, "    type: string", "    secret: true"]);
  const properties = Object.entries(inputs).flatMap(([name, value]) => yaml(name, value, "      "));
  return [
    ...(secrets.length > 0 ? ["config:", ...secrets] : []),
    "resources:",
    "  example:",
    `    type: graphplane:${kind}`,
    "    properties:",
    ...properties,
  ].join("\n");
}

function yaml(name: string, value: Value, indent: string): string[] {
  if (typeof value !== "object") return [`${indent}${name}: ${typeof value === "string" ? JSON.stringify(value) : String(value)}`];
  if (Array.isArray(value)) return [`${indent}${name}: ${JSON.stringify(value)}`];
  if (isSecret(value)) return [`${indent}${name}: \${${value.config}}`];
  return [`${indent}${name}:`, ...Object.entries(value).flatMap(([key, one]) => yaml(key, one, `${indent}  `))];
}
