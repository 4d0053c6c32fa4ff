import type { AnyResource } from "../definition";
import { InputError } from "../errors";
import { decideDeletion } from "../reconcile/decide";
import { isProtected, protectedText } from "../reconcile/deletion-policy";
import type { Values } from "../values/json";
import { assertSameService, type LifecycleContext } from "./operation";
import type { PlanRecording } from "./plan-record";
import { willCertainlyFail } from "./preview";

/** Deletes an object, unless its policy protects or keeps it. */
export async function deleteObject(definition: AnyResource, last: Values, props: Values, context: LifecycleContext): Promise<void> {
  if (isProtected(definition.review, last)) throw new InputError(protectedText("deletion"));
  const plan = decideDeletion(definition, last, props, context.isSecret);
  plan.notices?.forEach(context.print);
  if (plan.action === "none") return;
  // A 404 from another control plane proves nothing.
  assertSameService(context);
  await definition.delete?.(plan, last, context);
}

/** Records the deletion that is part of a replacement. Fails if the deletion certainly will; prints why it may. */
export async function assertDeletable(
  definition: AnyResource,
  last: Values,
  props: Values,
  context: LifecycleContext,
  recording: PlanRecording,
): Promise<void> {
  const plan = decideDeletion(definition, last, props, context.isSecret);
  recording.addReplacement(plan);
  if (plan.action === "none") return;
  assertSameService(context);
  await definition.assertDeletable?.(last, context).catch((error: unknown) => {
    if (willCertainlyFail(error)) throw error;
    recording.addReplacement(plan, context.messageOf(error));
  });
}
