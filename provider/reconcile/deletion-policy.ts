import type { ShownRequest } from "../messages/message";
import type { ReviewFacts } from "../describe/resource";
import type { Values } from "../values/json";
import { readMetadata } from "./state-metadata";

/** The policy of a deletion: what graphplane made is deleted by default, what it adopted or imported is left in place. Pure. */

/** The request of a deletion, by the policy in a state or in what a preview shows of it; undefined if it sends none. */
export function deletionRequest(
  { deletions = {}, deletesCreated = false }: Pick<ReviewFacts, "deletions" | "deletesCreated">,
  declared: Values,
  outputs: Values,
): ShownRequest | undefined {
  const policy = declared["deletionPolicy"] ?? (deletesCreated && readMetadata(outputs).created ? "delete" : "retain");
  return typeof policy === "string" && Object.hasOwn(deletions, policy) ? deletions[policy]?.({ ...outputs, ...declared }) : undefined;
}

/** Returns true for an object that its state protects from deletion: by default, or by name. */
export function isProtected({ protects = false }: { readonly protects?: boolean }, state: Values): boolean {
  return protects && Object.keys(state).length > 0 && (state["deletionPolicy"] ?? "protect") === "protect";
}

export function protectedText(what: "deletion" | "replacement"): string {
  const next = what === "deletion" ? "delete it" : "change this argument";
  return `a ${what} is refused, and nothing was sent: deletionPolicy is "protect" in the state. To go on, set deletionPolicy to "delete" (or "retain", which leaves the object in place), run "pulumi up", then ${next}`;
}

/** The notice of an argument that is known later, and would replace a protected object if it changed. */
export function mayBeReplacedText(argument: string): string {
  return `${argument} is known later: if it changes, the update is refused, since deletionPolicy is "protect" in the state`;
}

/** The notice of a deletion that changes the object, if a change that was sent before does not show. */
export const mayUndoText = "what was sent last may still take effect, and undo this deletion: check the object later";

/** The end of a line about an object that another resource took over: by default that one deletes only what it made. */
export function staysText({ created }: { readonly created: boolean }, { deletionPolicy }: Values): string {
  if (!created || deletionPolicy !== undefined) return "";
  return ' and adopted it, so a later deletion leaves it in place. To have it deleted then, declare deletionPolicy: "delete"';
}

export function whyRetained({ deletesCreated = false }: Pick<ReviewFacts, "deletesCreated">, { deletionPolicy }: Values): string {
  if (deletesCreated && deletionPolicy === undefined)
    return 'it was there before, so deletionPolicy is "retain" by default; "delete" deletes it';
  return `deletionPolicy ${JSON.stringify(deletionPolicy ?? "retain")}`;
}
