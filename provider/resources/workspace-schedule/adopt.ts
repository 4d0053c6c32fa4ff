import { type ListedSchedule, schedules } from "../../../client";
import type { AdoptFacts } from "../../adopt/facts";
import { whyUndeclarable, whyUnwritable } from "../../adopt/secrets";
import { inWorkspaces, type Placed } from "../../adopt/workspaces";
import { shownArguments } from "../../reconcile/declared-fields";
import type { Values } from "../../values/json";
import { workspaceSchedule } from "./crud";
import { fields } from "./description";

/** Adopts schedules. Each is declared with its whole record. */
export const workspaceScheduleAdoption = {
  heading: "Schedules of workspaces.",
  resizes: ({ workgroupId, workspaceId, found }) =>
    shownIn(found).workspaceTypeName === undefined ? undefined : `${workgroupId}/${workspaceId}`,
  ...inWorkspaces<ListedSchedule>({
    objects: { one: "schedule", many: "schedules", option: "no-schedules" },
    lacking: "this service does not list them.",
    list: async (client, ids) => (await client.shared(schedules.list, ids)).found,

    declare({ id, ...found }, ids, workspace, { holdsCredential }, leaveOut) {
      const args: Record<string, unknown> = { ...ids, ...shownIn(found) };
      const whyId = id === "" ? "it has no identifier" : whyUnwritable(id);
      const why = whyId ?? whyUndeclarable(args, workspaceSchedule.schema, holdsCredential);
      const what = id === "" ? "a schedule" : `the schedule ${JSON.stringify(id)}`;
      if (why !== undefined) return void leaveOut(`${what} of ${workspace}`, `${why}.`);
      const name = { name: [workspace, args.repeat, args.time].join(" "), qualifier: ids.workspaceId, id, kind: "schedule" };
      return { name, id: `${ids.workgroupId}/${ids.workspaceId}/${id}`, args, outputs: { scheduleId: id, __seen: true } };
    },
  }),
} satisfies AdoptFacts<Placed<ListedSchedule>>;

/** Returns the arguments in a record. If a schedule has no size, its record can contain an empty size. */
function shownIn({ record }: Pick<ListedSchedule, "record">): Values {
  return Object.fromEntries(Object.entries(shownArguments(fields, {}, record)).filter(([, value]) => value !== ""));
}
