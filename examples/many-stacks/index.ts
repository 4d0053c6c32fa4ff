import { readFileSync } from "node:fs";
import * as pulumi from "@pulumi/pulumi";
import { WorkspaceSettings, type WorkspaceSettingsArgs } from "pulumi-graphplane";

/** One file of `workgroups/`. */
interface Workgroup {
  readonly workgroupId: string;
  readonly workspaces: Readonly<Record<string, Omit<WorkspaceSettingsArgs, "workgroupId">>>;
}

// Each stack is one workgroup, declared by the file of the same name.
const { workgroupId, workspaces } = JSON.parse(readFileSync(`workgroups/${pulumi.getStack()}.json`, "utf8")) as Workgroup;
for (const [name, settings] of Object.entries(workspaces)) new WorkspaceSettings(name, { workgroupId, ...settings });
