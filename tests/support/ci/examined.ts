import { type CiOptions, type Context, withContext } from "../../../cli/ci/context";
import type { Examined } from "../../../cli/ci/examine";
import type { Terminal } from "../../../cli/command";
import type { Review } from "../../../cli/review/model";
import { changed, reviewWith } from "../../unit/cli/review/samples";
import { RecordingClock } from "../recording-clock";
import { recordingTerminal } from "../terminal";
import type { CodeHost, HostPull } from "./code-host";
import { jobEnvironment } from "./job";

/** A preview that changes the given settings from 30 to 45 minutes. */
export function examinedOf(names: readonly string[], more: Partial<Review> = {}, others: Partial<Examined> = {}): Examined {
  const steps = names.map((name) => changed(name, { workspaceId: name, autoStopMinutes: 30 }, { autoStopMinutes: 45 }));
  const plans = names.map((name) => `PUT /workgroups/wg-1/workspaces/${name} {"auto_stop_minutes":45} was {"auto_stop_minutes":30}`);
  const review: Review = { ...reviewWith(steps, plans), refreshed: true, ...more };
  const approval = review.complete ? { version: 1 as const, key: "k", requests: [] } : undefined;
  return { review, approval, notes: [], isEmpty: names.length === 0, missingSecret: undefined, ...others };
}

export interface ShortJob {
  /** The directory of the project. */
  readonly folder: string;
  readonly pull?: HostPull | undefined;
  readonly commit?: string | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly stopped?: AbortSignal | undefined;
  readonly options?: CiOptions;
}

/** Runs a function in the context of a job, in this process. The pauses pass on the host's clock at once. */
export async function runInJob<T>(host: CodeHost, command: string, job: ShortJob, work: (context: Context) => Promise<T>) {
  const { folder, pull, commit, env, stopped, options } = job;
  const environment = { ...jobEnvironment(host, folder, { pull, commit }), ...env };
  const clock = new RecordingClock((pause) => host.tick(pause));
  const more: Partial<Terminal> = { environment, clock, now: () => new Date(host.time), ...(stopped && { stopped }) };
  const { terminal, printed } = recordingTerminal(more);
  const result = await withContext(command, { stack: "dev", cwd: folder, ...options }, [], terminal, work);
  return { result, ...printed() };
}
