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
import { classifications } from "../../../../client/http/error-classification";

const refused = (status: number | undefined, type?: Failure["type"], more: Partial<Failure> = {}): Partial<Failure> => ({
  outcome: "refused",
  ...(status === undefined ? {} : { status }),
  ...(type === undefined ? {} : { type }),
  ...more,
});
const page = (status: number, type?: Failure["type"]) => refused(status, type, { outcome: "not-understood", page: true });
const errorOf = (failure: Partial<Failure>) =>
  new ServiceError({ outcome: "refused", summary: "was refused", ...failure }, "PUT", "/p", 1, { kind: "K", operation: "update" });

/** Failures by the reason of the row that they meet, with what it says: retry, processed, meaning. */
const reasons: Readonly<Record<string, readonly [string, ...Partial<Failure>[]]>> = {
  "a workspace loses what it gets while it wakes up, which takes minutes": [
    "no, no, later",
    { ...page(200), waking: true },
    { ...page(200), waking: true, retryAfter: 1 },
    { outcome: "lost", waking: true },
  ],
  "the service saw nothing of the request": ["yes, no, later", { outcome: "unreachable" }],
  "it was sent, and no answer was received": ["yes, maybe, later", { outcome: "lost" }],
  "the caller gave up, perhaps after it was sent": ["no, maybe, unknown", { outcome: "aborted" }],
  "it is to be sent elsewhere, where its credential must not go": [
    "no, no, unknown",
    { outcome: "redirected", status: 302 },
    { outcome: "redirected", status: 302, retryAfter: 0 },
  ],
  "the answer was not read, and the next one would be as large": ["no, maybe, unknown", { outcome: "too-large" }],
  "the rate is limited before anything is done": [
    "yes, no, rate limit",
    refused(429),
    refused(429, "Quota-Exceed"),
    refused(429, "Unauthorized"),
    refused(429, undefined, { retryAfter: 1 }),
    page(429),
  ],
  "Retry-After does not say what was done with this request": [
    "yes, maybe, later",
    refused(503, undefined, { retryAfter: 0 }),
    refused(400, "Quota-Exceed", { retryAfter: 1 }),
    refused(401, "Unauthorized", { retryAfter: 1 }),
    { ...page(200), retryAfter: 1 },
  ],
  "the query ended with an error of the service": ["yes, yes, service error", { outcome: "failed", status: 500 }],
  "the query ended with an error of its own": ["no, yes, invalid", { outcome: "failed", status: 200 }],
  "the next request would show the same credential": [
    "no, no, credential refused",
    refused(401),
    page(401),
    refused(200, "Unauthorized"),
    refused(404, "Unauthorized"),
    refused(405, "Unauthorized"),
    refused(500, "Unauthorized"),
  ],
  "the credential may not do this; a wrong one may get the same answer": [
    "no, no, forbidden",
    refused(403),
    refused(403, "Unknown"),
    page(403, "Forbidden"),
    refused(200, "Forbidden"),
    refused(500, "Forbidden"),
  ],
  "the path does not have the method, even if a Type says Not-Found": [
    "no, no, no such call",
    refused(405),
    refused(405, "Not-Found"),
    page(405),
  ],
  "the service's word that the object, or one that holds it, is not there": [
    "no, no, not found",
    refused(404, "Not-Found"),
    refused(400, "Not-Found"),
    refused(500, "Not-Found"),
  ],
  "the service's word that the request is wrong, whatever the status": [
    "no, no, invalid",
    refused(400, "Bad-Request"),
    refused(200, "Bad-Request"),
    refused(404, "Bad-Request"),
    refused(500, "Bad-Request"),
  ],
  "no request is served until the API is enabled": ["no, no, API disabled", refused(403, "API-Disabled"), refused(500, "API-Disabled")],
  "too little is left until someone frees something": ["no, no, quota", refused(403, "Quota-Exceed"), refused(500, "Quota-Exceed")],
  "the service does not know the method; like any 5xx it may be a proxy's": ["yes, maybe, no such call", refused(501), page(501)],
  "also returned for bad input, and for what failed halfway": [
    "once, maybe, service error",
    refused(500, "Internal-Error"),
    refused(200, "Internal-Error"),
    refused(400, "Internal-Error"),
  ],
  "a path that the service does not have: it says nothing about an object": [
    "no, no, no such call",
    refused(404),
    refused(404, "Unknown"),
    page(404),
  ],
  "the request is wrong": ["no, no, invalid", refused(400), page(400)],
  "the service did not wait for the end of the request": ["yes, maybe, later", refused(408), page(408)],
  "the service did not trust an early request": ["yes, maybe, later", refused(425)],
  "refused, for a reason that the status does not tell": ["no, no, unknown", refused(402), refused(409), refused(422), page(499)],
  "the service failed, perhaps half-way": ["yes, maybe, service error", refused(500), refused(500, "Unknown")],
  "the service, or a proxy before it, is in trouble, perhaps after it acted": [
    "yes, maybe, later",
    page(500),
    page(502),
    refused(503),
    refused(504),
    refused(599),
  ],
  "it may be a success, or the failure of something that was done": [
    "no, maybe, unknown",
    refused(undefined),
    refused(200),
    page(200),
    { outcome: "not-understood", status: 200 },
  ],
};

describe.each(Object.entries(reasons))("%s", (because, [expected, ...failures]) => {
  test.each(failures)("%j", (failure) => {
    const { retry, processed, meaning, because: found } = classify(errorOf(failure).failure);
    expect([found, `${retry}, ${processed}, ${meaning}`]).toEqual([because, expected]);
  });
});

test("each row of the table is tried", () => {
  expect(classifications.map(([, , , , because]) => because)).toEqual(Object.keys(reasons));
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
};
type Question = keyof typeof questions;

/** Failures, and which questions they answer with yes. */
const table: readonly (readonly [string, Partial<Failure>, readonly Question[]])[] = [
  ["no connection", { outcome: "unreachable" }, []],
  ["a lost answer", { outcome: "lost" }, ["mayHaveBeenProcessed", "shouldVerify"]],
  ["too large an answer", { outcome: "too-large" }, ["isDefiniteRefusal", "mayHaveBeenProcessed", "shouldVerify"]],
  ["a query that failed", { outcome: "failed", status: 500 }, []],
  ["a garbled success", { outcome: "not-understood", status: 200 }, ["mayHaveBeenProcessed", "shouldVerify"]],
  ["the limit of rates", refused(429), ["shouldVerify"]],
  ["a refusal that asks to come later", refused(400, "Bad-Request", { retryAfter: 1 }), ["mayHaveBeenProcessed", "shouldVerify"]],
  ["a refused credential", refused(401), ["isAccessDenied", "isCredentialRefused", "isDefiniteRefusal"]],
  ["a forbidden act", refused(200, "Forbidden"), ["isAccessDenied", "isDefiniteRefusal"]],
  ["a page with 403", page(403), ["isAccessDenied"]],
  ["an API that is disabled", refused(403, "API-Disabled"), ["isAccessDenied", "isDefiniteRefusal"]],
  ["what is not there", refused(400, "Not-Found"), ["isDefiniteRefusal", "isNotFound", "mayMeanMissing", "shouldVerify"]],
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
])("whether a 404 without a word means that there is no such call: %s", (_, earlier, method, expected) => {
  const { failure } = errorOf({ ...refused(404), earlier });
  expect(isNoSuchCall(new ServiceError(failure, method, "/p", 2, { kind: "K", operation: "update" }))).toBe(expected);
});

test("an error that is not the service's answers nothing", () => {
  for (const question of Object.values(questions)) expect(question(new Error("lost"))).toBe(false);
});
