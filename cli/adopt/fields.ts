import { behaviourArguments } from "../../provider/resources/workspace-settings/review";
import { type WorkspaceSettingsArguments, workspaceSettingsArguments } from "../../provider/resources/workspace-settings/schema";

export type Field = Exclude<keyof WorkspaceSettingsArguments, "workgroupId" | "workspaceId" | (typeof behaviourArguments)[number]>;

/** Every argument that a record can show, in the order in which a program states them; `pause` is not shown by any record. */
export const allFields = (Object.keys(workspaceSettingsArguments.shape) as (keyof WorkspaceSettingsArguments)[]).filter(
  (name): name is Field =>
    name !== "workgroupId" && name !== "workspaceId" && name !== "pause" && !(behaviourArguments as readonly string[]).includes(name),
);

/** Left out unless asked for: the name is the resource's own, versions move by themselves, and the agent's pace is rarely anybody's choice. */
const seldom: readonly Field[] = ["workspaceName", "desiredTgVersion", "agentConfig"];

export const defaultFields = allFields.filter((field) => !seldom.includes(field));

/** The fields that a list such as `default,agentConfig` chooses, or the word in it that is none. */
export function chosenFields(list: string): { readonly fields: ReadonlySet<Field> } | { readonly unknown: string } {
  const chosen = new Set<Field>();
  for (const word of list.split(",").map((part) => part.trim())) {
    const fields = word === "all" ? allFields : word === "default" ? defaultFields : allFields.filter((field) => field === word);
    if (fields.length === 0) return { unknown: word };
    for (const field of fields) chosen.add(field);
  }
  return { fields: chosen };
}
