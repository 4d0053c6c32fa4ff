import { block, code } from "../review/escape";
import { markerLine } from "../review/marker";
import type { Change, Review } from "../review/model";
import { paragraphs } from "../review/words";
import type { Context } from "./context";

/** The comments of `graphplane ci apply`, in Markdown. Names and values are escaped. */

interface About {
  readonly stack: string;
  readonly context: Context;
  /** The person who approved it by hand. */
  readonly by?: string | undefined;
}

const mostListed = 50;
const mostError = 3_000;

/** The report of a refusal: its reasons, and how to continue. */
export function refusedText(reasons: readonly string[], about: About & { readonly fingerprint: string | undefined }): string {
  const { stack, context, fingerprint } = about;
  const command = `graphplane ci apply${context.stack === undefined ? "" : ` --stack ${context.stack}`} --fingerprint <fingerprint>`;
  const way =
    fingerprint === undefined
      ? "Fix what the preview reports, then open another pull request or run the job again."
      : `To apply the current changes, run the job by hand without a fingerprint, read its summary, and run it again with the fingerprint shown there (${code(command)}).`;
  return withMarker(about, paragraphs(`## ⛔ Nothing was applied to ${code(stack)}`, block(reasons.join("\n"), "", mostError), way));
}

export function appliedText({ changes }: Review, about: About): string {
  return withMarker(about, paragraphs(`## ✅ Applied to ${code(about.stack)}`, approval(about), listed(changes)));
}

/** The report of a run that found nothing left to apply after an earlier one had stopped. */
export function doneText(about: About): string {
  return withMarker(about, paragraphs(`## ✅ Nothing is left to apply to ${code(about.stack)}`, "The live settings match the program."));
}

/** Returns true for a report after which nothing is left. */
export function isDone(body: string): boolean {
  return body.startsWith("## ✅");
}

const begunMark = "<!-- graphplane-applying -->";

/** The report while an update runs; it stays if the run is killed. */
export function begunText(about: About): string {
  const text = "If this comment stays, the run was killed, and some changes may be applied. Run the job again.";
  return withMarker(about, paragraphs(`## ⏳ Applying to ${code(about.stack)}`, approval(about), text, begunMark));
}

/** Returns true for the report of a run that has not reported its end. */
export function isBegun(body: string): boolean {
  return body.includes(begunMark);
}

export function lockedText(about: About): string {
  const { stack } = about;
  const text = `Another run holds ${code(stack)}, so nothing was applied. Run the job again when the other run has ended. If a run was killed and none is active, run \`pulumi cancel\` first.`;
  return withMarker(about, paragraphs(`## ⛔ Nothing was applied to ${code(stack)}`, text));
}

/** The report of a failed update: where it stopped, the changes that it applied, and those that are left. */
export function stoppedText({ changes }: Review, output: string, left: readonly Change[] | undefined, about: About): string {
  const isLeft = ({ urn }: Change) => left?.some((change) => change.urn === urn) === true;
  const failed = changes.filter((change) => hasFailed(change, output));
  const rest = changes.filter((change) => isLeft(change) && !failed.includes(change));
  const done = changes.filter((change) => left !== undefined && !isLeft(change) && !failed.includes(change));
  const names = failed.slice(0, 5).map(({ name }) => code(name));
  const at = names.length === 0 ? "" : ` at ${names.join(", ")}`;
  const section = (title: string, some: readonly Change[]) => some.length > 0 && paragraphs(`**${title}**`, listed(some));
  return withMarker(
    about,
    paragraphs(
      `## ❌ The update of ${code(about.stack)} stopped${at}`,
      approval(about),
      block(errorsIn(output) || "The log of the run says why.", "", mostError),
      section("Applied", done),
      section("Left as it was", rest),
      left === undefined && "graphplane could not find out what was applied: preview again.",
      "Fix the cause, then run the job again. It applies the rest only if a new preview still matches the review; otherwise, apply by hand.",
    ),
  );
}

function hasFailed({ name }: Change, output: string): boolean {
  return output.split("\n").some((line) => line.includes(` ${name} **`) && / failed\*\*/.test(line));
}

function errorsIn(output: string): string {
  const lines = output.split("\n").map((line) => line.trim());
  return [...new Set(lines.filter((line) => /^error: /.test(line)))].join("\n");
}

function approval({ by, context }: About): string {
  return by === undefined
    ? ""
    : `${code(by)} approved this by hand${context.run?.url === undefined ? "" : ` in [this run](${context.run.url})`}.`;
}

function listed(changes: readonly Change[]): string {
  const lines = changes.slice(0, mostListed).map(({ action, name, kind }) => `- ${action} ${code(name)} (${code(kind)})`);
  const more = changes.length - lines.length;
  return [...lines, ...(more > 0 ? [`- … and ${more} more`] : [])].join("\n");
}

function withMarker({ stack, context }: About, text: string): string {
  return `${text}\n\n${markerLine({ kind: "apply", stack, commit: context.place.commit })}\n`;
}
