import { Mutex, Semaphore } from "async-mutex";
import { type Checkpoint } from "./checkpoint";
import { Halted, messageOf } from "./errors";
import { type ResourceHost } from "./host";
import { type Project } from "./project";
import { type Report } from "./report";
import { type Snapshot } from "./snapshot";
import { type ResourceState } from "./state";
import { type Properties } from "./values";

/** The program, state and settings of an operation. */
export interface Setting {
  project: Project;
  stack: string;
  checkpoint: Checkpoint;
  config: Properties;
  parallel: number;
  env: NodeJS.ProcessEnv;
}

/** The hosts of resources. */
export interface Hosts {
  for(resource: Provided): Promise<ResourceHost>;
  /** Starts the hosts that a program will need. */
  startAhead?(): void;
}

/** The fields of a resource that name its provider. */
export type Provided = Pick<ResourceState, "type" | "provider">;

/** One phase of an operation. */
export class Deployment {
  /** Check and Diff run one at a time: the dynamic host uses a provider before it is configured. */
  private readonly serial = new Mutex();
  private readonly slots: Semaphore;
  private readonly underWay = new Set<Promise<unknown>>();
  private halt: () => void = () => undefined;
  stopping = false;
  /** Resolves when the deployment stops before its end. */
  readonly halted = new Promise<void>((resolve) => (this.halt = resolve));

  constructor(
    readonly project: Pick<Project, "name" | "root" | "plugins">,
    readonly stack: string,
    readonly preview: boolean,
    readonly config: Properties,
    parallel: number,
    readonly snapshot: Snapshot,
    readonly report: Report,
    readonly hosts: Hosts,
  ) {
    this.slots = new Semaphore(parallel);
  }

  /** The host for a resource. */
  host(resource: Provided): Promise<ResourceHost> {
    return this.hosts.for(resource);
  }

  /** Throws if the deployment has stopped. */
  proceed(): void {
    if (this.stopping) throw new Halted();
  }

  /** Lets running operations finish, and starts no others. */
  stop(): void {
    this.stopping = true;
    this.halt();
  }

  /** Reports a failure and stops; always throws. */
  fail(error: unknown, urn?: string): never {
    if (!(error instanceof Halted)) {
      this.report.fail(messageOf(error), urn);
      this.stop();
    }
    throw new Halted();
  }

  /** Runs work that must not overlap with other such work. */
  oneAtATime<T>(work: () => Promise<T>): Promise<T> {
    return this.run(this.serial, work);
  }

  /** Runs an operation on a resource when a slot is free. */
  operate<T>(work: () => Promise<T>): Promise<T> {
    return this.run(this.slots, work);
  }

  /** Resolves when no operation is running any more. */
  async idle(): Promise<void> {
    while (this.underWay.size > 0) await Promise.allSettled(this.underWay);
  }

  private run<T>(lock: Mutex | Semaphore, work: () => Promise<T>): Promise<T> {
    const running = lock.runExclusive(() => {
      this.proceed();
      return work();
    });
    this.underWay.add(running);
    const forget = () => this.underWay.delete(running);
    running.then(forget, forget);
    return running;
  }
}
