import type { Declared, NamedWorkgroup } from "../../provider/adopt/facts";
import { canonicalJson, equals, isObject } from "../../provider/values/json";
import type { Adopted, AdoptedKind } from "./model";
import { Identifiers } from "./names";
import { type Code, type Entry, type Expression, expressionOf, member, print, text } from "./source";

/** The program (index.ts): identifiers once, then the declarations of each kind. Pure. */
export function programText(adopted: Adopted): string {
  const names = new Names(adopted);
  const kinds = adopted.kinds.filter(({ declared }) => declared.length > 0);
  const dependents = kinds.filter(({ facts }) => facts.dependsOn !== undefined);
  // What others depend on is declared first, in lists by workgroup.
  const lists = dependents.map(({ facts, declared }) => dependenciesOf(kinds, facts.dependsOn ?? "", declared, names));
  const sections = [
    imports(kinds),
    "// Adopted from an existing account. What is not declared here is not managed: it keeps its value.",
    names.constants(),
    ...kinds
      .filter((kind) => !dependents.includes(kind))
      .map((kind) =>
        declarations(
          kind,
          names,
          lists.find((list) => list.of === kind),
        ),
      ),
    ...dependents.map((kind, index) => declarations(kind, names, undefined, lists[index])),
  ];
  return `${sections.filter((section) => section !== "").join("\n\n")}\n`;
}

/** Constants that hold lists of resources, by workgroup. */
interface Lists {
  /** The kind of the listed resources. */
  readonly of: AdoptedKind | undefined;
  readonly constants: ReadonlyMap<unknown, string>;
}

/** The lists that resources depend on: those of their workgroups that are not empty. */
function dependenciesOf(kinds: readonly AdoptedKind[], kind: string, dependents: readonly Declared[], names: Names): Lists {
  const of = kinds.find((one) => one.kind === kind);
  const groups = dependents.map(({ args }) => args["workgroupId"]);
  const listed = groups.filter((group) => of?.declared.some(({ args }) => args["workgroupId"] === group));
  const many = of?.facts.objects?.many ?? kind;
  return { of, constants: new Map(listed.map((group) => [group, names.take(`${names.workgroup(group) ?? ""} ${many}`, "list")])) };
}

/** The program's constants. */
class Names {
  private readonly workgroups: readonly NamedWorkgroup[];
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

  /** An identifier that is not taken yet, of the text's words; `kind` completes one that is no identifier. */
  take(words: string, kind: string): string {
    return this.identifiers.take(words, kind);
  }

  /** The constant of a workgroup. */
  workgroup(id: unknown): string | undefined {
    return this.byWorkgroup.get(id);
  }

  /** The entries of an object of arguments, in which constants replace identifiers. */
  entries(args: Declared["args"]): Entry[] {
    return Object.entries(args).map(([name, value]): Entry => [name, this.identifierIn(name, args) ?? this.valueOf(name, value)]);
  }

  /** The constant of a workgroup's workspaces, if these are all of them under their own names. */
  workspacesOf(group: unknown, workspaces: Readonly<Record<string, unknown>>): string | undefined {
    const all = this.workgroups.find(({ id }) => id === group)?.workspaces ?? [];
    const isWhole = equals(Object.fromEntries(all.map(({ name, id }) => [name, id])), workspaces);
    return isWhole ? `${this.workgroup(group)}.workspaces` : undefined;
  }

  constants(): string {
    const groups = this.workgroups.map(({ id, workspaces }) => {
      const inner: Entry[] = workspaces.map(({ name, id: workspace }) => [name, expressionOf(workspace)]);
      return constant(this.workgroup(id) ?? "", {
        entries: [
          ["id", expressionOf(id)],
          ["workspaces", { entries: inner }],
        ],
      });
    });
    const addons = [...this.byAddon].map(([id, name]) => constant(name, expressionOf(id)));
    const sections = [
      ["/** Workgroups, and the identifiers of their workspaces by the names of their resources. */", ...groups],
      ["/** Add-ons. */", ...addons],
    ];
    return sections.flatMap((section) => (section.length === 1 ? [] : [section.join("\n")])).join("\n\n");
  }

  private identifierIn(name: string, { workgroupId, workspaceId, installedAddonId }: Declared["args"]): Code | undefined {
    if (name === "installedAddonId") return this.addon(installedAddonId);
    const group = this.workgroups.find(({ id }) => id === workgroupId);
    if (group === undefined || (name !== "workgroupId" && name !== "workspaceId")) return undefined;
    const constant = this.workgroup(group.id) ?? "";
    if (name === "workgroupId") return { code: `${constant}.id` };
    const workspace = group.workspaces.find(({ id }) => id === workspaceId);
    return workspace && { code: `${constant}.workspaces${member(workspace.name)}` };
  }

  private valueOf(name: string, value: unknown): Expression {
    if (name !== "addons" || !isObject(value)) return expressionOf(value);
    return { entries: Object.entries(value).map(([id, addon]): Entry => [this.addon(id) ?? id, expressionOf(addon)]) };
  }

  private addon(id: unknown): Code | undefined {
    const code = this.byAddon.get(id);
    return code === undefined ? undefined : { code };
  }
}

function imports(kinds: readonly AdoptedKind[]): string {
  const names = kinds.map(({ kind }) => `  ${kind},\n`).toSorted();
  const own = `import {\n${names.join("")}} from "pulumi-graphplane";`;
  return kinds.some(({ facts }) => facts.secret !== undefined) ? `import * as pulumi from "@pulumi/pulumi";\n${own}` : own;
}

function constant(name: string, value: Expression): string {
  return `const ${name} = ${print(value)};`;
}

/** The declarations of a kind: those in `lists` as constants, each of the others as a statement or in a loop. */
function declarations({ kind, facts, declared }: AdoptedKind, names: Names, lists?: Lists, dependencies?: Lists): string {
  const heading = facts.heading === undefined ? "" : `// ${facts.heading}\n`;
  if (facts.secret !== undefined) return heading + withSecret(kind, facts.secret, declared, names);
  const isListed = ({ args }: Declared) => lists?.constants.has(args["workgroupId"]) === true;
  const listed = [...(lists?.constants ?? [])].map(([group, name]) =>
    constant(name, {
      items: declared.filter(({ args }) => args["workgroupId"] === group).map((one) => ({ code: construct(kind, one, names, "  ") })),
    }),
  );
  const alike = alikeBut(
    "workspaceId",
    declared.filter((one) => !isListed(one)),
  );
  return heading + [...listed, ...alike.map((group) => statement(kind, group, names, dependencies))].join("\n\n");
}

function construct(kind: string, { name, args }: Declared, names: Names, indent: string): string {
  return `new ${kind}(${text(name)}, ${print({ entries: names.entries(args) }, indent)})`;
}

/** One resource, or a loop over resources that differ only in their workspaces. */
function statement(kind: string, alike: readonly Declared[], names: Names, dependencies?: Lists): string {
  const [first, ...others] = alike;
  if (first === undefined) return "";
  const list = dependencies?.constants.get(first.args["workgroupId"]);
  const options = list === undefined ? "" : `, {\n  dependsOn: ${list},\n}`;
  if (others.length === 0) return `${construct(kind, first, names, "").slice(0, -1)}${options});`;
  const ids = Object.fromEntries(alike.map(({ name, args }) => [name, args["workspaceId"]]));
  const own: Entry[] = alike.map(({ name, args }) => [name, valueIn(names.entries(args), "workspaceId")]);
  const workspaces = names.workspacesOf(first.args["workgroupId"], ids) ?? print({ entries: own });
  const inLoop = names.entries(first.args).map((entry): Entry => (isEntryOf(entry, "workspaceId") ? { code: "workspaceId" } : entry));
  const body = `  new ${kind}(name, ${print({ entries: inLoop }, "  ")});`;
  return `for (const [name, workspaceId] of Object.entries(${workspaces})) {\n${body}\n}`;
}

/** Resources that cannot be imported, since the service never shows a secret of theirs: each is declared once the stack's configuration has it. */
function withSecret(kind: string, secret: string, declared: readonly Declared[], names: Names): string {
  const entries = declared.map(({ name, args }): Entry => [name, { entries: names.entries(args) }]);
  return `const config = new pulumi.Config();
for (const [name, args] of Object.entries(${print({ entries })})) {
  const ${secret} = config.getSecret(\`\${name}-${secret}\`);
  if (${secret} !== undefined) {
    new ${kind}(name, {
      ...args,
      ${secret},
      adopt: true,
    });
  }
}`;
}

/** Groups of resources whose arguments are equal but for one that all of them have, in order; the others alone. */
function alikeBut(argument: string, declared: readonly Declared[]): Declared[][] {
  const groups = new Map<string, Declared[]>();
  for (const [index, one] of declared.entries()) {
    const { [argument]: own, ...others } = one.args;
    const key = own === undefined ? String(index) : canonicalJson(others);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()];
}

function valueIn(entries: readonly Entry[], name: string): Expression {
  const found = entries.find((entry) => isEntryOf(entry, name));
  return found === undefined || "code" in found ? { code: "undefined" } : found[1];
}

function isEntryOf(entry: Entry, name: string): boolean {
  return !("code" in entry) && entry[0] === name;
}
