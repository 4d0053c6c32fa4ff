import { exit } from "../command";
import { code } from "../review/escape";
import { exitCodeOf } from "../review/exit-code";
import { digestsIn, shortFingerprint } from "../review/fingerprint";
import { formats } from "../review/formats";
import type { Costs } from "../review/read";
import type { Context, Outcome } from "./context";
import { type Engine, engine, present, problemOf } from "./examine";
import { HostError } from "./http";
import { publish } from "./publish";

/** Previews the stack and publishes the review: on the pull request, in the job summary, as annotations, and on standard output. */
export async function preview(
  context: Context,
  { strict, ...costs }: Costs & { readonly strict: boolean },
  using: Pick<Engine, "examine"> = engine,
): Promise<Outcome> {
  const { pull, untrustedSource, hasToken, unreadableEvent } = context.ci;
  if (untrustedSource !== undefined && !hasToken) return withoutSecrets(context, untrustedSource, "the host's token");
  // Otherwise, the job would succeed without posting the review.
  if (unreadableEvent && !context.isDry)
    throw new Error(`Cannot read the event file ${unreadableEvent} (GITHUB_EVENT_PATH). A container must mount it.`);
  if (unreadableEvent === "") context.log("GITHUB_EVENT_PATH is not set: cannot find the pull request, so no comment is posted.");
  // Reports a missing token before the long preview.
  if (pull !== undefined && !context.isDry) void context.host;
  const examined = await using.examine(context, costs);
  const { review, isEmpty, missingSecret } = examined;
  if (missingSecret !== undefined && untrustedSource !== undefined) return withoutSecrets(context, untrustedSource, missingSecret);

  const { stack, id, options, markdown, fingerprint } = present(context, examined, { merges: pull !== undefined });
  // The review is published before it is printed, because a reader such as `head` can close standard output.
  const creates = !review.complete || review.changes.length + review.services.length + review.violations.length > 0;
  const published = pull && (await publish(context, pull, "review", id, markdown, { creates }).catch(messageOfHost));
  await context.writeSummary(markdown);
  context.print(formats.text(review, options));
  context.annotate(formats.annotations(review, options));
  const [comment, unpublished] = typeof published === "string" ? [undefined, published] : [published, undefined];
  // A run of a fork has a read-only token.
  if (unpublished !== undefined && untrustedSource !== undefined) context.log(`${unpublished} The review is in the summary.`);
  else if (unpublished !== undefined) context.reportFailure(unpublished);
  const isCut = review.complete && review.refreshed && (fingerprint === undefined || digestsIn(fingerprint) === undefined);
  const problem = isCut ? "is too large to review in one comment, so it could not be applied. Split the change." : problemOf(examined);
  if (problem !== undefined) context.reportFailure(`The preview of ${stack} ${problem}`);
  if (fingerprint !== undefined && pull === undefined && !isEmpty) {
    const short = shortFingerprint(fingerprint);
    context.print(`\nTo apply exactly this: graphplane ci apply --fingerprint ${short}`);
    await context.writeSummary(`To apply exactly this, pass this fingerprint:\n\n${code(short, Infinity)}`);
  }
  const fails = isCut || (unpublished !== undefined && untrustedSource === undefined);
  const exitCode = fails ? exit.failed : exitCodeOf(review, { strict });
  return { stack, fingerprint, commit: context.commit, comment, changes: review.changes.length, exitCode };
}

function messageOfHost(error: unknown): string {
  if (error instanceof HostError) return error.message;
  throw error;
}

/** Handles a run of a fork or a bot, to which the host passes no secrets. The check on the pull request does not fail because of that. */
async function withoutSecrets(context: Context, source: string, missingSecret: string): Promise<Outcome> {
  const text = `No preview: this run comes from ${source}, so it receives no secrets (${missingSecret} is missing). To preview the change, push its branch to this repository.`;
  context.print(text);
  await context.writeSummary(text);
  return { stack: context.stack, commit: context.commit, changes: 0, exitCode: exit.fine };
}
