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
  description: `${when} allows any ${when === "::/0" ? "IPv6" : "IPv4"} address, as if the list were not enforced.`,
  source: "docs/internals/api.md, section 11",
});

export const allowListEntryDescription = describe({
  kind: "AllowListEntry",
  description: [
    "An address range on the allow list of a workgroup. The list takes effect only while it is enforced; {@link AllowList} turns enforcement on and off.",
    "Not every service supports these calls; if a call is not supported, the error states what still works.",
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
      "The address range, e.g. `203.0.113.0/24` or `2001:db8::/32`, or a single address. Differences in host bits, case and IPv6 notation are ignored. Write IPv4 addresses as IPv4. Changing the range forces replacement: graphplane adds the new range before it deletes the old one.",
      {
        replaces: true,
        output: { description: "The declared range, or the live one if it differs." },
        effect: [
          ...["0.0.0.0/0", "::/0"].map(opensToAll),
          {
            is: "access",
            id: "range-added",
            severity: "risks",
            summary: "newly allowed",
            headline: ["Range % is allowed", "% ranges are allowed"],
            isObvious: true,
            description: "Addresses in the range can reach the workgroup while the list is enforced.",
            source: "docs/internals/api.md, section 11",
          },
        ],
      },
    ),
    note: optional(
      text(
        "A note about the range, such as its purpose. Changing it updates the note in place. If you omit it, an existing note is left unchanged.",
        {
          wellFormed: true,
          effect: "none",
          output: { description: "The note; undefined if you do not declare one." },
        },
      ),
    ),
    adopt: optInFlag(
      "Adopts an existing entry with the same range, and sets its note. Without this, an entry is adopted only if its note equals the declared one, or if you declare no note.",
    ),
    deletionPolicy: deletionPolicyOfCreated("entry"),
    allowLockout: optInFlag(
      "Allows deleting the entry or restoring its declared range while the list is enforced, even if it is the last entry or the only one that allows your address, or if the service does not return enough data to decide.",
      { effect: lockoutAllowed },
    ),
    timeoutSeconds: timeout("Seconds to wait until the list contains the new values.", { default: "120" }),
  },
  outputs: { entryId: text("The entry's identifier.") },
  review: {
    deletesCreated: true,
    isUnique: true,
    existing: "refused unless equal",
    // A POST adds a range. A PUT sends the same range, or restores a range that was changed outside.
    sentBy: (field, value) => [
      { method: "POST", ...(value !== undefined && { field }) },
      { method: "PUT", field, differs: true },
    ],
    consequences: [
      {
        id: "range-removed",
        method: "DELETE",
        severity: "risks",
        summary: "no longer allowed",
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

/** Returns the path with the range, which identifies the entry in messages. Equal ranges have equal paths. */
export function addressOf({ cidr, ...list }: ShownValues): string {
  return entriesPath(list, typeof cidr === "string" ? canonicalRange(cidr) : cidr);
}
