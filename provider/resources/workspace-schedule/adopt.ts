import { type ListedSchedule, listSchedules } from "../../../client";
import type { AdoptFacts } from "../../adopt/facts";
import { whySecret, whyUnwritable } from "../../adopt/secrets";
import { shownArguments } from "../../proof/record";
import { fields } from "./review";
import { type Workspace, workspaceScheduleArguments } from "./schema";

/** How existing schedules are declared: each by whatever its record shows. */
export const workspaceScheduleAdoption: AdoptFacts<Workspace & ListedSchedule> = {
  objects: { one: "schedule", many: "schedules", option: "no-schedules" },
  heading: "Schedules of workspaces.",

  read: (reader, { workgroups }) =>
    reader.lists(
      {
        objects: "schedules",
        places: workgroups.flatMap(({ workgroup_id, workspaces }) => workspaces.map((record) => ({ workgroup_id, record }))),
        describe: ({ record }) => `workspace ${JSON.stringify(record.name || record.workspace_id)}`,
        lacking: "this service does not list them.",
      },
      async ({ workgroup_id: workgroupId, record: { workspace_id: workspaceId } }, client) => {
        const { found } = await client.shared(listSchedules, { workgroupID: workgroupId, workspaceID: workspaceId });
        return found.map((schedule) => ({ workgroupId, workspaceId, ...schedule }));
      },
    ),

  declare: (schedules, { workgroups, holdsCredential }, leaveOut) =>
    schedules.flatMap(({ workgroupId, workspaceId, id, record }) => {
      const workspace = workgroups.find((group) => group.id === workgroupId)?.workspaces.find((one) => one.id === workspaceId);
      if (workspace === undefined) return [];
      const shown = Object.entries(shownArguments(fields, {}, record)).filter(([, value]) => value !== "");
      const args: Record<string, unknown> = { workgroupId, workspaceId, ...Object.fromEntries(shown) };
      const why = whyUnwritable({ id, ...args }) ?? whySecret(args, holdsCredential);
      if (id === "" || !workspaceScheduleArguments.safeParse(args).success || why !== undefined) {
        leaveOut(`a schedule of ${workspace.name}`, "its identifier or a value of it cannot be declared, or looks like a secret.");
        return [];
      }
      const name = { name: [workspace.name, args.repeat, args.time].join(" "), qualifier: workspaceId, id, kind: "schedule" };
      return [{ name, id: `${workgroupId}/${workspaceId}/${id}`, args, outputs: { scheduleId: id, __seen: true } }];
    }),
};
