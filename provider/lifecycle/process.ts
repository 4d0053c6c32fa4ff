import { randomUUID } from "node:crypto";
import { type Clock, systemClock } from "../../client";
import { version as ownVersion } from "../../client/http/version";
import { isLater } from "../values/versions";
import { ManagedObjects } from "./objects";
import { PriorStates } from "./replacements";
import { RunLog } from "./run-log";

/** The state shared by all resources of a provider process. */
export class ProviderProcess {
  readonly objects = new ManagedObjects();
  /** The earlier states of resources. */
  readonly priorStates = new PriorStates();
  /** The messages already logged. */
  readonly log = new RunLog();

  constructor(
    readonly clock: Clock = systemClock,
    /** A unique owner name for a created resource. */
    readonly newOwner: () => string = () => randomUUID().slice(0, 8),
    readonly version = ownVersion,
  ) {}

  /** The warning about a state written by a later version, once per version; undefined for any other state. */
  warnOfLater(version: string): string | undefined {
    if (!isLater(version, this.version)) return undefined;
    const text = `graphplane: graphplane ${version} wrote this state, but this is ${this.version}, which might not understand all of it: update pulumi-graphplane`;
    return this.log.shouldLogOnce(text) ? text : undefined;
  }
}
