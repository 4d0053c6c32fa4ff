import { renameKeys } from "./fields";
import { explainMissingCall } from "./find";
import type { FunctionDefinition } from "./look-up";
import type { WorkspaceOptions } from "./records";
import * as shapes from "../../client/wire/shapes";

/** The regions, versions and sizes that the service offers. */
export const getWorkspaceOptions: FunctionDefinition<object, WorkspaceOptions> = {
  name: "getWorkspaceOptions",

  async read(context) {
    const read = () => context.share("workspace options", (client) => client.workspaces.options());
    const hint = "Write the names of sizes, versions and regions as the console shows them";
    return renameKeys(await explainMissingCall(read, "GET /workspaces/meta", hint), shapes.options);
  },
};
