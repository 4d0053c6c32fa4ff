import { InputError, isServiceError, ServiceError, type Failure, type Purpose } from "../../../../client/http/errors";
import { failureOf, makeClient, refusal, serve, text } from "../fixture";

const purpose: Purpose = { kind: "WorkspaceSettings", operation: "update", object: 'workspace "ws"' };
const failure: Failure = { outcome: "refused", status: 400, summary: "was refused (HTTP 400)" };
const told = (more: Partial<Failure>, more2: Partial<Purpose> = {}, attempts = 1) =>
  new ServiceError({ ...failure, ...more }, "PUT", "/p", attempts, { ...purpose, ...more2 }).message;
const begin = 'WorkspaceSettings: update of workspace "ws" failed: PUT /p was refused (HTTP 400)';

const field = { details: [{ fieldName: "f", reason: "why" }] };

test.each<readonly [string, Partial<Failure>, Partial<Purpose>, number, string]>([
  ["nothing more than the summary", {}, {}, 1, `${begin}.`],
  ["the number of tries", {}, {}, 3, `${begin} (3 tries).`],
  ["the service's words", { message: "bad value" }, {}, 1, `${begin}. The service responded: bad value.`],
  ["words that end a sentence themselves", { message: "Really?" }, {}, 1, `${begin}. The service responded: Really?`],
  ["words with a full stop within", { message: "No. 7 is bad" }, {}, 1, `${begin}. The service responded: No. 7 is bad.`],
  ["a detail", field, {}, 1, `${begin}. f: why.`],
  ["a detail without a field", { details: [{ reason: "why" }] }, {}, 1, `${begin}. why.`],
  ["a detail without a reason", { details: [{ fieldName: "f" }] }, {}, 1, `${begin}. f: no reason given.`],
  ["a detail that says nothing", { details: [{}, { type: "Unknown" }] }, {}, 1, `${begin}.`],
  ["a detail that repeats the message", { message: "why", details: [{ reason: "why" }] }, {}, 1, `${begin}. The service responded: why.`],
  ["two details", { details: [{ reason: "a" }, { fieldName: "f", reason: "b" }] }, {}, 1, `${begin}. a. f: b.`],
  ["the fix and the RequestID", { hint: "do this", requestId: "r-1" }, {}, 1, `${begin}. do this. RequestID: r-1`],
  ["our own name of a field", field, { nameOf: () => "ours" }, 1, `${begin}. f (the argument ours): why.`],
  ["a field that has no other name", field, { nameOf: () => "f" }, 1, `${begin}. f: why.`],
  ["a field that is not ours", field, { nameOf: () => undefined }, 1, `${begin}. f: why.`],
])("the message contains %s", (_, more, more2, attempts, expected) => expect(told(more, more2, attempts)).toBe(expected));

test("a message without an object names none", () => {
  const error = new ServiceError(failure, "PUT", "/p", 1, { kind: "K", operation: "update" });
  expect(error.message).toBe("K: update failed: PUT /p was refused (HTTP 400).");
});

test("a short message refers to another object's error", () => {
  const shortOf = (more: Partial<Failure>) => new ServiceError({ ...failure, ...more }, "GET", "/p", 2, purpose).inShort('workspace "a"');
  const short = `${begin.replace("PUT", "GET")}, as for workspace "a". See that error for the fix.`;
  expect([shortOf({ requestId: "r-1" }), shortOf({ message: "no" })]).toEqual([`${short} RequestID: r-1`, short]);
});

test("the same failure can be reported for another purpose", () => {
  const error = new ServiceError(failure, "GET", "/p", 2, purpose);
  const other = error.onBehalfOf({ kind: "WorkspaceRefresh", operation: "create" });
  expect(other.message).toBe("WorkspaceRefresh: create failed: GET /p was refused (HTTP 400) (2 tries).");
  expect(other).toMatchObject({ failure, method: "GET", path: "/p", attempts: 2 });
});

test.each([
  ["a ServiceError", new ServiceError(failure, "GET", "/p", 1, purpose), true],
  ["one of another loaded copy", Object.assign(new Error("x"), { [Symbol.for("graphplane.ServiceError")]: true }), true],
  ["an InputError", new InputError("x"), false],
  ["another error", new Error("x"), false],
  ["null", null, false],
  ["a text", "ServiceError", false],
  ["undefined", undefined, false],
])("ServiceError is recognized by its brand: %s", (_, value, expected) => expect(isServiceError(value)).toBe(expected));

test("a full error message has the operation, the object, the service's message, the fix and the RequestID", async () => {
  const service = await serve(
    refusal(400, {
      Message: "Invalid body",
      RequestID: "r-9",
      ErrorDetails: [{ FieldName: "auto_stop_minutes", Reason: "too small", Type: "Bad-Request" }],
    }),
  );
  const { client } = makeClient(service);
  const nameOf = (wire: string) => (wire === "auto_stop_minutes" ? "autoStopMinutes" : undefined);
  const bound = client.withContext({ purpose: { ...purpose, nameOf } });
  const error = await failureOf(bound.workspaces.update({ workgroupID: "wg", workspaceID: "ws" }, { auto_stop_minutes: 1 }));
  expect(error.message).toBe(
    'WorkspaceSettings: update of workspace "ws" failed: PUT /workgroups/wg/workspaces/ws was refused (HTTP 400, Bad-Request). ' +
      "The service responded: Invalid body. auto_stop_minutes (the argument autoStopMinutes): too small. " +
      "Correct the values that the service names, and try again. RequestID: r-9",
  );
});

test.each([
  ["the envelope", refusal(401, { ErrorDetails: [{ Type: "Unauthorized" }] })],
  ["the envelope with 200", refusal(200, { ErrorDetails: [{ Type: "Unauthorized" }] })],
  ["401 alone", refusal(401)],
  ["another service's 401", text(401, '{"message":"Unauthorized"}')],
])("the error of a key that is refused by %s says that it is the API key, often confused with the database secret", async (_, answer) => {
  const service = await serve(answer);
  const error = await failureOf(makeClient(service, { maxRetries: 4 }).client.workgroups.get({ workgroupID: "wg" }));
  expect(error.failure.type).toBe("Unauthorized");
  expect(error.failure.hint).toMatch(/^Check that the API key is complete, .* A database secret does not work here\.$/);
  expect(service.requests).toHaveLength(1);
});

test.each([
  [401, "Unauthorized", "A database secret does not work here."],
  [
    403,
    "Forbidden",
    "Use an administrator's key: workspaces require the admin role of the workspace, and add-on configurations that of the organization.",
  ],
])("the error of a key that is refused with %d names its source and has the caller's hint", async (status, Type, fix) => {
  const service = await serve(refusal(status, { ErrorDetails: [{ Type }] }));
  const { client } = makeClient(service, { apiKeySource: "KEY of the safe" });
  const error = await failureOf(client.withContext({ apiKeyHint: "Look into the safe." }).workgroups.get({ workgroupID: "wg" }));
  expect(error.failure.hint).toBe(
    `Check that the API key (KEY of the safe) is complete, has not expired, and belongs to this account. ${fix} Look into the safe.`,
  );
});

test.each([
  ['{"message":"Forbidden"}', true],
  ["Forbidden", true],
  ['{"message":"Missing Authentication Token"}', false],
])("a 403 from a gateway with %s is about the key: %j", async (body, concernsKey) => {
  const service = await serve(text(403, body));
  const { message } = await failureOf(makeClient(service).client.workgroups.get({ workgroupID: "wg" }));
  expect([message.includes("Check that the API key is complete"), message.includes("Check the base URL")]).toEqual([concernsKey, true]);
});

test("an HTML page with 403 is not reported as a refused key", async () => {
  const service = await serve(text(403, "<html><title>Proxy</title></html>"));
  expect((await failureOf(makeClient(service).client.workgroups.get({ workgroupID: "wg" }))).message).not.toContain("API key");
});
