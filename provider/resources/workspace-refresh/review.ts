import { type ShownIds, workspacePath } from "../../announce/lines";
import type { ReviewFacts } from "../../announce/review-facts";

/** The path of the call, by which lines name it. */
export function addressOf(ids: ShownIds): string {
  return `${workspacePath(ids)}/refresh`;
}

export const workspaceRefreshFacts: ReviewFacts = {
  adopts: false,
  compares: false,
  localArguments: ["untilRefreshStatus", "timeoutSeconds"],
  addressedBy: ["workgroupId", "workspaceId"],
  replaceOnChanges: ["workgroupId", "workspaceId"],
  consequences: [
    {
      id: "refreshed",
      method: "POST",
      gravity: "offline",
      inShort: "a refresh, offline meanwhile",
      says: "The workspace is brought up to date, and is offline meanwhile.",
      source: "docs/internals/api.md, endpoint 11; docs/internals/api.md, section 10.14",
    },
  ],
  address: addressOf,
  subject: ({ workspaceId, workgroupId }) => [
    ["workspace", workspaceId],
    ["workgroup", workgroupId],
  ],
  isOwnRequest: ({ method, path }, inputs) => method === "POST" && path === addressOf(inputs),
  argumentsOf: () => ({}),
  requestFor: (_changed, { inputs }) => ({ method: "POST", path: addressOf(inputs) }),
};
