import type { Declared, NamedWorkgroup, ProgramNames } from "../../provider/adopt/facts";
import {
  type Code,
  constant,
  construct,
  type Entry,
  type Expression,
  expressionOf,
  member,
  print,
  text,
} from "../../provider/adopt/source";
import { canonicalJson } from "../../provider/values/json";
import type { Adopted, AdoptedKind } from "./model";
import { Identifiers } from "./names";

/** The program (index.ts): identifiers once, then the declarations of each kind. Pure. */
export function programText(adopted: Adopted): string {
  const names = new Names(adopted);
  const sections = [
    imports(adopted),
    "// Adopted from an existing account. What is not declared here is not managed: it keeps its value.",
    names.constants(),
    ...adopted.kinds.map((kind) => declarations(kind, names)),
  ];
  return `${sections.filter((section) => section !== "").join("\n\n")}\n`;
}

/** The program's constants. */
class Names implements ProgramNames {
  readonly workgroups: readonly NamedWorkgroup[];
  private readonly identifiers = new Identifiers();
  private readonly byWorkgroup: ReadonlyMap<unknown, string>;
  private readonly byAddon: ReadonlyMap<unknown, string>;

  constructor({ workgroups, addons, kinds }: Adopted) {
    this.workgroups = workgroups;
    const used = kinds.flatMap(({ facts, declared }) => declared.flatMap(({ args }) => facts.addonsIn?.(args) ?? []));
    const opaque = [...new Set(used)].filter((id) => !/^[A-Za-z][A-Za-z_-]*$/.test(id));
    this.byWorkgroup = new Map(workgroups.map(({ id, name }) => [id, this.take(name, "workgroup")]));
    this.byAddon = new Map(opaque.map((id) => [id, this.take(addons.get(id) ?? "addon", "addon")]));
  }

  take(words: string, kind: string): string {
    return this.identifiers.take(words, kind);
  }

  workgroup(id: unknown): string | undefined {
    return this.byWorkgroup.get(id);
  }

  addon(id: unknown): Code | undefined {
    const code = this.byAddon.get(id);
    return code === undefined ? undefined : { code };
  }

  entries(args: Declared["args"]): Entry[] {
    const constants: Readonly<Record<string, Code | undefined>> = {
      workgroupId: this.constantOf(args, (group) => `${group}.id`),
      workspaceId: this.constantOf(args, (group, workspace) => workspace && `${group}.workspaces${member(workspace)}`),
      installedAddonId: this.addon(args.installedAddonId),
    };
    return Object.entries(args).map(([name, value]) => [name, constants[name] ?? expressionOf(value)]);
  }

  constants(): string {
    const groups = this.workgroups.map(({ id, workspaces }) => {
      const inner: Entry[] = workspaces.map(({ name, id: workspace }) => [name, expressionOf(workspace)]);
      const value: Expression = {
        entries: [
          ["id", expressionOf(id)],
          ["workspaces", { entries: inner, spread: true }],
        ],
        spread: true,
      };
      return constant(this.workgroup(id) ?? "", value);
    });
    const addons = [...this.byAddon].map(([id, name]) => constant(name, expressionOf(id)));
    return [
      groups.length === 0
        ? ""
        : `/** Workgroups, and the identifiers of their workspaces by the names of their resources. */\n${groups.join("\n")}`,
      addons.length === 0 ? "" : `/** Add-ons. */\n${addons.join("\n")}`,
    ]
      .filter((part) => part !== "")
      .join("\n\n");
  }

  private constantOf(
    { workgroupId, workspaceId }: Declared["args"],
    code: (group: string, workspace: string | undefined) => string | undefined,
  ): Code | undefined {
    const group = this.workgroups.find(({ id }) => id === workgroupId);
    const workspace = group?.workspaces.find(({ id }) => id === workspaceId);
    const found = group && code(this.workgroup(group.id) ?? "", workspace?.name);
    return found === undefined ? undefined : { code: found };
  }
}

function imports({ kinds }: Adopted): string {
  const used = kinds.filter(({ declared }) => declared.length > 0);
  const names = used.map(({ kind }) => kind).toSorted();
  const flat = `import { ${names.join(", ")} } from "pulumi-graphplane";`;
  const own = flat.length <= 80 ? flat : `import {\n${names.map((name) => `  ${name},\n`).join("")}} from "pulumi-graphplane";`;
  return used.some(({ facts }) => facts.secret !== undefined) ? `import * as pulumi from "@pulumi/pulumi";\n${own}` : own;
}

function declarations({ kind, facts, declared }: AdoptedKind, names: Names): string {
  if (declared.length === 0) return "";
  if (facts.render !== undefined) return facts.render(declared, names);
  const each = alikeBut("workspaceId", declared).map((alike) => declarationOf(kind, alike, names));
  return `${facts.heading === undefined ? "" : `// ${facts.heading}\n`}${each.join("\n\n")}`;
}

/** One statement for what differs in its workspace alone. */
function declarationOf(kind: string, alike: readonly Declared[], names: Names): string {
  const entries = names.entries(alike[0]?.args ?? {});
  if (alike.length === 1) return construct(kind, text(alike[0]?.name ?? ""), { entries, spread: true }, "");
  const workspaces = alike.map(({ name, args }): Entry => [name, valueOf(names.entries(args), "workspaceId")]);
  const inLoop = entries.map((entry): Entry => (isEntryOf(entry, "workspaceId") ? { code: "workspaceId" } : entry));
  const head = "for (const [name, workspaceId] of Object.entries(";
  const body = construct(kind, "name", { entries: inLoop, spread: true }, "  ");
  return `${head}${print({ entries: workspaces, spread: true }, "", head, ")) {")})) {\n  ${body}\n}`;
}

/** Those whose arguments are equal but for one that all of them have, in the order in which they come; the others alone. */
function alikeBut(argument: string, declared: readonly Declared[]): Declared[][] {
  const groups = new Map<string, Declared[]>();
  for (const [index, one] of declared.entries()) {
    const { [argument]: own, ...others } = one.args;
    const key = own === undefined ? String(index) : canonicalJson(others);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()];
}

function valueOf(entries: readonly Entry[], name: string): Expression {
  const found = entries.find((entry) => isEntryOf(entry, name));
  return found === undefined || "code" in found ? { code: "undefined" } : found[1];
}

function isEntryOf(entry: Entry, name: string): boolean {
  return !("code" in entry) && entry[0] === name;
}
