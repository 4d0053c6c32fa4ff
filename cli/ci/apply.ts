import { join } from "node:path";
import { writeApproval } from "../approval";
import { exit } from "../command";
import { messageOf } from "../errors";
import { type ReviewedChange, reviewedChanges, shortFingerprint } from "../review/fingerprint";
import { formats } from "../review/formats";
import { markerOf, type StackId } from "../review/marker";
import type { Change } from "../review/model";
import { stackName } from "../review/words";
import { count } from "../words";
import type { Context, Outcome } from "./context";
import { type Engine, engine } from "./engine";
import type { Examined } from "./examine";
import type { Published } from "./host";
import { outputOf } from "./pulumi";
import { addReport, type Entry, reportsIn } from "./record";
import {
  appliedText,
  startedText,
  nothingLeftText,
  isUnfinished,
  notStartedText,
  refusedText,
  stoppedText,
  uncoveredTexts,
} from "./reports";
import { covers, findReviewed, type History, missingApprovals, type ReviewedPull, uncovered } from "./reviewed";
import { progressOf } from "./update-events";

interface Run {
  /** The fingerprint that a person has read in a preview by hand. */
  readonly fingerprint: string | undefined;
  readonly approvals: number;
  readonly context: Context;
  readonly engine: Engine;
  readonly examined: Examined;
  readonly id: StackId;
  readonly text: string;
  /** The changes that need a review. */
  readonly needed: readonly ReviewedChange[];
  readonly history: History;
}

/** Applies a preview if each change in it was shown by a review that counts. */
export async function apply(context: Context, options: Pick<Run, "fingerprint" | "approvals">, using: Engine = engine): Promise<Outcome> {
  const { commit, connect } = context.ci;
  // A missing token is reported before a long preview.
  if (connect !== undefined && !context.isDry) void context.host;
  const examined = await using.examine(context);
  const { review, notes, isEmpty } = examined;
  const id = context.stackId(stackName(review) ?? "unknown");
  const text = formats.markdown(review, {
    directory: context.directory,
    folder: id.folder,
    run: context.run,
    notes,
    narrowed: context.narrowed,
  });
  const needed = reviewedChanges(review);
  const before: Run = { ...options, context, engine: using, examined, text, id, needed, history: { sources: [] } };
  const asks = context.canAsk && commit !== undefined;
  const isByHand = options.fingerprint !== undefined;
  const wanted = { needed: isEmpty || isByHand ? [] : needed, approvals: options.approvals };
  const find = asks && findReviewed(context, id, { ...wanted, commit });
  const history = find
    ? await find.catch((error: unknown): History => {
        if (needed.length > 0 && review.complete) throw error;
        context.log(`earlier comments could not be read: ${messageOf(error)}`);
        return { sources: [] };
      })
    : before.history;
  const run = { ...before, history };
  if (history.newer !== undefined) return reportNewer(run, history.newer);
  if (isEmpty) return nothingToDo(run);
  const refusal = await refusalOf(run);
  return refusal === undefined ? applyNow(run) : refuse(run, refusal);
}

/** Ends a run for a commit that a later run has overtaken. */
async function reportNewer(run: Run, newer: string): Promise<Outcome> {
  const text = `Nothing to do: a newer commit, ${newer}, is already applied to ${run.id.stack}.`;
  run.context.print(text);
  await run.context.writeSummary(text);
  return outcomeOf(run, { applied: false, exitCode: exit.fine });
}

/** Notes on the pull requests whose changes were not applied by a run of theirs that nothing of them is left. */
async function nothingToDo(run: Run): Promise<Outcome> {
  const { context, history, id } = run;
  const nothing = `Nothing to do: ${id.stack} matches the program.`;
  context.print(nothing);
  await context.writeSummary(nothing);
  const open = history.sources.filter(
    ({ open, record, done }) =>
      open.size > 0 || (record !== undefined && done === undefined && !reportsIn(record.body)[0]?.startsWith("## ✅")),
  );
  const report = nothingLeftText({ stack: id.stack, context });
  const comment = await updateComments(context, id, open, () => ({ report, done: context.ci.commit }));
  return outcomeOf(run, { comment, applied: false, exitCode: exit.fine });
}

/** The reasons to apply nothing, in lines; undefined if each change was reviewed. */
async function refusalOf(run: Run): Promise<readonly string[] | undefined> {
  const { context, examined, fingerprint, approvals, needed, history, text } = run;
  const { review, missing } = examined;
  if (missing !== undefined) return [`The preview failed: ${missing} is missing. Add it to the job's \`env\`.`];
  if (!review.complete) return ["The preview failed, is incomplete, or is not allowed: the summary says why."];
  // State that takes over live values, or outputs, send nothing.
  if (needed.length === 0) return undefined;
  if (fingerprint !== undefined) {
    const source = history.sources.find(({ isOfPush }) => isOfPush);
    const tooFew = context.canAsk || approvals > 0 ? await missingApprovals(context, source?.pull, undefined, approvals) : undefined;
    if (tooFew !== undefined) return [tooFew];
    const now = markerOf(text)?.fingerprint ?? "";
    return shortFingerprint(fingerprint.trim()) === shortFingerprint(now)
      ? undefined
      : ["The preview no longer matches the fingerprint: read the new one, and approve it."];
  }
  if (!context.canAsk)
    return ["A terminal has no pull request to find a review on: pass the fingerprint of the preview that you read with --fingerprint."];
  const left = uncovered(needed, history.sources);
  if (left.length === 0) return undefined;
  const reasons = [...new Set(history.sources.flatMap(({ rejection }) => rejection ?? []))];
  const none = `No pull request brought ${context.ci.commit ?? "this commit"}, so its preview was not reviewed.`;
  return uncoveredTexts(left, history.sources.length === 0 ? [none] : reasons.slice(0, 5));
}

/** The pull requests that a report concerns: those of this push, and those whose changes are applied. */
function concerned({ history, needed }: Run): readonly ReviewedPull[] {
  const isConcerned = (source: ReviewedPull) => (source.isOfPush && source.hasReview) || needed.some((change) => covers(source, change));
  const all = history.sources.filter(isConcerned);
  return all.length > 0 ? all : history.sources.filter(({ isOfPush }) => isOfPush).slice(0, 1);
}

/** Says why nothing is applied, what a preview shows now, and how to apply that. */
async function refuse(run: Run, why: readonly string[]): Promise<Outcome> {
  const { context, id, text } = run;
  const sources = concerned(run);
  const hasStarted = sources.some(({ record }) => record !== undefined && isUnfinished(reportsIn(record.body)[0] ?? ""));
  const reasons = hasStarted ? [...why, unfinished] : why;
  const marker = markerOf(text)?.fingerprint;
  const fingerprint = marker && shortFingerprint(marker);
  const reportFor = (hasApplied: boolean) => refusedText(reasons, { stack: id.stack, context, fingerprint, hasApplied });
  for (const reason of reasons) context.print(reason);
  context.reportFailure(`Nothing was applied. ${reasons.join(" ")}`);
  await context.writeSummary(`${reportFor(false)}\n\n${text}`);
  const comment = await updateComments(context, id, sources, ({ applied }) => ({ report: reportFor(applied.length > 0) }));
  return outcomeOf(run, { comment, applied: false, exitCode: exit.failed });
}

const unfinished =
  "An earlier run started to apply this and has not finished: it is still running or was killed, so some changes may be applied.";

async function applyNow(run: Run): Promise<Outcome> {
  const { context, examined, id, needed } = run;
  const { review, approval } = examined;
  if (context.isDry) {
    context.print(`Would apply ${count(review.changes.length, "change")} to ${id.stack}; --dry-run applies nothing.`);
    return outcomeOf(run, { applied: false, exitCode: exit.fine });
  }
  if (approval === undefined) throw new Error("an incomplete preview cannot be applied");
  const file = join(context.temporary, "approval.json");
  await writeApproval(file, approval);
  const about = { stack: id.stack, context, by: run.fingerprint === undefined ? undefined : context.ci.person };
  const sources = concerned(run);
  const begun = await updateComments(context, id, sources, () => ({ report: startedText(about) }));
  const updated = await run.engine.runUpdate(context, file);
  const progress = progressOf(updated.events, review);
  const isDone = updated.code === 0;
  const done = needed.filter((change) => isDone || progress.isDone(change));
  const end = async (all: readonly ReviewedPull[], summary: string, reportFor: (own: readonly Change[]) => string, exitCode: number) => {
    await context.writeSummary(summary);
    const ended = await updateComments(context, id, all, (source) => {
      const own = done.filter((change) => covers(source, change));
      const digests = own.flatMap(({ digests: some }) => some.filter((digest) => source.open.has(digest)));
      return { report: reportFor(changesOf(own)), applied: digests, done: isDone ? context.ci.commit : undefined };
    });
    return outcomeOf(run, { comment: ended?.id === begun?.id ? begun : ended, applied: isDone || done.length > 0, exitCode });
  };
  const { changes } = review;
  const failedCode = context.terminal.stopped.aborted ? exit.interrupted : exit.failed;
  if (isDone) {
    // Nothing of an earlier pull request is left either.
    const others = run.history.sources.filter((source) => source.open.size > 0 && !sources.includes(source));
    const textOf = (own: readonly Change[]) => appliedText(own, progress.unseen, about);
    const isAll = (own: readonly Change[]) => (run.fingerprint === undefined && needed.length > 0 ? own : changes);
    return end([...sources, ...others], textOf(changes), (own) => textOf(isAll(own)), exit.fine);
  }
  if (!progress.hasStarted) {
    const text = notStartedText(outputOf(context, updated), about);
    context.reportFailure(`Nothing was applied: the update of ${id.stack} did not begin.`);
    return end(sources, text, () => text, failedCode);
  }
  const left = await remainingChanges(run);
  context.reportFailure(`The update of ${id.stack} failed; the comment and the summary say what was applied and what is left.`);
  const textOf = (own: readonly Change[]) => stoppedText({ failures: progress.failures, done: own, left }, about);
  return end(sources, textOf(changesOf(done)), (own) => textOf(run.fingerprint === undefined ? own : changesOf(done)), failedCode);
}

/** The changes that a preview after a failed update still shows; undefined if it cannot be made, such as after an interruption. */
async function remainingChanges({ context, engine: using }: Run): Promise<readonly Change[] | undefined> {
  if (context.terminal.stopped.aborted) return undefined;
  const { review } = await using.examine(context);
  return review.failed ? undefined : review.changes;
}

function changesOf(all: readonly ReviewedChange[]): Change[] {
  return [...new Set(all.flatMap(({ change }) => change ?? []))];
}

/** Writes to the comment of each pull request; resolves to that of the first. */
async function updateComments(
  context: Context,
  id: StackId,
  sources: readonly ReviewedPull[],
  entryFor: (source: ReviewedPull) => Entry,
): Promise<Published | undefined> {
  if (context.isDry) return undefined;
  const published: (Published | undefined)[] = [];
  for (const source of sources) published.push(await addReport(context, id, source, entryFor(source)));
  return published[0];
}

function outcomeOf(
  { context, examined, id, text }: Run,
  rest: Pick<Outcome, "comment" | "exitCode"> & { readonly applied: boolean },
): Outcome {
  const { changes } = examined.review;
  return {
    stack: id.stack,
    fingerprint: markerOf(text)?.fingerprint,
    commit: context.ci.commit,
    changes: changes.length,
    ...rest,
  };
}
