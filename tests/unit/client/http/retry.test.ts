import type { Failure } from "../../../../client/http/errors";
import { longestRetryAfter, type Method, pauseBeforeRetry } from "../../../../client/http/retry";

const refused = (status: number, more: Partial<Failure> = {}): Failure => ({ outcome: "refused", status, summary: "", ...more });
const outcome = (name: Failure["outcome"], more: Partial<Failure> = {}): Failure => ({ outcome: name, summary: "", ...more });
const decide = (method: Method, failure: Failure, attempt = 1, maxRetries = 4, random = () => 0.5) =>
  pauseBeforeRetry({ method }, failure, attempt, maxRetries, random);

/** Each failure, and whether it is worth another try of GET, PUT and DELETE, and of POST (decision 6). */
const table: readonly (readonly [string, Failure, boolean, boolean])[] = [
  ["nothing listening", outcome("unreachable"), true, true],
  ["a bad certificate", outcome("unreachable", { nonRetryable: true }), false, false],
  ["a lost connection", outcome("lost"), true, false],
  ["a redirect", outcome("redirected", { status: 302 }), false, false],
  ["a redirect with Retry-After", outcome("redirected", { status: 302, retryAfter: 0 }), false, false],
  ["too large an answer", outcome("too-large"), false, false],
  ["the caller's giving up", outcome("aborted"), false, false],
  ["400", refused(400), false, false],
  ["401", refused(401, { type: "Unauthorized" }), false, false],
  ["403", refused(403, { type: "Forbidden" }), false, false],
  ["404", refused(404), false, false],
  ["405", refused(405), false, false],
  ["408", refused(408), true, false],
  ["409", refused(409), false, false],
  ["425", refused(425), true, false],
  ["429", refused(429), true, true],
  ["429 of type Quota-Exceed", refused(429, { type: "Quota-Exceed" }), true, true],
  ["429 of type Unauthorized", refused(429, { type: "Unauthorized" }), true, true],
  ["429 that is a page", outcome("not-understood", { status: 429 }), true, true],
  ["500 without a type", refused(500), true, false],
  ["500 Internal-Error", refused(500, { type: "Internal-Error" }), true, false],
  ["500 Unknown", refused(500, { type: "Unknown" }), true, false],
  ["500 Bad-Request", refused(500, { type: "Bad-Request" }), false, false],
  ["500 Not-Found", refused(500, { type: "Not-Found" }), false, false],
  ["500 Forbidden", refused(500, { type: "Forbidden" }), false, false],
  ["500 Unauthorized", refused(500, { type: "Unauthorized" }), false, false],
  ["500 API-Disabled", refused(500, { type: "API-Disabled" }), false, false],
  ["500 Quota-Exceed", refused(500, { type: "Quota-Exceed" }), false, false],
  ["502 that is a page", outcome("not-understood", { status: 502 }), true, false],
  ["503", refused(503), true, false],
  ["504", refused(504), true, false],
  ["200 with Error true, without a type", refused(200), false, false],
  ["200 Internal-Error", refused(200, { type: "Internal-Error" }), true, false],
  ["200 Bad-Request", refused(200, { type: "Bad-Request" }), false, false],
  ["200 that is a page", outcome("not-understood", { status: 200 }), false, false],
  ["200 with a Result of another shape", outcome("not-understood", { status: 200 }), false, false],
  ["403 that is a page", outcome("not-understood", { status: 403, type: "Forbidden" }), false, false],
  ["Retry-After with 400", refused(400, { retryAfter: 1 }), true, false],
  ["Retry-After with 503", refused(503, { retryAfter: 1 }), true, false],
  ["Retry-After with 429", refused(429, { retryAfter: 1 }), true, true],
  ["Retry-After with Quota-Exceed", refused(400, { type: "Quota-Exceed", retryAfter: 1 }), true, false],
  ["Retry-After with Unauthorized", refused(401, { type: "Unauthorized", retryAfter: 1 }), true, false],
  ["Retry-After with a page and 200", outcome("not-understood", { status: 200, retryAfter: 1 }), true, false],
];

test.each(table)("after %s: another try or not, by method", (_, failure, repeated, repeatedPost) => {
  for (const method of ["GET", "PUT", "DELETE"] as const) expect(decide(method, failure) !== undefined).toBe(repeated);
  expect(decide("POST", failure) !== undefined).toBe(repeatedPost);
});

test.each(table)("after %s there is no further try once the tries are used up", (_, failure) => {
  expect(decide("GET", failure, 5)).toBeUndefined();
  expect(decide("GET", failure, 1, 0)).toBeUndefined();
});

test.each(table)("after %s the second try's failure is judged alike, Internal-Error apart", (_, failure, repeated) => {
  const expected = repeated && (failure.type !== "Internal-Error" || failure.retryAfter !== undefined);
  for (const attempt of [2, 3, 4]) expect(decide("GET", failure, attempt) !== undefined).toBe(expected);
});

test("a POST that may be repeated, and a GET that may not, are judged by that", () => {
  const judge = (method: Method, repeatable: boolean) =>
    pauseBeforeRetry({ method, repeatable }, outcome("lost"), 1, 4, () => 0) !== undefined;
  expect(judge("POST", true)).toBe(true);
  expect(judge("GET", false)).toBe(false);
});

test.each([
  [1, 500],
  [2, 1000],
  [3, 2000],
  [4, 4000],
  [5, 8000],
  [6, 16_000],
  [7, 20_000],
  [20, 20_000],
])("the pause after try %d is anything below %d ms", (attempt, most) => {
  const pause = (random: number) => decide("GET", refused(503), attempt, 20, () => random);
  expect(pause(0)).toBe(0);
  expect(pause(0.25)).toBe(most / 4);
  expect(pause(1 - Number.EPSILON)).toBeLessThanOrEqual(most);
  expect(pause(1 - Number.EPSILON)).toBeGreaterThan(most * 0.999);
});

test.each([
  ["nothing", 0, 0],
  ["a second", 1000, 1000],
  ["just the longest", longestRetryAfter, longestRetryAfter],
  ["more than the longest", longestRetryAfter + 1, undefined],
  ["forever", Infinity, undefined],
])("a Retry-After of %s is obeyed without jitter, or ends the request", (_, asked, pause) => {
  const random = () => {
    throw new Error("no jitter is asked for");
  };
  expect(decide("GET", refused(503, { retryAfter: asked }), 3, 4, random)).toBe(pause);
});

test("the longest Retry-After that is obeyed is a minute", () => expect(longestRetryAfter).toBe(60_000));
