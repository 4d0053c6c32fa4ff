import {
  type AllowedRange,
  allowedRangeName,
  findWorkgroupRecord,
  isNoSuchCall,
  listAllowedRanges,
  mayHaveBeenProcessed,
  type ServiceError,
  type WorkgroupId,
} from "../../../client";
import { findCaller } from "../../caller";
import { canonicalRange } from "../../cidr";
import { type Applied, isRefusal, type OperationContext, type ResourceDefinition } from "../../definition";
import { describeFailure, describeMissingCall, mayStillAct } from "../../error-text";
import { InputError, quoteName } from "../../errors";
import { runExclusively } from "../../keyed-lock";
import { readPending, withoutPending } from "../../pending";
import { limitOf, waitForRecord, waitUntilGone } from "../../record-wait";
import { consistencyWindowMs, watch } from "../../wait";
import { stateAfterLostAnswer, stateWhilePending } from "../../whole-record";
import { isGone, isGoneAfter, lacksDeletion, lookUpInWorkspace } from "../../workspace-look-up";
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
import { addressOf, argumentOf, entriesPath, localArguments } from "./review";
import { type AllowListEntryArguments as Arguments, allowListEntryArguments, type AllowListEntryState as State } from "./schema";

type AppliedEntry = Applied<State, true>;
type Write<Action> = Extract<EntryPlan, { action: Action }>;

/** An address range on the allow list of a workgroup. A service may lack the calls (API 11). */
export const allowListEntry: ResourceDefinition<Arguments, State, EntryLookUp, EntryPlan, true> = {
  kind: "AllowListEntry",
  schema: allowListEntryArguments,
  replaceOnChanges: ["workgroupId", "cidr"],
  localArguments,
  declaredOnce: ["workgroupId", "cidr"],
  normalize: (args) => (typeof args.cidr === "string" ? { ...args, cidr: canonicalRange(args.cidr) } : args),
  argumentOf,
  describe: ({ workgroupId, cidr }) => `entry ${quoteName(cidr)} of the allow list of workgroup ${quoteName(workgroupId)}`,
  address: addressOf,
  idForm: "<workgroupId>/<entryId>",

  parseId(id) {
    const [workgroupId = "", ...rest] = id.split("/");
    return { workgroupId, entryId: rest.join("/") } as Partial<State>;
  },

  lockKey: ({ workgroupId, cidr }) => ["allow_list", workgroupId, canonicalRange(cidr)],
  observe: (args, last, context) => lookUpEntries({ ...args, entryId: last?.entryId }, context),
  plan: planEntry,

  async execute(plan, args, last, context) {
    if (plan.action === "none") return toApplied(args, plan.entryId);
    return plan.action === "post" ? createEntry(plan, args, context) : updateEntry(plan, args, last, context);
  },

  async waitUntilApplied(args, { state }, context) {
    const look = async (): Promise<Awaited<ReturnType<Parameters<typeof waitForRecord>[0]["look"]>>> => {
      const live = await lookUpEntries(state, context, true);
      if (!("found" in live)) return live;
      const entry = live.found ? live.entries.find(({ cidr }) => cidr === canonicalRange(args.cidr)) : undefined;
      // A list may show late what was done: an entry that it lacks is waited for, and not taken for gone.
      return entry === undefined ? { found: false, certain: false, others: true } : { found: true, record: { note: entry.note } };
    };
    const done = { ...args, entryId: state.entryId };
    const object = entriesPath(args, state.entryId);
    await waitForRecord({ names: fields, state: done, kept: state, object, context, look, timeoutSeconds: args.timeoutSeconds });
    return done;
  },

  async read(last, context) {
    const live = await lookUpEntries(last, context);
    if ("noCall" in live) {
      context.say(
        `graphplane: ${entriesPath(last)}: this service does not show the list (the request ${describeFailure(live.noCall)}), so ${quoteName(last.cidr)} stays in state as it is`,
      );
      return last;
    }
    if ("missing" in live) return undefined;
    if (live.found) return live.entries.map((entry) => stateOf(last, entry))[0];
    if (await isGone(last, live, context)) return undefined;
    throw new InputError(uncertainText(live));
  },

  planDelete: planEntryDeletion,

  delete: (plan, last, context) =>
    // One after the other: of two that admit the caller, the second would see the first one still there.
    runExclusively(["allow_list", last.workgroupId], async () => {
      if (last.allowLockout !== true) await refuseLockout(last, context);
      const path = entriesPath(last, last.entryId);
      const look = () => lookUpEntries(last, context, true);
      try {
        await context.client.allowLists.delete({ ...workgroupOf(last), id: last.entryId });
      } catch (error) {
        if (await isGoneAfter(error, last, context, look)) return context.say(`graphplane: ${path}: the entry is already gone`);
        throw lacksDeletion(error) ? new InputError(missingCallText(`DELETE ${path}`, error, "deleted")) : error;
      }
      if (plan.request !== undefined) context.reportSent(plan.request);
      await waitUntilGone({ object: path, context, look, timeoutSeconds: last.timeoutSeconds });
    }),
};

async function createEntry({ request, body }: Write<"post">, args: Arguments, context: OperationContext): Promise<AppliedEntry> {
  let lost: ServiceError | undefined;
  try {
    const shown = await context.client.allowLists.create(workgroupOf(args), body);
    context.reportSent(request);
    const id = idOfMade(shown, body.cidr);
    if (id !== undefined) return toPending(args, id, "", context);
  } catch (error) {
    if (isNoSuchCall(error)) throw new InputError(missingCallText(`POST ${request.path}`, error, "made"));
    if (!mayHaveBeenProcessed(error)) throw error;
    lost = error;
  }
  // The range was not on the list before, so an entry of it that is there now was made by the POST.
  const { clock, say } = context;
  const limit = lost === undefined ? limitOf(args.timeoutSeconds) : consistencyWindowMs;
  const outcome = await watch<EntryLookUp, EntryLookUp>({
    clock,
    say,
    limit,
    observe: async () => ({ live: await lookUpEntries(args, context, true) }),
    judge: (live) => ("found" in live && !live.found ? { waits: "the entry" } : { done: live }),
  }).catch((error: unknown) => {
    throw lost === undefined ? error : explainLost(lost);
  });
  if (!("done" in outcome) || !("found" in outcome.done) || !outcome.done.found) {
    if (lost !== undefined) throw explainLost(lost);
    throw new InputError(
      `the service accepted POST ${request.path} and returned no identifier, and the list does not show the entry. Run "pulumi up" again: it looks for the entry, and makes it only where it is not there. If you remove the resource instead, look for the entry in the console`,
    );
  }
  // With another note, someone else made it meanwhile.
  const plan = planEntry(args, undefined, outcome.done, context.secret);
  if (isRefusal(plan) || plan.action !== "none")
    throw lost ?? new InputError(isRefusal(plan) ? plan.reason : "the entry changed meanwhile");
  if (lost !== undefined) context.reportSent(request, ": the answer was lost, and the entry is there");
  return toApplied(args, plan.entryId);
}

async function updateEntry(
  { request, body, entry }: Write<"put">,
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
    const state = stateAfterLostAnswer<State>(fields, { ...args, entryId: id }, notesIn(args), { note }, last, context.secret);
    return { ...toApplied(args, id), state, lost: mayStillAct(error) };
  }
  context.reportSent(request);
  return toPending(args, id, note, context);
}

function toApplied(args: Arguments, entryId: string): AppliedEntry {
  return { id: `${args.workgroupId}/${entryId}`, state: { ...args, entryId } };
}

/** An entry that was made or changed, until the list shows it; `live` is the note before. */
function toPending(args: Arguments, entryId: string, live: string, { secret }: OperationContext): AppliedEntry {
  const state = stateWhilePending<State>(fields, { ...args, entryId }, notesIn(args), { note: live }, secret);
  // What is waited for may be the entry alone, without a note.
  return { ...toApplied(args, entryId), state: { __pending: {}, ...state }, pending: true };
}

function notesIn({ note }: Arguments): readonly "note"[] {
  return note === undefined ? [] : ["note"];
}

/** The state as the list shows the entry: a range stays as it is declared where it is equal, and a note that is not declared is left out. */
function stateOf(last: State, { id, cidr, note }: Entry): State {
  const isImported = typeof last.cidr !== "string";
  const { sent, uncertain } = readPending(last);
  const declared = { ...sent, ...last };
  const isSeen = uncertain.length === 0 && (sent["note"] ?? note) === note;
  return {
    ...(isSeen ? withoutPending(last) : last),
    cidr: isImported || canonicalRange(last.cidr) !== cidr ? cidr : last.cidr,
    ...((isImported ? note === "" : declared.note === undefined) ? {} : { note }),
    entryId: id,
  };
}

interface Target {
  readonly workgroupId: string;
  readonly cidr?: string;
  readonly entryId?: string | undefined;
}

/** Looks for the entry by its identifier, or for all of its range, in the list, which all entries of a workgroup share. */
async function lookUpEntries(target: Target, context: OperationContext, now = false): Promise<EntryLookUp> {
  const { workgroupId, cidr = "", entryId } = target;
  const id = { workgroupID: workgroupId };
  const range = canonicalRange(cidr);
  return lookUpInWorkspace<{ readonly entries: readonly Entry[] }>({ workgroupId }, context, now, async () => {
    const after = [range, entryId ?? ""].map((entry) => allowedRangeName(id, entry));
    const { found, certain } = await context.client.shared(listAllowedRanges, id, { after, now });
    const entries = found.map(toEntry).filter((entry) => (entryId === undefined ? entry.cidr === range : entry.id === entryId));
    if (entries.length === 0) return { found: false, certain, others: found.length > 0 };
    context.recordSeen();
    return { found: true, entries };
  });
}

function toEntry({ id, cidr, note = "" }: AllowedRange): Entry {
  return { id, cidr: canonicalRange(cidr), note };
}

/** Fails where the list is enforced and admits the caller by this entry alone. */
async function refuseLockout(last: State, { client }: OperationContext): Promise<void> {
  const id = workgroupOf(last);
  const workgroup = await findWorkgroupRecord(client, last.workgroupId);
  // A workgroup that is gone has no list any more. One that does not say may enforce it.
  if ("missing" in workgroup || workgroup.record.enable_allow_list === false) return;
  const after = [allowedRangeName(id)];
  const origin = await findCaller(client, id);
  const { found } = await client.shared(listAllowedRanges, id, { after });
  const reason = lockoutText(last, found.map(toEntry), origin, workgroup.record.enable_allow_list);
  if (reason !== undefined) throw new InputError(reason);
}

function workgroupOf({ workgroupId }: Target): WorkgroupId {
  return { workgroupID: workgroupId };
}

function missingCallText(call: string, error: ServiceError, what: string): string {
  return describeMissingCall(call, error, `the entry was not ${what}`, stillWorks);
}

function explainLost(lost: ServiceError): ServiceError {
  const hint = `The entry may have been made, and no list shows it. Run "pulumi up" again: it looks for the entry, and makes it only where it is not there`;
  return lost.as({ ...lost.failure, hint });
}
