import { formats } from "../../../../cli/review/formats";
import { reviewOf } from "../../../../cli/review/read";
import { expectGolden } from "./golden";
import { changed, path, previewWith, sampleReview } from "./samples";

const drift = { directory: "", drift: true };

test("the report lists what differs live, what was deleted, and what an update puts back", () => {
  const text = formats.markdown(sampleReview("drift"), drift);
  expect(text).toContain('| `workspaceTypeName` | `"TG-0"` | `"TG-2"` | **`"TG-0"`** | *reverts an outside change* |');
  expect(text).toContain('| `time` | `"19:00"` | – | **`"19:00"`** | *reverts an outside change* |');
  expect(text).toContain("The refresh did not find it: it was deleted outside the program, and the update creates it again.");
  expect(text).not.toMatch(/fingerprint|approve|\*new\*/);
  expectGolden("drift.report.md", text);
});

test.each<[string, string, RegExp]>([
  [
    "no drift",
    "nothing-to-do",
    /^## Drift of `movies\/dev`: nothing to do, 3 unchanged\n\nThe live settings are what the program declares\.\n/,
  ],
  ["a value of the console", "console-change-reverted", /^## Drift of `movies\/dev`: 1 to change, .*\n\nThe live settings differ from/],
  ["a value that the program took over", "console-change-adopted", /^## Drift of `movies\/dev`: 1 to record, /],
  [
    "a preview that failed",
    "failing-check",
    /^## Drift of `movies\/dev`: \*\*incomplete, the preview failed\*\* · (?:.|\n)*This is incomplete: /,
  ],
])("%s", (_, name, expected) => {
  const text = formats.markdown(sampleReview(name), drift);
  expect(text).toMatch(expected);
  expect(text).toMatch(/\n<!-- graphplane-drift stack=movies\/dev -->\n$/);
  expect(text).not.toMatch(/Nothing here can be approved|fingerprint/);
});

test("what was declared and never applied is told apart", () => {
  const preview = previewWith(
    [changed("main", { autoStopMinutes: 30 }, { autoStopMinutes: 60 })],
    [`PUT ${path} {"auto_stop_minutes":60} was {"auto_stop_minutes":30}`],
  );
  expect(formats.markdown(reviewOf(preview), drift)).toContain("Values marked *new* are declared and were never applied");
  expect(formats.summary(reviewOf(preview), drift)).toMatch(/^drift of `movies\/dev`: 1 to change/);
});

test("a report of thousands of changes has room in an issue", () => {
  const names = Array.from({ length: 800 }, (_, index) => `workspace-${index}`);
  const preview = previewWith(
    names.map((name, index) => changed(name, { workspaceId: name, autoStopMinutes: 30 }, { autoStopMinutes: index })),
    names.map((name, index) => `PUT ${path.replace("ws-1", name)} {"auto_stop_minutes":${index}} was {"auto_stop_minutes":30}`),
  );
  const text = formats.markdown(reviewOf(preview), drift);
  expect(text.length).toBeLessThanOrEqual(65_000);
  expect(text).toMatch(/do not fit here: see the log of the run/);
});
