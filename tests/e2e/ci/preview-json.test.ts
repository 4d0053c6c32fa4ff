import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sampleOf } from "./sample";
import { scenes } from "./scenes";
import { cli, play } from "./stage";

const folder = join(__dirname, "../../golden/preview-json");
const chosen = scenes.filter(({ name }) => process.env.SCENES === undefined || process.env.SCENES.split(",").includes(name));

/** `ACCEPT=1` records what the Pulumi CLI on PATH prints. */
if (process.env.ACCEPT === "1") {
  test.each(chosen)("the CLI's preview is recorded: $name", async (scene) => {
    const version = execFileSync("pulumi", ["version"], { encoding: "utf8" }).trim();
    const sample = sampleOf(`pulumi ${version}`, await play(scene, cli));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${scene.name}.json`), `${JSON.stringify(sample, null, 1)}\n`);
  });
}
