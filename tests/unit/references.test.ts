import { linksOf, type Reference, referencesIn } from "../../scripts/docs/references";
import { listFiles, readText } from "../support/repository";

const self = "tests/unit/references.test.ts";
const files = listFiles().filter((path) => /\.(ts|js|json|md|txt|ya?ml)$/.test(path) && path !== self);
const broken = (references: readonly Reference[]) => references.filter(({ leads }) => !leads).map(({ text }) => text);
const brokenIn = (paths: readonly string[], find: (path: string) => readonly Reference[]) =>
  paths.flatMap((path) => broken(find(path)).map((text) => `${path}: ${text}`));

test("every reference to the API page and to a decision leads to a section, an endpoint or a page that exists", () => {
  expect(brokenIn(files, (path) => referencesIn(readText(path)))).toEqual([]);
});

test("every link of a page leads to a file, and to a heading of it if it names one", () => {
  const pages = files.filter((path) => path.endsWith(".md") && !path.startsWith("tests/golden/"));
  expect(brokenIn(pages, linksOf)).toEqual([]);
});

test.each<[string, readonly Reference[], readonly string[]]>([
  [
    "references",
    referencesIn("(API 2.2 and\n * 2.99), API endpoints 3 to 50, decision 99"),
    ["API 2.2 and 2.99", "endpoints 3 to 50", "decision 99"],
  ],
  [
    "references in messages",
    referencesIn("docs/internals/api.md, section 12; docs/internals/api.md, endpoint 16"),
    ["endpoint 16", "docs/internals/api.md, section 12"],
  ],
  [
    "links",
    linksOf("docs/adopt.md", "[a](missing.md) [b](internals/api.md#no-heading) [c](internals/api.md#22-workspace)"),
    ["missing.md", "internals/api.md#no-heading"],
  ],
])("broken %s are found", (_, references, found) => expect(broken(references).sort()).toEqual([...found].sort()));
