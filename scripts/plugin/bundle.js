/** Bundles provider code into one JavaScript file. */
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const esbuild = require("esbuild");
const { version } = require("../../package.json");

const root = join(__dirname, "../..");

/** Inlines the version, because the bundle in an executable has no package.json next to it. */
const fixedVersion = {
  name: "fixed-version",
  setup: ({ onLoad }) =>
    onLoad({ filter: /client[/\\]http[/\\]version\.ts$/ }, () => ({ contents: `export const version = ${JSON.stringify(version)};` })),
};

/** Hides Node's fetch from axios, which checks for it at load time. Node would load fetch only because of this check, which takes longer than loading axios itself. */
const withoutFetch = "const fetch = undefined, globalThis = Object.create(global, { FormData: {}, Request: {}, Response: {} });";

/** Modules that are loaded but never used: the colors of `debug`, zod's texts in other languages, and the form data of axios. */
const unused = {
  name: "unused",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^(supports-color|form-data)$/ }, ({ path }) => ({ path, namespace: "absent" }));
    onLoad({ filter: /.*/, namespace: "absent" }, () => ({ contents: "" }));
    onLoad({ filter: /zod[/\\]v4[/\\]locales[/\\]index\.c?js$/ }, () => ({ contents: "" }));
    onLoad({ filter: /axios[/\\]dist[/\\]node[/\\]axios\.cjs$/ }, ({ path }) => ({ contents: withoutFetch + readFileSync(path, "utf8") }));
  },
};

/** Returns the packages with code in the bundle, keyed by directory. */
function packagesOf({ inputs }) {
  const folders = Object.keys(inputs).flatMap((path) => /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  return [...new Set(folders)].sort();
}

/** Bundles a module with its imports, except the `external` packages. Returns the paths of the bundled packages. */
async function bundle(module, outfile, options) {
  const { metafile } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: [join(root, module)],
    outfile,
    bundle: true,
    platform: "node",
    target: "node20",
    metafile: true,
    plugins: [fixedVersion, unused],
    ...options,
  });
  return packagesOf(metafile);
}

const bundlePlugin = (outfile) => bundle("provider/native/main.ts", outfile, { minify: true, legalComments: "eof" });

module.exports = { bundle, bundlePlugin };
