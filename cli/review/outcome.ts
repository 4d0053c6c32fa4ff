import { reviewFactsOf } from "../../provider/registry";
import { equals } from "../../provider/values/json";
import { actions } from "./actions";
import { isOpaque } from "./containers";
import { type Change, hasDeletion } from "./model";
import { reasons } from "./phrases";
import type { Style } from "./style";

type Outcome = Readonly<Record<"done" | "after", string> & Partial<Record<"live" | "unsent", string>>>;

/**
 * Returns what an update does to the object of a change; with `isReleased`, to the object that a replacement no longer manages. `done` is for the
 * counts, `live` and `after` are for the table, and `unsent` is the reason why nothing is sent for an object that is no longer managed.
 */
export function outcomeOf(change: Change, isReleased: boolean, { name, strong }: Style): Outcome {
  const { action, replaced, deletedWith, managedBy, isRecreated, resumesFailedUpdate, requests, kind } = change;
  const facts = reviewFactsOf(kind);
  if (deletedWith !== undefined) {
    const holder = name(deletedWith);
    const [done, next] =
      replaced === undefined
        ? [actions.delete, ""]
        : [actions[action], `, and another is ${actions[replaced.adopts ? "adopt" : "create"]}`];
    return { done, after: `${strong(`deleted with ${holder}`)}${next}`, unsent: `: deleting ${holder} also deletes it.` };
  }
  const isEnded = isReleased || action === "stop managing";
  if (isEnded && managedBy !== undefined) {
    const [live, after] = [`managed by ${name(change.name)}`, strong(`managed by ${name(managedBy)}`)];
    return { done: "managed by another resource", live, after, unsent: `: ${name(managedBy)} manages it from now on.` };
  }
  if (isEnded) {
    const done = actions["stop managing"];
    const isPaused = requests.some(({ body }) => equals((body as { pause?: unknown } | undefined)?.pause, true));
    if (isPaused || (!isReleased && requests.length > 0))
      return { done, after: `${strong(isPaused ? "paused" : "switched off")}, then ${done}` };
    // A run leaves no object in the account.
    const stays = facts !== undefined && facts.deletions === undefined ? "" : ", stays unchanged";
    return { done, after: isReleased ? "keeps its settings" : `${done}${stays}`, unsent: ". It keeps its current settings." };
  }
  if (replaced !== undefined && !hasDeletion(requests)) {
    const done = actions[replaced.adopts ? "adopt" : "create"];
    return { done, after: strong(done) };
  }
  const done = isRecreated ? "re-created" : actions[action];
  if (replaced !== undefined) {
    const [was, now] = [replaced.was, replaced.now].map((words) => words[0]?.[1]);
    const isSame = was === undefined || was === now || isOpaque(was);
    return { done, after: isSame ? strong("deleted and created again") : `replaces ${name(was)}, which is ${strong("deleted")}` };
  }
  if (resumesFailedUpdate && action === "change") return { done, after: reasons.resumes };
  const contents = action === "delete" && facts?.contents !== undefined ? ` with its ${facts.contents}` : "";
  return { done, live: isRecreated ? "deleted" : action === "create" ? "–" : "", after: `${strong(done)}${contents}` };
}
