import { findWorkspace, InputError as ClientInputError, isServiceError, type WorkspaceRecord, type WorkspaceUpdate } from "../../../client";
import { type CheckFailure, isUnknown } from "../../arguments";
import { at } from "../../diff";
import { InputError, quoted } from "../../errors";
import { type Applied, type Call, type Noun, Unsettled } from "../../lifecycle";
import { lostLook, poll } from "../../wait";
import { conflictMessage, hiddenValues, leftLine, overwriteLine, putLine, unreadableLine, wantedAndSeen } from "./lines";
import { enriched, facts, liveBody, meaning, minimalBody, observed, type Part, parts, settledSoFar, unreadable } from "./model";
import {
  argumentOf,
  behaviourArguments,
  slowFields,
  workspaceSettingsArguments,
  type WorkspaceSettingsArguments as Arguments,
  type WorkspaceSettingsState as State,
} from "./schema";

/** What was sent, and what the service shows of it. */
export interface Waiting {
  /** The body's fields, with those of an earlier run that did not end. */
  readonly fields: readonly string[];
  /** The record as it was read before. */
  readonly before: WorkspaceRecord;
  /** The same, enriched with the answer's. */
  readonly record: WorkspaceRecord;
}

type Ids = Pick<Arguments, "workgroupId" | "workspaceId">;
type Found = { readonly record: WorkspaceRecord } | { readonly missing: CheckFailure };

/** Seconds that a wait may take when `timeoutSeconds` is not given. */
export const defaultTimeout = { quick: 120, slow: 1800 };

/** The settings of an existing workspace: adopted, since the specification has no call that creates a workspace or reads one alone. */
export const workspaceSettings: Noun<Arguments, State, Waiting> = {
  kind: "WorkspaceSettings",
  schema: workspaceSettingsArguments,
  replacedBy: ["workgroupId", "workspaceId"],
  behaviour: behaviourArguments,
  meaning,
  argumentOf,
  describe: ({ workgroupId, workspaceId }) => `workspace ${quoted(workspaceId)} of workgroup ${quoted(workgroupId)}`,

  identify(id) {
    const [workgroupId = "", ...rest] = id.split("/");
    return { workgroupId, workspaceId: rest.join("/") };
  },

  refuse(args, old) {
    if (old.deletionPolicy !== "delete") return [];
    const reason = `cannot change while the state's deletionPolicy is "delete": the replacement would delete the old workspace. Set deletionPolicy to "retain", run "pulumi up", then change it`;
    const changed = (["workgroupId", "workspaceId"] as const).filter(
      (name) => old[name] !== undefined && args[name] !== old[name] && !isUnknown(args[name]),
    );
    return changed.map((property) => ({ property, reason }));
  },

  async foresee(args, last, call) {
    const found = await find(args, call);
    if ("missing" in found) {
      if (last !== undefined) call.say(`graphplane: ${pathOf(args)}: ${found.missing.reason}; "pulumi refresh" takes it out of the state`);
      return last === undefined ? [found.missing] : [];
    }
    plan(args, found.record, last, call);
    return [];
  },

  async create(args, call) {
    return apply(args, undefined, call);
  },

  async update(args, last, call) {
    return apply(args, last, call);
  },

  async settle(args, { state, waiting }, call) {
    return waiting === undefined ? state : settled(args, waiting, call);
  },

  async read(last, call) {
    const found = await find(last, call);
    if ("missing" in found) return undefined;
    const kept = Object.fromEntries(Object.entries(last).filter(([name]) => name in workspaceSettingsArguments.shape)) as Arguments;
    // Values that differ are drift from now on; what only a status tells is still to be waited for.
    return { ...observed(kept, found.record), ...facts(found.record), ...pendingOf(kept, pendingIn(last), []) };
  },

  async delete(last, call) {
    const path = pathOf(last);
    const policy = last.deletionPolicy ?? "retain";
    // Anything but the two words keeps the workspace, also a word that another version knew.
    if (policy !== "pause" && policy !== "delete")
      return call.say(
        `graphplane: ${path}: the workspace and its settings are left as they are (deletionPolicy ${JSON.stringify(policy)})`,
      );
    const id = { workgroupID: last.workgroupId, workspaceID: last.workspaceId };
    try {
      if (policy === "pause") await call.client.workspaces.update(id, { pause: true });
      else await call.client.workspaces.delete(id);
      call.say(`graphplane: sent ${policy === "pause" ? `PUT ${path} {"pause":true}` : `DELETE ${path}`}`);
    } catch (error) {
      if (!(await meansGone(error, last, call))) throw error;
      call.say(`graphplane: ${path}: the workspace is already gone`);
    }
  },
};

async function apply(args: Arguments, last: State | undefined, call: Call): Promise<Applied<State, Waiting>> {
  const id = `${args.workgroupId}/${args.workspaceId}`;
  const found = await find(args, call);
  if ("missing" in found) throw new InputError(found.missing.reason);
  const { record } = found;

  const conflicts = conflictsOf(parts(args, record, last), last);
  if (conflicts.length > 0 && args.onConflict === "fail") throw new InputError(conflictMessage(conflicts, call.secret));

  const body = minimalBody(args, record, last);
  const pending = pendingIn(last).filter((field) => !(field in body));
  if (Object.keys(body).length === 0 && pending.length === 0) return { id, state: { ...args, ...facts(record) } };

  const answer = Object.keys(body).length === 0 ? undefined : await put(args, body, record, call);
  const waiting = { fields: [...Object.keys(body), ...pending], before: record, record: enriched(record, answer, body) };
  return { id, state: stateAfter(args, waiting), waiting };
}

async function put(args: Arguments, body: WorkspaceUpdate, record: WorkspaceRecord, call: Call): Promise<WorkspaceRecord | undefined> {
  const ids = { workgroupID: args.workgroupId, workspaceID: args.workspaceId };
  const was = liveBody(Object.keys(body), record);
  const answer = await call.hiding(hiddenValues(was, args, call.secret)).workspaces.update(ids, body);
  call.say(putLine(pathOf(args), body, was, args, call.secret).replace("graphplane: ", "graphplane: sent "));
  // A record of another workspace says nothing of this one; a poor one may not name itself.
  return answer?.workspace_id === "" || answer?.workspace_id === args.workspaceId ? answer : undefined;
}

/** What someone else changed meanwhile. What is still on its way from the last run is nobody else's change. */
function conflictsOf(all: readonly Part[], last: Partial<State> | undefined): Part[] {
  return all.filter((part) => part.conflicting && !pendingIn(last).includes(part.field));
}

/** Tells what the next apply will send, overwrite and leave. */
function plan(args: Arguments, record: WorkspaceRecord, last: Partial<State> | undefined, call: Call): void {
  const path = pathOf(args);
  const all = parts(args, record, last);
  const conflicts = conflictsOf(all, last);
  if (conflicts.length > 0 && args.onConflict === "fail")
    return call.say(`graphplane: ${path}: this will fail: ${conflictMessage(conflicts, call.secret)}`);
  for (const part of all.filter(({ readable, differs }) => !readable && differs)) call.say(unreadableLine(path, part));
  for (const part of conflicts) call.say(overwriteLine(path, part, call.secret));
  const body = minimalBody(args, record, last);
  if (Object.keys(body).length > 0) call.say(putLine(path, body, liveBody(Object.keys(body), record), args, call.secret));
  const before = meaning({ ...last, ...idsOf(args) }) as State;
  const dropped = parts(before, record, before).filter((part) => !declares(args, part.path));
  for (const part of dropped) call.say(leftLine(path, part, call.secret));
}

/** A configuration given as a text declares everything beneath it. */
function declares(args: Arguments, path: readonly string[]): boolean {
  return at(args, path) !== undefined || typeof at(args, path.slice(0, 3)) === "string";
}

/** Polls the record until it shows what was sent. */
async function settled(args: Arguments, { fields, before, record: first }: Waiting, call: Call): Promise<State> {
  const slow = fields.some((field) => slowFields.has(field));
  const statuses = slow ? args.waitForStatus : undefined;
  const seconds = args.timeoutSeconds ?? (slow ? defaultTimeout.slow : defaultTimeout.quick);
  // What is compared is the last read alone: an empty field says something there. Facts are kept where a later read lacks them.
  let record = first;
  let known = first;
  let statusReads = 0;
  let trouble = "";
  let missingSince: number | undefined;
  // A list may lag behind, so one look without it tells nothing.
  const isMissing = (reason: string) => {
    missingSince ??= call.clock.now();
    trouble = ` The last look at it failed: ${reason}.`;
    statusReads = 0;
    if (call.clock.now() - missingSince < lostLook) return;
    const mend = `Run "pulumi refresh", which takes it out of the state, or correct the ids`;
    throw new Unsettled(`it went away while it was waited for: ${reason}. ${mend}`, stateAfter(args, { fields, before, record }, known));
  };
  const readAgain = async () => {
    try {
      const found = await find(args, call, true);
      if ("missing" in found) return isMissing(found.missing.reason);
      missingSince = undefined;
      record = found.record;
      known = enriched(known, record);
      statusReads = statuses?.includes(record.status ?? "") === true ? statusReads + 1 : 0;
      trouble = "";
    } catch (error) {
      if (!passing(error)) throw error;
      trouble = ` The last look at it failed: ${error.message}`;
      statusReads = 0;
    }
  };
  let looks = 0;
  const wait = { clock: call.clock, say: call.say, place: pathOf(args), limit: seconds * 1000 };
  const outcome = await poll<State>(wait, async () => {
    // The first look is at what the PUT was answered with.
    if (looks++ > 0) await readAgain();
    const left = unsettled(args, { fields, before, record });
    if (left.length === 0 && (statuses === undefined || statusReads >= 2)) return { done: { ...args, ...facts(known) } };
    const waits = [
      ...(left.length === 0 ? [] : [wantedAndSeen(left, call.secret)]),
      ...(statuses === undefined ? [] : [statusLine(statuses, record, call)]),
      ...(record.err_message ? [reportLine(record.err_message, args, [before, record], call)] : []),
    ];
    return { waits: waits.join("; ") };
  });
  if ("done" in outcome) return outcome.done;
  throw new Unsettled(timedOut(outcome.elapsed, outcome.waits, trouble), stateAfter(args, { fields, before, record }, known));
}

/** True for a failed look that the next may make good: an odd answer, a 5xx, a lost one; not a refused key. */
function passing(error: unknown): error is Error {
  if (!isServiceError(error)) return error instanceof ClientInputError;
  const { type, status } = error.failure;
  return type !== "Unauthorized" && type !== "Forbidden" && status !== 401 && status !== 403;
}

/** What the workspace reports, without the values that no line shows. */
function reportLine(report: string, args: Arguments, records: readonly WorkspaceRecord[], call: Call): string {
  const hidden = records.flatMap((record) => {
    const fields = parts(args, record).map(({ field }) => field);
    return hiddenValues(liveBody(fields, record), args, call.secret);
  });
  return `the workspace reports: ${JSON.stringify(call.hiding(hidden).redact(report))}`;
}

function statusLine(statuses: readonly string[], { status }: WorkspaceRecord, { secret }: Call): string {
  const wanted = secret("waitForStatus") ? "[secret]" : statuses.join(" or ");
  return `status (wanted ${wanted} twice in a row, seen ${status || "nothing"})`;
}

function timedOut(elapsed: number, waits: string, trouble: string): string {
  const mend = `Run "pulumi up" again: it goes on from here. Raise timeoutSeconds where it needs longer.`;
  return `the service took what was sent and does not show it after ${elapsed} s: ${waits}.${trouble} ${mend}`;
}

/**
 * What the record does not show yet: also what it showed before and lacks now, in a poor answer or while it changes. A value
 * that is empty in its type may be left out for good.
 */
function unsettled(args: Arguments, { fields, before, record }: Waiting): Part[] {
  const seenBefore = parts(args, before).filter(({ readable }) => readable);
  const lost = ({ lacking, declared, path }: Part) =>
    lacking && Boolean(declared) && seenBefore.some((part) => part.path.every((key, index) => key === path[index]));
  return parts(args, record).filter((part) => fields.includes(part.field) && (!part.settled || lost(part)));
}

/** The state while something is still waited for: declared values count only as far as the record shows them. */
function stateAfter(args: Arguments, waiting: Waiting, known = waiting.record): State {
  const left = unsettled(args, waiting);
  return { ...settledSoFar(args, left), ...facts(known), ...pendingOf(args, waiting.fields, left) };
}

/** What the last run left to be waited for; what another version, or a hand, wrote there in another form is left alone. */
function pendingIn(last: Partial<State> | undefined): readonly string[] {
  const pending: unknown = last?.__pending;
  return Array.isArray(pending) ? pending.filter((field) => typeof field === "string") : [];
}

/** What the next update goes on with: the fields that are not settled, and those whose end a status tells. */
function pendingOf(args: Arguments, fields: readonly string[], left: readonly Part[]): Pick<State, "__pending"> {
  const awaited = args.waitForStatus === undefined ? [] : fields.filter((field) => slowFields.has(field));
  const pending = [...new Set([...left.map(({ field }) => field as string), ...awaited])];
  return pending.length === 0 ? {} : { __pending: pending };
}

/** The workspace's record, out of its workgroup's; or which of the two certainly does not exist. Any other trouble is an error. */
async function find(args: Ids & Partial<Arguments>, call: Call, now = false): Promise<Found> {
  const found = await findWorkspace(call.client, { workgroupID: args.workgroupId, workspaceID: args.workspaceId }, { now });
  const odd = "record" in found ? unreadable(args, found.record) : undefined;
  if (odd !== undefined) throw new InputError(odd);
  return "record" in found ? found : { missing: { property: `${found.what}Id`, reason: found.missing } };
}

/** True where a failed change means that the workspace is gone. Services answer 400 or 500 for what is not there, so another look tells. */
async function meansGone(error: unknown, ids: Ids, call: Call): Promise<boolean> {
  if (!isServiceError(error)) return false;
  const { type, outcome } = error.failure;
  if (type === "Unauthorized" || type === "Forbidden" || (outcome !== "refused" && outcome !== "not-understood")) return false;
  try {
    return "missing" in (await find(ids, call, true));
  } catch {
    return false;
  }
}

function idsOf({ workgroupId, workspaceId }: Ids): Ids {
  return { workgroupId, workspaceId };
}

function pathOf({ workgroupId, workspaceId }: Ids): string {
  return `/workgroups/${encodeURIComponent(workgroupId)}/workspaces/${encodeURIComponent(workspaceId)}`;
}
