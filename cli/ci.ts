import { apply } from "./ci/apply";
import { type CiOptions, common, type Context, type Outcome, pack, pathIn, withContext } from "./ci/context";
import { drift } from "./ci/drift";
import { preview } from "./ci/preview";
import { defineCommand, exit, Interrupted, type Terminal } from "./command";
import { describeError, UsageError } from "./errors";
import { costOptions, readCosts } from "./review/files";
import { isFingerprint } from "./review/fingerprint";

const previewCommand = defineCommand({
  summary: "preview, and review the changes in one comment on the pull request",
  passes: true,
  about: `Runs "pulumi preview" with a refresh, and publishes its review: as one comment on the pull request or merge request, in the job
summary, and as annotations. Without a pull request, such as in a merge queue, it posts no comment. On a terminal it only prints the review.`,
  options: { ...common, ...pack, ...costOptions, strict: { type: "boolean", help: "exit with 4 if something is destroyed or lost" } },
  exitCodes: `0 reviewed, or a run of a fork or a bot without secrets; 1 the preview failed, is incomplete, violates a mandatory policy, or
is too large for a comment; 2 invalid usage; 5 the cost increase exceeds --max-increase; with --strict also 4 for losses.`,
  example: "  graphplane ci preview --stack prod --policy-pack policies -- --parallel 4",
  docs: "review",
  async run(values, terminal, passed) {
    const file = values.prices && pathIn(values.cwd ?? ".", values.prices);
    const costs = await readCosts(file, values["max-increase"], terminal);
    return runSubcommand("preview", values, passed, terminal, (context) => preview(context, { ...costs, strict: values.strict }));
  },
});

const applyCommand = defineCommand({
  summary: "apply merged changes that were reviewed",
  passes: true,
  about: `Previews again, and runs "pulumi up" once if a valid review contains each change: the newest review on a merged pull request, made
for its last commit and not changed after the merge. The reviews of this commit and of earlier commits are valid, back to the last commit
that was completely applied. graphplane sends only the requests in the preview. After a failure, run the command again to apply the
rest.`,
  options: {
    ...common,
    ...pack,
    fingerprint: {
      type: "string",
      value: "<fingerprint>",
      help: "apply exactly the preview with this fingerprint, copied from the summary of a preview that you ran by hand",
    },
    "require-approval": {
      type: "string",
      value: "<number>",
      range: [0, 999],
      default: "0",
      help: "the number of approvals that a review requires from people with write access; approvals before the review are not valid",
    },
  },
  example: "  graphplane ci apply --stack prod --require-approval 1",
  docs: "review",
  async run(values, terminal, passed) {
    const { fingerprint, "require-approval": approvals } = values;
    if (fingerprint !== undefined && !isFingerprint(fingerprint))
      throw new UsageError("--fingerprint must be a fingerprint, which begins with 2. Copy it from the summary of the preview.");
    return runSubcommand("apply", values, passed, terminal, (context) => apply(context, { approved: fingerprint, approvals }));
  },
});

const driftCommand = defineCommand({
  summary: "check for drift, and keep one issue up to date",
  passes: true,
  about: `Previews the unchanged program, and keeps one issue with the label graphplane-drift: it opens the issue when the live settings
differ, updates it, and closes it when they match again. If they cannot be read, the issue is left unchanged, except for a line about the failed check.`,
  options: common,
  example: "  graphplane ci drift --stack prod",
  docs: "review",
  run: (values, terminal, passed) => runSubcommand("drift", values, passed, terminal, drift),
});

/** Runs a subcommand to completion. Errors are reported in the same format as results, with all credentials redacted. */
function runSubcommand(
  name: string,
  options: CiOptions,
  passed: readonly string[],
  terminal: Terminal,
  work: (context: Context) => Promise<Outcome>,
): Promise<number> {
  return withContext(`ci ${name}`, options, passed, terminal, async (context) => {
    const outcome = await work(context).catch((error: unknown): Outcome => {
      context.reportFailure(describeError(error));
      const exitCode = error instanceof Interrupted ? exit.interrupted : exit.failed;
      return { stack: context.stack, commit: context.commit, changes: 0, exitCode };
    });
    if (options.json) terminal.out(context.redact(JSON.stringify({ verb: name, ...outcome })));
    return outcome.exitCode;
  });
}

export const ci = defineCommand({
  summary: "review pull requests, apply reviewed changes, and report drift, in CI",
  passes: true,
  about: "Takes a change from a pull request to production: in a job of GitHub Actions or GitLab CI, or on a terminal.",
  options: {},
  subcommands: { preview: previewCommand, apply: applyCommand, drift: driftCommand },
  notes: '"graphplane ci <subcommand> --help" lists the options of a subcommand.',
  example: "  graphplane ci preview --stack prod",
  docs: "review",
});
