import type * as dynamic from "@pulumi/pulumi/dynamic";
import { type Host, Lifecycle } from "./lifecycle";
import { workspaceSettings } from "./resources/workspace-settings/crud";

/** Every kind of resource, by the name that stands in users' states: a name is never changed or taken away. */
export const registry: Readonly<Record<string, (host: Host) => dynamic.ResourceProvider>> = {
  WorkspaceSettings: (host) => new Lifecycle(workspaceSettings, host),
};
