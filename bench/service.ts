import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { type Account, startEmulator } from "../testing/emulator";

/** The requests received since the last report. */
export interface Asked {
  readonly requests: number;
  /** Total size of the request bodies. */
  readonly bytes: number;
}

/** The size and speed of a service. */
interface Made {
  readonly workspaces: number;
  /** Response time in milliseconds. */
  readonly latencyMs: number;
}

/** An emulated service in its own process, so that its work is not counted as the engine's. */
export class Service {
  private constructor(
    private readonly process: ChildProcess,
    readonly url: string,
    readonly apiKey: string,
  ) {}

  static async start(made: Made): Promise<Service> {
    const child = fork(__filename, [JSON.stringify(made)]);
    const [{ url, apiKey }] = (await once(child, "message")) as [{ url: string; apiKey: string }];
    return new Service(child, url, apiKey);
  }

  /** Returns the requests since the last call. */
  async asked(): Promise<Asked> {
    const answer = once(this.process, "message");
    this.process.send("asked");
    const [asked] = (await answer) as [Asked];
    return asked;
  }

  async stop(): Promise<void> {
    const gone = once(this.process, "exit");
    this.process.disconnect();
    await gone;
  }
}

/** The service's process, which exits with its parent. */
async function serve({ workspaces, latencyMs }: Made, tell: (message: object) => void): Promise<void> {
  const emulator = await startEmulator({ account: (account) => fill(account, workspaces), latencyMs, now: () => Date.UTC(2026, 5, 3) });
  let mark = emulator.journal.mark();
  process.on("message", () => {
    const { entries } = emulator.journal.since(mark);
    mark = emulator.journal.mark();
    const bytes = entries.reduce((sum, { body }) => sum + (body === undefined ? 0 : Buffer.byteLength(JSON.stringify(body))), 0);
    tell({ requests: entries.length, bytes });
  });
  process.once("disconnect", () => void emulator.close());
  tell({ url: emulator.url, apiKey: emulator.apiKey });
}

/** Adds workspaces that differ from the declared settings in one field each. */
function fill(account: Account, count: number): void {
  for (let index = 0; index < count; index += 1) {
    const workgroup_id = `wg-${Math.floor(index / 50)}`;
    if (index % 50 === 0) account.addWorkgroup({ workgroup_id });
    account.addWorkspace(workgroup_id, {
      workspace_id: `ws-${index}`,
      name: `ws-${index}`,
      auto_stop_minutes: 60,
      enable_auto_start: true,
      maintenance_window_day_of_week: 0,
      maintenance_window_hour_of_day: 3,
    });
  }
}

if (require.main === module && process.send !== undefined)
  void serve(JSON.parse(process.argv[2] ?? "") as Made, process.send.bind(process));
