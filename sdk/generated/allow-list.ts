// Written by `npm run docs`.
import * as pulumi from "@pulumi/pulumi";
import { registration, suspendStackTraces, undeclared } from "../shim";

/** The arguments of an {@link AllowList}. */
export interface AllowListArgs {
  /** The workgroup. Changing this forces replacement. */
  workgroupId: pulumi.Input<string>;
  /**
   * Enforces the list: only addresses on it can reach the workgroup. *If `false`:* Any IP address can reach the workgroup; the allow list
   * is not enforced. *If `true`:* Only addresses on the allow list can reach the workgroup. Clients at other addresses are locked out.
   */
  enabled: pulumi.Input<boolean>;
  /**
   * The effect on the list when the resource is deleted: `retain` leaves it unchanged, and `disable` turns enforcement off. The value in
   * the state applies, so run `pulumi up` after changing it.
   *
   * @default "retain"
   */
  deletionPolicy?: pulumi.Input<"retain" | "disable">;
  /**
   * Allows enforcement even if the list is empty or does not contain the address that the update comes from, or if the service does not
   * return enough data to decide. Otherwise, graphplane refuses the update and sends no request.
   *
   * @default false
   */
  allowLockout?: pulumi.Input<boolean>;
  /**
   * Seconds to wait until the service returns the new values. Allowed: more than 0.
   *
   * @default 120
   */
  timeoutSeconds?: pulumi.Input<number>;
}

const resource = { kind: "AllowList", outputs: ["workgroupId", "enabled"] } as const;

/**
 * Turns enforcement of a workgroup's allow list on or off; {@link AllowListEntry} manages its entries. A list that is already enforced is
 * adopted without a request. Deleting the resource leaves the list unchanged, unless `deletionPolicy` is `"disable"`.
 *
 * List the entries in `dependsOn`, so that they exist before enforcement starts. A preview includes the entries that the program is about
 * to add, and fails if enforcement would lock out the machine that runs it. With `deletionPolicy: "disable"`, `pulumi destroy` ends
 * enforcement first and then deletes the entries. Without it, the list stays enforced, and graphplane does not delete its last entry.
 *
 * Not every service supports these calls; if a call is not supported, the error states what still works.
 *
 * Its id is `<workgroupId>`. A program that declares the same `workgroupId` twice is refused.
 *
 * @see docs/internals/api.md, section 11
 *
 * @example
 * const office = new AllowListEntry("office", { workgroupId, cidr: "203.0.113.0/24" });
 * new AllowList("production", { workgroupId, enabled: true, deletionPolicy: "disable" }, { dependsOn: [office] });
 */
export class AllowList extends pulumi.CustomResource {
  /** The workgroup. */
  declare readonly workgroupId: pulumi.Output<string>;
  /** True if the list is enforced. */
  declare readonly enabled: pulumi.Output<boolean>;

  /** Gets an `AllowList` that the program does not manage, by its id, `<workgroupId>`. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): AllowList {
    return new this(name, undeclared, { ...opts, id });
  }

  constructor(name: string, args: AllowListArgs, opts?: pulumi.CustomResourceOptions) {
    const restoreStackTraces = suspendStackTraces();
    try {
      super(...registration(resource, name, args, opts, new.target));
      restoreStackTraces();
    } catch (error) {
      throw restoreStackTraces(error);
    }
  }
}
