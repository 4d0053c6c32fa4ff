import { plainFrame, showModuleFrames } from "../../../sdk/module-frames";

test.each([
  ["    at file:///work%20space/index.js:3:7", "    at module (/work space/index.js:3:7)"],
  ["    at make (file:///a/index.ts:3:7)", "    at make (/a/index.ts:3:7)"],
  ["    at new Team (file:///a/team.js:3:7)", "    at new Team (/a/team.js:3:7)"],
  ["    at make (/a/index.js:3:7)", "    at make (/a/index.js:3:7)"],
  ["    at node:internal/process:1:2", "    at node:internal/process:1:2"],
])("the frame %j", (frame, plain) => expect(plainFrame(frame)).toBe(plain));

/** The library's function that reads the frames. */
const callsites = (): string | undefined => new Error("library").stack;

test("the library sees the program's frames behind those that it counts, and other errors their own", () => {
  const restore = showModuleFrames(["    at file:///a/index.js:3:7"]);
  try {
    expect(callsites()?.split("\n").slice(6)).toEqual(["    at module (/a/index.js:3:7)"]);
    expect(new Error("other").stack).toMatch(/^Error: other\n\s+at .*module-frames\.test/);
  } finally {
    restore();
  }
  expect(callsites()).toMatch(/^Error: library\n/);
});

test("a program that is no ES module sees what it saw", () => {
  const prepared = () => Object.getOwnPropertyDescriptor(Error, "prepareStackTrace");
  const before = prepared();
  const restore = showModuleFrames(["    at make (/a/index.js:3:7)"]);
  expect(prepared()).toEqual(before);
  restore();
  expect(prepared()).toEqual(before);
});
