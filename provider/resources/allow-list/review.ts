import { segment, workgroupPath } from "../../announce/lines";
import { reviewFacts, wireNames } from "../../describe/resource";
import { allowListDescription } from "./description";

/** The field of the workgroup's record by its argument. */
export const fields = wireNames(allowListDescription.arguments);

type Ids = Partial<Record<"workgroupId", unknown>>;

/** The path of the list, by which lines name it. */
export function addressOf(args: Ids): string {
  return `${workgroupPath(args)}/allow_list`;
}

/** The path of the call that enforces the list, or no longer does; if it is not known which, the path says so. */
export function switchPath(args: Ids, enabled: unknown): string {
  const call = typeof enabled === "boolean" ? (enabled ? "enable" : "disable") : segment(enabled);
  return `${addressOf(args)}/${call}`;
}

export const allowListFacts = reviewFacts(allowListDescription, {
  isUnique: true,
  adopts: true,
  sentBy: (_, enabled) => [{ method: "PUT", pathEnd: enabled === true ? "/enable" : "/disable" }],
  address: addressOf,
  subject: { "allow list of workgroup": "workgroupId" },
  deletions: { disable: (last) => ({ method: "PUT", path: switchPath(last, false) }) },
});
