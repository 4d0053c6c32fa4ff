import { renameKeys } from "./fields";
import { below, describedWorkspace, workspaceIdOf } from "./find";
import type { FunctionDefinition } from "./look-up";
import type { Schedule } from "./records";
import * as shapes from "../../client/wire/shapes";

interface WorkspaceQuery {
  readonly workgroupId: string;
  readonly workspaceId: string;
}

/** The schedules of a workspace. */
export const getSchedules: FunctionDefinition<WorkspaceQuery, Schedule[]> = {
  name: "getSchedules",
  describe: describedWorkspace,

  async read(context, args) {
    const id = workspaceIdOf(args);
    const read = () => context.share(`schedules ${JSON.stringify(id)}`, (client) => client.schedules.list(id));
    const all = await below(context, id.workgroupID, id.workspaceID, read);
    return all.map((record) => renameKeys(record, shapes.schedule));
  },
};
