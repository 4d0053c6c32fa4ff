import { allWorkgroups, findByName, namesOfWorkgroups, workgroupOf, workgroupRecord } from "./find";
import { exactlyOne, type FunctionDefinition, type LookUp, requireText } from "./look-up";
import type { Workgroup } from "./records";

interface WorkgroupQuery {
  readonly workgroupId?: string;
  readonly name?: string;
}

/** One workgroup, by its identifier or its name. */
export const getWorkgroup: FunctionDefinition<WorkgroupQuery, Workgroup> = {
  name: "getWorkgroup",
  describe: ({ workgroupId, name }) => `workgroup ${JSON.stringify(workgroupId ?? name)}`,

  async read(look, args) {
    if (exactlyOne(look, { ...args }, ["workgroupId", "name"]) === "workgroupId") {
      return workgroupOf(look, await workgroupRecord(look, requireText(look, "workgroupId", args.workgroupId)));
    }
    const name = requireText(look, "name", args.name);
    const all = await listWorkgroups(look, "looking a workgroup up by its name");
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
export const getWorkgroups: FunctionDefinition<object, Workgroup[]> = {
  name: "getWorkgroups",

  async read(look) {
    const all = await listWorkgroups(look, "reading all workgroups");
    return all.map((record) => workgroupOf(look, record));
  },
};

async function listWorkgroups(look: LookUp, doing: string) {
  try {
    return await allWorkgroups(look);
  } catch (error) {
    if (!look.module.isNoSuchCall(error) && !look.module.isNotFound(error)) throw error;
    const hint = `Give workgroupId to getWorkgroup: ${doing} takes GET /workgroups, which is not part of the documented API (docs/api.md, section 11) and which this service does not seem to have`;
    throw error.as({ ...error.failure, hint });
  }
}
