import { listFiles, readText } from "../support/repository";

const rows = [...readText("docs/glossary.md").matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm)]
  .map(([, word = "", meaning = ""]) => ({ word, meaning }))
  .slice(1);
const words = rows.map(({ word }) => word.replaceAll("`", ""));

test("the words stand in alphabetical order, each once", () => {
  expect(rows.length).toBeGreaterThan(50);
  expect(words).toEqual([...words].sort((a, b) => a.localeCompare(b, "en")));
  expect(new Set(words).size).toBe(words.length);
});

test("every name of the code in it is declared in the source", () => {
  const sources = listFiles().filter((path) => /^(client|provider|sdk|cli|testing)\/.*\.ts$/.test(path));
  const source = sources.map(readText).join("\n");
  const named = rows.filter(({ word }) => word.startsWith("`")).map(({ word }) => word.slice(1, -1));
  expect(named.length).toBeGreaterThan(20);
  const declared = (name: string) =>
    new RegExp(`\\b(class|const|function|interface|type) ${name}\\b|^ +(readonly )?${name}\\??[(:]`, "m").test(source);
  expect(named.filter((name) => !declared(name))).toEqual([]);
});

test("every word has one line that ends as a sentence", () => {
  expect(rows.filter(({ meaning }) => !meaning.endsWith(".")).map(({ word }) => word)).toEqual([]);
});
