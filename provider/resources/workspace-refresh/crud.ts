import {
  findWorkspace,
  InputError as ClientInputError,
  isAccessDenied,
  isServiceError,
  mayHaveBeenProcessed,
  type ServiceError,
  type WorkspaceRecord,
} from "../../../client";
import { describeFailure } from "../../error-text";
import { identical } from "../../json";
import { InputError, quoteName, refreshHint, NotAppliedError } from "../../errors";
import type { Applied, OperationContext, ResourceDefinition } from "../../definition";
import { type Look, consistencyWindowMs, poll } from "../../wait";
import { hasMoved, pendingIn, readState, showStatus, stateOf } from "./model";
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
const unmovedCounts = consistencyWindowMs;

/** A refresh of a workspace (endpoint 11): at creation and whenever `triggers` changes. */
export const workspaceRefresh: ResourceDefinition<Arguments, State, Waiting> = {
  kind: "WorkspaceRefresh",
  schema: workspaceRefreshArguments,
  replaceOnChanges: ["workgroupId", "workspaceId"],
  localArguments: behaviourArguments,
  verbatim: ["triggers"],
  describe: ({ workgroupId, workspaceId }) => `workspace ${quoteName(workspaceId)} of workgroup ${quoteName(workgroupId)}`,

  address: addressOf,
  idForm: "<workgroupId>/<workspaceId>",

  parseId(id) {
    const [workgroupId = "", ...rest] = id.split("/");
    return { workgroupId, workspaceId: rest.join("/") };
  },

  async preview(args, last, context) {
    const found = await find(args, context);
    if ("missing" in found) {
      if (last === undefined) return [{ property: `${found.what}Id`, reason: found.missing }];
      throw new InputError(`${found.missing}. ${refreshHint}`);
    }
    if (!goesOn(begunBefore(args, last), found.record, context)) context.announce({ method: "POST", path: `${pathOf(args)}/refresh` });
    return [];
  },

  async create(args, context) {
    return start(args, context);
  },

  async update(args, last, context) {
    const pending = begunBefore(args, last);
    if (pending === undefined) return start(args, context);
    if (pending.post === "acknowledged")
      return startedRefresh(args, { pending, now: { ...pending.before, status: last.refreshStatus ?? "" } });
    // Its answer was lost in an earlier run: only what the record shows tells whether it is to be sent again.
    const now = showStatus(await recordOf(args, context), context);
    return hasMoved(pending, now) ? startedRefresh(args, { pending: { ...pending, post: "acknowledged" }, now }) : start(args, context);
  },

  async waitUntilApplied(args, { state, waiting }, context) {
    if (waiting === undefined) return state;
    const pending = waiting.lost === undefined ? waiting.pending : await foundBegun(args, waiting, waiting.lost, context);
    if (args.untilRefreshStatus === undefined) return stateOf(args, showStatus(await recordOf(args, context), context));
    return waitUntilEnded(args, args.untilRefreshStatus, { pending, now: waiting.now }, context);
  },

  async read(last, context) {
    const found = await find(last, context);
    return "record" in found ? readState(last, showStatus(found.record, context)) : undefined;
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
function goesOn(pending: Pending | undefined, record: WorkspaceRecord, context: OperationContext): boolean {
  return pending !== undefined && (pending.post === "acknowledged" || hasMoved(pending, showStatus(record, context)));
}

/** Sends the POST, once: a second one would take the workspace offline again. */
async function start(args: Arguments, context: OperationContext): Promise<Applied<State, Waiting>> {
  const before = showStatus(await recordOf(args, context), context);
  let lost: string | undefined;
  try {
    await context.client.workspaces.refresh({ workgroupID: args.workgroupId, workspaceID: args.workspaceId });
    context.say(`graphplane: sent POST ${pathOf(args)}/refresh`);
  } catch (error) {
    if (!mayHaveBeenProcessed(error)) throw error;
    lost = sentence(error);
  }
  return startedRefresh(args, { pending: { post: lost === undefined ? "acknowledged" : "lost", before }, now: before, lost });
}

function startedRefresh(args: Arguments, waiting: Waiting): Applied<State, Waiting> {
  return { id: `${args.workgroupId}/${args.workspaceId}`, state: stateOf(args, waiting.now, waiting.pending), waiting };
}

/** Looks whether a refresh began whose POST was not answered. */
async function foundBegun(args: Arguments, { pending, now }: Waiting, lost: string, context: OperationContext): Promise<Pending> {
  const wait = waitOf(args, context, Math.min(consistencyWindowMs, limitOf(args)));
  const lookAt = looks(args, context);
  let last = now;
  const outcome = await poll<Pending>(wait, () =>
    lookAt(stateOf(args, last, pending), (record) => {
      last = showStatus(record, context);
      return hasMoved(pending, last) ? { done: { ...pending, post: "acknowledged" } } : { waits: `a sign of the refresh, since ${lost}` };
    }),
  );
  if ("done" in outcome) return outcome.done;
  const seen = `refresh_status ${JSON.stringify(last.status)} as before`;
  throw new NotAppliedError(
    `${lost}, so the refresh may have begun, and it is not sent again blindly; after ${outcome.elapsed} s the record shows no sign of it (${seen}). Run "pulumi up" again: it looks at refresh_status, and sends the POST only where that still shows nothing.`,
    stateOf(args, last, pending),
  );
}

/** Polls the record until its refresh_status is a wanted one, and this refresh's. */
async function waitUntilEnded(
  args: Arguments,
  until: readonly string[],
  { pending, now }: Waiting,
  context: OperationContext,
): Promise<State> {
  const begin = context.clock.now();
  const waitedMs = () => (pending.waited ?? 0) + context.clock.now() - begin;
  let last = now;
  let began = hasMoved(pending, now);
  const lookAt = looks(args, context);
  const outcome = await poll<State>(waitOf(args, context, limitOf(args)), () =>
    lookAt(stateOf(args, last, pending), (record) => {
      last = showStatus(record, context);
      began ||= hasMoved(pending, last);
      if (until.includes(last.status) && (began || waitedMs() >= unmovedCounts)) return { done: stateOf(args, last) };
      return { waits: waitsFor(until, last, record, context) };
    }),
  );
  if ("done" in outcome) return outcome.done;
  throw new NotAppliedError(
    `the refresh was begun and is not over after ${outcome.elapsed} s: ${outcome.waits}. Run "pulumi up" again: it goes on waiting and sends nothing. Raise timeoutSeconds where it needs longer.`,
    stateOf(args, last, { ...pending, waited: waitedMs() }),
  );
}

/**
 * Looks at the record, one after the other. A failed one passes, and the next may make it good; not where the key is refused.
 * A list may lag, so the workspace is gone only where looks lack it for as long as what was made may show late.
 */
function looks(
  args: Arguments,
  context: OperationContext,
): <T>(state: State, judge: (record: WorkspaceRecord) => Look<T>) => Promise<Look<T>> {
  let lackingSince: number | undefined;
  return async (state, judge) => {
    let found;
    try {
      found = await find(args, context, true);
    } catch (error) {
      const trouble = isTransient(error);
      if (trouble === undefined) throw error;
      return { waits: `a look at the record (the last one failed: ${trouble})` };
    }
    if ("record" in found) {
      lackingSince = undefined;
      return judge(found.record);
    }
    lackingSince ??= context.clock.now();
    if (context.clock.now() - lackingSince < consistencyWindowMs) return { waits: `the workspace, which a look lacked: ${found.missing}` };
    const hint = `Run "pulumi refresh" to take it out of the state, or "pulumi up" to go on waiting where it is there again`;
    throw new NotAppliedError(`it went away while it was waited for: ${found.missing}. ${hint}`, state);
  };
}

/** What a failed look says that may pass; undefined where it will not. */
function isTransient(error: unknown): string | undefined {
  if (error instanceof ClientInputError) return error.message;
  return isServiceError(error) && !isAccessDenied(error) ? sentence(error) : undefined;
}

function waitsFor(until: readonly string[], now: Shown, record: WorkspaceRecord, context: OperationContext): string {
  const wanted = context.secret("untilRefreshStatus") ? "[secret]" : until.map((status) => JSON.stringify(status)).join(" or ");
  const early = !until.includes(now.status) ? "" : ` as before the refresh, which counts after ${unmovedCounts / 1000} s`;
  const told = [
    `refresh_status (wanted ${wanted}, seen ${now.status === "" ? "nothing" : JSON.stringify(now.status)}${early})`,
    ...(now.message === "" ? [] : [`refresh_message: ${JSON.stringify(now.message)}`]),
    ...(record.err_message ? [`the workspace reports: ${JSON.stringify(context.client.redact(record.err_message))}`] : []),
  ];
  return told.join("; ");
}

async function recordOf(args: Arguments, context: OperationContext): Promise<WorkspaceRecord> {
  const found = await find(args, context);
  if ("missing" in found) throw new InputError(found.missing);
  return found.record;
}

function find({ workgroupId, workspaceId }: Ids, context: OperationContext, now = false) {
  return findWorkspace(context.client, { workgroupID: workgroupId, workspaceID: workspaceId }, { now });
}

function sentence(error: ServiceError): string {
  return `${error.method} ${error.path} ${describeFailure(error)}`;
}

function limitOf({ timeoutSeconds }: Arguments): number {
  return (timeoutSeconds ?? defaultTimeout) * 1000;
}

function waitOf(args: Arguments, { clock, say }: OperationContext, limit: number) {
  return { clock, say, place: pathOf(args), limit };
}

function pathOf({ workgroupId, workspaceId }: Ids): string {
  return `/workgroups/${encodeURIComponent(workgroupId)}/workspaces/${encodeURIComponent(workspaceId)}`;
}
