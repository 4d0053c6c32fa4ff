import { randomUUID } from "node:crypto";
import { type Clock, systemClock } from "../../client";
import { version as ownVersion } from "../../client/http/version";
import { isLater } from "../values/versions";
import { ManagedObjects } from "./objects";
import { PriorStates } from "./replacements";
import { RunLog } from "./run-log";

/** State that all resources of one provider process share. */
export class ProviderProcess {
  /** Who declares and manages an object. */
  readonly objects = new ManagedObjects();
  /** What the state said before. */
  readonly priorStates = new PriorStates();
  /** What was logged. */
  readonly log = new RunLog();

  constructor(
    readonly clock: Clock = systemClock,
    /** A name for a resource that is made, unlike all others. */
    readonly newOwner: () => string = () => randomUUID().slice(0, 8),
    readonly version = ownVersion,
  ) {}

  /** The warning about a state that a later version wrote; undefined for any other state, and for the second one of a version. */
  warnOfLater(version: string): string | undefined {
    if (!isLater(version, this.version)) return undefined;
    const text = `graphplane: graphplane ${version} wrote this state, and this is ${this.version}, which may not understand all of it: update pulumi-graphplane`;
    return this.log.shouldLogOnce(text) ? text : undefined;
  }
}
