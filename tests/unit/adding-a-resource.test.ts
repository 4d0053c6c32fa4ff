import { readdirSync } from "node:fs";
import { join } from "node:path";
import { listFiles, readText, root } from "../support/repository";

/**
 * Counts what a new resource touches by hand, in every folder. A file that names every kind of resource is a list that a new one joins, and
 * so is one that imports every module of the service's calls, or of the emulator's routes. CONTRIBUTING names them and their number. Code
 * that names a kind and is not such a list would have to be touched too: it is here as an exception.
 */

const isGenerated = (path: string) =>
  /^(schema\.json$|docs\/(reference\/|internals\/conformance\.md$)|sdk\/generated\/|tests\/golden\/)/.test(path);
const configurations = readdirSync(root).filter((name) => /\.(js|json|yaml)$/.test(name) && name !== "package-lock.json");
const files = [...listFiles(), ...configurations].filter((path) => /\.(ts|js|json|yaml|md)$/.test(path) && !isGenerated(path));
const withoutComments = (code: string) => code.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/ .*$/gm, "");
const texts = new Map(files.map((path) => [path, /\.(ts|js)$/.test(path) ? withoutComments(readText(path)) : readText(path)]));

const folders = readdirSync(join(root, "provider/resources"));
const kindOf = (folder: string) => folder.replace(/(^|-)(.)/g, (_, _dash, letter: string) => letter.toUpperCase());

/** Returns true if the text contains the kind as a word, or imports a module of the resource. */
const mentions = (text: string, folder: string) => new RegExp(`\\b${kindOf(folder)}\\b|resources/${folder}/`).test(text);

/** Returns true if the code imports a module or the class of the resource, or contains its kind as a string; sentences do not count. */
function usesResource(code: string, folder: string): boolean {
  const kind = kindOf(folder);
  const asClass = `\\b(sdk|graphplane)\\.${kind}\\b|import (type )?\\{[^}]*\\b${kind}\\b[^}]*\\} from "[^"]*(sdk|graphplane)`;
  return new RegExp(`resources/${folder}/|["']\\.\\.?/${folder}["'/]|["':]${kind}["':]|${asClass}`).test(code);
}

/** The files that name all of the words. */
const filesWithAll = (names: (text: string, word: string) => boolean, words: readonly string[]) =>
  files.filter((path) => words.every((word) => names(texts.get(path) ?? "", word))).sort();

const imports = (code: string, module: string) => new RegExp(`["']\\./(api/|routes/)?${module}["']`).test(code);
const calls = ["addons", "allow-lists", "backups", "database-users", "queries", "schedules", "workgroups", "workspaces"];
const routes = ["addons", "allowed-ranges", "backups", "schedules", "users", "workgroups", "workspaces"];

const lists = [
  "CHANGELOG.md",
  "README.md",
  "docs/day-2.md",
  "provider/registry.ts",
  "scripts/docs/conformance.ts",
  "scripts/examples/languages.ts",
  "tests/cli/import.test.ts",
  "tests/faults/requests.ts",
  "tests/faults/subjects.ts",
];
const callLists = ["client/api/calls.ts", "client/index.ts"];
const routeLists = ["testing/emulator/endpoints.ts"];

test("the lists that a new resource joins are these, and CONTRIBUTING states their number", () => {
  expect(filesWithAll(mentions, folders)).toEqual(lists);
  expect(filesWithAll(imports, calls)).toEqual(callLists);
  expect(filesWithAll(imports, routes)).toEqual(routeLists);
  const count = lists.length + callLists.length + routeLists.length;
  expect(readText("CONTRIBUTING.md")).toContain(`joins ${count} lists`);
});

/** Programs of users, which need not use a new resource: examples, templates, and those of the benchmarks, the demo and the pictures. */
const isProgram = (path: string) => /^(bench|templates|testing\/demo|scripts\/comment|examples)\//.test(path);

/** Other code that uses a resource, with the reason. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  // The record of getAllowList has this name.
  "allow-list": ["provider/functions/workgroups.ts"],
  // The preview of a list waits for its entries, and an adopted list depends on them.
  "allow-list-entry": ["provider/resources/allow-list/adopt.ts", "provider/resources/allow-list/crud.ts"],
  // The service's records have these names.
  "backup-schedule": ["client/wire/shapes.ts"],
  workgroup: ["client/wire/shapes.ts"],
  workspace: ["client/wire/shapes.ts"],
  // A Workspace has the settings, and is changed as they are. The page in a registry shows them.
  "workspace-settings": [
    ...["crud", "description", "plan"].map((part) => `provider/resources/workspace/${part}.ts`),
    "scripts/docs/registry-page.ts",
  ],
};

test("no other code uses a resource", () => {
  const isOther = (path: string) => /\.(ts|js|json)$/.test(path) && !path.startsWith("tests/") && !isProgram(path) && !lists.includes(path);
  const usersOf = (folder: string) =>
    files.filter(
      (path) => isOther(path) && !path.startsWith(`provider/resources/${folder}/`) && usesResource(texts.get(path) ?? "", folder),
    );
  const found = folders.map((folder) => [folder, usersOf(folder).sort()] as const).filter(([, users]) => users.length > 0);
  expect(Object.fromEntries(found)).toEqual(exceptions);
});
