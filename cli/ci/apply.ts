import { join } from "node:path";
import { writeApproval } from "../approval";
import { exit } from "../command";
import { compareWith } from "../review/fingerprint";
import { formats } from "../review/formats";
import { isMarked, markerOf } from "../review/marker";
import type { Change, Review } from "../review/model";
import { stackName } from "../review/words";
import { comparisonText } from "../review/comparison";
import type { Context } from "./context";
import { type Examined, examine, withTemporary } from "./examine";
import type { Pull } from "./host";
import type { Outcome } from "./outcome";
import { publish } from "./publish";
import { appliedText, begunText, isBegun, lockedText, refusedText, stoppedText } from "./reports";
import { findReviewed, missingApprovals, pullThatBrought } from "./reviewed";
import { update } from "./update";

export interface ApplyOptions {
  readonly pack?: string | undefined;
  /** The fingerprint that a person has read in a preview by hand. */
  readonly fingerprint?: string | undefined;
  readonly approvals: number;
}

/** A run of the verb: the preview of now, and what it belongs to. */
interface Run extends ApplyOptions {
  readonly context: Context;
  readonly examined: Examined;
  readonly stack: string;
  readonly temporary: string;
}

/** Applies what was reviewed, if a preview still shows exactly that. */
export function apply(context: Context, options: ApplyOptions): Promise<Outcome> {
  return withTemporary(async (temporary) => {
    const { place, isDry } = context;
    // A missing token is reported before a long preview.
    if (place.connect !== undefined && !isDry) void context.host;
    const examined = await examine(context, { pack: options.pack, temporary, approves: true });
    const run: Run = { ...options, context, examined, temporary, stack: stackName(examined.review) ?? "unknown" };
    const { review } = examined;
    if (isEmpty(review)) {
      const text = `Nothing to do: ${run.stack} is what the program declares.`;
      context.say(text);
      await context.summarize(text);
      return outcomeOf(run, { applied: false, exitCode: exit.fine });
    }
    const { pull, refusal } = await permission(run);
    if (refusal !== undefined) return refuse(run, pull, refusal);
    return applyNow(run, pull);
  });
}

function isEmpty({ complete, changes, outputs, services }: Review): boolean {
  return complete && changes.length + outputs.length + services.length === 0;
}

interface Permission {
  readonly pull?: Pull | undefined;
  /** The reasons to apply nothing, in lines; undefined if there are none. */
  readonly refusal?: readonly string[] | undefined;
}

/** Decides whether this preview is the reviewed one. */
async function permission(run: Run): Promise<Permission> {
  const { context, examined, stack, fingerprint, approvals } = run;
  const { review, missing } = examined;
  const { commit, connect, hasToken } = context.place;
  const canAsk = connect !== undefined && (hasToken || !context.isDry);
  const pull = canAsk && commit !== undefined ? await pullThatBrought(context, commit) : undefined;
  if (missing !== undefined) return { pull, refusal: [`The secret ${missing} is missing, so the preview failed. Give it to the job.`] };
  if (!review.complete) return { pull, refusal: ["The preview failed, is incomplete, or is not allowed: the summary says why."] };
  const tooFew = canAsk || approvals > 0 ? await missingApprovals(context, pull, approvals) : undefined;
  if (tooFew !== undefined) return { pull, refusal: [tooFew] };
  // What only takes live values over into the state, or changes outputs, sends nothing, so nobody needs to have reviewed it.
  if (review.services.length === 0 && review.changes.every(({ action }) => action === "record")) return { pull };
  const reviewed = fingerprint !== undefined ? { fingerprint } : canAsk ? await findReviewed(context, stack, pull) : unasked;
  if ("refusal" in reviewed) return { pull, refusal: [reviewed.refusal] };
  const comparison = compareWith(reviewed.fingerprint, review);
  return comparison.is === "the same" ? { pull } : { pull, refusal: comparisonText(comparison) };
}

const unasked = {
  refusal: "On a terminal no review can be found: give the fingerprint of the preview that you have read with --fingerprint.",
};

/** Says why nothing is applied, what a preview shows now, and how to apply that. */
async function refuse(run: Run, pull: Pull | undefined, why: readonly string[]): Promise<Outcome> {
  const { context, examined, stack } = run;
  const reasons = (await hasBegun(run, pull)) ? [...why, unfinished] : why;
  const rendering = { directory: context.directory, run: context.run, notes: examined.notes };
  const now = formats.markdown(examined.review, rendering);
  const report = refusedText(reasons, { stack, context, fingerprint: markerOf(now)?.fingerprint });
  for (const reason of reasons) context.say(reason);
  context.fail(`Nothing was applied. ${reasons[0] ?? ""}`);
  await context.summarize(`${report}\n\n${now}`);
  const comment = await record(run, pull, report);
  return outcomeOf(run, { comment, applied: false, exitCode: exit.failed });
}

const unfinished =
  "An earlier run began to apply it and has not reported its end: it is still running, or was killed half-way, so some changes may be applied.";

async function hasBegun({ context, stack }: Run, pull: Pull | undefined): Promise<boolean> {
  if (pull === undefined) return false;
  return (await context.host.comments(pull.number)).filter(isMarked("apply", stack)).some(({ body }) => isBegun(body));
}

async function applyNow(run: Run, pull: Pull | undefined): Promise<Outcome> {
  const { context, examined, stack, pack, temporary } = run;
  const { review, plan, approval, withProgram } = examined;
  if (context.isDry) {
    context.say(`Would apply ${review.changes.length} changes to ${stack}; --dry-run applies nothing.`);
    return outcomeOf(run, { applied: false, exitCode: exit.fine });
  }
  if (approval === undefined) throw new Error("an incomplete preview cannot be applied");
  const file = join(temporary, "approval.json");
  await writeApproval(file, approval);
  const about = { stack, context, by: run.fingerprint === undefined ? undefined : context.place.person };
  const begun = await record(run, pull, begunText(about));
  const end = async (report: string): Promise<Outcome["comment"]> => {
    await context.summarize(report);
    const ended = await record(run, pull, report);
    return ended?.id === begun?.id ? begun : ended;
  };
  const updated = await update(context, { pack, plan, approval: file, withProgram });
  if (updated.is === "applied") {
    return outcomeOf(run, { comment: await end(appliedText(review, about)), applied: true, exitCode: exit.fine });
  }
  if (updated.is === "locked") {
    context.fail(`Nothing was applied: another run holds ${stack}.`);
    return outcomeOf(run, { comment: await end(lockedText(about)), applied: false, exitCode: exit.failed });
  }
  const left = await leftOver(run, temporary);
  const report = stoppedText(review, updated.output, left, about);
  context.fail(`The update of ${stack} failed; the comment and the summary say what was applied and what is left.`);
  const comment = await end(report);
  const exitCode = context.terminal.stopped.aborted ? exit.interrupted : exit.failed;
  const applied = left !== undefined && left.length < review.changes.length;
  return outcomeOf(run, { comment, applied, exitCode });
}

/** The changes that a preview after a failed update still shows; undefined if it cannot be made, such as after an interruption. */
async function leftOver({ context, examined, pack }: Run, temporary: string): Promise<readonly Change[] | undefined> {
  if (context.terminal.stopped.aborted) return undefined;
  const { withProgram } = examined;
  const { review } = await examine(context, { pack, temporary, withProgram });
  return review.failed ? undefined : review.changes;
}

/** Keeps one comment on the pull request about what was applied. That it cannot be written does not undo the update. */
async function record({ context, stack }: Run, pull: Pull | undefined, report: string): Promise<Outcome["comment"]> {
  if (pull === undefined) return undefined;
  return publish(context, pull, "apply", stack, report).catch((error: unknown) => {
    context.fail(
      `The comment on pull request ${pull.number} could not be written: ${error instanceof Error ? error.message : String(error)}`,
    );
    return undefined;
  });
}

function outcomeOf({ context, examined, stack }: Run, rest: Pick<Outcome, "comment" | "applied" | "exitCode">): Outcome {
  const { review, notes } = examined;
  const text = formats.markdown(review, { directory: context.directory, run: context.run, notes });
  return { stack, fingerprint: markerOf(text)?.fingerprint, commit: context.place.commit, changes: review.changes.length, ...rest };
}
