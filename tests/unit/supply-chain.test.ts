import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "yaml";
import { billOfMaterials, runtimePaths, summaryOf } from "../../scripts/supply-chain/packages";

/** One package of the lock file. */
interface Locked {
  readonly hasInstallScript?: boolean;
  readonly integrity?: string;
  readonly link?: boolean;
}

/** What of a package's own package.json says what is installed with it. */
interface Manifest {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const root = join(__dirname, "../..");
const read = (file: string): unknown => JSON.parse(readFileSync(join(root, file), "utf8"));
const { packages } = read("package-lock.json") as { packages: Record<string, Locked> };
const installed = Object.entries(packages).filter(([path, { link }]) => path.includes("node_modules/") && link !== true);
const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

/** Packages that run a script when they are installed, and why they may. */
const scripted: Readonly<Record<string, string>> = {
  esbuild: "development only: checks that its native part is there",
  "@parcel/watcher": "development only: builds a native file watcher where none is prebuilt",
  protobufjs: "of the gRPC library, which the SDK uses too: warns of a version mismatch and nothing else",
  "unrs-resolver": "development only: jest's resolver, checks that its native part is there",
};

test("only the packages of the list run a script when they are installed", () => {
  const found = installed.filter(([, { hasInstallScript }]) => hasInstallScript === true).map(([path]) => nameOf(path));
  expect([...new Set(found)].sort()).toEqual(Object.keys(scripted).sort());
});

test("every package is pinned by the digest of its content", () => {
  expect(installed.filter(([, { integrity }]) => !/^sha(512|1)-/.test(integrity ?? "")).map(([path]) => path)).toEqual([]);
});

/** What Node would find from a folder, by what is installed and not by the lock file. */
function installedFrom(folder: string, seen: Set<string>): Set<string> {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    let place = folder;
    while (!existsSync(join(place, "node_modules", name, "package.json"))) place = dirname(place);
    const found = join(place, "node_modules", name);
    const { version } = JSON.parse(readFileSync(join(found, "package.json"), "utf8")) as Manifest;
    const ref = `pkg:npm/${name.replace("@", "%40")}@${version}`;
    if (!seen.has(ref)) installedFrom(found, seen.add(ref));
  }
  return seen;
}

describe("the bill of materials", () => {
  const { components } = billOfMaterials({ type: "library", name: "pulumi-graphplane" }, runtimePaths());
  const refs = components.map((component) => component["bom-ref"]);

  test("names what is installed with the package, and nothing else", () => {
    expect([...refs].sort()).toEqual([...installedFrom(root, new Set())].sort());
  });

  test("names permissive licenses alone", () => {
    const permissive = ["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT"];
    const licenses = components.flatMap(({ licenses: [{ expression }] }) => expression.replace(/[()]/g, "").split(" AND "));
    expect(licenses.filter((license) => !permissive.includes(license))).toEqual([]);
  });

  test("is as large as SECURITY.md says", () => {
    expect(readFileSync(join(root, "SECURITY.md"), "utf8")).toContain(summaryOf(runtimePaths()));
  });
});

test("a release audits advisories and signatures, attaches both bills of materials, and is published with provenance", () => {
  interface Workflow {
    readonly jobs: { readonly release: { readonly permissions: object; readonly steps: readonly { readonly run?: string }[] } };
  }
  const { permissions, steps } = (parse(readFileSync(join(root, ".github/workflows/release.yml"), "utf8")) as Workflow).jobs.release;
  const commands = steps.flatMap(({ run }) => run ?? []).join("\n");
  expect(permissions).toEqual({ contents: "write", "id-token": "write" });
  for (const wanted of [
    /^npm audit --omit=dev$/m,
    /^npm audit signatures$/m,
    /^npm run sbom -- "\$RUNNER_TEMP\/sbom\.cdx\.json"$/m,
    /^npm publish .* --provenance /m,
    /gh release create (.|\n)*"\$RUNNER_TEMP\/sbom\.cdx\.json" plugin\/\*\.cdx\.json/,
  ])
    expect(commands).toMatch(wanted);
});

test("a release has the plugin of every system, each built and tested there on a Node that is maintained until 2028", () => {
  interface Workflow {
    readonly jobs: Readonly<
      Record<
        "plugin" | "release",
        {
          readonly needs?: string;
          readonly "runs-on": string;
          readonly strategy?: { readonly matrix: { readonly system: readonly string[] } };
          readonly steps: readonly { readonly run?: string; readonly uses?: string; readonly with?: object }[];
        }
      >
    >;
  }
  const { plugin, release } = (parse(readFileSync(join(root, ".github/workflows/release.yml"), "utf8")) as Workflow).jobs;
  expect(plugin["runs-on"]).toBe("${{ matrix.system }}");
  expect(plugin.strategy?.matrix.system).toEqual(["ubuntu-latest", "ubuntu-24.04-arm", "macos-latest", "macos-15-intel", "windows-latest"]);
  expect(plugin.steps.flatMap(({ run }) => run ?? [])).toEqual(["npm ci", "npm run test:full -- tests/long/executable", "npm run plugin"]);
  expect(plugin.steps.find(({ uses }) => uses?.startsWith("actions/setup-node@"))?.with).toEqual({ "node-version": 24 });
  expect(release.needs).toBe("plugin");
  const fetched = release.steps.find(({ uses }) => uses?.startsWith("actions/download-artifact@"));
  expect(fetched?.with).toEqual({ pattern: "plugin-*", path: "plugin", "merge-multiple": true });
  expect(release.steps.find(({ run }) => run?.includes("gh release create"))?.run).toContain("plugin/*.cdx.json plugin/*.tar.gz");
});
