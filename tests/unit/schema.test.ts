import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeSchema } from "../../scripts/schema/schema";
import { root } from "../support/repository";

test("schema.json is what the doc comments and the resources' schemas say: npm run schema", () => {
  const file = join(root, "schema.json");
  const text = `${JSON.stringify(makeSchema(), undefined, 2)}\n`;
  if (process.env["ACCEPT"] === "1") writeFileSync(file, text);
  expect(readFileSync(file, "utf8")).toBe(text);
});
