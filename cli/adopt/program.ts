import { canonicalJson, isObject } from "../../provider/values/json";
import type { AdoptFacts, Declared } from "../../provider/adopt/facts";
import type { Adopted, AdoptedKind } from "./account";
import { Identifiers } from "./names";
import { Code, construct, member, print } from "./source";

/**
 * The program (index.ts): identifiers once, then the declarations of each kind, one for each object; with `loops`, one for all that
 * differ only in their workspace. Pure.
 */
export function programText(adopted: Adopted, loops: boolean): string {
  const used = adopted.kinds.filter(({ declared }) => declared.length > 0);
  const constants = new Constants({ ...adopted, kinds: used });
  const sections = [
    imports(used),
    "// Adopted from an existing account. What is not declared here is not managed: it keeps its value.",
    ...constants.sections(),
    ...used.map((kind) => `${kind.facts.heading.replace(/^/gm, "// ")}\n${declarations(kind, constants, loops)}`),
  ];
  return `${sections.join("\n\n")}\n`;
}

function imports(used: readonly AdoptedKind[]): string {
  const kinds = used.map(({ kind }) => `  ${kind},\n`).toSorted();
  const own = `import {\n${kinds.join("")}} from "pulumi-graphplane";`;
  return used.some(({ facts }) => facts.secret !== undefined) ? `import * as pulumi from "@pulumi/pulumi";\n${own}` : own;
}

class Constants {
  private readonly identifiers = new Identifiers();
  private readonly workgroups: ReadonlyMap<string, Code>;
  private readonly addons: ReadonlyMap<unknown, Code>;
  /** The resources that others depend on. */
  private readonly resources: ReadonlyMap<Declared, Code>;

  constructor(private readonly adopted: Adopted) {
    const { workgroups, addons, kinds } = adopted;
    const all = kinds.flatMap(({ declared }) => declared);
    const used = all.flatMap(({ args: { installedAddonId, addons: own } }) => [
      installedAddonId,
      ...(isObject(own) ? Object.keys(own) : []),
    ]);
    const opaque = [...new Set(used)].filter((id) => typeof id === "string" && !/^[A-Za-z][A-Za-z_-]*$/.test(id)) as string[];
    this.workgroups = new Map(workgroups.map(({ id, name }) => [id, this.take(name, "workgroup")]));
    this.addons = new Map(opaque.map((id) => [id, this.take(addons.get(id) ?? "addon", "addon")]));
    this.resources = new Map(
      kinds.flatMap(({ facts, declared }) =>
        declared.flatMap((one) =>
          this.neededBy(facts, one).map((needed) => [needed, this.take(needed.name, facts.dependsOn?.called ?? "")]),
        ),
      ),
    );
  }

  sections(): string[] {
    const groups = this.adopted.workgroups.map(({ id, workspaces }) => {
      const ids = new Map(workspaces.map(({ name, id: workspace }) => [name, workspace]));
      return constant(this.workgroups.get(id), { id, workspaces: ids });
    });
    const addons = [...this.addons].map(([id, name]) => constant(name, id));
    return [
      ...section("Workgroups, and the identifiers of their workspaces by the names of their resources.", groups),
      ...section("Add-ons.", addons),
    ];
  }

  resource(one: Declared): Code | undefined {
    return this.resources.get(one);
  }

  dependenciesOf({ facts }: AdoptedKind, one: Declared): Code[] {
    return this.neededBy(facts, one).flatMap((needed) => this.resources.get(needed) ?? []);
  }

  /** The arguments, with constants instead of identifiers. */
  argumentsOf({ args }: Declared): Record<string, unknown> {
    const named = Object.entries(args).map(([name, value]): [string, unknown] => [name, this.valueOf(name, value, args)]);
    return Object.fromEntries(named);
  }

  /** The object with the identifiers of the resources' workspaces, by name. */
  workspacesOf(declared: readonly Declared[]): unknown {
    const group = this.adopted.workgroups.find(({ id }) => id === declared[0]?.args.workgroupId);
    const isWhole =
      group?.workspaces.length === declared.length && group.workspaces.every(({ name }, index) => name === declared[index]?.name);
    if (isWhole) return new Code(`${this.workgroups.get(group.id)?.code}.workspaces`);
    return new Map(declared.map((one) => [one.name, this.argumentsOf(one).workspaceId]));
  }

  private valueOf(name: string, value: unknown, { workgroupId }: Declared["args"]): unknown {
    if (name === "installedAddonId") return this.addons.get(value) ?? value;
    if (name === "addons" && isObject(value))
      return new Map(Object.entries(value).map(([id, addon]) => [this.addons.get(id) ?? id, addon]));
    const group = this.workgroups.get(String(workgroupId))?.code;
    if (name === "workgroupId") return new Code(`${group}.id`);
    if (name !== "workspaceId") return value;
    const { workspaces } = this.adopted.workgroups.find(({ id }) => id === workgroupId) ?? { workspaces: [] };
    return new Code(`${group}.workspaces${member(workspaces.find(({ id }) => id === value)?.name ?? "")}`);
  }

  private neededBy({ dependsOn }: AdoptFacts, { args }: Declared): readonly Declared[] {
    const { declared = [] } = this.adopted.kinds.find(({ kind }) => kind === dependsOn?.kind) ?? {};
    return declared.filter((other) => other.args.workgroupId === args.workgroupId);
  }

  private take(words: string, kind: string): Code {
    return new Code(this.identifiers.take(words, kind));
  }
}

function constant(name: Code | undefined, value: unknown): string {
  return `const ${name?.code} = ${print(value)};`;
}

function section(title: string, statements: readonly string[]): string[] {
  return statements.length === 0 ? [] : [`/** ${title} */\n${statements.join("\n")}`];
}

function declarations(kind: AdoptedKind, constants: Constants, loops: boolean): string {
  const { secret } = kind.facts;
  if (secret !== undefined) return loopWithSecret(kind, secret, constants);
  const groups = loops ? alikeButWorkspace(kind.declared) : kind.declared.map((one): [Declared] => [one]);
  return groups.map((alike) => declarationOf(kind, alike, constants)).join("\n\n");
}

/** One statement for resources that differ only in their workspace. */
function declarationOf(kind: AdoptedKind, alike: readonly [Declared, ...Declared[]], constants: Constants): string {
  const [first, ...others] = alike;
  const args = constants.argumentsOf(first);
  if (others.length === 0) {
    const name = constants.resource(first);
    const made = construct(kind.kind, first.name, args, constants.dependenciesOf(kind, first));
    return name === undefined ? `${made};` : `const ${name.code} = ${made};`;
  }
  const body = construct(kind.kind, new Code("name"), { ...args, workspaceId: new Code("workspaceId") }, [], "  ");
  return `for (const [name, workspaceId] of Object.entries(${print(constants.workspacesOf(alike))})) {\n  ${body};\n}`;
}

/** Declares each resource once the stack's configuration has its secret, and then adopts it. */
function loopWithSecret({ kind, declared }: AdoptedKind, secret: string, constants: Constants): string {
  const all = new Map(declared.map((one) => [one.name, constants.argumentsOf(one)]));
  return `const config = new pulumi.Config();
for (const [name, args] of Object.entries(${print(all)})) {
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

/** Groups resources whose arguments are equal except for the workspace, in order. */
function alikeButWorkspace(declared: readonly Declared[]): [Declared, ...Declared[]][] {
  const groups = new Map<string, [Declared, ...Declared[]]>();
  for (const one of declared) {
    const { workspaceId, ...others } = one.args;
    const key = workspaceId === undefined ? one.name : canonicalJson(others);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [one]);
    else known.push(one);
  }
  return [...groups.values()];
}
