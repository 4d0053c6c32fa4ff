import { join } from "node:path";
import ts from "typescript";
import { workspaceTypeNames } from "../../../provider/describe/known-values";
import { registry } from "../../../provider/registry";
import { root } from "../../support/repository";

/** What an editor shows and offers while a program is written, by TypeScript's own language service. */

const file = join(root, "tests/unit/sdk/a-program.ts");
const kinds = Object.keys(registry);

/** Every class of both doors, and places where an editor completes a value. */
const program = [
  'import * as pulumi from "@pulumi/pulumi";',
  'import * as dynamic from "../../../sdk";',
  'import * as native from "../../../sdk/native";',
  ...kinds.flatMap((kind) => ["dynamic", "native"].map((door) => `export const ${door}${kind} = [new ${door}.${kind}];`)),
  'const made = new dynamic.Workspace("made", { workgroupId: "a", workspaceName: "b", workspaceTypeName: "TG-of-tomorrow" });',
  'export const hosts: pulumi.Output<string>[] = [made.host, native.Workspace.get("read", "a/b").host];',
  'dynamic.WorkspaceSettings.get("c", "a/b").workspaceTypeName.apply((size) => size === "");',
  'new native.Workspace("d", { workgroupId: "a", workspaceName: "b", workspaceTypeName: "" });',
  'new dynamic.WorkspaceSchedule("e", { workgroupId: "a", workspaceId: "b", time: "07:00", timeZone: "UTC", repeat: "daily", workspaceTypeName: "" });',
].join("\n");

const read = (path: string) => (path === file ? program : ts.sys.readFile(path));
const configuration = ts.readConfigFile(join(root, "tsconfig.json"), read).config as object;
const service = ts.createLanguageService({
  ...ts.sys,
  useCaseSensitiveFileNames: () => true,
  getScriptFileNames: () => [file],
  getScriptVersion: () => "1",
  getScriptSnapshot: (path) => {
    const text = read(path);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  },
  getCompilationSettings: () => ({ ...ts.parseJsonConfigFileContent(configuration, ts.sys, root).options, types: [], incremental: false }),
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: (path) => path === file || ts.sys.fileExists(path),
  readFile: read,
});

test.each(kinds)("new %s shows the class's text and its example, through both doors", (kind) => {
  const description = registry[kind]?.description();
  for (const door of ["dynamic", "native"]) {
    const shown = service.getQuickInfoAtPosition(file, program.indexOf(`new ${door}.${kind}]`) + `new ${door}.`.length);
    const { says: [first = ""] = [], example } = { ...description };
    expect(ts.displayPartsToString(shown?.documentation).replace(/\s+/g, " ").replaceAll(" }", "}")).toContain(first);
    const [text] = (shown?.tags ?? []).filter(({ name }) => name === "example").map((tag) => ts.displayPartsToString(tag.text));
    expect(text).toBe(example?.trim());
  }
});

test.each(["new native.Workspace(", "new dynamic.WorkspaceSchedule("])("an editor completes the known sizes: %s", (declaration) => {
  const place = program.indexOf('workspaceTypeName: ""', program.indexOf(declaration)) + 'workspaceTypeName: "'.length;
  const offered = service.getCompletionsAtPosition(file, place, {})?.entries.map(({ name }) => name);
  expect(offered?.sort()).toEqual([...workspaceTypeNames.values].sort());
});

test("any size compiles, and a workspace that graphplane creates always has a host", () => {
  const errors = service
    .getSemanticDiagnostics(file)
    .map(({ start = 0, messageText }) => [program.slice(0, start).split("\n").at(-1), ts.flattenDiagnosticMessageText(messageText, "\n")]);
  expect(errors.filter(([line = ""]) => !line.startsWith("export const dynamic") && !line.startsWith("export const native"))).toEqual([]);
});
