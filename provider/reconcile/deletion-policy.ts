import type { ShownRequest } from "../messages/message";
import type { ReviewFacts } from "../describe/resource";
import type { Values } from "../values/json";
import { readMetadata } from "./state-metadata";

/** Applies deletion policies. By default, objects that graphplane created are deleted, whereas adopted and imported objects stay. Pure. */

/** Returns the request of the declared deletion policy; undefined if the policy sends none. */
export function deletionRequest(
  { deletions = {}, deletesCreated = false }: Pick<ReviewFacts, "deletions" | "deletesCreated">,
  declared: Values,
  outputs: Values,
): ShownRequest | undefined {
  const policy = declared["deletionPolicy"] ?? (deletesCreated && readMetadata(outputs).created ? "delete" : "retain");
  return typeof policy === "string" && Object.hasOwn(deletions, policy) ? deletions[policy]?.({ ...outputs, ...declared }) : undefined;
}

/** Returns true if the state protects the object from deletion, by default or explicitly. */
export function isProtected({ protects = false }: { readonly protects?: boolean }, state: Values): boolean {
  return protects && Object.keys(state).length > 0 && (state["deletionPolicy"] ?? "protect") === "protect";
}

export function protectedText(what: "deletion" | "replacement"): string {
  const next = what === "deletion" ? "delete it" : "change this argument";
  return `graphplane refused the ${what} and sent no request: deletionPolicy is "protect" in the state. To continue, set deletionPolicy to "delete" (or "retain", which leaves the object in place), run "pulumi up", then ${next}`;
}

/** Describes an unknown argument whose change would replace a protected object. */
export function mayBeReplacedText(argument: string): string {
  return `${argument} is unknown: if it changes, graphplane refuses the update, because deletionPolicy is "protect" in the state`;
}

/** The notice about a deletion that changes the object while an earlier change is still pending. */
export const mayUndoText = "the last change might still take effect and undo this deletion. Check the object later";

/** Returns the end of the message that another resource manages the object. By default, that resource deletes only objects that it created. */
export function staysText({ created }: { readonly created: boolean }, { deletionPolicy }: Values): string {
  if (!created || deletionPolicy !== undefined) return "";
  return ' and adopted it, so a later deletion leaves it in place. To delete it then, declare deletionPolicy: "delete"';
}

export function whyRetained({ deletesCreated = false }: Pick<ReviewFacts, "deletesCreated">, { deletionPolicy }: Values): string {
  if (deletesCreated && deletionPolicy === undefined)
    return 'it already existed, so deletionPolicy is "retain" by default; "delete" deletes it';
  return `deletionPolicy ${JSON.stringify(deletionPolicy ?? "retain")}`;
}
