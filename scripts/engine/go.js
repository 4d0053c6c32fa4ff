/** Runs Go in a module directory, and converts each failure to a message with a fix. */
const { spawn } = require("node:child_process");
const { join } = require("node:path");
const { createInterface } = require("node:readline");
const { goVersion } = require("./modules");

/** A failure whose message is all that the user needs. */
class EngineError extends Error {}

const otherwise = 'Without the engine, "npm run test:cli" uses a Pulumi CLI on PATH.';
const install = () => `Install Go ${goVersion()} or later (https://go.dev/doc/install). ${otherwise}`;

/** Runs a Go command. Resolves with its stdout. `onLine` receives each line of stderr, and `failure` creates the error from the last lines. */
async function go(folder, args, failure, onLine = () => undefined, flags = "-mod=readonly") {
  const env = { ...process.env, GOFLAGS: `${flags} -buildvcs=false`, GOWORK: "off" };
  const child = spawn("go", args, { cwd: join(__dirname, folder), env, stdio: ["ignore", "pipe", "pipe"] });
  const lines = [];
  createInterface(child.stderr).on("line", (line) => {
    lines.push(line);
    onLine(line);
  });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  const status = await new Promise((resolve, reject) => child.on("error", reject).on("close", resolve)).catch((error) => {
    if (error.code === "ENOENT") throw new EngineError(`Go, which builds the engine, is not on PATH. ${install()}`);
    throw error;
  });
  if (status !== 0) throw new EngineError(failure(lines.filter((line) => !line.startsWith("go: downloading")).join("\n")));
  return output;
}

/** Returns the error of a failed download. Go also reports here that it is outdated. */
function downloadFailure(text) {
  const reason = text.trim().split("\n").at(-1);
  if (/requires go >=|invalid go version|toolchain/.test(text)) return `This Go is too old for the engine: ${reason}. ${install()}`;
  const advice = "Check the network, or set GOPROXY to a module proxy that this machine can reach, and run the command again.";
  return `Go could not download the engine: ${reason}. ${advice} ${otherwise}`;
}

/** Downloads the modules that the commands need, verified against go.sum. Resolves with their number. */
async function download(folder, commands, onModule) {
  const onLine = (line) => line.startsWith("go: downloading") && onModule();
  const packages = await go(folder, ["list", "-deps", ...commands], downloadFailure, onLine);
  return packages.trim().split("\n").length;
}

async function compile(folder, command, output, linkerFlags, onPackage) {
  const failure = (text) => `Go could not compile ${command}:\n${text}`;
  await go(folder, ["build", "-v", "-ldflags", `-s -w ${linkerFlags}`, "-o", output, command], failure, onPackage);
}

/** Pins a different version of a module and its dependencies. */
async function pin(folder, command, version) {
  for (const args of [
    ["get", "-tool", `${command}@${version}`],
    ["mod", "tidy"],
  ])
    await go(folder, args, downloadFailure, undefined, "-mod=mod");
}

module.exports = { EngineError, compile, download, pin };
