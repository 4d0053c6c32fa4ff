import { listFiles, readText } from "../support/repository";

/** The page is found by the text of an error, so each text has to be one that the code prints. */
const page = readText("docs/troubleshooting.md");
const [ours = "", pulumis = ""] = page.split("\n## Errors of Pulumi itself");
const textsOf = (part: string) => [...part.matchAll(/^### `(.+)`$/gm)].map(([, text = ""]) => text);

/** What the sources say, with a mark in place of every value; literals that are added to one another stand apart. */
const said = listFiles()
  .filter((path) => /^(client|provider|sdk)\/.*\.ts$/.test(path))
  .map((path) => withoutValues(readText(path)).replaceAll('\\"', '"').replaceAll("\\'", "'"));

/** Replaces each `${…}` by `…`; those inside of another one go with it. */
function withoutValues(text: string): string {
  const inner = text.replace(/\$\{[^{}]*\}/g, "…");
  return inner === text ? text : withoutValues(inner);
}

test.each(textsOf(ours))("the code prints %s", (text) => {
  const parts = text.split("…").map((part) => part.trim());
  const known = parts.filter((part) => /\w{2}/.test(part));
  expect(known.join("").length).toBeGreaterThan(5);
  expect(known.filter((part) => !said.some((source) => source.includes(part)))).toEqual([]);
});

test("there are texts to look for, of Pulumi's too", () => {
  expect(textsOf(ours).length).toBeGreaterThan(40);
  expect(textsOf(pulumis).length).toBeGreaterThan(2);
});

test("a text that no code prints is found", () => {
  expect(said.some((source) => source.includes("the moon is in the way"))).toBe(false);
});
