import type { Client } from "../../client";
import type { AdoptFacts, Declarable, NamedAccount } from "./facts";
import type { LeaveOut } from "./reader";

interface WorkspaceIds {
  readonly workgroupId: string;
  readonly workspaceId: string;
}

export type Placed<Found> = WorkspaceIds & { readonly found: Found };

interface WorkspaceObjects<Found> {
  readonly objects: NonNullable<AdoptFacts["objects"]>;
  /** The reason and the fix to report if the service does not support the call. */
  readonly lacking: string;
  readonly list: (client: Client, ids: { readonly workgroupID: string; readonly workspaceID: string }) => Promise<readonly Found[]>;
  /** Declares an object; undefined if the object is skipped. `workspace` is the name of the workspace in the program. */
  readonly declare: (
    found: Found,
    ids: WorkspaceIds,
    workspace: string,
    account: NamedAccount,
    leaveOut: LeaveOut,
  ) => Declarable | undefined;
}

/** Reads the objects of all workspaces, and declares those of the adopted workspaces. */
export function inWorkspaces<Found>({ objects, lacking, list, declare }: WorkspaceObjects<Found>) {
  return {
    objects,
    read(reader, { workgroups }) {
      const lists = workgroups.flatMap(({ workgroup_id: workgroupId, workspaces }) =>
        workspaces.map(({ name, workspace_id: workspaceId }) => ({
          place: `workspace ${JSON.stringify(name || workspaceId)}`,
          read: async (client: Client) => {
            const all = await list(client, { workgroupID: workgroupId, workspaceID: workspaceId });
            return all.map((found) => ({ workgroupId, workspaceId, found }));
          },
        })),
      );
      return reader.lists(objects.many, lacking, lists);
    },
    declare: (all, account, leaveOut) =>
      all.map(({ found, ...ids }) => {
        const group = account.workgroups.find(({ id }) => id === ids.workgroupId);
        const workspace = group?.workspaces.find(({ id }) => id === ids.workspaceId);
        return workspace && declare(found, ids, workspace.name, account, leaveOut);
      }),
  } satisfies Omit<AdoptFacts<Placed<Found>>, "heading">;
}
