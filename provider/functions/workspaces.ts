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

  async read(look, args) {
    const workgroupId = requireText(look, "workgroupId", args.workgroupId);
    if (exactlyOne(look, { ...args }, ["workspaceId", "name"]) === "workspaceId") {
      return workspaceOf(look, await workspaceRecord(look, workgroupId, requireText(look, "workspaceId", args.workspaceId)));
    }
    const { workspaces } = await workgroupRecord(look, workgroupId);
    const name = requireText(look, "name", args.name);
    const found = findByName(look, workspaces, {
      what: "workspace",
      name,
      there: namesOfWorkspaces(look, workspaces, name),
      idOf: ({ workspace_id }) => workspace_id,
    });
    return workspaceOf(look, found);
  },
};
