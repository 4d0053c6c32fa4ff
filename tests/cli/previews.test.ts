import { accepting, readGolden, writeGolden } from "../support/golden";
import { expectSentAsShown } from "../support/shown-and-sent";
import { cliOnPath } from "../support/stack-fixture";
import { Previews } from "./ci/previews";
import { essence, type Sample, sampleOf } from "./ci/sample";
import { scenes } from "./ci/scenes";

let previews: Previews;
let engine: string;
beforeAll(async () => {
  previews = new Previews();
  engine = (await cliOnPath()).name;
});
afterAll(() => previews.close());

test.each(scenes)(
  "the preview as JSON is what was recorded, and its review shows what is sent and what a revert restores: $name",
  async (scene) => {
    const { trace, applied, wrong } = await previews.play(scene);
    const sample = sampleOf(engine, trace);
    if (accepting) writeGolden("preview-json", scene.name, sample, ["op", "message", "goal", "resOutputsEvent", "requests"]);
    expect(essence(sample)).toEqual(essence(readGolden("preview-json", scene.name) as Sample));
    if (applied.sent !== undefined) expectSentAsShown(applied);
    expect(wrong).toEqual([]);
  },
);
