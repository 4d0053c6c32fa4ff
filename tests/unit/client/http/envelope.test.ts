import { type HttpResponse, readEnvelope, retryAfter, withRetryAfter } from "../../../../client/http/envelope";
import { errorTypes, type Failure } from "../../../../client/http/errors";
import { redactionOf } from "../../../../client/http/redact";

const now = Date.UTC(2026, 5, 3, 7, 0, 0);

function answer(status: number, body: unknown, headers: Record<string, string> = {}): HttpResponse {
  return { status, headers, text: typeof body === "string" ? body : JSON.stringify(body) };
}
function failureOf(status: number, body: unknown, headers: Record<string, string> = {}): Failure {
  const response = answer(status, body, headers);
  const reading = withRetryAfter(readEnvelope(response), response, now);
  if (!("failure" in reading)) throw new Error("expected a failure");
  return reading.failure;
}
const detail = (Type: unknown, FieldName: unknown = "pause", Reason: unknown = "must be so") => ({ FieldName, Reason, Type });

test.each([
  ["an empty list of details", { Error: false, ErrorDetails: [], Message: "", RequestID: "r", Result: { a: 1 } }, { a: 1 }],
  ["ErrorDetails null", { Error: false, ErrorDetails: null, RequestID: "r", Result: [1] }, [1]],
  ["a Result that is a text", { Error: false, RequestID: "r", Result: "done" }, "done"],
  ["a Result that is null", { Error: false, RequestID: "r", Result: null }, null],
  ["no Result", { Error: false, RequestID: "r" }, undefined],
  ["no Error", { RequestID: "r", Result: 0 }, 0],
  ["Error null", { Error: null, RequestID: "r", Result: true }, true],
  ["an empty object for no details", { ErrorDetails: {}, RequestID: "r", Result: 1 }, 1],
])("a success with %s is read, of any status that is one", (_, body, result) => {
  for (const status of [200, 201, 202, 204]) expect(readEnvelope(answer(status, body))).toEqual({ result, requestId: "r" });
});

test.each<[string, number, unknown, string | undefined]>([
  ["HTTP 200 with Error true", 200, { Error: true, ErrorDetails: [detail("Bad-Request")], Message: "m", RequestID: "r" }, "Bad-Request"],
  ["HTTP 200 with Error true and nothing else", 200, { Error: true }, undefined],
  ["HTTP 200 with Error true and ErrorDetails null", 200, { Error: true, ErrorDetails: null, Message: "m" }, undefined],
  ["a Result beside Error true", 200, { Error: true, ErrorDetails: [detail("Not-Found")], Result: { a: 1 } }, "Not-Found"],
  ["HTTP 400 with Error false", 400, { Error: false, ErrorDetails: [], Result: {} }, undefined],
  ["HTTP 500 with Result null", 500, { Error: true, ErrorDetails: [detail("Internal-Error", "", "")], Result: null }, "Internal-Error"],
  ["a Type that outranks the status", 500, { Error: true, ErrorDetails: [detail("Not-Found")] }, "Not-Found"],
  ["a Type that outranks 401", 401, { Error: true, ErrorDetails: [detail("Quota-Exceed")] }, "Quota-Exceed"],
  ["the first Type that says something", 400, { Error: true, ErrorDetails: [{}, detail("Unknown"), detail("Forbidden")] }, "Forbidden"],
  ["a Type that nobody knows", 401, { Error: true, ErrorDetails: [detail("Newer-Type")] }, "Unauthorized"],
  ["Unknown, for which the status speaks", 403, { Error: true, ErrorDetails: [detail("Unknown")] }, "Forbidden"],
  ["401 without a detail", 401, { Error: true, ErrorDetails: null }, "Unauthorized"],
  ["403 without a detail", 403, { Error: true, ErrorDetails: [] }, "Forbidden"],
  ["404 without a detail", 404, { Error: true, ErrorDetails: [] }, undefined],
  ...errorTypes
    .filter((type) => type !== "Unknown")
    .map(
      (type) => [`HTTP 200 with ${type}`, 200, { Error: true, ErrorDetails: [detail(type)] }, type] as [string, number, unknown, string],
    ),
])("%s is a refusal of the right type, with a fix", (_, status, body, type) => {
  const failure = failureOf(status, body);
  const words = type === "Internal-Error" ? "failed" : "was refused";
  const summary = `${words} (HTTP ${status}${type === undefined ? "" : `, ${type}`})`;
  expect(failure).toMatchObject({ outcome: "refused", status, summary });
  expect(failure.type).toBe(type);
  // Which credential was used is known to the caller alone, so the fix of Unauthorized is added there.
  expect(failure.hint === undefined).toBe(type === "Unauthorized");
});

test("the service's own words are kept, empty ones left out", () => {
  const details = [detail("Bad-Request"), detail("Unknown", "", "why"), detail(7, "f", ""), { FieldName: null }, "text", null, ["x"]];
  const failure = failureOf(400, { Error: true, ErrorDetails: details, Message: "the message", RequestID: "r-1" });
  expect(failure).toMatchObject({ message: "the message", requestId: "r-1" });
  expect(failure.details).toEqual([
    { fieldName: "pause", reason: "must be so", type: "Bad-Request" },
    { reason: "why", type: "Unknown" },
    { fieldName: "f" },
    {},
  ]);
});

test.each([
  ["missing", {}],
  ["empty", { Message: "", RequestID: "" }],
  ["null", { Message: null, RequestID: null }],
  ["no text", { Message: { a: 1 }, RequestID: [7] }],
])("a Message and a RequestID that are %s are left out", (_, fields) => {
  const failure = failureOf(500, { Error: true, ErrorDetails: [], ...fields });
  expect(failure).not.toHaveProperty("message");
  expect(failure).not.toHaveProperty("requestId");
});

test.each(["7", "0"])("a RequestID that is the number %s is kept as text", (requestId) => {
  for (const [status, error] of [
    [200, false],
    [500, true],
  ] as const) {
    const reading = readEnvelope(answer(status, `{"Error": ${error}, "RequestID": ${requestId}}`));
    expect("failure" in reading ? reading.failure.requestId : reading.requestId).toBe(requestId);
  }
});

test.each([
  ["a Message alone", { Message: "no" }, undefined],
  ["a Message and a RequestID", { Message: "no", RequestID: "r" }, "r"],
])("%s is a refusal if and only if the status says so", (_, body, requestId) => {
  for (const [status, type, fix] of [
    [400, undefined, /^Correct the values that the service names, and try again$/],
    [401, "Unauthorized", undefined],
    [404, undefined, /the ids in the program and the base URL/],
    [500, undefined, /returns this for bad input/],
    [502, undefined, /having problems/],
  ] as const) {
    const failure = failureOf(status, body);
    expect(failure).toMatchObject({ outcome: "refused", status, message: "no" });
    expect([failure.type, failure.requestId]).toEqual([type, requestId]);
    if (fix !== undefined) expect(failure.hint).toMatch(fix);
  }
  expect(failureOf(200, body).outcome).toBe("not-understood");
});

const bare = { Error: true, ErrorDetails: [] };
const notEnvelope = { outcome: "not-understood", hint: expect.stringMatching(/base URL/) as string };
test.each<[string, number, unknown, object]>([
  [
    "a bare 400 is a refusal",
    400,
    bare,
    { summary: "was refused (HTTP 400)", hint: "Check the ids and values that were sent, and try again" },
  ],
  ["a bare 500 is no refusal", 500, bare, { summary: "failed (HTTP 500)" }],
  ["a bare 503 is no refusal", 503, bare, { summary: "failed (HTTP 503)", hint: "Try again later: the service is having problems" }],
  ["an error in a 200 names the ids", 200, bare, { hint: "Check the ids and values that were sent, and try again" }],
  ["a bare 404 names the ids and the URL", 404, bare, { hint: "Check the ids in the program and the base URL" }],
  [
    "429 is a limited rate, whatever its type",
    429,
    { Error: true, ErrorDetails: [detail("Quota-Exceed")] },
    { hint: expect.stringMatching(/limits the request rate/) as string },
  ],
  ["a RequestID alone is not the envelope", 403, { RequestID: "r" }, notEnvelope],
  ["nor is an empty Message", 403, { Message: "" }, notEnvelope],
  ["nor is a Message that is no text", 403, { Message: { a: 1 } }, notEnvelope],
  ["nor is a Message among another service's fields", 403, { Message: "no", code: 5 }, notEnvelope],
  ["nor is a gateway's Message", 403, { Message: "Missing Authentication Token" }, notEnvelope],
  ["Error as a text in a 200 counts", 200, { Error: "true", Message: "no" }, { outcome: "refused", message: "no" }],
  [
    "so does one detail without its list",
    200,
    { Result: {}, ErrorDetails: { Reason: "why" }, Message: "no" },
    { outcome: "refused", message: "no" },
  ],
  ["so do details without Error", 200, { Result: {}, ErrorDetails: [{ Type: "Bad-Request" }] }, { outcome: "refused" }],
  ["details that are another object are none", 400, { Error: true, ErrorDetails: { a: 1 } }, { details: [] }],
  ["so is an empty detail", 400, { Error: true, ErrorDetails: { FieldName: "", Reason: "", Type: "" } }, { details: [] }],
  ["so are details that are a text", 400, { Error: true, ErrorDetails: "details" }, { details: [] }],
  ["so are details that are a number", 400, { Error: true, ErrorDetails: 7 }, { details: [] }],
  [
    "details beyond ten are counted",
    400,
    { Error: true, ErrorDetails: Array(12).fill(detail("Forbidden")) },
    { details: [...Array<object>(10).fill({ type: "Forbidden" }), { reason: "2 more details are omitted" }] },
  ],
  [
    "a single detail that is not in a list is read",
    400,
    { Error: true, ErrorDetails: detail("Not-Found") },
    { type: "Not-Found", details: [{ fieldName: "pause", reason: "must be so", type: "Not-Found" }] },
  ],
])("%s", (_, status, body, expected) => expect(failureOf(status, body)).toMatchObject(expected));

const page = "<!doctype html>\n<html><head><title> Sign in </title></head><body>secret</body></html>";
const gateway = "Missing Authentication Token";
const otherJson = (keys: string) => `JSON that is not this service's envelope (keys: ${keys})`;
const baseUrl = /base URL/;
const again = /^Try again$/;
test.each<[string, number, unknown, string, RegExp, string?]>([
  ["an HTML page", 200, page, 'an HTML page titled "Sign in"', baseUrl],
  ["an HTML page of a failing proxy", 502, "<html>bad</html>", "an HTML page", /Try again/],
  ["an HTML page with an empty title", 404, "<title></title>", "an HTML page", baseUrl],
  ["an HTML page after white space", 404, "\n  <html>no</html>", "an HTML page", baseUrl],
  ["an HTML page with 401", 401, page, 'an HTML page titled "Sign in"', baseUrl, "Unauthorized"],
  ["an HTML page with 403", 403, page, 'an HTML page titled "Sign in"', baseUrl, "Forbidden"],
  ["a gateway's JSON for a wrong path", 403, { message: gateway }, `"${gateway}"`, /not to a wrong key/],
  ["truncated JSON", 200, '{"Error":false,"Result":{"a"', "a body that is not a complete JSON object", again],
  ["truncated JSON of a failure", 500, '{"Error":true', "a body that is not a complete JSON object", again],
  ["an array", 200, "[1]", "a JSON list, which is not this service's envelope", baseUrl],
  ["a truncated array", 200, "[1", "a body that is not a complete JSON object", again],
  ["an empty body", 200, "", "an empty body", again],
  ["white space", 500, " \r\n", "an empty body", again],
  ["another service's JSON", 200, { status: "ok", version: 3 }, otherJson("status, version"), baseUrl],
  ["another service's JSON of many keys", 200, { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 }, otherJson("a, b, c, d, e"), baseUrl],
  ["an empty object", 200, {}, otherJson("none"), baseUrl],
  ["another service's 401", 401, { detail: "who?" }, otherJson("detail"), baseUrl, "Unauthorized"],
  ["a gateway's limit", 429, { message: "Too Many Requests" }, otherJson("message"), /limits the request rate/],
  ["a gateway's limit as text", 429, "slow down", 'text that is not JSON ("slow down")', /limits the request rate/],
  ["a gateway's time-out", 504, { message: "Endpoint request timed out" }, otherJson("message"), /instead of the service/],
  ["an unknown route", 404, "404 page not found\n", 'text that is not JSON ("404 page not found")', baseUrl],
  ["a text with a bracket within", 404, "1 < 2", 'text that is not JSON ("1 < 2")', baseUrl],
  ["a JSON text", 200, '"ok"', 'text that is not JSON ("\\"ok\\"")', baseUrl],
  ["JSON null", 200, "null", 'text that is not JSON ("null")', baseUrl],
])("%s is named as such", (_, status, body, what, fix, ...[type]) => {
  const failure = failureOf(status, body);
  expect(failure).toMatchObject({ outcome: "not-understood", status, summary: `returned HTTP ${status} and ${what}` });
  expect(failure.hint).toMatch(fix);
  expect(failure.type).toBe(type);
});

test("only the beginning of a long page or text is shown", () => {
  expect(failureOf(200, `<title>${"t".repeat(10_000)}</title>`).summary.length).toBeLessThan(150);
  expect(failureOf(200, "t".repeat(10_000)).summary.length).toBeLessThan(150);
});

test("no part of a secret is left where a text is cut", () => {
  for (const before of [50, 55, 59, 70, 75, 79]) {
    const text = `${"x".repeat(before)}KEYKEYKEYKEY`;
    for (const body of [text, `<title>${text}</title>`]) {
      const reading = readEnvelope(answer(200, body), redactionOf(["KEYKEYKEYKEY"]));
      expect(JSON.stringify(reading)).not.toContain("KEY");
    }
  }
});

test.each([
  ["seconds", "7", 7000],
  ["zero", "0", 0],
  ["a date", "Wed, 03 Jun 2026 07:00:30 GMT", 30_000],
  ["a date of the old form", "Wednesday, 03-Jun-26 07:00:30 GMT", 30_000],
  ["a date that has passed", "Wed, 03 Jun 2026 06:00:00 GMT", 0],
  ["more seconds than there are", "9".repeat(400), Infinity],
  ["nothing", undefined, undefined],
  ["an empty text", "", undefined],
  ["a negative number", "-5", undefined],
  ["a fraction", "1.5", undefined],
  ["words with a number", "soon 3", undefined],
  ["words", "later", undefined],
  ["a date of another zone", "Wed, 03 Jun 2026 07:00:30 GMT+0100", undefined],
  ["a date after a word", "after Wed, 03 Jun 2026 07:00:30 GMT", undefined],
  ["a malformed date", "Wed, 99 Jun 2026 07:00:30 GMT", undefined],
])("Retry-After as %s is read", (_, header, milliseconds) => expect(retryAfter(header, now)).toBe(milliseconds));

test.each([
  ["a refusal", 503, { Error: true }],
  ["a page", 503, page],
  ["an empty body", 429, ""],
])("Retry-After is kept beside %s", (_, status, body) => expect(failureOf(status, body, { "retry-after": "3" }).retryAfter).toBe(3000));

test("a Retry-After of over a minute is not waited for", () => {
  const after = (seconds: number) => failureOf(503, { Error: true }, { "retry-after": String(seconds) });
  expect(after(60)).not.toHaveProperty("nonRetryable");
  expect(after(61)).toMatchObject({ nonRetryable: true, hint: expect.stringContaining("Try again after 61 seconds:") as string });
});

test.each([
  ["is read up to 1 MiB", 400, 1024 * 1024, "message", "known"],
  ["is not read from there on", 400, 1024 * 1024 + 1, "summary", " a body of 2 MiB, which is too long"],
  ["may come from elsewhere", 500, 3 * 1024 * 1024, "hint", "A proxy or gateway responded"],
  ["points to the base URL", 499, 3 * 1024 * 1024, "hint", "Check the base URL"],
] as const)("a long refusal %s", (_, status, length, part, expected) => {
  const text = JSON.stringify({ Error: true, Message: "known" });
  expect(failureOf(status, text + " ".repeat(length - text.length))[part]).toContain(expected);
});
