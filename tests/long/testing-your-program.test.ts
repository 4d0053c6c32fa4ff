import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

/** The page "Test your own program" shows this example, so it is run as a user runs it. */
test("the tests of the example that tests a user's program pass", async () => {
  const root = join(__dirname, "../..");
  const folder = join(root, "examples/testing-your-program");
  const { stderr } = await promisify(execFile)(process.execPath, [join(root, "node_modules/jest/bin/jest.js"), "--runInBand"], {
    cwd: folder,
  });
  expect(stderr).toContain("Tests:       3 passed, 3 total");
});
