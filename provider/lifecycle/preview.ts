import { isAccessDenied, isDefiniteRefusal } from "../../client";
import { consequencesOfDeclared } from "../announce/consequences";
import type { ReviewFacts } from "../announce/review-facts";
import { withRequestId } from "../announce/error-text";
import { aliasesHint, InputError, NotUnderstoodError } from "../errors";
import type { CheckFailure } from "../values/validation";
import { canonicalJson, differences } from "../values/json";
import { isRefusal, type IsSecret, type ResourceDefinition, type Sending, textOf } from "../definition";
import { decide } from "../reconcile/decide";
import type { LifecycleContext } from "./operation";
import { PlanRecording } from "./plan-record";
import { omitArguments } from "../reconcile/pending";
import type { Properties } from "../reconcile/notes";
import { fieldOf } from "../values/names";
import { isUnknown } from "../values/unknowns";

/** One resource that is previewed, as its lifecycle sees it. */
export interface PreviewRequest<Args, State> {
  /** The declared arguments, in the form in which they are sent; values may be unknown. */
  readonly args: Properties;
  /** The state; undefined for a new resource. */
  readonly last: State | undefined;
  /** Marks a replacement with the same object as the resource that it replaces: it takes the object over. */
  readonly replacesItself: boolean;
  /** The object in the lines. */
  readonly object: string;
  readonly begin: (known: Partial<Args>) => LifecycleContext;
}

/**
 * Prints and records the plan of a resource, also one that sends nothing: without it, the preview did not read.
 * Returns what will certainly fail. A failure that may be over when the update runs is printed: the resource is not planned.
 */
export async function preview<Args extends object, State extends Args>(
  definition: ResourceDefinition<Args, State>,
  { args, last, replacesItself, object, begin }: PreviewRequest<Args, State>,
): Promise<CheckFailure[]> {
  const later = Object.entries(args).flatMap(([name, value]) => (isUnknown(value) ? [name] : []));
  const declared = Object.entries(args).filter(([name]) => !later.includes(name));
  // `adopt` may still be unknown.
  const adopts = replacesItself || later.includes("adopt");
  const known = Object.fromEntries([...declared, ...(adopts ? [["adopt", true]] : [])]) as Args;
  const context = begin(known);
  const recording = new PlanRecording(definition, { args, last, object, context });
  if (!definition.review.addressedBy.every((name) => Object.hasOwn(known, name))) {
    recording.addUnseen();
    const planned = last === undefined && definition.announcesUnseen === true ? recording.planUnseen() : undefined;
    if (planned?.request !== undefined) printRequests(context, planned, later);
    return [];
  }
  // An argument that is not known yet is still declared: without its old value it is not compared and does not count as removed.
  const before = last && omitArguments(last, later);
  try {
    const plan = decide(definition, known, before, await definition.observe(known, before, context), context.isSecret);
    if (isRefusal(plan)) {
      if (last !== undefined) throw new InputError(textOf(plan));
      const { property, reason, behind } = plan;
      return [{ property, reason: context.redact(behind === undefined ? reason : withRequestId(reason, behind)) }];
    }
    if (replacesItself)
      context.print({ is: "notice", object, text: "its replacement is the same object, which is kept and changed in place" });
    else if (last === undefined && definition.deletesMade === true && plan.action !== "post" && args["deletionPolicy"] === undefined)
      context.print({
        is: "notice",
        object,
        text: `exists already and is adopted; a later deletion leaves it in place unless deletionPolicy is "delete". ${aliasesHint}`,
      });
    plan.notices?.forEach(context.notify);
    recording.addSeen(plan);
    if (plan.request === undefined) context.print({ is: "nothing", object, later });
    else printRequests(context, plan, later);
    return [];
  } catch (error) {
    // A failed check ends the whole program: a refused key of one account is left to fail when it is used.
    if (willCertainlyFail(error) && !(context.hasOtherAccounts && isAccessDenied(error)))
      return [{ property: "", reason: context.messageOf(error) }];
    recording.addFailure(context.messageOf(error));
    return [];
  }
}

function printRequests(context: LifecycleContext, { request, followUp }: Sending, later: readonly string[]): void {
  context.print({ is: "request", ...request, later });
  if (followUp !== undefined) context.print({ is: "request", ...followUp, later });
}

/** Returns true for an error that the update will certainly meet too, so that the preview fails. */
export function willCertainlyFail(error: unknown): boolean {
  return error instanceof InputError ? !(error instanceof NotUnderstoodError) : isDefiniteRefusal(error);
}

/** Describes drift that a refresh found, a sentence a field: `auto_stop_minutes is 240, last applied 45`. */
export function describeDrifts<Args extends object, State extends Args>(
  definition: Pick<ResourceDefinition<Args, State>, "fields" | "filledIn" | "review" | "showLive">,
  live: unknown,
  applied: unknown,
  isSecret: IsSecret,
): string[] {
  const local = definition.review.localArguments;
  const filledIn: readonly string[] = definition.filledIn ?? [];
  const drifted = differences(live, applied).filter(
    ({ path: [name = ""], after }) => !local.includes(name) && !(after === undefined && filledIn.includes(name)),
  );
  return drifted.map(({ path, before, after }) => {
    const [name = ""] = path;
    const showValue = (value: unknown) => (isSecret(name) ? "[secret]" : value === undefined ? "nothing" : canonicalJson(value));
    const shown = before === undefined ? before : (definition.showLive?.(name, before, after) ?? before);
    return `${fieldOf(definition.fields ?? {}, path)} is ${showValue(shown)}, last applied ${showValue(after)}`;
  });
}

/** The sentences of a review on a policy that the program newly declares: what a removal of the resource destroys from now on. */
export function describeRemoval(
  { consequences }: ReviewFacts,
  { deletionPolicy: last }: Properties,
  { deletionPolicy: next }: Properties,
): string[] {
  if (next === last || isUnknown(next)) return [];
  return consequencesOfDeclared(consequences, { deletionPolicy: next }).map(({ says }) => says);
}
