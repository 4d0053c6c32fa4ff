import { CodeHost, type HostName } from "../../../support/ci/code-host";
import { connectTo, shasOf } from "../../../support/ci/job";

/** The requests to a host of GitHub Enterprise Server or of GitLab below a path, as they arrive over HTTP. */

test.each<[HostName, readonly string[]]>([
  [
    "GitHub",
    [
      "/api/v3/repos/team/databases/branches/team%2Fmain",
      "/api/v3/repos/team/databases/commits per_page=100&sha=c0ffee1",
      "/api/v3/repos/team/databases/commits/c0ffee1/pulls per_page=100",
      "/api/v3/repos/team/databases/pulls/7/reviews per_page=100",
    ],
  ],
  [
    "GitLab",
    [
      "/gitlab/api/v4/projects/5/merge_requests/7/approvals",
      "/gitlab/api/v4/projects/5/repository/branches/team%2Fmain",
      "/gitlab/api/v4/projects/5/repository/commits first_parent=true&per_page=100&ref_name=c0ffee1",
      "/gitlab/api/v4/projects/5/repository/commits/c0ffee1/merge_requests per_page=100",
      "/gitlab/api/v4/user",
    ],
  ],
])("on %s, each fact needs one request to the address of the environment", async (name, requests) => {
  const host = await CodeHost.open(name);
  host.review("bob", "APPROVED");
  host.branches.set("team/main", "c0ffee1");
  const code = connectTo(host);
  const begin = await shasOf(code.history("c0ffee1"));
  expect([await code.branchHead("team/main"), begin.length]).toEqual(["c0ffee1", 2]);
  expect([(await code.pullsOf("c0ffee1")).length, (await code.verdicts(7)).length]).toEqual([1, 1]);
  const seen = host.requests.map(({ path, query }) => `${path} ${new URLSearchParams([...query].toSorted()).toString()}`.trim());
  expect(seen.toSorted()).toEqual(requests);
  await host.close();
});
