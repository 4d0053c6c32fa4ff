import * as shapes from "../../client/wire/shapes";
import type { GetAllowListArgs, GetDatabaseArgs, GetWorkgroupArgs } from "./arguments";
import { renameKeys } from "./fields";
import { allWorkgroups, databaseOf, explainMissingCall, findByName, ofDatabase, workgroupOf, workgroupRecord } from "./find";
import { exactlyOne, type FunctionDefinition, type LookUpContext, quote, requireText } from "./look-up";
import type { CloudProvider, Database, WorkgroupAllowList, WorkgroupDetails } from "./records";

/** One workgroup, by its identifier or its name. */
export const getWorkgroup: FunctionDefinition<GetWorkgroupArgs, WorkgroupDetails> = {
  name: "getWorkgroup",
  args: ["workgroupId", "name"],
  describe: ({ workgroupId, name }) => `workgroup ${quote(workgroupId ?? name)}`,

  async read(context, args) {
    if (exactlyOne({ ...args }, ["workgroupId", "name"]) === "workgroupId") {
      return workgroupOf(await workgroupRecord(context, requireText("workgroupId", args.workgroupId)));
    }
    const name = requireText("name", args.name);
    const all = await listWorkgroups(context);
    const found = findByName(context, all, { what: "workgroup", name, idOf: ({ workgroup_id }) => workgroup_id });
    // A list may be poorer than the record itself.
    return workgroupOf(Array.isArray(found.workspaces) ? found : await workgroupRecord(context, found.workgroup_id));
  },
};

/** Every workgroup of the account. */
export const getWorkgroups: FunctionDefinition<object, WorkgroupDetails[]> = {
  name: "getWorkgroups",
  args: [],

  async read(context) {
    const all = await listWorkgroups(context);
    return all.map((record) => workgroupOf(record));
  },
};

function listWorkgroups(context: LookUpContext) {
  return explainMissingCall(() => allWorkgroups(context), "GET /workgroups", "Give workgroupId to getWorkgroup");
}

/** One database. */
export const getDatabase: FunctionDefinition<GetDatabaseArgs, Database> = {
  name: "getDatabase",
  args: ["workgroupId", "databaseId"],
  describe: ({ databaseId, workgroupId }) => `database ${quote(databaseId)} of workgroup ${quote(workgroupId)}`,

  async read(context, args) {
    const id = {
      workgroupID: requireText("workgroupId", args.workgroupId),
      databaseID: requireText("databaseId", args.databaseId),
    };
    const read = () => context.share(`database ${JSON.stringify(id)}`, (client) => client.databases.get(id));
    return databaseOf(await ofDatabase(context, id, read));
  },
};

/** Facts of the workgroup's record, and the entries of its list. */
const allowList: shapes.RecordShape = {
  record: "AllowList",
  fields: { enable_allow_list: "boolean", is_current_ip_allowed: "boolean", entries: { list: shapes.allowedRange } },
};

/** The address ranges that may reach a workgroup, and whether they are enforced. */
export const getAllowList: FunctionDefinition<GetAllowListArgs, WorkgroupAllowList> = {
  name: "getAllowList",
  args: ["workgroupId"],
  describe: ({ workgroupId }) => `the allow list of workgroup ${quote(workgroupId)}`,

  async read(context, args) {
    const workgroupID = requireText("workgroupId", args.workgroupId);
    const { enable_allow_list, is_current_ip_allowed } = await workgroupRecord(context, workgroupID);
    const read = () => context.share(`allow list ${workgroupID}`, (client) => client.allowLists.list({ workgroupID }));
    const hint = "getWorkgroup still shows whether the list is enforced (enableAllowList)";
    const { found: entries } = await explainMissingCall(read, "GET /workgroups/{workgroupID}/allow_list", hint);
    return renameKeys({ enable_allow_list, is_current_ip_allowed, entries }, allowList);
  },
};

/** The cloud providers in which workgroups may be created: the organization's own, and the public ones. */
export const getCloudProviders: FunctionDefinition<object, CloudProvider[]> = {
  name: "getCloudProviders",
  args: [],

  async read(context) {
    const list = async (which: "own" | "public", path: string) => {
      const read = () => context.share(`cloud providers ${which}`, (client) => client.workgroups.cloudProviders(which));
      const found = await explainMissingCall(read, `GET ${path}`, "Copy the identifier from an existing workgroup (getWorkgroup)");
      return found.map((record) => renameKeys<CloudProvider>({ ...record, public: which === "public" }, shapes.cloudProvider));
    };
    return [...(await list("own", "/cloud-providers")), ...(await list("public", "/cloud-providers/public"))];
  },
};
