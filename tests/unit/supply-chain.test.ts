import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { billOfMaterials, runtimePaths, summaryOf } from "../../scripts/supply-chain/packages";
import { readText, root } from "../support/repository";
import { releaseJobs } from "../support/workflow-files";

/** One package of the lock file. */
interface Locked {
  readonly hasInstallScript?: boolean;
  readonly integrity?: string;
  readonly link?: boolean;
}

/** The fields of a package's own package.json that determine what is installed with it. */
interface Manifest {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(readText("package-lock.json")) as { packages: Record<string, Locked> };
const installed = Object.entries(packages).filter(([path, { link }]) => path.includes("node_modules/") && link !== true);
const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

/** Packages that run a script when they are installed, and the reason why they may. */
const scripted: Readonly<Record<string, string>> = {
  esbuild: "development only: checks that its native part is there",
  "@parcel/watcher": "development only: builds a native file watcher where none is prebuilt",
  protobufjs: "of the gRPC library, which the SDK uses too: warns of a version mismatch and nothing else",
  "unrs-resolver": "development only: jest's resolver, checks that its native part is there",
};

test("only the listed packages run a script when they are installed", () => {
  const found = installed.filter(([, { hasInstallScript }]) => hasInstallScript === true).map(([path]) => nameOf(path));
  expect([...new Set(found)].sort()).toEqual(Object.keys(scripted).sort());
});

test("every package is pinned by the digest of its content", () => {
  expect(installed.filter(([, { integrity }]) => !/^sha(512|1)-/.test(integrity ?? "")).map(([path]) => path)).toEqual([]);
});

const manifestIn = (folder: string) => JSON.parse(readText(join(folder, "package.json"))) as Manifest;

/** The packages that Node would find from a folder, by what is installed and not by the lock file. */
function installedFrom(folder: string, seen: Set<string>): Set<string> {
  const { dependencies, optionalDependencies } = manifestIn(folder);
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    let place = folder;
    while (!existsSync(join(root, place, "node_modules", name, "package.json"))) place = dirname(place);
    const found = join(place, "node_modules", name);
    const { version } = manifestIn(found);
    const ref = `pkg:npm/${name.replace("@", "%40")}@${version}`;
    if (!seen.has(ref)) installedFrom(found, seen.add(ref));
  }
  return seen;
}

describe("the bill of materials", () => {
  const { components } = billOfMaterials({ type: "library", name: "pulumi-graphplane" }, runtimePaths());
  const refs = components.map((component) => component["bom-ref"]);

  test("names exactly what is installed with the package", () => {
    expect([...refs].sort()).toEqual([...installedFrom("", new Set())].sort());
  });

  test("names only permissive licenses", () => {
    const permissive = ["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT"];
    const licenses = components.flatMap(({ licenses: [{ expression }] }) => expression.replace(/[()]/g, "").split(" AND "));
    expect(licenses.filter((license) => !permissive.includes(license))).toEqual([]);
  });

  test("is as large as SECURITY.md says", () => expect(readText("SECURITY.md")).toContain(summaryOf(runtimePaths())));
});

describe("the release workflow", () => {
  const { plugin, release } = releaseJobs();

  test("audits advisories and signatures, attaches both bills of materials, and publishes with provenance", () => {
    const commands = release.steps.flatMap(({ run }) => run ?? []).join("\n");
    expect(release.permissions).toEqual({ contents: "write", "id-token": "write" });
    for (const wanted of [
      /^npm audit --omit=dev$/m,
      /^npm audit signatures$/m,
      /^npm run sbom -- "\$RUNNER_TEMP\/sbom\.cdx\.json"$/m,
      /^npm publish .* --provenance /m,
      /gh release create (.|\n)*"\$RUNNER_TEMP\/sbom\.cdx\.json" plugin\/\*\.cdx\.json plugin\/\*\.tar\.gz/,
    ])
      expect(commands).toMatch(wanted);
  });

  test("builds and tests the plugin on every system, on a Node that is maintained until 2028", () => {
    const systems = ["ubuntu-latest", "ubuntu-24.04-arm", "macos-latest", "macos-15-intel", "windows-latest"];
    expect([plugin["runs-on"], plugin.strategy, release.needs]).toEqual([
      "${{ matrix.system }}",
      { matrix: { system: systems } },
      "plugin",
    ]);
    expect(plugin.steps.flatMap(({ run }) => run ?? [])).toEqual([
      "npm ci",
      "npm run test:full -- tests/package/executable",
      "npm run plugin",
    ]);
    expect(plugin.steps.find(({ uses }) => uses?.startsWith("actions/setup-node@"))?.with).toEqual({ "node-version": 24 });
    const fetched = release.steps.find(({ uses }) => uses?.startsWith("actions/download-artifact@"));
    expect(fetched?.with).toEqual({ pattern: "plugin-*", path: "plugin", "merge-multiple": true });
  });
});
