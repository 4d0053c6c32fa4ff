import type * as pulumi from "@pulumi/pulumi";
import { databaseOf, explainFailure, workgroupRecord } from "./find";
import type { Database } from "./records";
import { lookUp, type LookUp, lookUpOutput, requireText } from "./session";

/** Which database {@link getDatabase} looks for. */
export interface GetDatabaseArgs {
  /** The workgroup that holds the database. */
  workgroupId: string;
  /** The database's identifier. */
  databaseId: string;
}

/** Which database {@link getDatabaseOutput} looks for. */
export interface GetDatabaseOutputArgs {
  /** The workgroup that holds the database. */
  workgroupId: pulumi.Input<string>;
  /** The database's identifier. */
  databaseId: pulumi.Input<string>;
}

/**
 * A database with its workspaces (docs/api.md, endpoint 8). Fails with the databases that there are where it is not one of them.
 *
 * @example
 * const { tgVersion } = await getDatabase({ workgroupId, databaseId });
 */
export function getDatabase(args: GetDatabaseArgs): Promise<Database> {
  return read(args, false);
}

/** {@link getDatabase} over inputs. */
export function getDatabaseOutput(args: GetDatabaseOutputArgs): pulumi.Output<Database> {
  return lookUpOutput<GetDatabaseArgs, Database>(args, read);
}

function read(args: GetDatabaseArgs, anew: boolean): Promise<Database> {
  const object = `database ${JSON.stringify(args.databaseId)} of workgroup ${JSON.stringify(args.workgroupId)}`;
  return lookUp({ name: "getDatabase", object, anew }, async (look) => {
    const id = {
      workgroupID: requireText(look, "workgroupId", args.workgroupId),
      databaseID: requireText(look, "databaseId", args.databaseId),
    };
    const read = () => look.share(`database ${JSON.stringify(id)}`, (client) => client.databases.get(id));
    return databaseOf(look, await explainFailure(look, read, () => failIfNotListed(look, id.workgroupID, id.databaseID)));
  });
}

/** Fails where the workgroup says that it has no such database. */
async function failIfNotListed(look: LookUp, workgroupID: string, databaseID: string): Promise<void> {
  const { tg_databases: all } = await workgroupRecord(look, workgroupID);
  if (!Array.isArray(all) || all.some(({ database_id }) => database_id === databaseID)) return;
  const named = all.map(({ database_id, name }) => ({ id: database_id ?? "", name }));
  throw new look.module.InputError(
    `workgroup ${JSON.stringify(workgroupID)} has no database ${JSON.stringify(databaseID)}; it has ${look.module.namesOf(named, databaseID)}`,
  );
}
