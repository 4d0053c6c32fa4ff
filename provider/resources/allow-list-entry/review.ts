import { canonicalRange } from "../../values/cidr";
import { deletionPolicyOf } from "../../reconcile/deletion-policy";
import { getIn, isObject } from "../../values/json";
import { segment, workgroupPath } from "../../announce/lines";
import { consequencesOfFields } from "../../describe/effects";
import { reviewFactsFrom } from "../../describe/resource";
import { allowListEntryDescription } from "./description";
import { agrees, type ReviewFacts, type ShownValues } from "../../announce/review-facts";

type Ids = Partial<Record<"workgroupId" | "cidr", unknown>>;

/** The path of all entries of a list, or of one of them. */
export function entriesPath(args: Ids, ...entryId: readonly unknown[]): string {
  return [`${workgroupPath(args)}/allow_list`, ...entryId.map(segment)].join("/");
}

/** The path with the range, by which lines name it: equal ranges have one name. */
export function addressOf(args: Ids): string {
  return entriesPath(args, rangeOf(args));
}

export const allowListEntryFacts: ReviewFacts = {
  isUnique: true,
  adopts: false,
  compares: true,
  ...reviewFactsFrom(allowListEntryDescription),
  consequences: [
    // A POST adds a range; a PUT sends the range that the entry has, or sets back one that was changed elsewhere.
    ...consequencesOfFields(allowListEntryDescription.arguments, (field, value) => [
      { method: "POST", ...(value !== undefined && { field }) },
      { method: "PUT", field, differs: true },
    ]),
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
  subject: ({ cidr, workgroupId }) => [
    ["range", cidr],
    ["workgroup", workgroupId],
  ],
  isOwnRequest: ({ path, body }, inputs) =>
    (path === entriesPath(inputs) || path.startsWith(entriesPath(inputs, ""))) && agrees(rangeOf(inputs), getIn(body, ["cidr"])),
  argumentsOf(body, { cidr }) {
    const { cidr: sent, ...others }: ShownValues = isObject(body) ? body : {};
    // Of equal ranges the one that is declared is shown.
    return sent === undefined ? others : { ...others, cidr: sent === rangeOf({ cidr }) ? cidr : sent };
  },
  requestFor(changed, { inputs, outputs, exists }) {
    if (exists && !changed.some(({ path: [name] }) => name === "cidr" || name === "note")) return undefined;
    const body = { cidr: rangeOf(inputs), ...(inputs.note === undefined ? {} : { note: inputs.note }) };
    return exists
      ? { method: "PUT", path: entriesPath(inputs, outputs.entryId), body }
      : { method: "POST", path: entriesPath(inputs), body };
  },
  deletionRequest: (last, outputs) =>
    deletionPolicyOf(last, outputs) === "delete" ? { method: "DELETE", path: entriesPath(last, outputs.entryId) } : undefined,
};

function rangeOf({ cidr }: Ids): unknown {
  return typeof cidr === "string" ? canonicalRange(cidr) : cidr;
}
