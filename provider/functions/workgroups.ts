import type { Client, WorkgroupRecord } from "../../client";
import { withWorkspaceList } from "../../client/api/find";
import { flag, listOf, shape } from "../../client/wire/record-shape";
import * as shapes from "../../client/wire/shapes";
import { databaseRecord, explainMissingCall, findByName, workgroupRecord } from "./find";
import { defineFunction } from "./function";

export const getWorkgroup = defineFunction({
  description:
    "A workgroup with its databases and workspaces. Calls for the same workgroup share one request. If the workgroup is unknown, the error lists the existing ones; if a name is not unique, it lists their ids.",
  example: `const { workspaces } = await getWorkgroup({ workgroupId: config.require("workgroupId") });
for (const { workspaceId, name } of workspaces) {
  new WorkspaceSettings(name ?? workspaceId, { workgroupId, workspaceId, autoStopMinutes: 30 });
}`,
  oneOf: {
    workgroupId: "The workgroup's identifier.",
    name: "The workgroup's name, which must be unique. Not every service supports this.",
  },
  returns: shapes.workgroup,
  object: "workgroup <workgroupId or name>",

  async read(client, { workgroupId, name = "" }) {
    if (workgroupId !== undefined) return workgroupRecord(client, workgroupId);
    const all = await listWorkgroups(client);
    const found = findByName(client, all, "workgroup", name);
    // Items of the list can omit fields of the record.
    return found.workspaces === undefined ? workgroupRecord(client, found.workgroup_id) : found;
  },
});

export const getWorkgroups = defineFunction({
  description: "Every workgroup of the account with its databases and workspaces. Not every service supports this call.",
  returns: { list: shapes.workgroup },
  result: "workgroups",

  read: async (client) => (await listWorkgroups(client)).map((record) => withWorkspaceList(record, true)),
});

function listWorkgroups({ sharedWorkgroups, endpoints }: Client): Promise<readonly WorkgroupRecord[]> {
  return explainMissingCall(sharedWorkgroups(), endpoints.workgroups.list, "Pass workgroupId to getWorkgroup");
}

export const getDatabase = defineFunction({
  description: "A database with its workspaces. If the id is unknown, the error lists the existing databases.",
  example: "const { tgVersion } = await getDatabase({ workgroupId, databaseId });",
  required: { workgroupId: "The workgroup that contains the database.", databaseId: "The database's identifier." },
  returns: shapes.database,
  object: "database <databaseId> of workgroup <workgroupId>",

  read: (client, { workgroupId: workgroupID, databaseId: databaseID }) => databaseRecord(client, { workgroupID, databaseID }),
});

const allowList = shape("AllowList", "WorkgroupAllowList", "The allow list of a workgroup.", {
  enable_allow_list: flag("True if the list is enforced.", { as: "enabled" }),
  is_current_ip_allowed: flag("True if the caller's address can reach the workgroup."),
  entries: listOf(shapes.allowedRange, "The address ranges on the list.", { always: true }),
});

export const getAllowList = defineFunction({
  description:
    "The address ranges on the allow list of a workgroup, and whether the list is enforced. Not every service supports this call.",
  example: `const { enabled, entries } = await getAllowList({ workgroupId });
const open = entries.filter(({ cidr }) => cidr === "0.0.0.0/0");`,
  required: { workgroupId: "The workgroup's identifier." },
  returns: allowList,
  object: "the allow list of workgroup <workgroupId>",

  async read(client, { workgroupId: workgroupID }) {
    const { enable_allow_list, is_current_ip_allowed } = await workgroupRecord(client, workgroupID);
    const { list } = client.endpoints.allowLists;
    const instead = "getWorkgroup still returns whether the list is enforced (enableAllowList)";
    const { found: entries } = await explainMissingCall(client.shared(list, { workgroupID }), list, instead);
    return { enable_allow_list, is_current_ip_allowed, entries };
  },
});

const { record, returned, description, rows } = shapes.cloudProvider;
const cloudProvider = shape(record, returned, description, {
  ...rows,
  public: flag("True if every organization can use it.", { always: true }),
});

export const getCloudProviders = defineFunction({
  description:
    "The cloud providers in which a `Workgroup` can be created: the organization's own, and the public ones. Not every service supports these calls.",
  example: "const [provider] = await getCloudProviders();",
  returns: { list: cloudProvider },
  result: "cloudProviders",

  async read({ shared, endpoints }) {
    const { cloudProviders, publicCloudProviders } = endpoints.workgroups;
    const list = async (endpoint: typeof cloudProviders) => {
      const found = await explainMissingCall(
        shared(endpoint, {}),
        endpoint,
        "Copy the identifier from an existing workgroup (getWorkgroup)",
      );
      return found.map((record) => {
        // The documentation does not name the identifier.
        const { cloud_provider_id: id = record["id"] } = record;
        return { ...record, ...(typeof id === "string" && { cloud_provider_id: id }), public: endpoint === publicCloudProviders };
      });
    };
    return [...(await list(cloudProviders)), ...(await list(publicCloudProviders))];
  },
});
