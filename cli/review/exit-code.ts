import { exit } from "../command";
import type { Review } from "./model";

const reviewExit = { changes: 3, losses: 4, tooExpensive: 5 } as const;

/** Returns the exit code for the most severe finding of a review. Only `graphplane review` has a code for changes without losses. Losses can be accepted in advance. */
export function exitCodeOf(review: Review, { strict = true, changes = false }): number {
  const { complete, changes: all, outputs, services, highestImpact, cost } = review;
  if (!complete) return exit.failed;
  if (cost?.limit !== undefined && cost.limit.exceeded !== "no") return reviewExit.tooExpensive;
  if (strict && highestImpact?.severity === "destroys") return reviewExit.losses;
  return changes && all.length + outputs.length + services.length > 0 ? reviewExit.changes : exit.fine;
}
