import { isDeleted, isNoSuchCall, isNotFound, isServiceError, mayHaveBeenProcessed, type ServiceError, shouldVerify } from "../../client";
import type { OperationContext } from "../definition";

/** Finding an object that belongs to a workspace or a workgroup, and what is certain where it is not found. */

/** The workspace of an object; without one, its workgroup. */
export interface Place {
  readonly workgroupId: string;
  readonly workspaceId?: string;
}

/** Why the workspace or workgroup certainly is not there, and the answer that says so. */
export interface MissingWorkspace {
  readonly missing: string;
  readonly behind: ServiceError;
}

/** A service that does not have the call, and the answer that says so. */
export interface MissingCall {
  readonly noCall: ServiceError;
  /** True if an earlier read showed the object. */
  readonly seenBefore?: boolean;
}

/** An answer that does not show the object: whether it shows all that there are, and whether it shows any. */
export interface Absence {
  readonly found: false;
  readonly certain: boolean;
  readonly others: boolean;
  /** True if an earlier read showed the object. */
  readonly seenBefore?: boolean;
  /** Of an object that an earlier POST may have made: the identifiers of those that may be it. */
  readonly unclear?: readonly string[];
}

/** What a look at an object finds; `Shown` is what is shown of it. */
export type LookUp<Shown extends object = object> = (Shown & { readonly found: true }) | Absence | MissingWorkspace | MissingCall;

/** What a GET of the place's objects shows. Services answer in many ways for a place that is gone, also as if they had no such call. */
export async function lookUpInWorkspace<Shown extends object>(
  place: Place,
  context: OperationContext,
  now: boolean,
  read: () => Promise<LookUp<Shown>>,
): Promise<LookUp<Shown>> {
  try {
    const live = await read();
    return "found" in live && !live.found ? { ...live, seenBefore: context.seenBefore } : live;
  } catch (error) {
    if (!isNoSuchCall(error) && !shouldVerify(error)) throw error;
    const exists = await placeExists(place, context, now);
    if (exists === false) return { missing: `there is no ${describePlace(place)}`, behind: error };
    if (isNoSuchCall(error) || (exists === true && isNotFound(error))) return { noCall: error, seenBefore: context.seenBefore };
    throw error;
  }
}

/** True where an object that is not shown is gone. An empty answer proves nothing alone, since a key of another organization gets one: its place must be seen. */
export async function isGone(place: Place, { certain, others }: Absence, context: OperationContext, now = false): Promise<boolean> {
  if (certain && others) return true;
  const exists = await placeExists(place, context, now);
  return exists === false || (exists === true && !others && (certain || context.seenBefore));
}

/** True where a failed deletion of an object that is still there means that the service does not have the call: some say so as they do of what is not there. */
export function lacksDeletion(error: unknown): error is ServiceError {
  return isNoSuchCall(error) || (isNotFound(error) && !mayHaveBeenProcessed(error));
}

/** Why it is not certain that an object is gone; `list` names what was read, and `label` what its entries may lack. */
export function describeUncertainty({ certain, others }: Absence, list: string, label: string, holder = "workspace"): string {
  if (certain)
    return `the ${list} was answered as empty, and its ${holder} was not seen either. Check that the key is of the right organization`;
  return `the ${list} was answered with ${others ? `entries without ${label}` : "null"}. Try again`;
}

function describePlace({ workgroupId, workspaceId }: Place): string {
  const workgroup = `workgroup ${JSON.stringify(workgroupId)}`;
  return workspaceId === undefined ? workgroup : `workspace ${JSON.stringify(workspaceId)} in ${workgroup}`;
}

/** Returns whether the workgroup is there and contains the workspace; undefined if that is not certain. */
export async function placeExists(
  { workgroupId, workspaceId = "" }: Place,
  context: OperationContext,
  now = true,
): Promise<boolean | undefined> {
  try {
    const workgroup = await context.client.sharedWorkgroup({ workgroupID: workgroupId }, { workspaceID: workspaceId, now });
    if (workgroup.workgroup_id !== workgroupId) return undefined;
    if (workspaceId === "") return true;
    if (!Array.isArray(workgroup.workspaces)) return undefined;
    const live = workgroup.workspaces.filter((workspace) => !isDeleted(workspace));
    if (live.some(({ workspace_id }) => workspace_id === workspaceId)) return true;
    return live.every(({ workspace_id }) => workspace_id !== "") ? false : undefined;
  } catch (error) {
    if (isNotFound(error)) return false;
    if (isServiceError(error)) return undefined;
    throw error;
  }
}
