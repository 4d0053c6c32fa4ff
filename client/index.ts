import { type Addons, addons, type ConfigurationId, type ConfigurationName } from "./api/addons";
import { type DatabaseUsers, databaseUsers, type UserRecord } from "./api/database-users";
import { type Backups, backups } from "./api/backups";
import { type Databases, databases } from "./api/databases";
import { type Queries, queries } from "./api/queries";
import { type Schedules, schedules } from "./api/schedules";
import { type WorkgroupId, type Workgroups, workgroups } from "./api/workgroups";
import { type WorkspaceId, type Workspaces, workspaces } from "./api/workspaces";
import type { WorkgroupRecord } from "./api/records";
import { type CallContext, type Caller, controlPlane, type ResponseTrace } from "./call";
import { type Clock, systemClock } from "./clock";
import { mergeContexts } from "./context";
import { dataPlane } from "./data-plane";
import { identifierRedactor, redactor } from "./redact";
import { ReadCache, type Freshness } from "./read-cache";
import { isServiceError, type Purpose } from "./errors";
import { type ClientSettings, resolveSettings } from "./settings";
import { Tokens } from "./tokens";
import { Transport } from "./transport";

export {
  type Addons,
  type Configuration,
  type ConfigurationBody,
  type ConfigurationId,
  type ConfigurationName,
  type ConfigurationValue,
  filterByName,
  type InstalledAddon,
  type InstalledAddonId,
  parseConfigurations,
  type ParsedList,
  parseInstalledAddons,
} from "./api/addons";
export type { DatabaseUsers, DeletedUser, UserBody, UserRecord } from "./api/database-users";
export type { BackupRecord, Backups, RestoreJobId, RestoreJobRecord } from "./api/backups";
export type { DatabaseId, Databases } from "./api/databases";
export type { Queries, QueryAnswer, QueryId, SecretExchange, TokenAnswer } from "./api/queries";
export type { ScheduleRecord, Schedules } from "./api/schedules";
export type { WorkgroupId, Workgroups } from "./api/workgroups";
export type { WorkspaceId, Workspaces, WorkspaceUpdate } from "./api/workspaces";
export { type AddonEntry, type DatabaseRecord, oddFields, type WorkgroupRecord, type WorkspaceRecord } from "./api/records";
export type { CallContext, ResponseTrace } from "./call";
export { type Clock, systemClock } from "./clock";
export {
  type ErrorDetail,
  type ErrorType,
  type Failure,
  InputError,
  isServiceError,
  type Outcome,
  type Purpose,
  ServiceError,
  type Try,
} from "./errors";
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
  type Meaning,
  shouldVerify,
} from "./error-classification";
export { findWorkgroup, findWorkspace, type Found, isDeleted, withWorkspaceList, type Listed, namesOf, otherWorkgroups } from "./find";
export { dataPlaneOrigin, hostOf, hostProblem } from "./host";
export type { SecretText } from "./redact";
export { type ClientSettings, plainAddress, type SettingProblem, SettingsError } from "./settings";
export type { Credential } from "./tokens";

/** What a client takes from outside, all with a default. */
export interface ClientEnvironment {
  /** @default the machine's clock */
  readonly clock?: Clock;
  /** A number from 0 up to 1, for the jitter of pauses. @default Math.random */
  readonly random?: () => number;
  /** Gets a line for each attempt. @default stderr when `GRAPHPLANE_LOG=debug`, else nothing */
  readonly debug?: (line: string) => void;
  /** The longest answer that is read, in bytes; a longer one is refused. @default 64 MiB */
  readonly largestAnswer?: number;
}

/** How fresh a shared record must be. */
export interface RecordFreshness {
  /** The workspace whose writes the record must show. */
  readonly workspaceID?: string;
  /** Whether only a record that is not answered yet will do (a poll). */
  readonly now?: boolean;
}

/** The typed client of the service, in wire names. Every call rejects with a {@link ServiceError} or an {@link InputError}. */
export interface Client {
  /** The control plane's address, in its plain form: identifiers are those of this service. */
  readonly address: string;
  readonly addons: Addons;
  readonly databaseUsers: DatabaseUsers;
  readonly backups: Backups;
  readonly databases: Databases;
  readonly queries: Queries;
  readonly schedules: Schedules;
  readonly workgroups: Workgroups;
  readonly workspaces: Workspaces;
  /** A workgroup's record that may be shared with other askers: requests are joined, answers kept for seconds, never across a write. */
  sharedWorkgroup(id: WorkgroupId, freshness?: RecordFreshness): Promise<WorkgroupRecord>;
  /** All workgroups of the account (API 11: a service may not have it), shared by the same rule, whatever was written. */
  sharedWorkgroups(): Promise<readonly WorkgroupRecord[]>;
  /** The add-ons installed for the organization (endpoint 1), shared by the same rule, whatever was written. */
  sharedInstalledAddons(): Promise<unknown>;
  /** A name's configurations (endpoint 5), shared by the same rule. */
  sharedConfigurations(name: ConfigurationName, freshness?: { readonly now?: boolean }): Promise<unknown>;
  /** A workspace's users, shared by the same rule; `username` is the user whose writes they must show. */
  sharedUsers(id: WorkspaceId, freshness?: { readonly username?: string; readonly now?: boolean }): Promise<readonly UserRecord[] | null>;
  /** A text from outside without the API key and the context's secrets, in any spelling and however short. */
  redact(text: string): string;
  /** A sentence of one's own without the API key, which may have been given where an identifier belongs. */
  withoutKey(sentence: string): string;
  /** The same client, connections and shared records, speaking on the given behalf too: what this one was told stays in force. */
  withContext(context: CallContext): Client;
}

/** Makes a client; throws a `SettingsError` that names every setting that is missing or malformed. No request is sent. */
export function createClient(settings: Partial<ClientSettings>, environment: ClientEnvironment = {}): Client {
  const resolved = resolveSettings(settings);
  const { clock = systemClock, random = Math.random, debug = debugFromEnvironment(), largestAnswer } = environment;
  const transport = new Transport({ settings: resolved, clock, random, debug, largestAnswer });
  const shared = {
    workgroups: new ReadCache<Traced<WorkgroupRecord>>(clock),
    configurations: new ReadCache<Traced<unknown>>(clock),
    users: new ReadCache<Traced<Users>>(clock),
    accounts: new ReadCache<Traced<readonly WorkgroupRecord[]>>(clock),
    installed: new ReadCache<Traced<unknown>>(clock),
  };

  const tokens = new Tokens(clock);

  const withoutKey = identifierRedactor([resolved.apiKey]);

  const bind = (given: CallContext): Client => {
    const redact = redactor([resolved.apiKey, ...(given.secrets ?? [])]);
    const context = { ...given, purpose: given.purpose && withoutKeyIn(given.purpose, withoutKey) };
    const callWith = (own: CallContext) => controlPlane(transport, resolved, { ...context, ...own });
    const call = callWith({});
    const share = async <Value>(
      records: ReadCache<Traced<Value>>,
      name: string,
      ask: (call: Caller) => Promise<Value>,
      wanted: Freshness,
    ) => {
      const traced = async (signal: AbortSignal) => {
        let answer: ResponseTrace | undefined;
        const value = await ask(callWith({ signal, onResponse: (response) => (answer = response) }));
        return { value, answer };
      };
      try {
        // A shared read outlives the asker that began it, as long as another waits for it.
        const { value, answer } = await records.get(name, traced, wanted, context.signal);
        if (answer !== undefined) context.onResponse?.(answer);
        return value;
      } catch (error) {
        // Given up before the answer: the own call says so, and sends nothing.
        if (context.signal?.aborted === true) return ask(call);
        throw isServiceError(error) && context.purpose !== undefined ? error.onBehalfOf(context.purpose, redact) : error;
      }
    };
    return {
      address: resolved.baseUrl,
      addons: rememberedAddons(addons(call), shared.configurations),
      databaseUsers: rememberedUsers(databaseUsers(call), shared.users),
      backups: backups(call),
      databases: databases(call),
      queries: queries(dataPlane(transport, resolved.apiKey, context), tokens),
      schedules: schedules(call),
      workgroups: workgroups(call),
      workspaces: rememberedWorkspaces(workspaces(call), shared.workgroups),
      sharedWorkgroup: (id, { workspaceID = "", now } = {}) =>
        share(shared.workgroups, id.workgroupID, (own) => workgroups(own).get(id), { after: [key(id.workgroupID, workspaceID)], now }),
      sharedWorkgroups: () => share(shared.accounts, "", (own) => workgroups(own).list(), {}),
      sharedInstalledAddons: () => share(shared.installed, "", (own) => addons(own).list(), {}),
      sharedConfigurations: (name, { now } = {}) => {
        const { installedAddonsID, configName } = name;
        // A write by identifier alone may be to any name.
        const after = [key(installedAddonsID), key(installedAddonsID, configName)];
        const ask = (own: Caller) => addons(own).configurations(name);
        return share(shared.configurations, key(installedAddonsID, configName), ask, { after, now });
      },
      sharedUsers: (id, { username = "", now } = {}) => {
        const { workgroupID, workspaceID } = id;
        const ask = (own: Caller) => databaseUsers(own).list(id);
        return share(shared.users, key(workgroupID, workspaceID), ask, { after: [key(workgroupID, workspaceID, username)], now });
      },
      redact,
      withoutKey,
      withContext: (inner) => bind(mergeContexts(given, inner)),
    };
  };
  return bind({});
}

/** A key that was pasted where an id belongs is not told by the object's name either. */
function withoutKeyIn(purpose: Purpose, withoutKey: (sentence: string) => string): Purpose {
  return purpose.object === undefined ? purpose : { ...purpose, object: withoutKey(purpose.object) };
}

type Users = readonly UserRecord[] | null;

/** What was read, and the answer that it came with. */
interface Traced<Value> {
  readonly value: Value;
  readonly answer: ResponseTrace | undefined;
}

function key(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}

// The same calls, each write noted, so that nothing from before it is taken for what is there after it.

function rememberedWorkspaces(calls: Workspaces, records: ReadCache<Traced<WorkgroupRecord>>): Workspaces {
  const writing = <T>({ workgroupID, workspaceID }: WorkspaceId, write: () => Promise<T>) =>
    records.invalidateOnWrite(key(workgroupID, workspaceID), write);
  return {
    ...calls,
    update: (id, body) => writing(id, () => calls.update(id, body)),
    delete: (id) => writing(id, () => calls.delete(id)),
    refresh: (id) => writing(id, () => calls.refresh(id)),
  };
}

function rememberedAddons(calls: Addons, records: ReadCache<Traced<unknown>>): Addons {
  const writing = <T>({ installedAddonsID, configName }: ConfigurationId, write: () => Promise<T>) =>
    records.invalidateOnWrite(configName === undefined ? key(installedAddonsID) : key(installedAddonsID, configName), write);
  return {
    ...calls,
    createConfiguration: (id, body) =>
      records.invalidateOnWrite(key(id.installedAddonsID, body.config_name), () => calls.createConfiguration(id, body)),
    updateConfiguration: (id, body) => writing(id, () => calls.updateConfiguration(id, body)),
    deleteConfiguration: (id) => writing(id, () => calls.deleteConfiguration(id)),
  };
}

function rememberedUsers(calls: DatabaseUsers, records: ReadCache<Traced<Users>>): DatabaseUsers {
  const writing = <T>({ workgroupID, workspaceID }: WorkspaceId, username: string | undefined, write: () => Promise<T>) =>
    records.invalidateOnWrite(key(workgroupID, workspaceID, username ?? ""), write);
  return {
    ...calls,
    create: (id, body) => writing(id, body.username, () => calls.create(id, body)),
    setPassword: (id, body) => writing(id, body.username, () => calls.setPassword(id, body)),
    delete: (id, body) => writing(id, body.username, () => calls.delete(id, body)),
  };
}

function debugFromEnvironment(): ((line: string) => void) | undefined {
  return process.env["GRAPHPLANE_LOG"] === "debug" ? (line) => process.stderr.write(`${line}\n`) : undefined;
}
