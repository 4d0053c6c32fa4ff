import { type Failure, ServiceError } from "../../../../client";
import { InputError, NotAppliedError } from "../../../../provider/errors";
import {
  describeFailedRequest,
  describeFailure,
  errorMessage,
  rethrowWithDeletionHint,
  withPendingHint,
  withRequestId,
} from "../../../../provider/messages/error-text";

const failed = (failure: Partial<Failure>) =>
  new ServiceError({ outcome: "refused", summary: "was refused", ...failure }, "PUT", "/p", 1, { kind: "K", operation: "update" });

test.each<readonly [Partial<Failure>, string]>([
  [{}, "was refused"],
  [{ message: "no" }, 'was refused, saying "no"'],
  [{ requestId: "r-1" }, "was refused, RequestID: r-1"],
  [{ message: "no", requestId: "r-1" }, 'was refused, saying "no", RequestID: r-1'],
])("describes %j as %j", (failure, text) => {
  expect(describeFailure(failed(failure))).toBe(text);
  expect(describeFailedRequest(failed(failure))).toBe(`PUT /p ${text}`);
});

test("a reason ends with the RequestID of its cause, if the response had one", () => {
  expect(withRequestId("no", failed({ requestId: "r-1" }))).toBe("no (RequestID: r-1)");
  expect(withRequestId("no", failed({}))).toBe("no");
});

test.each<[unknown, string]>([
  [new InputError("size is wrong"), "size is wrong"],
  [new NotAppliedError("timed out", {}), "timed out"],
  [failed({ message: "no" }), failed({ message: "no" }).message],
  [new TypeError("x is undefined"), "a bug in this provider; please report it (TypeError: x is undefined)"],
  ["text", "a bug in this provider; please report it (string)"],
])("the message of the error %s is %j", (error, message) => expect(errorMessage(error)).toBe(message));

function failureOf(act: () => never): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}

const stillActs = 'The change might still take effect, so the state keeps it. Run "pulumi up" again, which sends the declared settings';
const stillDeletes = "The deletion might still take effect. The resource stays in the state, so the next run sends the deletion again";

test.each<[string, string | undefined, string]>([
  ["alone, without another hint", undefined, ""],
  ["after another hint, as a sentence of its own", "Check the network", "Check the network. "],
])("the error of a lost response says that the change may still be applied: %s", (_, hint, before) => {
  const lost = failed({ outcome: "lost", requestId: "r-1", ...(hint !== undefined && { hint }) });
  expect(withPendingHint(lost).failure).toEqual({ ...lost.failure, hint: `${before}${stillActs}` });
  expect(failureOf(() => rethrowWithDeletionHint(lost))).toMatchObject({ failure: { ...lost.failure, hint: `${before}${stillDeletes}` } });
});

test("the error of a refused deletion, or of a failed read before it, is unchanged", () => {
  const lost = { outcome: "lost", summary: "timed out" } as const;
  for (const error of [
    failed({ status: 400, type: "Bad-Request" }),
    new ServiceError(lost, "GET", "/p", 1, { kind: "K", operation: "delete" }),
  ])
    expect(failureOf(() => rethrowWithDeletionHint(error))).toBe(error);
});
