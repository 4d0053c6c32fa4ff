import { renameKeys } from "./fields";
import { explainMissingCall } from "./find";
import type { FunctionDefinition } from "./look-up";
import type { WorkspaceOptions } from "./records";
import { workspaceOptionsFields } from "./tables";

/** The regions, versions and sizes that the service offers. */
export const getWorkspaceOptions: FunctionDefinition<object, WorkspaceOptions> = {
  name: "getWorkspaceOptions",

  async read(look) {
    const read = () => look.share("workspace options", (client) => client.workspaces.options());
    const hint = "Write the names of sizes, versions and regions as the console shows them";
    // The service writes these two names in camelCase.
    const { tgVersions, workspaceTypes, ...others } = await explainMissingCall(look, read, "GET /workspaces/meta", hint);
    return renameKeys({ tg_versions: tgVersions, workspace_types: workspaceTypes, ...others }, workspaceOptionsFields);
  },
};
