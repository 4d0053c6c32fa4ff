import { Linter } from "eslint";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import * as ts from "typescript";
import * as tseslint from "typescript-eslint";

/** Returns the complaints of the compiler and the linter about programs; libraries are read once for all of them. */
export class Compiler {
  private readonly file = join(__dirname, "../../.tmp/adopted/index.ts");
  private readonly sources = new Map<string, ts.SourceFile | undefined>();
  private readonly linter = new Linter({ configType: "flat" });
  private last: ts.Program | undefined;

  private readonly options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.Node16,
    moduleResolution: ts.ModuleResolutionKind.Node16,
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
  };

  problems(program: string): string[] {
    return [...this.typeProblems(program), ...this.lintProblems(program)];
  }

  private typeProblems(text: string): string[] {
    const host = ts.createCompilerHost(this.options);
    const read = host.getSourceFile.bind(host);
    const own = ts.createSourceFile(this.file, text, {
      languageVersion: ts.ScriptTarget.ES2022,
      impliedNodeFormat: ts.ModuleKind.CommonJS,
    });
    host.fileExists = (name) => name === this.file || ts.sys.fileExists(name);
    host.readFile = (name) => (name === this.file ? text : ts.sys.readFile(name));
    host.getSourceFile = (name, options) => {
      if (name === this.file) return own;
      if (!this.sources.has(name)) this.sources.set(name, read(name, options));
      return this.sources.get(name);
    };
    this.last = ts.createProgram([this.file], this.options, host, this.last);
    const found = [...this.last.getSyntacticDiagnostics(own), ...this.last.getSemanticDiagnostics(own)];
    return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
  }

  private lintProblems(text: string): string[] {
    const config = [{ files: ["**/*.ts"], languageOptions: { parser: tseslint.parser } }, ...tseslint.configs.recommended];
    return this.linter.verify(text, config as Linter.Config[], "index.ts").map(({ ruleId, message }) => `${ruleId}: ${message}`);
  }
}

const known = new Set(["Object.entries", "config.getSecret", "pulumi.Config", "AddonConfiguration", "DatabaseUser", "WorkspaceSettings"]);

/** The actions of a program beyond those of every adopted program: other calls, constructions, tagged templates and assignments. */
export function actionsOf(program: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      if (!known.has(node.expression.getText())) found.push(node.getText());
    } else if (ts.isTaggedTemplateExpression(node) || ts.isFunctionLike(node) || ts.isDeleteExpression(node)) found.push(node.getText());
    else if (ts.isBinaryExpression(node) && node.getText() !== "password !== undefined") found.push(node.getText());
    else if (ts.isTemplateSpan(node) && node.expression.getText() !== "name") found.push(node.getText());
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("index.ts", program, ts.ScriptTarget.ES2022, true));
  return found;
}

interface DeclaredResource {
  readonly kind: string;
  readonly name: string;
  readonly args: unknown;
}

/** Resources in one order: a loop declares its resources together. */
export const inOrder = (all: readonly DeclaredResource[]) => {
  const keyOf = ({ kind, name }: DeclaredResource) => `${kind} ${name}`;
  return all.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
};

/** The resources that a program declares if its stack has no configuration: the kind, the name and the arguments of each. */
export function declaredIn(program: string): DeclaredResource[] {
  const declared: DeclaredResource[] = [];
  const graphplane = new Proxy(
    {},
    {
      get: (_, kind: string) =>
        function (name: string, args: object) {
          declared.push({ kind, name, args: JSON.parse(JSON.stringify(args)) });
        },
    },
  );
  const pulumi = {
    Config: class {
      getSecret = () => undefined;
    },
  };
  const require = (name: string) => (name === "pulumi-graphplane" ? graphplane : pulumi);
  const { outputText } = ts.transpileModule(program, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  runInNewContext(outputText, { require, exports: {} });
  return declared;
}

/** The program with one changed setting of one workspace, as a person would edit it: in its own declaration, or in the loop that declares it. */
export function withSetting(program: string, resource: string, field: string, value: string): string {
  const source = ts.createSourceFile("index.ts", program, ts.ScriptTarget.ES2022, true);
  let edited: string | undefined;
  const visit = (node: ts.Node): void => {
    if (ts.isNewExpression(node) && node.expression.getText() === "WorkspaceSettings") {
      const [name, args] = node.arguments ?? [];
      if (name !== undefined && args !== undefined && ts.isObjectLiteralExpression(args)) {
        if (ts.isStringLiteral(name) && name.text === resource) edited = inOwn(program, args, field, value);
        if (ts.isIdentifier(name) && namesIn(source, node).includes(resource)) {
          const only = `...(name === ${JSON.stringify(resource)} ? { ${field}: ${value} } : {}),`;
          edited = spliced(program, args.getEnd() - 1, args.getEnd() - 1, only);
        }
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  if (edited === undefined) throw new Error(`${resource} is declared nowhere in\n${program}`);
  return edited;
}

function inOwn(program: string, args: ts.ObjectLiteralExpression, field: string, value: string): string {
  const there = args.properties.find((property) => property.name?.getText() === field);
  const [start, end] = there === undefined ? [args.getEnd() - 1, args.getEnd() - 1] : [there.getStart(), there.getEnd()];
  return spliced(program, start, end, `${field}: ${value}${there === undefined ? "," : ""}`);
}

/** The names that the loop around a declaration runs over: the keys of its list, or of a workgroup's workspaces. */
function namesIn(source: ts.SourceFile, node: ts.Node): string[] {
  let loop: ts.Node = node;
  while (!ts.isForOfStatement(loop)) loop = loop.parent;
  const found: string[] = [];
  const collect = (inner: ts.Node): void => {
    if (ts.isPropertyAssignment(inner)) found.push(ts.isStringLiteral(inner.name) ? inner.name.text : inner.name.getText());
    ts.forEachChild(inner, collect);
  };
  collect(loop.expression);
  if (found.length > 0) return found;
  const [group = ""] = /(?<=Object\.entries\().*(?=\.workspaces\))/s.exec(loop.expression.getText()) ?? [];
  const keys = (inner: ts.Node): void => {
    if (ts.isVariableDeclaration(inner) && inner.name.getText() === group) collect(inner);
    ts.forEachChild(inner, keys);
  };
  keys(source);
  return found;
}

function spliced(text: string, start: number, end: number, replacement: string): string {
  return text.slice(0, start) + replacement + text.slice(end);
}
