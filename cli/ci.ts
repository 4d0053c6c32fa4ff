import { apply } from "./ci/apply";
import { common, type Context, type Outcome, pack, pathIn, type CiOptions, withContext } from "./ci/context";
import { drift } from "./ci/drift";
import { preview } from "./ci/preview";
import { commonCodes, defineCommand, exit, Interrupted, type Terminal } from "./command";
import { describeError, UsageError } from "./errors";
import { costOptions, readCosts } from "./review/files";
import { isFingerprint } from "./review/fingerprint";

const previewCommand = defineCommand({
  summary: "preview, and review the changes in one comment on the pull request",
  passes: true,
  about: `Runs "pulumi preview" with a refresh, and publishes its review: as one comment on the pull request or merge request, as the
summary of the step, and as annotations. Without a pull request, such as in a
merge queue, it posts no comment; on a terminal it only prints the review.`,
  options: { ...common, ...pack, ...costOptions, strict: { type: "boolean", help: "exit with 4 if something is destroyed or lost" } },
  exitCodes: `0 reviewed, or a fork's or bot's run without secrets; 1 the preview failed, is incomplete, violates a mandatory policy, or is
too long for a comment; 2 invalid usage; 5 too expensive; with --strict also 4 for losses.`,
  example: "  graphplane ci preview --stack prod --policy-pack policies -- --parallel 4",
  async run(values, terminal, _, passed) {
    const file = values.prices && pathIn(values.cwd ?? ".", values.prices);
    const costs = await readCosts(file, values["max-increase"], terminal);
    return runVerb("preview", values, passed, terminal, (context) => preview(context, { ...costs, strict: values.strict }));
  },
});

const applyCommand = defineCommand({
  summary: "apply what was merged, if its changes were reviewed",
  passes: true,
  about: `Previews again, and runs "pulumi up" once if each change was shown by a review that counts: the newest one on a merged pull
request, made for its last commit and not changed after the merge. The pull requests of this commit and of earlier ones count, back to the
last commit that was applied completely. No request is sent that the preview does not show. Run it again after a failure: it applies the rest.`,
  options: {
    ...common,
    ...pack,
    fingerprint: {
      type: "string",
      value: "<fingerprint>",
      help: "apply exactly the preview with this fingerprint, which you have read in the summary of a preview by hand",
    },
    "require-approval": {
      type: "string",
      value: "<number>",
      help: "count only reviews that this many people with write access have approved after they were made",
    },
  },
  example: "  graphplane ci apply --stack prod --require-approval 1",
  async run(values, terminal, _, passed) {
    const { fingerprint, "require-approval": required = "0" } = values;
    if (fingerprint !== undefined && !isFingerprint(fingerprint))
      throw new UsageError("--fingerprint is not a fingerprint. Copy it from the summary of the preview; it begins with 2.");
    if (!/^\d{1,3}$/.test(required)) throw new UsageError(`--require-approval takes a number such as 1, not ${JSON.stringify(required)}.`);
    const options = { fingerprint, approvals: Number(required) };
    return runVerb("apply", values, passed, terminal, (context) => apply(context, options));
  },
});

const driftCommand = defineCommand({
  summary: "check for drift, and keep one issue up to date",
  passes: true,
  about: `Previews the unchanged program, and keeps one issue with the label graphplane-drift: opened when the live settings differ,
updated, and closed when they no longer do. If they cannot be read, the issue keeps its findings.`,
  options: common,
  example: "  graphplane ci drift --stack prod",
  run: (values, terminal, _, passed) => runVerb("drift", values, passed, terminal, drift),
});

/** Runs a verb to its end. An error is reported like a result, without the value of any credential. */
function runVerb(
  verb: string,
  options: CiOptions,
  passed: readonly string[],
  terminal: Terminal,
  work: (context: Context) => Promise<Outcome>,
): Promise<number> {
  return withContext(`ci ${verb}`, options, passed, terminal, async (context) => {
    const outcome = await work(context).catch((error: unknown): Outcome => {
      context.reportFailure(describeError(error));
      const exitCode = error instanceof Interrupted ? exit.interrupted : exit.failed;
      return { stack: context.stack, commit: context.commit, changes: 0, exitCode };
    });
    if (options.json) terminal.out(context.redact(JSON.stringify({ verb, ...outcome })));
    return outcome.exitCode;
  });
}

export const ci = defineCommand({
  summary: "review pull requests, apply what was reviewed, and report drift, in CI",
  usage: "<verb>",
  passes: true,
  about: "Takes a change from a pull request to production, in a job of GitHub Actions or GitLab CI, or on a terminal (docs/review.md).",
  options: common,
  verbs: { preview: previewCommand, apply: applyCommand, drift: driftCommand },
  exitCodes: `${commonCodes} graphplane ci <verb> --help lists the options of each.`,
  example: "  graphplane ci preview --stack prod",
});
