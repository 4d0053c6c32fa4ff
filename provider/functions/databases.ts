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

  async read(context, args) {
    const id = {
      workgroupID: requireText("workgroupId", args.workgroupId),
      databaseID: requireText("databaseId", args.databaseId),
    };
    const read = () => context.share(`database ${JSON.stringify(id)}`, (client) => client.databases.get(id));
    return databaseOf(await ofDatabase(context, id.workgroupID, id.databaseID, read));
  },
};
