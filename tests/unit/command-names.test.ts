import { listFiles, readText } from "../support/repository";

/** Commands that run a package's command, and fetch the package if it is not installed. */
const runners = /\b(npx|npm exec|npm x|pnpm dlx|pnpm exec|yarn dlx|bunx)\b([^\n`"']*?)\bgraphplane\b/g;

/** `--no` fetches nothing; otherwise the package is named, by a file or by its own name. */
const harmless = [/^ --no (-- )?$/, /^ (--yes )?(--package \S*)?pulumi-$/];

const texts = listFiles()
  .filter((path) => /\.(md|ts|js|json|ya?ml|sh)$/.test(path) && !path.endsWith("command-names.test.ts"))
  .map((path) => [path, readText(path)] as const);

test("no document and no file contains a command that could fetch another package of the name graphplane", () => {
  const found = texts.flatMap(([path, text]) =>
    [...text.matchAll(runners)].map(([command, , between = ""]) => ({ path, command, between })),
  );
  expect(found.length).toBeGreaterThan(20);
  expect(found.filter(({ between }) => !harmless.some((form) => form.test(between)))).toEqual([]);
});

test("no document installs a package of the name graphplane", () => {
  const installing = /\b(?:npm (?:install|i|add)|pnpm add|yarn add)\b[^\n`]*\s(graphplane)\b/g;
  expect(texts.flatMap(([path, text]) => [...text.matchAll(installing)].map(([command]) => ({ path, command })))).toEqual([]);
});

test("the command is reachable by the package's own name", () => {
  const { bin, name } = JSON.parse(readText("package.json")) as { bin: Record<string, string>; name: string };
  expect(bin[name]).toBe(bin["graphplane"]);
});
