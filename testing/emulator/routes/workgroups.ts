import { checkBody } from "../bodies";
import { Refusal } from "../envelope";
import { makeWorkgroup } from "../made";
import { showDatabase, showResult, showWorkgroup } from "../present";
import { cloudProviders, workspaceTypes } from "../records";
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

/** Makes a workgroup without workspaces (API 11). */
export function createWorkgroup(call: Call): Outcome {
  const { enable_encryption, ...given } = checkBody("newWorkgroup", call.body, call.behaviour.bodies);
  const providers = [...cloudProviders.own, ...cloudProviders.public];
  const provider = providers.find(({ cloud_provider_id }) => cloud_provider_id === given["cloud_provider_id"]);
  if (provider === undefined)
    throw new Refusal(400, "Bad-Request", "The cloud provider is not known.", [{ FieldName: "cloud_provider_id", Reason: "is not known" }]);
  const { cloud_provider_name } = provider;
  const encryption = { encryption_method: enable_encryption === true ? "TMK" : "" };
  const made = makeWorkgroup(call.store, { name: "workgroup", ...given, cloud_provider_name, ...encryption });
  return answer(call, showWorkgroup(call.behaviour, made), "Workgroup created.");
}

/** Changes a workgroup (API 11). */
export function updateWorkgroup(call: Call): Outcome {
  const workgroup = call.store.workgroup(param(call, "workgroupID"));
  const { workgroup_name, ...given } = checkBody("workgroup", call.body, call.behaviour.bodies);
  call.store.deferrals.defer(workgroup.record.workgroup_id, call.delay ?? call.behaviour.settleAfter, () => {
    const live = call.store.workgroups.get(workgroup.record.workgroup_id);
    if (live !== undefined) Object.assign(live.record, given, workgroup_name === undefined ? {} : { name: workgroup_name });
  });
  return answer(call, showWorkgroup(call.behaviour, workgroup), "Workgroup updated.");
}

/** Deletes a workgroup (API 11). */
export function deleteWorkgroup(call: Call): Outcome {
  const { record, workspaces } = call.store.workgroup(param(call, "workgroupID"));
  const isUsed = [...workspaces.values()].some(({ record: workspace }) => !workspace.deleted_at);
  if (isUsed && call.behaviour.workgroupInUse === "refuse") throw new Refusal(400, "Bad-Request", "The workgroup has workspaces.");
  call.store.workgroups.delete(record.workgroup_id);
  return answer(call, "Workgroup deleted.", "Workgroup deleted.");
}

function answer(call: Call, value: unknown, message: string): Outcome {
  return { result: showResult(call.store, call.endpoint, structuredClone(value), message), message };
}

/** Lists accounts at cloud providers (API 11). */
export function listCloudProviders(providers: readonly object[]): () => Outcome {
  return () => ({ result: structuredClone(providers) });
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
