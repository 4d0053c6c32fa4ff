import { isAccessDenied, isDefiniteRefusal, isServiceError } from "../../client";
import { consequencesOfDeclared } from "../messages/consequences";
import type { ReviewFacts } from "../describe/resource";
import { withRequestId } from "../messages/error-text";
import type { RequestMessage } from "../messages/message";
import { aliasesHint, InputError, NotUnderstoodError } from "../errors";
import type { CheckFailure } from "../values/validation";
import { differences, type Values } from "../values/json";
import { type AnyResource, isRefusal, type IsSecret, type RequestPlan, textOf } from "../definition";
import { showValue } from "../reconcile/compare";
import { decide } from "../reconcile/decide";
import type { ControllerContext, Operation } from "./operation";
import { PlanBuilder, type PlanFailure, type PlannedResource } from "./plan-builder";
import type { Properties } from "./properties";
import { omitArguments } from "../reconcile/pending";
import { fieldOf } from "../values/names";
import { isUnknown } from "../values/unknowns";

export interface Declaration extends PlannedResource {
  readonly operation: Operation;
  readonly olds: Properties;
  readonly news: Properties;
  readonly context: ControllerContext;
  readonly known: Values;
  /** True for a new resource that has the URN of an existing resource. It might replace that resource only because an argument is unknown. */
  readonly isReplacement: boolean;
  /** True for a replacement that keeps the object of the resource that it replaces. */
  readonly keepsObject: boolean;
  /** The state of the replaced resource, if known. */
  readonly continued: Values | undefined;
}

/** Returns the known arguments. An unknown `adopt` is assumed to be true. */
export function knownArguments(args: Values, keepsObject: boolean): Values {
  const known = Object.entries(args).filter(([, value]) => !isUnknown(value));
  return { ...Object.fromEntries(known), ...((keepsObject || isUnknown(args["adopt"])) && { adopt: true }) };
}

/**
 * Prints and records the plan for a resource, even if the plan sends no request, because a review assumes that a resource without a plan was not
 * read. Returns the definite failures. If a failure might be temporary, prints it instead of a plan.
 */
export async function preview(definition: AnyResource, declaration: Declaration): Promise<CheckFailure[]> {
  const { known, last, continued = last, isReplacement, keepsObject, object, context } = declaration;
  const builder = new PlanBuilder(definition, declaration);
  const { later } = builder;
  if (!definition.review.addressedBy.every((name) => Object.hasOwn(known, name))) {
    builder.addUnread();
    const planned = builder.planUnread();
    if (planned?.request === undefined) context.emit({ is: "nothing", object, later });
    else printRequests(context, planned, { later, ifDifferent: isReplacement || !builder.isCertainUnread(planned) });
    return [];
  }
  // An unknown argument is declared, so its old value must not be treated as removed.
  const before = continued && omitArguments(continued, later);
  try {
    const plan = decide(definition, known, before, await definition.observe(known, before, context), context.isSecret);
    if (isRefusal(plan)) {
      if (last !== undefined) throw new InputError(textOf(plan));
      const { property, reason, cause } = plan;
      return [{ property, reason: context.redact(cause === undefined ? reason : withRequestId(reason, cause)) }];
    }
    const adopts = last === undefined && definition.review.deletesCreated === true && plan.action !== "post";
    const notice = (text: string) => context.emit({ is: "notice", object, text });
    if (keepsObject) notice("its replacement is the same object, which is kept and changed in place");
    else if (adopts && declaration.args["deletionPolicy"] === undefined)
      notice(`already exists and is adopted; a later deletion leaves it in place unless deletionPolicy is "delete". ${aliasesHint}`);
    plan.notices?.forEach(context.emitOnce);
    builder.addRead(plan);
    if (plan.request === undefined) context.emit({ is: "nothing", object, later });
    else printRequests(context, plan, { later });
    return [];
  } catch (error) {
    // A failed check ends the whole program. If there are other accounts, a refused key therefore fails only the resources that use it.
    if (willCertainlyFail(error) && !(context.hasOtherAccounts && isAccessDenied(error)))
      return [{ property: "", reason: context.messageOf(error) }];
    builder.addFailure(failureOf(error, context));
    return [];
  }
}

function printRequests(
  context: ControllerContext,
  { request, followUp }: RequestPlan,
  how: Pick<RequestMessage, "later" | "ifDifferent">,
): void {
  context.emit({ is: "request", ...request, ...how });
  if (followUp !== undefined) context.emit({ is: "request", ...followUp, ...how });
}

/** Describes an error that might be temporary. */
export function failureOf(error: unknown, context: Pick<ControllerContext, "messageOf">): PlanFailure {
  const reason = context.messageOf(error);
  if (!isServiceError(error)) return { reason };
  const { method, path, failure } = error;
  const hasNoResponse = failure.outcome === "unreachable" || failure.outcome === "lost";
  return { reason, failedRead: { call: `${method} ${path}`, outcome: failure.summary, hasNoResponse } };
}

/** Returns true for an error that would also fail the update. */
export function willCertainlyFail(error: unknown): boolean {
  return error instanceof InputError ? !(error instanceof NotUnderstoodError) : isDefiniteRefusal(error);
}

/** Describes each drifted field: `auto_stop_minutes is 240, last applied 45`. */
export function describeDrifts(definition: AnyResource, live: Values, applied: Values, isSecret: IsSecret): string[] {
  const { fields, optionalComputed, review } = definition;
  const drifted = differences(live, applied).filter(
    ({ path: [name = ""], after }) =>
      !review.providerOnlyArguments.includes(name) && !(after === undefined && optionalComputed.includes(name)),
  );
  return drifted.map(({ path, before, after }) => {
    const [name = ""] = path;
    const shown = (value: unknown) => (value === undefined ? value : (definition.showLive?.(name, value, after) ?? value));
    const [live, last] = [before, after].map((value) => showValue(path, shown(value), isSecret));
    return `${fieldOf(fields, path)} is ${live}, last applied ${last}`;
  });
}

/** Describes the consequences of a newly declared deletion policy for a later removal of the resource. */
export function describeRemoval({ consequences }: ReviewFacts, last: Values, { deletionPolicy }: Values): string[] {
  if (deletionPolicy === last["deletionPolicy"] || isUnknown(deletionPolicy)) return [];
  return consequencesOfDeclared(consequences, { deletionPolicy }).map(({ description }) => description);
}
