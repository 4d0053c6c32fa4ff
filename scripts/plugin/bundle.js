/** Bundles the built plugin, `dist/provider/native/main.js`, into one file of JavaScript. */
const { join } = require("node:path");
const esbuild = require("esbuild");
const { version } = require("../../package.json");

const root = join(__dirname, "../..");

/** The bundle has no package.json beside it to read its version from. */
const fixedVersion = {
  name: "fixed-version",
  setup: ({ onLoad }) =>
    onLoad({ filter: /dist[/\\]client[/\\]http[/\\]version\.js$/ }, () => ({ contents: `exports.version = ${JSON.stringify(version)};` })),
};

/** `debug` tries to load this package for colours. An executable has no folder to find it in, and Node would warn about the attempt. */
const noColours = {
  name: "no-colours",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^supports-color$/ }, ({ path }) => ({ path, namespace: "absent" }));
    onLoad({ filter: /.*/, namespace: "absent" }, () => ({ contents: "" }));
  },
};

/** The packages with code in the bundle, by folder. */
function packagesOf({ inputs }) {
  const folders = Object.keys(inputs).flatMap((path) => /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  return [...new Set(folders)].sort();
}

/** Writes the bundle and returns the paths of the packages in it. */
async function bundle(outfile) {
  const { metafile } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: [join(root, "dist/provider/native/main.js")],
    outfile,
    bundle: true,
    platform: "node",
    target: "node20",
    minify: true,
    legalComments: "eof",
    metafile: true,
    plugins: [fixedVersion, noColours],
  });
  return packagesOf(metafile);
}

module.exports = { bundle };
