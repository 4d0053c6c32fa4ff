import type * as pulumi from "@pulumi/pulumi";
import { allWorkgroups, namesOfWorkgroups, findByName, workgroupOf, workgroupRecord } from "./find";
import type { Workgroup } from "./records";
import { exactlyOne, lookUp, type LookUp, lookUpOutput, requireText } from "./session";

/** Which workgroup {@link getWorkgroup} looks for: exactly one of the two is given. */
export interface GetWorkgroupArgs {
  /** The workgroup's identifier. */
  workgroupId?: string;
  /** The workgroup's name, which must be unique. Needs a call that a service may not have (docs/api.md, section 11). */
  name?: string;
}

/** Which workgroup {@link getWorkgroupOutput} looks for: exactly one of the two is given. */
export interface GetWorkgroupOutputArgs {
  /** The workgroup's identifier. */
  workgroupId?: pulumi.Input<string>;
  /** The workgroup's name, which must be unique. Needs a call that a service may not have (docs/api.md, section 11). */
  name?: pulumi.Input<string>;
}

/**
 * A workgroup with its databases and workspaces (docs/api.md, endpoint 7). Many look-ups of one workgroup in a program send
 * one request. Fails with the workgroups that there are where it is not one of them, and with the ids where a name is not unique.
 *
 * @example
 * const { workspaces } = await getWorkgroup({ workgroupId: config.require("workgroupId") });
 * for (const { workspaceId, name } of workspaces) {
 *   new WorkspaceSettings(name ?? workspaceId, { workgroupId, workspaceId, autoStopMinutes: 30 });
 * }
 */
export function getWorkgroup(args: GetWorkgroupArgs): Promise<Workgroup> {
  return read(args, false);
}

/** {@link getWorkgroup} over inputs. */
export function getWorkgroupOutput(args: GetWorkgroupOutputArgs): pulumi.Output<Workgroup> {
  return lookUpOutput<GetWorkgroupArgs, Workgroup>(args, read);
}

/** Every workgroup of the account with its databases and workspaces. A service may not have the call (docs/api.md, section 11). */
export function getWorkgroups(): Promise<Workgroup[]> {
  return lookUp({ name: "getWorkgroups" }, async (look) => {
    const all = await listWorkgroups(look, "reading all workgroups");
    return all.map((record) => workgroupOf(look, record));
  });
}

/** {@link getWorkgroups} as an output. */
export function getWorkgroupsOutput(): pulumi.Output<Workgroup[]> {
  return lookUpOutput<object, Workgroup[]>({}, getWorkgroups);
}

function read(args: GetWorkgroupArgs, anew: boolean): Promise<Workgroup> {
  const object = `workgroup ${JSON.stringify(args.workgroupId ?? args.name)}`;
  return lookUp({ name: "getWorkgroup", object, anew }, async (look) => {
    if (exactlyOne(look, { ...args }, ["workgroupId", "name"]) === "workgroupId") {
      return workgroupOf(look, await workgroupRecord(look, requireText(look, "workgroupId", args.workgroupId)));
    }
    const name = requireText(look, "name", args.name);
    const all = await listWorkgroups(look, "looking a workgroup up by its name");
    const found = findByName(look, all, {
      what: "workgroup",
      name,
      there: namesOfWorkgroups(look, all, name),
      idOf: ({ workgroup_id }) => workgroup_id,
    });
    // A list may be poorer than the record itself.
    return workgroupOf(look, Array.isArray(found.workspaces) ? found : await workgroupRecord(look, found.workgroup_id));
  });
}

async function listWorkgroups(look: LookUp, doing: string) {
  try {
    return await allWorkgroups(look);
  } catch (error) {
    if (!look.module.isNoSuchCall(error) && !look.module.isNotFound(error)) throw error;
    const hint = `Give workgroupId to getWorkgroup: ${doing} takes GET /workgroups, which is not part of the documented API (docs/api.md, section 11) and which this service does not seem to have`;
    throw error.as({ ...error.failure, hint });
  }
}
