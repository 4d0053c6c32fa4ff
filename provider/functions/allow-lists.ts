import { renameKeys } from "./fields";
import { explainMissingCall, workgroupRecord } from "./find";
import { type FunctionDefinition, requireText } from "./look-up";
import type { WorkgroupAllowList } from "./records";
import * as shapes from "../../client/wire/shapes";

/** Facts of the workgroup's record, and the entries of its list. */
const allowList: shapes.RecordShape = {
  record: "AllowList",
  fields: { enable_allow_list: "boolean", is_current_ip_allowed: "boolean", entries: { list: shapes.allowedRange } },
};

interface WorkgroupQuery {
  readonly workgroupId: string;
}

/** The address ranges that may reach a workgroup, and whether they are enforced. */
export const getAllowList: FunctionDefinition<WorkgroupQuery, WorkgroupAllowList> = {
  name: "getAllowList",
  describe: ({ workgroupId }) => `the allow list of workgroup ${JSON.stringify(workgroupId)}`,

  async read(context, args) {
    const workgroupID = requireText("workgroupId", args.workgroupId);
    const { enable_allow_list, is_current_ip_allowed } = await workgroupRecord(context, workgroupID);
    const read = () => context.share(`allow list ${workgroupID}`, (client) => client.allowLists.list({ workgroupID }));
    const hint = "getWorkgroup still shows whether the list is enforced (enableAllowList)";
    const { found: entries } = await explainMissingCall(read, "GET /workgroups/{workgroupID}/allow_list", hint);
    return renameKeys({ enable_allow_list, is_current_ip_allowed, entries }, allowList);
  },
};
