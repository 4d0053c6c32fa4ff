import {
  getBackups,
  getBackupSchedule,
  getDatabase,
  getRestoreJob,
  getSchedules,
  getWorkgroup,
  getWorkgroups,
  getWorkspace,
} from "../../../../sdk";
import { serve } from "../../client/fixture";
import { answering, errorOf, useService } from "./fixture";

/** Records and lists of which a look-up cannot be certain. */

const workspace = { workspace_id: "ws", name: "main" };

test("null for a workgroup's list of workspaces means empty, also in the list of all workgroups", async () => {
  await answering({ workgroup_id: "wg", name: "n", tg_databases: null, workspaces: null });
  expect(await getWorkgroup({ workgroupId: "wg" })).toEqual({ workgroupId: "wg", name: "n", tgDatabases: [], workspaces: [] });
  const { message } = await errorOf(getWorkspace({ workgroupId: "wg", workspaceId: "ws" }));
  expect(message).toContain('workgroup "wg" has no workspace "ws"; it has none');
  await answering([{ workgroup_id: "wg", workspaces: null }]);
  expect(await getWorkgroups()).toEqual([{ workgroupId: "wg", workspaces: [] }]);
});

test.each(["workgroups", "items", "data"])("a list inside an object, as its %s, is read", async (name) => {
  await answering({ [name]: [{ workgroup_id: "wg", workspaces: [] }], total: 1 });
  expect(await getWorkgroups()).toEqual([{ workgroupId: "wg", workspaces: [] }]);
});

test("half a surrogate pair is replaced, because the engine accepts only UTF-8", async () => {
  await answering({ workgroup_id: "wg", name: "half \ud83d", workspaces: [] });
  expect(await getWorkgroup({ workgroupId: "wg" })).toMatchObject({ name: "half \ufffd" });
});

test("an absent list is an error, because it would look like an empty one", async () => {
  await answering({ workgroup_id: "wg" });
  for (const call of [getWorkgroup({ workgroupId: "wg" }), getWorkspace({ workgroupId: "wg", name: "main" })])
    expect((await errorOf(call)).message).toMatch(/the service responded for workgroup "wg" without a list of its workspaces/);
});

test("a response with a different workgroup is an error", async () => {
  await answering({ workgroup_id: "other", workspaces: [workspace] });
  expect((await errorOf(getWorkspace({ workgroupId: "wg", workspaceId: "ws" }))).message).toMatch(/returned workgroup "other"/);
});

const wg = { workgroup_id: "wg" };
const whole = { ...wg, workspaces: [workspace] };
test.each([
  ["a record without lists", wg, [wg]],
  ["lists of null", { ...wg, workspaces: null, tg_databases: null }, [wg]],
  ["another workgroup", { ...whole, workgroup_id: "other", tg_databases: [] }, [wg]],
  ["records without identifiers", { ...wg, workspaces: [{ name: "main" }], tg_databases: [{ name: "movies" }] }, [wg]],
  ["a refusal, and the workgroup among others", undefined, [{ workgroup_id: "other", workspaces: [] }, whole]],
  ["a refusal, and workgroups without identifiers", undefined, [{ name: "production", workspaces: [] }]],
  ["a refusal, and a list of null", undefined, null],
])("a failed read keeps its cause if %s would explain it", async (_, record, all) => {
  const { origin } = await serve((response, { url }) => {
    const result = url.endsWith("/workgroups/wg") ? record : url.endsWith("/workgroups") ? all : undefined;
    const failed = { Error: true, Message: "the disk is full", RequestID: "r-1", ErrorDetails: [] };
    response
      .writeHead(result === undefined ? 500 : 200)
      .end(JSON.stringify(result === undefined ? failed : { Error: false, Result: result }));
  });
  useService(origin);
  for (const call of [
    getBackups({ workgroupId: "wg", workspaceId: "lost" }),
    getBackupSchedule({ workgroupId: "wg", workspaceId: "lost" }),
    getSchedules({ workgroupId: "wg", workspaceId: "lost" }),
    getRestoreJob({ workgroupId: "wg", workspaceId: "lost", job: "j" }),
    getDatabase({ workgroupId: "wg", databaseId: "lost" }),
  ])
    expect((await errorOf(call)).message).toMatch(/The service responded: the disk is full\..* RequestID: r-1$/);
});

describe("a backup schedule that the service answers with Not-Found", () => {
  async function serveWorkgroup(workspaces: unknown, type = "Not-Found") {
    const { origin } = await serve((response, { url }) => {
      const found = url.endsWith("/workgroups/wg");
      const refusal = { Error: true, Message: "no schedule", ErrorDetails: [{ Type: type }] };
      const body = found ? { Error: false, Result: { workgroup_id: "wg", workspaces } } : refusal;
      response.writeHead(found ? 200 : 404).end(JSON.stringify(body));
    });
    useService(origin);
    return getBackupSchedule({ workgroupId: "wg", workspaceId: "ws" });
  }

  test("is returned as none if the workspace exists", async () => {
    expect(await serveWorkgroup([{ workspace_id: "ws" }])).toEqual({});
    expect(await serveWorkgroup([{ workspace_id: "ws" }], "Bad-Request")).toEqual({});
  });

  test("is an error that lists the workspaces if the workspace does not exist, with each name truncated and on one line", async () => {
    const name = `\u2028graphplane: PUT /x\n${"n".repeat(5000)}`;
    const { message } = await errorOf(serveWorkgroup([{ workspace_id: "other", name }]));
    expect(message).toMatch(/has no workspace "ws"; it has other \(graphplane: PUT \/x n{1900,2000}… \(\d+ more characters\)\)$/);
  });
});

test("a failed read is explained if the workgroup's record shows that the workspace is missing", async () => {
  const { origin } = await serve((response, { url }) => {
    const record = { ...wg, tg_databases: [{ database_id: "db", name: "movies" }] };
    const found = url.endsWith("/workgroups/wg");
    response.writeHead(found ? 200 : 500).end(JSON.stringify(found ? { Error: false, Result: record } : { Error: true, ErrorDetails: [] }));
  });
  useService(origin);
  expect((await errorOf(getDatabase({ workgroupId: "wg", databaseId: "lost" }))).message).toMatch(
    /workgroup "wg" has no database "lost"; it has db \(movies\)$/,
  );
});

test("fields of unexpected types are left out without an error; a numeric size becomes a string", async () => {
  await answering([{ id: 7, is_automatic: "yes", size_bytes: 12, tag: null }]);
  expect(await getBackups({ workgroupId: "wg", workspaceId: "ws" })).toEqual([{ sizeBytes: "12" }]);
});
