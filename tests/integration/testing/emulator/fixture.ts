import { type Emulator, type EmulatorOptions, startEmulator, type WorkspaceRecord } from "../../../../testing/emulator";
import { closeAfterTest } from "../../../support/close-after-test";

/** One answer; `json` is its body if that is JSON. */
export interface Reply {
  status: number;
  contentType: string;
  headers: Record<string, string>;
  text: string;
  json: Record<string, unknown>;
  result: unknown;
}

/** An emulator with one workgroup and one workspace, and a way to call it. */
export interface EmulatorFixture {
  emulator: Emulator;
  wg: string;
  ws: string;
  workgroupPath: string;
  workspacePath: string;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  /** Changes the workspace. */
  put(body: unknown): Promise<Reply>;
  /** Reads the workgroup a number of times; returns the workspace as each read shows it. */
  reads(count: number): Promise<WorkspaceRecord[]>;
  /** The workspace as a read shows it. */
  read(): Promise<WorkspaceRecord>;
  /** Waits until a number of requests have arrived. */
  arrival(count: number): Promise<void>;
  close(): Promise<void>;
}

const v2 = "/controller/v4/v2";

/** Starts an emulator with fetch as its only client, so that no code of ours is between the test and the wire. */
export async function startFixture(options: EmulatorOptions = {}): Promise<EmulatorFixture> {
  const emulator = closeAfterTest(await startEmulator(options));
  const { workgroup_id: wg } = emulator.account.addWorkgroup();
  const { workspace_id: ws } = emulator.account.addWorkspace(wg);
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> => {
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
  const read = async () => {
    const { workspaces } = (await call("GET", workgroupPath)).result as { workspaces: WorkspaceRecord[] };
    return workspaces[0] as WorkspaceRecord;
  };
  const reads = async (count: number) => {
    const seen: WorkspaceRecord[] = [];
    while (seen.length < count) seen.push(await read());
    return seen;
  };
  const arrival = async (count: number) => {
    while (emulator.journal.length < count) await new Promise((resolve) => setImmediate(resolve));
  };
  const put = (body: unknown) => call("PUT", workspacePath, body);
  return { emulator, wg, ws, workgroupPath, workspacePath, call, put, read, reads, arrival, close: () => emulator.close() };
}
