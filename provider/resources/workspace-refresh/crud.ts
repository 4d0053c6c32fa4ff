import { findWorkspace, InputError as ClientInputError, isServiceError, type ServiceError, type WorkspaceRecord } from "../../../client";
import { mayHaveActed, toldIn } from "../../answers";
import { identical } from "../../diff";
import { InputError, quoted, refreshHint, Unsettled } from "../../errors";
import type { Applied, Call, Noun } from "../../noun";
import { type Look, lostLook, poll } from "../../wait";
import { moved, pendingIn, readState, shown, stateOf } from "./model";
import {
  addressOf,
  behaviourArguments,
  type Pending,
  type Shown,
  workspaceRefreshArguments,
  type WorkspaceRefreshArguments as Arguments,
  type WorkspaceRefreshState as State,
} from "./schema";

/** What was begun, and where it is known to be. */
export interface Waiting {
  readonly pending: Pending;
  readonly now: Shown;
  /** How the answer of the POST was lost. */
  readonly lost?: string | undefined;
}

type Ids = Pick<Arguments, "workgroupId" | "workspaceId">;

/** Seconds that a wait may take when `timeoutSeconds` is not given. */
export const defaultTimeout = 1800;
/** A status that was there before may be an earlier refresh's: it counts when nothing moved for as long as what was begun may show late. */
const unmovedCounts = lostLook;

/** A refresh of a workspace (endpoint 11): at creation and whenever `triggers` changes. */
export const workspaceRefresh: Noun<Arguments, State, Waiting> = {
  kind: "WorkspaceRefresh",
  schema: workspaceRefreshArguments,
  replacedBy: ["workgroupId", "workspaceId"],
  behaviour: behaviourArguments,
  verbatim: ["triggers"],
  describe: ({ workgroupId, workspaceId }) => `workspace ${quoted(workspaceId)} of workgroup ${quoted(workgroupId)}`,

  address: addressOf,
  idForm: "<workgroupId>/<workspaceId>",

  identify(id) {
    const [workgroupId = "", ...rest] = id.split("/");
    return { workgroupId, workspaceId: rest.join("/") };
  },

  async foresee(args, last, call) {
    const found = await find(args, call);
    if ("missing" in found) {
      if (last === undefined) return [{ property: `${found.what}Id`, reason: found.missing }];
      throw new InputError(`${found.missing}. ${refreshHint}`);
    }
    if (!goesOn(begunBefore(args, last), found.record, call)) call.announce({ method: "POST", path: `${pathOf(args)}/refresh` });
    return [];
  },

  async create(args, call) {
    return start(args, call);
  },

  async update(args, last, call) {
    const pending = begunBefore(args, last);
    if (pending === undefined) return start(args, call);
    if (pending.post === "acknowledged") return begun(args, { pending, now: { ...pending.before, status: last.refreshStatus ?? "" } });
    // Its answer was lost in an earlier run: only what the record shows tells whether it is to be sent again.
    const now = shown(await recordOf(args, call), call);
    return moved(pending, now) ? begun(args, { pending: { ...pending, post: "acknowledged" }, now }) : start(args, call);
  },

  async settle(args, { state, waiting }, call) {
    if (waiting === undefined) return state;
    const pending = waiting.lost === undefined ? waiting.pending : await foundBegun(args, waiting, waiting.lost, call);
    if (args.untilRefreshStatus === undefined) return stateOf(args, shown(await recordOf(args, call), call));
    return ended(args, args.untilRefreshStatus, { pending, now: waiting.now }, call);
  },

  async read(last, call) {
    const found = await find(last, call);
    return "record" in found ? readState(last, shown(found.record, call)) : undefined;
  },

  async delete() {
    // A refresh cannot be taken back, and leaves nothing to take away.
  },
};

/** The refresh of an earlier run that is still waited for; none where another one is asked for now. */
function begunBefore({ triggers }: Arguments, last: Partial<State> | undefined): Pending | undefined {
  return last === undefined || !identical(triggers, last.triggers) ? undefined : pendingIn(last);
}

/** True where a refresh of an earlier run is waited for, so that none is sent: one whose answer was lost must show in the record. */
function goesOn(pending: Pending | undefined, record: WorkspaceRecord, call: Call): boolean {
  return pending !== undefined && (pending.post === "acknowledged" || moved(pending, shown(record, call)));
}

/** Sends the POST, once: a second one would take the workspace offline again. */
async function start(args: Arguments, call: Call): Promise<Applied<State, Waiting>> {
  const before = shown(await recordOf(args, call), call);
  let lost: string | undefined;
  try {
    await call.client.workspaces.refresh({ workgroupID: args.workgroupId, workspaceID: args.workspaceId });
    call.say(`graphplane: sent POST ${pathOf(args)}/refresh`);
  } catch (error) {
    if (!mayHaveActed(error)) throw error;
    lost = sentence(error);
  }
  return begun(args, { pending: { post: lost === undefined ? "acknowledged" : "lost", before }, now: before, lost });
}

function begun(args: Arguments, waiting: Waiting): Applied<State, Waiting> {
  return { id: `${args.workgroupId}/${args.workspaceId}`, state: stateOf(args, waiting.now, waiting.pending), waiting };
}

/** Looks whether a refresh began whose POST was not answered. */
async function foundBegun(args: Arguments, { pending, now }: Waiting, lost: string, call: Call): Promise<Pending> {
  const wait = waitOf(args, call, Math.min(lostLook, limitOf(args)));
  const lookAt = looks(args, call);
  let last = now;
  const outcome = await poll<Pending>(wait, () =>
    lookAt(stateOf(args, last, pending), (record) => {
      last = shown(record, call);
      return moved(pending, last) ? { done: { ...pending, post: "acknowledged" } } : { waits: `a sign of the refresh, since ${lost}` };
    }),
  );
  if ("done" in outcome) return outcome.done;
  const seen = `refresh_status ${JSON.stringify(last.status)} as before`;
  throw new Unsettled(
    `${lost}, so the refresh may have begun, and it is not sent again blindly; after ${outcome.elapsed} s the record shows no sign of it (${seen}). Run "pulumi up" again: it looks at refresh_status, and sends the POST only where that still shows nothing.`,
    stateOf(args, last, pending),
  );
}

/** Polls the record until its refresh_status is a wanted one, and this refresh's. */
async function ended(args: Arguments, until: readonly string[], { pending, now }: Waiting, call: Call): Promise<State> {
  const begin = call.clock.now();
  const waited = () => (pending.waited ?? 0) + call.clock.now() - begin;
  let last = now;
  let began = moved(pending, now);
  const lookAt = looks(args, call);
  const outcome = await poll<State>(waitOf(args, call, limitOf(args)), () =>
    lookAt(stateOf(args, last, pending), (record) => {
      last = shown(record, call);
      began ||= moved(pending, last);
      if (until.includes(last.status) && (began || waited() >= unmovedCounts)) return { done: stateOf(args, last) };
      return { waits: waitsFor(until, last, record, call) };
    }),
  );
  if ("done" in outcome) return outcome.done;
  throw new Unsettled(
    `the refresh was begun and is not over after ${outcome.elapsed} s: ${outcome.waits}. Run "pulumi up" again: it goes on waiting and sends nothing. Raise timeoutSeconds where it needs longer.`,
    stateOf(args, last, { ...pending, waited: waited() }),
  );
}

/**
 * Looks at the record, one after the other. A failed one passes, and the next may make it good; not where the key is refused.
 * A list may lag, so the workspace is gone only where looks lack it for as long as what was made may show late.
 */
function looks(args: Arguments, call: Call): <T>(state: State, judge: (record: WorkspaceRecord) => Look<T>) => Promise<Look<T>> {
  let lackingSince: number | undefined;
  return async (state, judge) => {
    let found;
    try {
      found = await find(args, call, true);
    } catch (error) {
      const trouble = passing(error);
      if (trouble === undefined) throw error;
      return { waits: `a look at the record (the last one failed: ${trouble})` };
    }
    if ("record" in found) {
      lackingSince = undefined;
      return judge(found.record);
    }
    lackingSince ??= call.clock.now();
    if (call.clock.now() - lackingSince < lostLook) return { waits: `the workspace, which a look lacked: ${found.missing}` };
    const mend = `Run "pulumi refresh" to take it out of the state, or "pulumi up" to go on waiting where it is there again`;
    throw new Unsettled(`it went away while it was waited for: ${found.missing}. ${mend}`, state);
  };
}

/** What a failed look says that may pass; undefined where it will not. */
function passing(error: unknown): string | undefined {
  if (error instanceof ClientInputError) return error.message;
  if (!isServiceError(error)) return undefined;
  const { type, status } = error.failure;
  const refusedKey = type === "Unauthorized" || type === "Forbidden" || status === 401 || status === 403;
  return refusedKey ? undefined : sentence(error);
}

function waitsFor(until: readonly string[], now: Shown, record: WorkspaceRecord, call: Call): string {
  const wanted = call.secret("untilRefreshStatus") ? "[secret]" : until.map((status) => JSON.stringify(status)).join(" or ");
  const early = !until.includes(now.status) ? "" : ` as before the refresh, which counts after ${unmovedCounts / 1000} s`;
  const told = [
    `refresh_status (wanted ${wanted}, seen ${now.status === "" ? "nothing" : JSON.stringify(now.status)}${early})`,
    ...(now.message === "" ? [] : [`refresh_message: ${JSON.stringify(now.message)}`]),
    ...(record.err_message ? [`the workspace reports: ${JSON.stringify(call.client.redact(record.err_message))}`] : []),
  ];
  return told.join("; ");
}

async function recordOf(args: Arguments, call: Call): Promise<WorkspaceRecord> {
  const found = await find(args, call);
  if ("missing" in found) throw new InputError(found.missing);
  return found.record;
}

function find({ workgroupId, workspaceId }: Ids, call: Call, now = false) {
  return findWorkspace(call.client, { workgroupID: workgroupId, workspaceID: workspaceId }, { now });
}

function sentence(error: ServiceError): string {
  return `${error.method} ${error.path} ${toldIn(error)}`;
}

function limitOf({ timeoutSeconds }: Arguments): number {
  return (timeoutSeconds ?? defaultTimeout) * 1000;
}

function waitOf(args: Arguments, { clock, say }: Call, limit: number) {
  return { clock, say, place: pathOf(args), limit };
}

function pathOf({ workgroupId, workspaceId }: Ids): string {
  return `/workgroups/${encodeURIComponent(workgroupId)}/workspaces/${encodeURIComponent(workspaceId)}`;
}
