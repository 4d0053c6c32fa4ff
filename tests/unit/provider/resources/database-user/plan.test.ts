import { ServiceError } from "../../../../../client";
import type { OperationContext } from "../../../../../provider/definition";
import type { Seen } from "../../../../../provider/reconcile/reading";
import { writePendingCreation } from "../../../../../provider/reconcile/pending";
import { databaseUser } from "../../../../../provider/resources/database-user/crud";
import { planUser } from "../../../../../provider/resources/database-user/plan";
import type { DatabaseUserArguments, DatabaseUserState } from "../../../../../provider/resources/database-user/schema";

const path = "/workgroups/wg/workspaces/ws/dbuser";
const args: DatabaseUserArguments = { workgroupId: "wg", workspaceId: "ws", username: "anna", password: "first" };
const hidePassword = (argument: string) => argument === "password";

const answer = new ServiceError({ outcome: "refused", summary: "was refused", status: 404, requestId: "r-1" }, "GET", path, 1, {
  kind: "DatabaseUser",
  operation: "preview",
});
const there: Seen = { found: true };
const absent: Seen = { found: false, certain: true, others: true };
const notShown: Seen = { found: false, certain: false, others: false };
const noList: Seen = { noCall: answer };

/** The user of a POST whose answer was lost, and one whose password may be another one. */
const unverified: DatabaseUserState = { ...args, ...writePendingCreation({ before: [] }, [], () => false) };
const unsurePassword: DatabaseUserState = { ...args, __pending: { uncertain: ["password"] } };
const another = { password: "second" };

const write = (method: string) => ({
  action: method.toLowerCase(),
  request: { method, path, body: { username: "anna", password: "[secret]" } },
});
const refusal = (property: string, reason: RegExp) => ({ action: "refuse", property, reason: expect.stringMatching(reason) as string });

test.each<[string, Seen, Partial<DatabaseUserArguments>, object]>([
  ["is created where the list lacks it", absent, {}, write("POST")],
  ["is created where a list that may lack users does not show it", notShown, {}, write("POST")],
  ["is not taken over silently", there, {}, refusal("username", /exists already\. If .* aliases.* Otherwise add adopt: true/)],
  ["is adopted by setting its password", there, { adopt: true }, write("PUT")],
  ["is created where there is none to adopt", absent, { adopt: true }, write("POST")],
  ["is refused where it cannot be looked for", noList, {}, refusal("username", /does not have GET .* nothing was sent\. What still works/)],
  ["is refused there also where it is to be adopted", noList, { adopt: true }, refusal("username", /does not have GET/)],
])("a new user %s", (_, live, more, planned) => {
  expect(planUser({ ...args, ...more }, undefined, live, hidePassword)).toEqual(planned);
});

test.each<[string, Seen, object]>([
  ["gets the declared password", there, write("PUT")],
  ["gets it where a list that may lack users does not show it", notShown, write("PUT")],
  ["gets it where the service cannot list users", noList, write("PUT")],
  ["fails where the list lacks it", absent, refusal("username", /the service shows no user "anna" any more\. Run "pulumi refresh"/)],
])("a user in state %s", (_, live, planned) => {
  expect(planUser({ ...args, ...another }, args, live, hidePassword)).toEqual(planned);
  // Which password it has is not known: also the one that state holds is sent.
  expect(planUser(args, unsurePassword, live, hidePassword)).toEqual(planned);
});

test.each<[string, Seen, Partial<DatabaseUserArguments>, object]>([
  ["is as declared where it is there", there, {}, { action: "none" }],
  ["gets the password that was declared since", there, another, write("PUT")],
  ["is created where the list lacks it", absent, {}, write("POST")],
  ["is created where a list that may lack users does not show it", notShown, another, write("POST")],
  ["is refused where it cannot be looked for", noList, {}, refusal("username", /does not have GET/)],
])("a user whose POST was not answered %s", (_, live, more, planned) => {
  expect(planUser({ ...args, ...more }, unverified, live, hidePassword)).toEqual(planned);
});

test.each<[string, Seen, RegExp]>([
  ["lacks it for certain", absent, /^the service shows no user "anna" any more/],
  ["may lack others too", notShown, /^the service does not show the user "anna", which it showed before, and it is not certain/],
  ["cannot be read any more", noList, /^the service does not show the user "anna", which it showed before, and it is not certain/],
])("a user that was seen before is not written to if the list %s", (_, live, reason) => {
  expect(planUser(args, args, { ...live, seenBefore: true }, hidePassword)).toEqual(refusal("username", reason));
});

test("a secret name is not shown in the request", () => {
  expect(planUser(args, undefined, absent, () => true)).toMatchObject({
    request: { body: { username: "[secret]", password: "[secret]" } },
  });
});

test.each<[string, readonly object[] | null, Seen]>([
  ["that names the user shows it", [{}, { username: "anna" }], there],
  ["of others lacks it", [{ username: "berta" }], absent],
  ["of entries without a name may lack it", [{ username: "berta" }, {}], { found: false, certain: false, others: true }],
  ["that is empty lacks it", [], { found: false, certain: true, others: false }],
  ["that is null may lack it", null, notShown],
])("a list %s", async (_, users, seen) => {
  const context = { client: { sharedUsers: async () => users }, recordSeen: () => undefined } as unknown as OperationContext;
  expect(await databaseUser.observe(args, undefined, context)).toEqual(seen);
});

test("only operations on the same user take turns", () => {
  const keyOf = (more: Partial<DatabaseUserArguments>) => databaseUser.lockKey?.({ ...args, ...more }, args);
  expect(keyOf({ password: "second" })).toEqual(keyOf({}));
  for (const more of [{ workgroupId: "other" }, { workspaceId: "other" }, { username: "berta" }])
    expect(keyOf(more)).not.toEqual(keyOf({}));
});
