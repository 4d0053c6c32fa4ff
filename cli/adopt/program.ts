import { isObject } from "../../provider/json";
import type { Adopted, AdoptedConfiguration, AdoptedUser, AdoptedWorkgroup, Settings } from "./model";
import { Identifiers } from "./names";
import { type Declaration, repetitionKey, type Sharing, sharingOf } from "./sharing";
import { type Code, type Entry, type Expression, expressionOf, member, print, quoteText, text } from "./source";

/** The program (index.ts): identifiers once, then what is shared, then the declarations. Pure. */
export function programText(adopted: Adopted): string {
  const sharing = sharingOf(adopted);
  const names = namesFor(adopted, sharing);
  const sections = [
    imports(adopted),
    "// Adopted from an existing account. What is not declared here is not managed: it keeps its value.",
    identifiers(adopted, names),
    sharedConfigurations(sharing, names),
    ...adopted.workgroups.map((workgroup) => settings(workgroup, sharing, names)),
    configurations(adopted, names),
    users(adopted, names),
  ];
  return `${sections.filter((section) => section !== "").join("\n\n")}\n`;
}

/** The identifiers of the program's constants. */
interface Names {
  readonly workgroups: ReadonlyMap<AdoptedWorkgroup, string>;
  /** By add-on identifier. */
  readonly addons: ReadonlyMap<string, string>;
  /** By {@link repetitionKey}. */
  readonly repeated: ReadonlyMap<string, string>;
}

function namesFor({ workgroups, addons, configurations: all }: Adopted, { declarations, repeated }: Sharing): Names {
  const give = new Identifiers();
  const used = new Set(declarations.flatMap(({ settings: { addons: on } }) => Object.keys(on ?? {})));
  for (const { state } of all) used.add(state.installedAddonId);
  const opaque = [...used].filter((id) => !/^[A-Za-z][A-Za-z_-]*$/.test(id));
  return {
    workgroups: new Map(workgroups.map((workgroup) => [workgroup, give.take(workgroup.name, "workgroup")])),
    addons: new Map(opaque.map((id) => [id, give.take(addons.get(id) ?? "addon", "addon")])),
    repeated: new Map([...repeated].map(([key, { field, value }]) => [key, give.take(constantName(field, value), field)])),
  };
}

const days = ["sundays", "mondays", "tuesdays", "wednesdays", "thursdays", "fridays", "saturdays"];

/** A maintenance window is named by its day and hour, e.g. `sundaysAt3`; other objects by their setting. */
function constantName(field: string, value: object): string {
  const { dayOfWeek, hourOfDay } = value as { dayOfWeek?: number; hourOfDay?: number };
  const day = field === "maintenanceWindow" && dayOfWeek !== undefined ? days[dayOfWeek] : undefined;
  if (day === undefined) return field;
  return hourOfDay === undefined || hourOfDay < 0 ? day : `${day} at ${hourOfDay}`;
}

function imports({ workgroups, configurations: all, users: people }: Adopted): string {
  const kinds = [
    ...(all.length > 0 ? ["AddonConfiguration"] : []),
    ...(people.length > 0 ? ["DatabaseUser"] : []),
    ...(workgroups.some(({ workspaces }) => workspaces.length > 0) ? ["WorkspaceSettings"] : []),
  ];
  const flat = `import { ${kinds.join(", ")} } from "pulumi-graphplane";`;
  const own = flat.length <= 80 ? flat : `import {\n${kinds.map((kind) => `  ${kind},\n`).join("")}} from "pulumi-graphplane";`;
  return people.length > 0 ? `import * as pulumi from "@pulumi/pulumi";\n${own}` : own;
}

function identifiers({ workgroups }: Adopted, names: Names): string {
  const groups = workgroups.map((workgroup) => {
    const workspaces: Entry[] = workgroup.workspaces.map(({ resource, id }) => [resource, expressionOf(id)]);
    const value: Expression = {
      entries: [
        ["id", expressionOf(workgroup.id)],
        ["workspaces", { entries: workspaces, spread: true }],
      ],
      spread: true,
    };
    return constant(names.workgroups.get(workgroup) ?? "", value);
  });
  const addons = [...names.addons].map(([id, name]) => constant(name, expressionOf(id)));
  return [
    groups.length === 0
      ? ""
      : `/** Workgroups, and the identifiers of their workspaces by the names of their resources. */\n${groups.join("\n")}`,
    addons.length === 0 ? "" : `/** Add-ons. */\n${addons.join("\n")}`,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function sharedConfigurations({ common, repeated }: Sharing, names: Names): string {
  const constants = [...repeated].map(([key, { field, value }]) => constant(names.repeated.get(key) ?? "", valueOf(field, value, names)));
  const all = Object.keys(common).length === 0 ? "" : constant("common", { entries: entriesOf(common, names), spread: true });
  return [
    constants.length === 0 ? "" : `/** Settings that several workspaces share. */\n${constants.join("\n")}`,
    all === "" ? "" : `/** Settings that all workspaces share. */\n${all}`,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function settings(workgroup: AdoptedWorkgroup, { declarations, common }: Sharing, names: Names): string {
  const own = declarations.filter((declaration) => declaration.workgroup === workgroup);
  if (own.length === 0) return "";
  const declared = own.map((declaration) => declarationText(declaration, common, names));
  return `// Workgroup ${quoteText(workgroup.name)}.\n${declared.join("\n\n")}`;
}

function declarationText({ workgroup, workspaces, settings: all }: Declaration, common: Settings, names: Names): string {
  const group = names.workgroups.get(workgroup) ?? "";
  const [first, ...others] = workspaces;
  const rest = Object.fromEntries(Object.entries(all).filter(([field]) => !(field in common)));
  const shares = Object.keys(common).length > 0 ? [{ code: "...common" }] : [];
  const args = (id: Entry): Expression => ({
    entries: [["workgroupId", { code: `${group}.id` }], id, ...shares, ...entriesOf(rest, names)],
    spread: true,
  });
  if (first !== undefined && others.length === 0) {
    return create(
      "WorkspaceSettings",
      text(first.resource),
      args(["workspaceId", { code: `${group}.workspaces${member(first.resource)}` }]),
      "",
    );
  }
  if (workspaces.length === workgroup.workspaces.length) {
    const head = `for (const [name, workspaceId] of Object.entries(${group}.workspaces)) {`;
    return `${head}\n  ${create("WorkspaceSettings", "name", args({ code: "workspaceId" }), "  ")}\n}`;
  }
  const some = print({ items: workspaces.map(({ resource }) => expressionOf(resource)) }, "", "for (const name of ", " as const) {");
  const id: Entry = ["workspaceId", { code: `${group}.workspaces[name]` }];
  return `for (const name of ${some} as const) {\n  ${create("WorkspaceSettings", "name", args(id), "  ")}\n}`;
}

function configurations({ configurations: all }: Adopted, names: Names): string {
  if (all.length === 0) return "";
  const declared = all.map(({ resource, state }: AdoptedConfiguration) => {
    const entries: Entry[] = [
      ["installedAddonId", addonCode(state.installedAddonId, names)],
      ["configName", expressionOf(state.configName)],
      ["configValue", expressionOf(state.configValue)],
    ];
    return create("AddonConfiguration", text(resource), { entries, spread: true }, "");
  });
  return `// Configurations of add-ons, which the whole organization shares.\n${declared.join("\n\n")}`;
}

/** The key of the stack's configuration that holds a user's password. */
export function passwordKey({ resource }: AdoptedUser): string {
  return `${resource}-password`;
}

function users({ users: all, workgroups }: Adopted, names: Names): string {
  if (all.length === 0) return "";
  const entries = all.map(({ resource, workgroup: group, workspace, username }): Entry => {
    const found = workgroups.find(({ id }) => id === group);
    const name = found === undefined ? "" : (names.workgroups.get(found) ?? "");
    const own = found?.workspaces.find(({ id }) => id === workspace)?.resource ?? "";
    const fields: Entry[] = [
      ["workgroupId", { code: `${name}.id` }],
      ["workspaceId", { code: `${name}.workspaces${member(own)}` }],
      ["username", expressionOf(username)],
    ];
    return [resource, { entries: fields, spread: true }];
  });
  return `// Database users. The service shows no passwords, so users are not imported: set the password of one, and the next
// update adopts the user and sets that password. A user without a password here is not managed.
//   pulumi config set --secret <name>-password
const config = new pulumi.Config();
for (const [name, user] of Object.entries(${print({ entries, spread: true }, "", "", "")})) {
  const password = config.getSecret(\`\${name}-password\`);
  if (password !== undefined) {
    new DatabaseUser(name, {
      ...user,
      password,
      adopt: true,
      deletionPolicy: "retain",
    });
  }
}`;
}

function create(kind: string, name: string, args: Expression, indent: string): string {
  const head = `new ${kind}(${name}, `;
  return `${head}${print(args, indent, indent + head, ");")});`;
}

function constant(name: string, value: Expression): string {
  const head = `const ${name} = `;
  const printed = print(value, "", head, ";");
  return `${head}${printed};`;
}

function entriesOf(some: Settings, names: Names): Entry[] {
  return Object.entries(some).map(([field, value]) => {
    const repeated = names.repeated.get(repetitionKey(field, value));
    if (repeated === field) return { code: field };
    return [field, repeated === undefined ? valueOf(field, value, names) : { code: repeated }];
  });
}

function valueOf(field: string, value: unknown, names: Names): Expression {
  if (field !== "addons" || !isObject(value)) return expressionOf(value);
  return {
    entries: Object.entries(value).map(([id, addon]): Entry => [names.addons.has(id) ? addonCode(id, names) : id, expressionOf(addon)]),
  };
}

function addonCode(id: string, names: Names): Code {
  return { code: names.addons.get(id) ?? text(id) };
}
