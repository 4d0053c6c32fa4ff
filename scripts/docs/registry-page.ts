import { makeSchema } from "../schema/schema";
import { programsOf } from "../examples/section";
import { code } from "./page-text";

/** The first page of the package in Pulumi's registry, `docs/_index.md`. */
export function registryPage(): string {
  const schema = makeSchema() as unknown as {
    readonly description: string;
    readonly resources: Readonly<Record<string, { readonly inputProperties: object }>>;
    readonly types: object;
  };
  const programs = programsOf(
    "WorkspaceSettings",
    schema.resources["graphplane:index:WorkspaceSettings"]?.inputProperties ?? {},
    schema.types,
  );
  const choices = Object.entries(programs).flatMap(([language, text]) => [
    `{{% choosable language ${language} %}}`,
    code(text, language),
    "{{% /choosable %}}",
  ]);
  return [
    "---\ntitle: graphplane\nmeta_desc: Manage the workspaces, users and schedules of a graph-database cloud service with Pulumi.\nlayout: package\n---",
    "The graphplane provider manages the workgroups, workspaces, users and schedules of a graph-database cloud service, and shows every change in a pull request before it happens. It needs an address and an API key: see [Installation and configuration](installation-configuration.md).",
    "## Example",
    `{{< chooser language "${Object.keys(programs).join(",")}" >}}`,
    ...choices,
    "{{< /chooser >}}",
    "The workspace exists already: declaring it adopts it. Settings that you do not declare keep their values.",
  ].join("\n\n");
}
