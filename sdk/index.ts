import type { WorkspaceSettingsArgs } from "./generated";

export * from "./generated";

/** The settings that `WorkspaceSettings` and `Workspace` share. Settings that are not declared are not managed. */
export type ManagedSettings = Omit<
  WorkspaceSettingsArgs,
  "workgroupId" | "workspaceId" | "workspaceName" | "waitForStatus" | "timeoutSeconds" | "deletionPolicy"
>;
