import type { AllowedRange, AllowedRangeBody } from "../../../client";
import type { Access } from "../../reconcile/access";
import { admits, canonicalRange, parseAddresses, showAddresses } from "../../values/cidr";
import { type IsSecret, isRefusal, type NoRequestPlan, type Planner, planRequest, refuse, type RequestPlan } from "../../definition";
import { describeFailure } from "../../messages/error-text";
import { aliasesHint, unseenHint } from "../../errors";
import { omit } from "../../values/json";
import { quoteName } from "../../values/names";
import { ambiguousCreationText } from "../../reconcile/create-outcome";
import { planWhole, type RecordWrite, type SentFields, showRecord } from "../../reconcile/declared-fields";
import { canBeCreated, missingCallText, refuseNotFound } from "../../reconcile/collection-item";
import { type NotFound, describeUncertainty, type ItemReadResult } from "../../reconcile/read-result";
import { addressOf, type Arguments, entriesPath, type State } from "./description";

/** Plans the entry, and explains why an entry must not be changed or deleted. Pure. */

/** An entry of the list. `cidr` is in canonical form. `note` is empty if the entry has no note. */
export interface Entry {
  readonly id: string;
  readonly cidr: string;
  readonly note: string;
  readonly record?: Readonly<Record<string, unknown>> | undefined;
}

/** The entry with the known id or, if no id is known, all entries with the same range. */
export interface Entries {
  readonly entries: readonly [Entry, ...Entry[]];
}
export type ShownEntries = ItemReadResult<Entries>;

export type EntryPlan =
  | (NoRequestPlan & SentFields & { readonly entryId: string })
  | (RequestPlan & { readonly action: "post"; readonly body: AllowedRangeBody })
  | (RecordWrite & { readonly action: "put"; readonly body: AllowedRangeBody; readonly entry: Entry });

/** The fields that are compared and sent with the range. */
export const fields = { note: "note" } as const;
const fieldsWithRange = { cidr: "cidr", ...fields };

export const planEntry: Planner<Arguments, State, ShownEntries, EntryPlan> = (args, last, live, isSecret) => {
  if ("noCall" in live && live.seenBefore === true)
    return refuse("cidr", `the service does not return the allow list (the request ${describeFailure(live.noCall)}). ${unseenHint}`);
  if ("noCall" in live) return refuse("cidr", missingCallText({ whatStillWorks }, { method: "GET", path: entriesPath(args) }, live.noCall));
  if (!live.found && live.candidateIds !== undefined)
    return refuse("cidr", ambiguousCreationText(`an entry ${quoteName(args.cidr)}`, live.candidateIds));
  const declared: AllowedRangeBody = { cidr: canonicalRange(args.cidr), ...(args.note !== undefined && { note: args.note }) };
  const show = (record: object) => showRecord(fieldsWithRange, { ...record }, args, isSecret);
  if (!live.found && canBeCreated(last, last?.entryId, live))
    return planRequest({ method: "POST", path: entriesPath(args) }, declared, show);
  if (!live.found) return refuseNotFound("cidr", `entry ${quoteName(args.cidr)}`, live, whyUncertain(live));
  const [entry, ...others] = live.entries;
  if (last === undefined && others.length > 0) return refuse("cidr", ambiguousText(args, live.entries));
  const { id, cidr, note } = entry;
  const call = {
    names: fieldsWithRange,
    object: addressOf(args),
    request: { method: "PUT", path: entriesPath(args, id) },
    refusedAt: "cidr",
  } as const;
  // The note is added because the record might omit an empty one. The id is omitted because it is in the path.
  const record = omit({ ...entry.record, cidr, note }, ["id"]);
  const plan = planWhole(call, { ...args, ...declared }, last, record, isSecret);
  if (plan.action === "none") return { ...plan, entryId: id };
  if (last === undefined && args.adopt !== true) return refuse("cidr", alreadyExistsText(args, entry, isSecret));
  if (isRefusal(plan)) return plan;
  const was = cidr === declared.cidr ? { note } : { cidr, note };
  return { ...plan, action: "put", body: { ...plan.body, ...declared }, request: { ...plan.request, was: show(was) }, entry };
};

/** Finds the id of the new entry in the response to the POST, which might contain the whole list. */
export function idOfCreated(shown: readonly AllowedRange[], range: string): string | undefined {
  const [created, ...others] = shown.filter(({ cidr }) => cidr === "" || canonicalRange(cidr) === range);
  return others.length === 0 ? created?.id : undefined;
}

/**
 * Explains why it is unsafe to delete the entry while the list might be enforced: it might be the last entry, or the only one that allows
 * an address of this run. Undefined if it is safe.
 */
export function deletionLockoutText(
  { entryId, cidr }: State,
  { entries, uncertain, origin }: Access,
  isEnforced: boolean | null | undefined,
): string | undefined {
  const own = entries.find(({ id }) => id === entryId);
  if (own === undefined && uncertain === undefined) return undefined;
  const others = entries.filter(({ id }) => id !== entryId);
  const explain = (why: string, fix = turnOffHint) =>
    `the list ${isEnforced === true ? "is" : "might be"} enforced, and ${why}, so graphplane did not delete it. ${fix}`;
  const range = quoteName(cidr);
  if (others.length === 0 && uncertain === undefined) return explain(`${range} is the last entry; an empty list would lock everyone out`);
  if (others.length === 0) return explain(`${uncertain}, so ${range} might be its last entry`, allowLockoutHint);
  // The range on the service, and the range in the state.
  const lost = lostAdmission(origin, own === undefined ? [cidr] : [own.cidr, cidr], others, range);
  if (lost === undefined) return undefined;
  if (!lost.isCertain) return explain(lost.why, allowLockoutHint);
  return explain(`${lost.why}: without it, this run would lock itself out`, addEntryHint);
}

/** Explains why it is unsafe to change the entry's range while the list might be enforced. Undefined if it is safe. */
export function changeLockoutText(
  { entryId, cidr }: State,
  { entries, origin }: Access,
  isEnforced: boolean | null | undefined,
): string | undefined {
  const own = entries.filter(({ id }) => id === entryId).map((entry) => entry.cidr);
  const left = [...entries.filter(({ id }) => id !== entryId), { cidr }];
  const lost = lostAdmission(origin, own, left, own.map(quoteName).join(", "));
  if (lost === undefined) return undefined;
  return `the list ${isEnforced === true ? "is" : "might be"} enforced, and the entry's range was changed outside: ${lost.why}, and ${quoteName(cidr)} would replace it, so graphplane did not change it. Declare a range that allows this run, add an AllowListEntry that does and list it in dependsOn, or set allowLockout: true`;
}

/** Explains that the given ranges are, or might be, the only ones that allow an address of this run. Undefined if other ranges allow all of its addresses. */
function lostAdmission(
  { address, isAllowed }: Access["origin"],
  ranges: readonly string[],
  left: readonly { readonly cidr: string }[],
  shown: string,
): { readonly why: string; readonly isCertain: boolean } | undefined {
  const unknown = (why: string) => ({ why: `${why}, so ${shown} might be the only range that allows it`, isCertain: false });
  if (address === undefined)
    return isAllowed === false ? undefined : unknown("the service does not report which address this run comes from");
  const addresses = parseAddresses(address);
  if (addresses === undefined) return unknown(`the service returns ${showAddresses(address)} for this run, which is not an address`);
  const lost = addresses.filter((one) => ranges.some((text) => admits(text, one)) && !left.some((entry) => admits(entry.cidr, one)));
  const why = `${shown} is the only range that allows ${lost.join(", ")}, which this run comes from`;
  return lost.length === 0 ? undefined : { why, isCertain: true };
}

const turnOffHint = `To turn the list off, set enabled: false on its AllowList and run "pulumi up", then delete the entry; or set deletionPolicy: "disable" there and run "pulumi up", then "pulumi destroy". To keep the entry on the list, remove it from the state with "pulumi state delete"`;
const addEntryHint = `To keep the list enforced, add an AllowListEntry that includes the address of this run, and run "pulumi up". ${turnOffHint}`;
const allowLockoutHint = `If another entry allows this run, set allowLockout: true on this one and run "pulumi up", then delete it. ${turnOffHint}`;

export function whyUncertain(absence: NotFound): string {
  return describeUncertainty(absence, "allow list", "an identifier", "workgroup");
}

export const whatStillWorks = () => "editing the list in the console, and all other resources";

function ambiguousText({ cidr }: Arguments, entries: readonly Entry[]): string {
  return `${entries.length} entries have the range ${quoteName(cidr)} (${entries.map(({ id }) => id).join(", ")}): delete all but one of them`;
}

function alreadyExistsText({ cidr }: Arguments, { id, note }: Entry, isSecret: IsSecret): string {
  const noted = note === "" ? "without a note" : isSecret("note") ? "with a different note" : `with the note ${JSON.stringify(note)}`;
  return `an entry ${quoteName(cidr)} already exists (${id}), ${noted}. ${aliasesHint}. Otherwise add adopt: true to adopt it, which sends the declared note`;
}
