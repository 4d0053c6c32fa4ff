import { type Emulator, type EmulatorOptions, startEmulator } from "../../../../testing/emulator";

/** One answer, its body parsed where it is JSON. */
export interface Reply {
  status: number;
  contentType: string;
  headers: Headers;
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
  close(): Promise<void>;
}

const v2 = "/controller/v4/v2";
const started: Emulator[] = [];

// Also after a test that failed: what stays open would keep its port and its connections.
afterEach(async () => {
  await Promise.all(started.splice(0).map((emulator) => emulator.close()));
});

/** Starts an emulator with fetch as its only client, so that nothing of ours stands between the test and the wire. */
export async function startFixture(options: EmulatorOptions = {}): Promise<EmulatorFixture> {
  const emulator = await startEmulator(options);
  started.push(emulator);
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
    return { status: response.status, contentType, headers: response.headers, text, json, result: json["Result"] };
  };
  const workgroupPath = `${v2}/workgroups/${wg}`;
  return { emulator, wg, ws, workgroupPath, workspacePath: `${workgroupPath}/workspaces/${ws}`, call, close: () => emulator.close() };
}
