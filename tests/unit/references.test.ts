import { homelessIn, linkReferences, linksOf, type Reference, referencesIn } from "../support/references";
import { listFiles, readText } from "../support/repository";

const files = listFiles().filter((path) => /\.(ts|js|json|md|txt|ya?ml)$/.test(path));
/** These two write broken references down, to find them and to test that they are found. */
const aboutReferences = ["tests/support/references.ts", "tests/unit/references.test.ts"];
const checked = files.filter((path) => !aboutReferences.includes(path));
const broken = (references: readonly Reference[]) => references.filter(({ leads }) => !leads).map(({ text }) => text);

test("every reference to the API page and to a decision leads to a section, an endpoint or a page that exists", () => {
  expect(checked.flatMap((path) => broken(referencesIn(readText(path))).map((text) => `${path}: ${text}`))).toEqual([]);
});

test("nothing refers to a page that is not in the repository, or to a section without its page", () => {
  const ofTheApi = (path: string) => path === "docs/api.md";
  const found = checked.filter((path) => !ofTheApi(path)).flatMap((path) => homelessIn(readText(path)).map((text) => `${path}: ${text}`));
  expect(found).toEqual([]);
});

test("every link of a page leads to a file, and to a heading of it where it names one", () => {
  const pages = checked.filter((path) => path.endsWith(".md") && !path.startsWith("tests/golden/"));
  expect(pages.flatMap((path) => broken(linksOf(path)).map((text) => `${path}: ${text}`))).toEqual([]);
});

test("the index of docs leads to every page of it", () => {
  const pages = checked.filter((path) => /^docs\/[^/]+\.md$/.test(path) && path !== "docs/README.md");
  const named = linksOf("docs/README.md").map(({ text }) => `docs/${text}`);
  expect(pages.filter((path) => !named.includes(path))).toEqual([]);
});

test("the code does refer to the API page, so that the tests above have something to find", () => {
  const found = checked.filter((path) => path.endsWith(".ts")).flatMap((path) => referencesIn(readText(path)));
  expect(found.length).toBeGreaterThan(100);
});

test.each<[string, string, readonly string[]]>([
  ["a section that is not there", "Workspace record (API 2.99).", ["API 2.99"]],
  ["one of two sections that is not there", "(API 2.1 and 77)", ["API 2.1 and 77"]],
  ["an endpoint that is not there", "API endpoint 16", ["endpoint 16"]],
  ["a range whose end is not there", "API endpoints 3 to 50", ["endpoints 3 to 50"]],
  ["a reference over two lines of a comment", "/**\n * The record (API\n * 2.99).\n */", ["API 2.99"]],
  ["a user's form of a section that is not there", "docs/api.md, section 12", ["docs/api.md, section 12"]],
  ["a user's form of an endpoint that is not there", "docs/api.md, endpoint 16", ["endpoint 16"]],
  ["a decision that is not there", "(decision 99)", ["decision 99"]],
  ["nothing where all are there", "API 2.2, API 10.12, API endpoints 3 to 5, decision 6; docs/api.md, section 11", []],
])("%s is found", (_, text, found) => expect(broken(referencesIn(text))).toEqual(found));

test.each([
  "(specification 2.2)",
  "(specification\n * 2.9)",
  "not in the specification",
  "(extensions 14)",
  "(extensions, 12)",
  "(design: product, Settings)",
  "control-plane 4 (endpoint 9)",
  "an error (section 7)",
])("%j leads nowhere", (text) => expect(homelessIn(text)).toHaveLength(1));

test("a link to a missing file and one to a missing heading are found", () => {
  const page = "[a](missing.md) [b](api.md#no-such-heading) [c](api.md#22-workspace) [d](https://service.example/x#y)";
  expect(broken(linksOf("docs/adopt.md", page))).toEqual(["missing.md", "api.md#no-such-heading"]);
});

test("references become links in the reference page", () => {
  expect(linkReferences("(docs/api.md, section 2.2) and docs/api.md, endpoints 3 to 5.", "../api.md")).toBe(
    "([docs/api.md, section 2.2](../api.md#22-workspace)) and [docs/api.md, endpoints 3 to 5](../api.md#4-endpoints).",
  );
});
