import type * as pulumi from "@pulumi/pulumi";
import * as definitions from "../../provider/functions/databases";
import type { Database } from "../../provider/functions/records";
import { lookUp, lookUpOutput } from "./session";

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
  return lookUp(definitions.getDatabase, args);
}

/** {@link getDatabase} over inputs. */
export function getDatabaseOutput(args: GetDatabaseOutputArgs): pulumi.Output<Database> {
  return lookUpOutput(definitions.getDatabase, args);
}
