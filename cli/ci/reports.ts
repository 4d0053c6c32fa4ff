import { block, code } from "../review/escape";
import type { ReviewedChange } from "../review/fingerprint";
import type { Change } from "../review/model";
import { paragraphs } from "../review/words";
import type { Context } from "./context";

/** The reports of `graphplane ci apply` on a pull request, in Markdown. Names and values are escaped. */

interface About {
  readonly stack: string;
  readonly context: Context;
  /** The person who approved it by hand. */
  readonly by?: string | undefined;
}

const maxListed = 50;
const maxError = 3_000;

/** The report of a refusal: its reasons, and how to continue. */
export function refusedText(
  reasons: readonly string[],
  { stack, context, fingerprint, hasApplied }: About & { readonly fingerprint: string | undefined; readonly hasApplied: boolean },
): string {
  const command = `graphplane ci apply${context.stack === undefined ? "" : ` --stack ${context.stack}`} --fingerprint <fingerprint>`;
  const way =
    fingerprint === undefined
      ? "Fix what the preview reports, then open another pull request or run the job again."
      : `To apply the current changes, run the job by hand without a fingerprint, read its summary, and run it again with the fingerprint shown there (${code(command)}).`;
  const heading = hasApplied ? `This run applied nothing to ${code(stack)}` : `Nothing was applied to ${code(stack)}`;
  return paragraphs(`## ⛔ ${heading}`, runText(context), block(reasons.join("\n"), "", maxError), way);
}

export function isRefusal(report: string): boolean {
  return report.startsWith("## ⛔");
}

export function appliedText(changes: readonly Change[], unseen: readonly string[], about: About): string {
  return paragraphs(
    `## ✅ Applied to ${code(about.stack)}`,
    approval(about) || runText(about.context),
    changes.length === 0 ? "Nothing of this pull request was left to apply." : listed(changes),
    unseen.length > 0 &&
      `Also changed, although the preview did not show it: ${unseen
        .slice(0, maxListed)
        .map((name) => code(name))
        .join(", ")}.`,
  );
}

/** The report of a run that found nothing left to apply. */
export function nothingLeftText({ stack, context }: About): string {
  return paragraphs(`## ✅ Nothing is left to apply to ${code(stack)}`, runText(context), "The live settings match the program.");
}

const unfinishedMark = "<!-- graphplane-applying -->";

/** The report while an update runs; it stays if the run is killed. */
export function startedText(about: About): string {
  const text = "If this comment stays, the run was killed, and some changes may be applied. Run the job again.";
  return paragraphs(`## ⏳ Applying to ${code(about.stack)}`, approval(about) || runText(about.context), text, unfinishedMark);
}

/** Returns true for the report of a run that has not reported its end. */
export function isUnfinished(report: string): boolean {
  return report.includes(unfinishedMark);
}

/** The report of an update that did not begin: another run may hold the stack. */
export function notStartedText(output: string, about: About): string {
  const { stack, context } = about;
  return paragraphs(
    `## ⛔ Nothing was applied to ${code(stack)}`,
    runText(context),
    "The update did not begin. Pulumi printed:",
    block(output, "", maxError),
    "If another run holds the stack, run the job again when that run has ended. If a run was killed and none is active, run `pulumi cancel` first.",
  );
}

/** A step that failed: its resource, and the engine's cause whole. */
export interface Failure {
  readonly name: string;
  readonly cause: string;
}

/** The report of a failed update: where it stopped, the changes that it applied, and those that are left. */
export function stoppedText(
  {
    failures,
    done,
    left,
  }: { readonly failures: readonly Failure[]; readonly done: readonly Change[]; readonly left: readonly Change[] | undefined },
  about: About,
): string {
  const names = [...new Set(failures.flatMap(({ name }) => (name === "" ? [] : code(name))))].slice(0, 5);
  const section = (title: string, some: readonly Change[]) => some.length > 0 && paragraphs(`**${title}**`, listed(some));
  return paragraphs(
    `## ❌ The update of ${code(about.stack)} stopped${names.length === 0 ? "" : ` at ${names.join(", ")}`}`,
    approval(about) || runText(about.context),
    block(
      failures.map(({ name, cause }) => (name === "" ? cause : `${name}: ${cause}`)).join("\n") || "The log of the run says why.",
      "",
      maxError,
    ),
    section("Applied", done),
    section("Left", left ?? []),
    left === undefined && "graphplane could not find out what is left: preview again.",
    "Fix the cause, then run the job again: it applies the rest.",
  );
}

/** The reasons of a refusal for changes that no review shows. */
export function uncoveredTexts(changes: readonly ReviewedChange[], reasons: readonly string[]): string[] {
  const lines = changes.slice(0, maxListed).map(({ text }) => `- ${text}`);
  const more = changes.length - lines.length;
  return [...reasons, "These changes were not reviewed, or have changed since:", ...lines, ...(more > 0 ? [`- … and ${more} more`] : [])];
}

function approval({ by, context }: About): string {
  return by === undefined
    ? ""
    : `${code(by)} approved this by hand${context.run?.url === undefined ? "" : ` in [this run](${context.run.url})`}.`;
}

/** `2026-11-22 08:15 UTC · commit 4f2a9c1d3e · log of the run` */
function runText({ run }: Context): string {
  if (run === undefined) return "";
  const { at, commit, url } = run;
  return [
    at,
    ...(commit === undefined ? [] : [`commit ${commit.slice(0, 10)}`]),
    ...(url === undefined ? [] : [`[log of the run](${url})`]),
  ].join(" · ");
}

function listed(changes: readonly Change[]): string {
  const lines = changes.slice(0, maxListed).map(({ action, name, kind }) => `- ${action} ${code(name)} (${code(kind)})`);
  const more = changes.length - lines.length;
  return [...lines, ...(more > 0 ? [`- … and ${more} more`] : [])].join("\n");
}
