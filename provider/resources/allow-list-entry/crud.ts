import {
  type AllowedRange,
  allowedRangeName,
  allowLists,
  findWorkgroupRecord,
  mayHaveBeenProcessed,
  type ParsedList,
  type WorkgroupId,
} from "../../../client";
import type { OperationContext, ResourceDefinition } from "../../definition";
import { definitionFrom } from "../../describe/schema";
import { InputError } from "../../errors";
import { findDeclaredRanges, readAccess } from "../../reconcile/access";
import type { ValueDiff } from "../../reconcile/compare";
import { diffRecord, pendingAfterRead, stateWhilePending } from "../../reconcile/declared-fields";
import { runExclusively } from "../../reconcile/keyed-lock";
import { deleteItem, readItem } from "../../reconcile/collection-item";
import { findCreated, readAwaitingCreation } from "../../reconcile/create-outcome";
import { readPending } from "../../reconcile/pending";
import { parentExists, type ReadResult, readInParent, unprovenNotFound } from "../../reconcile/read-result";
import { createRecord, type RecordCollectionItem, updateRecord, waitForRecord } from "../../reconcile/record";
import { limitOf } from "../../reconcile/wait";
import { canonicalRange, rangeProblem } from "../../values/cidr";
import { quoteName } from "../../values/names";
import {
  type Entries,
  type Entry,
  type EntryPlan,
  fields,
  idOfCreated,
  changeLockoutText,
  deletionLockoutText,
  planEntry,
  type ShownEntries,
  whatStillWorks,
  whyUncertain,
} from "./plan";
import { allowListEntryDescription, type Arguments, entriesPath, type State } from "./description";

const operations: RecordCollectionItem<State, Entries> = {
  fields,
  object: ({ cidr }) => `the entry ${quoteName(cidr)}`,
  path: ({ entryId, ...args }) => entriesPath(args, ...(entryId === "" ? [] : [entryId])),
  read: (state, context, skipCache) => readEntries(state, state, context, skipCache),
  identifier: { output: "entryId", of: ({ entries: [{ id }] }) => id },
  parentExists,
  whyUncertain: (_state, absence) => whyUncertain(absence),
  whatStillWorks,
};

/** An address range on the allow list of a workgroup. Some services do not support these calls (API 11). */
export const allowListEntry: ResourceDefinition<Arguments, State, ShownEntries, EntryPlan, true> = {
  ...definitionFrom(allowListEntryDescription),
  normalize: (args) => (typeof args.cidr === "string" ? { ...args, cidr: canonicalRange(args.cidr) } : args),
  lockKey: ({ workgroupId, cidr }) => ["allow_list", workgroupId, canonicalRange(cidr)],

  async observe(args, last, context) {
    const target = { ...args, entryId: last?.entryId };
    const live = await readAwaitingCreation(last, context, (skipCache) => readEntries(target, last, context, skipCache));
    if ("entries" in live) await refuseLockoutByChange(args, live.entries[0], context);
    return live;
  },
  assumedLive: (last) =>
    last === undefined ? unprovenNotFound : { found: true, entries: [{ id: last.entryId ?? "", cidr: "", note: "" }] },
  plan: planEntry,

  async execute(plan, args, last, context) {
    const { client } = context;
    if (plan.action === "post") {
      // Reads the entries before the POST. The plan shares this read.
      const before = (await listEntries(args, context)).found.map(({ id }) => id);
      const { cidr } = plan.body;
      const send = async (): Promise<Entries | undefined> => {
        const id = idOfCreated(await client.allowLists.create(workgroupOf(args), plan.body), cidr);
        return id === undefined ? undefined : { entries: [{ id, cidr, note: "" }] };
      };
      return createRecord(operations, args, { ...plan, sent: noteOf(args, "") }, before, send, context);
    }
    if (plan.action === "put") {
      const { id, note } = plan.entry;
      const send = () =>
        runExclusively(guardKey(args), async () => {
          await refuseLockoutByChange(args, plan.entry, context);
          return client.allowLists.update({ ...workgroupOf(args), id }, plan.body);
        });
      const update = { ...plan, sent: noteOf(args, note) };
      return updateRecord<State>(operations, update, { state: { ...args, entryId: id }, last }, send, context);
    }
    return { state: stateWhilePending<State>({ ...args, entryId: plan.entryId }, plan, context.isSecret) };
  },

  waitUntilApplied: (args, { state: kept }, context) =>
    waitForRecord<State>({ ...operations, read: readNote }, { state: { ...args, entryId: kept.entryId }, kept }, context),

  async read(last, context) {
    return readItem(operations, last, context, ({ entries: [entry] }) => stateOf(last, entry, context));
  },

  describeRetained: (last) => ({
    path: entriesPath(last, last.entryId),
    object: "the entry",
    effect: "it stays as long as its workgroup exists",
  }),

  async delete(plan, last, context) {
    const deletion = {
      send: (known: State) => deleteEntry(known, context),
      guard: (known: State) => refuseLockout(known, deletionLockoutText, context),
      // Serializes deletions. If two entries allow the caller, the check for the second entry must not find the first one.
      lockKey: guardKey(last),
      limit: limitOf(last.timeoutSeconds),
    };
    await deleteItem(operations, plan, last, deletion, context);
  },
};

/** Reads the note of the entry once the list also contains the declared range. */
async function readNote(state: State, context: OperationContext): Promise<ReadResult<{ readonly record: { readonly note: string } }>> {
  const live = await readEntries(state, undefined, context, true);
  if (!("found" in live)) return live;
  const entry = live.found ? live.entries.find(({ cidr }) => cidr === canonicalRange(state.cidr)) : undefined;
  // The list can be stale, so a missing entry is awaited rather than considered deleted.
  return entry === undefined ? unprovenNotFound : { found: true, record: { note: entry.note } };
}

/** Compares the declared note, which every request sends, with the live one. */
const noteOf = (args: Arguments, live: string): readonly ValueDiff[] => diffRecord(fields, { ...args }, args, { note: live });

/** Returns the state for an entry of the list. An equal range remains as declared, and an undeclared note is omitted. */
function stateOf({ __pending, ...last }: State, { id, cidr, note }: Entry, { isSecret }: OperationContext): State {
  const isImported = typeof last.cidr !== "string";
  const declared = { ...readPending({ __pending }).sent, ...last };
  return {
    ...last,
    ...pendingAfterRead(fields, { __pending }, { note }, isSecret),
    cidr: isImported || canonicalRange(last.cidr) !== cidr ? cidr : last.cidr,
    ...((isImported ? note === "" : declared.note === undefined) ? {} : { note }),
    entryId: id,
  };
}

/** Sends the deletion. If it might have been processed, later checks consider the entry deleted. */
async function deleteEntry({ entryId, ...args }: State, { client, deletions }: OperationContext): Promise<void> {
  const id = { ...workgroupOf(args), id: entryId };
  const name = allowedRangeName(id, entryId);
  deletions.add(name);
  try {
    await client.allowLists.delete(id);
  } catch (error) {
    if (!mayHaveBeenProcessed(error)) deletions.delete(name);
    throw error;
  }
}

/** Returns the key of the lock that serializes writes which might lock out this run. */
const guardKey = ({ workgroupId }: Pick<Arguments, "workgroupId">): readonly string[] => ["allow_list", workgroupId];

/** Throws if the live range of the entry, which the declared range would replace, might be the only one that allows this run. */
async function refuseLockoutByChange(args: Arguments, { id, cidr }: Entry, context: OperationContext): Promise<void> {
  if (cidr === canonicalRange(args.cidr)) return;
  const declaredRanges = findDeclaredRanges(context.declaredSoFar("AllowListEntry"), args);
  // If the range of an entry is unknown, the update decides.
  if (!declaredRanges.every((range) => range !== undefined)) return;
  const others = declaredRanges.map((range) => ({ id: "", cidr: range, note: "" }));
  const textOf: typeof deletionLockoutText = (state, access, isEnforced) =>
    changeLockoutText(state, { ...access, entries: [...access.entries, ...others] }, isEnforced);
  await refuseLockout({ ...args, entryId: id }, textOf, context);
}

/** Throws if the list might be enforced, and the write might leave the list empty or lock out this run. */
async function refuseLockout(last: State, lockoutText: typeof deletionLockoutText, context: OperationContext): Promise<void> {
  if (last.allowLockout === true) return;
  const workgroup = await findWorkgroupRecord(context.client, last.workgroupId);
  // A deleted workgroup has no list. A list is assumed to be enforced unless the record reports otherwise.
  if ("missing" in workgroup || workgroup.record.enable_allow_list === false) return;
  const reason = lockoutText(last, await readAccess(workgroupOf(last), context), workgroup.record.enable_allow_list);
  if (reason !== undefined) throw new InputError(reason);
}

const workgroupOf = ({ workgroupId }: Pick<Arguments, "workgroupId">): WorkgroupId => ({ workgroupID: workgroupId });

type Target = { readonly [Name in "cidr" | "note" | "adopt" | "entryId"]?: State[Name] | undefined } & Pick<State, "workgroupId">;

/** Reads the entry by its identifier, or all entries with its range, from the list that all entries of a workgroup share. */
async function readEntries(
  target: Target,
  last: object | undefined,
  context: OperationContext,
  skipCache?: boolean,
): Promise<ReadResult<Entries>> {
  const { workgroupId, cidr = "", entryId } = target;
  const range = canonicalRange(cidr);
  const { creation, sent } = readPending(last);
  return readInParent<Entries>({ workgroupId }, context, skipCache, async () => {
    const { found, certain } = await listEntries(target, context, skipCache);
    const all = found.map((one): Entry => ({ ...one, cidr: canonicalRange(one.cidr), note: one.note ?? "" }));
    const absent = { found: false, certain, others: found.length > 0 } as const;
    const identified = all.filter(({ id }) => id === entryId);
    // The identifier in the response to the POST might differ from that in the list.
    const isKnown = Boolean(entryId) && (identified.length > 0 || creation === undefined);
    // The service might return the range of a new entry in a format that cannot be parsed.
    const mayBeCreated = (entry: Entry) => creation !== undefined && rangeProblem(entry.cidr) !== undefined;
    const [entry, ...others] = isKnown ? identified : all.filter((entry) => entry.cidr === range || mayBeCreated(entry));
    if (entry === undefined) return absent;
    context.markSeen();
    const entries = [entry, ...others] as const;
    if (isKnown || creation === undefined) return { found: true, entries };
    const notes = [sent["note"], target.note].filter((note) => note !== undefined);
    const { created, candidateIds } = findCreated({
      before: creation.before,
      now: entries,
      idOf: (entry) => entry.id,
      showsSentValues: ({ cidr, note }) => cidr === range && (notes.length === 0 || notes.includes(note) || target.adopt === true),
      isManagedElsewhere: (entry) => context.isManagedElsewhere(`${workgroupId}/${entry.id}`),
    });
    return created === undefined ? { ...absent, candidateIds } : { found: true, entries: [created] };
  });
}

/** Reads all entries of the list, after the last write to the given entry. */
function listEntries(
  { workgroupId, cidr = "", entryId = "" }: Target,
  { client }: OperationContext,
  skipCache?: boolean,
): Promise<ParsedList<AllowedRange>> {
  return client.shared(allowLists.list, workgroupOf({ workgroupId }), { parts: [canonicalRange(cidr), entryId], skipCache });
}
