import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { essence, type Sample, sampleOf } from "./sample";
import { scenes } from "./scenes";
import { cli, embedded, Stages } from "./stage";

const folder = join(__dirname, "../../golden/preview-json");
const fileOf = (name: string) => join(folder, `${name}.json`);

const accept = process.env.ACCEPT === "1";
const asked = process.env.SCENES?.split(",");
const chosen = scenes.filter(({ name, alike }) => asked?.includes(name) ?? (accept || alike !== true));
const stages = new Stages(accept ? cli : embedded);
afterAll(() => stages.close());

/** `ACCEPT=1` records what the Pulumi CLI on PATH prints; else the embedded engine is held against what was recorded. */
if (accept) {
  test.each(chosen)("the CLI's preview is recorded: $name", async (scene) => {
    const version = execFileSync("pulumi", ["version"], { encoding: "utf8" }).trim();
    const sample = sampleOf(`pulumi ${version}`, await stages.play(scene));
    mkdirSync(folder, { recursive: true });
    writeFileSync(fileOf(scene.name), `${JSON.stringify(sample, null, 1)}\n`);
  });
} else {
  test.each(chosen)("the embedded engine prints the preview that the CLI printed: $name", async (scene) => {
    const recorded = JSON.parse(readFileSync(fileOf(scene.name), "utf8")) as Sample;
    const printed = sampleOf("embedded engine", await stages.play(scene));
    expect(essence(printed)).toEqual(essence(recorded));
  });
}
