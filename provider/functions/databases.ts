import { databaseOf, explainFailure, workgroupRecord } from "./find";
import { type FunctionDefinition, type LookUp, requireText } from "./look-up";
import type { Database } from "./records";

interface DatabaseQuery {
  readonly workgroupId: string;
  readonly databaseId: string;
}

/** One database. */
export const getDatabase: FunctionDefinition<DatabaseQuery, Database> = {
  name: "getDatabase",
  describe: ({ databaseId, workgroupId }) => `database ${JSON.stringify(databaseId)} of workgroup ${JSON.stringify(workgroupId)}`,

  async read(look, args) {
    const id = {
      workgroupID: requireText(look, "workgroupId", args.workgroupId),
      databaseID: requireText(look, "databaseId", args.databaseId),
    };
    const read = () => look.share(`database ${JSON.stringify(id)}`, (client) => client.databases.get(id));
    return databaseOf(look, await explainFailure(look, read, () => failIfNotListed(look, id.workgroupID, id.databaseID)));
  },
};

/** Fails where the workgroup says that it has no such database. */
async function failIfNotListed(look: LookUp, workgroupID: string, databaseID: string): Promise<void> {
  const { tg_databases: all } = await workgroupRecord(look, workgroupID);
  if (!Array.isArray(all) || all.some(({ database_id }) => database_id === databaseID)) return;
  const named = all.map(({ database_id, name }) => ({ id: database_id ?? "", name }));
  throw new look.module.InputError(
    `workgroup ${JSON.stringify(workgroupID)} has no database ${JSON.stringify(databaseID)}; it has ${look.module.namesOf(named, databaseID)}`,
  );
}
