import type * as pulumi from "@pulumi/pulumi";
import * as definitions from "../../provider/functions/allow-lists";
import type { WorkgroupAllowList } from "../../provider/functions/records";
import type { AsInputs } from "./inputs";
import { lookUp, lookUpOutput } from "./session";

/** The workgroup whose allow list {@link getAllowList} looks for. */
export interface GetAllowListArgs {
  /** The workgroup. */
  workgroupId: string;
}

/** {@link GetAllowListArgs}, each as an input. */
export type GetAllowListOutputArgs = AsInputs<GetAllowListArgs>;

/**
 * The address ranges on the allow list of a workgroup, and whether the list is enforced. A service may not have the call
 * (docs/internals/api.md, section 11).
 *
 * @example
 * const { enabled, entries } = await getAllowList({ workgroupId });
 * const open = entries.filter(({ cidr }) => cidr === "0.0.0.0/0");
 */
export function getAllowList(args: GetAllowListArgs): Promise<WorkgroupAllowList> {
  return lookUp(definitions.getAllowList, args);
}

/** {@link getAllowList} over inputs. */
export function getAllowListOutput(args: GetAllowListOutputArgs): pulumi.Output<WorkgroupAllowList> {
  return lookUpOutput(definitions.getAllowList, args);
}
