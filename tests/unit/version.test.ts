import { readFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../client/http/version";
import { root } from "../support/repository";

test("the source and the built package know the version in package.json", () => {
  const { version: own } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const built = jest.requireActual<{ version: string }>(join(root, "dist/client/http/version.js"));
  expect([version, built.version]).toEqual([own, own]);
});
