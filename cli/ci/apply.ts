import { join } from "node:path";
import { writeApproval } from "../approval";
import { exit } from "../command";
import { messageOf } from "../errors";
import { type ReviewedChange, reviewedChanges, shortFingerprint } from "../review/fingerprint";
import type { Change } from "../review/model";
import { count } from "../words";
import type { Context, Outcome } from "./context";
import { type Engine, engine, type Examined, present, problemOf } from "./examine";
import type { Published } from "./host";
import { outputOf } from "./pulumi";
import { addReport, type Entry } from "./record";
import {
  appliedText,
  isUnfinished,
  nothingLeftText,
  notStartedText,
  refusedText,
  startedText,
  stoppedText,
  uncoveredTexts,
} from "./reports";
import { covers, findReviewed, type History, missingApprovals, type ReviewedPull, uncovered } from "./reviewed";
import { progressOf } from "./update-events";

interface ApplyOptions {
  /** The fingerprint that a person passes to approve a preview by hand. */
  readonly approved: string | undefined;
  readonly approvals: number;
}

interface Run extends ApplyOptions, ReturnType<typeof present> {
  readonly context: Context;
  readonly engine: Engine;
  readonly examined: Examined;
  readonly needed: readonly ReviewedChange[];
  readonly history: History;
}

/** Applies a preview if valid reviews cover all of its changes. */
export async function apply(context: Context, options: ApplyOptions, using: Engine = engine): Promise<Outcome> {
  // Fails early if the token is missing, because the preview takes a long time.
  if (context.ci.connect !== undefined && !context.isDry) void context.host;
  const examined = await using.examine(context);
  const needed = reviewedChanges(examined.review);
  const before = { ...options, ...present(context, examined), context, engine: using, examined, needed };
  const run: Run = { ...before, history: await historyOf(before) };
  const { newer } = run.history;
  if (newer !== undefined) return conclude(run, `Nothing to do: a newer commit, ${newer}, is already applied to ${run.stack}.`);
  if (examined.isEmpty) return nothingToDo(run);
  const refusal = await refusalOf(run);
  return refusal === undefined ? applyNow(run) : refuse(run, refusal);
}

async function historyOf({ context, examined, id, approved, approvals, needed }: Omit<Run, "history">): Promise<History> {
  const { commit } = context.ci;
  if (!context.canCallHost || commit === undefined) return { sources: [] };
  const wanted = { commit, approvals, needed: approved === undefined ? needed : [] };
  return findReviewed(context, id, wanted).catch((error: unknown) => {
    if (needed.length > 0 && examined.review.complete) throw error;
    context.log(`Earlier comments could not be read: ${messageOf(error)}`);
    return { sources: [] };
  });
}

async function conclude(run: Run, text: string, comment?: Published): Promise<Outcome> {
  run.context.print(text);
  await run.context.writeSummary(text);
  return outcomeOf(run, { comment, applied: false, exitCode: exit.fine });
}

/** Reports on each pull request whose own run was incomplete that nothing is left to apply. */
async function nothingToDo(run: Run): Promise<Outcome> {
  const { context, history, stack } = run;
  const isUnreported = ({ lastReport }: ReviewedPull) => lastReport?.startsWith("## ✅") === false;
  const pending = history.sources.filter((source) => source.open.size > 0 || isUnreported(source));
  const report = nothingLeftText({ stack, context });
  const comment = await updateComments(run, pending, () => ({ report, done: context.ci.commit }));
  return conclude(run, `Nothing to do: ${stack} matches the program.`, comment);
}

/** Returns the reasons why nothing can be applied, one per line; undefined if the preview can be applied. */
async function refusalOf(run: Run): Promise<readonly string[] | undefined> {
  const { context, examined, stack, approved, approvals, fingerprint = "", needed, history } = run;
  const problem = problemOf(examined);
  if (problem !== undefined) return [`The preview of ${stack} ${problem}`];
  // Changes to outputs, and live values that the state adopts, send no request.
  if (needed.length === 0) return undefined;
  if (approved !== undefined) {
    const source = history.sources.find(({ isOfPush }) => isOfPush);
    const tooFew = await missingApprovals(context, source?.pull, source?.review, approvals);
    if (tooFew !== undefined) return [tooFew];
    const matches = shortFingerprint(approved.trim()) === shortFingerprint(fingerprint);
    return matches ? undefined : ["The preview no longer matches the fingerprint. Read the new preview, and pass its fingerprint."];
  }
  if (!context.canCallHost)
    return ["A run on a terminal has no pull request with a review. Run and read a preview, then pass its fingerprint with --fingerprint."];
  const left = uncovered(needed, history.sources);
  if (left.length === 0) return undefined;
  const reasons = [...new Set(history.sources.flatMap(({ rejection }) => rejection ?? []))];
  const none = `No pull request contains ${context.ci.commit ?? "this commit"}, so its preview was not reviewed.`;
  return uncoveredTexts(left, history.sources.length === 0 ? [none] : reasons.slice(0, 5));
}

/** Returns the pull requests to report to: those of this push, and those whose changes are applied. */
function concerned({ history, needed }: Run): readonly ReviewedPull[] {
  const isConcerned = (source: ReviewedPull) =>
    (source.isOfPush && source.review !== undefined) || needed.some((change) => covers(source, change));
  const all = history.sources.filter(isConcerned);
  return all.length > 0 ? all : history.sources.filter(({ isOfPush }) => isOfPush).slice(0, 1);
}

const unfinished =
  "An earlier run of this update has not finished: it is still running or was killed, so some changes might already be applied.";

/** Reports why nothing was applied, what the preview contains, and how to apply it. */
async function refuse(run: Run, causes: readonly string[]): Promise<Outcome> {
  const { context, stack, markdown } = run;
  const sources = concerned(run);
  const reasons = sources.some(({ lastReport = "" }) => isUnfinished(lastReport)) ? [...causes, unfinished] : causes;
  const fingerprint = run.fingerprint && shortFingerprint(run.fingerprint);
  const reportOf = (hasApplied: boolean) => refusedText(reasons, { stack, context, fingerprint, hasApplied });
  context.reportFailure(`Nothing was applied. ${reasons.join(" ")}`);
  await context.writeSummary(`${reportOf(false)}\n\n${markdown}`);
  const comment = await updateComments(run, sources, ({ applied }) => ({ report: reportOf(applied.length > 0) }));
  return outcomeOf(run, { comment, applied: false, exitCode: exit.failed });
}

async function applyNow(run: Run): Promise<Outcome> {
  const { context, stack, needed } = run;
  const { review, approval } = run.examined;
  if (context.isDry) {
    context.print(`Would apply ${count(review.changes.length, "change")} to ${stack}; --dry-run applies nothing.`);
    return outcomeOf(run, { applied: false, exitCode: exit.fine });
  }
  if (approval === undefined) throw new Error("an incomplete preview cannot be applied");
  const file = join(context.temporary, "approval.json");
  await writeApproval(file, approval);
  const isByHand = run.approved !== undefined;
  const subject = { stack, context, by: isByHand ? context.ci.person : undefined };
  const sources = concerned(run);
  const started = await updateComments(run, sources, () => ({ report: startedText(subject) }));

  const updated = await run.engine.runUpdate(context, file);
  const { hasStarted, isDone: isApplied, failures, unreviewed } = progressOf(updated.events, review);
  const isDone = updated.code === 0;
  const done = needed.filter((change) => isDone || isApplied(change));
  const left = isDone || !hasStarted ? [] : await remainingChanges(run);
  const reportOf = (changes: readonly Change[]) => {
    if (isDone) return appliedText(changes, unreviewed, subject);
    return hasStarted ? stoppedText({ failures, done: changes, left }, subject) : notStartedText(outputOf(context, updated), subject);
  };
  const applied = isDone ? review.changes : changesOf(done);
  const progress = `${count(applied.length, "change")} applied, ${left === undefined ? "the rest is unknown" : `${left.length} left`}`;
  if (!hasStarted && !isDone) context.reportFailure(`Nothing was applied: the update of ${stack} did not start.`);
  else if (!isDone)
    context.reportFailure(`The update of ${stack} stopped: ${progress}. Fix the cause, then run the job again to apply the rest.`);
  await context.writeSummary(reportOf(applied));

  // A complete update also covers the remaining changes of earlier pull requests.
  const others = isDone ? run.history.sources.filter((source) => source.open.size > 0 && !sources.includes(source)) : [];
  const ended = await updateComments(run, [...sources, ...others], (source) => {
    const own = done.filter((change) => covers(source, change));
    const digests = own.flatMap((change) => change.digests.filter((digest) => source.open.has(digest)));
    const report = reportOf(isByHand || needed.length === 0 ? applied : changesOf(own));
    return { report, applied: digests, done: isDone ? context.ci.commit : undefined };
  });
  return outcomeOf(run, {
    comment: ended?.id === started?.id ? started : ended,
    applied: isDone || done.length > 0,
    exitCode: isDone ? exit.fine : context.terminal.stopped.aborted ? exit.interrupted : exit.failed,
  });
}

/** Previews again after a failed update, and returns the changes that are left. Undefined if this preview fails, or after an interruption. */
async function remainingChanges({ context, engine: using }: Run): Promise<readonly Change[] | undefined> {
  if (context.terminal.stopped.aborted) return undefined;
  const { review } = await using.examine(context);
  return review.failed ? undefined : review.changes;
}

function changesOf(all: readonly ReviewedChange[]): Change[] {
  return [...new Set(all.flatMap(({ change }) => change ?? []))];
}

/** Adds a report to the comment of each pull request. Resolves with the first comment. */
async function updateComments(
  { context, id }: Run,
  sources: readonly ReviewedPull[],
  entryFor: (source: ReviewedPull) => Entry,
): Promise<Published | undefined> {
  const published: (Published | undefined)[] = [];
  for (const source of sources) published.push(await addReport(context, id, source.pull, entryFor(source)));
  return published[0];
}

function outcomeOf({ context, examined, stack, fingerprint }: Run, rest: Pick<Outcome, "comment" | "applied" | "exitCode">): Outcome {
  return { stack, fingerprint, commit: context.ci.commit, changes: examined.review.changes.length, ...rest };
}
