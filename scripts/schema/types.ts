import ts from "typescript";
import { type Declarations, descriptionOf, findDeclaration, membersOf } from "./declarations";

/** Types of the SDK as a Pulumi package schema writes them. */

/** A JSON object of the schema. */
export type Json = Readonly<Record<string, unknown>>;

/** A JSON schema, as zod gives it: it knows integers, which TypeScript does not. */
export interface Shape {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly additionalProperties?: Shape;
  readonly items?: Shape;
}

/** The context of a translation. */
export interface Translation {
  readonly declarations: Declarations;
  /** The named types found so far, by token. */
  readonly types: Record<string, Json>;
  /** Marks answers, in which an open enumeration is a plain string: Python's SDK reads a union in an answer as a dictionary. */
  readonly isAnswer?: boolean;
}

export const token = (name: string): string => `graphplane:index:${name}`;
export const anyType: Json = { $ref: "pulumi.json#/Any" };

/** A type; `owner` names the enumeration that a union of strings becomes. */
export function typeOf(node: ts.TypeNode, shape: Shape | undefined, owner: string, translation: Translation): Json {
  if (ts.isTypeReferenceNode(node)) return referenceOf(node, shape, owner, translation);
  if (ts.isArrayTypeNode(node)) return { type: "array", items: typeOf(node.elementType, shape?.items, owner, translation) };
  if (ts.isUnionTypeNode(node)) return unionOf(node, shape, owner, translation);
  if (node.kind === ts.SyntaxKind.StringKeyword) return { type: "string" };
  if (node.kind === ts.SyntaxKind.BooleanKeyword) return { type: "boolean" };
  if (node.kind === ts.SyntaxKind.NumberKeyword) return { type: shape?.type === "integer" ? "integer" : "number" };
  if (node.kind === ts.SyntaxKind.UnknownKeyword) return anyType;
  throw new Error(`the schema has no type for ${node.getText()}`);
}

function referenceOf(node: ts.TypeReferenceNode, shape: Shape | undefined, owner: string, translation: Translation): Json {
  const name = node.typeName.getText();
  const [inner, value] = node.typeArguments ?? [];
  if (/^(pulumi\.(Input|Output|Unwrap)|Promise)$/.test(name) && inner !== undefined) return typeOf(inner, shape, owner, translation);
  if (name === "Record" && value !== undefined) {
    return { type: "object", additionalProperties: typeOf(value, shape?.additionalProperties, owner, translation) };
  }
  const alias = translation.declarations.aliases.get(name);
  return alias === undefined ? namedType(name, shape, translation) : openType(name, alias, translation);
}

/** A string of which some values are known, `Open<…>`: the enumeration of these, or any other string. */
function openType(name: string, alias: ts.TypeAliasDeclaration, { types, isAnswer = false }: Translation): Json {
  const [known] = ts.isTypeReferenceNode(alias.type) && alias.type.typeName.getText() === "Open" ? (alias.type.typeArguments ?? []) : [];
  if (known === undefined) throw new Error(`the schema has no type for ${alias.getText()}`);
  if (isAnswer) return { type: "string" };
  types[token(name)] ??= enumOf(literalsOf(ts.isUnionTypeNode(known) ? known.types : [known]), descriptionOf(alias));
  return { oneOf: [{ type: "string" }, { $ref: `#/types/${token(name)}` }] };
}

function unionOf(node: ts.UnionTypeNode, shape: Shape | undefined, owner: string, translation: Translation): Json {
  const types = node.types.filter(({ kind }) => kind !== ts.SyntaxKind.UndefinedKeyword);
  const literals = literalsOf(types);
  if (literals.length === types.length) {
    translation.types[token(owner)] ??= enumOf(literals);
    return { $ref: `#/types/${token(owner)}` };
  }
  const [only, ...others] = types.map((type) => typeOf(type, shape, owner, translation));
  return others.length === 0 && only !== undefined ? only : { oneOf: [only, ...others] };
}

function literalsOf(types: readonly ts.TypeNode[]): string[] {
  return types.flatMap((type) => (ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal) ? [type.literal.text] : []));
}

function enumOf(literals: readonly string[], description?: string): Json {
  const values = literals.map((value) => ({ name: capitalized(value), value }));
  return { type: "string", ...(description !== undefined && { description }), enum: values };
}

function namedType(name: string, shape: Shape | undefined, translation: Translation): Json {
  const { declarations, types } = translation;
  const ref = { $ref: `#/types/${token(name)}` };
  if (types[token(name)] !== undefined) return ref;
  const declaration = findDeclaration(declarations, name);
  // Set before its properties are translated: a record may contain records of its own type.
  types[token(name)] = {};
  types[token(name)] = { type: "object", description: descriptionOf(declaration), ...objectOf(declaration, shape, translation) };
  return ref;
}

/** The properties of an interface, and which of them are always there. */
export function objectOf(declaration: Parameters<typeof membersOf>[1], shape: Shape | undefined, translation: Translation): Json {
  const members = membersOf(translation.declarations, declaration);
  const owner = declaration.name?.text ?? "";
  const properties = members.map(({ name, type, description }) => [
    name,
    { ...typeOf(type, shape?.properties?.[name], `${owner}${capitalized(name)}`, translation), description },
  ]);
  return {
    properties: Object.fromEntries(properties) as Json,
    required: members.filter(({ required }) => required).map(({ name }) => name),
  };
}

export function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
