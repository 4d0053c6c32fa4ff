import {
  type AllowedRange,
  allowedRangeName,
  findWorkgroupRecord,
  isNoSuchCall,
  isServiceError,
  listAllowedRanges,
  mayHaveBeenProcessed,
  type ServiceError,
  type WorkgroupId,
} from "../../../client";
import { readAccess } from "../../proof/access";
import { canonicalRange } from "../../values/cidr";
import type { Applied, OperationContext, ResourceDefinition } from "../../definition";
import { describeFailure, describeMissingCall, mayStillAct } from "../../announce/error-text";
import { InputError, quoteName } from "../../errors";
import { runExclusively } from "../../proof/keyed-lock";
import { hasPendingCreation, readPending, type SentValue, writePending, writePendingCreation } from "../../proof/pending";
import { isGoneAfter, waitUntilGone } from "../../proof/gone";
import { create, findMade, observeMade, unclearText, unmadeLine } from "../../proof/made";
import { limitOf, waitForRecord } from "../../proof/record-wait";
import { appliedState, pendingAfterRead, sentValues, stateAfterLostAnswer, stateWhilePending } from "../../proof/record";
import { isGone, lacksDeletion, lookUpInWorkspace, placeExists } from "../../proof/workspace-look-up";
import {
  type Entry,
  type EntryLookUp,
  type EntryPlan,
  fields,
  idOfMade,
  lockoutText,
  planEntry,
  planEntryDeletion,
  stillWorks,
  uncertainText,
} from "./plan";
import { allowListEntryFacts, argumentOf, entriesPath } from "./review";
import { type AllowListEntryArguments as Arguments, allowListEntryArguments, type AllowListEntryState as State } from "./schema";

type AppliedEntry = Applied<State, true>;
type Write<Action> = Extract<EntryPlan, { action: Action }>;

/** An address range on the allow list of a workgroup. A service may lack the calls (API 11). */
export const allowListEntry: ResourceDefinition<Arguments, State, EntryLookUp, EntryPlan, true> = {
  kind: "AllowListEntry",
  schema: allowListEntryArguments,
  replaceOnChanges: ["workgroupId", "cidr"],
  review: allowListEntryFacts,
  deletesMade: true,
  declaredOnce: ["workgroupId", "cidr"],
  normalize: (args) => (typeof args.cidr === "string" ? { ...args, cidr: canonicalRange(args.cidr) } : args),
  argumentOf,
  describe: ({ workgroupId, cidr }) => `entry ${quoteName(cidr)} of the allow list of workgroup ${quoteName(workgroupId)}`,
  idForm: "<workgroupId>/<entryId>",
  idOf: ({ workgroupId, entryId }) => `${workgroupId}/${entryId}`,

  parseId(id) {
    const [workgroupId = "", ...rest] = id.split("/");
    return { workgroupId, entryId: rest.join("/") } as Partial<State>;
  },

  lockKey: ({ workgroupId, cidr }) => ["allow_list", workgroupId, canonicalRange(cidr)],
  observe: (args, last, context) =>
    observeMade(last, context, (now) => lookUpEntries({ ...args, entryId: last?.entryId }, last, context, now)),
  plan: planEntry,

  async execute(plan, args, last, context) {
    if (plan.action === "none") {
      const { id, state } = toApplied(args, plan.entryId);
      return { id, state: { ...state, ...writePending(plan.dropped, context.secret) } };
    }
    return plan.action === "post" ? createEntry(plan, args, context) : updateEntry(plan, args, last, context);
  },

  async waitUntilApplied(args, { state }, context) {
    const look = async (): Promise<Awaited<ReturnType<Parameters<typeof waitForRecord>[0]["look"]>>> => {
      const live = await lookUpEntries(state, undefined, context, true);
      if (!("found" in live)) return live;
      const entry = live.found ? live.entries.find(({ cidr }) => cidr === canonicalRange(args.cidr)) : undefined;
      // A list may show late what was done: an entry that it lacks is waited for, and not taken for gone.
      return entry === undefined ? { found: false, certain: false, others: true } : { found: true, record: { note: entry.note } };
    };
    const done = { ...args, entryId: state.entryId };
    const object = entriesPath(args, state.entryId);
    await waitForRecord({ names: fields, state: done, kept: state, object, context, look, timeoutSeconds: args.timeoutSeconds });
    return appliedState<State>(done, state);
  },

  async read(last, context) {
    const live = await lookUpEntries(last, last, context);
    if ("noCall" in live) {
      context.say(
        `graphplane: ${entriesPath(last)}: this service does not show the list (the request ${describeFailure(live.noCall)}), so ${quoteName(last.cidr)} stays in state as it is`,
      );
      return last;
    }
    if ("missing" in live) return undefined;
    if (live.found) return live.entries.map((entry) => stateOf(last, entry, context))[0];
    // That no list shows it yet does not prove that the POST did not make it.
    if (hasPendingCreation(last)) return last;
    if (await isGone(last, live, context)) return undefined;
    throw new InputError(uncertainText(live));
  },

  planDelete: planEntryDeletion,

  async delete(plan, given, context) {
    const entryId = given.entryId || (await findMadeId(given, context));
    const path = entriesPath(given, entryId);
    if (entryId === "") return context.say(unmadeLine(path, `the entry ${quoteName(given.cidr)}`));
    const last = { ...given, entryId };
    const look = () => lookUpEntries(last, undefined, context, true);
    const deletable = { context, look, holderExists: () => placeExists({ workgroupId: last.workgroupId }, context) };
    // One after the other: of two that admit the caller, the second would see the first one still there. Their waits overlap.
    const error = await runExclusively(["allow_list", last.workgroupId], async () => {
      if (last.allowLockout !== true) await refuseLockout(last, context);
      return deleteEntry(last, context);
    });
    if (error !== undefined) {
      if (await isGoneAfter(error, deletable)) return context.say(`graphplane: ${path}: the entry is already gone`);
      throw lacksDeletion(error) ? new InputError(missingCallText(`DELETE ${path}`, error, "deleted")) : error;
    }
    if (plan.request !== undefined) context.reportSent({ ...plan.request, path });
    await waitUntilGone({ ...deletable, path, limit: limitOf(last.timeoutSeconds) });
  },
};

/** The identifier of the entry that an earlier POST made; empty if no list shows one. */
async function findMadeId(last: State, context: OperationContext): Promise<string> {
  const live = await observeMade(last, context, (now) => lookUpEntries(last, last, context, now));
  if (!("found" in live)) return "";
  if (live.found) return live.entries[0]?.id ?? "";
  if (live.unclear !== undefined) throw new InputError(unclearText(`an entry ${quoteName(last.cidr)}`, live.unclear));
  return "";
}

async function createEntry({ request, body }: Write<"post">, args: Arguments, context: OperationContext): Promise<AppliedEntry> {
  const sent = sentValues({ ...args }, notesIn(args));
  // The range was not on the list before.
  const unmade = { ...toApplied(args, "").state, ...writePendingCreation({ before: [] }, sent, context.secret) };
  const made = await create<string>(
    {
      object: `the entry ${quoteName(args.cidr)}`,
      limit: limitOf(args.timeoutSeconds),
      send: async () => idOfMade(await context.client.allowLists.create(workgroupOf(args), body), body.cidr),
      async find() {
        const live = await lookUpEntries(args, unmade, context, true);
        if ("missing" in live) throw new InputError(live.missing);
        if ("noCall" in live) throw live.noCall;
        if (live.found) return { is: "ours", object: live.entries[0]?.id ?? "" };
        return live.unclear === undefined ? { is: "missing" } : { is: "uncertain", candidates: [...live.unclear] };
      },
    },
    context,
  ).catch((error: unknown) => {
    throw isNoSuchCall(error) ? new InputError(missingCallText(`POST ${request.path}`, error, "made")) : error;
  });
  if ("unknown" in made) return { ...toApplied(args, ""), state: unmade, lost: made.unknown, made: true };
  context.reportSent(request, made.lost && ": the answer was lost, and the entry is there");
  return { ...(made.byRead ? toApplied(args, made.made) : toPending(args, made.made, "", context)), made: true };
}

async function updateEntry(
  { request, body, entry, dropped }: Write<"put">,
  args: Arguments,
  last: State | undefined,
  context: OperationContext,
): Promise<AppliedEntry> {
  const { id, note } = entry;
  try {
    await context.client.allowLists.update({ ...workgroupOf(args), id }, body);
  } catch (error) {
    if (isNoSuchCall(error)) throw new InputError(missingCallText(`PUT ${request.path}`, error, "changed"));
    if (!mayHaveBeenProcessed(error)) throw error;
    const state = stateAfterLostAnswer<State>(fields, { ...args, entryId: id }, notesIn(args), { note }, last, context.secret, dropped);
    return { ...toApplied(args, id), state, lost: mayStillAct(error) };
  }
  context.reportSent(request);
  return toPending(args, id, note, context, dropped);
}

function toApplied(args: Arguments, entryId: string): AppliedEntry {
  return { id: `${args.workgroupId}/${entryId}`, state: { ...args, entryId } };
}

/** An entry that was made or changed, until the list shows it; `live` is the note before. */
function toPending(
  args: Arguments,
  entryId: string,
  live: string,
  { secret }: OperationContext,
  dropped: readonly SentValue[] = [],
): AppliedEntry {
  const state = stateWhilePending<State>(fields, { ...args, entryId }, notesIn(args), { note: live }, secret, dropped);
  // What is waited for may be the entry alone, without a note.
  return { ...toApplied(args, entryId), state: { __pending: {}, ...state }, pending: true };
}

function notesIn({ note }: Arguments): readonly "note"[] {
  return note === undefined ? [] : ["note"];
}

/** The state as the list shows the entry: a range stays as it is declared where it is equal, and a note that is not declared is left out. */
function stateOf({ __pending, ...last }: State, { id, cidr, note }: Entry, { secret }: OperationContext): State {
  const isImported = typeof last.cidr !== "string";
  const declared = { ...readPending({ __pending }).sent, ...last };
  return {
    ...last,
    ...pendingAfterRead(fields, { __pending }, { note }, secret),
    cidr: isImported || canonicalRange(last.cidr) !== cidr ? cidr : last.cidr,
    ...((isImported ? note === "" : declared.note === undefined) ? {} : { note }),
    entryId: id,
  };
}

interface Target {
  readonly workgroupId: string;
  readonly cidr?: string;
  readonly note?: string | undefined;
  readonly adopt?: boolean | undefined;
  readonly entryId?: string | undefined;
}

/** Reads the entry by its identifier, or every entry of its range, in the list, which all entries of a workgroup share. */
async function lookUpEntries(target: Target, last: object | undefined, context: OperationContext, now = false): Promise<EntryLookUp> {
  const { workgroupId, cidr = "", entryId } = target;
  const id = { workgroupID: workgroupId };
  const range = canonicalRange(cidr);
  const { creation, sent } = readPending(last);
  return lookUpInWorkspace<{ readonly entries: readonly Entry[] }>({ workgroupId }, context, now, async () => {
    const after = [range, entryId ?? ""].map((entry) => allowedRangeName(id, entry));
    const { found, certain } = await context.client.shared(listAllowedRanges, id, { after, now });
    const all = found.map(toEntry);
    const absent = { found: false, certain, others: found.length > 0 } as const;
    const entries = all.filter((entry) => (entryId ? entry.id === entryId : entry.cidr === range));
    if (entries.length === 0) return absent;
    context.recordSeen();
    if (entryId || creation === undefined) return { found: true, entries };
    const notes = [sent["note"], target.note].filter((note) => note !== undefined);
    const made = findMade({
      before: creation.before,
      now: entries,
      idOf: (entry) => entry.id,
      isEqual: ({ note }) => notes.length === 0 || notes.includes(note) || target.adopt === true,
      isTaken: (entry) => context.isManagedElsewhere(`${workgroupId}/${entry.id}`),
    });
    if (made.is === "ours") return { found: true, entries: [made.object] };
    return made.is === "missing" ? absent : { ...absent, unclear: made.candidates.map((entry) => entry.id) };
  });
}

function toEntry({ id, cidr, note = "", record }: AllowedRange): Entry {
  return { id, cidr: canonicalRange(cidr), note, record };
}

/** Sends the deletion; resolves with the error that it is answered with. One that may have been acted on counts for the next check. */
async function deleteEntry(last: State, { client, deletions }: OperationContext): Promise<ServiceError | undefined> {
  const id = { ...workgroupOf(last), id: last.entryId };
  const name = allowedRangeName(id, id.id);
  deletions.add(name);
  try {
    await client.allowLists.delete(id);
  } catch (error) {
    if (!mayHaveBeenProcessed(error)) deletions.delete(name);
    if (!isServiceError(error)) throw error;
    return error;
  }
  return undefined;
}

/** Fails where the list may be enforced, and without the entry would admit nobody, or not this run. */
async function refuseLockout(last: State, context: OperationContext): Promise<void> {
  const workgroup = await findWorkgroupRecord(context.client, last.workgroupId);
  // A workgroup that is gone has no list any more. One that does not say may enforce it.
  if ("missing" in workgroup || workgroup.record.enable_allow_list === false) return;
  const reason = lockoutText(last, await readAccess(workgroupOf(last), context), workgroup.record.enable_allow_list);
  if (reason !== undefined) throw new InputError(reason);
}

function workgroupOf({ workgroupId }: Target): WorkgroupId {
  return { workgroupID: workgroupId };
}

function missingCallText(call: string, error: ServiceError, what: string): string {
  return describeMissingCall(call, error, `the entry was not ${what}`, stillWorks);
}
