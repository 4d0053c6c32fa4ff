/** The distributed packages, keyed by path in the lock file, with their names, sizes, and licenses. */
const { readdirSync, readFileSync, statSync } = require("node:fs");
const { join } = require("node:path");

const root = join(__dirname, "../..");
const { packages: locked } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));

const nameOf = (path) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
const purlOf = (name, version) => `pkg:npm/${name.replace("@", "%40")}@${version}`;
const refOf = (path) => purlOf(nameOf(path), locked[path].version);

/** Finds the package that Node resolves from another package's directory. */
function locate(name, from) {
  const path = join(from, "node_modules", name);
  if (locked[path] !== undefined) return path;
  if (from === "") throw new Error(`package-lock.json does not have ${name}. Run "npm install".`);
  return locate(name, from.slice(0, Math.max(0, from.lastIndexOf("/node_modules/"))));
}

const dependenciesOf = (path) => Object.keys(locked[path].dependencies ?? {}).map((name) => locate(name, path));

/** Returns the packages, both direct and transitive dependencies, that an installation adds to the Pulumi SDK. */
function runtimePaths() {
  const found = new Set();
  const add = (path) => {
    for (const one of dependenciesOf(path).filter((dependency) => !found.has(dependency))) {
      found.add(one);
      add(one);
    }
  };
  add("");
  return [...found].sort();
}

/** Summarizes packages by number, size without nested packages, licenses, and install scripts. */
function summaryOf(paths) {
  const counts = {};
  for (const path of paths) counts[locked[path].license] = (counts[locked[path].license] ?? 0) + 1;
  const bytes = paths.reduce((sum, path) => sum + sizeOf(join(root, path)), 0);
  const licenses = Object.entries(counts).sort(([, a], [, b]) => b - a);
  return [
    `${paths.length} packages, ${(bytes / 1024 / 1024).toFixed(1)} MiB unpacked`,
    `licenses: ${licenses.map(([license, count]) => `${license} ${count}`).join(", ")}`,
    `install scripts: ${
      paths
        .filter((path) => locked[path].hasInstallScript)
        .map(nameOf)
        .join(", ") || "none"
    }`,
  ].join("; ");
}

function sizeOf(folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => name !== "node_modules");
  const sizes = entries
    .map((entry) => join(folder, entry.name))
    .map((path, i) => (entries[i].isDirectory() ? sizeOf(path) : statSync(path).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/**
 * Returns the CycloneDX bill of materials of a component with these packages. `npm sbom` is not suitable: it fails on workspaces without a
 * version, and omits packages that the Pulumi SDK needs as well.
 */
function billOfMaterials(component, paths) {
  const { version, license, dependencies, peerDependencies } = locked[""];
  const own = purlOf(component.name, version);
  const direct = Object.keys({ ...dependencies, ...peerDependencies }).map((name) => locate(name, ""));
  const edges = (ref, needed) => ({
    ref,
    dependsOn: needed
      .filter((path) => paths.includes(path))
      .map(refOf)
      .sort(),
  });
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    metadata: { component: { ...component, "bom-ref": own, version, purl: own, licenses: [{ expression: license }] } },
    components: paths.map((path) => ({
      type: "library",
      "bom-ref": refOf(path),
      name: nameOf(path),
      version: locked[path].version,
      hashes: [{ alg: "SHA-512", content: Buffer.from(locked[path].integrity.slice("sha512-".length), "base64").toString("hex") }],
      licenses: [{ expression: locked[path].license }],
      purl: refOf(path),
    })),
    dependencies: [edges(own, direct), ...paths.map((path) => edges(refOf(path), dependenciesOf(path)))],
  };
}

/** Returns the license texts, which must be distributed. Throws if a package has none. */
function licenseTexts(paths) {
  return paths
    .map((path) => `${nameOf(path)} ${locked[path].version} (${locked[path].license})\n\n${licenseText(path)}`)
    .join(`\n${"-".repeat(80)}\n`);
}

function licenseText(path) {
  const folder = join(root, path);
  const read = (file) => readFileSync(join(folder, file), "utf8").trim() + "\n";
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copyright)/i.test(file));
  if (files.length > 0) return files.sort().map(read).join("\n");
  const [, text] = /^#* *licen[cs]e\n-*\n+([^]*)/im.exec(read("README.md")) ?? [];
  if (text === undefined)
    throw new Error(`${path} has neither a license file nor a license in its README.md, so it cannot be distributed.`);
  return text;
}

module.exports = { billOfMaterials, licenseTexts, runtimePaths, summaryOf };
