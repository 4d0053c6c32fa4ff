import { type AllowedRange, allowLists, type ParsedList } from "../../../client";
import type { OperationContext } from "../../definition";
import { findMade } from "../../reconcile/made";
import { readPending } from "../../reconcile/pending";
import { type Reading, readInParent } from "../../reconcile/reading";
import { canonicalRange, rangeProblem } from "../../values/cidr";
import type { Entries, Entry } from "./plan";
import type { AllowListEntryState as State } from "./description";

/** Reads entries in the list of their workgroup. */

type Target = { readonly [Name in "cidr" | "note" | "adopt" | "entryId"]?: State[Name] | undefined } & Pick<State, "workgroupId">;

/** Reads the entry by its identifier, or every entry of its range, in the list, which all entries of a workgroup share. */
export async function readEntries(
  target: Target,
  last: object | undefined,
  context: OperationContext,
  skipCache = false,
): Promise<Reading<Entries>> {
  const { workgroupId, cidr = "", entryId } = target;
  const range = canonicalRange(cidr);
  const { creation, sent } = readPending(last);
  return readInParent<Entries>({ workgroupId }, context, skipCache, async () => {
    const { found, certain } = await listEntries(target, context, skipCache);
    const all = found.map(toEntry);
    const absent = { found: false, certain, others: found.length > 0 } as const;
    const identified = all.filter(({ id }) => id === entryId);
    // The response to the POST may have shown another identifier than the list.
    const isKnown = Boolean(entryId) && (identified.length > 0 || creation === undefined);
    // The service may write the range of a new entry in a form that cannot be read.
    const mayBeMade = (entry: Entry) => creation !== undefined && rangeProblem(entry.cidr) !== undefined;
    const [entry, ...others] = isKnown ? identified : all.filter((entry) => entry.cidr === range || mayBeMade(entry));
    if (entry === undefined) return absent;
    context.recordSeen();
    const entries = [entry, ...others] as const;
    if (isKnown || creation === undefined) return { found: true, entries };
    const notes = [sent["note"], target.note].filter((note) => note !== undefined);
    const { made, candidateIds } = findMade({
      before: creation.before,
      now: entries,
      idOf: (entry) => entry.id,
      showsWhatWasSent: ({ cidr, note }) => cidr === range && (notes.length === 0 || notes.includes(note) || target.adopt === true),
      isManagedElsewhere: (entry) => context.isManagedElsewhere(`${workgroupId}/${entry.id}`),
    });
    return made === undefined ? { ...absent, candidateIds } : { found: true, entries: [made] };
  });
}

/** Every entry of the list, read after the last write to the given one. */
export function listEntries(
  { workgroupId, cidr = "", entryId = "" }: Target,
  { client }: OperationContext,
  skipCache = false,
): Promise<ParsedList<AllowedRange>> {
  return client.shared(allowLists.list, { workgroupID: workgroupId }, { parts: [canonicalRange(cidr), entryId], skipCache });
}

function toEntry({ id, cidr, note = "", record }: AllowedRange): Entry {
  return { id, cidr: canonicalRange(cidr), note, record };
}
