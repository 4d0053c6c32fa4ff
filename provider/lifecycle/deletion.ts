import type { AnyResource } from "../definition";
import { InputError } from "../errors";
import { rethrowWithDeletionHint } from "../messages/error-text";
import { decideDeletion } from "../reconcile/decide";
import { isProtected, mayUndoText, protectedText } from "../reconcile/deletion-policy";
import { waitForPending } from "../reconcile/create-outcome";
import type { Values } from "../values/json";
import { assertSameService, type ControllerContext } from "./operation";

/** Deletes the object of a state, unless its policy protects or keeps it; `address` names it in a notice. */
export async function deleteObject(
  definition: AnyResource,
  state: Values,
  props: Values,
  context: ControllerContext,
  address: string,
): Promise<void> {
  if (isProtected(definition.review, state)) throw new InputError(protectedText("deletion"));
  const plan = decideDeletion(definition, state, props, context.isSecret);
  plan.notices?.forEach(context.emit);
  if (plan.action === "none") return;
  // A 404 from another control plane proves nothing.
  assertSameService(context);
  // What arrives after a pause would undo it; after a DELETE, it finds nothing.
  const isOvertaken =
    plan.action !== "delete" && !(await waitForPending(state, () => definition.read(state, context.withFreshReads()), context));
  if (isOvertaken) context.emit({ is: "notice", object: address, text: mayUndoText });
  await definition.delete?.(plan, state, context).catch(rethrowWithDeletionHint);
}
