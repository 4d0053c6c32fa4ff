import { listFiles, readText } from "./repository";

/** The commands of the documents, and the tests that run them. */

/** The test that runs every command of a document which has no test of its own below and is not marked. */
export const documents: Readonly<Record<string, string>> = {
  "README.md": "tests/cli/commands.test.ts",
  "docs/_index.md": "tests/cli/commands.test.ts",
  "docs/adopt.md": "tests/cli/commands.test.ts",
  "docs/installation-configuration.md": "tests/cli/commands.test.ts",
  "docs/costs.md": "tests/cli/commands.test.ts",
  "docs/day-2.md": "tests/cli/commands.test.ts",
  "docs/leaving.md": "tests/cli/leaving.test.ts",
  "docs/doctor.md": "tests/cli/commands.test.ts",
  "docs/policies.md": "tests/cli/commands.test.ts",
  "docs/quick-start.md": "tests/cli/templates.test.ts",
  "docs/review.md": "tests/cli/commands.test.ts",
  "examples/README.md": "tests/cli/examples.test.ts",
  "examples/many-stacks/README.md": "tests/cli/many-stacks.test.ts",
  "examples/policies/README.md": "tests/cli/policies.test.ts",
  "examples/python/README.md": "tests/cli/languages.test.ts",
  "examples/testing-your-program/README.md": "tests/cli/package.test.ts",
  "examples/yaml/README.md": "tests/cli/languages.test.ts",
  ...Object.fromEntries(
    [
      ...["addon-configuration", "allow-list", "backup-schedule", "database-user", "every-workspace", "from-nothing", "inventory"],
      ...["native-typescript", "refresh-then-query", "two-accounts", "two-stacks", "workspace-schedule", "workspace-settings"],
    ].map((name) => [`examples/${name}/README.md`, "tests/cli/examples.test.ts"]),
  ),
};

/** Commands that have their own test, in any document. */
export const elsewhere: readonly (readonly [command: RegExp, test: string])[] = [
  [/^(npm (ci|install|pack)|cp -r)\b/, "tests/package/examples.test.ts"],
  [/^npx --no graphplane emulator/, "tests/integration/cli/emulator-command.test.ts"],
  [/^pulumi import /, "tests/cli/import.test.ts"],
  [/^pulumi state move /, "tests/cli/many-stacks.test.ts"],
];

export interface Block {
  readonly document: string;
  readonly line: number;
  /** One a line, without comments and continuations. */
  readonly commands: readonly string[];
  /** The reason that the block gives for not being run by a test. */
  readonly unplayed?: string;
}

/** Every block of shell commands in the documents of users. */
export const blocks: readonly Block[] = listFiles()
  .filter((path) => /^(README\.md|docs\/.*\.md|examples\/.*\.md)$/.test(path))
  .flatMap((document) => blocksOf(document, readText(document)));

function blocksOf(document: string, text: string): Block[] {
  return [...text.matchAll(/^( *)```(?:sh|bash|shell|console)\b.*\n([^]*?)^\1```$/gm)].map((found) => {
    const [, , body = ""] = found;
    const [, unplayed] = /^# Not run by a test: (.+)$/m.exec(body) ?? [];
    const commands = body
      .replaceAll("\\\n", "")
      .split("\n")
      .map((line) => line.replace(/(^|\s+)# .*/, "").trim())
      .filter((line) => line !== "");
    const line = text.slice(0, found.index).split("\n").length;
    return { document, line, commands, ...(unplayed !== undefined && { unplayed }) };
  });
}

/** The commands of a block that the test of {@link documents} runs. */
export const playable = ({ commands, unplayed }: Block): readonly string[] =>
  unplayed === undefined ? commands.filter((command) => !elsewhere.some(([pattern]) => pattern.test(command))) : [];

/** The same for a whole document. */
export const commandsOf = (path: string): string[] => blocks.filter(({ document }) => document === path).flatMap(playable);
