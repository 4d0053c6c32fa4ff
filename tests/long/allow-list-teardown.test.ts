import { join } from "node:path";
import { type Sample, sampleAccount } from "../../testing/emulator";
import { chosenDriver, compiled, root, StackFixture } from "../support/stack-fixture";

/** `examples/allow-list`, set up and taken down as its page says, and as the error of a deletion says where it is edited. */
const opened: StackFixture[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((fixture) => fixture.close()));
});

/** With `npm test` the program is compiled, also after an edit; the other runs take it as it stands. */
const isCompiled = process.env.GRAPHPLANE_TESTS === undefined;
const policy = ', deletionPolicy: "disable"';

async function open() {
  const samples: Sample[] = [];
  const fixture = await StackFixture.open({
    program: join(root, "examples/allow-list"),
    driver: await chosenDriver(),
    service: { profile: "observed", account: (account) => void samples.push(sampleAccount(account)) },
    ...(isCompiled && { env: compiled }),
    config: () => ({ workgroupId: samples[0]?.workgroupId ?? "", runnerAddress: "198.51.100.7" }),
  });
  opened.push(fixture);
  const { workgroupId } = samples[0] as Sample;
  return {
    fixture,
    edit: async (from: string, to: string) => {
      await fixture.program.edit("index.ts", from, to);
      if (isCompiled) compiled(fixture.program);
    },
    list: () => ({
      isEnforced: fixture.emulator.workgroup(workgroupId).enable_allow_list === true,
      ranges: fixture.emulator.allowedRanges(workgroupId).map(({ cidr }) => cidr),
    }),
  };
}

test("up and destroy, twice in a row: enforced with its entries, then neither", async () => {
  const { fixture, list } = await open();
  for (const step of ["create", "create"]) {
    const { done } = await fixture.must("up");
    expect(done.filter((text) => text.includes(step))).not.toEqual([]);
    expect(list()).toEqual({ isEnforced: true, ranges: expect.arrayContaining(["203.0.113.0/24", "198.51.100.7/32"]) as string[] });
    const { writes } = await fixture.must("destroy");
    expect(writes.map((write) => write.replace(/.*\/(allow_list\/)([0-9a-f-]{36})$/, "DELETE"))).toEqual([
      expect.stringMatching(/^PUT .*\/allow_list\/disable$/),
      "DELETE",
      "DELETE",
    ]);
    expect(list()).toEqual({ isEnforced: false, ranges: [] });
  }
});

const advice = [
  ["enabled: false", "enabled: true", "enabled: false"],
  ["deletionPolicy: disable", "enabled: true", `enabled: true${policy}`],
] as const;

test.each(isCompiled ? advice.slice(0, 1) : advice)(
  "without the policy the runner's entry stays, and the advice ends with a list that is down: %s",
  async (_, from, to) => {
    const { fixture, edit, list } = await open();
    await edit(policy, "");
    await fixture.must("up");
    const { failed } = await fixture.run("destroy");
    expect(failed).toMatch(/"198\.51\.100\.7" is (its last entry: an empty list admits nobody|the only range that admits 198\.51\.100\.7)/);
    expect(list()).toMatchObject({ isEnforced: true, ranges: expect.arrayContaining(["198.51.100.7/32"]) as string[] });
    for (const way of ["set enabled: false on its AllowList", 'set deletionPolicy: "disable" there']) expect(failed).toContain(way);
    await edit(from, to);
    await fixture.must("up");
    await fixture.must("destroy");
    expect(list()).toEqual({ isEnforced: false, ranges: [] });
  },
);
