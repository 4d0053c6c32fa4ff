import { common, pack, pathIn, withContext } from "./ci/context";
import { engine, present } from "./ci/examine";
import { defineCommand } from "./command";
import { UsageError } from "./errors";
import { exitCodeOf } from "./review/exit-code";
import { costOptions, readCosts } from "./review/files";
import { type Format, formats } from "./review/formats";

const { stack, cwd } = common;
const options = {
  stack,
  cwd,
  destroy: { type: "boolean", help: 'review "pulumi destroy": what it deletes, what it leaves, and what it refuses' },
  ...pack,
  ...costOptions,
  format: {
    type: "string",
    value: "<name>",
    choices: ["text", "markdown", "json"] satisfies Format[],
    otherwise: "text on a terminal, otherwise markdown",
    help: "text (for people), markdown (a pull-request comment), or json",
  },
  json: { type: "boolean", help: "the same as --format json" },
} as const;

export const review = defineCommand({
  summary: "preview, and print what an update would change in each workspace",
  passes: true,
  about: `Runs "pulumi preview" with a refresh, and prints the changes to each workspace: the setting, its live value, and the effect.
With --destroy, runs "pulumi destroy --preview-only" instead, which runs no program and sends no request.`,
  options,
  argumentHint: 'it takes no file, because it runs "pulumi preview" itself',
  exitCodes: `0 no changes; 1 the preview failed, is incomplete, contains a refused deletion, or violates a mandatory policy; 2 invalid usage;
3 changes; 4 changes that destroy or lose data; 5 the cost increase exceeds --max-increase, or is unknown.`,
  example: `  graphplane review --stack dev
  graphplane review --stack dev --format markdown > comment.md
  graphplane review --stack dev --destroy`,
  docs: "review",
  async run({ format, json, prices, "max-increase": maxIncrease, ...given }, terminal, passed) {
    const costs = await readCosts(prices && pathIn(given.cwd ?? ".", prices), maxIncrease, terminal);
    if (given.destroy === true && given["policy-pack"] !== undefined)
      throw new UsageError('--policy-pack cannot be combined with --destroy: "pulumi destroy" has no such option.');
    return withContext("review", { ...given, "dry-run": true }, passed, terminal, async (context) => {
      const examined = await engine.examine(context, costs);
      const isTerminal = terminal.columns !== undefined;
      const color = isTerminal && !terminal.environment["NO_COLOR"];
      const chosen = json ? "json" : (format ?? (isTerminal ? "text" : "markdown"));
      const { options } = present(context, examined);
      terminal.out(context.redact(formats[chosen](examined.review, { ...options, color })).trimEnd());
      return exitCodeOf(examined.review, { changes: true });
    });
  },
});
