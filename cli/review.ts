import { existsSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { withContext } from "./ci/context";
import { examine } from "./ci/examine";
import { defineCommand, exit, type Terminal } from "./command";
import { UsageError } from "./errors";
import { costOptions, decode, parseAs, parseFile, read, readCosts } from "./review/files";
import { exitCodeOf } from "./review/exit-code";
import { compareWith, type Comparison, comparisonText } from "./review/fingerprint";
import { type Format, formats } from "./review/formats";
import { parseEvents, parsePlan, parsePreview } from "./review/inputs";
import type { Review } from "./review/model";
import { type Costs, reviewOf } from "./review/read";
import { runOf } from "./review/run";

const options = {
  stack: { type: "string", value: "<name>", otherwise: "PULUMI_STACK, or the selected one", help: "without a file: the stack to preview" },
  plan: {
    type: "string",
    value: "<file>",
    help: 'the file of "pulumi preview --save-plan", which names changed secrets and outputs; no value of it is shown',
  },
  format: {
    type: "string",
    value: "<name>",
    choices: Object.keys(formats) as Format[],
    otherwise: "text on a terminal, otherwise markdown",
    help: "markdown, text (for people), summary (one line), json, or annotations (GitHub Actions)",
  },
  json: { type: "boolean", help: "the same as --format json" },
  directory: {
    type: "string",
    value: "<path>",
    default: "",
    otherwise: "the root",
    help: "the project's folder in the repository, for the names of files",
  },
  ...costOptions,
  events: {
    type: "string",
    value: "<file>",
    help: 'the file of "pulumi preview --event-log", which holds the violations of policies (docs/policies.md)',
  },
  drift: { type: "boolean", help: "treat the preview as a drift check: print what changed outside the program, as an issue body" },
  commit: { type: "string", value: "<hash>", otherwise: "what the CI system says", help: "the commit that was previewed" },
  "run-url": {
    type: "string",
    value: "<address>",
    otherwise: "what the CI system says",
    help: "the page of the run; shown without credentials, query and fragment",
  },
  expect: {
    type: "string",
    value: "<fingerprint>",
    help: "check that the preview still matches the reviewed fingerprint, which is in the last line of the comment; print only the differences",
  },
} as const;

export const review = defineCommand({
  summary: "preview, and show what an update would do to each workspace",
  usage: "[file]",
  positionals: true,
  passes: true,
  about: `Runs "pulumi preview" with a refresh, and prints what changes in each workspace, from which live value, and the effect: as text
on a terminal, otherwise as a pull-request comment. Given a file (- is standard input) with the output of
"pulumi preview --refresh --json", made with GRAPHPLANE_RECORDS=1 in the environment, it runs nothing, and needs no network and no key.`,
  options,
  exitCodes: `0 nothing to do, or as expected; 1 the preview failed, is incomplete, contains a refused deletion, violates a mandatory policy,
or is not as expected; 2 invalid usage;
3 changes; 4 changes that destroy or lose data; 5 changes that cost more than --max-increase, or whose cost is then not known.`,
  example: `  graphplane review --stack dev
  GRAPHPLANE_RECORDS=1 pulumi preview --refresh --json --save-plan plan.json > preview.json
  graphplane review preview.json --plan plan.json > comment.md`,
  async run({ format, json, directory, expect, drift, ...given }, terminal, files, passed) {
    if (files.length > 1)
      throw new UsageError(`one file is reviewed at a time, not ${files.length}; give one, or none to run the preview.`);
    const [file] = files;
    const unused = file === undefined ? (["plan", "events"] as const).find((name) => given[name] !== undefined) : undefined;
    if (unused !== undefined) throw new UsageError(`--${unused} belongs to a preview that was run already; give its file too.`);
    if (file !== undefined && (given.stack !== undefined || passed.length > 0))
      throw new UsageError("--stack and what follows -- are for the preview that the command runs; leave out the file.");
    if (drift && expect !== undefined)
      throw new UsageError("--drift and --expect exclude each other: a report of drift has no fingerprint.");
    const place = { commit: given.commit, url: given["run-url"] };
    const run = runOf(place, terminal.environment, terminal.now());
    const costs = await readCosts(given.prices, given["max-increase"], terminal);
    const { review: made, notes } =
      file === undefined
        ? await withContext("review", { stack: given.stack, "dry-run": true }, passed, terminal, (context) => examine(context, costs))
        : { review: await reviewOfFile(file, given, terminal, costs), notes: [] };
    if (drift && !made.refreshed && !made.failed)
      throw new UsageError("the preview was made without --refresh, so it shows no drift; run it with --refresh --run-program.");
    if (expect !== undefined) return printComparison(compareWith(expect, made), terminal);
    const isTerminal = terminal.columns !== undefined;
    const colour = isTerminal && !terminal.environment["NO_COLOR"];
    const chosen = json ? "json" : (format ?? (isTerminal ? "text" : "markdown"));
    const printed = formats[chosen](made, { directory, run, drift, notes, colour }).trimEnd();
    if (printed !== "") terminal.out(printed);
    return exitCodeOf(made, { changes: true });
  },
});

async function reviewOfFile(
  file: string,
  given: { readonly plan?: string | undefined; readonly events?: string | undefined },
  terminal: Terminal,
  costs: Costs,
): Promise<Review> {
  const input = file === "-" ? await readInput() : await read(file, "the preview was written to", terminal);
  const preview = parseAs("the input", parsePreview, input);
  // A preview that failed writes no plan.
  const failed = typeof preview === "string" || (preview.diagnostics ?? []).some(({ severity }) => severity === "error");
  const plan = failed && given.plan !== undefined && !existsSync(given.plan) ? undefined : given.plan;
  const additions = {
    ...costs,
    plan: await parseFile(plan, '"pulumi preview --save-plan" wrote', parsePlan, terminal),
    events: (await parseFile(given.events, '"pulumi preview --event-log" wrote', parseEvents, terminal)) ?? [],
  };
  if (typeof preview === "string") terminal.err(`graphplane review: ${preview}`);
  return reviewOf(preview, additions);
}

async function readInput(): Promise<string> {
  if (process.stdin.isTTY)
    throw new UsageError('there is no input; give a file, or pipe "GRAPHPLANE_RECORDS=1 pulumi preview --refresh --json" into it.');
  return decode(await buffer(process.stdin));
}

function printComparison(comparison: Comparison, terminal: Terminal): number {
  if (comparison.is === "malformed")
    throw new UsageError("--expect is not a fingerprint: copy the one in the last line of the comment, which begins with 1.");
  for (const line of comparisonText(comparison)) terminal.out(line);
  return comparison.is === "the same" ? exit.fine : exit.failed;
}
