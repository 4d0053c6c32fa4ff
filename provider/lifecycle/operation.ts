import { type Client, type Clock, isServiceError, type ResponseTrace, SettingsError } from "../../client";
import { NotApprovedError } from "../../client/http/approval";
import { sentence } from "../../client/http/errors";
import { partOf, type SecretText } from "../../client/http/redact";
import type { AccountSettings } from "../config";
import type { AnyResource, IsSecret, OperationContext } from "../definition";
import { errorMessage } from "../messages/error-text";
import { InputError, NotAppliedError } from "../errors";
import type { LoggedPlan } from "../messages/plan-entry";
import { type ShownRequest, blankSecrets, formatMessage, formatSent, type Message, oneLine } from "../messages/message";
import type { Values } from "../values/json";
import type { ProviderProcess } from "./process";
import type { Properties } from "./properties";
import type { PlanLog } from "./plan-log-file";
import type { PlanEntryBuilder } from "./plan-entry-builder";
import { redactorFor, secretNames, secretTexts } from "./secrets";
import { argumentOf, formatObject } from "../values/names";
import { collectStrings } from "../values/secret-strings";
import { nothingSentText, type ServiceChange, serviceChange } from "./service-change";
import { limitOperation } from "./time-limit";

/** The inputs of one operation, from its adapter. */
export interface Operation {
  /** The client for the configured account; throws a {@link SettingsError}. */
  readonly connect: () => Client;
  /** The account settings. Their API key must not appear in messages. */
  readonly settings: AccountSettings;
  readonly storedKeyHint?: string | undefined;
  readonly log: (line: string) => void;
  /** Receives plan entries instead of messages, if requested. */
  readonly planLog?: PlanLog | undefined;
  readonly entryBuilder?: PlanEntryBuilder | undefined;
  /** Arguments that are secret in the program or the state. */
  readonly secrets: readonly string[];
  /** Absent only in the state of an earlier version. */
  readonly urn?: string | undefined;
  /** The URN in the old inputs of a check, which differs from `urn` after a rename with an alias. */
  readonly formerUrn?: string | undefined;
  /** True if the engine can import resources. */
  readonly imports?: boolean | undefined;
  /** Ends the operation's requests and waits. */
  readonly signal?: AbortSignal | undefined;
  /** The limit from the `customTimeouts` option. 0 or undefined for no limit. */
  readonly timeoutSeconds?: number | undefined;
}

export interface Subject {
  /** The operation for errors, such as `update`. `plan` for a preview. */
  readonly verb: string;
  readonly args: Values;
  /** The arguments and states of the operation; their secrets are redacted in every message. */
  readonly sources: readonly Properties[];
  readonly onlyIdKnown?: boolean;
  /** The object for messages, if the arguments do not identify it. */
  readonly object?: string | undefined;
}

/** The context of one operation, for its resource and the controller. Its messages, plan entries, and errors contain no secrets. */
export class ControllerContext implements OperationContext {
  readonly clock: Clock;
  readonly isSecret: IsSecret;
  /** Redacts secret arguments and the API key in graphplane's own messages. */
  readonly redact: (text: string) => string;
  readonly seenBefore: boolean;
  readonly onlyIdKnown: boolean;
  readonly isPreview: boolean;
  readonly deletions: Set<string>;
  /** Undefined unless plan entries are requested. */
  readonly logPlan: ((planned: LoggedPlan) => void) | undefined;
  /** Stops the time limit. */
  readonly end: () => void;
  /** True if the program might use several accounts: one account's refused key must not block the resources of the others. */
  readonly hasOtherAccounts: boolean;
  private readonly signal: AbortSignal | undefined;
  private readonly lastRequestId = new LastRequestId();
  private connected: Client | undefined;
  private readonly owner: string;
  private seen: boolean;

  constructor(
    private readonly definition: AnyResource,
    private readonly operation: Operation,
    private readonly process: ProviderProcess,
    private readonly subject: Subject,
  ) {
    const { verb, sources, onlyIdKnown = false } = subject;
    const { entryBuilder } = operation;
    ({ clock: this.clock, signal: this.signal, end: this.end } = limitOperation(process.clock, operation));
    this.isSecret = secretNames(definition, operation.secrets);
    this.redact = redactorFor(operation.settings, sources, this.isSecret);
    this.seen = this.seenBefore = sources.some(({ metadata }) => metadata.seen);
    this.onlyIdKnown = onlyIdKnown;
    this.isPreview = verb === "plan";
    this.deletions = process.objects.deletions;
    this.hasOtherAccounts = operation.settings.provider !== undefined;
    this.owner = sources.map(({ metadata }) => metadata.owner).find(Boolean) ?? "";
    this.logPlan = entryBuilder && ((planned) => entryBuilder.addPlan(planned, this.redact));
  }

  /** Connects on first use, so that operations without requests work without a key. */
  get client(): Client {
    return (this.connected ??= this.connect());
  }

  readonly withFreshReads = (): OperationContext => {
    let fresh = this.connected?.withFreshReads();
    return Object.create(this, { client: { get: () => (fresh ??= this.client.withFreshReads()) } }) as OperationContext;
  };

  readonly redacting = (values: readonly unknown[]): Client => this.clientFor(values.flatMap(collectStrings).map(partOf));

  readonly markSeen = (): void => void (this.seen = true);

  /** Returns true if a read has found the object, in this operation or an earlier one. */
  readonly wasSeen = (): boolean => this.seen;

  readonly managerOf = (id: string) => this.process.objects.managerOf(this.definition, id, this.operation.urn, this.isPreview);
  readonly isManagedElsewhere = (id: string) => this.process.objects.isManagedElsewhere(this.definition, id, this.owner);
  readonly assertOnlyKind = (id: string) => this.process.objects.assertOnlyKind(this.definition, id);
  readonly isDeletedBeforeReplace = (id: string) => this.process.objects.isDeletedBeforeReplace(this.definition, id);
  readonly declaredSoFar = (kind: string): object[] => (this.isPreview ? this.process.objects.declaredSoFar(kind) : []);

  /** Returns the URL of the control plane; empty if the operation has not used it. */
  readonly service = (): string => (this.definition.usesDataPlane ? "" : (this.connected?.address ?? ""));

  /** Returns both URLs, if the state belongs to a different control plane than the configured one. */
  readonly serviceChange = (): ServiceChange | undefined => {
    const services = this.subject.sources.map(({ metadata }) => metadata.service);
    return serviceChange(this.definition.usesDataPlane ? undefined : services.find(Boolean), this.operation.connect);
  };

  readonly log = (line: string): void => this.operation.log(oneLine(this.redact(line)));

  readonly emit = (line: Message): void => {
    const { entryBuilder } = this.operation;
    if (entryBuilder !== undefined) return entryBuilder.addMessage(line, this.redact);
    if (line.is === "request") this.process.log.addPreviewed(line);
    this.log(formatMessage(line));
  };

  /** Prints a preview message, unless the same notice was printed for another object. */
  readonly emitOnce = (line: Message): void => {
    // Each plan entry is about its own object, whereas a single message is sufficient in a log.
    if (this.operation.entryBuilder !== undefined || this.process.log.shouldEmitOnce(line)) this.emit(line);
  };

  readonly logSent = (request: ShownRequest, more = ""): void => {
    if (!this.process.log.takePreviewed(request) || more !== "") this.log(formatSent(request, more));
  };

  /** Returns the message of a failure for users. */
  readonly messageOf = (thrown: unknown): string => {
    // A request error already states the operation that failed.
    const error = thrown instanceof NotAppliedError && isServiceError(thrown.cause) ? thrown.cause : thrown;
    if (isServiceError(error)) {
      const object = this.redact(error.object ?? "");
      const first = this.process.log.firstReportedFor(error.failure, object);
      return this.redact(first === object ? error.message : error.inShort(first));
    }
    const reason = error instanceof SettingsError ? this.describeSettings(error) : errorMessage(error);
    const failed = `${this.definition.kind}: ${this.subject.verb} of ${this.nameObject()} failed: ${reason}`;
    // This request was not sent, so that the RequestID of an earlier request would be misleading.
    const isNotApproved =
      error instanceof NotApprovedError || (error instanceof NotAppliedError && error.cause instanceof NotApprovedError);
    return this.redact(isNotApproved ? failed : this.lastRequestId.appendTo(failed));
  };

  private describeSettings(error: SettingsError): string {
    const { settings, entryBuilder } = this.operation;
    const missing = error.problems.filter(({ name }) => settings.find(name).value === undefined);
    entryBuilder?.addSettings(missing.map(({ name }) => name));
    const [text, object] = [settings.describe(error), this.redact(this.nameObject())];
    const first = this.process.log.firstReportedFor(text, object);
    return first === object ? text : `the settings are missing or invalid, as reported for ${first}. See that error for the fix.`;
  }

  private nameObject(): string {
    const { object, args } = this.subject;
    return object ?? formatObject(this.definition.displayTemplate, blankSecrets(args, this.isSecret, "[redacted]"));
  }

  private connect(): Client {
    const client = this.clientFor();
    if (!this.definition.usesDataPlane) this.operation.entryBuilder?.addControlPlane(client.address);
    return client;
  }

  private clientFor(hidden: readonly SecretText[] = []): Client {
    const { definition, operation, process, subject } = this;
    const { kind, fields } = definition;
    const change = this.serviceChange();
    return operation.connect().withContext({
      purpose: { kind, operation: subject.verb, object: this.nameObject(), nameOf: (field: string) => argumentOf(fields, field) },
      secrets: [...secretTexts(subject.sources, this.isSecret), ...hidden],
      onResponse: this.lastRequestId.add,
      apiKeyHint: process.objects.runsProgram ? undefined : operation.storedKeyHint,
      readOnlyReason: change && nothingSentText(change),
      resource: operation.urn,
      args: subject.verb === "delete" ? undefined : subject.args,
      signal: this.signal,
    });
  }
}

export function assertSameService(context: Pick<ControllerContext, "serviceChange">): void {
  const moved = context.serviceChange();
  if (moved !== undefined) throw new InputError(nothingSentText(moved));
}

/** Keeps a RequestID for errors: that of the last write or, if there was no write, that of the last read. */
class LastRequestId {
  private last: ResponseTrace | undefined;

  readonly add = (response: ResponseTrace): void => {
    if (response.method !== "GET" || this.last === undefined || this.last.method === "GET") this.last = response;
  };

  appendTo(text: string): string {
    return this.last === undefined || text.includes("RequestID: ") ? text : `${sentence(text)} RequestID: ${this.last.requestId}`;
  }
}
