import * as pulumi from "@pulumi/pulumi";
import { registration, suspendStackTraces, undeclared } from "./shim";

/** The arguments of an {@link AllowList} (docs/internals/api.md, section 11). */
export interface AllowListArgs {
  /** The workgroup. Changing this forces replacement. */
  workgroupId: pulumi.Input<string>;
  /** Whether only addresses on the list reach the workgroup. */
  enabled: pulumi.Input<boolean>;
  /**
   * What happens to the list when the resource is deleted: `"retain"` leaves it as it is, and `"disable"` switches enforcement off.
   * The policy in the state decides: run `pulumi up` after changing it.
   *
   * @default "retain"
   */
  deletionPolicy?: pulumi.Input<"retain" | "disable">;
  /**
   * Whether the list may be enforced although it is empty, or the service says that the address that the update comes from is not on
   * it, or does not show one of the two. Without this, such an update is refused and nothing is sent.
   *
   * @default false
   */
  allowLockout?: pulumi.Input<boolean>;
  /**
   * How long to wait until the workgroup shows what was done, in seconds.
   *
   * @default 120
   */
  timeoutSeconds?: pulumi.Input<number>;
}

const resource = {
  kind: "AllowList",
  outputs: ["workgroupId", "enabled"],
  identity: ["workgroupId"],
} as const;

/**
 * Whether the allow list of a workgroup is enforced; {@link AllowListEntry} declares what is on it. A list that is enforced already
 * is adopted without a write. When the resource is deleted, the list is no longer managed, and enforced as before, unless
 * `deletionPolicy` is `"disable"`.
 *
 * Entries come first, then enforcement: name the entries in `dependsOn`. A preview knows the entries that the program is about to
 * add, and refuses an enforcement that would lock out the address that it comes from. `pulumi destroy` goes the other way round: with
 * `deletionPolicy: "disable"` enforcement ends first, and then the entries go. Without it, the list stays enforced, and its last entry
 * is not deleted.
 *
 * A service may not have the calls (docs/internals/api.md, section 11); an error then names the missing one and says what still works.
 *
 * Its id is `<workgroupId>`.
 *
 * @example
 * const office = new AllowListEntry("office", { workgroupId, cidr: "203.0.113.0/24" });
 * new AllowList("production", { workgroupId, enabled: true, deletionPolicy: "disable" }, { dependsOn: [office] });
 */
export class AllowList extends pulumi.CustomResource {
  /** The workgroup. */
  declare readonly workgroupId: pulumi.Output<string>;
  /** Whether the list is enforced. */
  declare readonly enabled: pulumi.Output<boolean>;

  /** A list that the program does not manage: `id` is `<workgroupId>`. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): AllowList {
    return new this(name, undeclared, { ...opts, id });
  }

  /** Declares the enforcement; throws if the program declares that of one workgroup twice. */
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
