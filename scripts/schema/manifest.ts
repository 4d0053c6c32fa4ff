import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../tests/support/repository";

interface PackageJson {
  readonly version: string;
  readonly description: string;
  readonly keywords: readonly string[];
  readonly license: string;
  readonly homepage: string;
  readonly repository: { readonly url: string };
}

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as PackageJson;
const repository = manifest.repository.url.replace(/^git\+|\.git$/g, "");

/** The import path of the Go SDK. A release tags its module, `…/sdk/go`, in this repository. */
export const goImportPath = `${repository.replace("https://", "")}/sdk/go/graphplane`;

/** Returns the package metadata shown in a registry, from package.json. */
export function registryFacts() {
  const { version, description, keywords, license, homepage } = manifest;
  return {
    version,
    description,
    keywords: [...keywords, "category/database", "kind/native"],
    homepage: homepage.replace(/#.*$/, ""),
    license,
    repository,
    publisher: "graphplane",
    logoUrl: `${repository}/raw/v${version}/docs/images/logo.svg`,
    // The archives of a release: pulumi-resource-graphplane-v<version>-<os>-<arch>.tar.gz.
    pluginDownloadURL: `${repository}/releases/download/v\${VERSION}`,
  };
}
