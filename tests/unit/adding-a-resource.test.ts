import { readdirSync } from "node:fs";
import { join } from "node:path";
import { listFiles, readText, root } from "../support/repository";

/**
 * Adding a resource touches only the files that CONTRIBUTING lists. A file that imports a resource's modules, or names its kind in a
 * string, would have to be touched for the next one: it is on the list, or here as an exception.
 */

/** The files of the list, for the resource in a folder. */
const expected = (folder: string): readonly RegExp[] => [
  new RegExp(`^provider/resources/${folder}/`),
  /^provider\/registry\.ts$/,
  new RegExp(`^sdk/((generated/)?${folder}|index|native)\\.ts$`),
  /^schema\.json$/,
  // The names of look-ups and of the service's calls are not a resource's, though they may be equal.
  /^(client|testing\/emulator|tests|examples|docs|(provider|sdk)\/functions|scripts\/docs)\//,
];

const exceptions: Readonly<Record<string, readonly string[]>> = {
  // The preview of a list waits for its entries, and an adopted list depends on them.
  "allow-list-entry": ["provider/resources/allow-list/adopt.ts", "provider/resources/allow-list/crud.ts"],
  // A Workspace has the settings, and is changed as they are.
  "workspace-settings": [
    ...["creation", "crud", "description", "plan", "review", "state"].map((part) => `provider/resources/workspace/${part}.ts`),
    "sdk/workspace.ts",
  ],
};

const folders = readdirSync(join(root, "provider/resources"));
const configurations = readdirSync(root).filter((name) => /\.(js|json|yaml)$/.test(name) && name !== "package-lock.json");
const files = [...listFiles().filter((path) => /\.(ts|js|json)$/.test(path)), ...configurations];

/** Returns true if the code imports a module of the resource, or contains its kind as a string. */
function namesResource(code: string, folder: string): boolean {
  const kind = folder.replace(/(^|-)(.)/g, (_, _dash, letter: string) => letter.toUpperCase());
  // The sentences of a description are documentation too.
  const withoutComments = code
    .replace(/"[^"\n]*`[^"\n]*"/g, '""')
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/(^|\s)\/\/ .*$/gm, "");
  return new RegExp(`resources/${folder}/|["'\`]\\.\\.?/${folder}["'\`/]|["'\`:]${kind}["'\`:]`).test(withoutComments);
}

test.each(folders)("only the listed files and the exceptions name %s", (folder) => {
  const found = files.filter((path) => namesResource(readText(path), folder) && !expected(folder).some((one) => one.test(path)));
  expect(found.sort()).toEqual(exceptions[folder] ?? []);
});

test("imports and kinds count, identifiers and comments do not", () => {
  const named = ['from "./resources/query-run/crud"', 'kind === "QueryRun"', '"graphplane:index:QueryRun"'];
  const others = ["/** As a `QueryRun`. */", "interface QueryRun {}", "setQueryRun(body)"];
  expect([...named, ...others].filter((code) => namesResource(code, "query-run"))).toEqual(named);
});
