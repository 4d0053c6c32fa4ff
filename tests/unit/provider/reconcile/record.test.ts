import { ServiceError } from "../../../../client/http/errors";
import type { OperationContext } from "../../../../provider/definition";
import { NotAppliedError } from "../../../../provider/errors";
import { awaitRecord, waitForRecord } from "../../../../provider/reconcile/record";
import { VirtualClock } from "../../../support/provider";

const state = { time: "07:00", note: "hidden", timezone: "UTC" };
const names = { time: "time", note: "note", timezone: "time_zone" };
const kept = { time: "kept" };
/** The values that the record showed last, and those that were sent; of a secret only that it was. */
const pending = { ...state, timeoutSeconds: 60, time: "06:00", note: "other", __pending: { sent: { time: "07:00" }, uncertain: ["note"] } };

const shows = (record: object) => ({ found: true, record: { ...record } }) as const;
const absent = (certain: boolean) => ({ found: false, certain, others: false, seenBefore: true }) as const;
const noCall = {
  noCall: new ServiceError({ outcome: "refused", summary: "was refused" }, "GET", "/p", 1, { kind: "K", operation: "read" }),
};
const missing = { missing: "there is no workspace", what: "workspace" } as const;
const done = shows({ time: "07:00", note: "hidden", time_zone: "UTC" });
const old = shows({ time: "06:00", note: "other", time_zone: "UTC" });

type Answer = typeof done | ReturnType<typeof absent> | typeof noCall | typeof missing;

/** Waits for a record that reads show one after the other, the last of them from then on. */
function wait(answers: readonly Answer[]): Promise<object> {
  const clock = new VirtualClock();
  const context = { clock, say: () => undefined, isSecret: (name: string) => name === "note" } as unknown as OperationContext;
  let reads = 0;
  const read = async () => answers[Math.min(reads++, answers.length - 1)] ?? done;
  return waitForRecord<object>({ names, state: { ...state, timeoutSeconds: 60 }, kept, object: "/schedules/1", context, read });
}

test.each<[string, readonly Answer[]]>([
  ["the first read shows it", [done]],
  ["a later read shows it", [old, old, done]],
  ["it appears late", [absent(true), absent(false), done]],
  ["an uncertain read between two others lacks it", [old, absent(false), done]],
  ["the service lacks the call for a while", [noCall, done]],
])("a wait ends if %s", (_, answers) => expect(wait(answers)).resolves.toEqual({ ...state, timeoutSeconds: 60 }));

test.each<[string, readonly Answer[], RegExp, object]>([
  [
    "shows another value",
    [old],
    /^timed out after 60 s \(timeoutSeconds is 60\): .* does not show time "07:00" \(it shows "06:00"\), note\. /,
    pending,
  ],
  ["never shows it", [absent(true)], /does not show time "07:00", note, timezone "UTC"\..* the response does not show it/, kept],
  [
    "shows it, and then not for certain that it is gone",
    [old, absent(false)],
    /^timed out after 60 s .* the response does not show it/,
    pending,
  ],
  ["lacks the call", [noCall], /this service does not show it \(the request was refused/, kept],
  [
    "shows it, and then certainly not",
    [old, absent(true)],
    /^the service accepted what was sent, and now the service shows no \/schedules\/1\. Run/,
    pending,
  ],
  [
    "says that its workspace is gone",
    [missing],
    /^the service accepted what was sent, and now there is no workspace\. Run "pulumi refresh"/,
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

test.each<[string, readonly string[], readonly string[] | undefined, object]>([
  ["of a change is what was sent", ["time"], undefined, { ...state, time: "06:00", __pending: { sent: { time: "07:00" } } }],
  [
    "of a creation is also what was there before it",
    ["time", "note"],
    ["1"],
    { ...state, time: "06:00", note: "other", __pending: { sent: { time: "07:00" }, uncertain: ["note"], creation: { before: ["1"] } } },
  ],
  ["without a value to wait for is still the record itself", [], undefined, { ...state, __pending: {} }],
])("what is awaited %s", (_, sent, before, expected) => {
  const context = { isSecret: (name: string) => name === "note" } as unknown as OperationContext;
  const applied = awaitRecord<object>(names, state, { sent, live: old.record, ...(before && { creation: { before } }) }, context);
  expect(applied).toEqual({ state: expected, pending: true });
});
