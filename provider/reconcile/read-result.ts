import {
  isAccessDenied,
  isDeleted,
  isNoSuchCall,
  isNotFound,
  isServiceError,
  mayHaveBeenProcessed,
  type ServiceError,
  shouldVerify,
  type WorkspaceId,
} from "../../client";
import { ifError } from "../../client/http/errors";
import type { MissingParent, OperationContext } from "../definition";
import { StoppedError } from "../errors";

/** Reads an object of a workspace or a workgroup, and interprets a response that does not contain it. */

export interface Parent {
  readonly workgroupId: string;
  /** Undefined for an object of the workgroup itself. */
  readonly workspaceId?: string;
}

export function toWorkspaceId({ workgroupId, workspaceId }: Required<Parent>): WorkspaceId {
  return { workgroupID: workgroupId, workspaceID: workspaceId };
}

/** The result of a read that the service does not support. */
export interface MissingCall {
  readonly noCall: ServiceError;
  /** True if an earlier read returned the object. */
  readonly seenBefore?: boolean;
}

/** A response that does not contain the object. `certain`: the response is complete. `others`: it contains at least one other object. */
export interface NotFound {
  readonly found: false;
  readonly certain: boolean;
  readonly others: boolean;
  /** True if an earlier read returned the object. */
  readonly seenBefore?: boolean;
  /** The name of an object that might be the same one, reformatted by the service. */
  readonly similar?: string;
  /** The identifiers of the objects that an earlier POST might have created. */
  readonly candidateIds?: readonly string[] | undefined;
  /** True if the candidates lack names or identifiers, which a later read might return. */
  readonly isPartial?: boolean;
}

/** A missing object whose absence is inconclusive, such as before the first read. */
export const unprovenNotFound = { found: false, certain: false, others: false } as const;

/** The result of a read in an existing parent. `Shown` is the part of the object that the service returns. */
export type ItemReadResult<Shown extends object = object> = (Shown & { readonly found: true }) | NotFound | MissingCall;
export type ReadResult<Shown extends object = object> = ItemReadResult<Shown> | MissingParent;

/** Reads an object that belongs to the parent. If the parent is gone, services return various errors, including those for unsupported calls. */
export async function readInParent<Shown extends object>(
  parent: Parent,
  context: OperationContext,
  skipCache: boolean | undefined,
  read: () => Promise<ReadResult<Shown>>,
): Promise<ReadResult<Shown>> {
  try {
    const live = await read();
    return "found" in live && !live.found ? { ...live, seenBefore: context.seenBefore } : live;
  } catch (error) {
    if (!isNoSuchCall(error) && !shouldVerify(error)) throw error;
    const exists = await parentExists(parent, context, skipCache);
    const what = parent.workspaceId === undefined ? "workgroup" : "workspace";
    if (exists === false) return { missing: `${describeParent(parent)} does not exist`, what, cause: error };
    if (isNoSuchCall(error) || (exists === true && isNotFound(error))) return { noCall: error, seenBefore: context.seenBefore };
    throw error;
  }
}

/**
 * Reads an object in the database of a workspace. While the workspace is stopped, the service might not return the object: the read fails
 * or returns an empty list. In both cases, throws a {@link StoppedError}.
 */
export async function readInDatabase<Shown extends object>(
  parent: Required<Parent>,
  context: OperationContext,
  what: string,
  read: () => Promise<ReadResult<Shown>>,
): Promise<ReadResult<Shown>> {
  const isFailure = (error: unknown): error is ServiceError => isServiceError(error) && !isAccessDenied(error);
  const outcome = await read().catch(ifError(isFailure, (error) => error));
  const isHidden =
    isFailure(outcome) || "noCall" in outcome || ("found" in outcome && !outcome.found && !outcome.others && context.seenBefore);
  const status = isHidden ? await stoppedStatus(parent, context) : undefined;
  if (status !== undefined)
    throw new StoppedError(
      `the workspace is stopped (its status is ${JSON.stringify(status)}), and the service does not return ${what} until it is running. Start the workspace, or wait until it starts again, and rerun the command`,
    );
  if (isFailure(outcome)) throw outcome;
  return outcome;
}

/** Returns the status of a workspace that is stopped, stopping or starting. Undefined for any other status, and if the status cannot be read. */
async function stoppedStatus({ workgroupId, workspaceId }: Required<Parent>, { client }: OperationContext): Promise<string | undefined> {
  const reading = client.sharedWorkgroup({ workgroupID: workgroupId }, { parts: [workspaceId] });
  const workgroup = await reading.catch(ifError(isServiceError, () => undefined));
  const workspace = workgroup?.workspaces?.find(({ workspace_id: id }) => id === workspaceId);
  // Some statuses are undocumented.
  return [workspace?.status, workspace?.condition_type].find((text) => /^(?:idle|paus|stop|resum|suspend)/i.test(text ?? "")) ?? undefined;
}

/**
 * Returns true if an object that a read did not return is gone. An empty response alone is not sufficient, because the key of a different
 * organization receives the same response. If the parent is visible, `[]` is sufficient. null is sufficient only if `isNullTrusted` is
 * true.
 */
export async function isConfirmedDeleted(
  { certain, others }: NotFound,
  readParent: () => Promise<boolean | undefined>,
  isNullTrusted: boolean,
): Promise<boolean> {
  if (certain && others) return true;
  const exists = await readParent();
  return exists === false || (exists === true && !others && (certain || isNullTrusted));
}

/**
 * Returns true if the deletion of an existing object failed because the service does not support it. Some services then return the same
 * error as for a missing object.
 */
export function lacksDeletion(error: unknown): error is ServiceError {
  return isNoSuchCall(error) || (isNotFound(error) && !mayHaveBeenProcessed(error));
}

/** Explains why an object might still exist. `list` is the name of the list, and `label` is the field that its entries might omit. */
export function describeUncertainty({ certain, others }: NotFound, list: string, label: string, parent = "workspace"): string {
  if (certain) return `the ${list} was empty, and its ${parent} was not found. Check that the key belongs to the right organization`;
  return `the ${list} ${others ? `contained entries without ${label}` : "was null"}. Try again`;
}

function describeParent({ workgroupId, workspaceId }: Parent): string {
  const workgroup = `workgroup ${JSON.stringify(workgroupId)}`;
  return workspaceId === undefined ? workgroup : `workspace ${JSON.stringify(workspaceId)} in ${workgroup}`;
}

/** Returns true if the workgroup exists and contains the workspace; undefined if this is uncertain. */
export async function parentExists(
  { workgroupId, workspaceId = "" }: Parent,
  context: OperationContext,
  skipCache = true,
): Promise<boolean | undefined> {
  const reading = context.client.sharedWorkgroup({ workgroupID: workgroupId }, { parts: [workspaceId], skipCache });
  const workgroup = await reading.catch(ifError(isServiceError, (error) => (isNotFound(error) ? false : undefined)));
  if (!workgroup) return workgroup;
  if (workgroup.workgroup_id !== workgroupId) return undefined;
  if (workspaceId === "") return true;
  if (!Array.isArray(workgroup.workspaces)) return undefined;
  const live = workgroup.workspaces.filter((workspace) => !isDeleted(workspace));
  if (live.some(({ workspace_id }) => workspace_id === workspaceId)) return true;
  return live.every(({ workspace_id }) => workspace_id !== "") ? false : undefined;
}
