import { addonEndpoints } from "./routes/addons";
import { allowListEndpoints } from "./routes/allowed-ranges";
import { backupEndpoints } from "./routes/backups";
import { type Endpoint } from "./routes/endpoint";
import { scheduleEndpoints } from "./routes/schedules";
import { userEndpoints } from "./routes/users";
import { workgroupEndpoints } from "./routes/workgroups";
import { workspaceEndpoints } from "./routes/workspaces";

/** The endpoints of the emulated control plane; their paths are copied by hand from API 4 and 11. */
export const endpoints: readonly Endpoint[] = [
  ...addonEndpoints,
  ...workgroupEndpoints,
  ...workspaceEndpoints,
  ...userEndpoints,
  ...backupEndpoints,
  ...scheduleEndpoints,
  ...allowListEndpoints,
];

/** Finds every endpoint whose path fits, whatever its method, with the decoded parameters; a segment that does not decode fits nothing. */
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
