import { block, code } from "../review/escape";
import type { ReviewedChange } from "../review/fingerprint";
import type { Change } from "../review/model";
import { markdownStyle } from "../review/style";
import { wayBackText } from "../review/way-back-text";
import { paragraphs } from "../review/words";
import type { Context } from "./context";

/** The reports that `graphplane ci apply` posts on a pull request, in Markdown. All names and values are escaped. */

interface Subject {
  readonly stack: string;
  readonly context: Context;
  /** The person who approved the update by hand. */
  readonly by?: string | undefined;
}

const maxListed = 50;
const maxError = 3_000;

/** Returns the report of a refusal, with its reasons and the next steps. */
export function refusedText(
  reasons: readonly string[],
  { fingerprint, hasApplied, ...subject }: Subject & { readonly fingerprint: string | undefined; readonly hasApplied: boolean },
): string {
  const { stack, context } = subject;
  const command = `graphplane ci apply${context.stack === undefined ? "" : ` --stack ${context.stack}`} --fingerprint <fingerprint>`;
  const nextStep =
    fingerprint === undefined
      ? "Fix the problem in the preview, then open another pull request or run the job again."
      : `To apply the current changes, run the job by hand without a fingerprint, read its summary, and run it again with the fingerprint shown there (${code(command)}).`;
  const heading = hasApplied ? `This run applied nothing to ${code(stack)}` : `Nothing was applied to ${code(stack)}`;
  return paragraphs(`## ⛔ ${heading}`, runText(subject), block(reasons.join("\n"), "", maxError), nextStep);
}

export function isRefusal(report: string): boolean {
  return report.startsWith("## ⛔");
}

export function appliedText(changes: readonly Change[], unreviewed: readonly string[], subject: Subject): string {
  const names = unreviewed.slice(0, maxListed).map((name) => code(name));
  return paragraphs(
    `## ✅ Applied to ${code(subject.stack)}`,
    runText(subject),
    changes.length === 0 ? "This pull request had no changes left to apply." : listed(changes.map(changeText)),
    changes.length > 0 && unreviewed.length === 0 && wayBackText(changes, markdownStyle, "before"),
    names.length > 0 && `Also changed, although the preview did not include them: ${names.join(", ")}.`,
  );
}

export function nothingLeftText(subject: Subject): string {
  return paragraphs(`## ✅ Nothing is left to apply to ${code(subject.stack)}`, runText(subject), "The live settings match the program.");
}

const unfinishedMark = "<!-- graphplane-applying -->";

/** Returns the report of an update in progress. If the run is killed, this report remains. */
export function startedText(subject: Subject): string {
  const text = "If this comment stays, the run was killed, and some changes might already be applied. Run the job again.";
  return paragraphs(`## ⏳ Applying to ${code(subject.stack)}`, runText(subject), text, unfinishedMark);
}

/** Returns true if the report is from a run that has not reported its completion. */
export function isUnfinished(report: string): boolean {
  return report.includes(unfinishedMark);
}

/** Returns the report of an update that did not start, for example because another run has locked the stack. */
export function notStartedText(output: string, { stack, context }: Subject): string {
  return paragraphs(
    `## ⛔ Nothing was applied to ${code(stack)}`,
    runText({ stack, context }),
    "The update did not start. Pulumi printed:",
    block(output, "", maxError),
    "If another run has locked the stack, run the job again when that run has ended. If the run that locked it was killed, run `pulumi cancel` first.",
  );
}

/** A failed step, with its resource and the engine's complete error message. */
export interface Failure {
  readonly name: string;
  readonly cause: string;
}

/** The result of a failed update. `left` is undefined if the remaining changes are unknown. */
interface Stopped {
  readonly failures: readonly Failure[];
  readonly done: readonly Change[];
  readonly left: readonly Change[] | undefined;
}

/** Returns the report of a failed update, with the failed resources, the applied changes and the remaining changes. */
export function stoppedText({ failures, done, left }: Stopped, subject: Subject): string {
  const names = [...new Set(failures.flatMap(({ name }) => (name === "" ? [] : code(name))))].slice(0, 5);
  const causes = failures.map(({ name, cause }) => (name === "" ? cause : `${name}: ${cause}`)).join("\n");
  const section = (title: string, changes: readonly Change[] = []) =>
    changes.length > 0 && paragraphs(`**${title}**`, listed(changes.map(changeText)));
  return paragraphs(
    `## ❌ The update of ${code(subject.stack)} stopped${names.length === 0 ? "" : ` at ${names.join(", ")}`}`,
    runText(subject),
    block(causes || "The log of the run contains the error.", "", maxError),
    section("Applied", done),
    done.length > 0 && wayBackText(done, markdownStyle, "before"),
    section("Left", left),
    left === undefined && "graphplane could not determine the remaining changes: run a preview.",
    "Fix the cause, then run the job again to apply the rest.",
  );
}

/** Returns the reasons for refusing changes that no valid review covers. */
export function uncoveredTexts(changes: readonly ReviewedChange[], reasons: readonly string[]): string[] {
  return [...reasons, "These changes were not reviewed, or have changed since:", listed(changes.map(({ text }) => text))];
}

/** Returns `2026-11-22 08:15 UTC · commit 4f2a9c1d3e · log of the run`, or the name of the person who approved the update by hand. */
function runText({ by, context: { run } }: Subject): string {
  const log = (text: string) => (run?.url === undefined ? [] : [`[${text}](${run.url})`]);
  if (by !== undefined) return `${[`${code(by)} approved this by hand`, ...log("this run")].join(" in ")}.`;
  const commit = run?.commit === undefined ? [] : [`commit ${run.commit.slice(0, 10)}`];
  return run === undefined ? "" : [run.at, ...commit, ...log("log of the run")].join(" · ");
}

const changeText = ({ action, name, kind }: Change): string => `${action} ${code(name)} (${code(kind)})`;

function listed(all: readonly string[]): string {
  const more = all.length > maxListed ? [`… and ${all.length - maxListed} more`] : [];
  return [...all.slice(0, maxListed), ...more].map((text) => `- ${text}`).join("\n");
}
