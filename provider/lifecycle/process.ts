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
  readonly priorStates = new PriorStates();
  readonly log = new RunLog();

  constructor(
    readonly clock: Clock = systemClock,
    /** Generates the owner of a created resource. */
    readonly newOwner: () => string = () => randomUUID().slice(0, 8),
    readonly version = ownVersion,
  ) {}

  /** Returns a warning about a state written by a later version, once per version. */
  warnOfLater(version: string): string | undefined {
    if (!isLater(version, this.version)) return undefined;
    const text = `graphplane: version ${version} wrote this state, and this version, ${this.version}, might not understand all of it. Update pulumi-graphplane`;
    return this.log.shouldLogOnce(text) ? text : undefined;
  }
}
