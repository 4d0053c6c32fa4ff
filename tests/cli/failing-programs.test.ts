import { closeAfterTest } from "../support/close-after-test";
import { StackFixture } from "../support/stack-fixture";

// A runner that prints an error in an endless loop fills its memory: with this limit it crashes soon.
const project = "name: scenario\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n    nodeargs: --max-old-space-size=200\n";

test.each([
  ["throws", 'throw new Error("boom");', "Error: boom"],
  ["throws from a callback", 'setImmediate(() => { throw new Error("boom"); });', "Error: boom"],
  ["rejects", 'module.exports = async () => { throw new Error("boom"); };', "Error: boom"],
  ["exits with a code", "process.exit(3);", "Program exited with non-zero exit code: 3"],
])("a program that %s ends the preview with its error", async (_, program, error) => {
  const fixture = await StackFixture.open();
  closeAfterTest(fixture);
  await fixture.write(project, "Pulumi.yaml");
  await fixture.write(program);
  const { exitCode, errors } = await fixture.run("preview");
  expect(exitCode).not.toBe(0);
  expect(errors).toEqual([expect.stringContaining(error)]);
});
