import { readText } from "../support/repository";

const readme = readText("README.md");

test("the README has at most 130 lines, and both commands to begin with", () => {
  expect(readme.trimEnd().split("\n").length).toBeLessThanOrEqual(130);
  expect(readme).toContain("\nnpm ci && npm run demo ");
  expect(readme).toContain("\nnpm ci && npm test ");
});

test("the program of the README is the demo's", () => {
  expect(/^```ts\n([^]*?)^```$/m.exec(readme)?.[1]).toBe(readText("testing/demo/program/index.ts"));
});
