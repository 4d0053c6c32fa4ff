import { performance } from "node:perf_hooks";
import type { Operation } from "../../testing/driver";
import { programHead } from "../support/scenario";
import { StackFixture } from "../support/stack-fixture";

/** More than the engine processes at once. */
const each = 50;
const workgroups = ["first", "second"];
const workspaces = Array.from({ length: each }, (_, index) => `ws-${index}`);
const everyone = workgroups.flatMap((workgroupId) => workspaces.map((workspaceId) => `${workgroupId}/${workspaceId}`));

/** A program that declares `autoStopMinutes` of all workspaces. */
const declaring = (minutes: (id: string) => number) => `${programHead}
  for (const [id, autoStopMinutes] of ${JSON.stringify(everyone.map((id) => [id, minutes(id)]))}) {
    const [workgroupId, workspaceId] = id.split("/");
    settings(id.replace("/", "-"), { workgroupId, workspaceId, autoStopMinutes });
  }
`;

/** The promised numbers of requests, by the emulated service's journal. */
describe(`requests for ${everyone.length} workspaces in 2 workgroups`, () => {
  let fixture: StackFixture;

  beforeAll(async () => {
    fixture = await StackFixture.open({
      service: {
        account: (account) => {
          for (const workgroup_id of workgroups) {
            account.addWorkgroup({ workgroup_id });
            for (const workspace_id of workspaces)
              account.addWorkspace(workgroup_id, { workspace_id, database_id: `${workgroup_id}-graph` });
          }
        },
      },
    });
    await fixture.write(declaring(() => 30));
    await fixture.must("up", { skipPreview: true });
  });
  afterAll(() => fixture.close());

  const requests = async (operation: Operation, skipPreview = true) => {
    const start = performance.now();
    const { reads: all, requests } = await fixture.must(operation, { skipPreview });
    // A read is shared for ten seconds: on a busy machine an operation takes longer, and reads again.
    const reads = Math.ceil(all / (1 + Math.floor((performance.now() - start) / 10_000)));
    const writes = requests.filter(({ method }) => method !== "GET");
    return { reads, writes: writes.map(({ method, decodedPath, body }) => ({ method, decodedPath, body })) };
  };

  test("a refresh of all takes at most 2 reads of each workgroup", async () => {
    const { reads, writes } = await requests("refresh");
    expect(writes).toEqual([]);
    expect(reads).toBeLessThanOrEqual(4);
  });

  test("an update with nothing to change sends no request", async () => expect(await requests("up")).toEqual({ reads: 0, writes: [] }));

  test("an update that changes one setting of one workspace takes one PUT with exactly that field, and at most 2 reads with its preview", async () => {
    await fixture.write(declaring((id) => (id === "first/ws-7" ? 45 : 30)));
    const { reads, writes } = await requests("up", false);
    const decodedPath = "/controller/v4/v2/workgroups/first/workspaces/ws-7";
    expect(writes).toEqual([{ method: "PUT", decodedPath, body: { auto_stop_minutes: 45 } }]);
    expect(reads).toBeLessThanOrEqual(2);
  });

  test("an update that changes all of them takes a PUT for each, and at most 2 reads of each workgroup", async () => {
    await fixture.write(declaring(() => 90));
    const { reads, writes } = await requests("up");
    expect({ writes: writes.length, bodies: [...new Set(writes.map(({ body }) => JSON.stringify(body)))] }).toEqual({
      writes: everyone.length,
      bodies: ['{"auto_stop_minutes":90}'],
    });
    expect(reads).toBeLessThanOrEqual(4);
  });
});
