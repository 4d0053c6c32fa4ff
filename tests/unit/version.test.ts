import { join } from "node:path";
import { version } from "../../client/http/version";
import { readText, root } from "../support/repository";

test("the source and the built package know the version in package.json", () => {
  const { version: own } = JSON.parse(readText("package.json")) as { version: string };
  const built = jest.requireActual<{ version: string }>(join(root, "dist/client/http/version.js"));
  expect([version, built.version]).toEqual([own, own]);
});
