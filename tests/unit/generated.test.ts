import { readdirSync } from "node:fs";
import { join } from "node:path";
import { functions } from "../../provider/functions/registry";
import { environmentNames } from "../../provider/config";
import { definitionOf, registry } from "../../provider/registry";
import * as schema from "../../schema.json";
import { endpointRows, uses } from "../../scripts/docs/conformance";
import { generatedFiles, generatedFolders } from "../../scripts/docs/files";
import { inputsOf } from "../../scripts/examples/languages";
import { prefix } from "../../client/http/endpoint";
import { pageCalls } from "../support/api-page";
import { readText, root } from "../support/repository";

test("the generated files follow from the descriptions, the commands and the client: npm run docs", async () => {
  const files = await generatedFiles();
  const present = generatedFolders.flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`));
  expect(present.filter((file) => !Object.hasOwn(files, file))).toEqual([]);
  for (const [file, text] of Object.entries(files)) expect([file, readText(file)]).toEqual([file, text]);
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
  expect(described(schema, "")).toEqual([]);
});

test.each(Object.keys(registry))("%s replaces its dynamic type without a request", (kind) => {
  const { aliases } = schema.resources[`graphplane:index:${kind}` as keyof typeof schema.resources];
  expect(aliases).toEqual([{ type: `pulumi-nodejs:dynamic/graphplane:${kind}` }]);
});

test.each(Object.keys(registry))("the examples of %s in Python and YAML are accepted by its schema", (kind) => {
  const secret = (value: unknown) => (typeof value === "object" && value !== null && "config" in value ? "a secret" : value);
  const inputs = Object.fromEntries(Object.entries(inputsOf[kind] ?? {}).map(([name, value]) => [name, secret(value)]));
  expect(definitionOf(kind).schema.safeParse(inputs).error?.issues).toBeUndefined();
  const { requiredInputs, inputProperties } = schema.resources[`graphplane:index:${kind}` as keyof typeof schema.resources];
  expect(Object.keys(inputs)).toEqual(expect.arrayContaining(requiredInputs));
  expect(Object.keys(inputProperties)).toEqual(expect.arrayContaining(Object.keys(inputs)));
});

test.each(Object.entries(functions))("%s takes the arguments that its schema declares", (name, { required, oneOf }) => {
  const { inputs } = schema.functions[`graphplane:index:${name}` as keyof typeof schema.functions] as { inputs?: { properties?: object } };
  expect(Object.keys({ ...required, ...oneOf }).sort()).toEqual(Object.keys(inputs?.properties ?? {}).sort());
});

test("npm accepts the name of the Node package: the CLI writes a package of that name into a project", () => {
  const { packageName } = schema.language.nodejs;
  expect(packageName).toMatch(/^(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/);
});

test("no setting has a default from the environment: an SDK would write a key into the state", () => {
  expect(JSON.stringify([schema.config, schema.provider])).not.toMatch(/"defaultInfo"|"default":/);
  for (const [name, variable] of Object.entries(environmentNames))
    expect(schema.config.variables[name as "apiKey"].description).toContain(`\`${variable}\``);
});

test("every documented endpoint is reached by something of the SDK, and run by an example or a scenario", () => {
  const rows = endpointRows();
  expect(rows.map(({ request }) => request).sort()).toEqual(Object.keys(uses).sort());
  for (const by of Object.values(uses)) expect(by.filter((name) => !(name in registry || name in functions))).toEqual([]);
  expect(rows.filter(({ number, examples }) => number !== "extension" && examples.length === 0)).toEqual([]);
});

test("every call of docs/internals/api.md has a row of the client's with its number and path, but those that graphplane has no use for", () => {
  const shown = ({ number, method, path }: { number?: number | string | undefined; method: string; path: string }) =>
    `${number ?? "extension"} ${method} ${path}`;
  const ours = endpointRows().flatMap((row) => (/^\/(restpp|gsql)\//.test(row.path) ? [] : [shown({ ...row, path: prefix + row.path })]));
  const workspace = "/controller/v4/v2/workgroups/{workgroupID}/workspaces/{workspaceID}";
  const unused = [`GET ${workspace}`, ...["pause", "resume", "backups/restore"].map((action) => `POST ${workspace}/${action}`)];
  expect(pageCalls.map(shown).sort()).toEqual([...ours, ...unused.map((call) => `extension ${call}`)].sort());
});

test("no function returns a union or any: Python's SDK expects a dictionary, and fails on a string or a list", () => {
  const open = Object.entries(schema.functions).flatMap(([token, { outputs }]) =>
    Object.entries<object>(outputs.properties).flatMap(([name, type]) =>
      "oneOf" in type || ("$ref" in type && type.$ref === "pulumi.json#/Any") ? [`${token}: ${name}`] : [],
    ),
  );
  expect(open).toEqual([]);
});
