import { canonicalRange } from "../../values/cidr";
import { segment, workgroupPath } from "../../announce/lines";
import { reviewFacts } from "../../describe/resource";
import { allowListEntryDescription } from "./description";

type Ids = Partial<Record<"workgroupId" | "cidr", unknown>>;

/** The path of all entries of a list, or of one of them. */
export function entriesPath(args: Ids, ...entryId: readonly unknown[]): string {
  return [`${workgroupPath(args)}/allow_list`, ...entryId.map(segment)].join("/");
}

/** The path with the range, by which lines name it: equal ranges have one name. */
export function addressOf(args: Ids): string {
  return entriesPath(args, rangeOf(args));
}

export const allowListEntryFacts = reviewFacts(allowListEntryDescription, {
  isUnique: true,
  // A POST adds a range; a PUT sends the range that the entry has, or sets back one that was changed elsewhere.
  sentBy: (field, value) => [
    { method: "POST", ...(value !== undefined && { field }) },
    { method: "PUT", field, differs: true },
  ],
  consequences: [
    {
      id: "range-removed",
      method: "DELETE",
      gravity: "risks",
      inShort: "an address range is no longer admitted",
      says: "The range leaves the allow list: while the list is enforced, its addresses are locked out of the workgroup.",
      source: "docs/internals/api.md, section 11",
    },
  ],
  address: addressOf,
  subject: { range: "cidr", workgroup: "workgroupId" },
  deletions: { delete: (last, { entryId }) => ({ method: "DELETE", path: entriesPath(last, entryId) }) },
});

function rangeOf({ cidr }: Ids): unknown {
  return typeof cidr === "string" ? canonicalRange(cidr) : cidr;
}
