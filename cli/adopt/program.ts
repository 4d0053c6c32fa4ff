import { canonicalJson, isObject, omit, type Values } from "../../provider/values/json";
import type { AdoptFacts, Declared, NamedWorkgroup } from "../../provider/adopt/facts";
import { groupBy } from "../review/values";
import type { Adopted, AdoptedKind } from "./account";
import { defaultsOf, ownArguments } from "./defaults";
import { Identifiers } from "./names";
import { Code, construct, expression, member, Spread } from "./source";

type UsedKind = AdoptedKind & { readonly defaults: Values };

export function programText(adopted: Adopted): string {
  const used = adopted.kinds
    .filter(({ declared }) => declared.length > 0)
    .map((kind) => ({ ...kind, defaults: defaultsOf(kind.declared, kind.facts.fields?.all ?? []) }));
  const constants = new Constants({ ...adopted, kinds: used });
  const sections = [
    imports(used),
    "// Adopted from an existing account. graphplane does not manage fields that are not declared here.",
    ...constants.sections(),
    ...used.flatMap((kind) => defaultsSection(kind, constants)),
    ...used.map((kind) => `${kind.facts.heading.replace(/^/gm, "// ")}\n${declarations(kind, constants)}`),
  ];
  return `${sections.join("\n\n")}\n`;
}

const hasDefaults = ({ defaults }: UsedKind): boolean => Object.keys(defaults).length > 0;
const defaultsConstant = new Code("defaults");

function imports(used: readonly UsedKind[]): string {
  const names = used.flatMap((one) => (hasDefaults(one) ? [one.kind, argumentsType(one)] : [one.kind]));
  const kinds = names.map((name) => `  ${name},\n`).toSorted();
  const own = `import {\n${kinds.join("")}} from "pulumi-graphplane";`;
  return used.some(({ facts }) => facts.secret !== undefined) ? `import * as pulumi from "@pulumi/pulumi";\n${own}` : own;
}

class Constants {
  private readonly identifiers = new Identifiers();
  private readonly workgroups: ReadonlyMap<unknown, NamedWorkgroup & { readonly constant: Code }>;
  private readonly addons: ReadonlyMap<unknown, Code>;
  readonly resources: ReadonlyMap<Declared, Code>;

  constructor(private readonly adopted: Adopted) {
    const { workgroups, addons, kinds } = adopted;
    const all = kinds.flatMap(({ facts, declared }) => declared.map((one) => ({ facts, one })));
    const used = all.flatMap(({ one: { args } }) => [args.installedAddonId, ...(isObject(args.addons) ? Object.keys(args.addons) : [])]);
    const opaque = [...new Set(used)].filter((id) => typeof id === "string").filter((id) => !/^[A-Za-z][A-Za-z_-]*$/.test(id));
    this.workgroups = new Map(workgroups.map((group) => [group.id, { ...group, constant: this.take(group.name, "workgroup") }]));
    this.addons = new Map(opaque.map((id) => [id, this.take(addons.get(id) ?? "addon", "addon")]));
    const needed = all.flatMap(({ facts, one }) =>
      this.neededBy(facts, one).map((other) => [other, facts.dependsOn?.called ?? ""] as const),
    );
    this.resources = new Map(needed.map(([one, called]) => [one, this.take(one.name, called)]));
  }

  /** Returns the declarations of the constants, one string for each section. */
  sections(): string[] {
    const groups = [...this.workgroups.values()].map(({ id, workspaces, constant }) => {
      const ids = new Map(workspaces.map((workspace) => [workspace.name, workspace.id]));
      return declaration(constant, { id, workspaces: ids });
    });
    const addons = [...this.addons].map(([id, constant]) => declaration(constant, id));
    return [...section("Workgroups, and the ids of their workspaces by resource name.", groups), ...section("Add-ons.", addons)];
  }

  dependenciesOf({ facts }: AdoptedKind, one: Declared): Code[] {
    return this.neededBy(facts, one).flatMap((needed) => this.resources.get(needed) ?? []);
  }

  /** Returns the arguments as source code, with constants in place of ids. */
  argumentsOf({ args }: Pick<Declared, "args">, shown = args): Map<string, unknown> {
    return new Map(Object.entries(shown).map(([name, value]) => [name, this.valueOf(name, value, args)]));
  }

  /** Returns an object that contains the ids of the resources' workspaces, keyed by name. */
  workspacesOf(declared: readonly Declared[]): unknown {
    const { workspaces, constant } = this.workgroups.get(declared[0]?.args.workgroupId) ?? { workspaces: [] };
    const isWhole = workspaces.length === declared.length && workspaces.every(({ name }, index) => name === declared[index]?.name);
    if (isWhole) return new Code(`${constant?.code}.workspaces`);
    return new Map(declared.map((one) => [one.name, this.argumentsOf(one).get("workspaceId")]));
  }

  private valueOf(name: string, value: unknown, { workgroupId }: Declared["args"]): unknown {
    if (name === "installedAddonId") return this.addons.get(value) ?? value;
    if (name === "addons" && isObject(value))
      return new Map(Object.entries(value).map(([id, addon]) => [this.addons.get(id) ?? id, addon]));
    const { workspaces, constant } = this.workgroups.get(workgroupId) ?? { workspaces: [] };
    if (name === "workgroupId") return new Code(`${constant?.code}.id`);
    if (name !== "workspaceId") return value;
    return new Code(`${constant?.code}.workspaces${member(workspaces.find(({ id }) => id === value)?.name ?? "")}`);
  }

  private neededBy({ dependsOn }: AdoptFacts, { args }: Declared): readonly Declared[] {
    const { declared = [] } = this.adopted.kinds.find(({ kind }) => kind === dependsOn?.kind) ?? {};
    return declared.filter((other) => other.args.workgroupId === args.workgroupId);
  }

  private take(words: string, kind: string): Code {
    return new Code(this.identifiers.take(words, kind));
  }
}

const declaration = ({ code }: Code, value: unknown, type = ""): string => `const ${code}${type} = ${expression(value)};`;

function section(title: string, statements: readonly string[]): string[] {
  return statements.length === 0 ? [] : [`/** ${title} */\n${statements.join("\n")}`];
}

const argumentsType = ({ kind }: UsedKind): string => `${kind}Args`;

function defaultsSection(kind: UsedKind, constants: Constants): string[] {
  const value = constants.argumentsOf({ args: kind.defaults });
  const title = "The settings that most workspaces share. Settings of a workspace override them; undefined leaves a setting unmanaged.";
  return section(title, hasDefaults(kind) ? [declaration(defaultsConstant, value, `: Partial<${argumentsType(kind)}>`)] : []);
}

function declarations(kind: UsedKind, constants: Constants): string {
  const { secret } = kind.facts;
  if (secret !== undefined) return loopWithSecret(kind, secret, constants);
  const statements = groupBy(kind.declared, withoutWorkspace).flatMap((alike): (readonly [Declared, string])[] => {
    const apart = alike.map((one) => [one, declarationOf(kind, one, constants)] as const);
    const loop = loopOver(kind, alike, constants);
    return 2 * linesIn(loop) <= linesIn(joined(apart)) ? [[alike[0], loop]] : apart;
  });
  const placeOf = ([one]: readonly [Declared, string]) => kind.declared.indexOf(one);
  return joined(statements.toSorted((a, b) => placeOf(a) - placeOf(b)));
}

const joined = (statements: readonly (readonly [Declared, string])[]): string => statements.map(([, text]) => text).join("\n\n");
const linesIn = (text: string): number => text.split("\n").length;

/** Returns the same key for resources that differ only in their workspace, and a unique key for a resource without a workspace. */
function withoutWorkspace({ name, args }: Declared): string {
  return args.workspaceId === undefined ? name : canonicalJson(omit(args, ["workspaceId"]));
}

/** Returns the arguments as source code: first the defaults of the kind, if any, and then the arguments of the resource. */
function printedArguments(kind: UsedKind, one: Declared, constants: Constants): Map<string | Code, unknown> {
  const own = constants.argumentsOf(one, ownArguments(one, kind.defaults));
  return hasDefaults(kind) ? new Map<string | Code, unknown>([[new Spread(defaultsConstant.code), undefined], ...own]) : own;
}

function declarationOf(kind: UsedKind, one: Declared, constants: Constants): string {
  const name = constants.resources.get(one);
  const created = construct(kind.kind, one.name, printedArguments(kind, one, constants), constants.dependenciesOf(kind, one));
  return name === undefined ? `${created};` : `const ${name.code} = ${created};`;
}

/** Returns one statement that declares several resources that differ only in their workspace. */
function loopOver(kind: UsedKind, alike: readonly [Declared, ...Declared[]], constants: Constants): string {
  const args = printedArguments(kind, alike[0], constants).set("workspaceId", new Code("workspaceId"));
  const body = construct(kind.kind, new Code("name"), args, [], "  ");
  return `for (const [name, workspaceId] of Object.entries(${expression(constants.workspacesOf(alike))})) {\n  ${body};\n}`;
}

/** Returns a loop that declares and adopts each resource once the stack configuration contains its secret. */
function loopWithSecret({ kind, declared }: AdoptedKind, secret: string, constants: Constants): string {
  const all = new Map(declared.map((one) => [one.name, constants.argumentsOf(one)]));
  return `const config = new pulumi.Config();
for (const [name, args] of Object.entries(${expression(all)})) {
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
