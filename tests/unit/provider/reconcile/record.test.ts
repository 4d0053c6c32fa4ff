import { ServiceError } from "../../../../client";
import { NotAppliedError } from "../../../../provider/errors";
import { diffRecord } from "../../../../provider/reconcile/declared-fields";
import { updateRecord, waitForRecord } from "../../../../provider/reconcile/record";
import type { ReadResult } from "../../../../provider/reconcile/read-result";
import { contextOf, failing, serviceError } from "../../../support/operation-context";

const state = { time: "07:00", note: "hidden", timezone: "UTC" };
const fields = { time: "time", note: "note", timezone: "time_zone" };
const isSecret = (name: string) => name === "note";
const kept = { time: "kept" };
/** The values that the record showed last, and those that were sent; of a secret only that it was. */
const pending = { ...state, timeoutSeconds: 60, time: "06:00", note: "other", __pending: { sent: { time: "07:00" }, uncertain: ["note"] } };

const shows = (record: object) => ({ found: true, record: { ...record } }) as const;
const absent = (certain: boolean) => ({ found: false, certain, others: false, seenBefore: true }) as const;
const noCall = { noCall: serviceError(404) };
const missing = { missing: "the workspace does not exist", what: "workspace" } as const;
const done = shows({ time: "07:00", note: "hidden", time_zone: "UTC" });
const old = shows({ time: "06:00", note: "other", time_zone: "UTC" });

type Answer = ReadResult<{ readonly record: Readonly<Record<string, unknown>> }>;

/** Waits for a record that reads show one after the other, the last of them from then on. */
function wait(answers: readonly Answer[]): Promise<object> {
  let reads = 0;
  const read = async () => answers[Math.min(reads++, answers.length - 1)] ?? done;
  const kind = { fields, path: () => "/schedules/1", read };
  return waitForRecord<object>(kind, { state: { ...state, timeoutSeconds: 60 }, kept }, contextOf({}, { isSecret }).context);
}

test.each<[string, readonly Answer[]]>([
  ["the first read shows it", [done]],
  ["a later read shows it", [old, old, done]],
  ["it appears late", [absent(true), absent(false), done]],
  ["an uncertain read between two others lacks it", [old, absent(false), done]],
  ["the service lacks the call for a while", [noCall, done]],
])("a wait ends if %s", (_, answers) => expect(wait(answers)).resolves.toEqual({ ...state, timeoutSeconds: 60 }));

test("a wait ends with the pending values of arguments that are no longer declared", async () => {
  const read = async () => done;
  const dropped = { __pending: { sent: { size: 5 } } };
  const { context } = contextOf({}, { isSecret });
  expect(await waitForRecord<object>({ fields, path: () => "/", read }, { state, kept: dropped }, context)).toEqual({
    ...state,
    ...dropped,
  });
  expect(await waitForRecord<object>({ fields, path: () => "/", read }, { state }, context)).toEqual(state);
});

test.each<[string, readonly Answer[], RegExp, object]>([
  [
    "shows another value",
    [old],
    /^timed out after 60 s \(timeoutSeconds is 60\): .* does not return time "07:00" \(it returns "06:00"\), note\. /,
    pending,
  ],
  [
    "never shows it",
    [absent(true)],
    /does not return time "07:00", note, timezone "UTC"\..* the response does not include the configuration/,
    kept,
  ],
  [
    "shows it, and then not for certain that it is gone",
    [old, absent(false)],
    /^timed out after 60 s .* the response does not include the configuration/,
    pending,
  ],
  ["lacks the call", [noCall], /this service does not return it \(the request was refused/, kept],
  [
    "shows it, and then certainly not",
    [old, absent(true)],
    /^the service accepted the change, but now the service returns no \/schedules\/1\. Run/,
    pending,
  ],
  [
    "says that its workspace is gone",
    [missing],
    /^the service accepted the change, but now the workspace does not exist\. Run "pulumi refresh"/,
    kept,
  ],
])("a wait fails if the service %s", async (_, answers, message, stateKept) => {
  const error: unknown = await wait(answers).catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(NotAppliedError);
  const { message: text, state: remaining } = error as NotAppliedError<object>;
  expect(text).toMatch(message);
  expect(text).not.toContain("hidden");
  expect(remaining).toEqual(stateKept);
});

const kind = { whatStillWorks: () => undefined };
const request = { method: "PUT", path: "/schedules/1" };

test.each<[string, object, object]>([
  ["is what was sent", { time: "07:00" }, { ...state, time: "06:00", __pending: { sent: { time: "07:00" } } }],
  ["without a value to wait for is still the record itself", {}, { ...state, __pending: {} }],
])("the value that is awaited after an update %s", async (_, sent, expected) => {
  const update = { request, sent: diffRecord(fields, { ...sent }, undefined, old.record) };
  const applied = await updateRecord<object>(
    kind,
    update,
    { state, last: undefined },
    async () => "ok",
    contextOf({}, { isSecret }).context,
  );
  expect(applied).toEqual({ state: expected, pending: true });
});

test("after a lost response to an update, there is no wait, and earlier values may be applied too", async () => {
  const update = { request, sent: diffRecord(fields, { time: "07:00" }, undefined, old.record) };
  const before = { state, last: { __pending: { sent: { time: "05:00" } } } };
  const lost = failing(serviceError(500, { outcome: "lost" }));
  const applied = await updateRecord<object>(kind, update, before, lost, contextOf({}, { isSecret }).context);
  const left = { ...state, time: "06:00", __pending: { uncertain: ["time"] } };
  expect(applied).toEqual({ state: left, lost: expect.any(ServiceError) as unknown });
});
