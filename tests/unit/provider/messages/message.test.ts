import { unknownText } from "../../../support/provider";
import { formatMessage, type Message, nameAccount, segment } from "../../../../provider/messages/message";

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
])("%s", (text, expected) => expect(formatMessage(expected)).toBe(text));

test.each(["\n", "\r\n", "\u0085", "\u2028", "\u2029", "\u0000", "\u001b", "\u007f", "\u202e", "\u2066"])(
  "a text from the service with %j can neither start a new line nor control the terminal",
  (control) => {
    const text = formatMessage({ is: "unplanned", object: "/a", text: `it has one${control}graphplane: no changes for /a` });
    expect(text).toMatch(/: it has one graphplane: no changes for \/a$/);
  },
);

test("a path shows an unknown value as known later", () => expect(segment(unknownText)).toBe("[known-later]"));

test("with several accounts, each line names its account", () => {
  expect(nameAccount("graphplane: PUT /a {}", "a partner")).toBe("graphplane (a%20partner): PUT /a {}");
});
