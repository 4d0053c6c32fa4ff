import { embedded } from "../../testing/driver";
import { accepting, readGolden, writeGolden } from "../support/golden";
import { chosenDriver } from "../support/stack-fixture";
import { Previews } from "../e2e/ci/previews";
import { essence, type Sample, sampleOf } from "../e2e/ci/sample";
import { scenes } from "../e2e/ci/scenes";

let previews: Previews;
let engine: string;
beforeAll(async () => {
  const driver = await chosenDriver();
  previews = new Previews(driver);
  engine = driver.name;
});
afterAll(() => previews.close());

test.each(scenes)("the preview as JSON is what the Pulumi CLI printed: $name", async (scene) => {
  if (scene.refresh === "with the program" && engine === embedded.name) return;
  const sample = sampleOf(engine, await previews.play(scene));
  if (accepting) writeGolden("preview-json", scene.name, sample, ["op", "message", "goal"]);
  expect(essence(sample)).toEqual(essence(readGolden("preview-json", scene.name) as Sample));
});
