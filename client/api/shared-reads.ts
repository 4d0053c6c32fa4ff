import type { z } from "zod";
import type { WorkgroupId } from "./paths";
import { workgroups } from "./workgroups";
import { type BodySchema, type Endpoint, fillPath } from "../http/endpoint";
import type { WorkgroupRecord } from "../wire/records";
import type { CallContext, Caller, ResponseTrace } from "../http/call";
import type { ReadCache } from "../http/read-cache";

/** Reads that are shared by many resources, and the writes that invalidate them. */

/** The required freshness of a shared read. */
export interface Freshness {
  /** The parts of the Result, such as one user in a list, whose writes the response must include. @default all parts */
  readonly parts?: readonly string[];
  /** True to accept only responses that have not arrived yet, as when polling. */
  readonly skipCache?: boolean | undefined;
}

interface Traced {
  readonly value: unknown;
  readonly answer: ResponseTrace | undefined;
}

/** The recent reads of a client and all clients derived from it. */
export type SharedCache = ReadCache<Traced>;

export function invalidatingOnWrites(cache: SharedCache, call: Caller): Caller {
  return (endpoint, parameters, body) => {
    const names = endpoint.changes?.(parameters, body as NonNullable<typeof body>);
    const send = () => call(endpoint, parameters, body);
    return names === undefined ? send() : cache.invalidateOnWrite(names, send);
  };
}

/** Returns the shared reads of a context. Errors of shared reads contain the purpose of this context. */
export function sharedReads(
  cache: SharedCache,
  callWith: (own: CallContext) => Caller,
  context: CallContext,
  ownError: (error: unknown) => unknown,
) {
  /**
   * Returns the Result of a GET that is shared with other callers. Parallel requests are merged, and responses are cached for a few
   * seconds, but never across a write that affects them.
   */
  const shared = async <Body extends BodySchema, Result extends z.ZodType, Parameters extends object>(
    endpoint: Endpoint<Body, Result, Parameters>,
    parameters: Parameters,
    { parts = [], skipCache }: Freshness = {},
  ): Promise<z.infer<Result>> => {
    const trace = async (signal: AbortSignal) => {
      let answer: ResponseTrace | undefined;
      const value: unknown = await callWith({ signal, onResponse: (response) => (answer = response) })(endpoint, parameters);
      return { value, answer };
    };
    const after = (parts.length === 0 ? [undefined] : parts).flatMap((part) => endpoint.shows?.(parameters, part) ?? []);
    try {
      // If the first caller of a shared read gives up, the read continues as long as any other caller is waiting.
      const wanted = { after, skipCache, since: context.readsSince };
      const { value, answer } = await cache.get(fillPath(endpoint.path, parameters), trace, wanted, context.signal);
      if (answer !== undefined) context.onResponse?.(answer);
      return value as z.infer<Result>;
    } catch (error) {
      // The signal is already aborted, so this call fails with its own error without sending a request.
      if (context.signal?.aborted === true) return callWith({})(endpoint, parameters);
      throw ownError(error);
    }
  };
  return {
    shared,
    /** Reads a workgroup record, which lists the workgroup's workspaces. */
    sharedWorkgroup: (id: WorkgroupId, freshness?: Freshness): Promise<WorkgroupRecord> => shared(workgroups.get, id, freshness),
    /** Reads all workgroups of the account (API 11: might not exist). */
    sharedWorkgroups: async (): Promise<readonly WorkgroupRecord[]> => (await shared(workgroups.list, {})) ?? [],
  };
}
export type SharedReads = ReturnType<typeof sharedReads>;
