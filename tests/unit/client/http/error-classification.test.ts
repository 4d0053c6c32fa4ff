import {
  classify,
  type Failure,
  isAccessDenied,
  isCredentialRefused,
  isDefiniteRefusal,
  isNoSuchCall,
  isNotFound,
  mayHaveBeenProcessed,
  mayMeanMissing,
  ServiceError,
  shouldVerify,
} from "../../../../client";
import { classifications, saysNotFound } from "../../../../client/http/error-classification";

const refused = (status: number | undefined, type?: Failure["type"], more: Partial<Failure> = {}): Partial<Failure> => ({
  outcome: "refused",
  ...(status === undefined ? {} : { status }),
  ...(type === undefined ? {} : { type }),
  ...more,
});
const page = (status: number, type?: Failure["type"]) => refused(status, type, { outcome: "not-understood", page: true });
const errorOf = (failure: Partial<Failure>) =>
  new ServiceError({ outcome: "refused", summary: "was refused", ...failure }, "PUT", "/p", 1, { kind: "K", operation: "update" });

const waking = { ...page(200), waking: true };

/** Failures by what the table says of them: retry, processed, meaning. */
const outcomes: Readonly<Record<string, readonly Partial<Failure>[]>> = {
  "no, no, later": [waking, { ...waking, retryAfter: 1 }, { outcome: "lost", waking: true }],
  "yes, no, later": [{ outcome: "unreachable" }],
  "no, maybe, unknown": [
    ...([{ outcome: "aborted" }, { outcome: "too-large" }, { outcome: "not-understood", status: 200 }] as const),
    ...[refused(undefined), refused(200), page(200)],
  ],
  "no, no, unknown": [
    ...([
      { outcome: "redirected", status: 302 },
      { outcome: "redirected", status: 302, retryAfter: 0 },
    ] as const),
    ...[refused(402), refused(409), refused(422), page(499)],
  ],
  "yes, no, rate limit": [
    ...[refused(429), refused(429, "Quota-Exceed"), refused(429, "Unauthorized"), refused(429, undefined, { retryAfter: 1 }), page(429)],
  ],
  "yes, maybe, later": [
    { outcome: "lost" },
    // Retry-After outranks the type and the status.
    ...[refused(503, undefined, { retryAfter: 0 }), refused(400, "Quota-Exceed", { retryAfter: 1 })],
    ...[refused(401, "Unauthorized", { retryAfter: 1 }), { ...page(200), retryAfter: 1 }],
    ...[refused(408), page(408), refused(425)],
    ...[page(500), page(502), refused(503), refused(504), refused(599)],
  ],
  "yes, yes, service error": [{ outcome: "failed", status: 500 }],
  "no, yes, invalid": [{ outcome: "failed", status: 200 }],
  "no, no, credential refused": [...[refused(401), page(401)], ...[200, 404, 405, 500].map((status) => refused(status, "Unauthorized"))],
  "no, no, forbidden": [
    ...[refused(403), refused(403, "Unknown"), page(403, "Forbidden")],
    ...[200, 500].map((status) => refused(status, "Forbidden")),
  ],
  "no, no, no such call": [...[refused(405), refused(405, "Not-Found"), page(405)], ...[refused(404), refused(404, "Unknown"), page(404)]],
  "no, no, not found": [400, 404, 500].map((status) => refused(status, "Not-Found")),
  "no, no, invalid": [...[200, 400, 404, 500].map((status) => refused(status, "Bad-Request")), refused(400), page(400)],
  "no, no, API disabled": [403, 500].map((status) => refused(status, "API-Disabled")),
  "no, no, quota": [403, 500].map((status) => refused(status, "Quota-Exceed")),
  "yes, maybe, no such call": [refused(501), page(501)],
  "once, maybe, service error": [200, 400, 500].map((status) => refused(status, "Internal-Error")),
  "yes, maybe, service error": [refused(500), refused(500, "Unknown")],
};

describe.each(Object.entries(outcomes))("%s:", (expected, failures) => {
  test.each(failures)("%j", (failure) => {
    const { retry, processed, meaning } = classify(errorOf(failure).failure);
    expect(`${retry}, ${processed}, ${meaning}`).toBe(expected);
  });
});

test("each row of the table is tried", () => {
  const reasons = Object.values(outcomes).flatMap((failures) => failures.map((failure) => classify(errorOf(failure).failure).because));
  expect(classifications.filter(([, , , , because]) => !reasons.includes(because))).toEqual([]);
});

const questions = {
  isAccessDenied,
  isCredentialRefused,
  isDefiniteRefusal,
  isNoSuchCall,
  isNotFound,
  mayHaveBeenProcessed,
  mayMeanMissing,
  shouldVerify,
  saysNotFound,
};
type Question = keyof typeof questions;

/** Failures, and which questions they answer with yes. */
const table: readonly (readonly [string, Partial<Failure>, readonly Question[]])[] = [
  ["no connection", { outcome: "unreachable" }, []],
  ["a lost answer", { outcome: "lost" }, ["mayHaveBeenProcessed", "shouldVerify"]],
  ["too large a response", { outcome: "too-large" }, ["isDefiniteRefusal", "mayHaveBeenProcessed", "shouldVerify"]],
  ["a query that failed", { outcome: "failed", status: 500 }, []],
  ["a garbled success", { outcome: "not-understood", status: 200 }, ["mayHaveBeenProcessed", "shouldVerify"]],
  ["the limit of rates", refused(429), ["shouldVerify"]],
  ["a refusal that asks to come later", refused(400, "Bad-Request", { retryAfter: 1 }), ["mayHaveBeenProcessed", "shouldVerify"]],
  ["a refused credential", refused(401), ["isAccessDenied", "isCredentialRefused", "isDefiniteRefusal"]],
  ["a forbidden act", refused(200, "Forbidden"), ["isAccessDenied", "isDefiniteRefusal"]],
  ["a page with 403", page(403), ["isAccessDenied"]],
  ["an API that is disabled", refused(403, "API-Disabled"), ["isAccessDenied", "isDefiniteRefusal"]],
  ["what is not there", refused(400, "Not-Found"), ["isDefiniteRefusal", "isNotFound", "mayMeanMissing", "shouldVerify", "saysNotFound"]],
  [
    "a bad request that says so",
    refused(400, "Bad-Request", { details: [{ reason: "No backup schedule" }] }),
    ["isDefiniteRefusal", "mayMeanMissing", "shouldVerify", "saysNotFound"],
  ],
  [
    "a 404 that says so",
    refused(404, undefined, { message: "not found" }),
    ["isDefiniteRefusal", "isNoSuchCall", "mayMeanMissing", "shouldVerify"],
  ],
  ["a 404 without a word", refused(404), ["isDefiniteRefusal", "isNoSuchCall", "mayMeanMissing", "shouldVerify"]],
  ["a page with 404", page(404), ["isNoSuchCall", "mayMeanMissing", "shouldVerify"]],
  ["not implemented", refused(501), ["isNoSuchCall", "mayHaveBeenProcessed", "mayMeanMissing", "shouldVerify"]],
  ["a bad request", refused(400), ["isDefiniteRefusal", "mayMeanMissing", "shouldVerify"]],
  ["too small a quota", refused(403, "Quota-Exceed"), ["mayMeanMissing", "shouldVerify"]],
  ["a conflict", refused(409), ["mayMeanMissing", "shouldVerify"]],
  ["a refused 500", refused(500, "Internal-Error"), ["mayHaveBeenProcessed", "mayMeanMissing", "shouldVerify"]],
  ["an error in a 200", refused(200), ["mayHaveBeenProcessed", "mayMeanMissing", "shouldVerify"]],
  ["a page with 502", page(502), ["mayHaveBeenProcessed", "shouldVerify"]],
  [
    "a refusal after a try that was lost",
    refused(400, "Bad-Request", { earlier: [{ outcome: "lost" }] }),
    ["isDefiniteRefusal", "mayHaveBeenProcessed", "mayMeanMissing", "shouldVerify"],
  ],
  ["no connection after the limit of rates", { outcome: "unreachable", earlier: [{ outcome: "refused", status: 429 }] }, []],
];

test.each(table)("%s: what it answers with yes", (_, failure, yes) => {
  const error = errorOf(failure);
  const answered = Object.entries(questions).filter(([, question]) => question(error));
  expect(answered.map(([name]) => name)).toEqual(yes);
});

test.each<[string, NonNullable<Failure["earlier"]>, "PUT" | "GET", boolean]>([
  ["a write that was lost before", [{ outcome: "lost" }], "PUT", false],
  ["a write that a 502 met before", [{ outcome: "not-understood", status: 502 }], "PUT", false],
  ["a write that found no connection before", [{ outcome: "unreachable" }], "PUT", true],
  ["a write that was never implemented", [{ outcome: "refused", status: 501 }], "PUT", true],
  ["a read that was lost before", [{ outcome: "lost" }], "GET", true],
])("whether a 404 without a word means that the service lacks the call: %s", (_, earlier, method, expected) => {
  const { failure } = errorOf({ ...refused(404), earlier });
  expect(isNoSuchCall(new ServiceError(failure, method, "/p", 2, { kind: "K", operation: "update" }))).toBe(expected);
});

test("an error that is not the service's answers nothing", () => {
  for (const question of Object.values(questions)) expect(question(new Error("lost"))).toBe(false);
});
