/** Creates an executable for this platform from a script and a copy of the running Node. */
const { execFileSync } = require("node:child_process");
const { chmodSync, copyFileSync, existsSync, readFileSync, realpathSync, writeFileSync } = require("node:fs");
const { dirname, join } = require("node:path");
const { inject } = require("postject");

const node = realpathSync(process.execPath);

/** The marker in Node's binary that indicates whether it contains a script. */
const sentinelFuse = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

/** Writes the executable. `folder` is for intermediate files. */
async function makeExecutable(main, file, folder) {
  const [config, output] = [join(folder, "sea-config.json"), join(folder, "sea.blob")];
  writeFileSync(config, JSON.stringify({ main, output, disableExperimentalSEAWarning: true, useCodeCache: true }));
  execFileSync(node, ["--experimental-sea-config", config], { stdio: ["ignore", "ignore", "inherit"] });
  copyFileSync(node, file);
  chmodSync(file, 0o755);
  // macOS does not run executables with an invalid signature or, on arm64, without a signature.
  const codesign = (...args) => process.platform === "darwin" && execFileSync("codesign", [...args, file]);
  codesign("--remove-signature");
  await inject(file, "NODE_SEA_BLOB", readFileSync(output), { sentinelFuse, machoSegmentName: "NODE_SEA" });
  codesign("--sign", "-");
}

/** Returns the license of Node and its bundled code, which Node's archives and distribution packages contain. */
function nodeLicense() {
  const files = [
    join(dirname(node), "../LICENSE"),
    join(dirname(node), "LICENSE"),
    "/usr/share/doc/nodejs/LICENSE",
    "/usr/share/licenses/nodejs/LICENSE",
  ];
  const file = files.find((candidate) => existsSync(candidate));
  if (file === undefined)
    throw new Error(
      `none of ${files.join(", ")} contains the license of Node ${process.version}, which must be distributed with the executable. ` +
        "Run the command with Node from an archive of nodejs.org.",
    );
  return file;
}

/** The name of this platform in Pulumi plugin archives, such as `linux-amd64`. */
const target = [{ win32: "windows" }[process.platform] ?? process.platform, { x64: "amd64" }[process.arch] ?? process.arch].join("-");

module.exports = { makeExecutable, nodeLicense, target };
