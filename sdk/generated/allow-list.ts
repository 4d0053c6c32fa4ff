// Written by `npm run docs`.
import * as pulumi from "@pulumi/pulumi";
import { registration, suspendStackTraces, undeclared } from "../shim";

/** The arguments of an {@link AllowList}. */
export interface AllowListArgs {
  /** The workgroup. Changing this forces replacement. */
  workgroupId: pulumi.Input<string>;
  /**
   * Enforces the list: only addresses on it reach the workgroup. *If `false`:* Every address reaches the workgroup, whatever is on the
   * allow list. *If `true`:* Only addresses on the allow list reach the workgroup: clients at other addresses are locked out.
   */
  enabled: pulumi.Input<boolean>;
  /**
   * The effect on the list when the resource is deleted: `retain` leaves it unchanged, and `disable` switches enforcement off. The value in
   * the state applies, so run `pulumi up` after changing it.
   *
   * @default "retain"
   */
  deletionPolicy?: pulumi.Input<"retain" | "disable">;
  /**
   * Allows enforcement although the list is empty, or the service says that the address that the update comes from is not on it, or does
   * not show one of the two. Without this, such an update is refused and nothing is sent.
   *
   * @default false
   */
  allowLockout?: pulumi.Input<boolean>;
  /**
   * Seconds to wait until the workgroup shows what was done. Allowed: more than 0.
   *
   * @default 120
   */
  timeoutSeconds?: pulumi.Input<number>;
}

const resource = { kind: "AllowList", outputs: ["workgroupId", "enabled"] } as const;

/**
 * The enforcement of a workgroup's allow list; {@link AllowListEntry} declares what is on it. A list that is already enforced is adopted
 * without a write. When the resource is deleted, the list is no longer managed and stays as it is, unless `deletionPolicy` is `"disable"`.
 *
 * Entries come first, then enforcement: name the entries in `dependsOn`. A preview takes into account the entries that the program is about
 * to add, and refuses an enforcement that would lock out the address that it comes from. `pulumi destroy` goes the other way round: with
 * `deletionPolicy: "disable"`, enforcement ends first, and then the entries are deleted. Without it, the list stays enforced, and its last
 * entry is not deleted.
 *
 * A service may lack the calls; the error then names the missing call and what still works.
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
