import { canonicalRange } from "../../values/cidr";
import { segment, type ShownIds, workgroupPath } from "../../messages/message";
import { deletionPolicyOfCreated, type Effect, optional, parentId, optInFlag, range, text, timeout } from "../../describe/fields";
import { lockoutAllowed } from "../../describe/effects";
import { type ArgumentsOf, describe, type ShownValues, type StateOf } from "../../describe/resource";
import type { PendingState } from "../../reconcile/pending";

const opensToAll = (when: string): Effect => ({
  is: "access",
  when,
  id: `open-to-all-${when}`,
  severity: "opens",
  summary: "open to any address",
  headline: ["Range % allows any address", "% ranges allow any address"],
  description: `${when} admits any ${when === "::/0" ? "IPv6" : "IPv4"} address, as if the list were not enforced.`,
  source: "docs/internals/api.md, section 11",
});

export const allowListEntryDescription = describe({
  kind: "AllowListEntry",
  description: [
    "One address range on the allow list of a workgroup. The list has an effect only while it is enforced, which {@link AllowList} declares.",
    "Not every service supports these calls; the error then states what still works.",
  ],
  example: `
const office = new AllowListEntry("office", {
  workgroupId: config.require("workgroupId"),
  cidr: "203.0.113.0/24",
  note: "office",
});
`,
  api: "section 11",
  idFormat: "<workgroupId>/<entryId>",
  displayTemplate: "entry <cidr> of the allow list of workgroup <workgroupId>",
  identity: ["workgroupId", "cidr"],
  arguments: {
    workgroupId: parentId("The workgroup whose allow list contains the entry."),
    cidr: range(
      "The address range, e.g. `203.0.113.0/24` or `2001:db8::/32`, or a single address. Host bits, case and IPv6 notation do not matter. Write IPv4 addresses as IPv4. Changing the range forces replacement; the new range is added before the old one is deleted.",
      {
        replaces: true,
        output: { description: "The declared range, or the live one if it differs." },
        effect: [
          ...["0.0.0.0/0", "::/0"].map(opensToAll),
          {
            is: "access",
            id: "range-added",
            severity: "risks",
            summary: "newly admitted",
            headline: ["Range % is admitted", "% ranges are admitted"],
            isObvious: true,
            description: "Addresses in the range can reach the workgroup while the list is enforced.",
            source: "docs/internals/api.md, section 11",
          },
        ],
      },
    ),
    note: optional(
      text("The purpose of the range. Changing it updates the note in place; a note that is not declared is left unchanged.", {
        wellFormed: true,
        effect: "none",
        output: { description: "The note; undefined if none is declared." },
      }),
    ),
    adopt: optInFlag(
      "Adopts an equal range that is already on the list, and sets its note. An entry with the declared note, or any entry if no note is declared, is adopted without this.",
    ),
    deletionPolicy: deletionPolicyOfCreated("entry"),
    allowLockout: optInFlag(
      "Allows deleting the entry or restoring its declared range while the list is enforced, even if it is the last entry or the only one that allows the caller, or if the service does not return enough to decide.",
      { effect: lockoutAllowed },
    ),
    timeoutSeconds: timeout("Seconds to wait until the list contains the new values.", { default: "120" }),
  },
  outputs: { entryId: text("The entry's identifier.") },
  review: {
    deletesCreated: true,
    isUnique: true,
    existing: "refused unless equal",
    // A POST adds a range; a PUT sends the same range, or restores a range that was changed outside.
    sentBy: (field, value) => [
      { method: "POST", ...(value !== undefined && { field }) },
      { method: "PUT", field, differs: true },
    ],
    consequences: [
      {
        id: "range-removed",
        method: "DELETE",
        severity: "risks",
        summary: "no longer admitted",
        headline: ["Range % is no longer allowed", "% ranges are no longer allowed"],
        isObvious: true,
        description:
          "The range is removed from the allow list. While the list is enforced, its addresses can no longer reach the workgroup.",
        source: "docs/internals/api.md, section 11",
      },
    ],
    address: addressOf,
    subject: { range: "cidr", workgroup: "workgroupId" },
    deletions: { delete: (last) => ({ method: "DELETE", path: entriesPath(last, last["entryId"]) }) },
  },
});

export type Arguments = ArgumentsOf<typeof allowListEntryDescription>;
export type State = StateOf<typeof allowListEntryDescription> & PendingState;

export function entriesPath(args: ShownIds, ...entryId: readonly unknown[]): string {
  return [`${workgroupPath(args)}/allow_list`, ...entryId.map(segment)].join("/");
}

/** Returns the path with the range, the entry's name in messages: equal ranges have the same name. */
export function addressOf({ cidr, ...list }: ShownValues): string {
  return entriesPath(list, typeof cidr === "string" ? canonicalRange(cidr) : cidr);
}
