import { common, pack, pathIn, withContext } from "./ci/context";
import { engine, present } from "./ci/examine";
import { defineCommand } from "./command";
import { costOptions, readCosts } from "./review/files";
import { exitCodeOf } from "./review/exit-code";
import { type Format, formats } from "./review/formats";

const { stack, cwd } = common;
const options = {
  stack,
  cwd,
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
  about: `Runs "pulumi preview" with a refresh, and prints what changes in each workspace, from which live value, and the effect.`,
  options,
  exitCodes: `0 nothing to do; 1 the preview failed, is incomplete, contains a refused deletion, or violates a mandatory policy;
2 invalid usage; 3 changes; 4 changes that destroy or lose data; 5 changes that cost more than --max-increase, or whose cost is then unknown.`,
  example: `  graphplane review --stack dev
  graphplane review --stack dev --format markdown -- --target 'urn:…' > comment.md`,
  async run({ format, json, prices, "max-increase": maxIncrease, ...given }, terminal, _, passed) {
    const costs = await readCosts(prices && pathIn(given.cwd ?? ".", prices), maxIncrease, terminal);
    return withContext("review", { ...given, "dry-run": true }, passed, terminal, async (context) => {
      const examined = await engine.examine(context, costs);
      const isTerminal = terminal.columns !== undefined;
      const colour = isTerminal && !terminal.environment["NO_COLOR"];
      const chosen = json ? "json" : (format ?? (isTerminal ? "text" : "markdown"));
      const { options } = present(context, examined);
      terminal.out(context.redact(formats[chosen](examined.review, { ...options, colour })).trimEnd());
      return exitCodeOf(examined.review, { changes: true });
    });
  },
});
