import { unknownText } from "../../../support/provider";
import {
  blankSecrets,
  formatMessage,
  formatProgress,
  formatSent,
  hideUndeclared,
  type Message,
  nameAccount,
  oneLine,
  type Progress,
  segment,
  workspacePath,
} from "../../../../provider/messages/message";

test.each<[string, Message]>([
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
  ["graphplane: no changes for /workgroups/wg/workspaces/ws", { is: "nothing", object: "/workgroups/wg/workspaces/ws", later: [] }],
  ["graphplane: cannot plan /things/a yet (note, size: known later)", { is: "nothing", object: "/things/a", later: ["note", "size"] }],
  [
    "graphplane: PUT /things/a (id: known later; sent only if something differs)",
    { is: "request", method: "PUT", path: "/things/a", later: ["id"], ifDifferent: true },
  ],
  ["graphplane: PUT /things/a {}", { is: "request", method: "PUT", path: "/things/a", body: {}, was: {}, later: [] }],
  [
    "graphplane: cannot plan /workgroups/wg/workspaces/ws: no response",
    { is: "unplanned", object: "/workgroups/wg/workspaces/ws", text: "no response" },
  ],
  [
    "graphplane: /workgroups/wg/workspaces/ws: drift: auto_stop_minutes is 240, last applied 45",
    { is: "drift", object: "/workgroups/wg/workspaces/ws", text: "auto_stop_minutes is 240, last applied 45" },
  ],
  [
    "graphplane: /workgroups/wg/workspaces/ws: overwrites an outside change: pause: last applied true, live false, declared true",
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
    'graphplane: PUT /a {"name":"a\\u202eb"} was {"name":"\\u2066c"}',
    { is: "request", method: "PUT", path: "/a", body: { name: "a\u202eb" }, was: { name: "\u2066c" }, later: [] },
  ],
  [
    "graphplane: PUT /workgroups/wg/workspaces/ws (addons: known later)",
    { is: "request", method: "PUT", path: "/workgroups/wg/workspaces/ws", later: ["addons"] },
  ],
  [
    'graphplane: PUT /a {"color":"\\u003c{%fg 1%}","text":"<b>"}',
    { is: "request", method: "PUT", path: "/a", body: { color: "<{%fg 1%}", text: "<b>" }, later: [] },
  ],
  ...(["notice", "refusal", "temporary", "moved", "double", "done", "stopped", "consequence"] as const).map((is): [string, Message] => [
    `graphplane: /a: ${is} of /a`,
    { is, object: "/a", text: `${is} of /a` },
  ]),
  [
    "graphplane: /a: control plane changed: https://old → https://new; it exists there, and now belongs to the new address",
    { is: "service", object: "/a", from: "https://old", to: "https://new", found: true },
  ],
  [
    'graphplane: /a: control plane changed: x_y → u_v; graphplane writes nothing there until "pulumi refresh --run-program" has found it',
    { is: "service", object: "/a", from: "x y", to: "u\nv", found: false },
  ],
])("%s", (text, expected) => expect(formatMessage(expected)).toBe(text));

test.each(["\n", "\r\n", "\u0085", "\u2028", "\u2029", "\u0000", "\u001b", "\u007f", "\u202e", "\u2066"])(
  "a text from the service with %j can neither start a new line nor control the terminal",
  (control) => {
    const text = formatMessage({ is: "unplanned", object: "/a", text: `it has one${control}graphplane: no changes for /a` });
    expect(text).toMatch(/: it has one graphplane: no changes for \/a$/);
  },
);

test.each([
  ["a\n\n b \t c", "a b c"],
  ["a  b", "a  b"],
  ["\u2066a\u2069b\u202e", " a b "],
])("the line of %j is %j", (text, line) => expect(oneLine(text)).toBe(line));

test.each([
  ["a b/ü", "a%20b%2F%C3%BC"],
  [unknownText, "[known-later]"],
  ["[known later]", "[known-later]"],
  ["[secret]", "[secret]"],
  ["\ud800", "%EF%BF%BD"],
  [7, "…"],
  [undefined, "…"],
])("the segment of a path for %j is %j", (value, text) => expect(segment(value)).toBe(text));

test("the path of a workspace contains both identifiers", () => {
  expect(workspacePath({ workgroupId: "wg/1", workspaceId: unknownText })).toBe("/workgroups/wg%2F1/workspaces/[known-later]");
  expect(workspacePath({})).toBe("/workgroups/…/workspaces/…");
});

test.each<[unknown, unknown, unknown]>([
  [1, 2, 1],
  [{ a: 1 }, 2, { a: 1 }],
  [
    { a: 1, b: { c: 2, d: 3 } },
    { a: 0, b: { c: 0 } },
    { a: 1, b: { c: 2, d: "[hidden]" } },
  ],
  [{ a: { b: 1 } }, {}, { a: { b: "[hidden]" } }],
  [{ a: [1, 2] }, {}, { a: "[hidden]" }],
  [{ a: [1, 2] }, { a: [] }, { a: [1, 2] }],
  [7, {}, "[hidden]"],
  [undefined, {}, undefined],
  [7, undefined, "[hidden]"],
  [{ a: 1 }, undefined, { a: "[hidden]" }],
])("of the live value %j, a message about the declared value %j shows %j", (live, declared, shown) => {
  expect(hideUndeclared(live, declared)).toEqual(shown);
});

test("secrets are replaced by a word", () => {
  const isSecret = (name: string) => name === "b";
  expect(blankSecrets({ a: 1, b: 2 }, isSecret)).toEqual({ a: 1, b: "[secret]" });
  expect(blankSecrets({ a: 1, b: 2 }, isSecret, "[redacted]")).toEqual({ a: 1, b: "[redacted]" });
});

test("a sent request is shown like a planned one, with its outcome", () => {
  const request = { method: "PUT", path: "/a", body: { size: 2 }, was: { size: 1 } };
  expect(formatSent(request)).toBe('graphplane: sent PUT /a {"size":2} was {"size":1}');
  expect(formatSent(request, ", no response")).toBe('graphplane: sent PUT /a {"size":2} was {"size":1}, no response');
});

test.each<[Partial<Progress>, string]>([
  [{}, "main: resizing, 30 s of at most 1800 s"],
  [{ seen: ["status PENDING", "size TG-0"] }, "main: resizing, 30 s of at most 1800 s; status PENDING; size TG-0"],
  [{ trouble: " The last read failed" }, "main: resizing, 30 s of at most 1800 s. The last read failed"],
  [{ seen: ["status a\nb"], trouble: " It\nfailed" }, "main: resizing, 30 s of at most 1800 s; status a b. It failed"],
])("the progress of a wait, %j, is one line", (more, text) => {
  expect(formatProgress({ object: "main", activity: "resizing", ...more }, 29_600, 1_800_000)).toBe(`graphplane: ${text}`);
});

test("with several accounts, each line names its account", () => {
  expect(nameAccount("graphplane: PUT /a {}", "a partner")).toBe("graphplane (a%20partner): PUT /a {}");
  expect(nameAccount("a line of something else", "a partner")).toBe("a line of something else");
});
