import type { DataPlaneEndpoint, Endpoint } from "../http/endpoint";
import * as addons from "./addons";
import * as allowLists from "./allow-lists";
import * as backups from "./backups";
import * as databaseUsers from "./database-users";
import * as databases from "./databases";
import * as queries from "./queries";
import * as schedules from "./schedules";
import * as tokens from "./tokens";
import * as workgroups from "./workgroups";
import * as workspaces from "./workspaces";

/** An endpoint of the control plane or of the data plane. */
export type AnyEndpoint = Pick<Endpoint, "method" | "path" | "purpose" | "documented"> &
  Partial<Pick<Endpoint, "number"> & Pick<DataPlaneEndpoint, "source">>;

const modules = {
  ...workgroups,
  ...databases,
  ...addons,
  ...backups,
  ...schedules,
  ...databaseUsers,
  ...allowLists,
  ...workspaces,
  ...queries,
  ...tokens,
};

/** Every endpoint of the service, by its name. */
export const endpoints: ReadonlyMap<string, AnyEndpoint> = new Map(
  Object.entries<unknown>(modules).flatMap(([name, value]) => (isRow(value) ? [[name, value] as const] : [])),
);

function isRow(value: unknown): value is AnyEndpoint {
  return typeof value === "object" && value !== null && "method" in value && "path" in value;
}
