import type { WorkspaceSettingsArgs } from "./generated";

export * from "./generated";

/** The settings of a workspace, which `WorkspaceSettings` and `Workspace` share. A setting that is not given is not managed. */
export type ManagedSettings = Omit<
  WorkspaceSettingsArgs,
  "workgroupId" | "workspaceId" | "workspaceName" | "waitForStatus" | "timeoutSeconds" | "deletionPolicy"
>;
