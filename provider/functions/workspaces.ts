import { findByName, namesOfWorkspaces, workgroupRecord, workspaceOf, workspaceRecord } from "./find";
import { exactlyOne, type FunctionDefinition, requireText } from "./look-up";
import type { WorkspaceDetails } from "./records";

interface WorkspaceQuery {
  readonly workgroupId: string;
  readonly workspaceId?: string;
  readonly name?: string;
}

/** One workspace, by its identifier or its name. */
export const getWorkspace: FunctionDefinition<WorkspaceQuery, WorkspaceDetails> = {
  name: "getWorkspace",
  describe: ({ workgroupId, workspaceId, name }) =>
    `workspace ${JSON.stringify(workspaceId ?? name)} of workgroup ${JSON.stringify(workgroupId)}`,

  async read(context, args) {
    const workgroupId = requireText("workgroupId", args.workgroupId);
    if (exactlyOne({ ...args }, ["workspaceId", "name"]) === "workspaceId") {
      return workspaceOf(await workspaceRecord(context, workgroupId, requireText("workspaceId", args.workspaceId)));
    }
    const { workspaces } = await workgroupRecord(context, workgroupId);
    const name = requireText("name", args.name);
    const found = findByName(context, workspaces, {
      what: "workspace",
      name,
      there: namesOfWorkspaces(context, workspaces, name),
      idOf: ({ workspace_id }) => workspace_id,
    });
    return workspaceOf(found);
  },
};
