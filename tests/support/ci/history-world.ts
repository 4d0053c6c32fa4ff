import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { apply } from "../../../cli/ci/apply";
import type { Context } from "../../../cli/ci/context";
import type { Engine } from "../../../cli/ci/examine";
import { preview } from "../../../cli/ci/preview";
import { type ReviewedChange, reviewedChanges } from "../../../cli/review/fingerprint";
import type { EngineEvent } from "../../../cli/review/inputs";
import { reviewOf } from "../../../cli/review/read";
import type { CodeHost, HostPull } from "./code-host";
import { runInJob } from "./examined";
import { changed, previewWith, type Step, urnOf, workspace } from "../../unit/cli/review/samples";

/** A stack of settings and users, the pull requests that change its program, and what each run sent: without an engine and without sockets. */

export type Values = Readonly<Record<string, number>>;

/** The runner of the job was killed: it reported nothing. */
class Killed extends Error {}

/** Something that an update did, in the words of the test: `w0 30 → 45`, `u1 created`. */
export interface Sent {
  readonly key: string;
  readonly commit: string;
}

export interface Fault {
  /** The number of changes that succeed before one fails. */
  readonly after: number;
  readonly kills: boolean;
}

export const isUser = (name: string) => name.startsWith("u");

export class World {
  /** The live value of each setting; of a user 1, or 0 if there is none. */
  live: Record<string, number> = { w0: 30, w1: 30, w2: 30, u0: 1, u1: 0 };
  /** The program of each commit of the main branch. */
  readonly programs = new Map<string, Values>();
  readonly edits = new Map<HostPull, Values>();
  readonly sent: Sent[] = [];
  fault: Fault | undefined;

  constructor(
    readonly host: CodeHost,
    protected readonly folder: string,
  ) {
    this.programs.set(this.head, { ...this.live });
    writeFileSync(join(folder, "Pulumi.yaml"), "name: movies\nruntime: nodejs\n");
  }

  get head(): string {
    return this.host.branches.get("main") ?? "";
  }

  programOf(commit: string): Values {
    return this.programs.get(commit) ?? {};
  }

  /** The differences of a program from the live values, by the words of the test. */
  differences(program: Values): Map<string, Step> {
    const differing = Object.entries(program).filter(([name, value]) => this.live[name] !== value);
    return new Map(differing.map(([name, value]) => [keyOf(name, this.live[name] ?? 0, value), stepOf(name, this.live[name] ?? 0, value)]));
  }

  /** Someone changes a value in the console. */
  edit(name: string, value: number): void {
    this.live[name] = value;
  }

  /** Previews a pull request as its job does: its changes on the newest base. */
  async preview(pull: HostPull): Promise<readonly string[]> {
    const program = { ...this.programOf(this.head), ...this.edits.get(pull) };
    await this.run("ci preview", { pull }, (context) => preview(context, { strict: false }, this.engineFor(program)));
    return [...this.differences(program).keys()];
  }

  /** Runs the apply job of a commit; undefined if it was killed. */
  async apply(commit: string, approvals: number): Promise<number | undefined> {
    const engine = this.engineFor(this.programOf(commit), commit);
    try {
      return (await this.run("ci apply", { commit }, (context) => apply(context, { approved: undefined, approvals }, engine))).exitCode;
    } catch (error) {
      if (error instanceof Killed) return undefined;
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.host.close();
  }

  private async run<T>(command: string, job: { pull?: HostPull; commit?: string }, work: (context: Context) => Promise<T>): Promise<T> {
    return (await runInJob(this.host, command, { folder: this.folder, ...job }, work)).result;
  }

  private engineFor(program: Values, commit = ""): Engine {
    const examine = async () => {
      const steps = [...this.differences(program).values()];
      const read = reviewOf(previewWith(steps, steps.flatMap(planOf)));
      const review = { ...read, refreshed: true };
      const isEmpty = steps.length === 0;
      return { review, approval: { version: 1 as const, key: "k", requests: [] }, notes: [], isEmpty, missingSecret: undefined };
    };
    const runUpdate = async () => {
      const events: EngineEvent[] = [];
      let done = 0;
      for (const [key, step] of this.differences(program)) {
        const metadata = { op: step.before === undefined ? "create" : step.after === undefined ? "delete" : "update", urn: urnOf(step) };
        if (this.fault?.after === done) {
          if (this.fault.kills) throw new Killed();
          return { code: 255, stdout: "", stderr: "", events: [...events, { resOpFailedEvent: { metadata } }] };
        }
        this.sent.push({ key, commit });
        this.live[step.name] = program[step.name] ?? 0;
        events.push({ resOutputsEvent: { metadata } });
        done++;
      }
      return { code: 0, stdout: "", stderr: "", events: [...events, { summaryEvent: { result: "succeeded" } }] };
    };
    return { examine, runUpdate };
  }
}

/** The digests of a preview in the form of the product, for the rule that it had before. */
export function digestsOf(steps: Iterable<Step>): string {
  const all = [...steps];
  const review = { ...reviewOf(previewWith(all, all.flatMap(planOf))), refreshed: true };
  return reviewedChanges(review)
    .flatMap(({ digests }: ReviewedChange) => digests)
    .toSorted()
    .join();
}

export function keyOf(name: string, from: number, to: number): string {
  return isUser(name) ? `${name} ${to === 1 ? "created" : "deleted"}` : `${name} ${from} → ${to}`;
}

const userArguments = (name: string) => ({ ...workspace, username: name, password: "[secret]", deletionPolicy: "delete" });

function stepOf(name: string, from: number, to: number): Step {
  if (!isUser(name)) return changed(name, { workspaceId: name, autoStopMinutes: from }, { autoStopMinutes: to });
  const state = userArguments(name);
  return { kind: "DatabaseUser", name, ...(to === 1 ? { after: state } : { before: state, outputs: { __made: true } }) };
}

/** The provider's plan in short; the engine asks for none of a deletion. */
function planOf({ name, before, after }: Step): string[] {
  if (after === undefined) return [];
  if (before === undefined) return [`POST /workgroups/wg-1/workspaces/ws-1/dbuser {"username":"${name}","password":"[secret]"}`];
  const minutes = [after, before].map((values) => JSON.stringify({ auto_stop_minutes: values["autoStopMinutes"] }));
  return [`PUT /workgroups/wg-1/workspaces/${name} ${minutes.join(" was ")}`];
}
