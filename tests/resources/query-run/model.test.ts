import { formatMessage } from "../../../provider/messages/message";
import { showRequest, outcomeOf, runText } from "../../../provider/resources/query-run/model";

const run = { host: "H", graph: "g", query: "q" };

test.each([
  ["nothing at all", {}, "[null,null,null,{},[]]"],
  ["without parameters and triggers", run, '["https://h","g","q",{},[]]'],
  [
    "keys in any order",
    { ...run, parameters: { b: 1, a: { d: 2, c: 3 } }, triggers: ["x", 1] },
    '["https://h","g","q",{"a":{"c":3,"d":2},"b":1},["x",1]]',
  ],
])("the text that identifies a run: %s", (_, args, text) => expect(runText(args)).toBe(text));

const line = (more: object, ...secrets: readonly string[]) =>
  formatMessage({ is: "request", ...showRequest({ ...run, ...more }, (name) => secrets.includes(name)), later: [] });
const sized = (size: number) => ({ parameters: { a: "x".repeat(size - '{"a":""}'.length) } });

test.each<[string, object, string[], string]>([
  ["names as they are escaped", { graph: "a/b", query: "c d" }, [], "https://h/restpp/query/a%2Fb/c%20d {}"],
  ["a secret host", {}, ["host"], "[secret]/restpp/query/g/q {}"],
  ["a secret graph", {}, ["graph"], "https://h/restpp/query/[secret]/q {}"],
  ["a secret query", {}, ["query"], "https://h/restpp/query/g/[secret] {}"],
  ["secret parameters", { parameters: { a: 1 } }, ["parameters"], "https://h/restpp/query/g/q [secret]"],
  ["parameters of 500 characters", sized(500), [], `https://h/restpp/query/g/q {"a":"${"x".repeat(492)}"}`],
  ["longer ones are cut", sized(501), [], `https://h/restpp/query/g/q {"a":"${"x".repeat(493)}"…`],
])("the line that announces a run: %s", (_, more, secrets, text) => expect(line(more, ...secrets)).toBe(`graphplane: POST ${text}`));

describe("the stored part of a response", () => {
  test.each([
    ["no other message", { message: 7 }, {}],
    ["a version by its parts", { version: { api: "v2", schema: 0, edition: "x" } }, { version: { api: "v2", schema: 0 } }],
    ["a version without a number", { version: { api: "v2", schema: "0" } }, { version: { api: "v2" } }],
  ])("%s", (_, answer, kept) => expect(outcomeOf(answer as Parameters<typeof outcomeOf>[0], (text) => text)).toEqual(kept));

  test("texts without the credentials that they repeat", () => {
    const answer = { message: "key", version: { api: "key" }, results: "key" };
    const kept = outcomeOf(answer, (text) => text.replace("key", "[redacted]"));
    expect(kept).toEqual({ message: "[redacted]", version: { api: "[redacted]" }, results: "key" });
  });
});
