import { existsSync } from "node:fs";
import { join } from "node:path";
import { blocks, commandsOf, documents, elsewhere, playable } from "../support/document-commands";
import { readText, root } from "../support/repository";

/** Every command that a document prints in a block is run by a test, or says why not. */

test.each(blocks.map((block) => [`${block.document}:${block.line}`, block] as const))(
  "the commands of %s are run by a test or say why not",
  (_, block) => {
    const { document, unplayed } = block;
    expect(document in documents ? [] : playable(block)).toEqual([]);
    if (unplayed !== undefined) expect(unplayed).toMatch(/^.{3,60}\.$/);
  },
);

test("the tests exist, and each runs something that a document prints", () => {
  const tests = [...Object.values(documents), ...elsewhere.map(([, file]) => file)];
  expect(tests.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  expect(Object.keys(documents).filter((document) => commandsOf(document).length === 0)).toEqual([]);
  const all = blocks.flatMap(({ commands }) => commands);
  expect(elsewhere.filter(([pattern]) => !all.some((command) => pattern.test(command)))).toEqual([]);
});

test("no block of commands is without the language of a shell", () => {
  expect(blocks.length).toBeGreaterThan(35);
  const pages = [...new Set(blocks.map(({ document }) => document))];
  const shell = /^ *```(?!sh\n|bash\n|shell\n|console\n).*\n *(\$ )?(npm|npx|pulumi|curl|export|git|cd|cp) .*/gm;
  expect(pages.flatMap((page) => readText(page).match(shell) ?? [])).toEqual([]);
});
