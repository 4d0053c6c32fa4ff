import { allWorkgroups, explainMissingCall, findByName, namesOfWorkgroups, workgroupOf, workgroupRecord } from "./find";
import { exactlyOne, type FunctionDefinition, type LookUpContext, requireText } from "./look-up";
import type { WorkgroupDetails } from "./records";

interface WorkgroupQuery {
  readonly workgroupId?: string;
  readonly name?: string;
}

/** One workgroup, by its identifier or its name. */
export const getWorkgroup: FunctionDefinition<WorkgroupQuery, WorkgroupDetails> = {
  name: "getWorkgroup",
  describe: ({ workgroupId, name }) => `workgroup ${JSON.stringify(workgroupId ?? name)}`,

  async read(context, args) {
    if (exactlyOne({ ...args }, ["workgroupId", "name"]) === "workgroupId") {
      return workgroupOf(await workgroupRecord(context, requireText("workgroupId", args.workgroupId)));
    }
    const name = requireText("name", args.name);
    const all = await listWorkgroups(context);
    const found = findByName(context, all, {
      what: "workgroup",
      name,
      there: namesOfWorkgroups(context, all, name),
      idOf: ({ workgroup_id }) => workgroup_id,
    });
    // A list may be poorer than the record itself.
    return workgroupOf(Array.isArray(found.workspaces) ? found : await workgroupRecord(context, found.workgroup_id));
  },
};

/** Every workgroup of the account. */
export const getWorkgroups: FunctionDefinition<object, WorkgroupDetails[]> = {
  name: "getWorkgroups",

  async read(context) {
    const all = await listWorkgroups(context);
    return all.map((record) => workgroupOf(record));
  },
};

function listWorkgroups(context: LookUpContext) {
  return explainMissingCall(() => allWorkgroups(context), "GET /workgroups", "Give workgroupId to getWorkgroup");
}
