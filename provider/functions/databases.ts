import { databaseOf, ofDatabase } from "./find";
import { type FunctionDefinition, requireText } from "./look-up";
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
    return databaseOf(look, await ofDatabase(look, id.workgroupID, id.databaseID, read));
  },
};
