import { randomUUID } from "node:crypto";
import { type Clock, type Failure, systemClock } from "../../client";
import type { Message } from "../messages/message";
import { version as ownVersion } from "../../client/http/version";
import { isLater } from "../values/versions";
import type { OtherManager } from "../definition";
import type { Values } from "../values/json";
import type { CheckFailure } from "../values/validation";

/** A resource of the program that manages an object; `isChanging` until the update that the program asks for is done. */
export interface Manager extends OtherManager {
  readonly kind: string;
  readonly urn: string | undefined;
}

/** A resource of the state that this process has seen. */
interface PriorState {
  readonly old: Values;
  /** True if its changes need another object. */
  readonly requiresReplacement: boolean;
  readonly created: boolean;
  readonly isProtected: boolean;
}

/** State that all resources of one provider process share. */
export class ProviderProcess {
  /** The resources of the program that manage an object, by its key and by their owners: this process made it, or compared it. */
  readonly managers = new Map<string, Map<string, Manager>>();
  /** The kinds of the first new resources that declare an object by its id. */
  readonly declaredKinds = new Map<string, string>();
  /**
   * The resources of the state that this process has seen, by URN: in a check with old inputs, a comparison, or a read that found the object.
   * The engine checks a replacement as a new resource, whoever chose it; only that tells the two apart.
   */
  readonly priorStates = new Map<string, PriorState>();
  /** The objects that replacements take over. A state may have an earlier URN than its resource, so the object alone counts. */
  readonly keptByReplacement = new Set<string>();
  /** Names of objects of which a deletion was sent. */
  readonly deletions = new Set<string>();
  /** How often the lines of requests were announced and not sent yet: two resources may send the same request. */
  readonly previewedRequests = new Map<string, number>();
  /** Results of announcements by resource: an engine may diff one resource several times in a phase. */
  readonly previews = new Map<string, Promise<CheckFailure[]>>();
  /** The resource that declares an object, by its URN. */
  readonly declarations = new Map<string, string>();
  /** Declarations, as check received them, by the same key for equal ones of a kind; `differs` for one that differs from the state. */
  readonly declared = new Map<string, { readonly kind: string; readonly args: object; readonly differs: boolean }>();
  /** The objects of which this process has sent a creation, and when; Infinity while the creation is waited for. */
  readonly creations = new Map<string, number>();
  /** The URNs of the resources that this process has read by their ids alone: what such a state holds was never declared. */
  readonly imported = new Set<string>();
  /** The objects that their own replacements delete first. */
  readonly deletedBeforeReplace = new Set<string>();

  /** Reported failures and texts, each with the object that it was reported for first. */
  private readonly reported = new Map<Failure | string, string>();
  private readonly logged = new Set<string>();

  constructor(
    readonly clock: Clock = systemClock,
    /** A name for a resource that is made, unlike all others. */
    readonly newOwner: () => string = () => randomUUID().slice(0, 8),
    readonly version = ownVersion,
  ) {}

  shouldLogOnce(text: string): boolean {
    return !this.logged.has(text) && this.logged.add(text).has(text);
  }

  /** The warning about a state that a later version wrote; undefined for any other state, and for the second one of a version. */
  warnOfLater(version: string): string | undefined {
    if (!isLater(version, this.version)) return undefined;
    const text = `graphplane: graphplane ${version} wrote this state, and this is ${this.version}, which may not understand all of it: update pulumi-graphplane`;
    return this.shouldLogOnce(text) ? text : undefined;
  }

  /** The object that a failure or a text was reported for first: several may share a read that failed, and one message in full is enough. */
  firstReportedFor(what: Failure | string, object: string): string {
    const first = this.reported.get(what) ?? object;
    this.reported.set(what, first);
    return first;
  }

  /** Returns false for a line whose notice was printed about another object. */
  shouldEmitOnce(line: Message): boolean {
    return line.is !== "notice" || this.firstReportedFor(line.text, line.object) === line.object;
  }

  /** Returns true if a program runs: without one, the engine takes the configuration from the state. */
  readonly runsProgram = (): boolean => this.declared.size > 0;

  /** The arguments of the resources of a kind that the program has declared so far, if the state differs from them. */
  declaredSoFar(kind: string): object[] {
    return [...this.declared.values()].flatMap((one) => (one.kind === kind && one.differs ? [one.args] : []));
  }
}
