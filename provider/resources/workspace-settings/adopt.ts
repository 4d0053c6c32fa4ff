import type { WorkspaceRecord } from "../../../client";
import type { AdoptFacts } from "../../adopt/facts";
import { omit } from "../../values/json";
import { workspaceRecordFacts } from "./record";
import type { WorkspaceFacts } from "./description";
import { settingsIn, shownFields } from "./shown";

/** Fields that are skipped by default. The name is already in the resource name, versions change automatically, and few users set the agent's intervals. */
const seldom = ["workspaceName", "desiredTgVersion", "agentConfig"];

/** Adopts the settings of existing workspaces. Declares the selected fields that the record contains. */
export const workspaceSettingsAdoption: AdoptFacts<never> = {
  heading: "Settings of workspaces.",
  fields: { all: shownFields, default: shownFields.filter((field) => !seldom.includes(field)) },

  declare: (_, { workgroups, fields, resized, holdsCredential }, leaveOut) =>
    workgroups.flatMap(({ id: workgroupId, workspaces }) =>
      workspaces.map(({ name, id: workspaceId, record }) => {
        const id = `${workgroupId}/${workspaceId}`;
        const shown = settingsIn(record, fields, { known: holdsCredential, omit: (place, why) => leaveOut(name, `${why}.`, place) });
        const scheduled = resized.has(id) && shown.workspaceTypeName !== undefined ? ["workspaceTypeName"] : [];
        for (const argument of scheduled) leaveOut(name, "an entry of the workspace's timetable sets it.", argument);
        return { name, id, args: { workgroupId, workspaceId, ...omit(shown, scheduled) }, outputs: { ...storedFacts(record) } };
      }),
    ),
};

/** Returns the outputs to store in the state. A string that a file cannot contain is omitted until the next read. */
function storedFacts(record: WorkspaceRecord): WorkspaceFacts {
  const storable = Object.entries(workspaceRecordFacts(record)).filter(([, value]) => typeof value !== "string" || value.isWellFormed());
  return Object.fromEntries(storable);
}
