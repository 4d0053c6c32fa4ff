import type { WorkspaceRecord } from "../../../client";
import { isRefusal } from "../../../provider/definition";
import { workspaceRefresh } from "../../../provider/resources/workspace-refresh/crud";
import type { Started } from "../../../provider/resources/workspace-refresh/plan";
import type { Pending, Shown, Arguments, State } from "../../../provider/resources/workspace-refresh/description";
import { answering, contextOf, failing, serviceError } from "../../support/operation-context";

const args: Arguments = { workgroupId: "wg", workspaceId: "ws" };
const until = { ...args, untilRefreshStatus: ["done", "failed"] };
const before: Shown = { status: "done", message: "", snapshot: "" };
const acknowledged: Pending = { post: "acknowledged", before };
const lost: Pending = { post: "lost", before };

type Fields = Partial<WorkspaceRecord>;
const recordOf = (more: Fields) => ({ workspace_id: "ws", name: "", refresh_status: "done", ...more }) as WorkspaceRecord;
const workgroupOf = (...workspaces: WorkspaceRecord[]) => ({ workgroup_id: "wg", workspaces });
/** A service that shows the records in turn, the last for ever; undefined is a workspace that is not there. */
function showing(...records: (Fields | undefined)[]) {
  let reads = 0;
  const freshness: unknown[] = [];
  const sharedWorkgroup = async (_id: object, { skipCache }: { readonly skipCache?: boolean }) => {
    freshness.push(skipCache);
    const shown = records[Math.min(reads++, records.length - 1)];
    return workgroupOf(...(shown === undefined ? [] : [recordOf(shown)]));
  };
  return { client: { sharedWorkgroup }, reads: () => reads, freshness };
}

function waiting(declared: Arguments, started: Partial<Started>, client: object, isSecret = () => false) {
  const scene = contextOf(client, { isSecret });
  const applied = { state: declared, pending: { pending: acknowledged, now: before, ...started } };
  const state = workspaceRefresh.waitUntilApplied?.(declared, applied, scene.context) as Promise<State>;
  return { ...scene, state, passed: () => scene.clock.time - 1_000_000 };
}

test("a refresh is sent once, and the state keeps the record from before", async () => {
  const { context, reported } = contextOf({ workspaces: { refresh: answering(null) } });
  const plan = workspaceRefresh.plan(args, undefined, before, () => false);
  if (isRefusal(plan)) throw new Error(plan.reason);
  expect(await workspaceRefresh.execute(plan, args, undefined, context)).toEqual({
    state: { ...args, refreshStatus: "done", __pending: acknowledged },
    pending: { pending: acknowledged, now: before },
  });
  expect(reported).toEqual(["POST /workgroups/wg/workspaces/ws/refresh"]);
});

test("a refresh whose response is lost may have started, and a refused one has not", async () => {
  const plan = workspaceRefresh.plan(args, undefined, before, () => false);
  if (isRefusal(plan)) throw new Error(plan.reason);
  const sent = (error: Error) => {
    const scene = contextOf({ workspaces: { refresh: failing(error) } });
    return workspaceRefresh.execute(plan, args, undefined, scene.context);
  };
  const gone = serviceError(0, { outcome: "lost", summary: "lost its connection" }, "POST", "/refresh");
  expect(await sent(gone)).toMatchObject({ pending: { pending: lost, now: before, lost: "POST /refresh lost its connection" } });
  const refused = serviceError(409);
  await expect(sent(refused)).rejects.toBe(refused);
});

test("a preview reads the refresh status without credentials, or finds that the workspace is missing", async () => {
  const shown = { refresh_status: "key", refresh_message: "for key", snapshot_time: "key 1" };
  const redact = (text: string) => text.replace("key", "[redacted]");
  const see = (client: object) => workspaceRefresh.observe(args, undefined, contextOf({ ...client, redact }).context);
  expect(await see(showing(shown).client)).toEqual({ status: "[redacted]", message: "for [redacted]", snapshot: "[redacted] 1" });
  expect(await see(showing(undefined).client)).toMatchObject({ what: "workspace" });
});

test("without a status to wait for, the record is read once", async () => {
  const { client, reads } = showing({ refresh_status: "running", refresh_message: "5 %" });
  expect(await waiting(args, {}, client).state).toStrictEqual({ ...args, refreshStatus: "running", refreshMessage: "5 %" });
  expect(reads()).toBe(1);
  await expect(waiting(args, {}, showing(undefined).client).state).rejects.toThrow('workgroup "wg" has no workspace "ws"');
});

test.each<[string, Fields[], Partial<Started>, number]>([
  ["at once if it shows something new", [{ refresh_message: "again" }], {}, 0],
  ["at once if the plan had seen it begin", [{}], { now: { ...before, status: "running" } }, 0],
  ["once it has begun and ended", [{ refresh_status: "running" }, {}], {}, 500],
  ["at once if earlier runs waited long enough", [{}], { pending: { ...acknowledged, waited: 15_000 } }, 0],
])("a wait for a status ends %s", async (_, records, started, after) => {
  const { client, freshness } = showing(...records);
  const { state, passed } = waiting(until, started, client);
  expect(await state).toMatchObject({ ...until, refreshStatus: records.at(-1)?.refresh_status ?? "done" });
  expect(await state).not.toHaveProperty("__pending");
  expect([passed(), freshness.every(Boolean)]).toEqual([after, true]);
});

test("an unchanged status counts after 15 s", async () => {
  const { state, passed } = waiting(until, {}, showing({}).client);
  expect(await state).toEqual({ ...until, refreshStatus: "done" });
  expect(passed()).toBeGreaterThanOrEqual(15_000);
  expect(passed()).toBeLessThan(25_000);
});

const running = { refresh_status: "running", refresh_message: "5 %", err_message: "key is slow", name: "main" };

test("a wait prints the workspace's name, the expected status and the current one", async () => {
  const redact = (text: string) => text.replace("key", "[redacted]");
  const { state, lines } = waiting({ ...until, timeoutSeconds: 40 }, {}, { ...showing(running).client, redact });
  await expect(state).rejects.toMatchObject({
    message: expect.stringContaining(
      'did not finish within 40 s: refresh_status (wanted "done" or "failed", seen "running"); refresh_message: "5 %"; the workspace reports: "[redacted] is slow".',
    ) as string,
    state: { refreshStatus: "running", refreshMessage: "5 %", __pending: { ...acknowledged, waited: 40_000 } },
  });
  expect(lines).toEqual([expect.stringMatching(/^graphplane: main: refreshing, 30 s of at most 40 s; refresh_status \(wanted "done"/)]);
});

test("a wait prints the identifier of a workspace without a name, and no secret status", async () => {
  const { state, lines } = waiting({ ...until, timeoutSeconds: 40 }, {}, showing({ refresh_status: null }).client, () => true);
  await expect(state).rejects.toThrow("within 40 s: refresh_status (wanted [secret], seen nothing). Run");
  expect(lines).toEqual([expect.stringMatching(/^graphplane: ws: refreshing, 30 s/)]);
});

test("a wait that times out early says when an unchanged status counts, and the next run continues it", async () => {
  const { state } = waiting({ ...until, timeoutSeconds: 3 }, { pending: { ...acknowledged, waited: 2_000 } }, showing({}).client);
  await expect(state).rejects.toMatchObject({
    message: expect.stringContaining('seen "done" as before the refresh, which is accepted only after 15 s)') as string,
    state: { __pending: { waited: 5_000 } },
  });
  const { state: unread } = waiting({ ...until, timeoutSeconds: 3 }, {}, showing(undefined).client);
  await expect(unread).rejects.toThrow("within 3 s: no read has returned refresh_status. The last read failed: workgroup");
});

test("a workspace that disappears during a wait is an error with its fix", async () => {
  const { state } = waiting(until, {}, showing(running, undefined).client);
  await expect(state).rejects.toMatchObject({
    message: expect.stringMatching(/^it disappeared during the wait: .*has no workspace "ws".*Run "pulumi refresh" to remove it/) as string,
    state: { refreshStatus: "running", __pending: { post: "acknowledged" } },
  });
});

const unanswered = { pending: lost, lost: "POST /refresh lost its connection" };

test("a refresh whose response was lost counts as started once the record shows evidence of it", async () => {
  const { state, passed } = waiting(args, unanswered, showing({}, {}, { refresh_status: "running" }).client);
  expect(await state).toEqual({ ...args, refreshStatus: "running" });
  expect(passed()).toBeGreaterThan(0);
  const ended = waiting(until, unanswered, showing({ refresh_status: "running" }, {}).client);
  expect(await ended.state).toEqual({ ...until, refreshStatus: "done" });
});

test("a lost refresh that was seen to start and does not end in time is continued by the next run", async () => {
  const { state } = waiting({ ...until, timeoutSeconds: 3 }, unanswered, showing(running).client);
  await expect(state).rejects.toMatchObject({ state: { __pending: { ...acknowledged, waited: 3_000 } } });
});

test("a lost refresh without evidence of it is reported after 15 s", async () => {
  const { state } = waiting(args, unanswered, showing({}).client);
  await expect(state).rejects.toMatchObject({
    message: expect.stringMatching(
      /^POST \/refresh lost its connection, so the refresh might have started.* after 15 s, the record contains no evidence of it \(refresh_status is still "done"\)\. Run/,
    ) as string,
    state: { ...args, refreshStatus: "done", __pending: lost },
  });
});
