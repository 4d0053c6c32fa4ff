import { readdirSync } from "node:fs";
import { join } from "node:path";
import { listFiles, readText, root } from "../support/repository";

/**
 * Adding a resource touches the files that CONTRIBUTING lists and no others. A file that imports a resource's modules, or names its kind
 * in a string, would have to be touched for the next one: each is in the list, or here as an exception with its reason.
 */

/** The files of the list, for the resource in a folder. */
const expected = (folder: string): readonly RegExp[] => [
  new RegExp(`^provider/resources/${folder}/`),
  /^provider\/registry\.ts$/,
  new RegExp(`^sdk/(${folder}|index|native)\\.ts$`),
  /^schema\.json$/,
  // The names of look-ups and of the service's calls are not a resource's, though they may be equal.
  /^(client|testing\/emulator|tests|examples|docs|(provider|sdk)\/functions|scripts\/docs)\//,
];

const exceptions: Readonly<Record<string, { readonly names: readonly string[]; readonly why: string }>> = {
  "provider/resources/allow-list/crud.ts": { names: ["allow-list-entry"], why: "its preview waits for the entries that come first" },
  "provider/resources/allow-list/adopt.ts": { names: ["allow-list-entry"], why: "an adopted list depends on its entries" },
  ...Object.fromEntries(
    [
      "provider/resources/workspace/creation.ts",
      "provider/resources/workspace/crud.ts",
      "provider/resources/workspace/plan.ts",
      "provider/resources/workspace/review.ts",
    ]
      .concat("provider/resources/workspace/schema.ts", "sdk/workspace.ts")
      .map((path) => [path, { names: ["workspace-settings"], why: "a Workspace has the settings, and is changed as they are" }]),
  ),
};

const folders = readdirSync(join(root, "provider/resources"));
const configurations = readdirSync(root).filter((name) => /\.(js|json|yaml)$/.test(name) && name !== "package-lock.json");
const files = [...listFiles().filter((path) => /\.(ts|js|json)$/.test(path)), ...configurations];

/** Returns true if the code imports a module of the resource, or holds its kind as a string. */
function namesResource(code: string, folder: string): boolean {
  const kind = folder.replace(/(^|-)(.)/g, (_, _dash, letter: string) => letter.toUpperCase());
  const withoutComments = code.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/ .*$/gm, "");
  return new RegExp(`resources/${folder}/|["'\`]\\.\\.?/${folder}["'\`/]|["'\`:]${kind}["'\`:]`).test(withoutComments);
}

test.each(folders)("the files that name %s are in the list, or an exception with a reason", (folder) => {
  const found = files.filter((path) => namesResource(readText(path), folder) && !expected(folder).some((one) => one.test(path)));
  const excepted = Object.keys(exceptions).filter((path) => exceptions[path]?.names.includes(folder));
  expect(found.sort()).toEqual(excepted.sort());
});

test("an import and a kind count, identifiers and comments do not", () => {
  const named = ['from "./resources/query-run/crud"', 'kind === "QueryRun"', '"graphplane:index:QueryRun"'];
  const others = ["/** As a `QueryRun`. */", "interface QueryRun {}", "setQueryRun(body)"];
  expect([...named, ...others].filter((code) => namesResource(code, "query-run"))).toEqual(named);
});
