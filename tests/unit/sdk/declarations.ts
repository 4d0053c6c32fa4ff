import type * as pulumi from "@pulumi/pulumi";
import * as dynamic from "../../../sdk";
import * as native from "../../../sdk/native";

/** Programs that must compile; nothing runs them. */

/** A workspace that graphplane creates always has a host. */
export const hosts = (created: dynamic.Workspace): pulumi.Output<string>[] => [created.host, native.Workspace.get("read", "a/b").host];

/** A size that is not among the known ones. */
export const newSize = () =>
  new dynamic.Workspace("a", { workgroupId: "a", workspaceName: "b", workspaceTypeName: "TG-of-tomorrow" }).workspaceTypeName;
