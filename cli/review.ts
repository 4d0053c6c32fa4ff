import { common, pack, pathIn, withContext } from "./ci/context";
import { examine } from "./ci/examine";
import { defineCommand } from "./command";
import { UsageError } from "./errors";
import { costOptions, readCosts } from "./review/files";
import { exitCodeOf } from "./review/exit-code";
import { type Format, formats } from "./review/formats";

const { stack, cwd } = common;
const options = {
  stack,
  cwd,
  destroy: { type: "boolean", help: 'review "pulumi destroy": what it deletes, what it leaves in the account, and what it refuses' },
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
  summary: "preview, and show what an update would do to each workspace",
  passes: true,
  about: `Runs "pulumi preview" with a refresh, and prints what changes in each workspace, from which live value, and the effect.
With --destroy, runs "pulumi destroy --preview-only" instead, which runs no program and sends no request.`,
  options,
  exitCodes: `0 nothing to do; 1 the preview failed, is incomplete, contains a refused deletion, or violates a mandatory policy;
2 invalid usage; 3 changes; 4 changes that destroy or lose data; 5 changes that cost more than --max-increase, or whose cost is then unknown.`,
  example: `  graphplane review --stack dev
  graphplane review --stack dev --format markdown -- --target 'urn:…' > comment.md
  graphplane review --stack dev --destroy`,
  async run({ format, json, prices, "max-increase": maxIncrease, ...given }, terminal, _, passed) {
    const costs = await readCosts(prices && pathIn(given.cwd ?? ".", prices), maxIncrease, terminal);
    if (given.destroy === true && given["policy-pack"] !== undefined)
      throw new UsageError('--policy-pack cannot be combined with --destroy: "pulumi destroy" has no such option.');
    return withContext("review", { ...given, "dry-run": true }, passed, terminal, async (context) => {
      const { review: made, notes } = await examine(context, costs);
      const isTerminal = terminal.columns !== undefined;
      const colour = isTerminal && !terminal.environment["NO_COLOR"];
      const chosen = json ? "json" : (format ?? (isTerminal ? "text" : "markdown"));
      const { directory, run, narrowed } = context;
      terminal.out(context.clean(formats[chosen](made, { directory, run, notes, narrowed, colour })).trimEnd());
      return exitCodeOf(made, { changes: true });
    });
  },
});
