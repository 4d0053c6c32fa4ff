import { type Client, type Clock, isServiceError, type ResponseTrace, SettingsError } from "../../client";
import { NotApprovedError } from "../../client/http/approval";
import { sentence } from "../../client/http/errors";
import { identifierRedactor, partOf, type SecretText, valueRedactor } from "../../client/http/redact";
import type { AccountSettings } from "../config";
import type { AnyResource, IsSecret, OperationContext } from "../definition";
import { errorMessage } from "../messages/error-text";
import { InputError, NotAppliedError, TimeLimitError } from "../errors";
import type { LoggedPlan } from "../messages/plan-entry";
import { type ShownRequest, blankSecrets, formatMessage, formatSent, type Message, oneLine } from "../messages/message";
import { readMetadata } from "../reconcile/state-metadata";
import type { Values } from "../values/json";
import type { ProviderProcess } from "./process";
import type { PlanLog } from "./plan-log-file";
import type { PlanEntryBuilder } from "./plan-entry-builder";
import { secretNames, secretTexts } from "./secrets";
import { argumentOf, formatObject } from "../values/names";
import { collectStrings } from "../values/secret-strings";
import { nothingSentText, serviceChange } from "./service-change";

/** The context of one operation: the inputs from its adapter, and the tools for the resource. */

export interface Operation {
  /** The client for the configured account; throws a {@link SettingsError}. */
  readonly connect: () => Client;
  /** The settings of the account; no line may contain their API key. */
  readonly settings: AccountSettings;
  readonly storedKeyHint?: string | undefined;
  readonly log: (line: string) => void;
  /** Takes records in place of sentences, if they are asked for. */
  readonly planLog?: PlanLog | undefined;
  /** The record of a call that plans or reads, if records are asked for. */
  readonly entryBuilder?: PlanEntryBuilder | undefined;
  /** Arguments that are secret in the program or the state, by name. */
  readonly secrets: readonly string[];
  /** The resource's identity in its stack; absent only for a state of an earlier version. */
  readonly urn?: string | undefined;
  /** The identity in the old inputs of a check, which differs for a resource that was renamed by an alias. */
  readonly formerUrn?: string | undefined;
  /** True if the engine imports resources by their id. */
  readonly imports?: boolean | undefined;
  /** Ends the operation's requests and waits. */
  readonly signal?: AbortSignal | undefined;
  /** The seconds that the engine gives the operation (the option `customTimeouts`); 0 or absent without a limit. */
  readonly timeoutSeconds?: number | undefined;
}

export interface Subject {
  /** The operation in errors, e.g. `update`; `plan` for a preview. */
  readonly verb: string;
  readonly args: Values;
  /** The arguments and the state that values come from: their secrets are kept out of every line. */
  readonly sources: readonly Values[];
  readonly onlyIdKnown?: boolean;
  /** The object in words, if its arguments do not name it. */
  readonly object?: string | undefined;
}

/** The part of a context that knows the other objects of the program. */
export type OtherObjects = Pick<OperationContext, "isManagedElsewhere" | "managerOf" | "assertOnlyKind" | "isDeletedBeforeReplace">;

/** The operation's context, with what only the lifecycle uses. */
export type ControllerContext = ReturnType<typeof createContext>;

export function createContext(
  definition: AnyResource,
  operation: Operation,
  process: ProviderProcess,
  subject: Subject,
  others: OtherObjects,
) {
  const { kind, displayTemplate, fields, usesDataPlane = false } = definition;
  const { verb, sources } = subject;
  const limit = limitOperation(process.clock, operation);
  const metadata = sources.map(readMetadata);
  const isSecret = secretNames(definition, operation.secrets);
  const redact = redactorFor(operation, sources, isSecret);
  const lastRequestId = new LastRequestId();
  const nameObject = () => subject.object ?? formatObject(displayTemplate, blankSecrets(subject.args, isSecret, "[redacted]"));
  const knownService = usesDataPlane ? undefined : metadata.map((one) => one.service).find(Boolean);
  const findChange = () => serviceChange(knownService, operation.connect);
  const clientFor = (hidden: readonly SecretText[] = []) => {
    const change = findChange();
    return operation.connect().withContext({
      purpose: { kind, operation: verb, object: nameObject(), nameOf: (field: string) => argumentOf(fields, field) },
      secrets: [...secretTexts(sources, isSecret), ...hidden],
      onResponse: lastRequestId.add,
      apiKeyHint: process.runsProgram() ? undefined : operation.storedKeyHint,
      readOnlyReason: change && nothingSentText(change),
      resource: operation.urn,
      args: verb === "delete" ? undefined : subject.args,
      signal: limit.signal,
    });
  };
  // Created on first use, so that operations without requests work without a key.
  let created: ReturnType<typeof createClients> | undefined;
  const createClients = () => {
    const own = clientFor();
    if (!usesDataPlane) operation.entryBuilder?.addControlPlane(own.address);
    return { own, fresh: own.withFreshReads() };
  };
  const clients = () => (created ??= createClients());
  const describeSettings = (error: SettingsError) => {
    const missing = error.problems.filter(({ name }) => operation.settings.find(name).value === undefined);
    operation.entryBuilder?.addSettings(missing.map(({ name }) => name));
    const [text, object] = [operation.settings.describe(error), redact(nameObject())];
    const first = process.firstReportedFor(text, object);
    return first === object ? text : `the settings are not usable, as for ${first}. The fix is given there.`;
  };
  const messageOf = (thrown: unknown) => {
    // The error of a request states itself what failed.
    const error = thrown instanceof NotAppliedError && isServiceError(thrown.cause) ? thrown.cause : thrown;
    if (isServiceError(error)) {
      const object = redact(error.object ?? "");
      const first = process.firstReportedFor(error.failure, object);
      return redact(first === object ? error.message : error.inShort(first));
    }
    const failed = `${kind}: ${verb} of ${nameObject()} failed: ${error instanceof SettingsError ? describeSettings(error) : errorMessage(error)}`;
    // The request was not sent: the RequestID of an earlier one says nothing about it.
    const isNotApproved =
      error instanceof NotApprovedError || (error instanceof NotAppliedError && error.cause instanceof NotApprovedError);
    return redact(isNotApproved ? failed : lastRequestId.appendTo(failed));
  };
  const seenBefore = metadata.some((one) => one.seen);
  let seen = seenBefore;
  const contextWith = (clientOf: () => Client) => ({
    get client() {
      return clientOf();
    },
    withFreshReads(): OperationContext {
      const fresh = created?.own.withFreshReads();
      return contextWith(() => fresh ?? clients().fresh);
    },
    redacting: (values: readonly unknown[]) => clientFor(values.flatMap(collectStrings).map(partOf)),
    clock: limit.clock,
    /** Ends the time limit, once the operation has ended. */
    end: limit.end,
    /** True if the program may use other accounts too, whose resources a refused key of this one must not block. */
    hasOtherAccounts: operation.settings.provider !== undefined,
    isSecret,
    seenBefore,
    markSeen: () => (seen = true),
    onlyIdKnown: subject.onlyIdKnown === true,
    isPreview: verb === "plan",
    deletions: process.deletions,
    declaredSoFar: (other: string) => (verb === "plan" ? process.declaredSoFar(other) : []),
    /** Returns true if a read has shown the object, in this operation or before. */
    wasSeen: () => seen,
    /** The address of the control plane; empty if it was not used. */
    service: () => (usesDataPlane ? "" : (created?.own.address ?? "")),
    /** Both addresses if the state is of another control plane than the configured one. */
    serviceChange: findChange,
    /** Blanks secret identifiers and the API key in our own sentences. */
    redact,
    messageOf,
    ...outputOf(operation, process, redact),
    ...others,
  });
  return contextWith(() => clients().own);
}

/** The lines and records of one operation, none of which contains a secret. */
function outputOf(operation: Operation, process: ProviderProcess, redact: (text: string) => string) {
  const { entryBuilder } = operation;
  const { previewedRequests } = process;
  const timesPreviewed = (line: string) => previewedRequests.get(line) ?? 0;
  const log = (line: string) => operation.log(oneLine(redact(line)));
  const emit = (line: Message) => {
    if (entryBuilder !== undefined) return entryBuilder.addMessage(line, redact);
    if (line.is === "request") previewedRequests.set(formatSent(line), timesPreviewed(formatSent(line)) + 1);
    log(formatMessage(line));
  };
  return {
    log,
    emit,
    /** Prints a line of a preview, unless it is a notice that another object has had. */
    emitOnce: (line: Message) => {
      // Every record is about its own object; people read a line once.
      if (entryBuilder !== undefined || process.shouldEmitOnce(line)) emit(line);
    },
    logSent: (request: ShownRequest, more = "") => {
      const line = formatSent(request);
      if (timesPreviewed(line) === 0 || more !== "") log(formatSent(request, more));
      previewedRequests.set(line, Math.max(0, timesPreviewed(line) - 1));
    },
    /** Records the plan; undefined unless records are asked for. */
    logPlan: entryBuilder && ((planned: LoggedPlan) => entryBuilder.addPlan(planned, redact)),
  };
}

/** Throws if the state belongs to another service than the configured one. */
export function assertSameService(context: Pick<ControllerContext, "serviceChange">): void {
  const moved = context.serviceChange();
  if (moved !== undefined) throw new InputError(nothingSentText(moved));
}

/** Remembers the RequestID for an error: of the last write, or of the last read if nothing was written. */
class LastRequestId {
  private last: ResponseTrace | undefined;

  readonly add = (response: ResponseTrace): void => {
    if (response.method !== "GET" || this.last === undefined || this.last.method === "GET") this.last = response;
  };

  appendTo(text: string): string {
    return this.last === undefined || text.includes("RequestID: ") ? text : `${sentence(text)} RequestID: ${this.last.requestId}`;
  }
}

/**
 * Blanks the values of secret arguments in our sentences, except a value that is also in plain text, such as the password of a user of that
 * name; and the API key, which may have been given where an identifier belongs.
 */
export function redactorFor(
  { settings }: Pick<Operation, "settings">,
  sources: readonly Values[],
  isSecret: IsSecret,
): (sentence: string) => string {
  const makeRedactor = () => {
    const entries = sources.flatMap((source) => Object.entries(source));
    const plain = entries.flatMap(([name, value]) => (isSecret(name) ? [] : [value]));
    const secrets = entries.flatMap(([name, value]) =>
      isSecret(name) && typeof value === "string" && !plain.includes(value) ? [value] : [],
    );
    const [redactValues, redactKey] = [valueRedactor(secrets), identifierRedactor([settings.values.apiKey ?? ""])];
    return (sentence: string) => redactKey(redactValues(sentence));
  };
  // Made for the first sentence: most operations print none.
  let redact: ReturnType<typeof makeRedactor> | undefined;
  return (sentence) => (redact ??= makeRedactor())(sentence);
}

/** The clock, its sleeps ended by the operation's signal and by its time limit, the signal that ends its requests, and the end of the limit. */
function limitOperation(clock: Clock, { signal, timeoutSeconds = 0 }: Operation) {
  const now = () => clock.now();
  if (timeoutSeconds <= 0)
    return { clock: { now, sleep: (milliseconds: number) => clock.sleep(milliseconds, signal) }, signal, end: () => undefined };
  const limit = timeoutSeconds * 1000;
  const deadline = clock.now() + limit;
  const ended = new TimeLimitError(
    `customTimeouts ended the operation after ${timeoutSeconds} s. Run the same command again to continue from here, or raise the limit`,
  );
  const sleep = async (milliseconds: number) => {
    await clock.sleep(Math.min(milliseconds, Math.max(deadline - clock.now(), 0)), signal);
    if (clock.now() >= deadline) throw ended;
  };
  const timeUp = new AbortController();
  const timer = setTimeout(() => timeUp.abort(ended), Math.min(limit, maxTimerMs)).unref();
  const either = AbortSignal.any([timeUp.signal, signal ?? timeUp.signal]);
  return { clock: { now, sleep }, signal: either, end: () => clearTimeout(timer) };
}

/** The longest time that a timer of Node can wait, in milliseconds. */
const maxTimerMs = 2 ** 31 - 1;
