import { type ShownIds, workspacePath } from "../../announce/lines";
import type { ReviewFacts } from "../../announce/review-facts";
import { consequencesOfFields } from "../../describe/effects";
import { reviewFactsFrom } from "../../describe/resource";
import { workspaceRefreshDescription } from "./description";

/** The path of the call, by which lines name it. */
export function addressOf(ids: ShownIds): string {
  return `${workspacePath(ids)}/refresh`;
}

export const workspaceRefreshFacts: ReviewFacts = {
  runs: true,
  adopts: false,
  compares: false,
  ...reviewFactsFrom(workspaceRefreshDescription),
  consequences: consequencesOfFields(workspaceRefreshDescription.arguments, () => [{ method: "POST" }]),
  address: addressOf,
  subject: ({ workspaceId, workgroupId }) => [
    ["workspace", workspaceId],
    ["workgroup", workgroupId],
  ],
};
