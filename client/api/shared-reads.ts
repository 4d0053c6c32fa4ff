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

/** The required freshness of a shared record. */
export interface RecordFreshness {
  /** The workspace whose writes the record must show. */
  readonly workspaceID?: string;
  /** True if only a record that is not answered yet will do (a poll). */
  readonly skipCache?: boolean;
}

/** A value that was read, and the response that it came with. */
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
    return (endpoint, parameters, body) => {
      const send = () => call(endpoint, parameters, body);
      return endpoint.changes === undefined
        ? send()
        : this.cache.invalidateOnWrite(endpoint.changes(parameters, body as NonNullable<typeof body>), send);
    };
  }
}

/** The shared reads of one context: the error of a shared read names the context's own purpose. */
export function sharedReads(
  { cache }: SharedAnswers,
  callWith: (own: CallContext) => Caller,
  context: CallContext,
  ownError: (error: unknown) => unknown,
) {
  /** The Result of a GET, shared with other callers: requests are joined, answers kept for seconds, never across a change that `after` names. */
  const shared = async <Path extends string, Body extends z.ZodType, Result extends z.ZodType>(
    endpoint: Endpoint<Path, Body, Result>,
    parameters: PathParameters<Path>,
    freshness: Freshness = {},
  ): Promise<z.infer<Result>> => {
    const trace = async (signal: AbortSignal) => {
      let answer: ResponseTrace | undefined;
      const value: unknown = await callWith({ signal, onResponse: (response) => (answer = response) })(endpoint, parameters);
      return { value, answer };
    };
    try {
      // A shared read outlives the asker that began it, as long as another waits for it.
      const { value, answer } = await cache.get(
        fillPath(endpoint.path, parameters),
        trace,
        { ...freshness, since: context.readsSince },
        context.signal,
      );
      if (answer !== undefined) context.onResponse?.(answer);
      return value as z.infer<Result>;
    } catch (error) {
      // The signal is aborted, so this call sends nothing and fails with its own error.
      if (context.signal?.aborted === true) return callWith({})(endpoint, parameters);
      throw ownError(error);
    }
  };
  return {
    shared,
    /** A workgroup's record, as it was after the last write to a workspace. */
    sharedWorkgroup: ({ workgroupID }: WorkgroupId, { workspaceID = "", skipCache }: RecordFreshness = {}): Promise<WorkgroupRecord> =>
      shared(
        getWorkgroup,
        { workgroupID },
        { after: [workspaceName({ workgroupID, workspaceID }), workgroupName(workgroupID)], skipCache },
      ),
    /** All workgroups of the account (API 11: a service may not have it), whatever was written. */
    sharedWorkgroups: async (): Promise<readonly WorkgroupRecord[]> => (await shared(listWorkgroups, {})) ?? [],
    /** The add-ons installed for the organization (endpoint 1), whatever was written. */
    sharedInstalledAddons: (): Promise<unknown> => shared(listInstalledAddons, {}),
    /** A name's configurations (endpoint 5). */
    sharedConfigurations: (name: ConfigurationName, { skipCache }: Pick<Freshness, "skipCache"> = {}): Promise<unknown> =>
      // A write by identifier alone may be to any name.
      shared(listConfigurations, name, { after: [configurationName(name), configurationName(name, name.configName)], skipCache }),
    /** A workspace's users; `username` is the user whose writes they must show. */
    sharedUsers: async (
      id: WorkspaceId,
      { username, skipCache }: Pick<Freshness, "skipCache"> & { readonly username?: string } = {},
    ): Promise<readonly UserRecord[] | null> => (await shared(listUsers, id, { after: [userName(id, username)], skipCache })) ?? null,
  };
}
export type SharedReads = ReturnType<typeof sharedReads>;
