import { runOf } from "../../../../cli/review/run";

const commit = "4f2a9c1d3e5b";
const [now, at] = [new Date(0), "1970-01-01 00:00 UTC"];

test.each<[string, Record<string, string>, object | undefined]>([
  ["no CI system", {}, undefined],
  ["neither a commit nor an address", { BUILDKITE: "true", BUILDKITE_COMMIT: "HEAD" }, undefined],
  ["only a commit", { BUILDKITE: "true", BUILDKITE_COMMIT: commit }, { commit, url: undefined, at }],
  [
    "only an address",
    { BUILDKITE: "true", BUILDKITE_BUILD_URL: "https://ci.example.com/1" },
    { commit: undefined, url: "https://ci.example.com/1", at },
  ],
  [
    "the files of the commit",
    { GITLAB_CI: "true", CI_PROJECT_URL: "https://gitlab.example/team/db", CI_COMMIT_SHA: commit, CI_JOB_URL: "https://gitlab.example/1" },
    { commit, url: "https://gitlab.example/1", source: `https://gitlab.example/team/db/-/blob/${commit}`, at },
  ],
])("a run with %s", (_, environment, expected) => expect(runOf(environment, now)).toStrictEqual(expected));
