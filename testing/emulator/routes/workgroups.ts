import { badRequest, Refusal } from "../envelope";
import { showDatabase, showWorkgroup } from "../present";
import { cloudProviders, workspaceTypes } from "../records";
import { type Endpoint, extension, row, workgroup } from "./endpoint";

export const workgroupEndpoints: readonly Endpoint[] = [
  row(7, "GET", workgroup, [200], (call) => ({ result: showWorkgroup(call.behaviour, call.workgroup()) })),
  row(8, "GET", `${workgroup}/databases/{databaseID}`, [200], (call) => {
    const workgroup = call.workgroup();
    const database = call.store.database(workgroup.record.workgroup_id, call.param("databaseID"));
    return { result: showDatabase(call.behaviour, workgroup, database) };
  }),
  extension("listWorkgroups", "GET", "workgroups", (call) => {
    call.countReads();
    return { result: [...call.store.workgroups.values()].map((workgroup) => showWorkgroup(call.behaviour, workgroup)) };
  }),
  // Without workspaces.
  extension("createWorkgroup", "POST", "workgroups", (call) => {
    const { enable_encryption, ...given } = call.body("newWorkgroup");
    const providers = [...cloudProviders.own, ...cloudProviders.public];
    const provider = providers.find(({ cloud_provider_id }) => cloud_provider_id === given.cloud_provider_id);
    if (provider === undefined) throw badRequest("The cloud provider is unknown.", "cloud_provider_id", "is unknown");
    const { cloud_provider_name } = provider;
    const encryption = { encryption_method: enable_encryption === true ? "TMK" : "" };
    const made = call.store.addWorkgroup({ name: "workgroup", ...given, cloud_provider_name, ...encryption });
    return call.answer("Workgroup created.", showWorkgroup(call.behaviour, made));
  }),
  extension("updateWorkgroup", "PUT", workgroup, (call) => {
    const workgroup = call.workgroup();
    const { workgroup_name, ...given } = call.body("workgroup");
    call.changeWorkgroup(({ record }) => Object.assign(record, given, workgroup_name === undefined ? {} : { name: workgroup_name }));
    return call.answer("Workgroup updated.", showWorkgroup(call.behaviour, workgroup));
  }),
  extension("deleteWorkgroup", "DELETE", workgroup, (call) => {
    const { record, workspaces } = call.workgroup();
    const isUsed = [...workspaces.values()].some(({ record: workspace }) => !workspace.deleted_at);
    if (isUsed && call.behaviour.workgroupInUse === "refuse") throw new Refusal(400, "Bad-Request", "The workgroup has workspaces.");
    call.store.workgroups.delete(record.workgroup_id);
    return call.answer("Workgroup deleted.");
  }),
  extension("meta", "GET", "workspaces/meta", () => {
    const version = (name: string) => ({ name, allow_create: true, allow_upgrade: true, end_of_life: false });
    return {
      result: {
        regions: [{ name: "us-east-1", description: "US East" }],
        tgVersions: [version("4.2.0"), version("4.3.0")],
        workspaceTypes,
      },
    };
  }),
  extension("listCloudProviders", "GET", "cloud-providers", () => ({ result: cloudProviders.own })),
  extension("listPublicCloudProviders", "GET", "cloud-providers/public", () => ({ result: cloudProviders.public })),
];
