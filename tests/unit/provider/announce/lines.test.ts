import { unknownText } from "../../../support/provider";
import { fc } from "../../../support/random";
import { type AnnouncedRequest, formatLine, type Line, nameAccount, parseLine, segment } from "../../../../provider/announce/lines";

const part = fc.string().map((text) => segment(text));
const path = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => `/${parts.join("/")}`);
const object = fc.oneof(
  path,
  path.map((below) => `https://h.example:8443${below}`),
);
const address = fc.webUrl();
const later = fc.array(fc.stringMatching(/^[a-z]\w{0,8}$/), { maxLength: 3 });
const sentence = fc.string({ unit: "binary" }).map((text) => text.replace(/\s*[\p{Cc}\u2028\u2029]\s*/gu, " "));
/** Objects whose texts may look like any part of a line. */
const body = fc.dictionary(
  fc.oneof(fc.string(), fc.constantFrom("was", " was {}")),
  fc.oneof(
    fc.jsonValue({ stringUnit: "binary" }),
    fc.constantFrom("a\u2028b", "a\u0085b", "\u007f", " was {}", '{"a":1} was {"b":2}', " (a: known later)", "\ngraphplane: PUT /x {}"),
  ),
  { maxKeys: 4 },
);
const json = body.map((value) => JSON.parse(JSON.stringify(value)) as unknown);
const cut = json.map((value) => `${JSON.stringify(value).slice(0, -1)}…`).filter((text) => !/[\u007f-\u009f\u2028\u2029]/.test(text));
const request: fc.Arbitrary<AnnouncedRequest> = fc.oneof(
  fc.record({ method: fc.constantFrom("PUT", "POST", "DELETE"), path: object }),
  fc.record({ method: fc.constantFrom("PUT", "POST"), path: object, body: fc.oneof(json, cut, fc.constant("[secret]")) }),
  fc.record({ method: fc.constant("PUT"), path: object, body: json, was: json }),
  fc.record({ method: fc.constant("PUT"), path: object, was: json }),
);
const line: fc.Arbitrary<Line> = fc.oneof(
  fc.tuple(request, later).map(([sent, names]): Line => ({ is: "request", ...sent, later: names })),
  fc.record({ is: fc.constant("nothing" as const), object, later }),
  fc.record({ is: fc.constant("unplanned" as const), object, text: sentence }),
  fc.record({ is: fc.constantFrom("drift" as const, "overwrite" as const, "undeclared" as const), object, text: sentence }),
  fc.record({ is: fc.constant("service" as const), object, from: address, to: address, found: fc.boolean() }),
  fc.record({
    is: fc.constant("notice" as const),
    object,
    text: sentence.filter((text) => !/^(drift|overwriting .*|no longer .*): /.test(text)),
  }),
);

test("a line can be printed and read without loss, and is one line", () => {
  fc.assert(
    fc.property(line, fc.string({ minLength: 1 }), (printed, account) => {
      const text = formatLine(printed);
      expect(text).toMatch(/^graphplane: [^\p{Cc}\u2028\u2029]*$/u);
      expect(parseLine(text)).toEqual(printed);
      expect(parseLine(nameAccount(text, account))).toEqual(printed);
    }),
    { numRuns: 300 },
  );
});

test("reads no other text as a line, and never throws", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, after) => {
      expect(parseLine(`x${before}`)).toBeUndefined();
      expect(() => parseLine(`graphplane: ${after}`)).not.toThrow();
    }),
  );
});

test.each([
  "not graphplane: PUT /a {}",
  "graphplane (a b): PUT /a {}",
  "graphplane: PUT /a\t{}",
  "graphplane: a: text",
  "graphplane: nothing to send for /a b",
])("%j is no line of ours", (text) => expect(parseLine(text)).toBeUndefined());

test.each<[string, Line]>([
  ["graphplane: PUT /things [secret]", { is: "request", method: "PUT", path: "/things", body: "[secret]", later: [] }],
  ["graphplane: /things: the next PUT /things {}", { is: "notice", object: "/things", text: "the next PUT /things {}" }],
  [
    'graphplane: PUT /workgroups/wg/workspaces/ws {"auto_stop_minutes":60} was {"auto_stop_minutes":30}',
    {
      is: "request",
      method: "PUT",
      path: "/workgroups/wg/workspaces/ws",
      body: { auto_stop_minutes: 60 },
      was: { auto_stop_minutes: 30 },
      later: [],
    },
  ],
  ["graphplane: nothing to send for /workgroups/wg/workspaces/ws", { is: "nothing", object: "/workgroups/wg/workspaces/ws", later: [] }],
  [
    "graphplane: cannot plan /workgroups/wg/workspaces/ws: no answer",
    { is: "unplanned", object: "/workgroups/wg/workspaces/ws", text: "no answer" },
  ],
  [
    "graphplane: /workgroups/wg/workspaces/ws: drift: auto_stop_minutes is 240, last applied 45",
    { is: "drift", object: "/workgroups/wg/workspaces/ws", text: "auto_stop_minutes is 240, last applied 45" },
  ],
  [
    "graphplane: /workgroups/wg/workspaces/ws: overwriting a change made elsewhere: pause: last applied true, live false, declared true",
    { is: "overwrite", object: "/workgroups/wg/workspaces/ws", text: "pause: last applied true, live false, declared true" },
  ],
  [
    "graphplane: /workgroups/wg/workspaces/ws: no longer declared: pause keeps its current value true",
    { is: "undeclared", object: "/workgroups/wg/workspaces/ws", text: "pause keeps its current value true" },
  ],
  [
    "graphplane: /workgroups/wg/workspaces/ws: pause is no longer declared, left at true",
    { is: "notice", object: "/workgroups/wg/workspaces/ws", text: "pause is no longer declared, left at true" },
  ],
  [
    "graphplane: PUT /workgroups/wg/workspaces/ws (addons: known later)",
    { is: "request", method: "PUT", path: "/workgroups/wg/workspaces/ws", later: ["addons"] },
  ],
])("%s", (text, expected) => {
  expect(formatLine(expected)).toBe(text);
  expect(parseLine(text)).toEqual(expected);
});

test.each(["\n", "\r\n", "\u0085", "\u2028", "\u2029", "\u0000", "\u001b", "\u007f"])(
  "a text of the service with %j neither begins a line nor controls the terminal",
  (control) => {
    const text = formatLine({ is: "unplanned", object: "/a", text: `it has one${control}graphplane: nothing to send for /a` });
    expect(text).toMatch(/: it has one graphplane: nothing to send for \/a$/);
  },
);

test("the marker of an unknown value is shown as one in a path", () => {
  expect(segment(unknownText)).toBe("[known-later]");
});

test.each(["\u2028", "\u0085", "<{%reset%}>"])("a value with %j survives the way through the engine's log", (value) => {
  const request: Line = { is: "request", method: "PUT", path: "/a", body: { name: value }, later: [] };
  const text = formatLine(request)
    .replace(/\s*[\p{Cc}\u2028\u2029]\s*/gu, " ")
    .replace(/<\{%.*?%\}>/g, "");
  expect(parseLine(text)).toEqual(request);
});
