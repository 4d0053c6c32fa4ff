import { type Failure, ServiceError } from "../../../client";
import { lacksCall, mayHaveActed, shouldVerify, refusesKey, saysNotFound, describeFailure } from "../../../provider/answers";

const errorOf = (failure: Partial<Failure>) => {
  const whole: Failure = { outcome: "refused", summary: "was refused", ...failure };
  return new ServiceError(whole, "PUT", "/p", 1, { kind: "K", operation: "update" });
};

const questions = { mayHaveActed, saysNotFound, lacksCall, needsAnotherLook: shouldVerify, refusesKey };
type Question = keyof typeof questions;

/** The answers, and which questions they answer with yes. */
const table: readonly (readonly [string, Partial<Failure>, readonly Question[]])[] = [
  ["no connection", { outcome: "unreachable" }, []],
  ["a lost answer", { outcome: "lost" }, ["mayHaveActed", "needsAnotherLook"]],
  ["too large an answer", { outcome: "too-large", status: 200 }, ["mayHaveActed", "needsAnotherLook"]],
  ["given up", { outcome: "aborted" }, []],
  ["a redirect", { outcome: "redirected", status: 302 }, []],
  ["a garbled success", { outcome: "not-understood", status: 200 }, ["mayHaveActed", "needsAnotherLook"]],
  ["an error in a 200", { status: 200, type: "Internal-Error" }, ["mayHaveActed", "needsAnotherLook"]],
  ["an error without a status", {}, ["mayHaveActed", "needsAnotherLook"]],
  ["a plain 400", { status: 400 }, ["needsAnotherLook"]],
  ["a 400 that says no", { status: 400, type: "Bad-Request" }, ["needsAnotherLook"]],
  ["a 200 that says no", { status: 200, type: "Bad-Request" }, ["needsAnotherLook"]],
  ["a timeout of the service's own", { status: 408 }, ["mayHaveActed", "needsAnotherLook"]],
  [
    "a refusal after a try that was lost",
    { status: 400, type: "Bad-Request", earlier: [{ outcome: "lost" }] },
    ["mayHaveActed", "needsAnotherLook"],
  ],
  ["no connection after the limit of rates", { outcome: "unreachable", earlier: [{ outcome: "refused", status: 429 }] }, []],
  ["a conflict", { status: 409 }, ["needsAnotherLook"]],
  ["the limit of rates", { status: 429 }, ["needsAnotherLook"]],
  ["a 499", { status: 499 }, ["needsAnotherLook"]],
  ["a 500", { status: 500, type: "Internal-Error" }, ["mayHaveActed", "needsAnotherLook"]],
  ["a 500 that says no", { status: 500, type: "Bad-Request" }, ["needsAnotherLook"]],
  ["a page with 502", { outcome: "not-understood", status: 502 }, ["mayHaveActed", "needsAnotherLook"]],
  ["a 401", { status: 401 }, ["needsAnotherLook", "refusesKey"]],
  ["a 403", { status: 403 }, ["needsAnotherLook", "refusesKey"]],
  ["a refused key", { status: 400, type: "Unauthorized" }, ["refusesKey"]],
  ["a refused key with 404", { status: 404, type: "Unauthorized" }, ["refusesKey"]],
  ["a forbidden act", { status: 200, type: "Forbidden" }, ["refusesKey"]],
  ["a forbidden act with 404", { status: 404, type: "Forbidden" }, ["refusesKey"]],
  ["what is not there", { status: 404, type: "Not-Found" }, ["saysNotFound", "needsAnotherLook"]],
  ["what is not there, with 400", { status: 400, type: "Not-Found" }, ["saysNotFound", "needsAnotherLook"]],
  ["a 404 without a word", { status: 404 }, ["lacksCall", "needsAnotherLook"]],
  ["a page with 404", { outcome: "not-understood", status: 404 }, ["lacksCall", "needsAnotherLook"]],
  ["a page with 404 that was read as not there", { outcome: "not-understood", status: 404, type: "Not-Found" }, ["needsAnotherLook"]],
  ["a wrong method", { status: 405 }, ["lacksCall", "needsAnotherLook"]],
  ["a wrong method that says not found", { status: 405, type: "Not-Found" }, ["lacksCall", "needsAnotherLook"]],
  ["not implemented", { status: 501 }, ["mayHaveActed", "lacksCall", "needsAnotherLook"]],
  ["a redirect to nothing", { outcome: "redirected", status: 404 }, []],
];

test.each(table)("%s", (_, failure, yes) => {
  const error = errorOf(failure);
  const answered = Object.entries(questions).filter(([, question]) => question(error));
  expect(answered.map(([name]) => name).sort()).toEqual([...yes].sort());
});

test("an error that is not the service's answers nothing", () => {
  for (const question of Object.values(questions)) expect(question(new Error("lost"))).toBe(false);
});

test.each([
  [{}, "was refused"],
  [{ message: "no" }, 'was refused, saying "no"'],
  [{ requestId: "r-1" }, "was refused, RequestID: r-1"],
  [{ message: "no", requestId: "r-1" }, 'was refused, saying "no", RequestID: r-1'],
])("%j stands in another sentence as %j", (failure, text) => expect(describeFailure(errorOf(failure))).toBe(text));
