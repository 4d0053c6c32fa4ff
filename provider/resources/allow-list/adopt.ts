import type { AdoptFacts } from "../../adopt/facts";
import { identifier } from "../../validation";

/** How existing enforcement is declared: of the lists that are enforced, as the workgroups' records show. */
export const allowListAdoption: AdoptFacts<string> = {
  heading: "Allow lists that are enforced.",

  read: async (_reader, { workgroups }) =>
    workgroups.flatMap(({ workgroup_id: id, enable_allow_list: isEnforced }) => (isEnforced === true ? [id] : [])),

  declare: (ids, { workgroups }) =>
    workgroups
      .filter(({ id }) => ids.includes(id) && identifier.safeParse(id).success)
      .map(({ id: workgroupId, name }) => {
        const declared = { name, qualifier: workgroupId, id: workgroupId, kind: "allow-list" };
        return { name: declared, id: workgroupId, args: { workgroupId, enabled: true } };
      }),
};
