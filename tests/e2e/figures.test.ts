import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type DrivenStack, embedded, type Operation } from "../../testing/driver";
import { Stage } from "../support/scenario-stage";

const workgroups = ["first", "second"];
const workspaces = Array.from({ length: 50 }, (_, index) => `ws-${index}`);
const everyone = workgroups.flatMap((workgroupId) => workspaces.map((workspaceId) => `${workgroupId}/${workspaceId}`));

/** A program that declares `autoStopMinutes` of all workspaces. */
const declaring = (minutes: (id: string) => number) => `
  for (const [id, autoStopMinutes] of ${JSON.stringify(everyone.map((id) => [id, minutes(id)]))}) {
    const [workgroupId, workspaceId] = id.split("/");
    settings(id.replace("/", "-"), { workgroupId, workspaceId, autoStopMinutes });
  }
`;

/** The figures that the product promises, by the emulated service's journal; the embedded engine works on 8 resources at once. */
describe("how many requests it takes to look after 100 workspaces in 2 workgroups", () => {
  let stage: Stage;
  let stack: DrivenStack;

  const requests = async (operation: Operation) => {
    const mark = stage.emulator.journal.mark();
    const { exitCode, text } = await stack.run(operation);
    const sent = stage.emulator.journal.since(mark);
    return { failed: exitCode === 0 ? "" : text, reads: sent.count("GET"), writes: sent.writes().entries };
  };

  beforeAll(async () => {
    stage = await Stage.open({
      account: (account) => {
        for (const workgroup_id of workgroups) {
          account.addWorkgroup({ workgroup_id });
          for (const workspace_id of workspaces) account.addWorkspace(workgroup_id, { workspace_id, database_id: `${workgroup_id}-graph` });
        }
      },
    });
    await stage.write(declaring(() => 30));
    stack = await stage.stack(embedded);
    await stack.run("up");
  }, 600_000);

  afterAll(() => stage.close());

  test("a refresh of all takes at most 4 reads", async () => {
    const { failed, reads, writes } = await requests("refresh");
    expect({ failed, writes }).toEqual({ failed: "", writes: [] });
    expect(reads).toBeLessThanOrEqual(4);
  }, 600_000);

  test("an update with nothing to change sends no request", async () => {
    expect(await requests("up")).toEqual({ failed: "", reads: 0, writes: [] });
  }, 600_000);

  test("an update that changes one setting of one of them takes one PUT with exactly that field, and at most 2 reads", async () => {
    await stage.write(declaring((id) => (id === "first/ws-7" ? 45 : 30)));
    const { failed, reads, writes } = await requests("up");
    expect({ failed, writes: writes.map(({ method, decodedPath, body }) => ({ method, decodedPath, body })) }).toEqual({
      failed: "",
      writes: [{ method: "PUT", decodedPath: "/controller/v4/v2/workgroups/first/workspaces/ws-7", body: { auto_stop_minutes: 45 } }],
    });
    expect(reads).toBeLessThanOrEqual(2);
  }, 600_000);

  test("an update that changes all of them takes 100 PUTs and at most 8 reads", async () => {
    await stage.write(declaring(() => 90));
    const { failed, reads, writes } = await requests("up");
    expect({ failed, writes: writes.length, bodies: [...new Set(writes.map(({ body }) => JSON.stringify(body)))] }).toEqual({
      failed: "",
      writes: 100,
      bodies: ['{"auto_stop_minutes":90}'],
    });
    expect(reads).toBeLessThanOrEqual(8);
  }, 600_000);
});

describe("what a program loads that only declares resources", () => {
  test("neither axios nor zod comes into its own process", async () => {
    const stage = await Stage.open();
    try {
      const loaded = join(stage.program.folder, "loaded.json");
      await stage.write(`
        settings("main", { autoStopMinutes: 60 });
        process.on("exit", () => require("node:fs").writeFileSync(${JSON.stringify(loaded)}, JSON.stringify(Object.keys(require.cache))));
      `);
      const stack = await stage.stack(embedded);
      expect(await stack.run("preview")).toMatchObject({ exitCode: 0 });
      const files = JSON.parse(readFileSync(loaded, "utf8")) as string[];
      expect(files.some((file) => /[\\/]sdk[\\/]workspace-settings\.js$/.test(file))).toBe(true);
      expect(files.filter((file) => /[\\/]node_modules[\\/](axios|zod)[\\/]|[\\/]dist[\\/]client[\\/]/.test(file))).toEqual([]);
    } finally {
      await stage.close();
    }
  }, 600_000);
});
