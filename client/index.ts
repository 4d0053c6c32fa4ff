import { bindCalls, type Calls, endpointsByKind } from "./api/calls";
import { dataPlane } from "./api/data-plane";
import { queries, type Queries } from "./api/queries";
import { invalidatingOnWrites, type SharedCache, type SharedReads, sharedReads } from "./api/shared-reads";
import { Tokens } from "./api/tokens";
import { type Approval, approvalFrom } from "./http/approval";
import { type CallContext, controlPlane, mergeContexts } from "./http/call";
import { systemClock } from "./http/clock";
import { endpoint } from "./http/endpoint";
import { isServiceError, type Purpose } from "./http/errors";
import { ReadCache } from "./http/read-cache";
import { identifierRedactor, redactor, secretSearch } from "./http/redact";
import { type ClientSettings, resolveSettings } from "./http/settings";
import { Transport, type TransportOptions } from "./http/transport";

export * from "./api/addons";
export * from "./api/allow-lists";
export * from "./api/backups";
export * from "./api/database-users";
export {
  findWorkgroup,
  findWorkgroupRecord,
  findWorkspace,
  type Found,
  isDeleted,
  type Listed,
  namesOf,
  shownWorkspaces,
} from "./api/find";
export { dataPlaneOrigin, hostOf, hostProblem } from "./api/host";
export type { WorkgroupId, WorkspaceId } from "./api/paths";
export type { Queries, QueryResponse, QueryId } from "./api/queries";
export * from "./api/schedules";
export type { Credential, SecretExchange, TokenResponse } from "./api/tokens";
export * from "./api/workgroups";
export * from "./api/workspaces";
export type { CallContext, ResponseTrace } from "./http/call";
export { type Clock, systemClock } from "./http/clock";
export {
  type Classification,
  classify,
  isAccessDenied,
  isCredentialRefused,
  isDefiniteRefusal,
  isNoSuchCall,
  isNotFound,
  mayHaveBeenProcessed,
  mayMeanMissing,
  shouldVerify,
} from "./http/error-classification";
export {
  type ErrorDetail,
  type ErrorType,
  errorTypes,
  type Failure,
  InputError,
  isServiceError,
  NotUnderstoodError,
  type Outcome,
  type Purpose,
  ServiceError,
  TimeLimitError,
} from "./http/errors";
export type { SecretText } from "./http/redact";
export { type ClientSettings, plainAddress, type SettingProblem, SettingsError } from "./http/settings";
export * from "./wire/addon-results";
export { isObject } from "./wire/json";
export { type AddonEntry, type DatabaseRecord, malformedFields, type WorkgroupRecord, type WorkspaceRecord } from "./wire/records";
export type { ParsedList } from "./wire/results";

/** Dependencies of a client. Each has a default. */
export interface ClientEnvironment extends Partial<Omit<TransportOptions, "settings">> {
  /** The approved requests. All other requests except GET are refused. @default the approval in `GRAPHPLANE_APPROVAL`, if set */
  readonly approval?: Approval | undefined;
  /** The name of the account in approvals. @default none */
  readonly account?: string | undefined;
}

/** A typed client of the service, with wire names. Every call rejects with a {@link ServiceError} or an {@link InputError}. */
export interface Client extends Calls, SharedReads {
  /** The control plane's normalized URL. Identifiers are valid only at this URL. */
  readonly address: string;
  readonly queries: Queries;
  /** The endpoints of the calls, for modules that must not load the client. */
  readonly endpoints: typeof endpointsByKind;
  /** Sends a GET and returns its Result without validation. `path` is relative to the prefix (API 9), and can contain `{name}` parameters. */
  inspect(path: string, parameters?: Readonly<Record<string, string>>): Promise<unknown>;
  /** Makes external text safe for a message: it is truncated, on one line, and without the API key, the context's secrets, and exchanged tokens. */
  readonly redact: (text: string) => string;
  /** Returns true if the text contains the API key or a secret of the context, in any form that `redact` recognizes. */
  repeatsSecret(text: string): boolean;
  /** Removes the API key from graphplane's own message, in case it was passed instead of an identifier. */
  withoutKey(sentence: string): string;
  /** Returns the same client with an additional context. Both clients share connections and cached reads. */
  withContext(context: CallContext): Client;
  /** Returns the same client, except that its reads ignore responses cached before this call. */
  withFreshReads(): Client;
}

/** Creates a client, without sending a request. Throws a `SettingsError` that lists all missing and malformed settings. */
export function createClient(settings: Partial<ClientSettings>, environment: ClientEnvironment = {}): Client {
  const resolved = resolveSettings(settings);
  const { clock = systemClock, random = Math.random, debug = debugFromEnvironment(), maxResponseSize } = environment;
  const transport = new Transport({ settings: resolved, clock, random, debug, maxResponseSize });
  const approval = environment.approval ?? approvalFrom(process.env);
  const approved = approval && { approval, account: environment.account };
  const reads: SharedCache = new ReadCache(clock);
  const tokens = new Tokens(clock);

  const withoutKey = identifierRedactor([resolved.apiKey]);

  const bind = (given: CallContext): Client => {
    const secrets = [resolved.apiKey, ...(given.secrets ?? [])];
    const redact = redactor(secrets);
    const context = { ...given, purpose: given.purpose && withoutKeyIn(given.purpose, withoutKey) };
    /** Converts the error of a shared request to an error of this context. */
    const ownError = (error: unknown) => (isServiceError(error) ? error.onBehalfOf(context.purpose, redact) : error);
    const callWith = (own: CallContext) => invalidatingOnWrites(reads, controlPlane(transport, resolved, { ...context, ...own }, approved));
    const call = callWith({});
    return Object.assign(bindCalls(call), {
      address: resolved.baseUrl,
      endpoints: endpointsByKind,
      ...sharedReads(reads, callWith, context, ownError),
      queries: queries(dataPlane(transport, resolved.apiKey, context, approved), tokens, ownError),
      inspect: (path: string, parameters = {}) => call(endpoint("GET", path, "Read any path."), parameters),
      redact: (text: string) => tokens.redact(redact(text)),
      repeatsSecret: secretSearch(secrets),
      withoutKey,
      withContext: (inner: CallContext) => bind(mergeContexts(given, inner)),
      withFreshReads: () => bind({ ...given, readsSince: reads.now() }),
    });
  };
  return bind({});
}

/** Removes the API key from the name of the object, in case it was passed instead of an id. */
function withoutKeyIn(purpose: Purpose, withoutKey: (sentence: string) => string): Purpose {
  return purpose.object === undefined ? purpose : { ...purpose, object: withoutKey(purpose.object) };
}

function debugFromEnvironment(): ((line: string) => void) | undefined {
  return process.env["GRAPHPLANE_LOG"] === "debug" ? (line) => process.stderr.write(`${line}\n`) : undefined;
}
