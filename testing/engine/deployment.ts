import { Mutex, Semaphore } from "async-mutex";
import { messageOf } from "./errors";
import { type Project } from "./project";
import { type Report } from "./report";
import { type ResourceHost } from "./resource-host";
import { type Snapshot } from "./snapshot";
import { type Properties } from "./values";

/** Thrown where work ends because the deployment has stopped; its reason has been reported already. */
export class Halted extends Error {
  override readonly name = "Halted";
  constructor() {
    super("The deployment has stopped.");
  }
}

/** Gives out hosts: one for each configuration. */
export interface Hosts {
  for(config: Properties): Promise<ResourceHost>;
}

/** What all parts of one phase of an operation share. */
export class Deployment {
  /** Check and Diff run one at a time: the host takes a provider into use before it is configured. */
  private readonly serial = new Mutex();
  private readonly slots: Semaphore;
  private readonly underWay = new Set<Promise<unknown>>();
  private halt: () => void = () => undefined;
  private isHalted = false;
  /** Resolves when the deployment stops before its end. */
  readonly halted = new Promise<void>((resolve) => (this.halt = resolve));

  constructor(
    readonly project: Pick<Project, "name" | "root">,
    readonly stack: string,
    readonly preview: boolean,
    /** What the host is configured with; a destroy takes what stands in the state. */
    public config: Properties,
    readonly parallel: number,
    readonly snapshot: Snapshot,
    readonly report: Report,
    readonly hosts: Hosts,
  ) {
    this.slots = new Semaphore(parallel);
  }

  /** The host with the stack's present configuration. */
  host(): Promise<ResourceHost> {
    return this.hosts.for(this.config);
  }

  get stopping(): boolean {
    return this.isHalted;
  }

  /** Throws if the deployment has stopped. */
  proceed(): void {
    if (this.isHalted) throw new Halted();
  }

  /** Begins nothing more; what is under way is finished. */
  stop(): void {
    this.isHalted = true;
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
    return this.track(
      this.serial.runExclusive(() => {
        this.proceed();
        return work();
      }),
    );
  }

  /** Runs an operation on a resource when a slot is free. */
  operate<T>(work: () => Promise<T>): Promise<T> {
    return this.track(
      this.slots.runExclusive(() => {
        this.proceed();
        return work();
      }),
    );
  }

  /** Resolves when nothing is under way any more. */
  async idle(): Promise<void> {
    while (this.underWay.size > 0) await Promise.allSettled(this.underWay);
  }

  private track<T>(work: Promise<T>): Promise<T> {
    this.underWay.add(work);
    const forget = () => this.underWay.delete(work);
    work.then(forget, forget);
    return work;
  }
}
