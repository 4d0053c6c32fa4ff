import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CodeHost, type HostName } from "../../../support/ci/code-host";
import { action, figures, History } from "../../../support/ci/history";
import { World } from "../../../support/ci/history-world";
import { expectFigures } from "../../../support/figures";
import { fc } from "../../../support/random";

const folder = mkdtempSync(join(tmpdir(), "histories-"));
afterAll(() => rmSync(folder, { recursive: true }));

test.each<[HostName, number]>([
  ["GitHub", 0],
  ["GitHub", 1],
  ["GitLab", 0],
  ["GitLab", 1],
])("on %s with %d approvals, no run sends what no counting review shows, and none refuses what was reviewed", async (name, approvals) => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 12, maxLength: 40 }), async (actions) => {
      figures.histories++;
      await new History(new World(CodeHost.inProcess(name), folder), approvals).play(actions);
    }),
    { numRuns: 250 },
  );
});

test("the figures are those of the record", () => expectFigures("histories", figures));
