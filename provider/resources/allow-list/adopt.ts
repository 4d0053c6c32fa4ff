import type { AdoptFacts } from "../../adopt/facts";
import { allowList } from "./crud";

/** Adopts enforced allow lists, according to the records of the workgroups. */
export const allowListAdoption: AdoptFacts<string> = {
  heading: "Allow lists that are enforced.",
  // An enforced list without entries locks everybody out.
  dependsOn: { kind: "AllowListEntry", called: "entry" },

  read: async (_reader, { workgroups }) =>
    workgroups.flatMap(({ workgroup_id: id, enable_allow_list: isEnforced }) => (isEnforced === true ? [id] : [])),

  declare: (ids, { workgroups }, leaveOut) =>
    workgroups.map(({ id: workgroupId, name }) => {
      if (!ids.includes(workgroupId)) return undefined;
      if (!allowList.schema.safeParse({ workgroupId, enabled: true }).success || !workgroupId.isWellFormed())
        return void leaveOut(`the allow list of ${name}`, "the identifier of its workgroup cannot be declared.");
      const declared = { name, qualifier: workgroupId, id: workgroupId, kind: "allow-list" };
      return { name: declared, id: workgroupId, args: { workgroupId, enabled: true } };
    }),
};
