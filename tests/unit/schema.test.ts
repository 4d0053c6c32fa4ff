import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { registry } from "../../provider/registry";
import * as schema from "../../schema.json";
import { makeSchema } from "../../scripts/schema/schema";
import { referencePages } from "../support/reference";
import { root } from "../support/repository";

/** What is generated from the doc comments of the SDK and the schemas of the resources; `ACCEPT=1` writes it. */
const accepted = process.env["ACCEPT"] === "1";

test("schema.json is what the doc comments and the resources' schemas say: npm run schema", () => {
  const file = join(root, "schema.json");
  const text = `${JSON.stringify(makeSchema(), undefined, 2)}\n`;
  if (accepted) writeFileSync(file, text);
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

test("docs/doors.md says of every resource how to import it", () => {
  const inSchema = Object.values(schema.resources).flatMap(({ description }) => {
    const [, kind, id] = /pulumi import graphplane:index:(\w+) name "(.*)"/.exec(description) ?? [];
    return kind === undefined ? [] : [`| \`${kind}\` | \`${id}\` |`];
  });
  const text = readFileSync(join(root, "docs/doors.md"), "utf8");
  const [, rows = ""] = /\n## Import\n.*?\|---\|---\|\n(.*?)\n\n/s.exec(text) ?? [];
  expect(rows.split("\n").sort()).toEqual(inSchema.sort());
});

test("the name of the Node package is one that npm takes: the CLI writes a package of that name into a project", () => {
  const { packageName } = schema.language.nodejs;
  expect(packageName).toMatch(/^(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/);
});

test("no setting takes its value from the environment: an SDK would write a key into the state", () => {
  expect(JSON.stringify([schema.config, schema.provider])).not.toMatch(/"defaultInfo"|"default":|GRAPHPLANE_/);
});

test("the reference pages are what the schema and the doc comments say: npm run docs", () => {
  const folder = join(root, "docs/reference");
  const pages = referencePages();
  if (accepted) {
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of Object.entries(pages)) writeFileSync(join(folder, name), text);
  }
  expect(readdirSync(folder).sort()).toEqual(Object.keys(pages).sort());
  for (const [name, text] of Object.entries(pages)) expect([name, readFileSync(join(folder, name), "utf8")]).toEqual([name, text]);
});

test("no answer of a function is a union or anything: Python's SDK takes these for a dictionary, and fails on a string or a list", () => {
  const open = Object.entries(schema.functions).flatMap(([token, { outputs }]) =>
    Object.entries<object>(outputs.properties).flatMap(([name, type]) =>
      "oneOf" in type || ("$ref" in type && type.$ref === "pulumi.json#/Any") ? [`${token}: ${name}`] : [],
    ),
  );
  expect(open).toEqual([]);
});
