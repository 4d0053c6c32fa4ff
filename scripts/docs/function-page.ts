import type ts from "typescript";
import { type Declarations, descriptionOf, membersOf } from "../schema/declarations";
import { typeOf } from "../schema/types";
import { commentExample, requestsOf, requestText } from "./page-text";
import { nestedTypes, propertyList, typeText } from "./reference-types";

/** The functions of the SDK: those that have a twin that takes inputs. */
export const functionsOf = ({ functions }: Declarations): string[] =>
  [...functions.keys()].filter((name) => /^get[A-Z]/.test(name) && functions.has(`${name}Output`));

export function functionNode(name: string, { functions }: Declarations): ts.FunctionDeclaration {
  const found = functions.get(name);
  if (found?.type === undefined) throw new Error(`the SDK declares no function ${name}`);
  return found;
}

/** The reference page of all functions and their records. */
export function functionsPage(declarations: Declarations): string {
  const translation = { declarations, types: {} as Record<string, never> };
  const names = functionsOf(declarations);
  const sections = names.map((name) => functionSection(name, declarations, translation));
  const records = nestedTypes(
    Object.keys(translation.types).map((token) => ({ $ref: `#/types/${token}` })),
    translation.types,
  );
  return [
    "# Functions",
    "Functions only read. Each returns a promise; `get…Output` takes inputs and returns an output. Results of a promise are cached for ten seconds, so they may miss a change made earlier in the same run: to see it, pass an output of the changed resource to `get…Output`, which reads again. If an object is not found, the program fails, and the error lists the existing ones. Arguments without a type are strings.",
    names.map((name) => `[${name}](#${name.toLowerCase()})`).join(" · "),
    ...sections.flat(),
    "## Records",
    "A field without a type is a string. A field that the service leaves out is undefined; an unknown field keeps the service's name.",
    ...records.flatMap((name) => {
      const type = translation.types[`graphplane:index:${name}`] ?? {};
      return [`### ${name}`, descriptionIn(type), propertyList(type, translation.types, { always: "Always present" })];
    }),
  ].join("\n\n");
}

const descriptionIn = ({ description = "" }: { readonly description?: string }) => description;

function functionSection(name: string, declarations: Declarations, translation: Parameters<typeof typeOf>[3]): string[] {
  const node = functionNode(name, declarations);
  const [parameter] = node.parameters;
  const argsType = declarations.types.get(parameter?.type?.getText() ?? "");
  const members = argsType === undefined ? [] : membersOf(declarations, argsType);
  const args = Object.fromEntries(
    members.map(({ name: arg, type, description }) => [arg, { ...typeOf(type, undefined, name, translation), description }]),
  );
  const required = members.filter((member) => member.required).map((member) => member.name);
  const example = commentExample(node);
  const result = node.type === undefined ? {} : typeOf(node.type, undefined, name, translation);
  const sent = requestsOf(name).map(requestText).join(", ");
  return [
    `## ${name}`,
    descriptionOf(node),
    ...(example === undefined ? [] : [example]),
    ...(members.length === 0 ? [] : [propertyList({ properties: args, required }, translation.types)]),
    `Returns: ${typeText(result, translation.types)}. Sends: ${sent}.`,
  ];
}
