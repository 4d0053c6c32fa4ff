import type { z } from "zod";
import { type ConfigurationName, configurationName, listConfigurations, listInstalledAddons } from "./addons";
import { listUsers, userName, type UserRecord } from "./database-users";
import { type Endpoint, fillPath, type PathParameters } from "../http/endpoint";
import type { WorkgroupRecord } from "../wire/records";
import { getWorkgroup, listWorkgroups, type WorkgroupId, workgroupName } from "./workgroups";
import { type WorkspaceId, workspaceName } from "./workspaces";
import type { CallContext, Caller, ResponseTrace } from "../http/call";
import type { Clock } from "../http/clock";
import { type Freshness, ReadCache } from "../http/read-cache";

/** Reads that many resources share, and the writes that end what was read before. */

/** How fresh a shared record must be. */
export interface RecordFreshness {
  /** The workspace whose writes the record must show. */
  readonly workspaceID?: string;
  /** True if only a record that is not answered yet will do (a poll). */
  readonly now?: boolean;
}

export interface SharedReads {
  /** The Result of a GET, shared with other callers: requests are joined, answers kept for seconds, never across a change that `after` names. */
  shared<Path extends string, Body extends z.ZodType, Result extends z.ZodType>(
    row: Endpoint<Path, Body, Result>,
    parameters: PathParameters<Path>,
    freshness?: Freshness,
  ): Promise<z.infer<Result>>;
  /** A workgroup's record, as it was after the last write to a workspace. */
  sharedWorkgroup(id: WorkgroupId, freshness?: RecordFreshness): Promise<WorkgroupRecord>;
  /** All workgroups of the account (API 11: a service may not have it), whatever was written. */
  sharedWorkgroups(): Promise<readonly WorkgroupRecord[]>;
  /** The add-ons installed for the organization (endpoint 1), whatever was written. */
  sharedInstalledAddons(): Promise<unknown>;
  /** A name's configurations (endpoint 5). */
  sharedConfigurations(name: ConfigurationName, freshness?: { readonly now?: boolean }): Promise<unknown>;
  /** A workspace's users; `username` is the user whose writes they must show. */
  sharedUsers(id: WorkspaceId, freshness?: { readonly username?: string; readonly now?: boolean }): Promise<readonly UserRecord[] | null>;
}

/** A value that was read, and the answer that it came with. */
interface Traced {
  readonly value: unknown;
  readonly answer: ResponseTrace | undefined;
}

/** The recent reads of one client and of all clients bound to a context of it. */
export class SharedAnswers {
  readonly cache: ReadCache<Traced>;

  constructor(clock: Clock) {
    this.cache = new ReadCache(clock);
  }

  /** The same calls; nothing read before a write is taken for what is there after it. */
  watch(call: Caller): Caller {
    return (row, parameters, body) => {
      const send = () => call(row, parameters, body);
      return row.changes === undefined
        ? send()
        : this.cache.invalidateOnWrite(row.changes(parameters, body as NonNullable<typeof body>), send);
    };
  }
}

/** The shared reads of one context: the error of a shared read names the context's own purpose. */
export function sharedReads(
  { cache }: SharedAnswers,
  callWith: (own: CallContext) => Caller,
  context: CallContext,
  ownError: (error: unknown) => unknown,
): SharedReads {
  const shared: SharedReads["shared"] = async (row, parameters, freshness = {}) => {
    const trace = async (signal: AbortSignal) => {
      let answer: ResponseTrace | undefined;
      const value: unknown = await callWith({ signal, onResponse: (response) => (answer = response) })(row, parameters);
      return { value, answer };
    };
    try {
      // A shared read outlives the asker that began it, as long as another waits for it.
      const { value, answer } = await cache.get(fillPath(row.path, parameters), trace, freshness, context.signal);
      if (answer !== undefined) context.onResponse?.(answer);
      return value as z.infer<typeof row.result>;
    } catch (error) {
      // The signal is aborted, so this call sends nothing and fails with its own error.
      if (context.signal?.aborted === true) return callWith({})(row, parameters);
      throw ownError(error);
    }
  };
  return {
    shared,
    sharedWorkgroup: ({ workgroupID }, { workspaceID = "", now } = {}) =>
      shared(getWorkgroup, { workgroupID }, { after: [workspaceName({ workgroupID, workspaceID }), workgroupName(workgroupID)], now }),
    sharedWorkgroups: async () => (await shared(listWorkgroups, {})) ?? [],
    sharedInstalledAddons: () => shared(listInstalledAddons, {}),
    sharedConfigurations: (name, { now } = {}) =>
      // A write by identifier alone may be to any name.
      shared(listConfigurations, name, { after: [configurationName(name), configurationName(name, name.configName)], now }),
    sharedUsers: async (id, { username, now } = {}) => (await shared(listUsers, id, { after: [userName(id, username)], now })) ?? null,
  };
}
