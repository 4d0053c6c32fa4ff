import { allowedRangeName, findWorkgroupRecord, mayHaveBeenProcessed, type WorkgroupId } from "../../../client";
import { comingRanges, readAccess } from "../../reconcile/access";
import { make } from "../../reconcile/make";
import { awaitRecord, updateRecord, waitForRecord } from "../../reconcile/record";
import { runExclusively } from "../../reconcile/keyed-lock";
import { limitOf } from "../../reconcile/wait";
import { canonicalRange } from "../../values/cidr";
import type { Applied, OperationContext, ResourceDefinition, Sends } from "../../definition";
import { definitionFrom } from "../../describe/schema";
import { InputError } from "../../errors";
import { quoteName } from "../../values/names";
import { readPending, writePending } from "../../reconcile/pending";
import { deleteListed, type ListedObjects, readListed } from "../../reconcile/listed";
import { readAwaitingCreation } from "../../reconcile/made";
import { pendingAfterRead, sentValues } from "../../reconcile/declared-fields";
import { parentExists, type Reading } from "../../reconcile/reading";
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
import { listEntries, readEntries } from "./reads";
import { allowListEntryFacts, entriesPath } from "./review";
import { type AllowListEntryArguments as Arguments, allowListEntryDescription, type AllowListEntryState as State } from "./description";

type AppliedEntry = Applied<State, true>;

const operations: ListedObjects<State, Entries> = {
  object: ({ cidr }) => `the entry ${quoteName(cidr)}`,
  path: ({ entryId, ...args }) => entriesPath(args, ...(entryId === "" ? [] : [entryId])),
  read: (state, context, skipCache) => readEntries(state, state, context, skipCache),
  identifier: { output: "entryId", of: ({ entries: [{ id }] }) => id },
  parentExists,
  whyUncertain: (_state, absence) => whyUncertain(absence),
  whatStillWorks,
};

/** An address range on the allow list of a workgroup. A service may lack the calls (API 11). */
export const allowListEntry: ResourceDefinition<Arguments, State, ShownEntries, EntryPlan, true> = {
  ...definitionFrom(allowListEntryDescription),
  review: allowListEntryFacts,
  normalize: (args) => (typeof args.cidr === "string" ? { ...args, cidr: canonicalRange(args.cidr) } : args),
  lockKey: ({ workgroupId, cidr }) => ["allow_list", workgroupId, canonicalRange(cidr)],

  async observe(args, last, context) {
    const target = { ...args, entryId: last?.entryId };
    const live = await readAwaitingCreation(last, context, (skipCache) => readEntries(target, last, context, skipCache));
    if (context.previewing && "found" in live && live.found) await refuseLockoutByChange(args, live.entries[0], context);
    return live;
  },
  unseen: (last) =>
    last === undefined
      ? { found: false, certain: true, others: false }
      : { found: true, entries: [{ id: last.entryId ?? "", cidr: "", note: "" }] },
  plan: planEntry,

  async execute(plan, args, last, context) {
    if (plan.action === "post") return createEntry(plan, args, context);
    if (plan.action === "put") return updateEntry(plan, args, last, context);
    return { state: { ...args, entryId: plan.entryId, ...writePending(plan.dropped, context.isSecret) } };
  },

  async waitUntilApplied(args, { state }, context) {
    const read = async (): Promise<Reading<{ readonly record: { readonly note: string } }>> => {
      const live = await readEntries(state, undefined, context, true);
      if (!("found" in live)) return live;
      const entry = live.found ? live.entries.find(({ cidr }) => cidr === canonicalRange(args.cidr)) : undefined;
      // A list may be late: an entry that it lacks is waited for, and not taken for gone.
      return entry === undefined ? { found: false, certain: false, others: true } : { found: true, record: { note: entry.note } };
    };
    const done = { ...args, entryId: state.entryId };
    return waitForRecord<State>({ names: fields, state: done, kept: state, object: operations.path(done), context, read });
  },

  async read(last, context) {
    return readListed(operations, last, context, ({ entries: [entry] }) => stateOf(last, entry, context));
  },

  describeKept: (last) => ({ path: entriesPath(last, last.entryId), object: "the entry", effect: "the service keeps it" }),

  async delete(plan, last, context) {
    const deletion = {
      send: (known: State) => deleteEntry(known, context),
      guard: (known: State) => refuseLockout(known, deletionLockoutText, context),
      // One after the other: of two that admit the caller, the second would see the first one still there. Their waits overlap.
      lockKey: guardKey(last),
      limit: limitOf(last.timeoutSeconds),
    };
    await deleteListed(operations, plan, last, deletion, context);
  },
};

async function createEntry({ request, body }: Sends<EntryPlan, "post">, args: Arguments, context: OperationContext): Promise<AppliedEntry> {
  // Read before the POST, and shared with the plan.
  const before = (await listEntries(args, context)).found.map(({ id }) => id);
  const sent = notesIn(args);
  return make<State, Entries, true>(operations, context, {
    request,
    unmade: args,
    before,
    sent: sentValues({ ...args }, sent),
    async send() {
      const id = idOfCreated(await context.client.allowLists.create(workgroupOf(args), body), body.cidr);
      return id === undefined ? undefined : { entries: [{ id, cidr: body.cidr, note: "" }] };
    },
    limit: limitOf(args.timeoutSeconds),
    done({ entries: [{ id }] }, byRead) {
      const state = { ...args, entryId: id };
      return byRead ? { state } : awaitRecord<State>(fields, state, { sent, live: { note: "" }, creation: { before } }, context);
    },
  });
}

function updateEntry(
  plan: Sends<EntryPlan, "put">,
  args: Arguments,
  last: State | undefined,
  context: OperationContext,
): Promise<AppliedEntry> {
  const { id, note } = plan.entry;
  const send = () =>
    runExclusively(guardKey(args), async () => {
      await refuseLockoutByChange(args, plan.entry, context);
      return context.client.allowLists.update({ ...workgroupOf(args), id }, plan.body);
    });
  const update = { ...plan, sent: notesIn(args), live: { note } };
  return updateRecord<State>(operations, update, { names: fields, state: { ...args, entryId: id }, last }, send, context);
}

function notesIn({ note }: Arguments): readonly "note"[] {
  return note === undefined ? [] : ["note"];
}

/** The state as the list shows the entry: an equal range stays as it is declared, and an undeclared note is left out. */
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

/** Sends the deletion; one that may have been processed counts for the next check. */
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

/** The lock under which writes that may lock this run out follow each other. */
function guardKey({ workgroupId }: Pick<Arguments, "workgroupId">): readonly string[] {
  return ["allow_list", workgroupId];
}

/** Fails if the entry's live range, which the declared one would replace, may be the only one that admits this run. */
async function refuseLockoutByChange(args: Arguments, { id, cidr }: Entry, context: OperationContext): Promise<void> {
  if (cidr === canonicalRange(args.cidr)) return;
  const coming = comingRanges(context.declaredSoFar("AllowListEntry"), args);
  // With an entry whose range is not known yet, the update decides.
  if (coming.includes(undefined)) return;
  const others = coming.filter((range) => range !== undefined).map((range) => ({ id: "", cidr: range, note: "" }));
  const textOf: typeof deletionLockoutText = (state, access, isEnforced) =>
    changeLockoutText(state, { ...access, entries: [...access.entries, ...others] }, isEnforced);
  await refuseLockout({ ...args, entryId: id }, textOf, context);
}

/** Fails if the list may be enforced, and after the write would admit nobody, or not this run. */
async function refuseLockout(last: State, lockoutText: typeof deletionLockoutText, context: OperationContext): Promise<void> {
  if (last.allowLockout === true) return;
  const workgroup = await findWorkgroupRecord(context.client, last.workgroupId);
  // A workgroup that is gone has no list any more. One that does not say may enforce it.
  if ("missing" in workgroup || workgroup.record.enable_allow_list === false) return;
  const reason = lockoutText(last, await readAccess(workgroupOf(last), context), workgroup.record.enable_allow_list);
  if (reason !== undefined) throw new InputError(reason);
}

function workgroupOf({ workgroupId }: Pick<Arguments, "workgroupId">): WorkgroupId {
  return { workgroupID: workgroupId };
}
