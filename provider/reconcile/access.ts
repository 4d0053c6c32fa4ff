import {
  type AllowedRange,
  allowedRangeName,
  allowLists,
  isNoSuchCall,
  isNotFound,
  type RequestOrigin,
  type ServiceError,
  type WorkgroupId,
} from "../../client";
import type { OperationContext } from "../definition";
import { describeFailure } from "../messages/error-text";
import { getIn } from "../values/json";
import { isUnknown } from "../values/unknowns";
import type { Parent } from "./read-result";

/** The addresses that can reach a workgroup while its allow list is enforced, according to the service. */
export interface Access {
  /** The entries of the list, except those that this process has deleted, which the service might still return for a while. */
  readonly entries: readonly AllowedRange[];
  /** The reason why the list might contain further entries; undefined if it is complete. */
  readonly uncertain?: string;
  /** The address of this run, and whether it is on the list. `cause` is the error of a service that does not support the request. */
  readonly origin: RequestOrigin & { readonly cause?: ServiceError };
}

type Context = Pick<OperationContext, "client" | "deletions">;

export async function readAccess(id: WorkgroupId, { client, deletions }: Context): Promise<Access> {
  const origin = await orRefusal(client.shared(allowLists.caller, id));
  const list = await orRefusal(client.shared(allowLists.list, id));
  if ("cause" in list)
    return { entries: [], origin, uncertain: `the service does not return the list (the request ${describeFailure(list.cause)})` };
  const entries = list.found.filter((entry) => !deletions.has(allowedRangeName(id, entry.id)));
  return { entries, origin, ...(list.certain ? {} : { uncertain: "the service returned null for the list" }) };
}

async function orRefusal<Result>(read: Promise<Result>): Promise<Result | { readonly cause: ServiceError }> {
  try {
    return await read;
  } catch (error) {
    if (isNoSuchCall(error) || isNotFound(error)) return { cause: error };
    throw error;
  }
}

/** Returns the ranges of declared entries, which the update creates first. A range that is unknown in the preview is undefined. */
export function findDeclaredRanges(entries: readonly object[], { workgroupId }: Pick<Parent, "workgroupId">): (string | undefined)[] {
  return entries.flatMap((entry) => {
    const [group, cidr] = [getIn(entry, ["workgroupId"]), getIn(entry, ["cidr"])];
    if (group !== workgroupId && !isUnknown(group)) return [];
    return isUnknown(cidr) ? [undefined] : typeof cidr === "string" ? [cidr] : [];
  });
}
