import { exit } from "../command";
import { code } from "../review/escape";
import { formats } from "../review/formats";
import { exitCodeOf } from "../review/exit-code";
import { digestsIn, shortFingerprint } from "../review/fingerprint";
import { markerOf } from "../review/marker";
import type { Review } from "../review/model";
import type { Costs } from "../review/read";
import { stackName } from "../review/words";
import type { Context, Outcome } from "./context";
import { type Engine, engine } from "./engine";
import { HostError } from "./http";
import { publish } from "./publish";

/** Previews, and publishes the review: on the pull request, in the step summary, as annotations, and on standard output. */
export async function preview(
  context: Context,
  { strict, ...costs }: Costs & { readonly strict: boolean },
  using: Pick<Engine, "examine"> = engine,
): Promise<Outcome> {
  const { pull, untrustedSource, hasToken, name, lostEvent } = context.ci;
  if (untrustedSource !== undefined && !hasToken) return withoutSecrets(context, untrustedSource, "the host's token");
  // Otherwise the review would be on no pull request, and the job would succeed.
  if (lostEvent && !context.isDry)
    throw new Error(
      `GITHUB_EVENT_PATH names ${lostEvent}, which cannot be read, so the pull request is not known. A container must mount it.`,
    );
  if (lostEvent === "") context.log("GITHUB_EVENT_PATH is not set, so the review is on no pull request.");
  // A missing token is reported before a long preview.
  if (pull !== undefined && !context.isDry) void context.host;
  const { review, isEmpty, missing, notes } = await using.examine(context, costs);
  if (missing !== undefined && untrustedSource !== undefined) return withoutSecrets(context, untrustedSource, missing);

  const stack = stackName(review) ?? "unknown";
  const id = context.stackId(stack);
  const { directory, run, narrowed } = context;
  const rendering = { directory, folder: id.folder, run, notes, narrowed, merges: pull !== undefined };
  const text = formats.markdown(review, rendering);
  // Before it is printed, since whoever reads the output may close it.
  const creates = !review.complete || review.changes.length + review.services.length + review.violations.length > 0;
  const published = pull && (await publish(context, pull, "review", id, text, { creates }).catch(problemOf));
  await context.writeSummary(text);
  context.print(formats.text(review, rendering));
  context.annotate(formats.annotations(review, rendering));
  const problem = typeof published === "string" ? published : undefined;
  const comment = typeof published === "string" ? undefined : published;
  // The token of a fork's run can only read.
  if (problem !== undefined && untrustedSource !== undefined) context.log(`${problem} The review is in the summary.`);
  else if (problem !== undefined) context.reportFailure(problem);
  const { fingerprint } = markerOf(text) ?? {};
  const isCut = review.complete && review.refreshed && (fingerprint === undefined || digestsIn(fingerprint) === undefined);
  const exitCode = isCut || (problem !== undefined && untrustedSource === undefined) ? exit.failed : exitCodeOf(review, { strict });
  if (missing !== undefined) context.reportFailure(`The preview of ${stack} failed: ${missing} is missing. Add it to the job's \`env\`.`);
  else if (!review.complete) context.reportFailure(`The preview of ${stack} ${problemText(review)}; the review says why.`);
  else if (isCut) context.reportFailure(`The review of ${stack} is too long for a comment, so nothing could apply it: split the change.`);
  if (fingerprint !== undefined && pull === undefined && !isEmpty) {
    const short = shortFingerprint(fingerprint);
    context.print(`\nTo apply exactly this: graphplane ci apply --fingerprint ${short}`);
    if (name === "GitHub") await context.writeSummary(`To apply exactly this, pass this fingerprint:\n\n${code(short, Infinity)}`);
  }
  return { stack, fingerprint, commit: context.commit, comment, changes: review.changes.length, exitCode };
}

function problemText({ failed, violations }: Review): string {
  return failed ? "failed" : violations.some(({ mandatory }) => mandatory) ? "violates a mandatory policy" : "is incomplete";
}

function problemOf(error: unknown): string {
  if (error instanceof HostError) return error.message;
  throw error;
}

/** A fork's or a bot's run has no secrets, by the host's rules: that is no failure of the pull request. */
async function withoutSecrets(context: Context, untrustedSource: string, missing: string): Promise<Outcome> {
  const text = `No preview: this run comes from ${untrustedSource}, and gets no secrets (${missing} is missing). To preview the change, push its branch to this repository.`;
  context.print(text);
  await context.writeSummary(text);
  return { stack: context.stack, commit: context.commit, changes: 0, exitCode: exit.fine };
}
