import { type Client, type Failure, ServiceError } from "../../../../../client";
import type { OperationContext } from "../../../../../provider/definition";
import { databaseUser } from "../../../../../provider/resources/database-user/crud";
import { VirtualClock } from "../../../../support/virtual-clock";

const wg = "a1000000-0000-4000-8000-0000000000aa";
const ws = "a3000000-0000-4000-8000-0000000000aa";

/** A request that failed, or what it answered. */
type Answer = Partial<Failure> | readonly unknown[] | object | null;

const lacking: Partial<Failure> = { outcome: "not-understood", status: 404 };
const badRequest: Partial<Failure> = { outcome: "refused", status: 400, type: "Bad-Request" };
const notFound: Partial<Failure> = { outcome: "refused", status: 404, type: "Not-Found" };
const internal: Partial<Failure> = { outcome: "refused", status: 500, type: "Internal-Error" };
const unauthorized: Partial<Failure> = { outcome: "refused", status: 401, type: "Unauthorized" };

const failure = (answer: Partial<Failure>) =>
  new ServiceError({ outcome: "refused", summary: "failed", ...answer }, "GET", "/p", 1, { kind: "k", operation: "o" });

/** The fate of the user where its deletion is refused and the service answers so, with what was asked, and whether it was asked again. */
async function played(list: Answer, workgroup: Answer, seenBefore = false) {
  const asked: string[] = [];
  const answer = (name: string, given: Answer) => async () => {
    asked.push(name);
    if (given !== null && "outcome" in given) throw failure(given);
    return given;
  };
  const client = {
    sharedUsers: answer("list", list),
    sharedWorkgroup: answer("workgroup", workgroup),
    databaseUsers: { delete: answer("delete", badRequest) },
  } as unknown as Client;
  const context: OperationContext = {
    client,
    redacting: () => client,
    clock: new VirtualClock(),
    say: () => undefined,
    reportSent: () => undefined,
    secret: () => false,
    seenBefore,
    recordSeen: () => undefined,
    isManagedElsewhere: () => false,
    assertOnlyKind: () => undefined,
    isReplacedFirst: () => false,
    deletions: new Set(),
    previewing: false,
    coming: () => [],
  };
  const state = { workgroupId: wg, workspaceId: ws, username: "anna", password: "p" };
  const outcome = async (act: () => Promise<unknown> | undefined) => {
    asked.length = 0;
    const came = await Promise.resolve(act()).then(
      (result) => (result === undefined ? "gone" : "kept"),
      () => "failed",
    );
    const [first, ...more] = asked.filter((name) => name !== "delete");
    const repeated = more.includes(first ?? "") ? ["again"] : [];
    return [came, ...new Set(asked), ...repeated];
  };
  return {
    read: await outcome(() => databaseUser.read(state, context)),
    deleted: await outcome(() => databaseUser.delete?.({ action: "delete", request: { method: "DELETE", path: "/p" } }, state, context)),
  };
}

const here = { workspace_id: ws };
const gone: readonly (readonly [string, Answer])[] = [
  ["an empty list of workspaces", { workgroup_id: wg, workspaces: [] }],
  ["others only", { workgroup_id: wg, workspaces: [{ workspace_id: "other" }] }],
  ["a record that is marked as deleted", { workgroup_id: wg, workspaces: [{ ...here, deleted_at: "2026-06-08T00:00:00Z" }] }],
  ["Not-Found", notFound],
];
const proveNothing: readonly (readonly [string, Answer])[] = [
  ["no list", { workgroup_id: wg, workspaces: null }],
  ["a record without its identifier", { workgroup_id: "", workspaces: [] }],
  ["another workgroup", { workgroup_id: "other", workspaces: [] }],
  ["a workspace without its identifier", { workgroup_id: wg, workspaces: [{ workspace_id: "" }] }],
  ["a 500", internal],
  ["a bad request", badRequest],
  ["a plain 404", lacking],
  ["a refused key", unauthorized],
];
const lists: readonly (readonly [string, Answer])[] = [
  ["lacking", lacking],
  ["Not-Found", notFound],
  ["a bad request", badRequest],
  ["a 500", internal],
  ["lost", { outcome: "lost" }],
  ["null", null],
  ["without names", [{}]],
  ["empty", []],
];

describe.each(lists)("the list is %s:", (name, list) => {
  test.each(gone)("a workgroup with %s says that the user is gone", async (_, workgroup) => {
    expect(await played(list, workgroup)).toEqual({
      read: ["gone", "list", "workgroup"],
      deleted: ["gone", "delete", "list", "workgroup"],
    });
  });

  test.each([...proveNothing, ["the workspace", { workgroup_id: wg, workspaces: [here] }] as const])(
    "a workgroup with %s does not",
    async (shown, workgroup) => {
      const kept = name === "lacking" || (name === "Not-Found" && shown === "the workspace");
      const whole = name === "empty" && shown === "the workspace";
      // A deletion reads until an empty answer has lasted, or until it is certain.
      const lasts = name === "null" && shown === "the workspace";
      const unclear = ["null", "without names", "empty"].includes(name) && !whole;
      expect(await played(list, workgroup)).toEqual({
        read: [whole ? "gone" : kept ? "kept" : "failed", "list", "workgroup"],
        deleted: [whole || lasts ? "gone" : "failed", "delete", "list", "workgroup", ...(unclear ? ["again"] : [])],
      });
    },
  );
});

test("a deletion that fails while the list shows the user is told by the workgroup", async () => {
  const users = [{ username: "anna" }];
  expect((await played(users, { workgroup_id: wg, workspaces: [] })).deleted).toEqual(["gone", "delete", "list", "workgroup"]);
  expect((await played(users, { workgroup_id: wg, workspaces: [here] })).deleted).toEqual(["failed", "delete", "list", "workgroup"]);
});

test("a refused key asks for no workgroup", async () => {
  const nowhere = { workgroup_id: wg, workspaces: [] };
  expect(await played(unauthorized, nowhere)).toEqual({ read: ["failed", "list"], deleted: ["failed", "delete", "list"] });
});

test("a list of other users says that the user is gone, without another look", async () => {
  expect(await played([{ username: "berta" }], unauthorized)).toEqual({
    read: ["gone", "list"],
    deleted: ["gone", "delete", "list"],
  });
});

test("once a list has shown the user, a null says that it is gone, where the workspace is there", async () => {
  expect((await played(null, { workgroup_id: wg, workspaces: [here] }, true)).read).toEqual(["gone", "list", "workgroup"]);
  expect((await played(null, internal, true)).read).toEqual(["failed", "list", "workgroup"]);
  expect((await played([{}], { workgroup_id: wg, workspaces: [here] }, true)).read).toEqual(["failed", "list", "workgroup"]);
});
