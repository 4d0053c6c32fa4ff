import type { FunctionDefinition } from "../../provider/functions/function";
import { functions } from "../../provider/functions/registry";
import { objectOf, propertyOf, type SchemaTypes } from "../schema/fields";
import { argumentsOf, shapeOf } from "../generate/records";
import { code, daggerNote, ownSentences, requestsOf, requestText } from "./page-text";
import { nestedTypes, type Property, propertyList, type Types, typeText } from "./reference-types";

export function functionsPage(): string {
  const found: SchemaTypes = {};
  const sections = Object.values(functions).map((definition) => functionSection(definition, found));
  const types: Types = found;
  const records = nestedTypes(
    Object.keys(types).map((token) => ({ $ref: `#/types/${token}` })),
    types,
  );
  return [
    "# Functions",
    "Functions only read. Each returns a promise; `get…Output` takes inputs and returns an output. Results of a promise are cached for ten seconds, so they might not include a change made earlier in the same run. To include the change, pass an output of the changed resource to `get…Output`, which reads again. If an object is not found, the program fails, and the error lists the existing ones. Arguments and fields without a type are strings.",
    daggerNote,
    ...sections.flat(),
    "## Records",
    "A field that the service omits is undefined; an unknown field keeps the service's name.",
    ...records.flatMap((name) => {
      const type = types[`graphplane:index:${name}`] ?? {};
      return [`### ${name}`, type.description ?? "", propertyList(type, types, { always: "Always present" })];
    }),
  ].join("\n\n");
}

function functionSection(definition: FunctionDefinition, found: SchemaTypes): string[] {
  const { name, description, example, returns } = definition;
  const args = argumentsOf(definition);
  const result = propertyOf({ shape: shapeOf(returns, "known"), description }, name, found) as Property;
  return [
    `## ${name}`,
    ownSentences(description),
    ...(example === undefined ? [] : [code(example, "ts")]),
    ...(Object.keys(args).length === 0 ? [] : [propertyList(objectOf(args, name, found), found)]),
    `Returns: ${typeText(result, found)}. Sends: ${requestsOf(name).map(requestText).join(", ")}.`,
  ];
}
