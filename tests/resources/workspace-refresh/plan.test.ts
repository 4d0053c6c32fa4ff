import { planRefresh, readState, stateOf } from "../../../provider/resources/workspace-refresh/plan";
import type { Pending, Shown, Arguments, State } from "../../../provider/resources/workspace-refresh/description";

const args: Arguments = { workgroupId: "wg", workspaceId: "ws", triggers: [1] };
const path = "/workgroups/wg/workspaces/ws/refresh";
const before: Shown = { status: "done", message: "", snapshot: "1" };
const moved: Shown = { ...before, snapshot: "2" };
const post = { action: "post", request: { method: "POST", path } };

const lost: Pending = { post: "lost", before };
const acknowledged: Pending = { post: "acknowledged", before };
const pendingIn = (pending: unknown) => ({ ...args, __pending: pending }) as State;

test.each<[string, State | undefined, Shown, object]>([
  ["a new resource", undefined, before, { ...post, now: before }],
  ["a state with nothing under way", args, before, { ...post, now: before }],
  [
    "a refresh that was acknowledged: it is waited for",
    pendingIn(acknowledged),
    before,
    { action: "none", pending: acknowledged, now: before },
  ],
  ["a lost refresh that the record shows: it is waited for", pendingIn(lost), moved, { action: "none", pending: acknowledged, now: moved }],
  ["a lost refresh that the record does not return: it is sent again", pendingIn(lost), before, { ...post, now: before }],
  ["a refresh for other triggers", { ...pendingIn(acknowledged), triggers: [2] }, before, { ...post, now: before }],
  [
    "a refresh that waited for a while",
    pendingIn({ ...acknowledged, waited: 5 }),
    before,
    { action: "none", pending: { ...acknowledged, waited: 5 }, now: before },
  ],
  [
    "a refresh of which parts are not known",
    pendingIn({ post: "sent", before: { status: 1, message: [], snapshot: "1" }, waited: "5" }),
    moved,
    { action: "none", pending: { post: "acknowledged", before: { status: "", message: "", snapshot: "1" } }, now: moved },
  ],
])("an update after %s", (_, last, now, plan) => expect(planRefresh(args, last, now)).toStrictEqual(plan));

const wanted = (...untilRefreshStatus: string[]) => ({ untilRefreshStatus });

test.each<[string, object, Pending, Shown, Pending | undefined]>([
  ["does not return: it is still lost", {}, lost, before, lost],
  ["shows the wanted status as before: an earlier refresh may have left it", wanted("done"), acknowledged, before, acknowledged],
  ["ended with the wanted status", wanted("failed", "done"), lost, moved, undefined],
  ["ended, where the wanted status is malformed", { untilRefreshStatus: "done" }, lost, moved, undefined],
])("a stack refresh after a refresh that %s", (_, more, pending, now, left) => {
  const last = { ...pendingIn(pending), ...more, refreshStatus: "old", refreshMessage: "old" };
  expect(readState(last, now)).toStrictEqual({ ...args, ...more, refreshStatus: "done", ...(left && { __pending: left }) });
});

test("a stack refresh without a pending refresh returns the record's values", () => {
  const now = { status: "done", message: "all well", snapshot: "" };
  expect(readState({ ...args, refreshStatus: "old" }, now)).toStrictEqual({ ...args, refreshStatus: "done", refreshMessage: "all well" });
  expect(stateOf(args, { status: "", message: "", snapshot: "1" })).toStrictEqual(args);
});
