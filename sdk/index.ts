export { type Addon, type AgentConfig, type MaintenanceWindow, WorkspaceSettings, type WorkspaceSettingsArgs } from "./workspace-settings";
