import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { registry } from "../../provider/registry";
import * as schema from "../../schema.json";
import { makeSchema } from "../../scripts/schema/schema";
import { root } from "../support/repository";

test("schema.json is what the doc comments and the resources' schemas say: npm run schema", () => {
  const file = join(root, "schema.json");
  const text = `${JSON.stringify(makeSchema(), undefined, 2)}\n`;
  if (process.env["ACCEPT"] === "1") writeFileSync(file, text);
  expect(readFileSync(file, "utf8")).toBe(text);
});

test("every resource, argument, output, function and setting has a description", () => {
  const described = (value: unknown, path: string): string[] => {
    if (typeof value !== "object" || value === null) return [];
    return Object.entries(value).flatMap(([key, inner]) => {
      const isList = ["properties", "inputProperties", "resources", "functions", "variables"].includes(key);
      const missing = isList
        ? Object.entries(inner as Record<string, { description?: string }>).filter(([, { description = "" }]) => description === "")
        : [];
      return [...missing.map(([name]) => `${path}.${key}.${name}`), ...described(inner, `${path}.${key}`)];
    });
  };
  expect(described(makeSchema(), "")).toEqual([]);
});

test.each(Object.keys(registry))("%s takes the place of its dynamic type without a request", (kind) => {
  const { aliases } = schema.resources[`graphplane:index:${kind}` as keyof typeof schema.resources];
  expect(aliases).toEqual([{ type: `pulumi-nodejs:dynamic/graphplane:${kind}` }]);
});

test("no setting takes its value from the environment: an SDK would write a key into the state", () => {
  expect(JSON.stringify([schema.config, schema.provider])).not.toMatch(/"defaultInfo"|"default":|GRAPHPLANE_/);
});
