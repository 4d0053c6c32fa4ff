import { type EmulatorOptions, startEmulator, type WorkspaceRecord } from "../../../../testing/emulator";
import { closeAfterTest } from "../../../support/close-after-test";

/** An emulator with one workgroup and one workspace, and a way to call it. */
export type EmulatorFixture = Awaited<ReturnType<typeof startFixture>>;

const v2 = "/controller/v4/v2";

/** Starts an emulator with fetch as its only client, so that no code of ours is between the test and the wire. */
export async function startFixture(options: EmulatorOptions = {}) {
  const emulator = closeAfterTest(await startEmulator(options));
  const { workgroup_id: wg } = emulator.account.addWorkgroup();
  const { workspace_id: ws } = emulator.account.addWorkspace(wg);
  /** Sends a request; `json` is the body of the response if that is JSON. */
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${emulator.url}${path}`, {
      method,
      redirect: "manual",
      headers: { "x-api-key": emulator.apiKey, ...(body !== undefined && { "content-type": "application/json" }), ...headers },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const contentType = response.headers.get("content-type") ?? "";
    const json = text !== "" && contentType.startsWith("application/json") ? (JSON.parse(text) as Record<string, unknown>) : {};
    return { status: response.status, contentType, headers: Object.fromEntries(response.headers), text, json, result: json["Result"] };
  };
  const workgroupPath = `${v2}/workgroups/${wg}`;
  const workspacePath = `${workgroupPath}/workspaces/${ws}`;
  /** The workspace as a read shows it. */
  const read = async () => {
    const { workspaces } = (await call("GET", workgroupPath)).result as { workspaces: WorkspaceRecord[] };
    return workspaces[0] as WorkspaceRecord;
  };
  /** Reads the workgroup a number of times; returns the workspace as each read shows it. */
  const reads = async (count: number) => {
    const seen: WorkspaceRecord[] = [];
    while (seen.length < count) seen.push(await read());
    return seen;
  };
  /** Waits until a number of requests have arrived. */
  const arrival = async (count: number) => {
    while (emulator.journal.length < count) await new Promise((resolve) => setImmediate(resolve));
  };
  /** Changes the workspace. */
  const put = (body: unknown) => call("PUT", workspacePath, body);
  return { emulator, wg, ws, workgroupPath, workspacePath, call, put, read, reads, arrival, close: () => emulator.close() };
}
