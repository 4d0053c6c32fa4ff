import { readResponse } from "../../../client/api/data-plane";
import { readEnvelope } from "../../../client/http/envelope";
import { errorTypes } from "../../../client/http/errors";
import { type Answerer, failureOf, makeClient, refusal, reset, serve, text } from "./fixture";

const bodies: readonly (readonly [string, string])[] = [
  ["an envelope", '{"Error":true,"Message":"no"}'],
  ["an envelope without a word", '{"Error":true}'],
  ...errorTypes.map((type) => [`an envelope of type ${type}`, `{"Error":true,"ErrorDetails":[{"Type":"${type}"}]}`] as const),
  ["a query's answer", '{"error":true,"message":"no"}'],
  ["a query's answer without a word", '{"error":true}'],
  ["another service's JSON", '{"a":1}'],
  ["half a body", '{"Error":fal'],
  ["nothing", ""],
  ["a page", "<html>no</html>"],
  ["a text", "no"],
  ["a gateway's word", '{"message":"Missing Authentication Token"}'],
];
const statuses = [200, 400, 401, 403, 404, 408, 429, 500, 502, 503];

test.each(bodies)("the hint after %s consists of sentences that begin with a capital letter, for every status", (_, body) => {
  for (const status of statuses) {
    const answer = { status, headers: {}, text: body };
    for (const reading of [readEnvelope(answer), readResponse(answer, (told) => told)]) {
      if (!("failure" in reading)) continue;
      for (const sentence of (reading.failure.hint ?? "").split(/(?<=[.!?]) /)) expect(sentence).toMatch(/^([A-Z]|$)/);
    }
  }
});

const wg = { workgroupID: "wg" };
const ws = { ...wg, workspaceID: "ws" };
const unsure: readonly (readonly [string, Answerer])[] = [
  ["a body that is not a complete JSON object", text(200, '{"Error":false,"Result":{"a"')],
  ["an empty body", text(500, "")],
  ["a page", text(502, "<html>bad</html>")],
  ["a reset connection", reset],
  ["a gateway's time-out", refusal(504)],
];

const warning = ". The request might have been applied. ";
test.each(unsure)("after %s, only the error of a write says that the request might have been applied", async (_, answer) => {
  const service = await serve(answer);
  const { client } = makeClient(service);
  expect((await failureOf(client.workgroups.get(wg))).message).not.toContain(warning);
  expect((await failureOf(client.workspaces.update(ws, { pause: true }))).message).toContain(warning);
  const failure = await failureOf(client.queries.run({ host: service.origin, graph: "g", queryName: "q" }, {}, { token: "a-token" }));
  expect(failure.message.includes(warning)).toBe(failure.failure.waking !== true && failure.failure.outcome !== "aborted");
});

test("the error of a refused write does not say that it might have been applied", async () => {
  const service = await serve(refusal(400));
  expect((await failureOf(makeClient(service).client.workspaces.update(ws, {}))).message).not.toContain(warning);
});
