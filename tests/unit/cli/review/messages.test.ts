import { causeInOutput, messagesOf } from "../../../../cli/review/diagnostics";

const urn = (name: string) => `urn:pulumi:dev::movies::pulumi-nodejs:dynamic/graphplane:Workspace::${name}`;
const stack = "urn:pulumi:dev::movies::pulumi:pulumi:Stack::movies-dev";
const texts = (message: string, severity = "error") => messagesOf([{ severity, message }], () => undefined).map(({ text }) => text);

test("warnings and errors are kept, each once, errors first", () => {
  const step = [
    { severity: "info", message: "nothing" },
    { severity: "warning", message: "careful" },
    { severity: "error", message: "second", urn: urn("b") },
    { severity: "error", message: "second", urn: urn("b") },
    { severity: "error", message: "second", urn: urn("a") },
    { severity: "warning", message: "second", urn: urn("a") },
    { severity: "error", message: "of the program", urn: stack },
    { severity: "error", message: "   \n" },
  ];
  expect(messagesOf(step, (of) => ({ file: of.slice(-1), line: 1 }))).toEqual([
    { severity: "error", text: "of the program" },
    { severity: "error", text: "second", resource: "a", declaredAt: { file: "a", line: 1 } },
    { severity: "error", text: "second", resource: "b", declaredAt: { file: "b", line: 1 } },
    { severity: "warning", text: "careful" },
    { severity: "warning", text: "second", resource: "a", declaredAt: { file: "a", line: 1 } },
  ]);
});

test.each([
  ["\u001b[31mred\u001b[0m <{%reset%}>plain<{%bold%}>", "red plain"],
  ["error: it failed\r\n", "it failed"],
  ["it failed, error: why", "it failed, error: why"],
  ["Running program '/programs/movies/index.ts' failed with an unhandled exception:\nboom", "boom"],
  ["Error: boom\n    at main (/programs/movies/index.ts:3:9)\n    at <anonymous>\n    at Array.map (native)\n  at noon", "boom\n  at noon"],
  ["TypeError: boom", "TypeError: boom"],
  [
    "pulumi-nodejs:dynamic/graphplane:Workspace resource 'main': property autoStopMinutes value {-1} has a problem: must be at least 0",
    "autoStopMinutes (-1): must be at least 0",
  ],
  ["graphplane:index:Workspace resource 'main' has a problem: declare a size", "declare a size"],
  [
    `Preview failed: resource "${urn("main")}" is protected, see pulumi state unprotect '${urn("main")}'`,
    `"main" is protected, see pulumi state unprotect '${urn("main")}'`,
  ],
  ["a\n\n\n\nb", "a\nb"],
  ["cannot open /programs/movies/key.txt: denied", "cannot open key.txt: denied"],
  ["/programs/movies/key.txt is missing", "key.txt is missing"],
  ["see /programs/controller/key.txt", "see key.txt"],
  ["see /programs/movies/index.ts(3,4) in /programs/movies/", "see index.ts(3,4) in movies/"],
  ['in "C:\\Users\\me\\key.txt"', 'in "key.txt"'],
  ["see file:///programs/movies/key.txt, please", "see key.txt, please"],
  ["GET /workgroups/wg-1/workspaces: 404", "GET /workgroups/wg-1/workspaces: 404"],
  ["/add-ons/ad-1/configs: 404", "/add-ons/ad-1/configs: 404"],
  ["(/restpp/query/movies) failed", "(/restpp/query/movies) failed"],
  ["see https://docs.example.com/a/b", "see https://docs.example.com/a/b"],
])("of %j is shown %j", (message, expected) => expect(texts(message)).toEqual([expected]));

test.each([
  ["beside another error", [["error", "boom"]], ["boom"]],
  ["beside a warning", [["warning", "careful"]], ["preview failed", "careful"]],
] as const)("the engine's closing line %s", (_, others, shown) => {
  const step = [["error", "preview failed"] as const, ...others].map(([severity, message]) => ({ severity, message }));
  expect(messagesOf(step, () => undefined).map(({ text }) => text)).toEqual(shown);
});

test("a warning's own first word is dropped, and no other", () => {
  expect([texts("warning: careful", "warning"), texts("error: careful", "warning")]).toEqual([["careful"], ["error: careful"]]);
});

test.each([
  ["twelve lines", Array.from({ length: 12 }, (_, line) => `${line}`).join("\n"), false],
  ["thirteen lines", Array.from({ length: 13 }, (_, line) => `${line}`).join("\n"), true],
  ["1500 characters", "x".repeat(1500), false],
  ["1501 characters", "x".repeat(1501), true],
])("a text of %s is whole, or ends with an ellipsis", (_, message, isCut) => {
  const [text = ""] = texts(message);
  expect([text.endsWith(" …"), text.replace(/ …$/, "").length <= 1500, text.split("\n").length <= 12]).toEqual([isCut, true, true]);
});

test("the cause of a failure without an error is the program's stderr, where the YAML host prints it", () => {
  const printed = [
    { severity: "info#err", message: "Error: Property autoStopMinute does not exist\n\n", urn: stack },
    { severity: "info#err", message: "  on Pulumi.yaml line 12:\n", urn: stack },
    { severity: "info", message: "nothing" },
  ];
  const cause = "Error: Property autoStopMinute does not exist\n  on Pulumi.yaml line 12:";
  expect(causeInOutput(printed)).toBe(cause);
  expect(causeInOutput([...printed, { severity: "error", message: "preview failed" }])).toBe(cause);
  expect(causeInOutput([...printed, { severity: "error", message: "boom" }])).toBeUndefined();
  expect(causeInOutput([{ severity: "info", message: "nothing" }])).toBeUndefined();
});
