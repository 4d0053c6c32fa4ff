import {
  allowedRangeName,
  type Client,
  getCaller,
  isNoSuchCall,
  isNotFound,
  type RequestOrigin,
  type ServiceError,
  type WorkgroupId,
} from "../client";

/** What the service says of the address that this run comes from; `behind` is the answer of one that does not have the call. */
export interface Caller extends RequestOrigin {
  readonly behind?: ServiceError;
}

/** Asks for the address that this run comes from, and whether it is on the allow list as it is now. */
export async function findCaller(client: Client, id: WorkgroupId): Promise<Caller> {
  try {
    return await client.shared(getCaller, id, { after: [allowedRangeName(id)] });
  } catch (error) {
    if (isNoSuchCall(error) || isNotFound(error)) return { behind: error };
    throw error;
  }
}
