import type { AllowedRange, AllowedRangeBody } from "../../../client";
import type { Access } from "../../proof/access";
import { admits, canonicalRange, parseAddresses, showAddresses } from "../../values/cidr";
import type { OperationContext, Plan, Refusal } from "../../definition";
import { whyRetained } from "../../proof/deletion-policy";
import { describeFailure, describeMissingCall } from "../../announce/error-text";
import { aliasesHint, quoteName, refreshHint, refreshIfGone, unseenHint } from "../../errors";
import type { AnnouncedRequest } from "../../announce/lines";
import { mayStillChange, type SentValue } from "../../proof/pending";
import { unclearText } from "../../proof/made";
import type { ShownValues } from "../../announce/review-facts";
import { argumentsToSend, droppedLines, droppedValues, showRecord, wholeRecord, whyUnsendable } from "../../proof/record";
import { describeUncertainty, type LookUp } from "../../proof/workspace-look-up";
import { addressOf, deletionRequest, entriesPath } from "./review";
import type { AllowListEntryArguments as Arguments, AllowListEntryState as State } from "./schema";

/** What is done so that the list holds the declared entry, and what its deletion does. Pure. */

type Secret = OperationContext["secret"];

/** An entry as a look-up shows it: its range in the form in which equal ranges are equal, its note empty where it has none. */
export interface Entry {
  readonly id: string;
  readonly cidr: string;
  readonly note: string;
  /** As the service shows it. */
  readonly record?: Readonly<Record<string, unknown>> | undefined;
}

/** The entry of an identifier; without one, every entry of the range. */
export type EntryLookUp = LookUp<{ readonly entries: readonly Entry[] }>;

export type EntryPlan = Plan &
  (
    | { readonly action: "none"; readonly entryId: string; readonly dropped: readonly SentValue[] }
    | { readonly action: "post"; readonly request: AnnouncedRequest; readonly body: AllowedRangeBody }
    | {
        readonly action: "put";
        readonly request: AnnouncedRequest;
        readonly body: AllowedRangeBody;
        readonly entry: Entry;
        /** What is on its way for arguments that are declared no longer. */
        readonly dropped: readonly SentValue[];
      }
  );

/** What is compared and sent beside the range. */
export const fields = { note: "note" } as const;

export function planEntry(args: Arguments, last: Partial<State> | undefined, live: EntryLookUp, secret: Secret): EntryPlan | Refusal {
  if ("missing" in live) {
    const reason = last === undefined ? live.missing : `${live.missing}. ${refreshHint}`;
    return { action: "refuse", property: "workgroupId", reason, behind: live.behind };
  }
  if ("noCall" in live && live.seenBefore === true)
    return refuse(`the service does not show the allow list any more (the request ${describeFailure(live.noCall)}). ${unseenHint}`);
  if ("noCall" in live) {
    const consequence = "it is not known which ranges are on the list, and nothing was sent";
    return refuse(describeMissingCall(`GET ${entriesPath(args)}`, live.noCall, consequence, stillWorks));
  }
  const isUnmade = last === undefined || last.entryId === "";
  if (!live.found && live.unclear !== undefined) return refuse(unclearText(`an entry ${quoteName(args.cidr)}`, live.unclear));
  const declared: AllowedRangeBody = { cidr: canonicalRange(args.cidr), ...(args.note !== undefined && { note: args.note }) };
  const show = (record: object) => showRecord({ cidr: "cidr", note: "note" }, { ...record }, args, secret);
  if (!live.found && isUnmade && (last === undefined || live.certain || !live.others))
    return { action: "post", request: { method: "POST", path: entriesPath(args), body: show(declared) }, body: declared };
  if (!live.found)
    return refuse(
      live.certain ? `there is no entry ${quoteName(args.cidr)} any more. ${refreshHint}` : `${uncertainText(live)}. ${refreshIfGone}`,
    );
  const [entry, ...others] = live.entries;
  if (entry === undefined || (last === undefined && others.length > 0)) return refuse(ambiguousText(args, live.entries));
  const { id, cidr, note } = entry;
  const dropped = droppedValues(fields, args, last, { note });
  const notices = droppedLines(addressOf(args), dropped, secret);
  if (argumentsToSend(fields, args, last, { note }).length === 0 && cidr === declared.cidr)
    return { action: "none", entryId: id, dropped, notices };
  if (last === undefined && args.adopt !== true) return refuse(alreadyExistsText(args, entry, secret));
  // An entry without a note may lack the field; the path has its identifier.
  const kept = Object.fromEntries(Object.entries({ ...entry.record, note }).filter(([field]) => field !== "id"));
  const unsendable = whyUnsendable({ ...fields, cidr: "cidr" }, args, kept);
  if (unsendable !== undefined) return refuse(unsendable);
  const body = { ...wholeRecord(fields, args, kept), cidr: declared.cidr };
  const was = cidr === declared.cidr ? { note } : { cidr, note };
  const request = { method: "PUT", path: entriesPath(args, id), body: show(body), was: show(was) };
  return { action: "put", request, body, entry, dropped, notices };
}

/** The identifier of a range that was added, among the entries that the answer shows: some services may show the whole list. */
export function idOfMade(shown: readonly AllowedRange[], range: string): string | undefined {
  const [made, ...others] = shown.filter(({ cidr }) => cidr === "" || canonicalRange(cidr) === range);
  return others.length === 0 ? made?.id : undefined;
}

/** What the deletion of the resource does to the entry. */
export function planEntryDeletion(last: State, _secret: Secret, outputs: ShownValues): Plan {
  const request = deletionRequest({ ...last }, { ...outputs, ...last });
  if (request !== undefined) return { action: "delete", request };
  const kept = `the entry is no longer managed; the service keeps it (${whyRetained({ ...last })})`;
  return { action: "none", notices: [`graphplane: ${entriesPath(last, last.entryId)}: ${kept}${mayStillChange(last)}`] };
}

/**
 * Why an entry of a list that may be enforced is not deleted: it may be the last one, or the only one that admits an address that this
 * run comes from. Undefined where it is neither.
 */
export function lockoutText(
  { entryId, cidr }: State,
  { entries, uncertain, origin: { isAllowed, address } }: Access,
  isEnforced: boolean | null | undefined,
): string | undefined {
  const own = entries.find(({ id }) => id === entryId);
  if (own === undefined && uncertain === undefined) return undefined;
  const others = entries.filter(({ id }) => id !== entryId);
  const refusal = (why: string, fix = takeDown) =>
    `the list ${isEnforced === true ? "is" : "may be"} enforced, and ${why}, so nothing was deleted. ${fix}`;
  const range = quoteName(cidr);
  if (others.length === 0 && uncertain === undefined) return refusal(`${range} is its last entry: an empty list admits nobody`);
  if (others.length === 0) return refusal(`${uncertain}: ${range} may be its last entry`, takeDownUnlessKnown);
  const mayBeOnly = `${range} may be the only range that admits it`;
  if (address === undefined) {
    if (isAllowed === false) return undefined;
    return refusal(`the service does not show which address this run comes from: ${mayBeOnly}`, takeDownUnlessKnown);
  }
  const addresses = parseAddresses(address);
  if (addresses === undefined) {
    const why = `no address can be read in ${showAddresses(address)}, which the service shows for this run`;
    return refusal(`${why}: ${mayBeOnly}`, takeDownUnlessKnown);
  }
  const ranges = [own?.cidr ?? "", cidr];
  const lost = addresses.filter((one) => ranges.some((text) => admits(text, one)) && !others.some((entry) => admits(entry.cidr, one)));
  if (lost.length === 0) return undefined;
  const consequence = "without it, this run would lock itself out";
  return refusal(`${range} is the only range that admits ${lost.join(", ")}, which this run comes from: ${consequence}`, addFirst);
}

const takeDown = `To take the list down, set enabled: false on its AllowList and run "pulumi up", then delete the entry; or set deletionPolicy: "disable" there and run "pulumi up", then "pulumi destroy". To keep the entry on the list, take it out of the state with "pulumi state delete"`;
const addFirst = `To keep the list enforced, add an AllowListEntry that admits this run, and run "pulumi up". ${takeDown}`;
const takeDownUnlessKnown = `If another entry admits this run, set allowLockout: true on this one and run "pulumi up", then delete it. ${takeDown}`;

/** Why it is not certain that an entry is gone. */
export function uncertainText(absence: Parameters<typeof describeUncertainty>[0]): string {
  const why = describeUncertainty(absence, "allow list", "an identifier", "workgroup");
  return `it is not certain that the entry is gone, since ${why}. If it is gone, take it out of the state with "pulumi state delete"`;
}

/** What a service without the calls can do all the same. */
export const stillWorks = "editing the list in the console, and every other resource";

function ambiguousText({ cidr }: Arguments, entries: readonly Entry[]): string {
  return `there are ${entries.length} entries of the range ${quoteName(cidr)} (${entries.map(({ id }) => id).join(", ")}): delete all but one of them`;
}

function alreadyExistsText({ cidr }: Arguments, { id, note }: Entry, secret: Secret): string {
  const noted = note === "" ? "without a note" : secret("note") ? "with another note" : `with the note ${JSON.stringify(note)}`;
  return `there is an entry ${quoteName(cidr)} already (${id}), ${noted}. ${aliasesHint}. Otherwise add adopt: true to adopt it, which sends the declared note`;
}

function refuse(reason: string): Refusal {
  return { action: "refuse", property: "cidr", reason };
}
