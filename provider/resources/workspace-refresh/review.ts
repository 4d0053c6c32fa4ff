import { type ShownIds, workspacePath } from "../../announce/lines";
import { reviewFacts } from "../../describe/resource";
import { workspaceRefreshDescription } from "./description";

/** The path of the call, by which lines name it. */
export function addressOf(ids: ShownIds): string {
  return `${workspacePath(ids)}/refresh`;
}

export const workspaceRefreshFacts = reviewFacts(workspaceRefreshDescription, {
  runs: true,
  compares: false,
  sentBy: () => [{ method: "POST" }],
  address: addressOf,
  subject: { workspace: "workspaceId", workgroup: "workgroupId" },
});
