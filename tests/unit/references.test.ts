import { linksOf, type Reference, referencesIn } from "../../scripts/docs/references";
import { listFiles, readText } from "../support/repository";

const self = "tests/unit/references.test.ts";
const files = listFiles().filter((path) => /\.(ts|js|json|md|txt|ya?ml)$/.test(path) && path !== self);
const broken = (references: readonly Reference[]) => references.filter(({ leads }) => !leads).map(({ text }) => text);
const brokenIn = (paths: readonly string[], find: (path: string) => readonly Reference[]) =>
  paths.flatMap((path) => broken(find(path)).map((text) => `${path}: ${text}`));

test("every reference to the API page or a decision leads to an existing section, endpoint or page", () => {
  expect(brokenIn(files, (path) => referencesIn(readText(path)))).toEqual([]);
});

test("every link of a page leads to an existing file and heading", () => {
  const pages = files.filter((path) => path.endsWith(".md") && !path.startsWith("tests/golden/"));
  expect(brokenIn(pages, linksOf)).toEqual([]);
});

test("broken references and links are found", () => {
  const broke = (references: readonly Reference[]) => broken(references).sort();
  expect(broke(referencesIn("(API 2.2 and\n * 2.99), API endpoints 3 to 50, decision 99"))).toEqual([
    "API 2.2 and 2.99",
    "decision 99",
    "endpoints 3 to 50",
  ]);
  const inMessage = referencesIn("docs/internals/api.md, section 12; docs/internals/api.md, endpoint 16");
  expect(broke(inMessage)).toEqual(["docs/internals/api.md, section 12", "endpoint 16"]);
  const links = linksOf("docs/adopt.md", "[a](missing.md) [b](internals/api.md#no-heading) [c](internals/api.md#22-workspace)");
  expect(broke(links)).toEqual(["internals/api.md#no-heading", "missing.md"]);
});
