import type { AllowedRange, AllowedRangeBody, RequestOrigin } from "../../../client";
import { admits, canonicalRange } from "../../cidr";
import type { OperationContext, Plan, Refusal } from "../../definition";
import { whyRetained } from "../../deletion-policy";
import { describeMissingCall } from "../../error-text";
import { aliasesHint, quoteName, refreshHint } from "../../errors";
import type { AnnouncedRequest } from "../../messages";
import { hasPendingCreation, mayStillChange, type SentValue } from "../../pending";
import { unclearText } from "../../proof/made";
import type { ShownValues } from "../../review-facts";
import { argumentsToSend, droppedLines, droppedValues, showRecord, wholeRecord, whyUnsendable } from "../../whole-record";
import { describeUncertainty, type LookUp } from "../../workspace-look-up";
import { addressOf, deletionRequest, entriesPath } from "./review";
import type { AllowListEntryArguments as Arguments, AllowListEntryState as State } from "./schema";

/** What is done so that the list holds the declared entry, and what its deletion does. Pure. */

type Secret = OperationContext["secret"];

/** An entry as a look-up shows it: its range in the form in which equal ranges are equal, its note empty where it has none. */
export interface Entry {
  readonly id: string;
  readonly cidr: string;
  readonly note: string;
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
  if ("noCall" in live) {
    const consequence = "it is not known which ranges are on the list, and nothing was sent";
    return refuse(describeMissingCall(`GET ${entriesPath(args)}`, live.noCall, consequence, stillWorks));
  }
  const isUnmade = last === undefined || hasPendingCreation(last);
  if (!live.found && live.unclear !== undefined) return refuse(unclearText(`an entry ${quoteName(args.cidr)}`, live.unclear));
  const declared: AllowedRangeBody = { cidr: canonicalRange(args.cidr), ...(args.note !== undefined && { note: args.note }) };
  const show = (record: object) => showRecord({ cidr: "cidr", note: "note" }, { ...record }, args, secret);
  if (!live.found && isUnmade && (last === undefined || live.certain || !live.others))
    return { action: "post", request: { method: "POST", path: entriesPath(args), body: show(declared) }, body: declared };
  if (!live.found) return refuse(live.certain ? `there is no entry ${quoteName(args.cidr)} any more. ${refreshHint}` : uncertainText(live));
  const [entry, ...others] = live.entries;
  if (entry === undefined || (last === undefined && others.length > 0)) return refuse(ambiguousText(args, live.entries));
  const { id, cidr, note } = entry;
  const dropped = droppedValues(fields, args, last, { note });
  const notices = droppedLines(addressOf(args), dropped, secret);
  if (argumentsToSend(fields, args, last, { note }).length === 0 && cidr === declared.cidr)
    return { action: "none", entryId: id, dropped, notices };
  if (last === undefined && args.adopt !== true) return refuse(alreadyExistsText(args, entry, secret));
  const unsendable = whyUnsendable(fields, args, { note });
  if (unsendable !== undefined) return refuse(unsendable);
  const body = { ...wholeRecord(fields, args, { note }), cidr: declared.cidr };
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

/** Why an entry of a list that may be enforced is not deleted: none but it may admit the address that this run comes from; undefined where that is not so. */
export function lockoutText(
  { entryId, cidr }: State,
  all: readonly Entry[],
  { isAllowed, address }: RequestOrigin,
  isEnforced: boolean | null | undefined,
): string | undefined {
  if (isAllowed === false) return undefined;
  const list = isEnforced === true ? "the list is enforced" : "the list may be enforced";
  const fix = 'Add an entry that admits it first, or set allowLockout: true and run "pulumi up", then delete this one';
  if (address === undefined)
    return `${list}, and the service does not show which address this run comes from: ${quoteName(cidr)} may be the only range that admits it, so nothing was deleted. ${fix}`;
  const admitting = all.filter((entry) => admits(entry.cidr, address));
  if (admitting.length === 0 || admitting.some(({ id }) => id !== entryId)) return undefined;
  return `${list}, and ${quoteName(cidr)} is the only range that admits ${address}, which this run comes from: without it, this run would lock itself out, so nothing was deleted. ${fix}`;
}

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
