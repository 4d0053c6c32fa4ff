import { join } from "node:path";
import { type Sample, sampleAccount } from "../../testing/emulator";
import { closeAfterTest } from "../support/close-after-test";
import { root, StackFixture } from "../support/stack-fixture";

/** `examples/allow-list` without the policy that its page explains, taken down as the error of a deletion advises. */
const policy = ', deletionPolicy: "disable"';

test.each([
  ["enabled: false", "enabled: true", "enabled: false"],
  ["deletionPolicy: disable", "enabled: true", `enabled: true${policy}`],
])("the runner's entry stays, and the advice ends with a list that is down: %s", async (_, from, to) => {
  const samples: Sample[] = [];
  const fixture = await StackFixture.open({
    program: join(root, "examples/allow-list"),
    service: { profile: "observed", account: (account) => void samples.push(sampleAccount(account)) },
    config: () => ({ workgroupId: samples[0]?.workgroupId ?? "", runnerAddress: "198.51.100.7" }),
  });
  const { workgroupId } = samples[0] as Sample;
  const list = () => ({
    isEnforced: fixture.emulator.workgroup(workgroupId).enable_allow_list === true,
    ranges: fixture.emulator.allowedRanges(workgroupId).map(({ cidr }) => cidr),
  });
  closeAfterTest(fixture);
  await fixture.program.edit("index.ts", policy, "");
  await fixture.must("up");
  const { failed } = await fixture.run("destroy");
  expect(failed).toMatch(
    /"198\.51\.100\.7" is (the last entry; an empty list would lock everyone out|the only range that allows 198\.51\.100\.7)/,
  );
  expect(list()).toMatchObject({ isEnforced: true, ranges: expect.arrayContaining(["198.51.100.7/32"]) as string[] });
  for (const way of ["set enabled: false on its AllowList", 'set deletionPolicy: "disable" there']) expect(failed).toContain(way);
  await fixture.program.edit("index.ts", from, to);
  await fixture.must("up");
  await fixture.must("destroy");
  expect(list()).toEqual({ isEnforced: false, ranges: [] });
});
