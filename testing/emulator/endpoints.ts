import { addonEndpoints } from "./routes/addons";
import { allowListEndpoints } from "./routes/allowed-ranges";
import { backupEndpoints } from "./routes/backups";
import { type Endpoint } from "./routes/endpoint";
import { scheduleEndpoints } from "./routes/schedules";
import { userEndpoints } from "./routes/users";
import { workgroupEndpoints } from "./routes/workgroups";
import { workspaceEndpoints } from "./routes/workspaces";

/** The endpoints of the emulated control plane. The paths were copied by hand from API 4 and 11. */
export const endpoints: readonly Endpoint[] = [
  ...addonEndpoints,
  ...workgroupEndpoints,
  ...workspaceEndpoints,
  ...userEndpoints,
  ...backupEndpoints,
  ...scheduleEndpoints,
  ...allowListEndpoints,
];

/** Returns all endpoints with a matching path, for any method, with decoded parameters. A segment that cannot be decoded matches no endpoint. */
export function matchPath(path: string) {
  return endpoints.flatMap((endpoint) => {
    const found = endpoint.pattern.exec(path);
    if (found === null) return [];
    try {
      const params = Object.entries(found.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]);
      return [{ endpoint, params: Object.fromEntries(params) as Readonly<Record<string, string>> }];
    } catch {
      return [];
    }
  });
}
