import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** Reads the declarations and doc comments of the SDK's sources: syntax only, without the compiler's types. */

export const root = join(__dirname, "../..");

/** An interface or a class. */
export type Declaration = ts.InterfaceDeclaration | ts.ClassDeclaration;

/** A property of an interface, or an output of a class. */
export interface Member {
  readonly name: string;
  readonly type: ts.TypeNode;
  readonly required: boolean;
  readonly description: string;
}

/** The declarations of the given files and folders, by name. */
export interface Declarations {
  readonly types: ReadonlyMap<string, Declaration>;
  readonly aliases: ReadonlyMap<string, ts.TypeAliasDeclaration>;
  readonly functions: ReadonlyMap<string, ts.FunctionDeclaration>;
}

/** The declarations of the SDK, including the records of its functions. */
export const readSdk = (): Declarations => readDeclarations("sdk", "sdk/generated", "provider/functions");

export function readDeclarations(...places: string[]): Declarations {
  const files = places.flatMap((place) =>
    place.endsWith(".ts") ? [place] : readdirSync(join(root, place)).flatMap((name) => (name.endsWith(".ts") ? [join(place, name)] : [])),
  );
  const statements = files.flatMap((file) => {
    const text = readFileSync(join(root, file), "utf8");
    return [...ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true).statements];
  });
  const types = statements.filter((node) => ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node));
  const aliases = statements.filter((node) => ts.isTypeAliasDeclaration(node));
  const functions = statements.filter((node) => ts.isFunctionDeclaration(node));
  const named = <Node extends { readonly name?: ts.Identifier | undefined }>(nodes: readonly Node[]) =>
    new Map(nodes.map((node) => [node.name?.text ?? "", node]));
  return { types: named<Declaration>(types), aliases: named(aliases), functions: named(functions) };
}

/** The declaration of a name; throws if there is none. */
export function findDeclaration(declarations: Declarations, name: string): Declaration {
  const found = declarations.types.get(name);
  if (found === undefined) throw new Error(`the SDK declares no ${name}`);
  return found;
}

/** The properties of an interface with those that it extends, required ones first; or the declared properties of a class. */
export function membersOf(declarations: Declarations, declaration: Declaration): Member[] {
  const bases = ts.isInterfaceDeclaration(declaration) ? (declaration.heritageClauses ?? []).flatMap(({ types }) => [...types]) : [];
  const inherited = bases.flatMap(({ expression }) => membersOf(declarations, findDeclaration(declarations, expression.getText())));
  const own = [...declaration.members].flatMap((member) => {
    if (!(ts.isPropertySignature(member) || ts.isPropertyDeclaration(member)) || member.type === undefined) return [];
    const description = descriptionOf(member);
    return [{ name: member.name.getText(), type: member.type, required: member.questionToken === undefined, description }];
  });
  if (inherited.length === 0) return own;
  const all = [...own, ...inherited];
  return [...all.filter(({ required }) => required), ...all.filter(({ required }) => !required)];
}

/** A doc comment as Markdown, a paragraph a line, and its default with it. */
export function descriptionOf(node: ts.Node): string {
  const [comment] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  const text = ts.getTextOfJSDocComment(comment?.comment) ?? "";
  const defaults = (comment?.tags ?? []).filter(({ tagName }) => tagName.text === "default");
  const sentences = [text, ...defaults.map(({ comment: value }) => `Default: ${(ts.getTextOfJSDocComment(value) ?? "").trim()}.`)];
  const paragraphs = sentences.join(" ").split(/\n\s*\n/);
  return paragraphs
    .map((paragraph) =>
      paragraph
        .replace(/\{@link (\w+)\}/g, "`$1`")
        .replace(/\s+/g, " ")
        .trim(),
    )
    .join("\n\n");
}
