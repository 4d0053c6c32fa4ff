import { showDatabase, showWorkgroup } from "../present";
import { workspaceTypes } from "../records";
import { type Call, type Outcome, param } from "./call";

/** Endpoint 7: a workgroup with its databases and workspaces. */
export function getWorkgroup(call: Call): Outcome {
  const id = param(call, "workgroupID");
  call.store.deferrals.read(id);
  return { result: showWorkgroup(call.behaviour, call.store.workgroup(id)) };
}

/** Endpoint 8: a database with its workspaces. */
export function getDatabase(call: Call): Outcome {
  const workgroupId = param(call, "workgroupID");
  call.store.deferrals.read(workgroupId);
  const database = call.store.database(workgroupId, param(call, "databaseID"));
  return { result: showDatabase(call.behaviour, call.store.workgroup(workgroupId), database) };
}

/** Every workgroup of the organisation (API 11). */
export function listWorkgroups(call: Call): Outcome {
  for (const id of call.store.workgroups.keys()) call.store.deferrals.read(id);
  return { result: [...call.store.workgroups.values()].map((workgroup) => showWorkgroup(call.behaviour, workgroup)) };
}

/** What a workspace may be made of (API 11). */
export function getMeta(): Outcome {
  const version = (name: string) => ({ name, allow_create: true, allow_upgrade: true, end_of_life: false });
  return {
    result: {
      regions: [{ name: "us-east-1", description: "US East" }],
      tgVersions: [version("4.2.0"), version("4.3.0")],
      workspaceTypes: structuredClone(workspaceTypes),
    },
  };
}
