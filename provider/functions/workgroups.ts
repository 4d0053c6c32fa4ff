import { allWorkgroups, explainMissingCall, findByName, namesOfWorkgroups, workgroupOf, workgroupRecord } from "./find";
import { exactlyOne, type FunctionDefinition, type LookUp, requireText } from "./look-up";
import type { WorkgroupDetails } from "./records";

interface WorkgroupQuery {
  readonly workgroupId?: string;
  readonly name?: string;
}

/** One workgroup, by its identifier or its name. */
export const getWorkgroup: FunctionDefinition<WorkgroupQuery, WorkgroupDetails> = {
  name: "getWorkgroup",
  describe: ({ workgroupId, name }) => `workgroup ${JSON.stringify(workgroupId ?? name)}`,

  async read(look, args) {
    if (exactlyOne(look, { ...args }, ["workgroupId", "name"]) === "workgroupId") {
      return workgroupOf(look, await workgroupRecord(look, requireText(look, "workgroupId", args.workgroupId)));
    }
    const name = requireText(look, "name", args.name);
    const all = await listWorkgroups(look);
    const found = findByName(look, all, {
      what: "workgroup",
      name,
      there: namesOfWorkgroups(look, all, name),
      idOf: ({ workgroup_id }) => workgroup_id,
    });
    // A list may be poorer than the record itself.
    return workgroupOf(look, Array.isArray(found.workspaces) ? found : await workgroupRecord(look, found.workgroup_id));
  },
};

/** Every workgroup of the account. */
export const getWorkgroups: FunctionDefinition<object, WorkgroupDetails[]> = {
  name: "getWorkgroups",

  async read(look) {
    const all = await listWorkgroups(look);
    return all.map((record) => workgroupOf(look, record));
  },
};

function listWorkgroups(look: LookUp) {
  return explainMissingCall(look, () => allWorkgroups(look), "GET /workgroups", "Give workgroupId to getWorkgroup");
}
