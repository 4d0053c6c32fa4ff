import { type Addons, addons, type ConfigurationName } from "./api/addons";
import { type DatabaseUsers, databaseUsers, type UserRecord } from "./api/database-users";
import type { WorkgroupRecord } from "./api/records";
import { type WorkgroupId, workgroups } from "./api/workgroups";
import type { WorkspaceId, Workspaces } from "./api/workspaces";
import type { CallContext, Caller, ResponseTrace } from "./call";
import type { Clock } from "./clock";
import { isServiceError } from "./errors";
import { type Freshness, ReadCache } from "./read-cache";

/** Reads that many resources share, and the writes that end what was read before. */

/** How fresh a shared record must be. */
export interface RecordFreshness {
  /** The workspace whose writes the record must show. */
  readonly workspaceID?: string;
  /** Whether only a record that is not answered yet will do (a poll). */
  readonly now?: boolean;
}

export interface SharedReads {
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
}

type Users = readonly UserRecord[] | null;

/** What was read, and the answer that it came with. */
interface Traced<Value> {
  readonly value: Value;
  readonly answer: ResponseTrace | undefined;
}

/** What one client and all that are bound to a context of it have read lately. */
export class ReadCaches {
  readonly workgroups: ReadCache<Traced<WorkgroupRecord>>;
  readonly configurations: ReadCache<Traced<unknown>>;
  readonly users: ReadCache<Traced<Users>>;
  readonly accounts: ReadCache<Traced<readonly WorkgroupRecord[]>>;
  readonly installed: ReadCache<Traced<unknown>>;

  constructor(clock: Clock) {
    this.workgroups = new ReadCache(clock);
    this.configurations = new ReadCache(clock);
    this.users = new ReadCache(clock);
    this.accounts = new ReadCache(clock);
    this.installed = new ReadCache(clock);
  }

  /** The same calls; nothing read before one of these writes is taken for what is there after it. */
  watchWorkspaces(calls: Workspaces): Workspaces {
    const write = <T>({ workgroupID, workspaceID }: WorkspaceId, send: () => Promise<T>) =>
      this.workgroups.invalidateOnWrite(keyOf(workgroupID, workspaceID), send);
    return {
      ...calls,
      update: (id, body) => write(id, () => calls.update(id, body)),
      delete: (id) => write(id, () => calls.delete(id)),
      refresh: (id) => write(id, () => calls.refresh(id)),
    };
  }

  /** The same calls; nothing read before one of these writes is taken for what is there after it. */
  watchAddons(calls: Addons): Addons {
    const write = <T>(addon: string, name: string | undefined, send: () => Promise<T>) =>
      this.configurations.invalidateOnWrite(name === undefined ? keyOf(addon) : keyOf(addon, name), send);
    return {
      ...calls,
      createConfiguration: (id, body) => write(id.installedAddonsID, body.config_name, () => calls.createConfiguration(id, body)),
      updateConfiguration: (id, body) => write(id.installedAddonsID, id.configName, () => calls.updateConfiguration(id, body)),
      deleteConfiguration: (id) => write(id.installedAddonsID, id.configName, () => calls.deleteConfiguration(id)),
    };
  }

  /** The same calls; nothing read before one of these writes is taken for what is there after it. */
  watchUsers(calls: DatabaseUsers): DatabaseUsers {
    const write = <T>({ workgroupID, workspaceID }: WorkspaceId, username: string | undefined, send: () => Promise<T>) =>
      this.users.invalidateOnWrite(keyOf(workgroupID, workspaceID, username ?? ""), send);
    return {
      ...calls,
      create: (id, body) => write(id, body.username, () => calls.create(id, body)),
      setPassword: (id, body) => write(id, body.username, () => calls.setPassword(id, body)),
      delete: (id, body) => write(id, body.username, () => calls.delete(id, body)),
    };
  }
}

/** The shared reads of one context: the error of a shared read names the context's own purpose. */
export function sharedReads(
  caches: ReadCaches,
  callWith: (own: CallContext) => Caller,
  context: CallContext,
  redact: (text: string) => string,
): SharedReads {
  const share = async <Value>(
    cache: ReadCache<Traced<Value>>,
    name: string,
    ask: (call: Caller) => Promise<Value>,
    freshness: Freshness = {},
  ): Promise<Value> => {
    const trace = async (signal: AbortSignal) => {
      let answer: ResponseTrace | undefined;
      const value = await ask(callWith({ signal, onResponse: (response) => (answer = response) }));
      return { value, answer };
    };
    try {
      // A shared read outlives the asker that began it, as long as another waits for it.
      const { value, answer } = await cache.get(name, trace, freshness, context.signal);
      if (answer !== undefined) context.onResponse?.(answer);
      return value;
    } catch (error) {
      // Given up before the answer: the own call says so, and sends nothing.
      if (context.signal?.aborted === true) return ask(callWith({}));
      throw isServiceError(error) && context.purpose !== undefined ? error.onBehalfOf(context.purpose, redact) : error;
    }
  };
  return {
    sharedWorkgroup: (id, { workspaceID = "", now } = {}) =>
      share(caches.workgroups, id.workgroupID, (call) => workgroups(call).get(id), { after: [keyOf(id.workgroupID, workspaceID)], now }),
    sharedWorkgroups: () => share(caches.accounts, "", (call) => workgroups(call).list()),
    sharedInstalledAddons: () => share(caches.installed, "", (call) => addons(call).list()),
    sharedConfigurations: (name, { now } = {}) => {
      const { installedAddonsID, configName } = name;
      // A write by identifier alone may be to any name.
      const after = [keyOf(installedAddonsID), keyOf(installedAddonsID, configName)];
      return share(caches.configurations, keyOf(installedAddonsID, configName), (call) => addons(call).configurations(name), {
        after,
        now,
      });
    },
    sharedUsers: (id, { username = "", now } = {}) => {
      const place = [id.workgroupID, id.workspaceID] as const;
      return share(caches.users, keyOf(...place), (call) => databaseUsers(call).list(id), { after: [keyOf(...place, username)], now });
    },
  };
}

function keyOf(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}
