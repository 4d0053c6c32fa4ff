import { type ShownIds, workspacePath } from "../../messages/message";
import { anything, type Effect, listOf, optional, parentId, text, timeout } from "../../describe/fields";
import { type ArgumentsOf, describe, type StateOf } from "../../describe/resource";

const refreshed: Effect = {
  is: "offline",
  id: "refreshed",
  severity: "offline",
  summary: "offline during refresh",
  headline: ["% goes offline for a refresh", "% workspaces go offline for a refresh"],
  description: "The workspace is offline until the refresh ends.",
  source: "docs/internals/api.md, endpoint 11; docs/internals/api.md, section 10.14",
};

export const workspaceRefreshDescription = describe({
  kind: "WorkspaceRefresh",
  description: [
    "Brings a read-only workspace up to date: at creation, and again whenever `triggers` changes. The workspace is offline during the refresh. If the response is lost, graphplane reads the workspace's record to find out whether the refresh started before it sends another request. Deleting the resource sends no request.",
  ],
  example: `
const nightly = new WorkspaceRefresh("nightly", {
  workgroupId: config.require("workgroupId"),
  workspaceId: config.require("workspaceId"),
  triggers: [config.require("dataVersion")],
  untilRefreshStatus: ["completed"],
});
`,
  get: "Gets the status of a workspace's last refresh without refreshing the workspace, by its id, `<workgroupId>/<workspaceId>`.",
  api: "endpoint 11",
  idFormat: "<workgroupId>/<workspaceId>",
  displayTemplate: "workspace <workspaceId> of workgroup <workgroupId>",
  arguments: {
    workgroupId: parentId("The workgroup that contains the workspace."),
    workspaceId: parentId("The read-only workspace."),
    triggers: optional(
      listOf(
        anything("A value of any type."),
        "Values that trigger another refresh when they change, e.g. a date or the version of the data.",
        { wire: false, opaqueJson: true, default: "none: the workspace is refreshed once, at creation", effect: refreshed },
      ),
    ),
    untilRefreshStatus: optional(
      listOf(
        text("A status.", { notEmpty: true }),
        "The values of `refresh_status` that end the wait, including those that mean failure. The service does not document its values, so there is no default. If the workspace already had one of these values before the refresh, graphplane accepts it only after 15 s.",
        {
          notEmpty: true,
          providerOnly: true,
          output: {},
          default: "none: the record is read once after the refresh starts, without waiting",
        },
      ),
    ),
    timeoutSeconds: timeout(
      "Seconds to wait for one of `untilRefreshStatus`. On timeout, the update fails, the resource stays in the state, and the next `pulumi up` resumes the wait without a second refresh.",
      { default: "1800", output: {} },
    ),
  },
  outputs: {
    refreshStatus: optional(
      text(
        "The status of the workspace's most recent refresh, as last read. It changes outside Pulumi: `pulumi refresh` updates it without reporting drift. Do not use it as a trigger, because each change would start another run.",
      ),
    ),
    refreshMessage: optional(text("The message of the workspace's most recent refresh, as last read.")),
  },
  review: {
    addressedBy: ["workgroupId", "workspaceId"],
    runs: true,
    compares: false,
    sentBy: () => [{ method: "POST" }],
    address: addressOf,
    subject: { workspace: "workspaceId", workgroup: "workgroupId" },
  },
});

export type Arguments = ArgumentsOf<typeof workspaceRefreshDescription>;

export interface Shown {
  readonly status: string;
  readonly message: string;
  /** A value that changes with each refresh, if the service sets it. */
  readonly snapshot: string;
}

export interface Pending {
  /** "acknowledged" if the service accepted the POST, or "lost" if its response was lost. */
  readonly post: "acknowledged" | "lost";
  readonly before: Shown;
  /** Milliseconds for which earlier runs waited. */
  readonly waited?: number | undefined;
}

/** The state. An unfinished refresh in it is resumed by the next update. */
export type State = StateOf<typeof workspaceRefreshDescription> & { readonly __pending?: Pending };

/** Returns the path of the call, which identifies the refresh in messages. */
export function addressOf(ids: ShownIds): string {
  return `${workspacePath(ids)}/refresh`;
}
