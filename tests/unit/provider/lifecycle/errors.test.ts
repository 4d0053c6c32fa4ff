import { inspect } from "node:util";
import type { CallContext, Client, ResponseTrace } from "../../../../client";
import { NotApprovedError } from "../../../../client/http/approval";
import { redactor } from "../../../../client/http/redact";
import { InputError, OperationError, NotAppliedError } from "../../../../provider/errors";
import { type Applied, refuse } from "../../../../provider/definition";
import { configOf } from "../../../support/provider";
import { failureOf, life, review, type State, type Thing, told } from "../../../support/thing";

/** A client of which nothing is asked. */
const blank: object = { withFreshReads: () => blank };

describe("an error", () => {
  const canary = "c4nary-value";
  test("prints only its message, without a stack or properties", async () => {
    const { lifecycle } = await life({
      execute: async (): Promise<Applied<State, string>> => ({ id: "a", state: { id: "a", note: canary }, pending: "w" }),
      waitUntilApplied: () => Promise.reject(new InputError("too late")),
    });
    const error = await failureOf(lifecycle.create(told({ id: "a", note: canary, __secrets: ["note"] })));
    expect(error).toBeInstanceOf(OperationError);
    expect(error).toMatchObject({ properties: { note: canary } });
    expect(Object.keys(error)).toEqual([]);
    expect(inspect(error, { depth: Infinity })).toBe('[Thing: create of thing "a" failed: too late]');
    expect(`${String(error)}: ${error.stack ?? ""}`).toBe('graphplane: Thing: create of thing "a" failed: too late');
    expect(JSON.stringify(error)).toBe("{}");
  });

  test("from a bug in graphplane asks the user to report it, and does not contain secrets", async () => {
    const { lifecycle } = await life({ delete: () => Promise.reject(new TypeError("x is not a function")) });
    const error = await failureOf(lifecycle.delete("a", told({ id: canary, __secrets: ["id"] })));
    expect(error.message).toBe(
      'Thing: delete of thing "[redacted]" failed: a bug in this provider; please report it (TypeError: x is not a function)',
    );
  });
});

describe("an error that graphplane raises contains the RequestID", () => {
  const get: ResponseTrace = { method: "GET", requestId: "r-get" };
  const later: ResponseTrace = { method: "GET", requestId: "r-later" };
  const put: ResponseTrace = { method: "PUT", requestId: "r-put" };
  const post: ResponseTrace = { method: "POST", requestId: "r-post" };
  const message = "gone. Try again. RequestID: r-0";

  test.each<[string, ResponseTrace[], string | Error, string]>([
    ["of no response if there was none", [], "odd", "odd"],
    ["of the last response", [get, later], "odd", "odd. RequestID: r-later"],
    ["of the last write rather than of a later read", [get, put, later], "odd.", "odd. RequestID: r-put"],
    ["of the last write", [put, post], "odd", "odd. RequestID: r-post"],
    ["of the last response, if a wait timed out", [get], new NotAppliedError("odd", {}), "odd. RequestID: r-get"],
    ["of no response, if a request of the wait was not approved", [get], new NotAppliedError("odd", {}, new NotApprovedError("no")), "odd"],
    ["that it already contains, and no other", [get], message, message],
  ])("%s", async (_name, answers, thrown, told) => {
    const connect = () =>
      ({ withContext: (context: CallContext) => (answers.forEach((answer) => context.onResponse?.(answer)), blank) }) as Client;
    const { lifecycle } = await life(
      {
        delete: async (_plan, _last, { client }) =>
          Promise.reject(client && (typeof thrown === "string" ? new InputError(thrown) : thrown)),
      },
      connect,
    );
    expect((await failureOf(lifecycle.delete("a", {}))).message).toBe(`Thing: delete of thing "a" failed: ${told}`);
  });
});

test("without the engine's configuration, an operation that needs a client fails with a readable error", async () => {
  const { lifecycle } = await life({
    execute: async (_plan, _args, _last, { client }) => ({ id: "a", state: (await client.workgroups.list()) as never }),
  });
  Object.assign(lifecycle, { settings: undefined });
  expect((await failureOf(lifecycle.create(told({ id: "a" })))).message).toBe(
    'Thing: create of thing "a" failed: the engine passed no configuration',
  );
});

test("a check refuses to replace a protected resource, and prints no secret", async () => {
  const validate: Thing["validate"] = ({ size }) => (size === undefined ? [] : [{ property: "id", reason: 'no "c4nary"' }]);
  const { lifecycle } = await life({ validate, review: { ...review, protects: true } });
  const inputs = told({ id: "a", note: "c4nary", __urn: "it", __secrets: ["note"] });
  await lifecycle.check(inputs, inputs);
  expect((await lifecycle.check({}, inputs)).failures).toMatchObject([{ property: "" }]);
  expect((await lifecycle.check(inputs, { ...inputs, size: 1 })).failures).toEqual([{ property: "id", reason: 'no "[redacted]"' }]);
});

test("a refused plan sends no request, and its error names the argument", async () => {
  const { lifecycle, calls } = await life({ plan: () => refuse("size", "is too large") });
  const { message } = await failureOf(lifecycle.create(told({ id: "a", size: 9 })));
  expect([message, calls]).toEqual(['Thing: create of thing "a" failed: size: is too large', []]);
});

test("no error contains an API key that was passed as an identifier, and a secret identifier that is not a string works", async () => {
  const { lifecycle, calls } = await life({ execute: () => Promise.reject(new InputError("no")) });
  await lifecycle.configure({ config: configOf({ "graphplane:apiKey": "c4nary-key" }) });
  expect((await failureOf(lifecycle.create(told({ id: "c4nary-key" })))).message).not.toContain("c4nary");
  await lifecycle.delete("a", told({ id: 7, __secrets: ["id"] }));
  expect(calls).toEqual([["delete", { id: "a" }]]);
});

test.each<[string, unknown, string, string]>([
  ["a short number", 123, "pin 123, not 1234", "pin [redacted], not 1234"],
  ["a number below zero", -98765432, "pin -98765432 is wrong", "pin -[redacted] is wrong"],
  ["a number inside a list", { pins: [[1234.5]] }, "1234.5", "[redacted]"],
  ["a number inside a JSON text", '{"pin": 98765432}', "pin 98765432", "pin [redacted]"],
  ["a number that the service writes otherwise", '{"pin": 1e7}', "pin 10000000", "pin [redacted]"],
  ["a number of more digits than can be kept", '{"pin": 98765432109876543210, "a": "1\\"2"}', "98765432109876543210", "[redacted]"],
  ["numbers of three digits", { pin: 123, other: 1.25, none: 0 }, "123, 1.25 and 0", "123, 1.25 and 0"],
  ["a short text", "abc", "abc, xabcx", "[redacted], x[redacted]x"],
  ["a short text inside an object", { pin: "abc" }, "abc, xabcx", "[redacted], xabcx"],
  ["a text inside a JSON text of a list", '["the-token"]', "the-token", "[redacted]"],
])("the client redacts %s that is secret", async (_, note, message, expected) => {
  let secrets: CallContext["secrets"];
  const connect = () => ({ withContext: (context: CallContext) => ((secrets = context.secrets), blank) }) as Client;
  const { lifecycle } = await life({ delete: async (_plan, _last, { client }) => void client }, connect);
  await lifecycle.delete("a", told({ id: "a", note, __secrets: ["note"] }));
  expect(redactor(secrets ?? [])(message)).toBe(expected);
});
