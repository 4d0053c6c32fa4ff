import type * as pulumi from "@pulumi/pulumi";
import * as definitions from "../../provider/functions/databases";
import type { Database } from "../../provider/functions/records";
import type { AsInputs } from "./inputs";
import { lookUp, lookUpOutput } from "./session";

/** Which database {@link getDatabase} looks for. */
export interface GetDatabaseArgs {
  /** The workgroup that holds the database. */
  workgroupId: string;
  /** The database's identifier. */
  databaseId: string;
}

/** {@link GetDatabaseArgs}, each as an input. */
export type GetDatabaseOutputArgs = AsInputs<GetDatabaseArgs>;

/**
 * A database with its workspaces (docs/internals/api.md, endpoint 8). Fails with the databases that there are where it is not one of them.
 *
 * @example
 * const { tgVersion } = await getDatabase({ workgroupId, databaseId });
 */
export function getDatabase(args: GetDatabaseArgs): Promise<Database> {
  return lookUp(definitions.getDatabase, args);
}

/** {@link getDatabase} over inputs. */
export function getDatabaseOutput(args: GetDatabaseOutputArgs): pulumi.Output<Database> {
  return lookUpOutput(definitions.getDatabase, args);
}
