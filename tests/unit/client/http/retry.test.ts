import type { Failure } from "../../../../client/http/errors";
import { type Method, pauseBeforeRetry } from "../../../../client/http/retry";

const refused = (status: number, more: Partial<Failure> = {}): Failure => ({ outcome: "refused", status, summary: "", ...more });
const outcome = (name: Failure["outcome"], more: Partial<Failure> = {}): Failure => ({ outcome: name, summary: "", ...more });
const decide = (method: Method, failure: Failure, attempt = 1, maxRetries = 4, random = () => 0.5) =>
  pauseBeforeRetry({ method }, failure, attempt, maxRetries, random);

/** One failure of each row that the classification has for a retry, and whether GET, PUT and DELETE are sent again, and POST (decision 6). */
test.each<[string, Failure, boolean, boolean]>([
  ["nothing listening", outcome("unreachable"), true, true],
  ["a bad certificate", outcome("unreachable", { nonRetryable: true }), false, false],
  ["a lost connection", outcome("lost"), true, false],
  ["a redirect with Retry-After", outcome("redirected", { status: 302, retryAfter: 0 }), false, false],
  ["the caller's giving up", outcome("aborted"), false, false],
  ["400", refused(400), false, false],
  ["429", refused(429), true, true],
  ["503", refused(503), true, false],
  ["500 Internal-Error", refused(500, { type: "Internal-Error" }), true, false],
  ["Retry-After with 400", refused(400, { retryAfter: 1 }), true, false],
  ["Retry-After with 429", refused(429, { retryAfter: 1 }), true, true],
  ["Retry-After with Internal-Error", refused(500, { type: "Internal-Error", retryAfter: 1 }), true, false],
])("after %s: another try or not, by method and count", (_, failure, repeated, repeatedPost) => {
  for (const method of ["GET", "PUT", "DELETE"] as const) expect(decide(method, failure) !== undefined).toBe(repeated);
  expect(decide("POST", failure) !== undefined).toBe(repeatedPost);
  // Internal-Error is said of callers' mistakes too: it is tried once more.
  const often = repeated && (failure.type !== "Internal-Error" || failure.retryAfter !== undefined);
  for (const attempt of [2, 3, 4]) expect(decide("GET", failure, attempt) !== undefined).toBe(often);
  expect([decide("GET", failure, 5), decide("GET", failure, 1, 0)]).toEqual([undefined, undefined]);
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
  ["a minute", 60_000, 60_000],
])("a Retry-After of %s is obeyed without jitter", (_, asked, pause) => {
  const random = () => {
    throw new Error("no jitter is asked for");
  };
  expect(decide("GET", refused(503, { retryAfter: asked }), 3, 4, random)).toBe(pause);
});
