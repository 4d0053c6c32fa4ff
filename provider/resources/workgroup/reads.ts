import {
  findWorkgroupRecord,
  type Found,
  isAccessDenied,
  isDefiniteRefusal,
  isNoSuchCall,
  isNotFound,
  listWorkgroups,
  type WorkgroupRecord,
} from "../../../client";
import type { OperationContext } from "../../definition";
import { NotUnderstoodError } from "../../errors";
import type { ListedObjects } from "../../reconcile/listed";
import { type ListOptions, type NamedObjects, readInList } from "../../reconcile/named";
import type { MissingCall, Reading } from "../../reconcile/reading";
import { quoteName } from "../../values/names";
import { whatStillWorks } from "./plan";
import { addressOf } from "./review";
import type { WorkgroupArguments as Arguments, WorkgroupState as State } from "./description";

/** Reads workgroups by their identifier, or by their name in the list of the account. */

export const operations: ListedObjects<State, { readonly record: WorkgroupRecord }> & NamedObjects<Arguments, WorkgroupRecord> = {
  noun: "workgroup",
  identifier: { output: "workgroupId", of: ({ record }) => record.workgroup_id },
  resourceId: (_args, id) => id,
  find: (_args, id, context, skipCache) => findKnown(id, context, skipCache),
  list,
  object: ({ workgroupName: name }) => `the workgroup ${quoteName(name)}`,
  path: addressOf,
  read: readOne,
  parentExists: async () => true,
  whyUncertain: () => "the service did not list the workgroups. Try again",
  whatStillWorks,
};

/** The account's workgroups. */
async function list(
  _args: object,
  { client }: OperationContext,
  { skipCache, mayBeEmpty }: ListOptions,
): Promise<readonly WorkgroupRecord[] | MissingCall> {
  try {
    const all = await client.shared(listWorkgroups, {}, { skipCache });
    if (!all && !mayBeEmpty) throw new NotUnderstoodError("the list of workgroups came back as null. Try again");
    return all ?? [];
  } catch (error) {
    if (isNoSuchCall(error) || isNotFound(error)) return { noCall: error };
    throw error;
  }
}

/** Reads a workgroup by its identifier. Some services respond with 400 to one that they do not know: then the list decides. */
export async function findKnown(id: string, context: OperationContext, skipCache: boolean): Promise<Found<WorkgroupRecord>> {
  try {
    const found = await findWorkgroupRecord(context.client, id, { skipCache });
    return "missing" in found ? found : { record: { ...found.record, workgroup_id: id } };
  } catch (error) {
    if (!(await isUnlisted(id, error, context))) throw error;
    return { missing: `there is no workgroup ${JSON.stringify(id)}`, what: "workgroup" };
  }
}

/** Returns true if a read was refused and the list shows other workgroups: an empty one may be that of another organization's key. */
async function isUnlisted(id: string, error: unknown, context: OperationContext): Promise<boolean> {
  if (!isRefused(error)) return false;
  const all = await list({}, context, { skipCache: true, mayBeEmpty: false }).catch(() => []);
  return !("noCall" in all) && all.length > 0 && all.every(({ workgroup_id }) => workgroup_id !== "" && workgroup_id !== id);
}

function isRefused(error: unknown): boolean {
  return isDefiniteRefusal(error) && !isAccessDenied(error);
}

/** Reads one workgroup. After an acknowledged deletion a refusal counts as an absence: some services respond with 400 to an identifier that they do not know. */
async function readOne(
  state: State,
  context: OperationContext,
  skipCache = false,
  isAcknowledged = false,
): Promise<Reading<{ readonly record: WorkgroupRecord }>> {
  const { workgroupId } = state;
  if (!workgroupId) return readInList(operations, state, state, context, skipCache);
  try {
    const record = await context.client.sharedWorkgroup({ workgroupID: workgroupId }, { skipCache });
    return { found: true, record: { ...record, workgroup_id: workgroupId } };
  } catch (error) {
    const isAbsent = isNotFound(error) || (isAcknowledged && isRefused(error)) || (await isUnlisted(workgroupId, error, context));
    if (!isAbsent) throw error;
    return { missing: `there is no workgroup ${JSON.stringify(workgroupId)}`, what: "workgroup" };
  }
}
