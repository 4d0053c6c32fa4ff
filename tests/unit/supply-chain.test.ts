import { readFileSync } from "node:fs";
import { join } from "node:path";

/** One package of the lock file. */
interface Locked {
  readonly version?: string;
  readonly hasInstallScript?: boolean;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly peer?: boolean;
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

test("what users install beside the SDK are the seven packages that CONTRIBUTING gives reasons for", () => {
  const { dependencies } = read("package.json") as { dependencies: Record<string, string> };
  const reasons = readFileSync(join(root, "CONTRIBUTING.md"), "utf8");
  expect(Object.keys(dependencies)).toHaveLength(7);
  for (const name of Object.keys(dependencies)) expect(reasons).toContain(`\`${name}\``);
});
