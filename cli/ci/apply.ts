import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { writeApproval } from "../approval";
import { exit } from "../command";
import { messageOf } from "../errors";
import { count } from "../words";
import { compareWith, comparisonText } from "../review/fingerprint";
import { formats } from "../review/formats";
import { isMarked, markerOf } from "../review/marker";
import type { Change } from "../review/model";
import { stackName } from "../review/words";
import type { Context, Outcome } from "./context";
import { type Examined, examine } from "./examine";
import type { Pull } from "./host";
import { publish } from "./publish";
import { isLocked, update } from "./pulumi";
import { appliedText, begunText, doneText, isBegun, isDone, lockedText, refusedText, stoppedText } from "./reports";
import { findReviewed, missingApprovals, pullThatBrought } from "./reviewed";

interface Run {
  /** The fingerprint that a person has read in a preview by hand. */
  readonly fingerprint: string | undefined;
  readonly approvals: number;
  readonly context: Context;
  readonly examined: Examined;
  readonly stack: string;
  readonly text: string;
  /** The pull request that brought the commit. */
  readonly pull?: Pull | undefined;
}

/** Applies what was reviewed, if a preview still shows exactly that. */
export async function apply(context: Context, options: Pick<Run, "fingerprint" | "approvals">): Promise<Outcome> {
  const { commit, connect } = context.place;
  // A missing token is reported before a long preview.
  if (connect !== undefined && !context.isDry) void context.host;
  const examined = await examine(context, { approves: true });
  const { review, notes } = examined;
  const text = formats.markdown(review, { directory: context.directory, run: context.run, notes });
  const run: Run = { ...options, context, examined, text, stack: stackName(review) ?? "unknown" };
  if (examined.isEmpty) {
    const nothing = `Nothing to do: ${run.stack} matches the program.`;
    context.say(nothing);
    await context.summarize(nothing);
    return outcomeOf(run, { comment: await settle(run), applied: false, exitCode: exit.fine });
  }
  const pull = context.canAsk && commit !== undefined ? await pullThatBrought(context, commit) : undefined;
  const asked = { ...run, pull };
  const refusal = await refusalOf(asked);
  return refusal === undefined ? applyNow(asked) : refuse(asked, refusal);
}

/** The reasons to apply nothing, in lines; undefined if this preview is the reviewed one. */
async function refusalOf({ context, examined, stack, pull, fingerprint, approvals }: Run): Promise<readonly string[] | undefined> {
  const { review, missing } = examined;
  const { canAsk } = context;
  if (missing !== undefined) return [`The secret ${missing} is missing, so the preview failed. Give it to the job.`];
  if (!review.complete) return ["The preview failed, is incomplete, or is not allowed: the summary says why."];
  const tooFew = canAsk || approvals > 0 ? await missingApprovals(context, pull, approvals) : undefined;
  if (tooFew !== undefined) return [tooFew];
  // What only takes live values over into the state, or changes outputs, sends nothing, so nobody needs to have reviewed it.
  if (review.services.length === 0 && review.changes.every(({ action }) => action === "keep live values")) return undefined;
  const reviewed = fingerprint !== undefined ? { fingerprint } : canAsk ? await findReviewed(context, stack, pull) : unasked;
  if ("refusal" in reviewed) return [reviewed.refusal];
  const comparison = compareWith(reviewed.fingerprint, review);
  return comparison.is === "the same" ? undefined : comparisonText(comparison);
}

const unasked = {
  refusal: "A terminal has no pull request to find a review on: pass the fingerprint of the preview that you read with --fingerprint.",
};

/** Says why nothing is applied, what a preview shows now, and how to apply that. */
async function refuse(run: Run, why: readonly string[]): Promise<Outcome> {
  const { context, stack, text } = run;
  const reasons = (await hasBegun(run)) ? [...why, unfinished] : why;
  const report = refusedText(reasons, { stack, context, fingerprint: markerOf(text)?.fingerprint });
  for (const reason of reasons) context.say(reason);
  context.fail(`Nothing was applied. ${reasons.join(" ")}`);
  await context.summarize(`${report}\n\n${text}`);
  const comment = await record(run, report);
  return outcomeOf(run, { comment, applied: false, exitCode: exit.failed });
}

const unfinished =
  "An earlier run started to apply this and has not finished: it is still running or was killed, so some changes may be applied.";

async function hasBegun({ context, stack, pull }: Run): Promise<boolean> {
  if (pull === undefined) return false;
  return (await context.host.comments(pull.number)).filter(isMarked("apply", stack)).some(({ body }) => isBegun(body));
}

async function applyNow(run: Run): Promise<Outcome> {
  const { context, examined, stack } = run;
  const { review, plan, approval } = examined;
  if (context.isDry) {
    context.say(`Would apply ${count(review.changes.length, "change")} to ${stack}; --dry-run applies nothing.`);
    return outcomeOf(run, { applied: false, exitCode: exit.fine });
  }
  if (approval === undefined) throw new Error("an incomplete preview cannot be applied");
  const file = join(context.temporary, "approval.json");
  await writeApproval(file, approval);
  const about = { stack, context, by: run.fingerprint === undefined ? undefined : context.place.person };
  const begun = await record(run, begunText(about));
  const end = async (report: string, applied: boolean, exitCode: number) => {
    await context.summarize(report);
    const ended = await record(run, report);
    return outcomeOf(run, { comment: ended?.id === begun?.id ? begun : ended, applied, exitCode });
  };
  const updated = await update(context, plan, file);
  if (updated.code === 0) return end(appliedText(review, about), true, exit.fine);
  if (isLocked(updated)) {
    context.fail(`Nothing was applied: another run holds ${stack}.`);
    return end(lockedText(about), false, exit.failed);
  }
  const left = await leftOver(context);
  context.fail(`The update of ${stack} failed; the comment and the summary say what was applied and what is left.`);
  const report = stoppedText(review, stripVTControlCharacters(`${updated.stdout}\n${updated.stderr}`), left, about);
  const applied = left !== undefined && left.length < review.changes.length;
  return end(report, applied, context.terminal.stopped.aborted ? exit.interrupted : exit.failed);
}

/** Updates the comment of an earlier run that stopped half-way or was refused, once nothing is left to apply. */
async function settle(run: Run): Promise<Outcome["comment"]> {
  const { context, stack } = run;
  const { commit } = context.place;
  if (!context.canAsk || commit === undefined) return undefined;
  try {
    const pull = await pullThatBrought(context, commit);
    const last = pull && (await context.host.comments(pull.number)).filter(isMarked("apply", stack)).at(-1);
    return last && !isDone(last.body) ? await record({ ...run, pull }, doneText({ stack, context })) : undefined;
  } catch (error) {
    // Nothing had to be applied.
    context.note(`an earlier comment could not be updated: ${messageOf(error)}`);
    return undefined;
  }
}

/** The changes that a preview after a failed update still shows; undefined if it cannot be made, such as after an interruption. */
async function leftOver(context: Context): Promise<readonly Change[] | undefined> {
  if (context.terminal.stopped.aborted) return undefined;
  const { review } = await examine(context);
  return review.failed ? undefined : review.changes;
}

/** Keeps one comment on the pull request about what was applied. That it cannot be written does not undo the update. */
async function record({ context, stack, pull }: Run, report: string): Promise<Outcome["comment"]> {
  if (pull === undefined) return undefined;
  return publish(context, pull, "apply", stack, report).catch((error: unknown) => {
    context.fail(`The comment on pull request ${pull.number} could not be written: ${messageOf(error)}`);
    return undefined;
  });
}

function outcomeOf({ context, examined, stack, text }: Run, rest: Pick<Outcome, "comment" | "applied" | "exitCode">): Outcome {
  const { changes } = examined.review;
  return { stack, fingerprint: markerOf(text)?.fingerprint, commit: context.place.commit, changes: changes.length, ...rest };
}
