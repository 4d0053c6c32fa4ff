import { untilListed } from "../../../../cli/ci/commits";
import type { HttpSettings } from "../../../../cli/ci/http";
import { RecordingClock } from "../../../support/recording-clock";

const sha = "5ca5e1";
const merged = { number: 7, head: "a1", isMerged: true, mergedBy: [sha], base: "main" };

/** The pauses and the log of a look-up of a commit whose pull request is listed at the given attempt. */
async function lookUp(message: string, listedAt = Infinity) {
  const clock = new RecordingClock();
  const lines: string[] = [];
  let attempts = 0;
  const settings: Pick<HttpSettings, "clock" | "stopped" | "log" | "host"> = {
    clock,
    stopped: new AbortController().signal,
    log: (line) => lines.push(line),
    host: "GitHub",
  };
  const pulls = await untilListed(settings as HttpSettings, () => Promise.resolve(++attempts < listedAt ? [] : [merged]))({ sha, message });
  return { pulls, lines, seconds: clock.pauses.map((ms) => ms / 1000) };
}

test.each([
  ["that names a pull request of GitHub, for 60 s", "Add a workspace (#7)", [1, 2, 4, 8, 16, 29]],
  ["that merges a pull request of GitHub, for 60 s", "Merge pull request #7 from team/branch", [1, 2, 4, 8, 16, 29]],
  ["that merges a merge request of GitLab, for 60 s", "Merge branch 'a'\n\nSee merge request team/project!7", [1, 2, 4, 8, 16, 29]],
  ["that names none, for 10 s", "Add a workspace, see #7", [1, 2, 4, 3]],
])("the pull request of a commit is looked up, if the host lists none: of one %s", async (_, message, seconds) => {
  const found = await lookUp(message);
  expect([found.pulls, found.seconds]).toEqual([[], seconds]);
  expect(found.lines[0]).toBe(`GitHub lists no merged pull request for commit ${sha}; trying again in 1 s.`);
});

test.each([
  ["the number in the middle of a text", "See (#7) for the cause"],
  ["the merge of GitHub in a later line", "Merge\n\nMerge pull request #7 from team/branch"],
  ["the merge request of GitLab with more digits", "See merge request team/project!712"],
])("the message of a merge is recognized by %s", async (_, message) => expect((await lookUp(message)).seconds).toContain(29));

test.each([
  ["a line that only contains the words of a merge", "Revert: Merge pull request #7"],
  ["a line that only contains the words of a merge request", "Please See merge request a!7"],
  ["a number that is a text", "Change (#a)"],
  ["a merge request without a number", "See merge request team/project!"],
])("the message of another commit is not taken for a merge because of %s", async (_, message) =>
  expect((await lookUp(message)).seconds).toEqual([1, 2, 4, 3]),
);

test("the log of a look-up has the whole seconds of each pause", async () => {
  const { lines } = await lookUp("Add a workspace");
  expect(lines.map((line) => /in (\d+) s\.$/.exec(line)?.[1])).toEqual(["1", "2", "4", "3"]);
});

test("the look-up ends when a merged pull request is listed", async () => {
  const { pulls, seconds } = await lookUp("Add a workspace (#7)", 3);
  expect([pulls.length, seconds]).toEqual([1, [1, 2]]);
});
