import { functions } from "../../provider/functions/registry";
import { makeSchema } from "../schema/schema";
import { commandPages, commandRows } from "./command-page";
import { functionsPage } from "./function-page";
import { firstSentence, ownSentences } from "./page-text";
import { kebab } from "../generate/names";
import { providerPage } from "./provider-page";
import { nestedTypes, table, type Types } from "./reference-types";
import { anchorOf, originalsOf, resourcePage, type ResourceSpec } from "./resource-page";

/** Returns the pages of `docs/reference`, keyed by file name. */
export function referencePages(): Readonly<Record<string, string>> {
  const schema = makeSchema() as {
    readonly resources: Readonly<Record<string, ResourceSpec>>;
    readonly provider: Pick<ResourceSpec, "inputProperties">;
    readonly types: Types;
  };
  const resources = Object.entries(schema.resources).map(([token, spec]) => [token.split(":").at(-1) ?? "", spec] as const);
  const homes = new Map(
    resources.flatMap(([kind, spec]) =>
      nestedTypes(Object.values(spec.inputProperties), schema.types).map((name) => [anchorOf(name), kind] as const),
    ),
  );
  const pages = [
    ["README.md", indexPage(resources)],
    ...resources.map(([kind, spec]) => [
      `${kebab(kind)}.md`,
      resourcePage(kind, spec, schema.types, { homes, originals: originalsOf(kind, resources) }),
    ]),
    ["functions.md", functionsPage()],
    ["provider.md", providerPage(schema.provider.inputProperties, schema.types)],
    ...commandPages(),
  ] as const;
  return Object.fromEntries(pages.map(([file, text]) => [file, `${text}\n`]));
}

function indexPage(resources: readonly (readonly [string, ResourceSpec])[]): string {
  return [
    "# Reference",
    "## Resources",
    table(
      ["resource", "is"],
      resources.map(([kind, { description }]) => [`[${kind}](${kebab(kind)}.md)`, firstSentence(ownSentences(description))]),
    ),
    "[Provider](provider.md): the address and the API key of an account, and limits for requests.",
    "## Functions",
    Object.keys(functions)
      .map((name) => `[${name}](functions.md#${name.toLowerCase()})`)
      .join(" · "),
    "## Commands",
    table(["command", "purpose"], commandRows()),
    "## Arguments",
    "An argument without a type is a string. Identifiers must not be empty or contain `/`. If a page says nothing about the effect of a change, the service does not document it. The arguments for graphplane itself control its behavior. Changing only these sends no request.",
    "## Optional calls",
    "Calls with † come from the service's [public API reference](../internals/api.md#11-calls-beyond-the-description), and not every service supports them. The error then contains the call, and lists the features that still work.",
  ].join("\n\n");
}
