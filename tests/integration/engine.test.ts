import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../support/repository";

const folder = mkdtempSync(join(tmpdir(), "go-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs `npm run engine` with a Go that fails with the given line; without a line there is no Go. */
function failWith(line: string | undefined) {
  rmSync(join(folder, "go"), { force: true });
  if (line !== undefined) writeFileSync(join(folder, "go"), `#!/bin/sh\necho '${line}' >&2\nexit 1\n`, { mode: 0o755 });
  const script = `require("./go").download("pulumi", ["./command"], () => undefined).catch(({ message }) => console.log(message))`;
  return spawnSync(process.execPath, ["-e", script], { cwd: join(root, "scripts/engine"), env: { PATH: folder }, encoding: "utf8" }).stdout;
}

const install = /Install Go [\d.]+ or later \(.*\)\. Without the engine, "npm run test:cli" uses a Pulumi CLI on PATH\.\n$/;

test.each([
  ["no Go", undefined, /^Go, which builds the engine, is not on PATH\. /, install],
  [
    "an old Go",
    "go: go.mod requires go >= 1.26 (running go 1.21.0; GOTOOLCHAIN=local)",
    /^This Go is too old .*running go 1\.21\.0/,
    install,
  ],
  ["a refused download", "module lookup disabled by GOPROXY=off", /^Go could not download the engine: module lookup/, /set GOPROXY to /],
])("with %s, npm run engine says why it failed and how to go on", (_, line, reason, advice) => {
  const message = failWith(line);
  expect(message).toMatch(reason);
  expect(message).toMatch(advice);
  expect(message.trim()).not.toContain("\n");
});
