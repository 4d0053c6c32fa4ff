import { makeSchema } from "../schema/schema";
import { programsOf } from "../examples/section";
import { code } from "./page-text";

/** Returns a CLI command that requires a release, with the comment that excludes it from tests. */
const ofRelease = (command: string) => `# Not run by a test: needs a release.\n${command}`;

/** The command that installs the package for each language. */
const installations = {
  typescript: "npm install pulumi-graphplane",
  python: ofRelease("pulumi package add graphplane"),
  go: ofRelease("pulumi package add graphplane"),
  yaml: ofRelease("pulumi plugin install resource graphplane"),
};

/** Returns the first page of the package in Pulumi's registry, `docs/_index.md`. */
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
  return [
    "---\ntitle: graphplane\nmeta_desc: Manage the workspaces, users and schedules of a graph-database cloud service with Pulumi.\nlayout: package\n---",
    "The graphplane provider manages the workgroups, workspaces, users and schedules of a graph-database cloud service, and lists every change in a pull request before it is applied.",
    "## Example",
    ...chooser(Object.entries(programs).map(([language, text]) => [language, code(text, language)])),
    "Declaring an existing workspace adopts it. Settings that you do not declare keep their values.",
    "## Installation",
    ...chooser(Object.entries(installations).map(([language, text]) => [language, code(text, "bash")])),
    "Before the first release, [install a tarball](installation-configuration.md#install) or [build the plugin](languages.md#python-go-and-yaml).",
    "## Configuration",
    "Set the address of the control plane and an API key:",
    code("pulumi config set graphplane:baseUrl https://<the control plane>\npulumi config set --secret graphplane:apiKey", "bash"),
    "Or set `GRAPHPLANE_BASE_URL` and `GRAPHPLANE_API_KEY`. [The other settings](installation-configuration.md#configure) have defaults.",
  ].join("\n\n");
}

/** Tabs with a code block for each language. */
function chooser(blocks: readonly (readonly [language: string, block: string])[]): string[] {
  const choices = blocks.flatMap(([language, block]) => [`{{% choosable language ${language} %}}`, block, "{{% /choosable %}}"]);
  return [`{{< chooser language "${blocks.map(([language]) => language).join(",")}" >}}`, ...choices, "{{< /chooser >}}"];
}
