import { readdirSync } from "node:fs";
import { join } from "node:path";
import { listFiles, readText, root } from "../support/repository";

/**
 * Adding a resource touches what CONTRIBUTING lists and nothing else. A file that names one resource in its code would have to be
 * touched for the next one, so each of them is in the list, or here as an exception with its reason. A comment may take one as an example.
 */

/** The files of the list, for a resource whose folder has the given name. */
const expected = (folder: string): readonly RegExp[] => [
  /^client\/(api\/[^/]+|index)\.ts$/,
  new RegExp(`^provider/resources/${folder}/`),
  /^provider\/registry\.ts$/,
  new RegExp(`^sdk/(${folder}|index|native)\\.ts$`),
  /^testing\/emulator\/(store|records|present|routes\/[^/]+)\.ts$/,
  // A look-up of the same object.
  /^(provider|sdk)\/functions\//,
  // Generated: npm run schema.
  /^schema\.json$/,
  /^(tests|examples|docs)\//,
];

const record = "the service's record of that name, which docs/api.md describes: the doctor knows all of them";
const program = "a program that uses it, or the path of one: another resource does not touch it";

/** Which resources a file names beyond the list. Only ever made shorter: a row that is no longer needed fails the test. */
const exceptions: Readonly<Record<string, { readonly names: readonly string[]; readonly why: string }>> = {
  "provider/resources/allow-list/adopt.ts": { names: ["allow-list-entry"], why: "an adopted list depends on its adopted entries" },
  "provider/resources/allow-list/crud.ts": { names: ["allow-list-entry"], why: "a preview of it looks for the entries that come first" },
  "provider/resources/allow-list/plan.ts": { names: ["allow-list-entry"], why: "an error of it names what to declare" },
  "provider/resources/allow-list-entry/plan.ts": { names: ["allow-list"], why: "an error of it names where enforcement is declared" },
  "cli/doctor/documented.ts": { names: ["backup-schedule"], why: record },
  "cli/doctor/endpoints.ts": { names: ["backup-schedule"], why: record },
  "Pulumi.yaml": { names: ["workspace-settings"], why: program },
  "bench/programs/graphplane/index.js": { names: ["workspace-settings"], why: program },
  "bench/programs/native/index.js": { names: ["workspace-settings"], why: program },
  "scripts/comment/after.ts": { names: ["workspace-settings"], why: program },
  "scripts/comment/before.ts": { names: ["workspace-settings"], why: program },
  "testing/demo/program/index.ts": { names: ["addon-configuration", "database-user", "workspace-settings"], why: program },
  "testing/demo/steps.ts": { names: ["workspace-settings"], why: program },
  "tsconfig.examples.json": { names: ["workspace-settings"], why: program },
};

const folders = readdirSync(join(root, "provider/resources"));
const files = listFiles().filter((path) => /\.(ts|js|json)$/.test(path));
const configurations = readdirSync(root).filter((name) => /\.(js|json|yaml)$/.test(name) && name !== "package-lock.json");

test.each(folders)("what names %s is in the list, or an exception with a reason", (folder) => {
  const found = [...files, ...configurations]
    .filter((path) => names(path, folder))
    .filter((path) => !expected(folder).some((one) => one.test(path)));
  const excepted = Object.keys(exceptions).filter((path) => exceptions[path]?.names.includes(folder));
  expect(found.sort()).toEqual(excepted.sort());
});

test("a file counts in every spelling of its code, and not for its comments or for the service's objects", () => {
  const spelled = ["query-run", "queryRun(", "QueryRunState", '"QueryRun"'];
  expect(spelled.filter((code) => !namesIn(code, "query-run"))).toEqual([]);
  const others = [
    "/** Such as a `QueryRun`. */",
    "a(); // a QueryRun",
    "databaseUsers.list",
    "getAddonConfigurations",
    "getAllowListOutput",
    "enableAllowList",
  ];
  expect(others.filter((code) => folders.some((folder) => namesIn(code, folder)))).toEqual([]);
});

const names = (path: string, folder: string) => namesIn(readText(path), folder);

/**
 * True where a code names the resource, in any spelling; the service's objects of that name are plural, look-ups get them, and a
 * resource whose name begins with another's is not that one.
 */
function namesIn(code: string, folder: string): boolean {
  const longer = folders.filter((other) => other.startsWith(`${folder}-`)).map((other) => other.slice(folder.length));
  const others = longer.flatMap((rest) => [rest, toPascal(rest.slice(1))]);
  const after = ["s\\b", "s[A-Z]", ...others].join("|");
  const pascal = toPascal(folder);
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1);
  return new RegExp(`(${folder}|${camel}|(?<![gG]et|enable)${pascal})(?!${after})`).test(withoutComments(code));
}

function toPascal(folder: string): string {
  return folder.replace(/(^|-)(.)/g, (_, _dash, letter: string) => letter.toUpperCase());
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/ .*$/gm, "");
}
